import { gestureOf, gesturesOf } from "./appliance.js";
import { Countdown, cue } from "./cue.js";
import { button, element, fill, write } from "./element.js";
import { advice, bestRemedy, concerns, reason } from "./refusals.js";
import { day, gestureName, minutes, number, text } from "./text.js";

/** States into which a movement of the head itself may lead. */
const lost = new Set(["searching", "calibrating"]);

/** Results of this visit, so that they can be printed together; nothing is stored. */
const results = { person: "", ten: null, rest: null };

/** "Do it ten times", "now rest for ten minutes", and a page with the numbers. */
export function attempts(page) {
    const ten = new Ten(page), rest = new Rest(page), sheet = element("div.sheet");
    const person = element("input", { type: "text", id: "person", maxlength: 80, autocomplete: "off", value: results.person, oninput: () => {
        results.person = person.value;
        print();
    } });
    function print() { fill(sheet, sheetOf(page)); }
    ten.onresult = rest.onresult = print;
    print();
    return {
        node: element("div", {}, element("p.lead", {}, text("try.lead")),
            element("section.card", { "aria-labelledby": "ten" }, element("h2", { id: "ten" }, text("try.ten")), ten.node),
            element("section.card", { "aria-labelledby": "resting" }, element("h2", { id: "resting" }, text("try.rest")), rest.node),
            element("section.card", { "aria-labelledby": "printing" }, element("h2", { id: "printing" }, text("try.print")),
                element("p", {}, element("label", { for: "person" }, text("try.person")), person),
                element("p.row", {}, button(text("try.print.do"), () => print() ?? window.print(), { id: "print" })),
                sheet)),
        close() {
            ten.close();
            rest.close();
        }
    };
}

/** Asks for a gesture ten times, and counts. */
class Ten {
    onresult = () => {};
    #said = element("p.big", { role: "status" });
    #marks = element("ol.ten");
    #outcome = element("div");
    #row = element("p.row");
    #timer = 0;
    #countdown = new Countdown();
    #happened = event => this.#take(event.detail);
    #changed = () => this.#void();
    #run = null;

