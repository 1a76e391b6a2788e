import { gesturesOf } from "./appliance.js";
import { button, element, fill, write } from "./element.js";
import { removable } from "./removable.js";
import { refused } from "./reply.js";
import { day, gestureName, minutes, rounded, text } from "./text.js";

/** A clip of at most a minute, after agreeing, with labels made by tapping along. */
export function record(page) {
    const { appliance, connection } = page;
    const agreed = element("input", { type: "checkbox", id: "agreed", onchange: () => show() });
    const length = element("select", { id: "length" }, [10, 30, 60].map(value => element("option", { value }, text("record.seconds", { seconds: value }))));
    length.value = "30";
    const gesture = element("select", { id: "label" }, gesturesOf(appliance).map(name => element("option", { value: name }, gestureName(name))));
    gesture.value = page.gesture ?? "hold-left";
    const start = button(text("record.start"), begin, { class: "main", id: "record" });
    const left = element("p.big", { role: "timer" }), said = element("div", { role: "status" }), list = element("div"), shown = element("div");
    let running = null, from = null, taps = 0, timer = 0;
    const tap = element("button.tap", { type: "button", id: "tap" }, text("record.tap"));
    const during = element("div", { hidden: true }, left, element("p", {}, text("record.tap.lead")), tap,
        element("p.row", {}, button(text("try.stop"), () => connection.request("record", { stop: true }), { id: "record-stop" })));

    // Held like the gesture itself: with a finger, a mouse or the space bar.
    tap.addEventListener("pointerdown", event => {
        tap.setPointerCapture(event.pointerId);  // its end is told here, wherever it is
        from ??= appliance.now();
    });
    tap.addEventListener("pointercancel", () => { from = null; });
    tap.addEventListener("lostpointercapture", finish);
    tap.addEventListener("blur", finish);
    tap.addEventListener("keydown", event => { if ([" ", "Enter"].includes(event.key) && !event.repeat) from ??= appliance.now(); });
    tap.addEventListener("keyup", event => { if ([" ", "Enter"].includes(event.key)) finish(); });
    // A screen reader only clicks.
    tap.addEventListener("click", event => { if (event.detail === 0 && from === null && performance.now() - lastTap > 300) { from = appliance.now() - 0.5; finish(); } });
    let lastTap = 0;

    async function finish() {
        if (from === null || !running) return;
        const label = { gesture: gesture.value, from, to: Math.max(appliance.now(), from + 0.2) };
        from = null;
        lastTap = performance.now();
        const reply = await connection.request("label", label);
        if (reply.ok) taps += 1;
        fill(said, reply.ok ? text("record.tapped", { count: taps }) : refused(reply));
    }

    async function begin() {
        const seconds = Number(length.value);
        const reply = await connection.request("record", { agreed: agreed.checked, seconds });
        if (!reply.ok) return fill(said, refused(reply));
        follow(performance.now() + (reply.seconds ?? seconds) * 1000);
        appliance.refresh();
        write(said, "");
        tap.focus();
        return null;
    }

    /** A recording goes on until then. */
    function follow(end) {
        [running, taps, from] = [{ end }, 0, null];
        clearInterval(timer);
        timer = setInterval(tick, 250);
        show();
        tick();
    }

    /** One that was begun before this view, or by another browser, is shown and can be ended. */
    function followed() { if (!running && appliance.recording?.end > performance.now()) follow(appliance.recording.end); }

    function tick() {
        if (connection.state !== "online") return end("event.recording.failed");
        const seconds = (running.end - performance.now()) / 1000;
        write(left, text("record.left", { time: minutes(seconds) }));
        // The appliance says when it is over; this is for a stream that was interrupted.
        if (seconds <= -3) end();
        return null;
    }

    function end(words = "record.done") {
        clearInterval(timer);
        running = null;
        agreed.checked = false;  // asked again for each clip
        write(said, text(words, { count: taps }));
        show();
        // The file is complete shortly after.
        setTimeout(() => { appliance.refresh(); refresh(); }, 700);
        agreed.focus();
    }

    function show() {
        start.disabled = !agreed.checked || !page.mayChange();
        start.hidden = Boolean(running);
        during.hidden = !running;
        agreed.disabled = length.disabled = Boolean(running);
    }

    async function refresh() {
        const reply = await connection.request("recordings");
        if (!reply.ok) return fill(list, refused(reply));
        if (!reply.recordings.some(item => item.name === opened?.item.name)) look(null);
        return fill(list, reply.recordings.length ? element("ul.plain", {}, reply.recordings.map(item => recordingNode(item, page, look, refresh)))
            : element("p", {}, text("record.none")));
    }

    let opened = null;

    /** Shows a recording below the list. Its part of the page comes when it is needed. */
    async function look(item) {
        opened?.close();
        opened = null;
        if (!item) return fill(shown);
        const { Recording } = await import("./recording.js");
        opened?.close();
        opened = new Recording(item, page);
        fill(shown, element("h2", { tabindex: "-1" }, item.name), opened.node);
        shown.firstChild.scrollIntoView({ block: "start" });
        shown.firstChild.focus({ preventScroll: true });
        return null;
    }

    const happened = ({ detail }) => {
        if (detail.event !== "recording" || detail.state === "began") return;
        if (running) end();
        else refresh();
        if (detail.state === "failed") fill(said, refused({ detail: detail.reason }, text("event.recording.failed")));
    };
    const settled = () => refresh();
    appliance.addEventListener("event", happened);
    appliance.addEventListener("settled", settled);
    appliance.addEventListener("change", followed);
    show();
    followed();
    refresh();
    return {
        node: element("div", {}, element("p.lead", {}, text("record.lead")),
            element("section.card", {}, element("div.check", {}, agreed, element("label", { for: "agreed" }, text("record.agree"))),
                element("div.row", {}, element("p", {}, element("label", { for: "length" }, text("record.length")), length),
                    element("p", {}, element("label", { for: "label" }, text("record.gesture")), gesture)),
                element("p.row", {}, start), during, said),
            element("h2", {}, text("record.list")), list, shown, element("p.note", {}, text("record.note"))),
        close() {
            clearInterval(timer);
            opened?.close();
            appliance.removeEventListener("event", happened);
            appliance.removeEventListener("settled", settled);
            appliance.removeEventListener("change", followed);
        }
    };
}

function recordingNode(item, page, look, refresh) {
    const words = [element("span", {}, element("strong", {}, item.name), " ", item.at ? element("time", {}, day(new Date(1000 * item.at)), ", ") : null, text("record.item", {
        seconds: rounded(item.seconds ?? 0), megabytes: rounded((item.bytes ?? 0) / 1e6, 1), labels: item.labels ?? 0
    })), page.mayChange() ? button(text("record.look"), () => look(item), { "aria-label": text("record.look.name", { name: item.name }), class: "look" }) : null];
    return removable(words, page.mayChange() ? {
        remove: text("record.delete"), name: text("record.delete.name", { name: item.name }), sure: text("record.delete.sure"),
        yes: text("record.delete.yes"), no: text("record.delete.no")
    } : null, async () => {
        const reply = await page.connection.request("delete-recording", { name: item.name });
        page.tell(reply.ok ? text("record.deleted") : refused(reply), !reply.ok);
        refresh();
    });
}
