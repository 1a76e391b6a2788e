import { button, element, fill } from "./element.js";
import { day, text } from "./text.js";

/** The paired browsers, and how to send one away. */
export function browsers(page) {
    const list = element("ul.plain");
    async function refresh() {
        const sessions = await page.connection.sessions();
        if (!sessions) return fill(list, element("li", {}, text("error.no-server")));
        return fill(list, sessions.map(session => element("li.row.spread", {},
            element("span", {}, element("strong", {}, session.name || "–"), " ",
                text(session.this ? "browsers.this" : "browsers.last", { time: session.last ? day(new Date(session.last)) : "–" }), " ",
                text((session.rights ?? []).includes("change") ? "browsers.change" : "browsers.watch")),
            page.mayChange() || session.this ? button(text(session.this ? "browsers.leave" : "browsers.revoke"), async () => {
                const isDone = await page.connection.revoke(session.id);
                if (isDone && session.this) return page.begin();
                page.tell(text(isDone ? "browsers.revoked" : "error.no-server"), !isDone);
                return refresh();
            }, { "aria-label": text("browsers.revoke.name", { name: session.name }), class: "delete" }) : null)));
    }
    refresh();
    return { node: element("div", {}, element("p.lead", {}, text("browsers.lead")), list), close() {} };
}
