import { element, fill } from "./element.js";
import { gestureName, text } from "./text.js";

/** Says in every view which gestures outputs wait for in vain, and why. */
export class Vain {
    node = element("section.fault", { hidden: true, role: "status" });
    #shown = "";

    constructor(page) {
        this.page = page;
        page.appliance.addEventListener("change", () => this.#show());
    }

    /** Whether there are any. */
    get isShown() { return this.#gestures().length > 0; }

    #gestures() { return this.page.appliance.status?.impossible ?? []; }

    /** Again in the present language. */
    redraw() {
        this.#shown = "";
        this.#show();
    }

    #show() {
        const gestures = this.#gestures(), shown = JSON.stringify(gestures);
        if (shown === this.#shown) return;
        this.#shown = shown;
        this.node.hidden = !gestures.length;
        fill(this.node, gestures.map(({ user, gesture, reason, only }) => element("p", {}, element("strong", {}, text(only ? "vain.only" : "vain.also",
            { user: user === "pause" ? text("pause") : user, gesture: gestureName(gesture) })), " ", text(reason === "far" ? "vain.far" : "vain.off"))),
        element("p", {}, text("vain.do")));
    }
}
