import { gestureName, has, joined, text } from "../text.js";

/** Which gestures cannot come, and what to do, in a sentence or two; "" if all can. */
export function absence(gestures, { off = {} } = {}) {
    const names = some => joined(some.map(gestureName)), untaught = gestures.filter(gesture => !off[gesture]), known = gestures.filter(gesture => off[gesture]);
    const settings = [...new Set(known.map(gesture => off[gesture]))].map(key => has(`setting.${key}`) ? text(`setting.${key}`) : key);
    return [known.length ? text("talk.off", { gestures: names(known), settings: joined(settings) }) : "",
        untaught.length ? text("talk.untaught", { gestures: names(untaught) }) : ""].filter(Boolean).join(" ");
}
