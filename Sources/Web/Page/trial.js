import { button, element, fill, write } from "./element.js";
import { refusal } from "./reply.js";
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

    constructor(page) {
        this.page = page;
        fill(this.node, this.#said, this.#buttons);
        page.appliance.addEventListener("change", () => this.#show());
        setInterval(() => write(this.#left, minutes(page.appliance.trialLeft())), 1000);
    }

    /** Puts settings on trial; returns whether they are. */
    async attempt(settings) {
        const reply = await this.page.connection.request("try", { settings });
        if (reply.ok) this.page.appliance.takeTrial(reply.trial);
        else {
            this.page.tell(refusal(reply), true);
            await this.page.appliance.askForTrial();
        }
        return Boolean(reply.ok);
    }

    async #do(request) {
        const reply = await this.page.connection.request(request);
        await this.page.appliance.askForTrial();
        this.page.tell(reply.ok ? text(`trial.done.${request}`) : refusal(reply), !reply.ok);
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
