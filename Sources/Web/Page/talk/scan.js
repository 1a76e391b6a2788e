/**
 * Scanning as values: a state and what happens in, a state out. It has no clock and no page; times are seconds of the caller's clock.
 *
 * `groups` are the rows of a board, each a list of names in the order in which they are scanned. Where a row is chosen before a cell, a
 * group of one is chosen at once, and behind a group's last cell comes a place that leads out of it.
 *
 * A gesture is known only after it has ended. So the state remembers what was lit when (`trail`), and a choice goes to what was lit when
 * the movement began. The trail begins anew with each choice, each standstill and each board: a movement that began before counts for nothing.
 */
export const standard = {
    /** "automatic"; "step": one gesture moves, another chooses; "dwell": one gesture moves, waiting chooses; "directions": four move, one chooses. */
    mode: "automatic",
    /** Whether a row is chosen before a cell. */
    rows: true,
    /** Seconds on each place, and how many times as long on the first of a pass. */
    period: 1.5, first: 1.5,
    /** Passes before a group is left, or before it rests. */
    loops: 3,
    /** Seconds after a choice, and between two gestures, in which none counts. */
    refractory: 0.5, release: 0.2,
    /** Seconds after a step in which nobody can have reacted to it: the place before it is meant. */
    reaction: 0.15,
    /** Seconds of waiting that choose, in "dwell". */
    dwell: 2,
    /** Whether the board runs from right to left; gestures stay as they are. */
    mirrored: false
};

/** What can be chosen while it speaks, once the person has asked for it. */
const overSpeech = [["call"], ["stop"]];
/** Seconds of the trail that are kept, which is more than a movement and its report take. */
const memory = 6;
/** Seconds that a touch holds scanning up. */
const afterTouch = 3;

/** A board that is scanned from its first group. */
export function begin(groups, settings, at) {
    const own = { ...standard, ...settings }, rows = groups.filter(group => group.length);
    const isFlat = !own.rows && own.mode !== "directions";
    return restart({ groups: isFlat ? rows.flat().map(name => [name]) : rows, settings: own, mood: "moving", chosen: -Infinity, pressed: -Infinity }, at);
}

/** The highlight at the beginning: on Call; with four directions in the row beside it, from where all ways are shorter and Call is two gestures away. */
function restart(state, at, extra = 0) {
    const isFree = state.settings.mode === "directions" && state.mood !== "window", group = isFree && state.groups.length > 1 ? 1 : 0;
    return moved({ ...state, passes: 0, extra, isArmed: false, trail: [] }, { group, cell: isFree ? ((state.groups[group]?.length ?? 1) - 1) >> 1 : null }, at);
}

function moved(state, place, at) {
    const trail = [...state.trail, { from: at, place }];
    while (trail.length > 1 && trail[1].from < at - memory) trail.shift();
    return { ...state, place, since: at, trail };
}

function groupsOf(state) { return state.mood === "window" ? overSpeech : state.groups; }

/** What is lit: names, and whether choosing it leads out of the group. Nothing is lit while it stands still or rests. */
export function lit(state) {
    if (!["moving", "window"].includes(state.mood) || !state.place) return { names: [], isWayOut: false };
    const group = groupsOf(state)[state.place.group] ?? [], { cell } = state.place;
    if (cell === null) return { names: group, isWayOut: false };
    return cell === group.length ? { names: group, isWayOut: true } : { names: [group[cell]], isWayOut: false };
}

/** When the highlight moves, or waiting chooses; `null` if neither will by itself. */
export function due(state) {
    const { settings, mood, place } = state;
    if (mood !== "moving" && mood !== "window" || !place) return null;
    if (settings.mode === "automatic" || mood === "window") {
        const isFirst = place.cell === null ? place.group === 0 : place.cell === 0;
        return state.since + settings.period * (isFirst ? settings.first : 1) + state.extra;
    }
    return settings.mode === "dwell" && state.isArmed ? state.since + settings.dwell : null;
}

/**
 * Time has passed. The highlight moves at most once, because only what was really shown can have been meant.
 * @returns {{state: object, choice: string|null}}
 */
export function advance(state, at) {
    const time = due(state);
    if (time === null || at < time) return { state, choice: null };
    if (state.settings.mode === "dwell" && state.mood === "moving") return take({ ...state, isArmed: false }, state.place, at);
    return { state: next({ ...state, extra: 0 }, at), choice: null };
}

/** The next place; after the last pass the level above, and above the highest a rest. */
function next(state, at) {
    const groups = groupsOf(state), { group, cell } = state.place;
    // Only a group that was entered by itself has a way out; in "directions" every place can be left.
    const count = cell === null ? groups.length : groups[group].length + 1, index = (cell ?? group) + 1;
    if (index < count) return moved(state, cell === null ? { group: index, cell } : { group, cell: index }, at);
    const passes = state.passes + 1, isTimed = state.settings.mode === "automatic";
    if (state.mood === "window") return still({ ...state, mood: "still" }, at);
    if (isTimed && passes >= state.settings.loops) {
        if (cell === null) return moved({ ...state, mood: "asleep", passes: 0 }, null, at);
        return moved({ ...state, passes: 0 }, { group: 0, cell: null }, at);
    }
    return moved({ ...state, passes }, cell === null ? { group: 0, cell } : { group, cell: 0 }, at);
}

/** What was lit when a movement began; `undefined` if nothing of what is shown now was. */
function placeAt(state, began) {
    const { trail, settings } = state;
    const index = trail.findLastIndex(({ from }) => from <= began);
    if (index < 0) return undefined;
    const isTooSoon = index > 0 && began - trail[index].from < settings.reaction && settings.mode === "automatic";
    return trail[isTooSoon ? index - 1 : index].place;
}

