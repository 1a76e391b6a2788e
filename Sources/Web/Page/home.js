import { element, fill, write } from "./element.js";
import { Hold } from "./hold.js";
import { clock, has, text } from "./text.js";

/** The first view: how it stands, and what to do first. */
export function home(page) {
    const card = element("div.card"), outputs = element("ul.plain.lights"), hold = new Hold(page);
    let shown = "";
    function show() {
        showOutputs();
        hold.offer(page.mayChange() && page.appliance.mayHold());
        const state = page.appliance.stateName(), name = state === "ready" && page.vain.isShown ? "partly" : state;
        if (name === shown) return;
        shown = name;
        fill(card, element("p.big", {}, text(`state.${name}`)), has(`state.${name}.do`) ? element("p", {}, text(`state.${name}.do`)) : null,
            element("p.row", {}, element("a.button.main", { href: "#place" }, text("home.first"))));
    }
    const rows = new Map();
    /** What is on, and when it went on last while this page was open. */
    function showOutputs() {
        const values = Object.entries(page.appliance.status?.outputs ?? {});
        if (values.length !== rows.size || values.some(([name]) => !rows.has(name))) {
            rows.clear();
            for (const [name] of values) {
                const words = element("span"), at = element("span.hint");
                rows.set(name, { words, at, node: element("li.light", { "data-name": name }, element("span.lamp", { "aria-hidden": "true" }), element("strong", {}, name), words, at) });
            }
            fill(outputs, [...rows.values()].map(row => row.node));
        }
        for (const [name, value] of values) {
            const row = rows.get(name), last = page.appliance.log.find(({ record }) => record.event === "line" && record.name === name && record.value);
            row.node.classList.toggle("on", Boolean(value));
            write(row.words, text(value ? "bind.on" : "bind.off"));
            write(row.at, last ? clock(last.at) : "");
        }
    }
    page.appliance.addEventListener("change", show);
    show();
    return {
        node: element("div", {}, card, hold.node, outputs, element("p.note", {}, text("home.never"))),
        close: () => {
            hold.close();
            page.appliance.removeEventListener("change", show);
        }
    };
}
