import { pause } from "./connection.js";
import { element, write } from "./element.js";
import { refused } from "./reply.js";
import { text } from "./text.js";

/** Seconds between an answer and the next request, and until an answer is too late: the appliance lets go half a second after the last one. */
const pace = 0.12, limit = 0.4;

/** What counts as an answer that has not come. */
const late = { ok: false, error: "late" };

/** A button that must be held for anything to fire or drive. */
export class Hold {
    /** The press that goes on, and its name; `null` if there is none. */
    #name = null;
    #page;
    #release = () => this.release();
    #hide = () => { if (document.hidden) this.release(); };

    constructor(page) {
        this.#page = page;
        const press = event => {
            event.preventDefault();
            this.#press();
        };
        const isKey = event => event.key === " " || event.key === "Enter";
        this.node = element("button.tap", { id: "hold", type: "button", "aria-pressed": "false",
            onpointerdown: event => { if (event.isPrimary && event.button === 0) this.#press(); },
            onpointerup: this.#release, onpointercancel: this.#release, onpointerleave: this.#release, onlostpointercapture: this.#release, onblur: this.#release,
            onkeydown: event => { if (isKey(event)) event.repeat ? event.preventDefault() : press(event); },
            onkeyup: event => { if (isKey(event)) this.release(); },
            oncontextmenu: event => event.preventDefault() });
        for (const kind of ["blur", "pagehide"]) addEventListener(kind, this.#release);
        document.addEventListener("visibilitychange", this.#hide);
        this.#show();
    }

    /** Whether it can be held now. */
    offer(isOffered) {
        this.node.hidden = !isOffered;
        if (!isOffered) this.release();
    }

    /** Lets go, and listens no more. */
    close() {
        this.release();
        for (const kind of ["blur", "pagehide"]) removeEventListener(kind, this.#release);
        document.removeEventListener("visibilitychange", this.#hide);
    }

    /** Whatever ends a press; it does not wait for the network. */
    release() {
        const name = this.#name;
        if (!name) return;
        this.#name = null;
        this.#show();
        this.#page.connection.request("enable", { hold: name, end: true });
    }

    /** Each request repeats what the last answer gave: whoever does not hear the appliance any more does not hold it. */
    async #press() {
        if (this.#name) return;
        const name = this.#name = Math.random().toString(36).slice(2, 12);
        const ask = fields => Promise.race([this.#page.connection.request("enable", { hold: name, ...fields }), pause(limit).then(() => late)]);
        this.#show();
        let reply = await ask({}), isHeld = false;
        while (this.#name === name && reply.ok) {
            reply = await ask({ next: reply.next });
            if (this.#name === name && reply.ok && !isHeld) this.#show(isHeld = true);
            await pause(pace);
        }
        if (this.#name !== name) return;
        this.release();
        this.#page.tell(reply.error === "late" ? text("hold.lost") : refused(reply), true);
    }

    #show(isHeld = false) {
        this.node.setAttribute("aria-pressed", isHeld);
        write(this.node, text(isHeld ? "hold.held" : "hold"));
    }
}
