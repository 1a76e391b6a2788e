import { facesOf, gestureOf, movementsOf } from "./appliance.js";
import { head } from "./drawing.js";
import { button, element, fill, write } from "./element.js";
import { Gauge } from "./gauge.js";
import { Picture } from "./picture.js";
import { Range } from "./range.js";
import { reason } from "./refusals.js";
import { refused } from "./reply.js";
import { gestureName, has, joined, number, text } from "./text.js";
import { Zones } from "./zones.js";

const steps = [camera, rest, choose, far, attempt];
/** What is offered of the head; all of the face is. */
const ofHead = ["hold-left", "hold-right", "left", "right", "up", "down", "nod", "shake", "tilt-left", "tilt-right"];

/** The wizard: five steps, each with one thing to do and a way back. */
export function place(page) {
    const place = { page, gesture: page.gesture ?? "hold-left" };
    const body = element("div"), heading = element("h2", { tabindex: "-1" });
    const progress = element("ol.steps", { "aria-label": text("place.steps") },
        steps.map((_, index) => element("li", {}, element("span.hidden", {}, text("place.step", { step: index + 1, of: steps.length })))));
    const back = button(text("place.back"), () => go(index - 1), { id: "back" });
    const next = button(text("place.next"), () => index + 1 < steps.length ? go(index + 1) : (location.hash = "#try"), { class: "main", id: "next" });
    let index = 0, step = null;

    function go(to, hasFocus = true) {
        step?.close?.();
        index = to;
        step = steps[index](place);
        [...progress.children].forEach((item, other) => {
            item.className = other < index ? "done" : other === index ? "now" : "";
            if (other === index) item.setAttribute("aria-current", "step");
            else item.removeAttribute("aria-current");
        });
        write(heading, `${number(index + 1)}. ${text(`place.${step.name}`)}`);
        fill(body, step.node);
        back.hidden = index === 0;
        write(next, text(index + 1 < steps.length ? "place.next" : "place.finish"));
        if (hasFocus) {
            heading.focus({ preventScroll: true });
            heading.scrollIntoView({ block: "nearest" });
        }
    }

    go(0, false);
    return {
        node: element("div", {}, progress, element("div.card", {}, heading, body, element("p.row.spread", {}, back, next))),
        close: () => step?.close?.()
    };
}

function camera({ page }) {
    const picture = new Picture(page.connection);
    return {
        name: "camera", close: () => picture.close(),
        node: element("div", {}, element("p.lead", {}, text("place.camera.lead")), picture.node,
            element("ul.tips", {}, ["height", "distance", "light", "others"].map(tip => element("li", {}, text(`place.camera.${tip}`)))))
    };
}

function rest({ page }) {
    const { appliance, connection } = page;
    const said = element("p.big", { role: "status" });
    function show() {
        const state = appliance.stateName();
        write(said, text(state === "ready" ? "place.rest.done" : state === "searching" ? "place.rest.nobody"
            : state === "calibrating" ? "place.rest.wait" : `state.${state}`));
    }
    appliance.addEventListener("change", show);
    show();
    return {
        name: "rest", close: () => appliance.removeEventListener("change", show),
        node: element("div", {}, element("p.lead", {}, text("place.rest.lead")), said,
            page.mayChange() ? element("p", {}, button(text("place.rest.again"), async () => {
                const reply = await connection.request("calibrate");
                if (!reply.ok) page.tell(refused(reply), true);
                else appliance.refresh();
            }, { id: "calibrate" })) : null,
            element("p.note", {}, text("place.rest.note")))
    };
}

function choose(place) {
    const cards = [...ofHead, ...facesOf(place.page.appliance).flatMap(name => [name, `hold-${name}`])].map(gesture => {
        const hint = `choose.${gesture.replace(/left|right/, "side")}`;
        const input = element("input", {
            type: "radio", name: "gesture", value: gesture, id: `gesture-${gesture}`, onchange: () => {
                place.gesture = place.page.gesture = gesture;
            }
        });
        input.checked = gesture === place.gesture;
        return element("label.choice", { for: input.id }, input, head(gesture),
            element("span", {}, element("strong", {}, gestureName(gesture)),
                has(hint) ? element("span.hint", {}, text(hint)) : null));
    });
    return {
        name: "choose",
        node: element("div", {}, element("p.lead", {}, text("place.choose.lead")),
            element("fieldset.choices", {}, element("legend", {}, text("place.choose.name")), cards))
    };
}

function far(place) {
    const range = new Range(place.page, movementsOf(place.gesture));
    return {
        name: "far", close: () => range.close(),
        node: element("div", {}, element("p.lead", {}, text("place.far.lead", { gesture: gestureName(place.gesture) })), range.node)
    };
}

function attempt({ page, gesture }) {
    const { appliance, connection } = page;
    const zones = new Zones(), gauge = new Gauge(appliance, zones);
    const marks = [0, 1, 2].map(() => element("li", {}));
    const said = element("p.big", { role: "status" }, text("place.attempt.wait"));
    let count = 0;
    function happened({ detail: record }) {
        if (gestureOf(record) === gesture) {
            if (count < marks.length) {
                marks[count].className = "done";
                fill(marks[count], element("span.hidden", {}, text("place.attempt.one")));
            }
            count += 1;
            write(said, text(count < 3 ? "place.attempt.found" : "place.attempt.done", { count }));
        } else if (record.event === "rejected") write(said, reason(record));
    }
    appliance.addEventListener("event", happened);
    const use = element("p.note");
    connection.request("outputs").then(({ outputs }) => {
        const users = (outputs ?? []).filter(output => output.gestures?.includes(gesture)).map(output => output.name);
        fill(use, users.length ? text("place.attempt.use", { outputs: joined(users) })
            : [text(outputs?.length ? "place.attempt.unused" : "bind.none"), " ", element("a", { href: "#bind" }, text("bind.title"))]);
    });
    appliance.settings().then(reply => {
        if (!reply.ok) return;
        zones.take(reply.settings);
        // Tilts and the face are reported only if something uses them: for the attempt they are on trial.
        const own = reply.settings.find(({ kind, movements }) => kind === "boolean" && movementsOf(gesture).some(movement => movements?.includes(movement)));
        if (own?.value === false && page.mayChange()) page.trial.attempt({ [own.key]: true });
    });
    return {
        name: "attempt",
        close() {
            appliance.removeEventListener("event", happened);
            gauge.close();
        },
        node: element("div", {}, element("p.lead", {}, text("place.attempt.lead", { gesture: gestureName(gesture) })),
            element("ol.three", { "aria-label": text("place.attempt.name") }, marks), said, use, gauge.node)
    };
}
