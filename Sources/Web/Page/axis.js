import { element, write } from "./element.js";
import { text } from "./text.js";

/** How far an axis moves now: a bar from the middle to either side. To the left is left; of a vertical axis up is to the right. */
export class AxisBar {
    isVertical = false;
    #bar = element("span.now");
    #output = element("output");
    #took = () => this.#show();

    constructor(appliance, name) {
        [this.appliance, this.name] = [appliance, name];
        this.meter = element("div.level.axis", { role: "meter", "data-axis": name, "aria-label": text("tune.level"), "aria-valuemin": -100, "aria-valuemax": 100 },
            this.#bar);
        this.node = element("div.setting", {}, element("div.row.spread", {}, element("span", {}, text("tune.level")), this.#output), this.meter);
        appliance.addEventListener("change", this.#took);
        this.#show();
    }

    close() { this.appliance.removeEventListener("change", this.#took); }

    #show() {
        const value = this.appliance.axes[this.name], isKnown = Number.isFinite(value), percent = isKnown ? Math.round(value * 100) : 0;
        const words = isKnown ? text("unit.%", { value: percent }) : text("tune.level.unknown");
        if (this.meter.getAttribute("aria-valuetext") === words) return;
        this.meter.setAttribute("aria-valuenow", percent);
        this.meter.setAttribute("aria-valuetext", words);
        write(this.#output, words);
        const half = Math.min(50, Math.abs(percent) / 2), isLeft = this.isVertical ? percent < 0 : percent > 0;
        this.#bar.style.left = `${isLeft ? 50 - half : 50}%`;
        this.#bar.style.width = `${half}%`;
    }
}
