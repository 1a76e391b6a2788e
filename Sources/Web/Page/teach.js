import { Countdown, cue } from "./cue.js";
import { button, element, fill, write } from "./element.js";
import { refused } from "./reply.js";
import { Running } from "./running.js";
import { Minutes } from "./minutes.js";
import { gestureName, has, number, rounded, text, textOr } from "./text.js";

/** Teaches a movement of the person's own, after their ordinary minutes were recorded. */
export function teach(page) {
    const minutes = new Minutes(page), lesson = new Lesson(page), list = new Taught(page);
    lesson.onend = () => list.refresh();
    return {
        node: element("div", {}, element("p.lead", {}, text("teach.lead")),
            element("section.card", { "aria-labelledby": "teach-minutes" }, element("h2", { id: "teach-minutes" }, text("minutes.name")), minutes.node),
            element("section.card", { "aria-labelledby": "teach-movement" }, element("h2", { id: "teach-movement" }, text("teach.movement")), lesson.node),
            element("h2", {}, text("teach.list")), list.node, element("p.note", {}, text("teach.note"))),
        close() {
            minutes.close();
            lesson.close();
        }
    };
}

/** One teaching: rest, repetitions after signs, and the result. */
class Lesson {
    onend = () => {};
    #said = element("div.big", { role: "status" });
    #marks = element("ol.ten");
    #detail = element("p", { role: "status" });
    #row = element("p.row");
    #countdown = new Countdown();
    #running;
    #happened = event => this.#take(event.detail);