/** Seconds from the lighting of what a movement meant to its beginning, while the highlight moves by itself; `null` otherwise. */
export function waitedFor({ trail, settings, mood }, began) {
    if (settings.mode !== "automatic" || mood !== "moving") return null;
    const entry = trail.findLast(({ from }) => from <= began - settings.reaction);
    return entry?.place ? began - entry.from : null;
}

/** The seconds on each place that suit these waits (Simpson, Koester, LoPresti 2007); `null` for fewer than ten. */
export function suited(waits) {
    if (waits.length < 10) return null;
    const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
    const deviation = Math.sqrt(waits.reduce((sum, wait) => sum + (wait - mean) ** 2, 0) / (waits.length - 1));
    return Math.min(10, Math.max(0.4, Math.ceil(Math.max(mean / 0.65, mean + 2 * deviation) * 10) / 10));
}

/**
 * A gesture.
 * @param {"select"|"next"|"back"|"left"|"right"|"up"|"down"} action
 * @param {number} at when it is known
 * @param {number} began when the movement began
 * @returns {{state: object, choice: string|null}} `choice` is a name of the groups, "call", "stop", "back" (at the highest level), or null
 */
export function press(state, action, at, began = at) {
    const { settings, mood } = state;
    const counts = began >= state.chosen + settings.refractory && began >= state.pressed + settings.release;
    state = { ...state, pressed: Math.max(state.pressed, at) };
    if (!counts || mood === "blind") return { state, choice: null };
    if (mood === "still") {
        if (action === "back") return began < state.since ? { state, choice: null } : { state, choice: "stop" };
        return { state: action === "select" && began >= state.since ? restart({ ...state, mood: "window" }, at) : state, choice: null };
    }
    const place = placeAt(state, began);
    if (place === undefined) return { state, choice: null };
    // Out of a rest every gesture leads, and nothing else happens.
    if (place === null || mood === "asleep" && action !== "select") return { state: restart({ ...state, mood: "moving" }, at), choice: null };
    if (action === "select") return take({ ...state, mood: mood === "asleep" ? "moving" : mood }, place, at);
    if (action === "back") return back(state, at);
    if (mood === "window") return { state, choice: null };
    if (action === "next") return { state: { ...next(state, at), isArmed: true }, choice: null };
    return { state: settings.mode === "directions" ? moved(state, beside(state, action), at) : state, choice: null };
}

function take(state, place, at) {
    const group = groupsOf(state)[place.group], isFlat = place.cell === null && group.length === 1;
    if (place.cell === group.length) return { state: restart(state, at), choice: null };
    if (place.cell === null && !isFlat) return { state: moved({ ...state, passes: 0, trail: [] }, { group: place.group, cell: 0 }, at), choice: null };
    const choice = group[place.cell ?? 0];
    return { state: restart({ ...state, chosen: at, mood: state.mood === "window" ? "still" : state.mood }, at), choice };
}

function back(state, at) {
    if (state.mood === "window") return { state: still({ ...state, mood: "still" }, at), choice: null };
    const isDeep = state.settings.mode !== "directions" && state.place.cell !== null;
    return { state: restart({ ...state, chosen: at }, at), choice: isDeep ? null : "back" };
}

/** The place in a direction, round the edges. */
function beside(state, action) {
    const { groups, settings, place } = state, turn = (index, by, count) => (index + by + count) % count;
    if (action === "left" || action === "right") {
        const by = (action === "right") === settings.mirrored ? -1 : 1;
        return { group: place.group, cell: turn(place.cell, by, groups[place.group].length) };
    }
    const group = turn(place.group, action === "down" ? 1 : -1, groups.length);
    return { group, cell: Math.min(place.cell, groups[group].length - 1) };
}

function still(state, at) { return { ...state, place: null, since: at, trail: [] }; }

/**
 * What keeps the highlight from moving.
 * @param {"speaking"|"blind"|null} reason "speaking": a gesture offers Call and Stop alone; "blind" (nobody is seen, a pause, no connection):
 *     no gesture counts; null: it begins anew, with Call
 */
export function hold(state, reason, at) {
    const mood = reason === "speaking" ? "still" : reason ?? "moving";
    const isSame = reason === null ? ["moving", "asleep"].includes(state.mood) : state.mood === mood || mood === "still" && state.mood === "window";
    if (isSame) return state;
    if (reason !== null) return still({ ...state, mood, wasAsleep: state.mood === "asleep" || state.mood === "blind" && Boolean(state.wasAsleep) }, at);
    // Who rested and was lost from sight for a moment still rests.
    return state.wasAsleep && state.mood === "blind" ? rest(state, at) : restart({ ...state, mood: "moving" }, at);
}

/** Rests until a gesture. */
export function rest(state, at) { return moved({ ...state, mood: "asleep", passes: 0, trail: [] }, null, at); }

/** Somebody touched the board: scanning begins anew after a moment. */
export function touched(state, at) {
    return ["still", "blind", "window"].includes(state.mood) ? state : restart({ ...state, mood: "moving", chosen: at }, at, afterTouch);
}

/** Another board, or other settings, in the same mood. */
export function shown(state, groups, settings, at) {
    const fresh = begin(groups, settings, at), isMoving = ["moving", "asleep"].includes(state.mood);
    return { ...fresh, chosen: state.chosen, pressed: state.pressed, ...isMoving ? {} : { mood: state.mood === "window" ? "still" : state.mood, place: null, trail: [] } };
}
