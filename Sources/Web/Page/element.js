/**
 * Makes an element. Strings among the children become text nodes, so a name from outside is never read as HTML.
 * @param {string} tag the element's name; "tag.one.two" sets classes
 * @param {object} attributes `onclick` and others that begin with "on" are listeners; `true` sets an empty attribute;
 *     `false`, `null` and `undefined` leave it out
 * @param {...(string|number|Node|Array|null)} children
 * @returns {HTMLElement}
 */
export function element(tag, attributes = {}, ...children) {
    const [name, ...classes] = tag.split(".");
    const node = document.createElement(name);
    if (classes.length) node.className = classes.join(" ");
    for (const [key, value] of Object.entries(attributes)) {
        if (value === false || value === null || value === undefined) continue;
        if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
        else if (key === "value") node.value = value;
        else node.setAttribute(key, value === true ? "" : value);
    }
    node.append(...children.flat(3).filter(child => child !== null && child !== undefined && child !== false).map(asNode));
    return node;
}

/** Puts `children` in place of what `node` has. */
export function fill(node, ...children) {
    node.replaceChildren(...children.flat(3).filter(child => child !== null && child !== undefined && child !== false).map(asNode));
    return node;
}

/** Changes a node's text only if it differs, so that a screen reader does not repeat it. */
export function write(node, words) {
    if (node.textContent !== words) node.textContent = words;
}

/** A button of the page's usual look. */
export function button(words, onclick, attributes = {}) {
    return element("button", { type: "button", onclick, ...attributes }, words);
}

function asNode(child) {
    return child instanceof Node ? child : String(child);
}
