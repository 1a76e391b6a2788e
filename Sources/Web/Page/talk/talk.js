import { Appliance, gestureOf } from "../appliance.js";
import { Connection } from "../connection.js";
import { element, fill, write } from "../element.js";
import { clock, gestureName, has, language, load, preferred, tagOf, text } from "../text.js";
import { absence } from "./absence.js";
import { board, names } from "./boards.js";
import { fit, fold } from "./fit.js";
import { counted, pause, read as readFigures, today, write as writeFigures } from "./figures.js";
import { ApplianceTime } from "./hear.js";
import { add, empty, favouritesOf, keepFavourites, said, toggled, undo, words } from "./message.js";
import { actionOf, lacking, read, wanted, write as writeSettings } from "./options.js";
import { advance, begin, due, hold, lit, press, rest, shown, touched, waitedFor } from "./scan.js";
import { Shelf } from "./store.js";
import { Voice } from "./voice.js";

/** Seconds without anybody after which the board's own screen becomes dark. */
const darkness = 300;
/** States of the appliance in which gestures count, if a face is followed. */
const working = ["ready", "low", "fault"];
/** Seconds between looks at whether the appliance has become silent; seconds without a face before a soft tone; between a call's repetitions, and how many; choices that a measured period is made of. */
const look = 0.5, hint = 3, again = 10, calls = 6, measured = 20;
/** Below the board, in the order in which they are scanned, with a sign each. */
const controls = [["speak", "🔊"], ["again", "🔁"], ["undo", "⌫"], ["back", "🏠"], ["rest", "💤"]];

const now = () => performance.now() / 1000;

/** The page to speak with: one board, a message, and a highlight that gestures choose by. */
class Talk {
    connection = new Connection();
    appliance = new Appliance(this.connection);
    voice = new Voice(this.connection);
    shelf = new Shelf(this.connection);
    /** Boards that were opened from a file; `null` without. */
    pack = null;
    /** Shows one of them: loaded when there are any. */
    #view = null;
    /** Seconds from the lighting of what was chosen to the movement, of the latest choices. */
    waits = [];
    /** Counts and times of choices by gestures, by days. */
    figures = readFigures();
    /** When the figures were brought up to date, and the latest gesture. */
    #timed = now();
    #gestured = -Infinity;
    /** Seconds of choosing that are not in the figures yet. */
    #choosing = 0;
    #favourites = favouritesOf(localStorage);
    /** When somebody used the board last, or was seen to; the mood in which nobody does. */
    #used = now();
    #idle = "";
    /** What takes touches while cells are changed. */
    #editor = null;
    #edited = "";
    /** Addresses of the pictures that are shown. */
    #pictures = [];
    #time = new ApplianceTime();
    #settings = read();
    #message = empty;
    #board = null;
    #scan = null;
    /** The call that goes on: `{at, count, isHeard, isSwitched, refusal, detail}`. */
    #call = null;
    #callTimer = 0;
    #timer = 0;
    #lostSince = null;
    /** The names that were lit when it was drawn last, and what was fitted to the screen. */
    #shown = "";
    #fitted = "";
    #cells = new Map();
    #state = element("p.state", { role: "status" });
    #line = element("p.message", { id: "message", "aria-live": "polite" });
    #sound = element("div.sound");
    #top = element("div.top");
    #grid = element("div.board", { role: "group" });
    #bottom = element("div.bottom");
    #called = element("div.called", { role: "alert" });
    #options = element("div", { hidden: true });

