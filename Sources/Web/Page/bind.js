import { gesturesOf } from "./appliance.js";
import { Connect, placeField } from "./connect.js";
import { head } from "./drawing.js";
import { button, element, fill, write } from "./element.js";
import { refused } from "./reply.js";
import { gestureName, has, text, textOr } from "./text.js";

/** The drawing for each kind of output; `hardware/wiring` has them. */
const drawings = ["switch-jack", "relay", "ready", "led", "buzzer", "button", "servo", "robot", "heartbeat", "battery"];

/** Outputs by name, tested by a button, and what is wired where. */
export function bind(page) {
    const list = element("div", {}, element("p", {}, text("wait"))), lead = element("p.lead", { hidden: true }, text("bind.lead"));
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
    let drawn = null, cards = new Map();

    /** Draws the outputs; if only what is new is asked for, no output that is drawn already. */
    async function refresh(isOnlyNew = false) {
        const reply = await page.connection.request("outputs");
        if (!reply.ok) return fill(list, refused(reply));
        const isFirst = drawn === null, now = wiringOf(reply.outputs);
        if (isOnlyNew && now === drawn) return lights();
        drawn = now;
        const focus = focusIn(list), reopen = openedIn(list);
        cards = new Map(reply.outputs.map(output => [output.name, outputCard(output, page, show)]));
        fill(list, cards.size ? [...cards.values()].map(card => card.node) : element("p", {}, text("bind.none")));
        reopen();
        focus?.();
        lead.hidden = !reply.outputs.length;
        if (isFirst && reply.outputs.length) show(reply.outputs.map(drawingFor).find(Boolean) ?? drawings[0]);
        if (isFirst && !reply.outputs.length) connect.open();
        return lights();
    }

    /** A new output is on trial: what to do with it stands beside it. */
    async function added(name) {
        await refresh(true);
        const card = cardOf(name, list);
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
        for (const output of reply.outputs ?? []) cards.get(output.name)?.tell(output);
    }
    page.appliance.addEventListener("event", configured);
    const settled = () => refresh();
    page.appliance.addEventListener("settled", settled);
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
        node: element("div", {}, lead, list, connect.node,
            element("h2", {}, text("bind.wiring")), element("p", {}, element("label", { for: "drawing" }, text("bind.which")), choice), picture, caption),
        close() {
            page.appliance.removeEventListener("event", configured);
            page.appliance.removeEventListener("settled", settled);
            page.appliance.removeEventListener("change", lights);
        }
    };
}

/** What is drawn of the outputs, but for what drives them. */
function wiringOf(outputs) { return JSON.stringify(outputs.map(({ name, kind, where, action }) => [name, kind, where, action])); }

/** An output's card, and what tells it what drives the output now. */
function outputCard(output, page, show) {
    const said = element("div", { role: "status" });
    const where = output.where || text("bind.nowhere");
    const drawing = drawingFor(output), drives = element("dd", { "data-drives": output.name }, drivesOf(output)), choice = gestureChoice(output, page);
    const node = element("section.card.output", { "aria-label": output.name },
        element("div.row.spread", {}, element("h2", {}, output.name),
            element("p.light", { "data-name": output.name }, element("span.lamp", { "aria-hidden": "true" }), element("span", {}, text("bind.off")))),
        element("dl.facts", {}, element("dt", {}, text("bind.by")), drives,
            element("dt", {}, text("bind.where")), element("dd", {}, has(`kind.${output.kind}`) ? text(`kind.${output.kind}`, { where }) : where,
                output.simulated ? ` ${text("bind.simulated")}` : null),
            output.action ? [element("dt", {}, text("bind.action")), element("dd", {}, textOr(`action.${output.action}`, output.action))] : null),
        element("p.row", {}, page.mayChange() ? button(text("bind.test"), async () => {
            write(said, "");  // a screen reader says only what changes
            const reply = await page.connection.request("test-output", { name: output.name, seconds: 1 });
            fill(said, reply.ok ? text("bind.tested", { name: output.name }) : refused(reply));
        }, { "data-test": output.name, "aria-label": text("bind.test.name", { name: output.name }) }) : null,
        drawing ? button(text("bind.look"), () => {
            show(drawing, true);
        }) : null), choice?.node ?? null, changes(output, page, said), said);
    function tell(now) {
        write(drives, drivesOf(now));
        choice?.show(now.gestures ?? []);
    }
    return { node, tell };
}

