import { element, fill } from "./element.js";
import { has, text } from "./text.js";

/** The first view: how it stands, and what to do first. */
export function home(page) {
    const card = element("div.card");
    let shown = "";
    function show() {
        const state = page.appliance.stateName(), name = state === "ready" && page.vain.isShown ? "partly" : state;
        if (name === shown) return;
        shown = name;
        fill(card, element("p.big", {}, text(`state.${name}`)), has(`state.${name}.do`) ? element("p", {}, text(`state.${name}.do`)) : null,
            element("p.row", {}, element("a.button.main", { href: "#place" }, text("home.first"))));
    }
    page.appliance.addEventListener("change", show);
    show();
    return {
        node: element("div", {}, card, element("p.note", {}, text("home.never"))),
        close: () => page.appliance.removeEventListener("change", show)
    };
}
