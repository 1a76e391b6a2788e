/**
 * Asks people yes-or-no questions that they answer with a nod or a shake of the head, and hears their gestures.
 *
 *     import { connect } from "./nodline.js";
 *     const nodline = connect({ url: "http://localhost:8020", key: "…" });
 *     if (await nodline.ask("Print the receipt?", { timeout: 10 }) === "yes") print();
 *     nodline.on("recognised", ({ gesture }) => console.log(gesture));
 *
 * Only a nod that the appliance has reported in time is "yes". Whatever goes wrong is "none".
 */

/** Milliseconds before the stream of events is opened again: at first, and at most. */
const firstPause = 500, longestPause = 15000;
/** Milliseconds without a word on the stream, which has a heartbeat every five seconds. */
const silence = 12000;
/** Milliseconds that an answer may be late, and for which somebody else's question is waited for. */
const timeout = 4000, busyTime = 2000, busyPause = 200;
/** Seconds of the shortest question. */
const leastTime = 0.5;
/** For the person, where the appliance itself has said nothing. */
const deaf = {
    en: "Nods and shakes are not recognised at the moment. Please press a button.",
    de: "Nicken und Kopfschütteln werden gerade nicht erkannt. Bitte einen Knopf drücken."
};

export function connect(options) { return new Nodline(options); }

export class Nodline {
    /** @type {"idle"|"connecting"|"online"|"no-appliance"|"no-connection"|"refused"|"closed"} */
    state = "idle";
    #url;
    #key;
    #listeners = new Map();
    /** The questions that are open: what ends each. */
    #open = new Set();
    #stream = null;

    constructor({ url = "http://localhost:8020", key }) {
        this.#url = url.replace(/\/+$/, "");
        this.#key = key;
    }

    /** Asks a question. @returns {Promise<"yes"|"no"|"none">} */
    async ask(question, options) { return (await this.answer(question, options)).answer; }

    /** Like `ask`, with the reason and a sentence for the person. It never throws. */
    async answer(question, options) {
        const { timeout = 10, language = "en", signal } = options ?? {};
        if (typeof question !== "string" || !Number.isFinite(timeout)) return none(misused("a question is a text, and its timeout a number of seconds"), language);
        const end = new AbortController();
        let reason = "no-connection";
        const stop = why => {
            if (!end.signal.aborted) reason = why;
            end.abort();
        };
        const leave = () => stop("aborted");
        const lose = () => stop("no-connection");
        const limit = setTimeout(lose, timeout * 1000 + busyTime + timeout);
        signal?.addEventListener("abort", leave);
        this.#open.add(stop);
        if (signal?.aborted) leave();
        if (this.state === "closed") stop("closed");
        try {
            const said = await this.#post({ question, timeout, language }, end.signal);
            return end.signal.aborted ? none(reason, language) : said;
        } catch {
            return none(reason, language);
        } finally {
            clearTimeout(limit);
            signal?.removeEventListener("abort", leave);
            this.#open.delete(stop);
        }
    }

    /**
     * Calls `listener` with each event of this name, as docs/socket.md describes them: "recognised", "line"…; "*" for all, and
     * "state" for changes of `state`.
     * @returns {() => void} ends it.
     */
    on(name, listener) {
        if (!this.#listeners.has(name)) this.#listeners.set(name, new Set());
        this.#listeners.get(name).add(listener);
        if (!this.#stream && this.state !== "closed") this.#listen();
        return () => this.#listeners.get(name).delete(listener);
    }

    /** The appliance's state at this moment; `null` if it cannot be had. */
    async status() {
        try {
            const reply = await fetch(this.#url + "/v1/status", this.#request());
            return reply.ok ? await reply.json() : null;
        } catch {
            return null;
        }
    }

    /** Ends everything. Open questions are answered "none". */
    close() {
        this.#enter("closed");
        this.#stream?.abort();
        this.#end("closed");
    }

    async #post({ question, timeout, language }, signal) {
        const begin = performance.now();
        while (true) {
            // Never beyond the caller's own time: the screen no longer asks then.
            const left = Math.max(leastTime, timeout - (performance.now() - begin) / 1000);
            const reply = await fetch(this.#url + "/v1/ask", {
                ...this.#request(signal), method: "POST", body: JSON.stringify({ question, timeout: left, language }),
                headers: { "Authorization": `Bearer ${this.#key}`, "Content-Type": "application/json" }
            });
            const said = await reply.json();
            if (reply.status === 200) return understood(said, language);
            if (reply.status === 400) return none(misused(said.detail), language);
            // The question before this one may not be over yet.
            if (said.error !== "busy" || performance.now() - begin > Math.min(busyTime, 1000 * (timeout - leastTime) - busyPause)) return none(said.error ?? "refused", language);
            await new Promise(done => setTimeout(done, busyPause));
        }
    }

    #request(signal) {
        return { signal, headers: { "Authorization": `Bearer ${this.#key}` }, cache: "no-store", credentials: "omit" };
    }

