import { element, fill } from "./element.js";
import { gestureName, number, text, weekday } from "./text.js";

const space = "http://www.w3.org/2000/svg";

/** How often outputs went on and gestures were recognised: today's number, and a quiet bar for each day. */
export class Days {
    node = element("div");

    constructor(page) { this.#ask(page); }

    async #ask(page) {
        const reply = await page.connection.request("counts");
        if (!reply.ok) return;
        const { today, days } = reply, parts = [["outputs", name => name], ["gestures", gestureName]];
        const tables = parts.map(([kind, nameOf]) => [kind, [...new Set(days.flatMap(day => Object.keys(day[kind])))].sort().map(name =>
            row(nameOf(name), days.map(day => ({ day: day.day, count: day[kind][name] ?? 0 })), today))]).filter(([, rows]) => rows.length);
        fill(this.node, tables.length ? tables.map(([kind, rows]) => [element("h3", {}, text(`watch.days.${kind}`)), element("ul.plain.days", {}, rows)])
            : element("p", {}, text("watch.days.none")));
    }
}

function row(name, days, today) {
    const now = days.find(({ day }) => day === today)?.count ?? 0;
    return element("li", {}, element("span", {}, name), chart(days), element("strong", {}, text("watch.days.today", { count: now })));
}

/** Bars; a screen reader gets the numbers. */
function chart(days) {
    const most = Math.max(1, ...days.map(({ count }) => count)), node = document.createElementNS(space, "svg"), width = 8;
    for (const [name, value] of Object.entries({ viewBox: `0 0 ${14 * width} 24`, role: "img", class: "bars" })) node.setAttribute(name, value);
    node.setAttribute("aria-label", days.map(({ day, count }) => `${weekday(day)} ${number(count)}`).join(", "));
    days.forEach(({ count }, place) => {
        const bar = document.createElementNS(space, "rect"), height = count ? Math.max(2, 22 * count / most) : 0.8;
        for (const [name, value] of Object.entries({ x: (14 - days.length + place) * width + 1, y: 24 - height, width: width - 2, height })) bar.setAttribute(name, value);
        node.append(bar);
    });
    return node;
}
