/**
 * What this browser keeps under a name, as JSON; `null` if there is nothing, or if it is somebody else's. Without storage (private
 * browsing) it lasts until the page is closed.
 */
export function kept(name, storage = localStorage) {
    try { return JSON.parse(storage.getItem(name)); } catch { return null; }
}

export function keep(name, value, storage = localStorage) {
    try { storage.setItem(name, JSON.stringify(value)); } catch { /* see above */ }
}