    /** Reads the stream of events, and opens it again whenever it ends. An EventSource could not send the key. */
    async #listen() {
        this.#stream = new AbortController();
        let pause = firstPause;
        while (this.state !== "closed") {
            if (this.state !== "no-connection") this.#enter("connecting");
            let status = 0, wasOpen = false;
            try {
                status = await this.#read(() => {
                    wasOpen = true;
                    pause = firstPause;
                });
            } catch { /* the connection is lost */ }
            if (this.state === "closed") return;
            if (status === 401 || status === 403) {
                this.#stream = null;
                return this.#enter("refused");
            }
            // Without a stream, because there are too many, a question can still be answered.
            if (wasOpen) this.#end("no-connection");
            this.#enter("no-connection");
            await new Promise(done => setTimeout(done, pause * (0.75 + Math.random() / 2)));
            pause = Math.min(pause * 2, longestPause);
        }
    }

    async #read(tellIsOpen) {
        const one = new AbortController();
        const stop = () => one.abort();
        this.#stream.signal.addEventListener("abort", stop);
        let watch = setTimeout(stop, silence);
        try {
            const reply = await fetch(this.#url + "/v1/events", this.#request(one.signal));
            if (!reply.ok) return reply.status;
            const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
            let rest = "";
            for (let part = await reader.read(); !part.done; part = await reader.read()) {
                clearTimeout(watch);
                watch = setTimeout(stop, silence);
                tellIsOpen();
                const messages = (rest + part.value).split("\n\n");
                rest = messages.pop();
                for (const message of messages) this.#take(message);
            }
            return reply.status;
        } finally {
            clearTimeout(watch);
            this.#stream?.signal.removeEventListener("abort", stop);
            one.abort();
        }
    }

    /** One message of the stream (HTML standard, 9.2). */
    #take(message) {
        let name = "message", data = "";
        for (const line of message.split("\n")) {
            if (line.startsWith("event:")) name = line.slice(6).trim();
            if (line.startsWith("data:")) data += line.slice(5);
        }
        let record;
        try { record = JSON.parse(data); } catch { return; }
        if (name === "appliance") {
            this.#enter(record.running ? "online" : "no-appliance");
        } else if (name === "message" && typeof record.event === "string") {
            this.#tell(record.event, record);
            this.#tell("*", record);
        }
    }

    #enter(state) {
        if (this.state === state || this.state === "closed") return;
        this.state = state;
        this.#tell("state", state);
    }

    #tell(name, value) {
        for (const listener of [...this.#listeners.get(name) ?? []]) {
            try { listener(value); } catch (error) { console.error(error); }
        }
    }

    #end(reason) { for (const stop of [...this.#open]) stop(reason); }
}

/** An answer of the server, which is believed only if it is whole. */
function understood(said, language) {
    if (said.answer === "yes" && said.reason === "nod" || said.answer === "no" && said.reason === "shake") {
        return { answer: said.answer, reason: said.reason, words: said.words ?? "" };
    }
    return none(said.reason ?? "refused", language, said.words);
}

/** What only a programmer can mend. */
function misused(detail) {
    console.error(`nodline.js: ${detail}`);
    return "bad-request";
}

/** Where the page itself took the question back there is nothing to say. */
function none(reason, language, words) {
    const isOwn = reason === "aborted" || reason === "closed";
    return { answer: "none", reason, words: words ?? (isOwn ? "" : deaf[language] ?? deaf.en) };
}
