/** Events that a person hears of; the others are numbers. */
const silent = new Set(["measures", "pointer", "moved", "stats", "axis", "preview"]);
const gestures = new Set(["recognised", "began"]);
/** States in which gestures count. */
const counting = new Set(["ready", "low"]);

/**
 * What is known of the running appliance, kept up to date by its events.
 *
 * Events: `change` (after any of the fields changed), `settled` (what is in force was asked for anew), `trial-lost`
 * (what was on trial is not any more since then), `event` (detail: one record), `pointer`, `measures` (tilt and face).
 */
export class Appliance extends EventTarget {
    status = null;
    stats = {};
    /** Newest first: `{record, at}`. */
    log = [];
    /** The head's offset from rest in eye distances, left and up positive; `null` while unknown. */
    offset = null;
    /** What tilt and face measure now: a `measures` record; `null` while unknown. */
    measures = null;
    /** How far each axis moves, -1 to 1, by its name; positive to the left and up. */
    axes = {};
    trial = null;
    canUndo = false;
    recording = null;
    faults = [];
    #connection;
    #center = null;
    #iod = null;
    #clock = null;

    constructor(connection) {
        super();
        this.#connection = connection;
        connection.addEventListener("record", event => this.#take(event.detail));
        connection.addEventListener("state", () => {
            this.axes = {};
            if (this.#isOnline) this.#settle();
            else this.#lost();
            this.#changed();
        });
    }

    /** Whether settings were on trial when the connection was lost. */
    #hadTrial = false;

    /** The appliance is there, perhaps another one than before: what was on trial may not be in force. */
    async #settle() {
        const hadTrial = this.#hadTrial;
        this.#hadTrial = false;
        await Promise.all([this.refresh(), this.askForTrial()]);
        if (hadTrial && !this.trial) this.dispatchEvent(new Event("trial-lost"));
        this.dispatchEvent(new Event("settled"));
    }

    /** Nothing more is known: old figures and a clip that is being recorded would lie. */
    #lost() {
        this.#hadTrial ||= Boolean(this.trial);
        [this.offset, this.measures, this.recording, this.stats] = [null, null, null, {}];
        this.#setTrial(null);
    }

    /** A reply may come after the word that its appliance is gone: then it tells nothing any more. */
    get #isOnline() { return this.#connection.state === "online"; }

    /** Whether a gesture would switch something now. */
    get counts() { return counting.has(this.stateName()); }

