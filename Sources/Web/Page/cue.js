import { element, write } from "./element.js";
import { number } from "./text.js";

/** Seconds and pitch of the tone. */
const length = 0.18, pitch = 880;
let context = null;

/** A short tone, and a shake where the device can: the person who is to move does not see this screen. */
export function cue() {
    navigator.vibrate?.(120);
    try {
        context ??= new AudioContext();
        const tone = context.createOscillator(), loudness = context.createGain(), start = context.currentTime;
        tone.frequency.value = pitch;
        loudness.gain.setValueAtTime(0.25, start);
        loudness.gain.exponentialRampToValueAtTime(0.001, start + length);
        tone.connect(loudness).connect(context.destination);
        tone.start(start);
        tone.stop(start + length);
    } catch { /* without sound the words must do */ }
}

/** The seconds that are left, in figures that can be read across a room. Who cannot see them hears the cue. */
export class Countdown {
    node = element("p.seconds", { "aria-hidden": "true" });
    #end = 0;
    #timer = 0;

    start(seconds) {
        this.stop();
        this.#end = performance.now() + seconds * 1000;
        this.#timer = setInterval(() => this.#show(), 200);
        this.#show();
    }

    stop() {
        clearInterval(this.#timer);
        write(this.node, "");
    }

    #show() { write(this.node, number(Math.max(0, Math.ceil((this.#end - performance.now()) / 1000 - 0.05)), 0)); }
}
