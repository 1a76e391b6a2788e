import { gesturesOf } from "./appliance.js";
import { Connect, placeField } from "./connect.js";
import { head } from "./drawing.js";
import { button, element, fill, write } from "./element.js";
import { refusal, refused } from "./reply.js";
import { gestureName, has, text } from "./text.js";

/** The drawing for each kind of output; `hardware/wiring` has them. */
const drawings = ["switch-jack", "relay", "ready", "led", "buzzer", "button", "servo", "robot", "heartbeat", "battery"];

/** Outputs by name, tested by a button, and what is wired where. */
export function bind(page) {
    const list = element("div", {}, element("p", {}, text("wait")));
    const picture = element("img.wiring", { alt: "", width: 500, height: 530 });
    const caption = element("p.note");
    const choice = element("select", { id: "drawing", onchange: () => show(choice.value) },
        drawings.map(name => element("option", { value: name }, text(`wiring.${name}`))));

    function show(name, isWanted = false) {
        choice.value = name;
        picture.src = `wiring/${name}.svg`;
        picture.alt = text("bind.drawing", { name: text(`wiring.${name}`) });
        write(caption, text("bind.safety"));
        if (isWanted) picture.scrollIntoView({ block: "center" });
    }

    const connect = new Connect(page, show, added);
    let drawn = null;

    /** Draws the outputs; if only what is new is asked for, no output that is drawn already. */
    async function refresh(isOnlyNew = false) {
        const reply = await page.connection.request("outputs");
        if (!reply.ok) return fill(list, refused(reply));
        const isFirst = drawn === null, now = wiringOf(reply.outputs);
        if (isOnlyNew && now === drawn) return lights();
        drawn = now;
        fill(list, reply.outputs.length ? reply.outputs.map(output => outputNode(output, page, show)) : element("p", {}, text("bind.none")));
        if (isFirst && !reply.outputs.length) connect.open();
        return lights();
    }

    /** A new output is on trial: what to do with it stands beside it. */
    async function added(name) {
        await refresh(true);
        const card = [...list.children].find(node => node.getAttribute("aria-label") === name);
        if (!card) return;
        card.prepend(element("p.advised.fresh", { role: "status" }, text("connect.trying")));
        card.scrollIntoView({ block: "start" });
        card.querySelector("[data-test]")?.focus({ preventScroll: true });
    }

    const ended = new Set(["discarded", "expired", "undone"]);
    const configured = ({ detail: { event, state } }) => {
        if (event === "configured" || event === "trial" && ended.has(state)) refresh();
        else if (event === "trial") {
            if (state === "kept") for (const node of list.querySelectorAll(".fresh")) node.remove();
            tellDrives();
        }
    };

    /** What drives each output now; the rest stays, for somebody is ticking boxes in it. */
    async function tellDrives() {
        const reply = await page.connection.request("outputs");
        if (reply.ok && wiringOf(reply.outputs) !== drawn) return void refresh(true);
        for (const output of reply.outputs ?? []) {
            const node = [...list.querySelectorAll("[data-drives]")].find(one => one.dataset.drives === output.name);
            if (node) write(node, drivesOf(output));
        }
    }
    page.appliance.addEventListener("event", configured);
    const lights = () => {
        for (const light of list.querySelectorAll(".light")) {
            const isOn = Boolean(page.appliance.status?.outputs?.[light.dataset.name]);
            light.classList.toggle("on", isOn);
            write(light.lastElementChild, text(isOn ? "bind.on" : "bind.off"));
        }
    };
    page.appliance.addEventListener("change", lights);
    show(drawings[0]);
    refresh();
    return {
        node: element("div", {}, element("p.lead", {}, text("bind.lead")), list, connect.node,
            element("h2", {}, text("bind.wiring")), element("p", {}, element("label", { for: "drawing" }, text("bind.which")), choice), picture, caption),
        close() {
            page.appliance.removeEventListener("event", configured);
            page.appliance.removeEventListener("change", lights);
        }
    };
}

/** What is drawn of the outputs, but for what drives them. */
function wiringOf(outputs) { return JSON.stringify(outputs.map(({ name, kind, where, action }) => [name, kind, where, action])); }

