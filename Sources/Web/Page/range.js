import { facesOf, movementsOf as movementsFor } from "./appliance.js";
import { cue } from "./cue.js";
import { button, element, fill, write } from "./element.js";
import { Gauge } from "./gauge.js";
import { refused } from "./reply.js";
import { Running } from "./running.js";
import { gestureName, has, joined, text, textOr } from "./text.js";
import { Zones } from "./zones.js";

const ways = ["left", "right", "up", "down"];
/** What else of the head is measured. */
const tilts = ["tilt-left", "tilt-right"];

/** A movement's name for people. */
function movementName(movement) { return ways.includes(movement) ? text(`way.${movement}`) : gestureName(movement); }

/** What was found, in the movement's own unit. */
function foundKey(movement) {
    return ways.includes(movement) || movement === "mouth" ? "range.found" : movement.startsWith("tilt-") ? "range.found.tilt" : "range.found.part";
}

/** Measures how far the head moves in each direction, and how far tilts and the face go, with a live gauge. */
export class Range {
    #zones = new Zones();
    #said = element("div.big", { role: "status" });
    #found = element("ul.found");
    #row = element("p.row");
    #known = element("p.row");
    #boxes;
    #running;
    /** What the eyes did in each direction. */
    #eyes = new Map();
    /** The file says what the eyes must do, whatever is measured. */
    #areEyesSet = false;
    #happened = event => this.#take(event.detail);
    #changed = () => this.#showKnown();

    constructor(page, movements) {
        this.page = page;
        let isChosen = false;
        this.#boxes = [...ways, ...tilts, ...facesOf(page.appliance)].map(way => {
            const input = element("input", { type: "checkbox", id: `way-${way}`, onchange: () => { isChosen = true; } });
            input.checked = movements.includes(way);
            return { way, input, node: element("label.check", { for: input.id }, input, movementName(way)) };
        });
        this.gauge = new Gauge(page.appliance, this.#zones);
        this.node = element("div", {},
            element("fieldset.ways", {}, element("legend", {}, text("range.ways")), this.#boxes.slice(0, ways.length).map(box => box.node)),
            element("fieldset.ways", {}, element("legend", {}, text("range.more")), this.#boxes.slice(ways.length).map(box => box.node)),
            element("p.note", {}, text("range.others")), this.#row, this.#said, this.gauge.node, this.#found, this.#known);
        this.#running = new Running(page.appliance, "measuring-ranges", isLost => {
            this.#show();
            if (isLost) write(this.#said, text("range.cancelled"));
        });
        page.appliance.addEventListener("event", this.#happened);
        // What outputs use is measured too.
        page.connection.request("outputs").then(({ outputs }) => {
            if (isChosen) return;
            const used = new Set((outputs ?? []).flatMap(output => output.gestures ?? []).flatMap(movementsFor));
            for (const { way, input } of this.#boxes) input.checked ||= used.has(way);
        });
        page.appliance.addEventListener("change", this.#changed);
        page.appliance.settings().then(reply => {
            if (!reply.ok) return;
            this.#zones.take(reply.settings);
            const eyes = reply.settings.find(setting => setting.key === "gestures.eyes");
            this.#areEyesSet = Boolean(eyes?.set) && eyes.value !== "measured";
        });
        this.#show();
    }

    close() {
        this.page.appliance.removeEventListener("event", this.#happened);
        this.page.appliance.removeEventListener("change", this.#changed);
        this.gauge.close();
        this.#running.close();
        if (this.#running.isOurs) this.page.connection.request("calibrate", { cancel: true });
    }

    #show() {
        const hadFocus = this.#row.contains(document.activeElement);
        for (const { input } of this.#boxes) input.disabled = this.#running.isOn;
        fill(this.#row, !this.page.mayChange() ? text("error.no-right") : this.#running.isOn
            ? button(text("range.cancel"), () => this.page.connection.request("calibrate", { cancel: true }), { id: "range-cancel" })
            : button(text("range.start"), () => this.#start(), { id: "range-start", class: "main" }));
        if (hadFocus) this.#row.querySelector("button")?.focus();
        this.#showKnown();
    }

    #measured = null;

    /** What has been measured, and a button that forgets it. */
    #showKnown() {
        const measured = Object.keys(this.page.appliance.status?.ranges ?? {}), shown = `${measured} ${this.#running.isOn}`;
        if (shown === this.#measured) return;
        this.#measured = shown;
        fill(this.#known, measured.length ? text("range.known", { ways: joined(measured.map(movementName)) }) : null,
            measured.length && this.page.mayChange() && !this.#running.isOn ? button(text("range.forget"), () => this.#forget(), { id: "range-forget" }) : null);
    }

    async #forget() {
        const reply = await this.page.connection.request("forget-ranges");
        if (!reply.ok) return fill(this.#said, refused(reply));
        fill(this.#found);
        const settings = await this.page.appliance.settings();
        if (settings.ok) this.#zones.take(settings.settings);
        await this.page.appliance.refresh();
        return write(this.#said, text("range.forgotten"));
    }

    async #start() {
        const directions = this.#boxes.filter(box => box.input.checked).map(box => box.way);
        if (!directions.length) return write(this.#said, text("range.none"));
        fill(this.#found);
        this.#eyes.clear();
        this.gauge.clear();
        // Before the reply, because events may overtake it.
        this.#running.begin();
        const reply = await this.page.connection.request("calibrate-range", { directions, trial: true });
        if (reply.ok) return null;
        this.#running.tell(false);
        return fill(this.#said, refused(reply));
    }

    #take(record) {
        if (record.event === "range-found") {
            const movement = record.movement, way = movementName(movement);
            if (ways.includes(movement) && record.threshold !== null && record.threshold !== undefined) this.#zones[movement] = record.threshold;
            // What could not be told from rest says nothing of the eyes.
            if (record.eyes && record.threshold !== null && record.threshold !== undefined) this.#eyes.set(movement, record.eyes);
            this.#found.append(element("li", {}, record.threshold === null || record.threshold === undefined ? text("range.nothing", { way })
                : text(foundKey(movement), { way, reach: record.reach, threshold: record.threshold }),
            record.threshold !== null && record.threshold !== undefined && has(`range.eyes.${record.eyes}`) ? ` ${text(`range.eyes.${record.eyes}`)}` : null));
        }
        if (record.event !== "range") return;
        if (record.step === "reach") cue();
        this.#running.tell(record.step === "rest" || record.step === "reach");
        write(this.#said, record.step === "rest" ? text("range.rest")
            : record.step === "reach" ? this.#request(record)
            : record.step === "done" ? this.#result(record)
            : text("range.cancelled"));
    }

    /** What to do; in the appliance's own words if there are none of ours. */
    #request(record) { return textOr(`range.reach.${record.movement}`, record.words ?? ""); }

    /** What holds from now on, and why. */
    #result({ kept, eyes }) {
        if (!kept) return text("range.unchanged");
        if (!eyes || this.#areEyesSet) return text("range.kept");
        if (eyes === "ahead") return `${text("range.kept")} ${text("range.kept.ahead")}`;
        const why = ["along", "unclear", "unknown"].find(reason => [...this.#eyes.values()].includes(reason)) ?? "unclear";
        const where = joined([...this.#eyes].filter(([, behavior]) => behavior === why).map(([way]) => text(`way.${way}`)));
        return where ? `${text("range.kept")} ${text(`range.kept.any.${why}`, { ways: where })}` : text("range.kept");
    }
}
