import { parts } from "../cut.js";

/** The most characters that the board's voice says at a time. */
const longest = 500;
/** Seconds in which speech must have begun; characters a second of a slow voice; seconds that are added to its length. */
const start = 1.5, pace = 6, spare = 4;
/** Seconds within which the board must have stopped. */
const stopping = 3;
/** The tones of a call: pitch in Hz, and seconds. */
const call = [[880, 0.35], [660, 0.35], [880, 0.35], [660, 0.5]], callLoudness = 0.8;

/** Seconds for which a board that was silent is not asked to say what the browser can say. */
const silence = 60;

/**
 * The board's speech, or the browser's where the board has none, and tones. One thing is said at a time, and nothing waits.
 *
 * Events: `change` (after `state` or `isSounding` changed).
 */
export class Voice extends EventTarget {
    isSounding = false;
    /** Whether the board is to speak. */
    prefersBoard = true;
    /** What this browser can do. */
    #own = "speechSynthesis" in globalThis ? "ready" : "none";
    #connection;
    #silentUntil = 0;
    /** Settles when the board has been told to stop, so that no later word comes before. */
    #stopping = Promise.resolve();
    #isOnBoard = false;
    #context = null;
    #turn = 0;
    /** Ends what sounds now. */
    #end = null;
    #playing = [];

    constructor(connection) {
        super();
        this.#connection = connection;
        if (navigator.userActivation && !navigator.userActivation.hasBeenActive) this.#own = "tap";
        for (const kind of ["pointerup", "keydown"]) addEventListener(kind, () => this.unlock(), { once: true });
    }

    /** To be called from a touch or key: from then on the browser may make sounds. */
    unlock() {
        try {
            this.#context ??= new AudioContext();
            this.#context.resume();
        } catch { /* speech may work without tones */ }
        if (this.#own === "tap") this.#enter("speechSynthesis" in globalThis ? "ready" : "none");
    }

    /** @type {"ready"|"tap"|"none"} "tap": the browser makes no sound before somebody touches the page; "none": nothing has a voice */
    get state() { return this.#hasBoard() && !this.#wasSilent() ? "ready" : this.#own; }

    #hasBoard() { return this.prefersBoard && this.#connection.session.voice && this.#connection.maySpeak(); }

    #wasSilent() { return performance.now() < this.#silentUntil; }

    /** Says words, long ones in parts. @returns {Promise<boolean>} whether they were said to their end */
    async say(words, language) {
        const turn = this.#begin();
        let isSaid = true;
        for (const part of parts(words, longest)) isSaid = isSaid && (await this.#ask({ say: part, language }, turn) ?? await this.#speak(part, language, turn));
        this.#finish(turn);
        return isSaid;
    }

    /** Tones, then words. @returns {Promise<boolean>} whether any of it could be heard */
    async ring(words, language) {
        const turn = this.#begin(), isHeard = await this.#call(words, language, turn);
        this.#finish(turn);
        return isHeard;
    }

    async #call(words, language, turn) {
        const isHeard = this.#tones(call, callLoudness), isSaid = await this.#ask({ call: words, language }, turn);
        if (isSaid !== null) return isSaid || isHeard;
        if (isHeard) await this.#wait(call.reduce((sum, [, seconds]) => sum + seconds, 0.1));
        if (turn !== this.#turn) return isHeard;
        return await this.#speak(words, language, turn) || isHeard;
    }

    /** Lets the board speak. @returns {Promise<boolean|null>} whether it did, to the end; `null` if it cannot */
    async #ask(fields, turn) {
        // A call always tries it: it may be well again, and a call that is heard twice is better than one that is not heard.
        if (!this.#hasBoard() || this.#wasSilent() && this.#own === "ready" && !fields.call) return null;
        await this.#stopping;
        if (turn !== this.#turn) return false;
        this.#isOnBoard = true;
        const { length } = fields.say ?? fields.call;
        const { voice } = await this.#connection.voice(fields, length / pace + spare + 4);
        if (turn !== this.#turn) return false;
        this.#isOnBoard = false;
        if (voice !== "said" && voice !== "stopped") {
            this.#silentUntil = performance.now() + silence * 1000;
            return null;
        }
        this.#silentUntil = 0;
        return voice === "said";  // or others have cut it off
    }

    /** A soft tone. */
    hint() { this.#tones([[330, 0.25]], 0.15); }

    /** Silence, at once. */
    stop() {
        this.#turn += 1;
        if (this.#isOnBoard) this.#stopping = this.#connection.voice({ stop: true }, stopping);
        this.#isOnBoard = false;
        const end = this.#end;
        this.#end = null;
        globalThis.speechSynthesis?.cancel();
        for (const gain of this.#playing.splice(0)) gain.disconnect();
        end?.(false);
        this.#sound(false);
    }

    #begin() {
        if (this.isSounding) this.stop();
        this.#turn += 1;
        this.#sound(true);
        return this.#turn;
    }

    /** All is said, unless something else has begun meanwhile. */
    #finish(turn) { if (turn === this.#turn && this.isSounding) this.#sound(false); }

    #speak(words, language, turn) {
        if (turn !== this.#turn) return Promise.resolve(false);
        return new Promise(done => {
            let timer = 0;
            const end = isHeard => {
                clearTimeout(timer);
                done(isHeard);
            };
            const after = (seconds, action) => {
                clearTimeout(timer);
                timer = setTimeout(action, seconds * 1000);
            };
            this.#end = end;
            if (!("speechSynthesis" in globalThis)) return end(false);
            const speech = new SpeechSynthesisUtterance(words);
            speech.lang = language;
            const voices = speechSynthesis.getVoices().filter(voice => voice.lang.toLowerCase().startsWith(language.slice(0, 2).toLowerCase()));
            // A voice of this device needs no Internet.
            speech.voice = voices.find(voice => voice.localService) ?? voices[0] ?? null;
            speech.onstart = () => {
                after(words.length / pace + spare, () => end(true));
                if (turn === this.#turn) this.#enter("ready");
            };
            speech.onend = () => end(true);
            speech.onerror = event => {
                if (turn === this.#turn) this.#enter(event.error === "not-allowed" ? "tap" : "none");
                end(false);
            };
            after(start, () => {
                if (turn === this.#turn) this.#enter("none");
                speechSynthesis.cancel();
                end(false);
            });
            return speechSynthesis.speak(speech);
        });
    }

    #wait(seconds) {
        return new Promise(done => {
            const timer = setTimeout(done, seconds * 1000);
            this.#end = () => {
                clearTimeout(timer);
                done();
            };
        });
    }

    #tones(tones, loudness) {
        if (this.#context?.state !== "running") return false;
        let at = this.#context.currentTime + 0.05;
        for (const [pitch, seconds] of tones) {
            const tone = this.#context.createOscillator(), gain = this.#context.createGain();
            tone.frequency.value = pitch;
            gain.gain.setValueAtTime(loudness, at);
            gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
            tone.connect(gain).connect(this.#context.destination);
            tone.start(at);
            tone.stop(at + seconds);
            tone.onended = () => { this.#playing = this.#playing.filter(other => other !== gain); };
            this.#playing.push(gain);
            at += seconds;
        }
        return true;
    }

    #sound(isSounding) {
        this.isSounding = isSounding;
        this.dispatchEvent(new Event("change"));
    }

    #enter(state) {
        if (this.#own === state) return;
        this.#own = state;
        this.dispatchEvent(new Event("change"));
    }
}
