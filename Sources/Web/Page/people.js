import { button, element, fill, write } from "./element.js";
import { Picture } from "./picture.js";
import { folded, refused } from "./reply.js";
import { Running } from "./running.js";
import { joined, text, textOr } from "./text.js";

/** Whose head counts: enrolling a person, the list, and forgetting one. */
export function people(page) {
    const { appliance, connection } = page, picture = new Picture(connection);
    const name = element("input", { type: "text", id: "person", maxlength: 32, autocomplete: "off", spellcheck: "false" });
    const start = button(text("people.start"), begin, { class: "main", id: "enrol" });
    const during = element("p.row", { hidden: true },
        button(text("people.finish"), () => connection.request("enrol", { stop: true }), { id: "enrol-stop" }),
        button(text("people.cancel"), () => connection.request("calibrate", { cancel: true }), { id: "enrol-cancel" }));
    const said = element("div.big", { role: "status" }), missing = element("p", { role: "status" }),
        taken = element("p", { role: "status" }), list = element("div");
    // One that was begun here ends with this view; one that goes on is shown, and can be ended, wherever it was begun.
    const running = new Running(appliance, "enrolling", isLost => isLost ? ended(element("p", {}, text("people.cancelled"))) : show());
    let asked = "ahead";

    async function begin() {
        write(said, text("people.angle.ahead"));  // before the reply, which events may overtake
        const reply = await connection.request("enrol", { name: name.value.trim() });
        if (!reply.ok) return fill(said, refused(reply));
        running.begin();
        return null;
    }

    function show() {
        start.disabled = running.isOn || !page.mayChange();
        name.disabled = running.isOn;
        during.hidden = !running.isOn;
    }

    function end(...words) {
        running.tell(false);
        ended(...words);
    }

    function ended(...words) {
        fill(said, words);
        write(missing, "");
        write(taken, "");
        show();
        refresh();
    }

    const happened = ({ detail }) => {
        if (detail.event !== "enrol") return;
        switch (detail.step) {
        case "asks":
            [asked] = detail.missing;
            write(said, text(`people.angle.${asked}`));
            write(missing, text("people.missing", { angles: joined(detail.missing.map(angle => text(`people.side.${angle}`))) }));
            break;
        case "took":
            write(said, text(`people.angle.${asked}`));  // nothing is in the way any more
            write(taken, text("people.took", { count: detail.count }));
            break;
        case "waits": write(said, text("people.waits", { reason: textOr(`people.reason.${detail.reason}`, detail.words) })); break;
        case "done":
            end(element("p", {}, text("people.done", { name: detail.name })),
                element("ul", {}, (detail.advice ?? []).map(word => element("li", {}, textOr(`people.advice.${word}`, word)))), folded(detail.words));
            break;
        default: end(element("p", {}, text("people.cancelled")), folded(detail.reason));
        }
    };

    async function refresh() {
        const reply = await connection.request("people");
        if (!reply.ok) return fill(list, refused(reply));
        return fill(list, (reply.faults ?? []).map(fault => refused({ detail: fault }, text("fault.people-damaged"))),
            reply.people.length ? element("ul.plain", {}, reply.people.map(person => personNode(person, reply, page, refresh)))
                : element("p", {}, text("people.none")));
    }

    appliance.addEventListener("event", happened);
    show();
    refresh();
    return {
        node: element("div", {}, element("p.lead", {}, text("people.lead")), element("p.note", {}, text("people.lock")), picture.node,
            element("section.card", {}, element("p", {}, element("label", { for: "person" }, text("people.name")), name),
                element("p.row", {}, start), during, said, taken, missing),
            element("h2", {}, text("people.list")), list, element("p.note", {}, text("people.unknown")), element("p.note", {}, text("people.kept"))),
        close() {
            picture.close();
            appliance.removeEventListener("event", happened);
            running.close();
            if (running.isOurs) connection.request("calibrate", { cancel: true });
        }
    };
}

function personNode(person, reply, page, refresh) {
    const node = element("li.row.spread");
    const words = element("span", {}, element("strong", {}, person.name), " ", text("people.item", { faces: person.faces, lights: person.lights }),
        " ", reply.only.length === 0 ? "" : text(person.counts ? "people.counts" : "people.counts-not"));
    const ask = () => fill(node, words, page.mayChange() ? button(text("people.forget"), sure, {
        "aria-label": text("people.forget.name", { name: person.name }), class: "delete"
    }) : null);
    function sure() {
        const no = button(text("record.delete.no"), () => { ask(); node.querySelector("button").focus(); });
        fill(node, words, element("span.row", {}, element("span", {}, text("people.forget.sure")), button(text("people.forget"), async () => {
            const answer = await page.connection.request("forget", { name: person.name });
            page.tell(answer.ok ? text("people.forgotten", { name: person.name }) : refused(answer), !answer.ok);
            refresh();
            document.getElementById("main").focus({ preventScroll: true });
        }, { class: "delete", id: "forget-yes" }), no));
        no.focus();
    }
    ask();
    return node;
}
