import { expressions, movementsOf } from "./appliance.js";
import { element, fill } from "./element.js";
import { Level, isMeasured } from "./level.js";
import { refused } from "./reply.js";
import { bounds, control } from "./setting.js";
import { text } from "./text.js";
import { Trace } from "./trace.js";
import { Zones } from "./zones.js";

/** The settings that people need, in the order in which they are shown. */
const groups = {
    far: ["gestures.threshold_left", "gestures.threshold_right", "gestures.threshold_up", "gestures.threshold_down",
          "gestures.idle_zone_radius"],
    tilts: ["gestures.tilt", "gestures.threshold_tilt_left", "gestures.threshold_tilt_right", "gestures.idle_zone_tilt"],
    face: ["gestures.mouth", "gestures.threshold_mouth", "gestures.eyes_closed", "gestures.threshold_eyes_closed", "gestures.brows",
           "gestures.threshold_brows", "gestures.smile", "gestures.threshold_smile"],
    long: ["gestures.acceptance", "gestures.discrete_max", "gestures.onset_max", "gestures.nod_swing"],
    after: [/^filters\..*\.(release|ignore_repeat)$/],
    talking: ["gestures.quiet_mouth"],
    rates: ["camera.rate", "budget.min_rate", "budget.max_rate"]
};

const turns = ["left", "right", "up", "down"], tilts = ["tilt-left", "tilt-right"];
/** Movements that settings with other names are about. */
const about = { "idle-zone-radius": turns, tilt: tilts, "idle-zone-tilt": tilts, "nod-swing": ["nod"] };

/** Whether a setting is about something that is used; one that is about no movement is about all. */
function isUsed(key, used) {
    const name = key.replace(/^gestures\.(threshold_)?/, "").replaceAll("_", "-");
    const movements = about[name] ?? ([...turns, ...tilts, ...expressions].includes(name) ? [name] : null);
    return !used.size || !movements || movements.some(movement => used.has(movement));
}

/** The filter that a gesture without a table has. */
function absent(gesture) {
    const make = (name, maximum) => ({ key: `filters.${gesture}.${name}`, kind: "number", value: 0, minimum: 0, maximum, unit: "s", meaning: "" });
    return gesture.startsWith("hold-") ? [make("release", 5), make("ignore_repeat", 60)] : [make("ignore_repeat", 60)];
}

/** Sliders over the live trace. */
export function tune(page) {
    const zones = new Zones(), trace = new Trace(page.appliance, zones);
    const body = element("div", {}, element("p", {}, text("wait")));
    const controls = new Map(), levels = [];
    /** What outputs use, and what is recognised without them. */
    const used = new Set();

    function change(key, value) {
        zones.set(key, value);
        page.trial.soon(key, value);
    }

    function show(setting) {
        const made = control(setting, change);
        controls.set(setting.key, made);
        if (!isMeasured(setting.key)) return made.node;
        const level = new Level(page.appliance, setting.key, bounds(setting));
        levels.push(level);
        made.node.append(level.node);
        return made.node;
    }

    async function refresh() {
        const reply = await page.appliance.settings();
        if (!reply.ok) return controls.size ? null : fill(body, refused(reply));
        const settings = [...reply.settings, ...await filters()];
        zones.take(settings);
        if (controls.size) for (const setting of settings) controls.get(setting.key)?.set(setting.value);
        else build(settings);
        return null;
    }

    /** The filters of the gestures that switch something. */
    async function filters() {
        const reply = await page.connection.request("outputs");
        const bound = new Set((reply.outputs ?? []).flatMap(output => output.gestures ?? []));
        for (const gesture of bound) for (const one of [gesture, ...movementsOf(gesture)]) used.add(one);
        const filters = await page.connection.request("settings", { under: "filters." });
        const known = (filters.settings ?? []).filter(setting => setting.key.startsWith("filters."));
        const keys = new Set(known.map(setting => setting.key));
        return [...known, ...[...bound].flatMap(absent).filter(setting => !keys.has(setting.key))];
    }

    function build(settings) {
        const left = new Map(settings.map(setting => [setting.key, setting]));
        const parts = Object.entries(groups).map(([name, keys]) => {
            const own = keys.flatMap(key => key instanceof RegExp ? [...left.keys()].filter(known => key.test(known)) : [key])
                .filter(key => left.has(key) && isUsed(key, used));
            const made = own.map(key => {
                const setting = left.get(key);
                left.delete(key);
                return show(setting);
            });
            return made.length ? element("fieldset", { disabled: !page.mayChange() }, element("legend", {}, text(`tune.${name}`)), made) : null;
        });
        const others = [...left.values()].filter(setting => setting.changeable !== false && ["number", "whole", "boolean", "choice"].includes(setting.kind));
        fill(body, parts, others.length ? element("details", {}, element("summary", {}, text("tune.others", { count: others.length })),
            element("p.note", {}, text("tune.others.note")),
            element("fieldset", { disabled: !page.mayChange() }, element("legend", {}, text("tune.others.name")), others.map(show))) : null);
    }

    const settled = () => refresh();
    const expired = event => { if (event.detail.event === "trial" && event.detail.state !== "changed") refresh(); };
    page.addEventListener("settled", settled);
    page.appliance.addEventListener("event", expired);
    refresh();
    return {
        node: element("div", {}, element("p.lead", {}, text("tune.lead")), element("div.pinned", {}, trace.node),
            element("p.note", {}, text("trace.legend")), body),
        close() {
            trace.close();
            for (const level of levels) level.close();
            page.removeEventListener("settled", settled);
            page.appliance.removeEventListener("event", expired);
        }
    };
}
