const languages = ["en", "de"];
let table = {};
let fallback = {};
let current = "en";

/** The languages that there is a table for. */
export const available = languages;

/** The language in use, as in `<html lang>`. */
export function language() { return current; }

/** The language that the reader chose, else the browser's, else English. */
export function preferred() {
    const chosen = remembered();
    if (languages.includes(chosen)) return chosen;
    for (const wish of navigator.languages ?? []) {
        const short = wish.slice(0, 2).toLowerCase();
        if (languages.includes(short)) return short;
    }
    return "en";
}

/** Loads the table of a language, and remembers it if the reader chose it. */
export async function load(wish, isChosen = false) {
    const files = wish === "en" ? ["en"] : [wish, "en"];
    const tables = await Promise.all(files.map(async name => (await fetch(`texts/${name}.json`)).json()));
    [table, fallback] = [tables[0], tables.at(-1)];
    current = wish;
    document.documentElement.lang = wish;
    if (isChosen) {
        // Without storage (private browsing) the choice lasts until the page is closed.
        try { localStorage.setItem("language", wish); } catch { /* see above */ }
    }
}

function remembered() {
    try { return localStorage.getItem("language"); } catch { return null; }
}

/** Whether there is a text of this name. */
export function has(key) { return key in table || key in fallback; }

/** The text of this name, with `{name}` replaced by `values.name`. */
export function text(key, values = {}) {
    const words = table[key] ?? fallback[key] ?? key;
    return words.replace(/\{(\w+)\}/g, (all, name) => name in values ? String(values[name]) : all);
}

/** A number as the language writes it. */
export function number(value, decimals = 2) {
    return new Intl.NumberFormat(current, { maximumFractionDigits: decimals }).format(value);
}

/** Minutes and seconds: 1:05. */
export function minutes(seconds) {
    const whole = Math.max(0, Math.ceil(seconds));
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A clock time. */
export function clock(date) {
    return new Intl.DateTimeFormat(current, { hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(date);
}

/** Day and time. */
export function day(date) {
    return new Intl.DateTimeFormat(current, { dateStyle: "medium", timeStyle: "short" }).format(date);
}

/** A gesture's name. */
export function gestureName(gesture) {
    if (has(`gesture.${gesture}`)) return text(`gesture.${gesture}`);
    return gesture.startsWith("my-") ? text("teach.gesture", { name: gesture.slice(3) }) : gesture;
}
