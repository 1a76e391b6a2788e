import { element } from "./element.js";
import { number, text } from "./text.js";

/** How far the head goes with a movement, by a `measures` record and its offset; what the face does has a field of the movement's name. */
const ofHead = {
    left: (_, { x }) => x, right: (_, { x }) => -x, up: (_, { y }) => y, down: (_, { y }) => -y, "tilt-left": now => now.tilt, "tilt-right": now => -now.tilt
};

/** Whether a setting has a live measure: it says how far one movement must go. */
export function isMeasured({ key, movements }) { return /\.threshold_/.test(key) && movements?.length === 1; }

/** A bar beside a slider: how far head or face are now, and the most of the last seconds, on the slider's own scale. */
export class Level {
    #bar = element("span.now");
    #most = element("span.most");
    #peak = { value: 0, at: 0 };
    #took = () => this.#show();

    constructor(appliance, { key, movements: [movement] }, { low, high }) {
        [this.appliance, this.low, this.high] = [appliance, low, high];
        this.measure = ofHead[movement] ?? (now => now[movement.replaceAll("-", "_")]);
        this.node = element("div.level", { role: "meter", "data-key": key, "aria-label": text("tune.level"), "aria-valuemin": 0, "aria-valuemax": high },
            this.#bar, this.#most);
        for (const event of ["measures", "pointer"]) appliance.addEventListener(event, this.#took);
        this.#show();
    }

    close() { for (const event of ["measures", "pointer"]) this.appliance.removeEventListener(event, this.#took); }

    #show() {
        const value = this.measure(this.appliance.measures ?? {}, this.appliance.offset ?? {}), isKnown = Number.isFinite(value);
        this.node.setAttribute("aria-valuenow", isKnown ? Math.max(0, Math.min(this.high, Math.round(value * 100) / 100)) : 0);
        this.node.setAttribute("aria-valuetext", isKnown ? number(Math.max(0, value)) : text("tune.level.unknown"));
        const now = performance.now() / 1000;
        if (isKnown && (value >= this.#peak.value || now - this.#peak.at > 4)) this.#peak = { value, at: now };
        this.#bar.style.width = `${this.#place(isKnown ? value : 0)}%`;
        this.#most.style.insetInlineStart = `${this.#place(this.#peak.value)}%`;
        this.#most.hidden = this.#peak.value <= 0;
    }

    #place(value) { return Math.max(0, Math.min(100, (value - this.low) / (this.high - this.low) * 100)); }
}
