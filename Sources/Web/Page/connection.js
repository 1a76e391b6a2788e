/** Seconds without a word from the server, or before a closed stream is opened again. */
const firstPause = 1000, longestPause = 8000;

/** Parts of boards that are sent at once, and then in a second: so many less than the server takes of a browser that a call meanwhile is not refused. */
const parts = 100, partsRate = 20;

/**
 * Seconds within which an answer must begin, or there is none: of requests by name, and of all others. A little more than the server waits
 * for the appliance, so that its own words come first where it has any.
 */
const limits = { call: 3.5, ask: 620, "test-recording": 620 }, limit = 15;

/** Seconds within which a server that is there says so. */
const sign = 3;

/** Milliseconds without an event, of which the appliance sends one each second, after which it is asked whether it is there. */
const silence = 5000;

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
    /** When the server said something last, by `performance.now()`. */
    #heard = 0;
    #watch = 0;

    mayChange() { return (this.session.rights ?? []).includes("change"); }

    /** Whether it may say something at the board, and call: the board's own screen may, too. */
    maySpeak() { return this.mayChange() || this.session.screen === true; }

    /** Asks who this browser is. */
    async load() {
        const answer = await this.#fetch("v1/session");
        if (!answer?.ok) return false;
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
        const answer = await this.#post("v1/request", { request, ...fields }, limits[request]);
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

    /** Asks the board's voice. The reply, which comes when it is over or after so many seconds, has `voice`: "said", "stopped" or "failed". */
    async voice(fields, seconds) {
        const answer = await this.#post("v1/voice", fields, seconds);
        return { voice: "failed", ...answer ? await body(answer) : {} };
    }

    /** Sends a part of the boards to speak with, and again what is refused as too much. The reply has `ok`, and `revision` or `error`. */
    async keepBoards(fields) {
        const now = performance.now();
        this.#parts = Math.min(parts, this.#parts + (now - this.#sent) / 1000 * partsRate) - 1;
        this.#sent = now;
        if (this.#parts < 0) await pause(-this.#parts / partsRate);
        for (let tries = 1; ; tries += 1) {
            const answer = await this.#post("v1/boards", fields);
            if (answer && answer.status !== 429 || tries === 10) return { ok: false, ...answer ? await body(answer) : {} };
            await pause(1.1);
        }
    }

    /** A part of the boards that are kept: its `bytes`, of none if there is none, and the boards' `revision`; `null` if they cannot be reached. */
    async boardsPart(part) {
        const answer = await this.#fetch(`v1/boards/${part}`);
        if (answer?.status === 404) return { bytes: new Uint8Array(), revision: "" };
        if (!answer?.ok) return null;
        return answer.arrayBuffer().then(buffer => ({ bytes: new Uint8Array(buffer), revision: answer.headers.get("ETag")?.replaceAll("\"", "") ?? "" }), () => null);
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
        this.stop();
        this.#watch = setInterval(() => this.#look(), silence / 2);
        const events = this.#events = new EventSource("v1/events?pointer=1");
        events.onopen = () => { this.#pause = firstPause; };
        events.onmessage = message => {
            this.#heard = performance.now();
            if (this.state !== "online") this.#enter("online");
            const record = parse(message.data);
            if (record) this.dispatchEvent(new CustomEvent("record", { detail: record }));
        };
        events.addEventListener("appliance", message => {
            this.#heard = performance.now();
            this.#enter(parse(message.data)?.running ? "online" : "no-appliance");
        });
        events.onerror = () => {
            events.close();
            this.#again();
        };
    }

    stop() {
        clearTimeout(this.#timer);
        clearInterval(this.#watch);
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

    /** An appliance that hangs keeps its connections, and says nothing. */
    async #look() {
        if (this.state !== "online" || performance.now() - this.#heard < silence) return;
        const { error } = await this.#ask("status", {});
        if (error === "no-answer" && performance.now() - this.#heard >= silence) this.#enter("no-appliance");
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

    /**
     * An answer; one that says so if a server that is there has not begun it within so many seconds, `null` if there is none. What then
     * still waits is given up, so that it is not done when nobody expects it.
     */
    async #fetch(path, options = {}, seconds = limit) {
        const began = performance.now(), { answer, isLate } = await this.#send(path, options, seconds);
        if (answer) return answer;
        return isLate && await this.#isThere(began) ? new Response('{"ok":false,"error":"no-answer"}', { status: 504 }) : null;
    }

    /** Whether the server has said something since then, or does when it is asked for a little. */
    async #isThere(since) {
        return this.#heard > since || Boolean((await this.#send("v1/session", {}, sign)).answer);
    }

    /** Sends a request, and gives it up after so many seconds: `{answer}`, or `{isLate}`, which is false if it failed before. */
    async #send(path, options, seconds) {
        const end = new AbortController(), timer = setTimeout(() => end.abort(), seconds * 1000);
        try {
            return { answer: await fetch(path, { ...options, cache: "no-store", credentials: "same-origin", signal: end.signal }) };
        } catch {
            return { isLate: end.signal.aborted };
        } finally {
            clearTimeout(timer);
        }
    }

    async #post(path, fields, seconds) {
        const headers = { "Content-Type": "application/json" };
        if (this.session.token) headers["X-Nodline-Token"] = this.session.token;
        const answer = await this.#fetch(path, { method: "POST", headers, body: JSON.stringify(fields) }, seconds);
        if (!answer) this.#enter("no-server");
        return answer;
    }
}

export function pause(seconds) { return new Promise(done => setTimeout(done, seconds * 1000)); }

function parse(line) {
    try { return JSON.parse(line); } catch { return null; }
}

async function body(answer) {
    try { return await answer.json(); } catch { return {}; }
}
