import { element } from "./element.js";
import { number, text } from "./text.js";

/** How each threshold's measure is found in a `measures` record and the head's offset. */
const measures = {
    threshold_left: (_, { x }) => x, threshold_right: (_, { x }) => -x, threshold_up: (_, { y }) => y, threshold_down: (_, { y }) => -y,
    threshold_tilt_left: now => now.tilt, threshold_tilt_right: now => -now.tilt, threshold_mouth: now => now.mouth,
    threshold_eyes_closed: now => now.eyes_closed, threshold_brows: now => now.brows, threshold_smile: now => now.smile
};

/** Whether a setting has a live measure. */
export function isMeasured(key) { return key.replace("gestures.", "") in measures; }

/** A bar beside a slider: how far head or face are now, and the most of the last seconds, on the slider's own scale. */
export class Level {
    #bar = element("span.now");
    #most = element("span.most");
    #peak = { value: 0, at: 0 };
    #took = () => this.#show();

    constructor(appliance, key, { low, high }) {
        [this.appliance, this.name, this.low, this.high] = [appliance, key.replace("gestures.", ""), low, high];
        this.node = element("div.level", { role: "meter", "data-key": key, "aria-label": text("tune.level"), "aria-valuemin": 0, "aria-valuemax": high },
            this.#bar, this.#most);
        for (const event of ["measures", "moved"]) appliance.addEventListener(event, this.#took);
        this.#show();
    }

    close() { for (const event of ["measures", "moved"]) this.appliance.removeEventListener(event, this.#took); }

    #show() {
        const value = measures[this.name](this.appliance.measures ?? {}, this.appliance.offset ?? {}), isKnown = Number.isFinite(value);
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
