import { button, element, fill } from "./element.js";

/**
 * A row of a list with a button that removes it, after asking.
 * @param {Node} words what the row says
 * @param {{remove: string, name: string, sure: string, yes: string, no: string}|null} texts those of the buttons; `null` for no button
 * @param {() => Promise<void>} remove
 */
export function removable(words, texts, remove) {
    const node = element("li.row.spread");
    const offer = () => fill(node, words, texts ? button(texts.remove, ask, { "aria-label": texts.name, class: "delete" }) : null);
    function ask() {
        const no = button(texts.no, () => { offer(); node.querySelector(".delete").focus(); });
        fill(node, words, element("span.row", {}, element("span", {}, texts.sure), button(texts.yes, async () => {
            await remove();
            document.getElementById("main").focus({ preventScroll: true });
        }, { class: "delete", id: "delete-yes" }), no));
        no.focus();
    }
    offer();
    return node;
}
