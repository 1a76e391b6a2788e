import { button, element, fill, write } from "./element.js";
import { refused } from "./reply.js";
import { rounded, text } from "./text.js";

/** Records the person's ordinary minutes as numbers, and says how many there are. */
export class Minutes {
    #said = element("div.big", { role: "status" });
    #row = element("p.row");
    #isRunning = false;
    #happened = event => this.#take(event.detail);
    #settled = () => this.#count();

    constructor(page) {
        this.page = page;
        this.length = element("select", { id: "minutes-length" }, [5, 10, 30, 60].map(value => element("option", { value }, text("try.minutes", { minutes: value }))));
        this.length.value = "10";
        this.node = element("div", {}, element("p", {}, text("minutes.lead")),
            element("p", {}, element("label", { for: "minutes-length" }, text("try.length")), this.length), this.#row, this.#said,
            element("p.note", {}, text("minutes.note")));
        page.appliance.addEventListener("event", this.#happened);
        page.appliance.addEventListener("settled", this.#settled);
        this.#count();
        this.#show();
    }

    /** A recording goes on while the page shows something else. */
    close() {
        this.page.appliance.removeEventListener("event", this.#happened);
        this.page.appliance.removeEventListener("settled", this.#settled);
    }

    async #count() {
        const reply = await this.page.connection.request("rest");
        if (reply.ok) {
            this.#isRunning = reply.recording;
            this.#show();
        }
        fill(this.#said, reply.ok ? this.#words(reply.minutes) : refused(reply));
    }

    #words(total) { return text("minutes.there", { minutes: rounded(total, 1) }); }

    #show() {
        const hadFocus = this.#row.contains(document.activeElement), ask = (name, fields) => async () => {
            const reply = await this.page.connection.request(name, fields?.() ?? {});
            if (!reply.ok) fill(this.#said, refused(reply));
        };
        this.length.disabled = this.#isRunning;
        fill(this.#row, !this.page.mayChange() ? text("error.no-right") : this.#isRunning
            ? button(text("try.stop"), ask("record-rest", () => ({ stop: true })), { id: "minutes-stop" })
            : [button(text("try.start"), ask("record-rest", () => ({ minutes: Number(this.length.value) })), { id: "minutes-start", class: "main" }),
                button(text("minutes.forget"), ask("forget-rest"), { id: "minutes-forget", class: "delete" })]);
        if (hadFocus) this.#row.querySelector("button")?.focus();
    }

    #take(record) {
        if (record.event !== "rest") return;
        this.#isRunning = record.state === "recording";
        this.#show();
        write(this.#said, record.state === "forgotten" ? this.#words(0) : record.state === "failed" ? text("minutes.failed")
            : this.#isRunning ? text("minutes.running", { minutes: rounded(record.minutes, 1), total: rounded(record.total, 1) }) : this.#words(record.total));
    }
}