    /** The names of all gestures of head and face. */
    get gestures() { return this.#connection.session.gestures ?? []; }

    /** Asks for the state as a whole. */
    async refresh() {
        const status = await this.#connection.request("status");
        if (!status.ok || !this.#isOnline) return;
        this.status = status;
        this.stats = { ...this.stats, ...status };
        this.axes = status.axes ?? {};
        if (status.iod) this.#iod = status.iod;
        if (status.center) this.#center = status.center;
        if ("recording" in status) this.recording = status.recording && { ...status.recording, end: endOf(status.recording) };
        this.faults = status.faults ?? [];
        if ("trial" in status) this.#setTrial(status.trial);
        this.#changed();
    }

    #asked = null;

    /** Asks for the settings, and takes over what they say of a trial. Those who ask at the same moment share the reply. */
    settings() {
        this.#asked ??= this.#settings("").finally(() => { this.#asked = null; });
        return this.#asked;
    }

    /** What is on trial, and whether something can be undone, without the settings themselves, which are many. */
    askForTrial() { return this.#settings("none"); }

    async #settings(under) {
        const reply = await this.#connection.request("settings", { under });
        if (reply.ok) {
            this.#setTrial(reply.trial ?? null);
            this.canUndo = Boolean(reply.can_undo);
            this.#changed();
        }
        return reply;
    }

    /** Seconds on the appliance's clock, as in its events. */
    now() {
        if (!this.#clock) return this.status?.uptime ?? 0;
        return this.#clock.t + (performance.now() - this.#clock.at) / 1000;
    }

    /** The state's name for people: a key below "state.". */
    stateName() {
        if (!this.#isOnline) return this.#connection.state;
        return this.status?.state ?? "connecting";
    }

    /** Whether the page's button must be held for anything to fire, or somebody else's in its place. */
    mayHold() { return this.#isOnline && typeof this.status?.enabling === "number"; }

    trialLeft() {
        return this.trial ? Math.max(0, (this.trial.end - performance.now()) / 1000) : 0;
    }

    /** Settings are on trial, as the reply to `try` says. */
    takeTrial(trial) {
        this.#setTrial(trial);
        this.#changed();
    }

    #setTrial(trial) {
        this.trial = trial && this.#isOnline ? { changed: trial.changed ?? [], end: endOf({ left: trial.left ?? 120 }) } : null;
    }

    #take(record) {
        if (typeof record.t === "number") this.#clock = { t: record.t, at: performance.now() };
        const name = record.event;
        if (name === "pointer") return this.#move(record);
        if (name === "measures") {
            this.measures = record;
            return this.dispatchEvent(new Event("measures"));
        }
        if (name === "axis") this.axes = { ...this.axes, [record.name]: record.value };
        if (name === "stats") this.stats = { ...this.stats, ...record };
        if (name === "tracking-started") [this.#center, this.#iod, this.offset] = [record.center, record.iod, { x: 0, y: 0 }];
        if (name === "face-lost") [this.offset, this.measures] = [null, null];
        if (name === "line" && this.status) this.status.outputs = { ...this.status.outputs, [record.name]: record.value };
        if (name === "fault") this.faults = [...this.faults, { t: record.t, what: record.what, detail: record.detail }].slice(-8);
        // What was kept or undone, or a file that was edited by hand, changes what can be undone; the state, which is asked for anyway, has the rest.
        if (name === "trial" && ["kept", "undone"].includes(record.state) || name === "configured") this.askForTrial();
        if (name === "recording") {
            if (record.state !== "deleted") this.recording = record.state === "began" ? { name: record.name } : null;
            this.refresh();
        }
        if (!silent.has(name)) {
            this.log = [{ record, at: new Date() }, ...this.log].slice(0, 60);
            this.dispatchEvent(new CustomEvent("event", { detail: record }));
            if (!gestures.has(name) && name !== "line" && name !== "rejected") this.#soon();
        }
        this.#changed();
    }

    #move(record) {
        const center = record.center ?? this.#center;
        if (record.iod) this.#iod = record.iod;
        if (!center || !this.#iod || !record.to) return;
        this.offset = { x: (record.to[0] - center[0]) / this.#iod, y: (center[1] - record.to[1]) / this.#iod };
        this.dispatchEvent(new Event("pointer"));
    }

    #timer = 0;

    /** Asks for the state when what happened may have changed it; several events together ask once, and a stream of them does not put it off. */
    #soon() {
        this.#timer ||= setTimeout(() => {
            this.#timer = 0;
            this.refresh();
        }, 150);
    }

    #changed() { this.dispatchEvent(new Event("change")); }
}

/** When what has so many seconds left will be over, on the page's clock. */
function endOf({ left }) { return performance.now() + left * 1000; }

/** The gesture that an event says was made or begins, or `null`. */
export function gestureOf(record) { return gestures.has(record.event) ? record.gesture : null; }

/** Gestures of the head, in the order in which they are offered. */
const ofHead = ["hold-left", "hold-right", "hold-up", "hold-down", "left", "right", "up", "down", "nod", "shake",
    "hold-tilt-left", "hold-tilt-right", "tilt-left", "tilt-right"];

/** Movements of the face, in the order in which they are offered: all that the appliance knows beside those of the head. */
export function facesOf(appliance) { return appliance.gestures.filter(name => !ofHead.includes(name) && !name.startsWith("hold-")); }

/** All gestures, in the order in which they are offered, with those that were taught. */
export function gesturesOf(appliance) {
    const faces = facesOf(appliance);
    return [...ofHead, ...faces.map(name => `hold-${name}`), ...faces, ...(appliance.status?.taught ?? [])];
}

/** What a range calibration measures for a gesture. */
export function movementsOf(gesture) {
    if (gesture === "nod") return ["up", "down"];
    if (gesture === "shake") return ["left", "right"];
    if (gesture.startsWith("my-") || gesture.startsWith("gaze-")) return [];
    return [gesture.replace("hold-", "")];
}
