import { pause } from "./connection.js";
import { button, element, fill, write } from "./element.js";
import { refused } from "./reply.js";
import { minutes, text } from "./text.js";

/** The views in which settings are changed: only there it is of interest that the last change can be undone. */
const changing = new Set(["place", "tune", "bind"]);

/** The bar that says that settings are on trial, with what can be done about it. */
export class Trial {
    node = element("section.trial", { hidden: true });
    #left = element("strong.countdown", { role: "timer" });
    #said = element("p", { role: "status" });
    #buttons = element("p.row");
    #shown = "";
    /** What was changed and is not sent yet, and when it will be. */
    #pending = {};
    #timer = 0;
    /** What is being sent. */
    #sent = null;
    /** Whether somebody ends the trial here. */
    #isEnding = false;

    constructor(page) {
        this.page = page;
        fill(this.node, this.#said, this.#buttons);
        page.appliance.addEventListener("change", () => this.#show());
        // What was shown is not in force.
        const gone = () => page.tell(text("trial.gone"), true);
        page.appliance.addEventListener("trial-lost", gone);
        page.appliance.addEventListener("event", ({ detail: { event, state } }) => {
            if (event === "trial" && state === "discarded" && page.appliance.trial && !this.#isEnding) gone();
        });
        setInterval(() => write(this.#left, minutes(page.appliance.trialLeft())), 1000);
    }

    /** Whether something that was changed here is not on trial yet: what the appliance says of settings is older. */
    get isBusy() { return Boolean(this.#sent) || Object.keys(this.#pending).length > 0; }

    /** Waits until that is over. */
    async rest() { while (this.isBusy) await (this.#sent ?? pause(0.1)); }

    /** Puts settings on trial, after those that are being sent; returns whether they are. */
    attempt(settings) {
        const sent = (this.#sent ?? Promise.resolve()).then(() => this.#send(settings));
        this.#sent = sent;
        sent.then(() => { if (this.#sent === sent) this.#sent = null; });
        return sent;
    }

    /** Puts a setting on trial in a moment: several keys of the keyboard in a row are one request. */
    soon(key, value) {
        this.#pending[key] = value;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#flush(), 350);
    }

    /** Sends what waits; returns whether all that was changed is on trial. The view shows what holds if it is not. */
    async #flush() {
        const settings = this.#take();
        const isWell = await (Object.keys(settings).length ? this.attempt(settings) : this.#sent ?? true);
        if (!isWell) this.page.dispatchEvent(new Event("settled"));
        return isWell;
    }

    #take() {
        clearTimeout(this.#timer);
        const settings = this.#pending;
        this.#pending = {};
        return settings;
    }

    async #send(settings) {
        const reply = await this.page.connection.request("try", { settings });
        if (reply.ok) this.page.appliance.takeTrial(reply.trial);
        else {
            this.page.tell(refused(reply), true);
            await this.page.appliance.askForTrial();
        }
        return Boolean(reply.ok);
    }

    async #do(request) {
        // What somebody sees on the sliders is what they keep, and nothing of it comes after what they discard.
        if (request === "keep") {
            if (!await this.#flush()) return;
        } else {
            this.#take();
            await this.#sent;
        }
        this.#isEnding = true;
        const reply = await this.page.connection.request(request);
        await this.page.appliance.askForTrial();
        this.#isEnding = false;
        this.page.tell(reply.ok ? text(`trial.done.${request}`) : refused(reply), !reply.ok);
        if (reply.ok) this.page.dispatchEvent(new Event("settled"));
    }

    /** Again, in another language or view. */
    redraw() {
        this.#shown = "";
        this.#show();
    }

    #show() {
        const { trial } = this.page.appliance, canUndo = this.page.appliance.canUndo && changing.has(document.body.dataset.view);
        const shown = `${Boolean(trial)} ${canUndo} ${this.page.mayChange()}`;
        if (shown === this.#shown) return;
        this.#shown = shown;
        const hadFocus = this.node.contains(document.activeElement);
        this.node.hidden = !trial && !canUndo;
        this.node.setAttribute("aria-label", text("trial.name"));
        this.node.classList.toggle("running", Boolean(trial));
        if (trial) {
            fill(this.#said, text("trial.running"), " ", this.#left);
            write(this.#left, minutes(this.page.appliance.trialLeft()));
        } else fill(this.#said, canUndo ? text("trial.kept") : "");
        fill(this.#buttons, !this.page.mayChange() ? [] : trial
            ? [button(text("trial.keep"), () => this.#do("keep"), { class: "main", id: "keep" }),
               button(text("trial.discard"), () => this.#do("discard"), { id: "discard" })]
            : canUndo ? button(text("trial.undo"), () => this.#do("undo"), { id: "undo" }) : []);
        this.page.measure();
        // The focused button went away: stay near.
        if (hadFocus) (this.#buttons.querySelector("button") ?? document.getElementById("main")).focus();
    }
}
