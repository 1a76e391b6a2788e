import { pause } from "./connection.js";
import { button, element, fill, write } from "./element.js";
import { advice, bestRemedy, concerns, reason } from "./refusals.js";
import { refused } from "./reply.js";
import { gestureName, rounded, text } from "./text.js";

/** Pictures a second that are played; all of them can be stepped through. */
const pace = 6;

/** One recording: its pictures, how it goes with settings, and its files. Nothing of it stays in the browser. */
export class Recording {
    #canvas = element("canvas.picture", { role: "img", width: 320, height: 240, "aria-label": text("record.picture") });
    #slider = element("input", { type: "range", min: 0, value: 0, "aria-label": text("record.time"), oninput: () => this.#seek(Number(this.#slider.value)) });
    #time = element("output");
    #play = button(text("record.play"), () => this.#toggle(), { class: "play" });
    #said = element("p", { role: "status" });
    #results = element("div");
    #clip = null;
    #isPlaying = false;
    #isOver = false;
    #wanted = null;
    #isFetching = false;

    constructor(item, page) {
        this.item = item;
        this.page = page;
        const address = `v1/recordings/${item.name}`, file = (words, end) => element("a.button", { href: address + (end === ".csv" ? end : ""), download: item.name + end }, words);
        this.node = element("div.card.recording-view", {}, element("div.mat", {}, this.#canvas),
            element("div.sliding", {}, element("button.nudge", { type: "button", "aria-label": text("record.back"), onclick: () => this.#step(-1) }, "‹"), this.#slider,
                element("button.nudge", { type: "button", "aria-label": text("record.forward"), onclick: () => this.#step(1) }, "›")),
            element("p.row", {}, this.#play, this.#time),
            element("p.row", {}, this.test = button(text("record.test"), () => this.#test(), { class: "main", id: "try-recording" }), file(text("record.download"), ".y4m"),
                item.labels ? file(text("record.marks"), ".csv") : null),
            item.labels ? element("p.hint", { id: "give-note" }, text("record.give.note")) : null,
            item.labels ? element("p", {}, this.give = button(text("record.give"), () => this.#give(), { id: "give", "aria-describedby": "give-note" })) : null,
            this.#said, this.#results);
        this.#open();
    }

    close() { this.#isOver = true; }

    /** Bytes of the clip; `null` if they do not come, which is said. */
    async #bytes(query) {
        const answer = await this.page.connection.pieces(this.item.name, query);
        if (!answer.error) return answer.bytes;
        fill(this.#said, refused(answer));
        return null;
    }

    async #open() {
        const bytes = await this.#bytes({ from: 0, size: 127 }), end = bytes?.indexOf(10) ?? -1;
        if (end < 0) return;
        const words = new TextDecoder().decode(bytes.slice(0, end)).split(" ");
        const number = letter => words.find(word => word[0] === letter)?.slice(1).split(":").map(Number) ?? [];
        const [[width], [height], [frames, seconds]] = ["W", "H", "F"].map(number), size = width * height;
        // Each picture has a line of its own before it: "FRAME".
        this.#clip = { width, height, size, rate: frames / seconds, first: end + 1 + 6, step: size + 6, count: Math.floor((this.item.bytes - end - 1) / (size + 6)) };
        this.#slider.max = this.#clip.count - 1;
        [this.#canvas.width, this.#canvas.height] = [width, height];
        this.#seek(0);
    }

    /** The pictures from a number on, every so many. */
    async #pictures(number, count, every = 1) {
        const { first, step, size } = this.#clip, bytes = await this.#bytes({ from: first + number * step, size, count, step: step * every });
        return bytes ? Array.from({ length: Math.floor(bytes.length / size) }, (_, place) => bytes.subarray(place * size, (place + 1) * size)) : [];
    }

    #step(by) {
        this.#isPlaying = false;
        this.#seek(Math.min(Math.max(0, Number(this.#slider.value) + by), this.#clip?.count - 1));
    }

    /** Shows a picture; while one is fetched, only the last that was asked for is next. */
    async #seek(number) {
        if (!this.#clip) return;
        this.#isPlaying = false;
        this.#tell(number);
        this.#wanted = number;
        if (this.#isFetching) return;
        this.#isFetching = true;
        while (this.#wanted !== null && !this.#isOver) {
            const next = this.#wanted;
            this.#wanted = null;
            const [picture] = await this.#pictures(next, 1);
            if (picture) this.#draw(picture);
            if (this.#wanted !== null) await pause(0.12);  // a finger on the slider asks for more than there is time for
        }
        this.#isFetching = false;
    }

    async #toggle() {
        this.#isPlaying = !this.#isPlaying && Boolean(this.#clip);
        write(this.#play, text(this.#isPlaying ? "try.stop" : "record.play"));
        if (!this.#isPlaying) return;
        const { rate, count } = this.#clip, every = Math.max(1, Math.round(rate / pace));
        let number = Number(this.#slider.value) >= count - every ? 0 : Number(this.#slider.value), next = this.#pictures(number, pace, every);
        while (this.#isPlaying && !this.#isOver && number < count) {
            const pictures = await next;
            if (!pictures.length) break;
            next = this.#pictures(number + pictures.length * every, pace, every);
            for (const picture of pictures) {
                if (!this.#isPlaying || this.#isOver) break;
                this.#draw(picture);
                this.#tell(number);
                number += every;
                await pause(every / rate);
            }
        }
        this.#isPlaying = false;
        write(this.#play, text("record.play"));
    }

    #tell(number) {
        this.#slider.value = number;
        const seconds = number / this.#clip.rate;
        write(this.#time, text("unit.s", { value: rounded(seconds, 1) }));
        this.#slider.setAttribute("aria-valuetext", this.#time.textContent);
        for (const line of this.#results.querySelectorAll("[data-from]")) {
            line.classList.toggle("now", seconds >= Number(line.dataset.from) - 0.05 && seconds <= Number(line.dataset.to) + 0.05);
        }
    }

    /** Grey pixels, as in a mirror. */
    #draw(pixels) {
        const { width, height } = this.#clip, pen = this.#canvas.getContext("2d"), image = pen.createImageData(width, height);
        for (let y = 0, place = 0; y < height; y += 1) {
            for (let x = 0; x < width; x += 1, place += 1) {
                const grey = pixels[place], at = 4 * (y * width + width - 1 - x);
                image.data[at] = image.data[at + 1] = image.data[at + 2] = grey;
                image.data[at + 3] = 255;
            }
        }
        pen.putImageData(image, 0, 0);
    }

    /** Has the board run it through the present settings. */
    async #test() {
        const hadFocus = document.activeElement === this.test;
        this.test.disabled = true;
        fill(this.#results);
        write(this.#said, text("record.testing"));
        const reply = await this.page.connection.request("test-recording", { name: this.item.name });
        this.test.disabled = false;
        if (this.#isOver) return;
        if (hadFocus && document.activeElement === document.body) this.test.focus({ preventScroll: true });
        if (!reply.ok) return fill(this.#said, refused(reply));
        write(this.#said, "");
        const runs = reply.kept ? [["record.ontrial", reply.present], ["record.kept", reply.kept]] : [["record.present", reply.present]];
        fill(this.#results, element("div.runs", {}, runs.map(([title, run]) => this.#runNode(text(title), run))), this.#advice(reply.present));
        return null;
    }

    /** Has the board write it as numbers, and saves them: the words beside the button say what that means. */
    async #give() {
        this.give.disabled = true;
        write(this.#said, text("record.testing"));
        const { name } = this.item, reply = await this.page.connection.request("test-recording", { name, numbers: true });
        this.give.disabled = false;
        if (this.#isOver) return;
        if (!reply.ok) return fill(this.#said, refused(reply));
        const { marks } = reply.present, found = marks.filter(mark => typeof mark.found === "number").length;
        write(this.#said, text("try.result", { found, of: marks.length }));
        const link = element("a", { href: `v1/recordings/${name}.heads`, download: `${name}.heads`, hidden: true });
        this.node.append(link);
        link.click();
        link.remove();
        return null;
    }

    #runNode(title, { marks, others }) {
        const found = marks.filter(mark => typeof mark.found === "number");
        const line = (gesture, from, to, sign, words) => element(sign === "×" ? "li.missed" : "li", { "data-from": from, "data-to": to },
            element("span.sign", { "aria-hidden": "true" }, sign), button(text("record.at", { gesture: gestureName(gesture), seconds: rounded(from, 1) }),
                () => this.#seek(Math.min(Math.round(from * this.#clip?.rate), this.#clip?.count - 1)), { class: "seek" }), words ? element("p.hint", {}, words) : null);
        return element("section.run", {}, element("h3", {}, title),
            element("p", {}, marks.length ? text("try.result", { found: found.length, of: marks.length }) : text("record.unmarked")),
            element("ul.plain", {}, marks.map(mark => typeof mark.found === "number" ? line(mark.gesture, mark.from, mark.to, "✓", null)
                : line(mark.gesture, mark.from, mark.to, "×", this.#why(mark)))),
            element("p", {}, text("try.others", { count: others.length })),
            element("ul.plain", {}, others.map(({ gesture, t }) => line(gesture, t, t + 0.3, "•", null))));
    }

    #why({ gesture, off, refusals }) {
        if (off) return text("rule.off");
        const about = refusals.find(refusal => concerns(refusal, gesture)) ?? refusals[0];
        return about ? reason(about) : text("try.nothing");
    }

    #advice({ marks }) {
        const missed = marks.filter(mark => typeof mark.found !== "number"), all = missed.flatMap(mark => mark.refusals.filter(refusal => concerns(refusal, mark.gesture)));
        const remedy = bestRemedy(all);
        return remedy ? advice(remedy, this.page) : null;
    }
}
