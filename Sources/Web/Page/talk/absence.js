import { gestureName, has, joined, text } from "../text.js";
import { lacking } from "./options.js";

/** Which gestures of a way of choosing cannot come, and what to do, in a sentence or two; "" if all can. */
export function absence(settings, status) {
    const { gestures } = lacking(settings, status), off = status?.off ?? {}, names = some => joined(some.map(gestureName));
    const untaught = gestures.filter(gesture => !off[gesture]), known = gestures.filter(gesture => off[gesture]);
    const keys = [...new Set(known.map(gesture => off[gesture]))].map(key => has(`setting.${key}`) ? text(`setting.${key}`) : key);
    return [known.length ? text("talk.off", { gestures: names(known), settings: joined(keys) }) : "",
        untaught.length ? text("talk.untaught", { gestures: names(untaught) }) : ""].filter(Boolean).join(" ");
}
