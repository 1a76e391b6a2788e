import { button, element, fill } from "../element.js";
import { number, text } from "../text.js";
import { summary, table } from "./figures.js";
import { download } from "./files.js";

/** Days that are shown; the file has all. */
const shown = 7;

/** The figures for helpers. `owner` has `figures` and `forgetFigures()`. */
export function record(owner) {
    const body = element("div");
    const draw = () => {
        const days = Object.entries(owner.figures).slice(-shown).reverse(), percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });
        const or = (value, write) => value === null ? "–" : write(value);
        fill(body, element("p.note", {}, text("talk.figures.lead")), days.length ? element("div.wide", {}, element("table", { id: "figures" },
            element("thead", {}, element("tr", {}, ["day", "choices", "rate", "undone"].map(name => element("th", { scope: "col" }, text(`talk.figures.${name}`))))),
            element("tbody", {}, days.map(([day, figures]) => {
                const { rate, undone } = summary(figures), date = new Date(`${day}T12:00`);
                return element("tr", {}, element("th", { scope: "row" }, new Intl.DateTimeFormat(document.documentElement.lang, { month: "short", day: "numeric" }).format(date)),
                    [number(figures.choices), or(rate, value => number(value, 1)), or(undone, value => percent.format(value))].map(value => element("td", {}, value)));
            })))) : null,
        days.length ? element("p.row", {}, button(text("talk.figures.save"), () => {
            download({ name: "nodline-talk.csv", type: "text/csv", bytes: table(owner.figures) });
        }, { id: "figures-save" }), button(text("talk.figures.forget"), () => {
            owner.forgetFigures();
            draw();
        }, { id: "figures-forget" })) : null);
    };
    draw();
    return element("details", {}, element("summary", {}, text("talk.figures")), body);
}
