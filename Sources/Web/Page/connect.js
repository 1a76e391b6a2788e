import { gesturesOf } from "./appliance.js";
import { button, element, fill } from "./element.js";
import { refused } from "./reply.js";
import { gestureName, text } from "./text.js";

/** What a gesture can do: the key that says what is switched, the drawing, the pin in it, and what usually happens. */
const deeds = {
    bell: { target: "line", drawing: "relay", pin: "GPIO17" },
    toy: { target: "line", drawing: "switch-jack", pin: "GPIO17", held: true },
    lamp: { target: "line", drawing: "led", pin: "GPIO22", action: "toggle" },
    buzzer: { target: "line", drawing: "buzzer", pin: "GPIO24" },
    tablet: { target: "bluetooth", held: true },
    computer: { target: "usb", held: true },
    home: {},
    sound: {}
};
/** The keys that are offered first. */
const usual = ["space", "enter", "right", "left", "up", "down", "tab", "escape", "mouse-left"];
/** The sounds of gestures that count. */
const sounds = ["recognised", "held"];

/** Begins with what should happen, and ends with an output on trial. `show(drawing)` shows a drawing; `added(name)` is called with the new output's name. */
export class Connect {
    node = element("div.connect");
    #said = element("div", { role: "status" });
    #details = element("div");
    #page;
    #show;
    #added;
    #deed = null;

    constructor(page, show, added) {
        [this.#page, this.#show, this.#added] = [page, show, added];
        if (page.mayChange()) this.#close();
    }

    /** Only a button. */
    #close() {
        this.#deed = null;
        fill(this.node, element("p", {}, button(text("connect.begin"), () => this.open(true), { class: "main", id: "connect" })));
    }

