import { button, element, fill, write } from "./element.js";
import { removable } from "./removable.js";
import { refused } from "./reply.js";
import { minutes, text } from "./text.js";

/** The tablets, phones and computers that this board is a keyboard for: pairs one, lists them, forgets one. */
export function bluetooth(page) {
    const { connection } = page;
    const trouble = reply => refused(reply, reply.error === "unavailable" ? text("bluetooth.unavailable") : undefined);
    const said = element("div", { role: "status" }), digits = element("p.big", { role: "status", id: "passkey" }), row = element("p.row");
    const left = element("p", { role: "timer" }), list = element("div"), unused = element("p.note", { hidden: true }, text("bluetooth.unused"));
    let isPairing = false, timer = 0;

    function show() {
        fill(row, isPairing ? button(text("try.stop"), stop, { id: "bluetooth-stop" })
            : button(text("bluetooth.pair"), begin, { class: "main", id: "bluetooth-pair", disabled: !page.mayChange() }));
    }

    function begin() {
        isPairing = true;
        show();
        row.querySelector("button").focus();
        return ask();
    }

    /** Begins to pair, or asks how it goes. */
    async function ask() {
        const reply = await connection.request("pair-bluetooth");
        if (!isPairing) return;
        if (!reply.ok) return end(trouble(reply));
        if (reply.state === "paired" || reply.state === "ended") return end(text(`bluetooth.${reply.state}`));
        write(said, text(`bluetooth.${reply.state}`));
        write(digits, reply.passkey ? `${reply.passkey.slice(0, 3)} ${reply.passkey.slice(3)}` : "");
        write(left, text("bluetooth.left", { time: minutes(reply.left) }));
        timer = setTimeout(ask, 1000);
    }

    function stop() {
        connection.request("pair-bluetooth", { stop: true });
        end("");
    }

    function end(words) {
        const hadFocus = row.contains(document.activeElement);
        clearTimeout(timer);
        isPairing = false;
        fill(said, words);
        write(digits, "");
        write(left, "");
        show();
        if (hadFocus) row.querySelector("button").focus();
        refresh();
    }

    async function refresh() {
        const reply = await connection.request("bluetooth");
        if (!reply.ok) return fill(list, trouble(reply));
        return fill(list, reply.hosts.length ? element("ul.plain", {}, reply.hosts.map(host)) : element("p", {}, text("record.none")));
    }

    function host({ address, name, connected }) {
        const words = element("span", {}, element("strong", {}, name || address), " ", text(connected ? "bluetooth.connected" : "bluetooth.away"));
        return removable(words, page.mayChange() ? {
            remove: text("bluetooth.forget"), name: text("bluetooth.forget.name", { name: name || address }), sure: text("bluetooth.forget.sure"),
            yes: text("bluetooth.forget.yes"), no: text("record.delete.no")
        } : null, async () => {
            const reply = await connection.request("forget-bluetooth", { address });
            page.tell(reply.ok ? text("bluetooth.forgotten") : refused(reply), !reply.ok);
            await refresh();
        });
    }

    show();
    if (page.mayChange()) refresh();
    connection.request("outputs").then(reply => { unused.hidden = !reply.ok || reply.outputs.some(({ kind }) => kind === "bluetooth"); });
    return {
        node: element("div", {}, element("p.lead", {}, text("bluetooth.lead")), unused,
            element("section.card", {}, said, digits, left, row),
            element("section.card", { "aria-labelledby": "hosts" }, element("h2", { id: "hosts" }, text("bluetooth.hosts")), list)),
        close() {
            if (isPairing) stop();
        }
    };
}
