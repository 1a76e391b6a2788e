/** Seconds without a word from the server, or before a closed stream is opened again. */
const firstPause = 1000, longestPause = 8000;

/** Parts of boards that are sent at once, and then in a second: so many less than the server takes of a browser that a call meanwhile is not refused. */
const parts = 100, partsRate = 20;

/** Requests that may be sent again: they change nothing, or the same as before. */
const repeatable = new Set(["status", "why", "counts", "settings", "outputs", "recordings", "taught", "rest", "bluetooth", "try"]);

/**
 * The way to the server: the session, requests, and the stream of events, which comes back by itself.
 *
 * Events: `record` (detail: one event of the appliance), `state` (after `state` changed), `unpaired`.
 */
export class Connection extends EventTarget {
    /** @type {"connecting"|"online"|"no-server"|"no-appliance"} */
    state = "connecting";
    session = { paired: false, rights: [] };
    #events = null;
    #pause = firstPause;
    #timer = 0;
    /** Parts of boards that may be sent at once, since `#sent`. */
    #parts = parts;
    #sent = 0;

    mayChange() { return (this.session.rights ?? []).includes("change"); }

    /** Whether it may say something at the board, and call: the board's own screen may, too. */
    maySpeak() { return this.mayChange() || this.session.screen === true; }

    /** Asks who this browser is. */
    async load() {
        const answer = await this.#fetch("v1/session");
        if (!answer) return false;
        this.session = await answer.json();
        return true;
    }

    async pair(code, name) {
        const answer = await this.#post("v1/pair", { code, name });
        if (!answer) return { ok: false, error: "no-server" };
        if (answer.ok) return { ok: true };
        return { ok: false, ...await body(answer) };
    }

    async sessions() {
        const answer = await this.#fetch("v1/sessions");
        return answer?.ok ? (await body(answer)).sessions ?? [] : null;
    }

    async revoke(id) {
        const answer = await this.#post("v1/sessions/revoke", { id });
        return Boolean(answer?.ok);
    }

    /**
     * One request of the control socket. The reply always has `ok`, and `error` if that is false. What the appliance
     * bounds to a few a second is asked again.
     */
    async request(request, fields = {}) {
        for (let tries = 1; ; tries += 1) {
            const reply = await this.#ask(request, fields);
            if (reply.error !== "busy" || !repeatable.has(request) || tries === 5) return reply;
            await pause(1.1);
        }
    }

    async #ask(request, fields) {
        const answer = await this.#post("v1/request", { request, ...fields });
        if (!answer) return { ok: false, error: "no-server" };
        if (answer.status === 401) {
            this.dispatchEvent(new Event("unpaired"));
            return { ok: false, error: "unpaired" };
        }
        const reply = await body(answer);
        if (answer.status === 403) return { ok: false, error: reply.error ?? "no-right" };
        if (answer.status === 503) this.#enter("no-appliance");
        return { ok: false, ...answer.ok ? {} : { error: "no-server" }, ...reply };
    }

    /** Asks the board's voice. The reply, which comes when it is over, has `voice`: "said", "stopped" or "failed". */
    async voice(fields) {
        const answer = await this.#post("v1/voice", fields);
        return { voice: "failed", ...answer ? await body(answer) : {} };
    }

    /** Sends a part of the boards to speak with, and again what is refused as too much. Returns whether it is kept. */
    async keepBoards(fields) {
        const now = performance.now();
        this.#parts = Math.min(parts, this.#parts + (now - this.#sent) / 1000 * partsRate) - 1;
        this.#sent = now;
        if (this.#parts < 0) await pause(-this.#parts / partsRate);
        for (let tries = 1; ; tries += 1) {
            const answer = await this.#post("v1/boards", fields);
            if (answer && answer.status !== 429 || tries === 10) return Boolean(answer?.ok);
            await pause(1.1);
        }
    }

    /** A part of the boards that are kept; `null` if there is none. */
    async boardsPart(part) {
        const answer = await this.#fetch(`v1/boards/${part}`);
        return answer?.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
    }

    /** Pieces of a recording: `bytes`, or `error`. What comes too fast is asked for again. */
    async pieces(name, query) {
        for (let tries = 1; ; tries += 1) {
            const answer = await this.#fetch(`v1/recordings/${name}?${new URLSearchParams(query)}`);
            if (answer?.ok) return answer.arrayBuffer().then(buffer => ({ bytes: new Uint8Array(buffer) }), () => ({ error: "no-server" }));
            const reply = answer ? await body(answer) : {};
            if (reply.error !== "busy" || tries === 5) return { error: "no-server", ...reply };
            await pause(1.1);
        }
    }

    /** Opens the stream of events, and again whenever it ends. */
    listen() {
        clearTimeout(this.#timer);
        this.#events?.close();
        const events = this.#events = new EventSource("v1/events?moved=1");
        events.onopen = () => { this.#pause = firstPause; };
        events.onmessage = message => {
            if (this.state !== "online") this.#enter("online");
            const record = parse(message.data);
            if (record) this.dispatchEvent(new CustomEvent("record", { detail: record }));
        };
        events.addEventListener("appliance", message => {
            this.#enter(parse(message.data)?.running ? "online" : "no-appliance");
        });
        events.onerror = () => {
            events.close();
            this.#again();
        };
    }

    stop() {
        clearTimeout(this.#timer);
        this.#events?.close();
        this.#events = null;
    }

    /**
     * Small pictures while the returned function has not been called.
     * @param {(preview: object) => void} show
     * @param {(state: "open"|"lost") => void} tell
     */
    watch(show, tell) {
        let source = null, timer = 0, isOver = false;
        const open = () => {
            source = new EventSource("v1/preview");
            source.onmessage = message => {
                const preview = parse(message.data);
                if (preview) show(preview);
            };
            source.onopen = () => tell("open");
            source.onerror = () => {
                source.close();
                tell("lost");
                if (!isOver) timer = setTimeout(open, 2000);
            };
        };
        open();
        return () => {
            isOver = true;
            clearTimeout(timer);
            source.close();
        };
    }

    async #again() {
        const isThere = await this.load();
        if (!isThere) this.#enter("no-server");
        else if (!this.session.paired) return this.dispatchEvent(new Event("unpaired"));
        else if (this.state === "online") this.#enter("connecting");
        this.#timer = setTimeout(() => this.listen(), this.#pause);
        this.#pause = Math.min(this.#pause * 1.6, longestPause);
    }

    #enter(state) {
        if (this.state === state) return;
        this.state = state;
        this.dispatchEvent(new Event("state"));
    }

    async #fetch(path) {
        try {
            return await fetch(path, { cache: "no-store", credentials: "same-origin" });
        } catch {
            return null;
        }
    }

    async #post(path, fields) {
        const headers = { "Content-Type": "application/json" };
        if (this.session.token) headers["X-Nodline-Token"] = this.session.token;
        try {
            return await fetch(path, {
                method: "POST", headers, body: JSON.stringify(fields), cache: "no-store", credentials: "same-origin"
            });
        } catch {
            this.#enter("no-server");
            return null;
        }
    }
}

function pause(seconds) { return new Promise(done => setTimeout(done, seconds * 1000)); }

function parse(line) {
    try { return JSON.parse(line); } catch { return null; }
}

async function body(answer) {
    try { return await answer.json(); } catch { return {}; }
}