    open(hasFocus = false) {
        if (!this.#page.mayChange()) return;
        fill(this.#details);
        fill(this.#said);
        const heading = element("h2", { tabindex: "-1" }, text("connect.what"));
        const choices = Object.keys(deeds).map(deed => {
            const id = `deed-${deed}`, input = element("input", { type: "radio", name: "deed", id, value: deed, onchange: () => this.#choose(deed) });
            return element("label.choice", { for: id }, input, element("span", {}, element("strong", {}, text(`connect.${deed}`)),
                element("span.hint", {}, text(`connect.hint.${deed}`))));
        });
        fill(this.node, element("section.card", { "aria-label": text("connect.begin") }, heading,
            element("fieldset.choices.deeds", {}, element("legend.hidden", {}, text("connect.what")), choices), this.#details, this.#said));
        if (hasFocus) heading.focus();
    }

    /** @param {object} wished what was chosen before, as far as it is still free */
    async #choose(deed, wished = {}) {
        this.#deed = deed;
        fill(this.#said);
        const [places, reply] = [await this.#page.connection.request("places"), await this.#page.connection.request("outputs")];
        if (this.#deed !== deed) return;
        if (!places.ok || !reply.ok) return void fill(this.#details, refused(places.ok ? reply : places));
        if (deed === "sound") return this.#chooseSound();
        // What is wired as in the drawing of something else is wired wrongly.
        if (deeds[deed].drawing) this.#show(deeds[deed].drawing);
        const { target, drawing, pin } = deeds[deed], names = reply.outputs.map(output => output.name);
        const where = target ? placeField(target, places, wished[target] ?? pin, "connect-place") : null;
        const name = element("input", { type: "text", id: "connect-name", maxlength: 32, autocomplete: "off", "aria-describedby": "connect-name-hint",
            onchange: () => {
                const written = plain(name.value);
                fill(this.#said, written ? null : element("p.bad", {}, text("connect.name.hint")));
                name.value = unique(written || deed, names);
            } });
        name.value = unique(wished.name ?? deed, names);
        const gesture = this.#gestureField(reply.outputs, wished.gesture?.[0]), action = element("select", { id: "connect-action" });
        const actions = () => {
            const isHold = gesture.value.startsWith("hold-"), offered = isHold ? ["level", "pulse", "toggle"] : ["pulse", "toggle"];
            fill(action, offered.map(value => element("option", { value }, text(`action.${value}`))));
            action.value = deeds[deed].action ?? (deeds[deed].held || !isHold ? offered[0] : "pulse");
        };
        gesture.addEventListener("change", actions);
        actions();
        if (wished.action) action.value = wished.action;
        const values = () => ({ name: name.value, gesture: [gesture.value], action: action.value, ...where ? { [target]: where.value() } : {} });
        fill(this.#details, element("h2", {}, text("connect.where")), where?.node ?? element("p", {}, text("connect.home.told")),
            target === "bluetooth" ? element("p", {}, element("a", { href: "#bluetooth" }, text("bluetooth.title"))) : null,
            target === "usb" && !places.usb ? element("p.bad", {}, text("connect.no-usb")) : null,
            deed === "home" && !places.mqtt ? element("p.bad", {}, text("connect.no-mqtt")) : null,
            drawing ? element("p", {}, button(text("bind.look"), () => this.#show(drawing, true))) : null,
            field("connect-name", text("connect.name"), name, element("span.hint", { id: "connect-name-hint" }, text("connect.name.hint"))),
            element("h2", {}, text("connect.gesture")), field("connect-gesture", text("bind.by"), gesture), field("connect-action", text("bind.action"), action),
            element("p.row", {}, button(text("connect.try"), () => this.#try(values()), { class: "main", id: "connect-try", disabled: where?.isEmpty ?? false }),
                button(text("place.back"), () => this.#cancel())));
        return void this.#details.scrollIntoView({ block: "start" });
    }

    #gestureField(outputs, wished) {
        const used = new Set(outputs.flatMap(output => output.gestures ?? [])), all = gesturesOf(this.#page.appliance);
        const select = element("select", { id: "connect-gesture" }, all.map(gesture => element("option", { value: gesture }, gestureName(gesture))));
        select.value = wished ?? this.#page.gesture ?? all.find(gesture => !used.has(gesture)) ?? all[0];
        return select;
    }

    async #try(values) {
        fill(this.#said);
        const reply = await this.#page.connection.request("add-output", values);
        if (!reply.ok) {
            if (reply.error !== "bad-field") return void fill(this.#said, refused(reply));
            // Another browser or the file may have taken the place: what is free is asked for anew.
            await this.#choose(this.#deed, values);
            return void fill(this.#said, refused(reply, text("connect.taken")));
        }
        this.#page.appliance.takeTrial(reply.trial);
        this.#close();
        return this.#added(values.name);
    }

    /** Sounds tell what counts; nothing else is wired. */
    #chooseSound() {
        fill(this.#details, element("p", {}, text("connect.sound.told")),
            element("p.row", {}, button(text("connect.try"), async () => {
                const reply = await this.#page.connection.request("settings", { under: "feedback." });
                const own = reply.settings?.find(setting => setting.key === "feedback.sounds")?.value ?? [];
                if (!await this.#page.trial.attempt({ "feedback.sounds": [...new Set([...own, ...sounds])] })) return;
                this.#cancel();
                this.#page.tell(text("connect.sounding"));
            }, { class: "main", id: "connect-try" }), button(text("place.back"), () => this.#cancel())));
    }

    #cancel() {
        this.#close();
        this.node.querySelector("button").focus();
    }
}

/** A choice of what an output switches: `{node, value(), isEmpty}`. */
export function placeField(target, places, wish, id) {
    const offered = target === "line" ? places.pins.map(({ line, pin }) => [line, pin === "" ? line : text("connect.pin.one", { line, pin: String(pin) })])
        : [...usual.filter(key => places.keys.includes(key)), ...places.keys.filter(key => !usual.includes(key))].map(key => [key, key]);
    if (!offered.length) return { node: element("p.bad", {}, text("connect.no-pins")), value: () => "", isEmpty: true };
    const select = element("select", { id }, offered.map(([value, words]) => element("option", { value }, words)));
    if (offered.some(([value]) => value === wish)) select.value = wish;
    return { node: field(id, text(target === "line" ? "connect.pin" : "connect.key"), select), value: () => select.value, isEmpty: false };
}

function field(id, words, ...nodes) { return element("div.field", {}, element("label", { for: id }, words), nodes); }

/** A name as the file can have it: letters without accents, digits, - and _. */
function plain(words) {
    return words.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").replace(/ß/g, "ss").replace(/[^\w-]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 32);
}

/** A name that no other output has. */
function unique(name, names) {
    if (!names.includes(name)) return name;
    for (let number = 2; ; number += 1) {
        const other = `${name.slice(0, 28)}-${number}`;
        if (!names.includes(other)) return other;
    }
}