/** A line each, because a gesture's name may have an "and" in it. */
function drivesOf(output) {
    return [...(output.gestures ?? []).map(gestureName),
        ...[output.state].flat().filter(Boolean).map(name => text("bind.state", { state: textOr(`output.${name}`, name) })),
        ...(output.feedback ?? []).map(name => text("bind.feedback", { cue: textOr(`cue.${name}`, name) }))].join("\n") || "–";
}

/** Other gestures for an output, on trial until they are kept. An output that follows a state keeps to it. */
function gestureChoice(output, page) {
    if (!output.gestures?.length || !page.mayChange()) return null;
    const boxes = [...new Set([...gesturesOf(page.appliance), ...output.gestures])].map(gesture => {
        const id = `${output.name}-${gesture}`, input = element("input", { type: "checkbox", id, value: gesture, onchange: change });
        input.checked = output.gestures.includes(gesture);
        return { input, node: element("div.check", {}, input, head(gesture, true), element("label", { for: id }, gestureName(gesture))) };
    });
    // What is in force, whoever has changed it; and the changes under way, one after the other, so that none undoes the one before.
    let { gestures } = output, changes = Promise.resolve(), waiting = 0;
    function show(now) {
        gestures = now;
        if (waiting === 0) for (const { input } of boxes) input.checked = gestures.includes(input.value);
    }
    function change() {
        waiting += 1;
        changes = changes.then(async () => {
            const wanted = boxes.map(box => box.input).filter(input => input.checked).map(input => input.value);
            if (!wanted.length) page.tell(text("bind.least"), true);
            else if (String(wanted) !== String(gestures) && await page.trial.attempt({ [`outputs.${output.name}.gesture`]: wanted })) gestures = wanted;
            waiting -= 1;
            show(gestures);
        });
    }
    const node = element("details", {}, element("summary", {}, text("bind.change")),
        element("fieldset.choices", {}, element("legend", {}, text("bind.by")), boxes.map(box => box.node)));
    return { node, show };
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
        // The place that it has is offered too, and chosen: opening this changes nothing.
        const own = { ...places, pins: withOwn(places.pins ?? [], output), keys: withOwn(places.keys ?? [], output) }, id = `place-${output.name}`;
        const field = output.kind === "none" ? null : placeField(output.kind, own, output.where, id);
        return fill(body, field?.node ?? null, element("p.row", {},
            field && !field.isEmpty ? button(text("connect.try"), () => ask("change-output", { [output.kind]: field.value() }), { "data-change": output.name }) : null,
            button(text("bind.remove"), () => ask("remove-output", {}), { class: "delete", "data-remove": output.name, "aria-label": text("bind.remove.name", { name: output.name }) })));
    }
    return element("details", { ontoggle: event => { if (event.target.open) open(); } }, element("summary", { "data-edit": true }, text("bind.edit")), body);
}

/** Places with an output's own one among them. */
function withOwn(places, { kind, where }) {
    if (kind !== "line") return places.includes(where) ? places : [where, ...places];
    return places.some(({ line }) => line === where) ? places : [{ line: where, pin: "" }, ...places];
}

/** The part of a list that is about an output. */
function cardOf(name, list) { return [...list.children].find(node => node.getAttribute("aria-label") === name); }

/** Opens again what was open of each output, after a list was drawn anew. */
function openedIn(list) {
    const opened = [...list.querySelectorAll("details[open]")].map(node => {
        const card = node.closest(".output");
        return [card.getAttribute("aria-label"), [...card.querySelectorAll("details")].indexOf(node)];
    });
    return () => {
        for (const [name, place] of opened) {
            const node = cardOf(name, list)?.querySelectorAll("details")[place];
            if (node) node.open = true;
        }
    };
}

/** A way back to the control in hand, or one near it, after a list was drawn anew; `null` if none was in hand. */
function focusIn(list) {
    const control = document.activeElement, card = list.contains(control) ? control.closest(".output") : null;
    if (!card) return null;
    const name = card.getAttribute("aria-label");
    return () => {
        (cardOf(name, list)?.querySelector("[data-edit], [data-test]") ?? document.getElementById("main")).focus({ preventScroll: true });
    };
}

/** The drawing that fits an output most likely. */
function drawingFor({ kind, name, state, gestures }) {
    if (kind !== "line") return null;
    if (state === "ready" || state === "heartbeat") return state;
    if (state === "alarm" || /buzz/i.test(name)) return "buzzer";
    if (state || /lamp|light|led/i.test(name)) return "led";
    return gestures?.length && /bell|relay/i.test(name) ? "relay" : "switch-jack";
}
