import { Appliance } from "./appliance.js";
import { attempts } from "./try.js";
import { bind } from "./bind.js";
import { bluetooth } from "./bluetooth.js";
import { browsers } from "./browsers.js";
import { Connection } from "./connection.js";
import { icon } from "./drawing.js";
import { button, element, fill, write } from "./element.js";
import { home } from "./home.js";
import { pairing, takeCode } from "./pairing.js";
import { people } from "./people.js";
import { place } from "./place.js";
import { record } from "./record.js";
import { refused } from "./reply.js";
import { see } from "./see.js";
import { teach } from "./teach.js";
import { Trial } from "./trial.js";
import { tune } from "./tune.js";
import { Vain } from "./vain.js";
import { watch } from "./watch.js";
import { available, language, load, preferred, tagOf, text } from "./text.js";

const views = { home, see, place, tune, teach, try: attempts, bind, people, record, watch, browsers, bluetooth };

/** The views in the menu. */
const menu = ["see", "place", "tune", "teach", "try", "bind", "people", "record", "watch"];

const byId = name => document.getElementById(name);

/** The page as a whole: header, menu, one view, footer. */
class Page extends EventTarget {
    connection = new Connection();
    appliance = new Appliance(this.connection);
    trial = new Trial(this);
    vain = new Vain(this);
    /** The gesture that was chosen last, in this visit. */
    gesture = null;
    #view = null;
    #state = element("p.state", { role: "status" });
    #recording = element("p.recording", { role: "status", hidden: true });
    #note = element("div.note-bar", { role: "status" });
    #pause = element("span");
    /** The view's title, which stays in sight; the heading says it to a screen reader. */
    #where = element("span.where", { "aria-hidden": "true" });
    #noteTimer = 0;

    mayChange() { return this.connection.mayChange(); }