    constructor(page) {
        this.page = page;
        this.name = element("input", { type: "text", id: "teach-name", maxlength: 20, autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
        this.count = element("select", { id: "teach-count" }, [5, 6, 8, 10].map(value => element("option", { value }, number(value, 0))));
        this.count.value = "6";
        this.node = element("div", {}, element("p.aside", {}, text("teach.how")),
            element("div.row.aside", {}, element("p", {}, element("label", { for: "teach-name" }, text("teach.name")), this.name),
                element("p", {}, element("label", { for: "teach-count" }, text("teach.count")), this.count)),
            this.#row, this.#said, this.#countdown.node, this.#marks, this.#detail);
        this.#running = new Running(page.appliance, "teaching", isLost => {
            this.#show();
            if (isLost) this.#cancelled();
        });
        page.appliance.addEventListener("event", this.#happened);
        this.#show();
    }

    close() {
        this.#countdown.stop();
        this.page.appliance.removeEventListener("event", this.#happened);
        this.#running.close();
        if (this.#running.isOurs) this.page.connection.request("calibrate", { cancel: true });
    }

    #show() {
        const hadFocus = this.#row.contains(document.activeElement);
        this.node.classList.toggle("cueing", this.#running.isOn);
        this.name.disabled = this.count.disabled = this.#running.isOn;
        fill(this.#row, !this.page.mayChange() ? text("error.no-right") : this.#running.isOn
            ? button(text("teach.cancel"), () => this.page.connection.request("calibrate", { cancel: true }), { id: "teach-cancel" })
            : button(text("teach.start"), () => this.#start(), { id: "teach-start", class: "main" }));
        if (hadFocus) this.#row.querySelector("button")?.focus();
    }

    async #start() {
        const name = this.name.value.trim().normalize("NFC");
        if (!/^[\p{L}\p{Nd}_][\p{L}\p{M}\p{Nd}_-]*$/u.test(name) || new TextEncoder().encode(name).length > 32) {
            this.name.focus();
            return write(this.#said, text("teach.name.wrong"));
        }
        fill(this.#marks);
        fill(this.#detail);
        write(this.#said, "");
        // Before the reply, because events may overtake it.
        this.#running.begin();
        const reply = await this.page.connection.request("teach", { name, repetitions: Number(this.count.value) });
        if (reply.ok) return null;
        this.#running.tell(false);
        return fill(this.#said, refused(reply));
    }

    #take(record) {
        if (record.event !== "teach") return;
        this.#running.tell(["rest", "next", "found", "dropped"].includes(record.step));
        if (record.step !== "rest") this.#countdown.stop();
        switch (record.step) {
        case "rest":
            this.#countdown.start(record.seconds ?? 3);
            return write(this.#said, text("teach.rest", { seconds: rounded(record.seconds ?? 3) }));
        case "next": return this.#ask(record);
        case "found": return this.#found(record);
        case "dropped": return this.#dropped(record);
        case "computing": return write(this.#said, text("teach.computing"));
        case "done": return this.#end(record);
        default: return this.#cancelled();
        }
    }

    #cancelled() {
        this.#countdown.stop();
        this.#clearMark();
        return write(this.#said, text("teach.cancelled"));
    }

    #ask({ point, points }) {
        this.#clearMark();
        this.#marks.append(element("li.now", {}, element("span.hidden", {}, text("try.mark.now"))));
        cue();
        write(this.#said, text("teach.now", { number: point, of: points }));
    }

    #found({ point, likeness }) {
        this.#mark("done", "✓", "try.mark.found");
        write(this.#said, text("teach.found", { number: point }));
        write(this.#detail, typeof likeness === "number" ? text("teach.like", { percent: rounded(100 * likeness) }) : "");
    }

    #dropped({ reason, words }) {
        this.#mark("missed", "×", "try.mark.missed");
        write(this.#detail, textOr(`teach.dropped.${reason}`, words ?? reason));
    }

    #mark(name, sign, words) {
        const mark = this.#marks.lastElementChild;
        if (!mark) return;
        mark.className = name;
        fill(mark, element("span", { "aria-hidden": "true" }, sign), element("span.hidden", {}, text(words)));
    }

    #clearMark() { if (this.#marks.lastElementChild?.className === "now") this.#marks.lastElementChild.remove(); }

    #end(record) {
        this.#clearMark();
        this.onend();
        if (!record.kept) {
            write(this.#said, text("teach.refused"));
            return write(this.#detail, textOr(`teach.reason.${record.reason}`, record.words ?? record.reason));
        }
        write(this.#said, text("teach.kept", { found: record.found, of: record.points, rate: rate(record.per_hour_95) }));
        const advice = (record.advice ?? []).filter(word => has(`teach.advice.${word}`)).map(word => element("li", {}, text(`teach.advice.${word}`)));
        return fill(this.#detail, text("teach.hours", { hours: rounded(record.hours ?? 0, 1) }), advice.length ? element("ul", {}, advice) : null);
    }
}

/** The taught movements, with a way to try and to forget each. */
class Taught {
    node = element("div");

    constructor(page) {
        this.page = page;
        this.refresh();
    }

    async refresh() {
        const reply = await this.page.connection.request("taught");
        if (!reply.ok) return fill(this.node, refused(reply));
        const { gestures, faults } = reply;
        return fill(this.node, gestures.length || faults.length
            ? element("ul.plain", {}, gestures.map(gesture => this.#row(gesture.name, text(gesture.bound ? "teach.item.bound" : "teach.item", {
                rate: rate(gesture.per_hour_95), repetitions: gesture.repetitions }), gesture)), faults.map(fault => this.#row(fault.name, text("teach.item.fault"))))
            : element("p", {}, text("teach.none")));
    }

    #row(name, words, gesture = null) {
        const node = element("li.row.spread"), label = element("span", {}, element("strong", {}, gestureName(name)), ` ${words}`);
        const ask = () => fill(node, label, this.page.mayChange() ? element("span.row", {}, gesture ? button(text("teach.try"), () => this.#try(name), {
            "aria-label": text("teach.try.name", { name }) }) : null,
        button(text("teach.forget"), sure, { "aria-label": text("teach.forget.name", { name }), class: "delete" })) : null);
        const sure = () => {
            const no = button(text("record.delete.no"), () => {
                ask();
                node.querySelector("button").focus();
            });
            fill(node, label, element("span.row", {}, element("span", {}, text("record.delete.sure")), button(text("teach.forget.yes"), async () => {
                const reply = await this.page.connection.request("forget-taught", { name });
                this.page.tell(reply.ok ? text("teach.forgotten") : refused(reply), !reply.ok);
                this.page.appliance.refresh();
                this.refresh();
                document.getElementById("main").focus({ preventScroll: true });
            }, { class: "delete", id: "forget-yes" }), no));
            no.focus();
        };
        ask();
        return node;
    }

    /** It counts for two minutes although nothing uses it, so that it can be tried. */
    async #try(name) {
        this.page.gesture = name;
        if (await this.page.trial.attempt({ "gestures.taught": true })) location.hash = "#try";
    }
}

/** How often an hour, with the digits that matter. */
function rate(value) { return rounded(value ?? 0, value < 1 ? 2 : 1); }