    async start() {
        await load(preferred());
        document.title = text("talk.title");
        this.voice.prefersBoard = this.#settings.voice === "board";
        this.#settings.mirrored = document.documentElement.dir === "rtl";
        this.voice.addEventListener("change", () => this.#update());
        this.appliance.addEventListener("change", () => this.#update());
        this.appliance.addEventListener("event", event => this.#heard(event.detail));
        this.connection.addEventListener("record", ({ detail }) => {
            if (typeof detail.t === "number") this.#time.take(detail.t, now());
        });
        this.connection.addEventListener("state", () => this.#update());
        this.connection.addEventListener("unpaired", () => this.begin());
        addEventListener("resize", () => this.#update());
        this.#grid.addEventListener("load", () => this.#fit(true), true);
        addEventListener("keydown", event => {
            if (event.target.matches("input, select, textarea")) return;
            if (event.key === "Escape") this.#leave();
            else if (!event.altKey && !event.ctrlKey && !event.metaKey && this.#moveFocus(event.key)) event.preventDefault();
        });
        document.addEventListener("visibilitychange", () => {
            if (document.hidden) this.#do("stop");
            this.#update();
        });
        setInterval(() => this.#update(), look * 1000);
        await this.begin();
    }

    async begin() {
        this.connection.stop();
        const main = document.getElementById("talk");
        if (!await this.connection.load()) {
            // A board that is shown already stays: touch and speech need no server.
            if (!this.#board) fill(main, element("p.lead", { role: "status" }, text("state.no-server.do")));
            setTimeout(() => this.begin(), 3000);
        } else if (this.connection.session.paired) {
            this.connection.listen();
            if (!this.shelf.isKnown) await this.#find();
            this.#frame(main);
        } else {
            const { pairing, takeCode } = await import("../pairing.js");
            takeCode();
            this.#board = null;
            fill(main, element("h1", {}, text("talk.title")), pairing(this, () => this.begin()).node);
        }
    }

    /** Shows the boards that are kept; asks again while they cannot be reached. */
    async #find() {
        const pack = await this.shelf.load();
        if (pack) await this.#change(pack);
        if (!this.shelf.isKnown) setTimeout(() => this.#find(), 3000);
    }

    #frame(main) {
        fill(main, element("header", {}, this.#state,
            element("button.small", { type: "button", id: "open-options", onclick: () => this.#showOptions(), "aria-label": text("talk.options") }, "⚙\uFE0E"),
            element("a.small", { href: "./", "aria-label": text("talk.setup") }, "⌂")),
        this.#line, this.#sound, this.#called, this.#top, this.#grid, this.#bottom, this.#options, element("p.note", {}, text("talk.note")));
        this.#grid.setAttribute("aria-label", text("talk.title"));
        fill(this.#top, this.#button({ id: "call", label: text("talk.call"), sign: "🔔" }), this.#button({ id: "stop", label: text("talk.stop"), sign: "⏹\uFE0E" }));
        fill(this.#bottom, controls.map(([id, sign]) => this.#button({ id, label: text(`talk.${id}`), sign })));
        this.#open();
        navigator.wakeLock?.request("screen").catch(() => {});
    }

    #button(cell) {
        const node = element("button.cell", { type: "button", "data-cell": cell.id, "data-kind": cell.kind ?? "control", "aria-label": this.#name(cell),
            onclick: () => this.#touch(cell.id) }, cell.picture ? element("img", { src: this.#address(cell.picture), alt: "" }) : null, cell.sign ? element("span.sign", { "aria-hidden": "true" }, cell.sign) : null, element("span.label", {}, cell.label));
        if (cell.colour) node.style.borderTopColor = cell.colour;
        this.#cells.set(cell.id, { ...cell, node });
        return node;
    }

    /** What a screen reader says of a cell that its label does not. */
    #name({ name, number, sign, actions }) {
        if (name || !number) return name ?? null;
        const act = `talk.${actions?.[0].act}`;
        return has(act) ? text(act) : sign || text("talk.picture", { number });
    }

    #address({ url, bytes, type }) {
        if (url) return url;
        this.#pictures.push(URL.createObjectURL(new Blob([bytes], { type })));
        return this.#pictures.at(-1);
    }

    mayChange() { return this.connection.mayChange(); }

    /** The boards of this page. */
    boards() { return names.map(name => board(name)); }

    /** Other boards are used from now on, which were opened or changed. */
    async use(pack, name) {
        if (pack) {
            this.#settings.boards = "own";
            writeSettings(this.#settings);
        }
        await this.#change(pack, name);
    }

    async #change(pack, name) {
        if (pack) ({ view: this.#view } = await import("./obf.js"));
        this.pack = pack;
        if (this.#board) this.#open(name);
    }

    /** Keeps boards for all browsers, `null` for Nodline's own. Those that another browser has changed meanwhile are shown instead: "changed". */
    async keep(pack) {
        const result = await (pack ? this.shelf.keep(pack) : this.shelf.clear());
        if (result === "changed") await this.#change(await this.shelf.load());
        return result;
    }

    boardName() { return this.#board.name; }

    cell(id) { return this.#cells.get(id); }

    /** Lets a helper change the cells that are touched. */
    async edit() {
        const { editor } = await import("./edit.js");
        this.#editor = editor(this, () => {
            this.#editor = null;
            this.#options.hidden = true;
            this.#newScan();
            document.getElementById("open-options").focus();
        });
        fill(this.#options, this.#editor.node);
        this.#settings.boards = "own";
        this.#open();
    }

    /** Closes what lies over the board, or leads to the first one. */
    #leave() {
        const done = this.#options.hidden ? null : this.#options.querySelector("#edit-done, #options-done");
        if (done) done.click();
        else this.#do("back");
    }

    /** Shows a board, or the first. `isOurs`: one of Nodline's, whatever the opened boards are called. */
    #open(name, isOurs = false) {
        for (const [id, { kind }] of this.#cells) if (kind) this.#cells.delete(id);
        for (const address of this.#pictures.splice(0)) URL.revokeObjectURL(address);
        const own = name ?? this.pack?.root, isOwn = !isOurs && this.#settings.boards === "own" && this.pack?.boards.some(({ id }) => String(id) === own);
        const standard = name ?? "home";
        this.#board = isOwn ? this.#view(this.pack, own, tagOf(language())) : board(standard, { history: this.#message.history, favourites: this.#favourites, latest: this.#latest() });
        this.#board.isFirst = isOwn ? own === this.pack.root : standard === "home";
        this.#grid.dataset.board = this.#board.isFirst ? "home" : name;
        const hasFocus = this.#grid.contains(document.activeElement);
        fill(this.#grid, element("h1.hidden", {}, this.#board.title), this.#board.rows.length ? null : element("p.note", {}, text(isOwn ? "talk.bare" : "talk.nothing")),
            this.#board.rows.map(row => element("div.line", {}, row.map(cell => this.#button(cell)))));
        // Whoever works with keys would have nothing in hand.
        if (hasFocus) this.#grid.querySelector("button")?.focus({ preventScroll: true });
        this.#newScan();
    }

    /** The message, or what was said before it. */
    #latest() { return words(this.#message) || (this.#message.history[0] ?? ""); }

    #newScan() {
        const groups = [["call"], ...this.#board.rows.map(row => row.map(cell => cell.id)), controls.map(([id]) => id)];
        this.#scan = this.#scan ? shown(this.#scan, groups, this.#settings, now()) : begin(groups, this.#settings, now());
        this.#update();
    }

    // MARK: - What happens

    #heard(record) {
        const gesture = gestureOf(record), action = gesture && actionOf(gesture, this.#settings), at = now();
        if (!action || !this.#scan || !this.#options.hidden) return;
        this.#update();
        this.#gestured = this.#used = at;
        const began = this.#time.began(record, at), waited = action === "select" ? waitedFor(this.#scan, began) : null, before = this.#scan;
        const pressed = press(this.#scan, action, at, began);
        if (waited !== null && pressed.state.trail !== before.trail) {
            this.waits = [...this.waits, waited].slice(-measured);
            this.#count({ waits: 1, waited });
        }
        this.#take(pressed);
    }

    /** A gesture has chosen, or waiting that a gesture began. */
    #chose(name) {
        this.#count({ choices: 1, undone: name === "undo" ? 1 : 0, seconds: this.#choosing, period: this.#settings.mode === "automatic" ? this.#settings.period : 0 });
        this.#choosing = 0;
    }

    #count(happened) {
        this.figures = counted(this.figures, today(), happened);
        writeFigures(this.figures);
    }

    forgetFigures() {
        this.figures = {};
        writeFigures(this.figures);
    }

    #take({ state, choice }) {
        this.#scan = state;
        if (choice) {
            this.#chose(choice);
            this.#flash(choice);
            this.#do(choice);
        }
        this.#update();
    }

    #touch(id) {
        const cell = this.#cells.get(id);
        if (this.#editor && cell?.kind) {
            // A second touch of what leads to a board opens it.
            if (cell.open !== undefined && this.#edited === id) this.#open(cell.open);
            else this.#editor.touch(id);
            this.#edited = id;
            return;
        }
        this.#used = now();
        if (this.#scan) this.#scan = touched(this.#scan, now());
        this.#flash(id);
        this.#do(id);
        this.#update();
    }

    /** Arrow keys move the focus from cell to cell, as they lie. Returns whether they do. */
    #moveFocus(key) {
        const side = this.#settings.mirrored ? -1 : 1, step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -side], ArrowRight: [0, side] }[key];
        const lines = [this.#top, ...this.#grid.querySelectorAll(".line"), this.#bottom].map(line => [...line.querySelectorAll("button:enabled")]);
        const at = lines.findIndex(cells => cells.includes(document.activeElement));
        if (!step || at < 0) return false;
        const [down, right] = step, place = lines[at].indexOf(document.activeElement), cells = lines[at + down] ?? [];
        // The cell that lies there, also in a line of more or fewer.
        cells[down ? Math.min(cells.length - 1, Math.floor((place + 0.5) * cells.length / lines[at].length)) : place + right]?.focus();
        return true;
    }

    #do(id) {
        const cell = this.#cells.get(id);
        switch (id) {
        case "call": return this.#ring();
        case "stop": return this.#hush();
        case "speak": return this.#say();
        case "again": return this.#message.history.length ? this.#voiced(this.#message.history[0]) : undefined;
        case "undo":
            this.#message = undo(this.#message);
            break;
        case "history": return this.#open("history", true);
        case "favourite":
            this.#favourites = toggled(this.#favourites, this.#latest());
            keepFavourites(localStorage, this.#favourites);
            return this.#open("history", true);
        case "clear":
            this.#message = { ...this.#message, entries: [], isSaid: false };
            break;
        case "back": return this.#board && !this.#board.isFirst ? this.#open() : undefined;
        case "rest":
            this.#scan = rest(this.#scan, now());
            break;
        default:
            if (cell?.open !== undefined) return this.#open(cell.open);
            if (!cell) return undefined;
            // A picture that means no word.
            if (!cell.actions && !(cell.say ?? cell.add)) return undefined;
            if (cell.actions) {
                for (const { act, add: letters, isSpelled } of cell.actions) {
                    if (act) this.#do(act);
                    else this.#message = add(this.#message, letters, isSpelled);
                }
                return this.#update();
            }
            this.#message = add(this.#message, cell.say ?? cell.add, cell.isSpelled);
            if (cell.say) return this.#say();
        }
        return this.#update();
    }

    #say() {
        this.#message = said(this.#message);
        this.#voiced(words(this.#message));
    }

    async #voiced(spoken) {
        if (!spoken) return;
        this.voice.say(spoken, tagOf(language()));
        this.#update();
    }

    /** Calls until somebody answers, a limited number of times. What sounds before is cut off; a repetition waits until it has ended. */
    #ring() {
        clearTimeout(this.#callTimer);
        const call = this.#call = { at: new Date(), count: 0, isHeard: null };
        this.#switch(call);
        const once = async () => {
            if (call.count && this.voice.isSounding) {
                this.#callTimer = setTimeout(once, look * 1000);
                return;
            }
            call.count += 1;
            const isHeard = await this.voice.ring(text("talk.say.call"), tagOf(language()));
            if (this.#call !== call) return;
            call.isHeard = isHeard;
            this.#update();
            if (call.count < calls) this.#callTimer = setTimeout(once, again * 1000);
        };
        once();
    }

    /** Switches the outputs that Call is bound to: once, because a later one would come when nobody expects it. */
    async #switch(call) {
        const { ok, outputs, refused, error, detail } = this.connection.maySpeak() ? await this.connection.request("call") : { ok: false, error: "no-right" };
        // An appliance of an earlier version.
        if (error === "unknown-request") return;
        call.isSwitched = ok && outputs?.length > 0;
        if (!ok) call.refusal = text("talk.unswitched", { reason: text(has(`error.${error}`) ? `error.${error}` : "error.refused") });
        else if (refused?.length) call.refusal = text("fault.output-failed");
        call.detail = detail ?? refused?.join("; ");
        if (this.#call === call) this.#update();
    }

    /** Ends what sounds, and a call. */
    #hush() {
        clearTimeout(this.#callTimer);
        this.#call = null;
        this.voice.stop();
        this.#update();
    }

    #flash(id) {
        const node = this.#cells.get(id)?.node;
        node?.classList.remove("chosen");
        // Begins the animation anew, for the same cell twice.
        void node?.offsetWidth;
        node?.classList.add("chosen");
    }

    async #showOptions() {
        const { panel } = await import("./panel.js");
        const close = () => {
            this.#options.hidden = true;
            this.#newScan();
            document.getElementById("open-options").focus();
        };
        const draw = focus => {
            this.#options.hidden = false;
            fill(this.#options, panel(this.#settings, this, settings => {
                this.#settings = settings;
                this.voice.prefersBoard = settings.voice === "board";
                this.#open();
                draw(document.activeElement?.id);
            }, close));
            document.getElementById(focus)?.focus();
            this.#options.scrollIntoView({ block: "nearest" });
        };
        draw("options");
    }

    // MARK: - What is shown

    /** Why gestures do not count: a state's name, or `null`. */
    #blindness() {
        const { status } = this.appliance, name = this.appliance.stateName();
        if (this.connection.state !== "online") return name;
        if (!status) return "connecting";
        if (this.#time.isSilent(now())) return !status.face ? name : this.#time.heard > -Infinity ? "no-server" : "connecting";
        if (!working.includes(name) || status.paused || status.face === false || status.calibrating) return working.includes(name) ? "searching" : name;
        return lacking(this.#settings, status).isMute ? "off" : null;
    }

    /** Brings highlight, timers and words in line with what is known. */
    #update() {
        if (!this.#scan || !this.#board) return;
        const blind = this.#blindness(), at = now(), isOpen = !this.#options.hidden;
        if (["moving", "window"].includes(this.#scan.mood) && at < this.#gestured + pause) this.#choosing += at - this.#timed;
        this.#timed = at;
        this.#scan = hold(this.#scan, document.hidden || blind || isOpen ? "blind" : this.voice.isSounding ? "speaking" : null, at);
        this.#loss(blind, at);
        clearTimeout(this.#timer);
        const time = due(this.#scan);
        if (time !== null) this.#timer = setTimeout(() => this.#take(advance(this.#scan, now())), Math.max(0, time - at) * 1000 + 1);
        this.#draw(blind);
    }

    /** A soft tone, once, for a person who may not see that nobody sees them. */
    #loss(blind, at) {
        if (!blind) this.#lostSince = null;
        else if (this.#lostSince === null) this.#lostSince = at;
        else if (at > this.#lostSince + hint) {
            this.#lostSince = Infinity;
            if (!this.voice.isSounding) this.voice.hint();
        }
    }

    #draw(blind) {
        const { mood } = this.#scan, gesture = gestureName(this.#settings.mode === "dwell" ? this.#settings.next : this.#settings.select);
        const state = blind ?? (mood === "asleep" ? "asleep" : this.voice.isSounding ? "speaking" : "ready");
        this.#state.dataset.state = blind ? "blind" : state;
        write(this.#state, blind ? `${blind === "off" ? this.#absence() : `${text(`state.${blind}`)}.`} ${text("talk.blind")}`
            : state === "asleep" ? text("talk.asleep", { gesture }) : state === "speaking" ? text("talk.speaking") : this.#hint());
        document.body.dataset.mood = blind ? "blind" : mood;
        this.#dim(mood);
        const message = words(this.#message);
        write(this.#line, message || text("talk.empty"));
        this.#line.classList.toggle("said", this.#message.isSaid || !message);
        const { names, isWayOut } = lit(this.#scan);
        for (const [id, { node }] of this.#cells) {
            node.classList.toggle("lit", names.includes(id));
            node.classList.toggle("out", isWayOut && names.includes(id));
        }
        this.#cells.get("stop").node.disabled = !this.voice.isSounding && !this.#call;
        this.#warn();
        this.#showCall();
        this.#fit();
        // On a small screen the highlight may lie outside of what is seen.
        const first = names.join();
        if (first !== this.#shown) this.#cells.get(names[0])?.node.scrollIntoView({ block: "nearest" });
        this.#shown = first;
    }

    #absence() { return absence(this.#settings, this.appliance.status); }

    /** That it is ready, and by which gestures it is worked; which of them cannot come. */
    #hint() {
        const { mode } = this.#settings, absent = this.#absence();
        return absent ? `${text("state.partly")}. ${absent}` : [text("state.ready"), ...wanted[mode].map(action => `${text(`talk.action.${action}`)}: ${gestureName(this.#settings[action])}`)].join(" · ");
    }

    /** @param isOther - whether a picture has come. */
    #fit(isOther = false) {
        const shown = [this.#state, this.#line, this.#sound, this.#called, this.#top, this.#grid, this.#bottom].map(node => node.textContent);
        const key = [innerWidth, innerHeight, ...shown].join("\n");
        if (key === this.#fitted && !isOther) return;
        this.#fitted = key;
        fold(this.#grid);
        fit(document.getElementById("talk"), this.#bottom);
    }

    /** The board's own screen becomes dark when it rests, or sees nobody, for long; who is seen again or moves lights it. */
    #dim(mood) {
        const isIdle = ["asleep", "blind"].includes(mood) && !this.#call;
        if (!isIdle || mood !== this.#idle) this.#used = now();
        this.#idle = isIdle ? mood : "";
        document.body.classList.toggle("dim", this.connection.session.screen === true && now() > this.#used + darkness);
    }

    #warn() {
        const { state } = this.voice;
        if (this.#sound.dataset.state === state) return;
        this.#sound.dataset.state = state;
        fill(this.#sound, state === "ready" ? null : state === "tap"
            ? element("button.cell", { type: "button", id: "unlock", onclick: () => this.voice.unlock() }, text("talk.tap"))
            : element("p.bad", { role: "status" }, text("talk.silent")));
    }

    #showCall() {
        const call = this.#call, key = call ? `${call.at.getTime()} ${call.isHeard} ${call.isSwitched} ${call.refusal}` : "";
        if (this.#called.dataset.key === key) return;
        this.#called.dataset.key = key;
        fill(this.#called, call ? [
            element("p", {}, call.isHeard === false && !call.isSwitched ? text("talk.unheard") : text("talk.called", { time: clock(call.at) })),
            call.refusal ? [element("p.bad", {}, call.refusal), call.detail ? element("p.note", { lang: "en", dir: "ltr" }, call.detail) : null] : null,
            element("button.cell", { type: "button", id: "here", onclick: () => this.#hush() }, text("talk.here"))] : null);
    }
}

new Talk().start();