function outputNode(output, page, show) {
    const said = element("p", { role: "status" });
    const where = output.where || text("bind.nowhere");
    const drawing = drawingFor(output);
    return element("section.card.output", { "aria-label": output.name },
        element("div.row.spread", {}, element("h2", {}, output.name),
            element("p.light", { "data-name": output.name }, element("span.lamp", { "aria-hidden": "true" }), element("span", {}, text("bind.off")))),
        element("dl.facts", {}, element("dt", {}, text("bind.by")), element("dd", { "data-drives": output.name }, drivesOf(output)),
            element("dt", {}, text("bind.where")), element("dd", {}, has(`kind.${output.kind}`) ? text(`kind.${output.kind}`, { where }) : where,
                output.simulated ? ` ${text("bind.simulated")}` : null),
            output.action ? [element("dt", {}, text("bind.action")), element("dd", {}, has(`action.${output.action}`) ? text(`action.${output.action}`) : output.action)] : null),
        element("p.row", {}, page.mayChange() ? button(text("bind.test"), async () => {
            write(said, "");  // a screen reader says only what changes
            const reply = await page.connection.request("test-output", { name: output.name, seconds: 1 });
            write(said, reply.ok ? text("bind.tested", { name: output.name }) : refusal(reply));
        }, { "data-test": output.name, "aria-label": text("bind.test.name", { name: output.name }) }) : null,
        drawing ? button(text("bind.look"), () => {
            show(drawing, true);
        }) : null), gestureChoice(output, page), changes(output, page, said), said);
}

/** A line each, because a gesture's name may have an "and" in it. */
function drivesOf(output) {
    return [...(output.gestures ?? []).map(gestureName),
        ...[output.state].flat().filter(Boolean).map(name => text("bind.state", { state: has(`output.${name}`) ? text(`output.${name}`) : name })),
        ...(output.feedback ?? []).map(name => text("bind.feedback", { cue: has(`cue.${name}`) ? text(`cue.${name}`) : name }))].join("\n") || "–";
}

/** Other gestures for an output, on trial until they are kept. An output that follows a state keeps to it. */
function gestureChoice(output, page) {
    if (!output.gestures?.length || !page.mayChange()) return null;
    const boxes = [...new Set([...gesturesOf(page.appliance), ...output.gestures])].map(gesture => {
        const id = `${output.name}-${gesture}`, input = element("input", { type: "checkbox", id, value: gesture, onchange: change });
        input.checked = output.gestures.includes(gesture);
        return { input, node: element("div.check", {}, input, head(gesture, true), element("label", { for: id }, gestureName(gesture))) };
    });
    async function change() {
        const gestures = boxes.filter(box => box.input.checked).map(box => box.input.value);
        if (gestures.length && await page.trial.attempt({ [`outputs.${output.name}.gesture`]: gestures })) return;
        for (const { input } of boxes) input.checked = output.gestures.includes(input.value);
    }
    return element("details", {}, element("summary", {}, text("bind.change")), element("fieldset.choices", {},
        element("legend", {}, text("bind.by")), boxes.map(box => box.node)));
}

/** Another pin or key for an output, and a button that takes it out. What somebody has wired with limits is changed in the file. */
function changes(output, page, said) {
    if (!page.mayChange()) return null;
    if (!output.editable) return output.kind === "none" ? null : element("p.note", {}, text("bind.protected"));
    const body = element("div");
    async function ask(request, values) {
        fill(said);
        const reply = await page.connection.request(request, { name: output.name, ...values });
        if (reply.ok) page.appliance.takeTrial(reply.trial);
        else fill(said, refused(reply));
    }
    async function open() {
        const places = await page.connection.request("places");
        if (!places.ok) return fill(body, refused(places));
        const own = { ...places, pins: places.pins ?? [] }, id = `place-${output.name}`;
        const field = output.kind === "none" ? null : placeField(output.kind, own, output.where, id);
        return fill(body, field?.node ?? null, element("p.row", {},
            field && !field.isEmpty ? button(text("connect.try"), () => ask("change-output", { [output.kind]: field.value() }), { "data-change": output.name }) : null,
            button(text("bind.remove"), () => ask("remove-output", {}), { class: "delete", "data-remove": output.name, "aria-label": text("bind.remove.name", { name: output.name }) })));
    }
    return element("details", { ontoggle: event => { if (event.target.open) open(); } }, element("summary", { "data-edit": true }, text("bind.edit")), body);
}

/** The drawing that fits an output most likely. */
function drawingFor({ kind, name, state, gestures }) {
    if (kind !== "line") return null;
    if (state === "ready" || state === "heartbeat") return state;
    if (state === "alarm" || /buzz/i.test(name)) return "buzzer";
    if (state || /lamp|light|led/i.test(name)) return "led";
    return gestures?.length && /bell|relay/i.test(name) ? "relay" : "switch-jack";
}