    async start() {
        takeCode();
        await load(preferred());
        byId("trial").append(this.trial.node);
        const heights = new ResizeObserver(() => this.measure());
        for (const node of [byId("header"), this.trial.node]) heights.observe(node);
        this.appliance.addEventListener("change", () => this.#status());
        this.connection.addEventListener("state", () => this.#status());
        this.connection.addEventListener("unpaired", () => this.begin());
        addEventListener("hashchange", () => {
            if (takeCode() && !this.connection.session.paired) this.begin();
            else this.#go();
        });
        byId("skip").addEventListener("click", event => {
            event.preventDefault();
            byId("main").focus();
        });
        await this.begin();
    }

    /** Tells the style sheet how high is what stays at the top of the screen, so that nothing comes to lie under it. */
    measure() {
        const header = byId("header").getBoundingClientRect().height, bar = this.trial.node;
        const trial = bar.getBoundingClientRect().height;
        document.documentElement.style.setProperty("--header", `${header}px`);
        document.documentElement.style.setProperty("--top", `${header + trial}px`);
    }

    /** Shows the pairing screen, or the page. */
    async begin() {
        this.connection.stop();
        const isThere = await this.connection.load();
        this.#frame();
        if (!isThere) {
            this.#show({ node: element("p.lead", { role: "status" }, text("state.no-server.do")), close() {} }, text("state.no-server"));
            setTimeout(() => this.begin(), 3000);
        } else if (this.connection.session.paired) {
            this.connection.listen();
            this.#go(false);
        } else this.#show(pairing(this, () => this.begin()), text("pair.title"));
    }

    /** Says something at the foot of the screen, words or an element, for some seconds. */
    tell(words, isBad = false) {
        clearTimeout(this.#noteTimer);
        this.#note.classList.toggle("bad", isBad);
        fill(this.#note, words);
        this.#noteTimer = setTimeout(() => fill(this.#note), isBad ? 15000 : 6000);
    }

    /** Pauses or resumes, whichever is possible; releases after a stop. */
    pauseButton() {
        const { status } = this.appliance;
        return this.#order(status?.stopped ? "release" : status?.paused && status.enabled !== false ? "resume" : "pause");
    }

    /** Stops everything; `null` if that has happened. */
    stopButton() { return this.appliance.status?.stopped ? null : this.#order("stop"); }

    #order(request) {
        return button(text(request), async () => {
            const reply = await this.connection.request(request);
            if (!reply.ok) this.tell(refused(reply), true);
            await this.appliance.refresh();
        }, { class: { resume: "main", release: "main", stop: "stop" }[request] ?? "", "data-request": request, disabled: this.connection.state !== "online" });
    }

    #go(hasFocus = true) {
        if (!this.connection.session.paired) return;
        const wish = location.hash.slice(1), name = Object.hasOwn(views, wish) ? wish : "home";
        for (const link of byId("nav").querySelectorAll("a")) {
            if (link.hash === `#${name}`) link.setAttribute("aria-current", "page");
            else link.removeAttribute("aria-current");
        }
        document.body.dataset.view = name;
        this.trial.redraw();
        this.#view?.close();
        this.#view = null;
        this.#show(views[name](this), text(`${name}.title`), hasFocus, name === "home");
    }

    #show(view, title, hasFocus = false, isHome = false) {
        this.#view?.close();
        this.#view = view;
        const heading = element("h1", { tabindex: "-1" }, title);
        document.title = `${title} – Nodline`;
        write(this.#where, isHome ? "" : title);
        fill(byId("main"), isHome ? null : this.connection.session.paired ? element("p.up", {}, element("a", { href: "#home" }, text("up"))) : null,
            heading, this.connection.session.paired && !this.mayChange() ? element("p.note", {}, text("error.no-right")) : null, this.vain.node, view.node);
        if (!hasFocus) return;
        scrollTo(0, 0);
        if (!isHome) heading.focus({ preventScroll: true });
    }

    /** What stands around the view, in the present language. */
    #frame() {
        const { paired, encrypted } = this.connection.session;
        byId("skip").textContent = text("skip");
        fill(byId("header"), element("div", {}, element("a.brand", { href: "#home" }, "Nodline"), this.#where),
            paired ? [this.#state, this.#recording, this.#pause] : null);
        byId("nav").setAttribute("aria-label", text("menu"));
        byId("nav").hidden = !paired;
        fill(byId("nav"), element("ul", {}, menu.map(name => element("li", {}, element("a", { href: `#${name}` },
            icon(name), element("span.words", {}, element("strong", {}, text(`${name}.title`)),
                element("span.hint", {}, text(`${name}.short`))))))));
        const choice = element("select", { id: "language", onchange: async () => {
            if (!await load(choice.value, true)) return;
            this.#frame();
            this.trial.redraw();
            this.vain.redraw();
            if (this.connection.session.paired) this.#go(false);
            else this.begin();
            byId("language").focus();
        } }, available.map(([code, name]) => element("option", { value: code, lang: tagOf(code) }, name)));
        choice.value = language();
        fill(byId("footer"), this.#note,
            paired && encrypted === false ? element("p.plain-text", {}, text("unencrypted")) : null,
            element("p.row", {}, element("label", { for: "language" }, text("language")), choice,
                paired ? [["browsers", text("browsers.title")], ["bluetooth", text("bluetooth.title")]].map(([name, words]) =>
                    element("a", { href: `#${name}` }, words)) : null,
                paired ? element("a", { href: "talk" }, text("talk.title")) : null),
            language() === "en" ? null : element("p.note", {}, text("language.note", { file: `texts/${language()}.json` })));
        this.#shown = "";
        this.#status();
    }

    #shown = "";

    /** The header's line; written only if it changed, because a screen reader says it. */
    #status() {
        const state = this.appliance.stateName(), { recording, status } = this.appliance, isPaused = Boolean(status?.paused), isStopped = Boolean(status?.stopped);
        const name = state === "ready" && this.vain.isShown ? "partly" : state;
        const shown = `${name} ${Boolean(recording)} ${isPaused} ${isStopped} ${this.mayChange()}`;
        if (shown === this.#shown) return;
        this.#shown = shown;
        this.#state.dataset.state = name;
        write(this.#state, text(`state.${name}`));
        this.#recording.hidden = !recording;
        write(this.#recording, recording ? text("recording") : "");
        const hadFocus = this.#pause.contains(document.activeElement);
        fill(this.#pause, status && this.mayChange() ? this.pauseButton() : null);
        if (hadFocus) this.#pause.querySelector("button")?.focus();
        document.body.classList.toggle("away", ["no-server", "no-appliance"].includes(name));
    }
}

new Page().start();
