import { keep, kept } from "./kept.js";
import { standard } from "./scan.js";

/** Where this browser keeps them. */
const place = "talk";
/** The gestures that do something, in each way of scanning. */
export const wanted = { automatic: ["select", "back"], step: ["next", "select", "back"], dwell: ["next", "back"], directions: ["select", "back"] };
const usual = { select: "nod", next: "hold-left", back: "shake", voice: "board", boards: "own" };
/** What may be set by an address, and gestures that do something whatever is chosen. */
const actions = ["select", "next", "back"], four = ["left", "right", "up", "down"];

/** The settings of this browser, or of the address (/talk#mode=step); what cannot be understood is the standard. */
export function read() {
    const given = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    const own = { ...standard, ...usual }, previous = kept(place) ?? {};
    for (const [key, value] of Object.entries(own)) {
        if (typeof previous[key] === typeof value && (typeof value !== "number" || previous[key] > 0 && previous[key] <= 60)) own[key] = previous[key];
    }
    for (const key of ["mode", ...actions]) if (given[key]) own[key] = given[key];
    if (!Object.hasOwn(wanted, own.mode)) own.mode = standard.mode;
    return own;
}

/** Keeps them. */
export function write(settings) { keep(place, settings); }

/** Whether Nodline cannot recognise a gesture as things are, by its status. */
export function isOff(gesture, status) {
    return Object.hasOwn(status?.off ?? {}, gesture) || gesture.startsWith("my-") && status?.taught?.includes(gesture) === false;
}

/** The gestures of a way of choosing that cannot come, and whether nobody can call without them. */
export function lacking(settings, status) {
    const { mode, select, next } = settings, lacks = gesture => isOff(gesture, status), isFour = mode === "directions";
    const used = [...wanted[mode].map(action => settings[action]), ...isFour ? four : []];
    const isMute = mode === "dwell" ? lacks(next) : lacks(select) || isFour && lacks("up") && lacks("down");
    return { gestures: [...new Set(used)].filter(lacks), isMute };
}

/** What a gesture does, or `null`. */
export function actionOf(gesture, settings) {
    if (settings.mode === "directions" && four.includes(gesture)) return gesture;
    return wanted[settings.mode].find(action => settings[action] === gesture) ?? null;
}
