import { button, element } from "./element.js";
import { movementsOf } from "./appliance.js";
import { gestureName, has, number, text, textOr } from "./text.js";

/** Why a movement did not count, in the reader's language; the appliance's own words for a rule that has no text. */
export function reason(refusal) {
    const { rule, gesture } = refusal, special = `rule.${rule}.${gesture?.replace(/^tilt-.*/, "tilt")}`;
    const key = has(special) ? special : `rule.${rule}`, way = `way.${gesture}`;
    const movement = has(way) ? text(way) : gesture && gestureName(gesture);
    const words = has(key) ? text(key, { value: refusal.value, bound: refusal.bound }) : refusal.words ?? rule;
    return movement ? text("rule.of", { movement, reason: words }) : words;
}

/** Whether a refused movement may have been meant as this gesture: another movement's limit is no advice for it. */
export function concerns(refusal, gesture) {
    if (refusal.rule === "not-held" && !gesture.startsWith("hold-")) return false;
    if (refusal.rule === "too-few" && !["nod", "shake"].includes(gesture)) return false;
    return !refusal.gesture || refusal.gesture === gesture || movementsOf(gesture).includes(refusal.gesture);
}

/** The setting with which it would have counted, as "gestures.threshold_left", or `null`. */
function remedyOf(refusal) {
    if (!refusal.key || typeof refusal.enough !== "number") return null;
    return { key: refusal.key.includes(".") ? refusal.key : `gestures.${refusal.key}`, value: refusal.enough };
}

/** A setting's name for people. */
export function settingName(key) {
    const [table, gesture, name] = key.split(".");
    if (table === "filters" && has(`setting.filter.${name}`)) return text(`setting.filter.${name}`, { gesture: gestureName(gesture) });
    if (table === "axes" && has(`setting.axis.${name}`)) return text(`setting.axis.${name}`);
    return textOr(`setting.${key}`, key);
}

/**
 * What to change, from the movements that were missed: the remedy that helps most of them.
 * @returns {{key: string, value: number, count: number}|null}
 */
export function bestRemedy(refusals) {
    const counts = new Map();
    for (const remedy of refusals.map(remedyOf)) {
        if (!remedy) continue;
        const known = counts.get(remedy.key) ?? { ...remedy, values: [] };
        known.values.push(remedy.value);
        counts.set(remedy.key, known);
    }
    const best = [...counts.values()].sort((a, b) => b.values.length - a.values.length)[0];
    if (!best) return null;
    // The middle one: the extreme would follow a single odd movement.
    const values = best.values.sort((a, b) => a - b);
    return { key: best.key, value: values[values.length >> 1], count: values.length };
}

/** Advice with a button that puts it on trial. */
export function advice(remedy, page) {
    return element("div.advised", {},
        element("p", {}, text("why.remedy", { setting: settingName(remedy.key), value: number(remedy.value, 3) })),
        page.mayChange() ? button(text("why.try"), async () => page.trial.attempt({ [remedy.key]: remedy.value })) : null);
}