    constructor(page) {
        this.page = page;
        const bound = new Set();
        // A gesture that was taught a moment ago may not be in the known state yet.
        const names = new Set([...gesturesOf(page.appliance), ...(page.gesture ? [page.gesture] : [])]);
        this.gesture = element("select", { id: "ten-gesture" }, [...names].map(name => element("option", { value: name }, gestureName(name))));
        this.gesture.value = page.gesture ?? "hold-left";
        this.pace = element("select", { id: "ten-pace" }, [4, 6, 10, 15].map(value =>
            element("option", { value }, text("try.pace.seconds", { seconds: value }))));
        this.pace.value = "6";
        this.node = element("div", {}, element("p.aside", {}, text("try.ten.lead")),
            element("div.row.aside", {}, element("p", {}, element("label", { for: "ten-gesture" }, text("try.gesture")), this.gesture),
                element("p", {}, element("label", { for: "ten-pace" }, text("try.pace")), this.pace)),
            this.#row, this.#said, this.#countdown.node, this.#marks, this.#outcome);
        page.appliance.addEventListener("event", this.#happened);
        page.appliance.addEventListener("change", this.#changed);
        page.connection.request("outputs").then(reply => {
            for (const output of reply.outputs ?? []) for (const name of output.gestures ?? []) bound.add(name);
            // What switches something comes first.
            if (bound.size && !page.gesture && !this.#run) this.gesture.value = gesturesOf(page.appliance).find(name => bound.has(name)) ?? this.gesture.value;
        });
        this.#show();
    }

    close() {
        clearTimeout(this.#timer);
        this.#countdown.stop();
        this.page.appliance.removeEventListener("event", this.#happened);
        this.page.appliance.removeEventListener("change", this.#changed);
    }

    #show() {
        const hadFocus = this.#row.contains(document.activeElement);
        this.node.classList.toggle("cueing", Boolean(this.#run));
        this.gesture.disabled = this.pace.disabled = Boolean(this.#run);
        fill(this.#row, this.#run ? button(text("try.stop"), () => this.#end(), { id: "ten-stop" })
            : button(text("try.start"), () => this.#start(), { id: "ten-start", class: "main" }));
        if (hadFocus) this.#row.querySelector("button").focus();
    }

    #start() {
        this.#run = { gesture: this.gesture.value, pace: Number(this.pace.value), tries: [], others: 0, refusals: [] };
        fill(this.#marks);
        fill(this.#outcome);
        this.#show();
        write(this.#said, text("try.ready"));
        this.#countdown.start(2);
        this.#timer = setTimeout(() => this.#next(), 2000);
    }

    /** A try while nothing counts is none: it is asked for again later. A face that is lost in it belongs to it. */
    #void() {
        const attempt = this.#run?.tries.at(-1);
        const { appliance } = this.page;
        if (!attempt || attempt.isFound || appliance.counts || lost.has(appliance.stateName())) return;
        this.#run.tries.pop();
        this.#marks.lastElementChild.remove();
        clearTimeout(this.#timer);
        this.#countdown.stop();
        this.#next();
    }

    #next() {
        const run = this.#run;
        if (!this.page.appliance.counts) {
            write(this.#said, waiting(this.page));
            this.#timer = setTimeout(() => this.#next(), 500);
            return null;
        }
        if (this.#marks.lastElementChild?.className === "now") this.#close(run.tries.at(-1));
        if (run.tries.length === 10) return this.#end();
        run.tries.push({ isFound: false });
        this.#marks.append(element("li.now", {}, element("span.hidden", {}, text("try.mark.now"))));
        cue();
        write(this.#said, text("try.now", { number: run.tries.length, gesture: gestureName(run.gesture) }));
        this.#countdown.start(run.pace);
        this.#timer = setTimeout(() => this.#next(), run.pace * 1000);
        return null;
    }

    #close(attempt) {
        const mark = this.#marks.lastElementChild;
        mark.className = attempt.isFound ? "done" : "missed";
        fill(mark, element("span", { "aria-hidden": "true" }, attempt.isFound ? "✓" : "×"),
            element("span.hidden", {}, text(attempt.isFound ? "try.mark.found" : "try.mark.missed")));
    }

    #take(record) {
        const run = this.#run, attempt = run?.tries.at(-1);
        if (!attempt) return;
        const gesture = gestureOf(record);
        if (gesture === run.gesture && !attempt.isFound) {
            attempt.isFound = true;
            this.#close(attempt);
            write(this.#said, text("try.found", { number: run.tries.length }));
        } else if (gesture) run.others += 1;
        else if (record.event === "rejected" && concerns(record, run.gesture)) run.refusals.push(record);
    }

    #end() {
        clearTimeout(this.#timer);
        this.#countdown.stop();
        const run = this.#run;
        this.#run = null;
        if (this.#marks.lastElementChild?.className === "now") this.#marks.lastElementChild.remove();
        const whole = run.tries.slice(0, this.#marks.children.length);
        const found = whole.filter(attempt => attempt.isFound).length;
        if (!whole.length) {
            write(this.#said, "");
            return this.#show();
        }
        results.ten = { ...run, found, of: whole.length, at: new Date() };
        this.#show();
        this.node.scrollIntoView({ block: "nearest" });
        write(this.#said, text("try.result", { found, of: whole.length }));
        const { refusals } = run, remedy = bestRemedy(refusals);
        results.ten.reasons = [...new Set(refusals.map(reason))].slice(0, 5);
        fill(this.#outcome,
            run.others ? element("p", {}, text("try.others", { count: run.others })) : null,
            found === whole.length ? element("p.good", {}, text("try.all")) : element("p", {}, text("try.missed")),
            found < whole.length && results.ten.reasons.length
                ? element("ul", {}, results.ten.reasons.map(words => element("li", {}, words))) : null,
            found < whole.length && !refusals.length ? element("p", {}, text("try.nothing")) : null,
            found < whole.length && remedy ? advice(remedy, this.page) : null);
        return this.onresult();
    }
}

/** Counts what fires while the person rests. */
class Rest {
    onresult = () => {};
    #said = element("p.big");
    #waits = element("p.bad", { role: "status" });
    #count = element("p", { role: "status" });
    #outcome = element("div");
    #row = element("p.row");
    #timer = 0;
    #run = null;
    #happened = event => this.#take(event.detail);

    constructor(page) {
        this.page = page;
        this.length = element("select", { id: "rest-length" }, [1, 5, 10].map(value => element("option", { value }, text("try.minutes", { minutes: value }))));
        this.length.value = "10";
        this.node = element("div", {}, element("p", {}, text("try.rest.lead")),
            element("p", {}, element("label", { for: "rest-length" }, text("try.length")), this.length),
            this.#row, this.#said, this.#waits, this.#count, this.#outcome);
        page.appliance.addEventListener("event", this.#happened);
        this.#show();
    }

    close() {
        clearInterval(this.#timer);
        this.page.appliance.removeEventListener("event", this.#happened);
    }

    #show() {
        const hadFocus = this.#row.contains(document.activeElement);
        this.length.disabled = Boolean(this.#run);
        fill(this.#row, this.#run ? button(text("try.stop"), () => this.#end(), { id: "rest-stop" })
            : button(text("try.start"), () => this.#start(), { id: "rest-start", class: "main" }));
        if (hadFocus) this.#row.querySelector("button").focus();
    }

    #start() {
        this.#run = { at: performance.now(), passed: 0, seconds: Number(this.length.value) * 60, fired: new Map() };
        fill(this.#outcome);
        write(this.#count, text("try.fired", { count: 0 }));
        this.#timer = setInterval(() => this.#tick(), 500);
        this.#show();
        this.#tick();
    }

    #tick() {
        this.#pass();
        const left = this.#run.seconds - this.#run.passed, isWaiting = !this.page.appliance.counts;
        write(this.#said, text("try.left", { time: minutes(left) }));
        write(this.#waits, isWaiting ? waiting(this.page) : "");
        if (left <= 0) this.#end();
    }

    /** Only time in which gestures count is rest that says something. */
    #pass() {
        const now = performance.now(), run = this.#run;
        if (this.page.appliance.counts) run.passed += (now - run.at) / 1000;
        run.at = now;
    }

    #take(record) {
        const gesture = gestureOf(record);
        if (!this.#run || !gesture) return;
        this.#run.fired.set(gesture, (this.#run.fired.get(gesture) ?? 0) + 1);
        write(this.#count, text("try.fired", { count: total(this.#run) }));
    }

    #end() {
        clearInterval(this.#timer);
        this.#pass();
        const run = this.#run, seconds = Math.min(run.passed, run.seconds), count = total(run);
        this.#run = null;
        for (const words of [this.#said, this.#waits, this.#count]) write(words, "");
        if (seconds < 1 && !count) return this.#show();
        results.rest = { fired: run.fired, count, seconds, at: new Date() };
        this.#show();
        write(this.#said, text("try.rested", { time: minutes(seconds), count }));
        const worst = [...run.fired].sort((a, b) => b[1] - a[1])[0];
        fill(this.#outcome, count === 0 ? element("p.good", {}, text("try.quiet")) : [
            element("ul", {}, [...run.fired].map(([gesture, times]) => element("li", {}, text("try.times", { gesture: gestureName(gesture), times })))),
            element("p", {}, text(worst[0].startsWith("hold") ? "try.change.hold" : "try.change.look")),
            element("p", {}, element("a.button", { href: "#tune" }, text("try.tune")))]);
        return this.onresult();
    }
}

/** Why nothing is asked for or counted now. */
function waiting({ appliance }) { return text("try.waiting", { state: text(`state.${appliance.stateName()}`) }); }

function total(run) { return [...run.fired.values()].reduce((sum, times) => sum + times, 0); }

/** The numbers, as they are printed. */
function sheetOf(page) {
    const { ten, rest } = results, row = (name, value) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, value));
    if (!ten && !rest) return element("p.note", {}, text("try.empty"));
    return element("div", {}, element("table", {}, element("caption", {}, text("sheet.name")), element("tbody", {},
        results.person ? row(text("sheet.person"), results.person) : null,
        row(text("sheet.date"), day(new Date())),
        page.appliance.status?.profile ? row(text("watch.profile"), page.appliance.status.profile) : null,
        ten ? [row(text("sheet.gesture"), gestureName(ten.gesture)), row(text("sheet.found"), text("sheet.of", { found: ten.found, of: ten.of })),
            row(text("sheet.others"), number(ten.others)), ten.reasons?.length ? row(text("sheet.reasons"), ten.reasons.map(words => element("div", {}, words))) : null] : null,
        rest ? [row(text("sheet.rest"), minutes(rest.seconds)), row(text("sheet.fired"), number(rest.count)),
            row(text("sheet.hour"), rest.seconds >= 60 ? number(rest.count * 3600 / rest.seconds, 0) : "–")] : null)),
    element("p.note", {}, text("sheet.note")));
}
