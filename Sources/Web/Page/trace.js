import { gestureOf } from "./appliance.js";
import { element } from "./element.js";
import { text } from "./text.js";
import { animate, colors, prepare } from "./zones.js";

/** Seconds that are drawn. */
const span = 12;
/** Pointers that are kept: `span` at 60 a second. */
const most = 720;
/** How gestures are marked: an arrow for a look, a double one for a hold. Those without a mark of their own have one of their kind. */
const signs = {
    left: "←", right: "→", up: "↑", down: "↓", "hold-left": "⇐", "hold-right": "⇒", "hold-up": "⇑", "hold-down": "⇓", nod: "↕", shake: "↔",
    "tilt-left": "↶", "tilt-right": "↷", "hold-tilt-left": "⟲", "hold-tilt-right": "⟳",
    mouth: "○", "hold-mouth": "●", "eyes-closed": "◡", "hold-eyes-closed": "◠",
    brows: "△", "hold-brows": "▲", smile: "☺", "hold-smile": "☻"
};

function signOf(gesture) { return signs[gesture] ?? (gesture.startsWith("my-") ? "◆" : gesture.startsWith("hold-") ? "■" : "□"); }

/** The head's offset over the last seconds, with the zones behind it: one band for left and right, one for up and down. */
export class Trace {
    #canvas = element("canvas.trace", { role: "img" });
    #points = [];
    #marks = [];
    #stop;
    #pointer = () => this.#add();
    #happened = event => this.#mark(event.detail);

    constructor(appliance, zones) {
        this.appliance = appliance;
        this.zones = zones;
        this.#canvas.setAttribute("aria-label", text("trace.name"));
        this.node = element("div.mat", {}, this.#canvas);
        appliance.addEventListener("pointer", this.#pointer);
        appliance.addEventListener("event", this.#happened);
        this.#stop = animate(() => this.#draw());
    }

    close() {
        this.#stop();
        this.appliance.removeEventListener("pointer", this.#pointer);
        this.appliance.removeEventListener("event", this.#happened);
    }

    #add() {
        const { x, y } = this.appliance.offset;
        this.#points.push({ at: performance.now() / 1000, x, y });
        if (this.#points.length > most) this.#points.splice(0, this.#points.length - most);
    }

    #mark(record) {
        const gesture = gestureOf(record);
        const isRefused = record.event === "rejected";
        if (!gesture && !isRefused) return;
        this.#marks = [...this.#marks, { at: performance.now() / 1000, sign: gesture ? signOf(gesture) : "×", isRefused }].slice(-12);
    }

    #draw() {
        const { pen, width, height } = prepare(this.#canvas);
        if (!width) return;
        const color = colors(), now = performance.now() / 1000, half = height / 2;
        const band = (top, low, high, axis, names) => this.#band(pen, { top, width, height: half - 6, low, high, axis, names, color, now });
        band(0, this.zones.limit("right"), this.zones.limit("left"), "x", [this.zones.name("left"), this.zones.name("right")]);
        band(half + 3, this.zones.limit("down"), this.zones.limit("up"), "y", [this.zones.name("up"), this.zones.name("down")]);
        pen.font = "700 20px system-ui, sans-serif";
        pen.textAlign = "center";
        for (const { at, sign, isRefused } of this.#marks) {
            if (now - at > span) continue;
            const x = width * (1 - (now - at) / span);
            pen.fillStyle = isRefused ? color.soft : color.found;
            pen.fillText(sign, Math.min(Math.max(x, 12), width - 12), half + 6);
        }
    }

    #band(pen, { top, width, height, low, high, axis, names, color, now }) {
        const middle = top + height / 2, scale = height / 2 / this.zones.extent();
        pen.fillStyle = color.zone;
        pen.fillRect(0, middle - this.zones.rest * scale, width, 2 * this.zones.rest * scale);
        pen.strokeStyle = color.limit;
        pen.lineWidth = 2;
        pen.setLineDash([7, 5]);
        pen.beginPath();
        for (const far of [high === null ? null : -high, low]) {
            if (far === null) continue;
            const y = middle + far * scale;
            pen.moveTo(0, y);
            pen.lineTo(width, y);
        }
        pen.stroke();
        pen.setLineDash([]);
        pen.save();
        pen.beginPath();
        pen.rect(0, top, width, height);
        pen.clip();
        this.#curve(pen, width, middle, scale, axis, color, now);
        pen.restore();
        pen.fillStyle = color.ink;
        pen.font = "14px system-ui, sans-serif";
        pen.textAlign = "left";
        pen.fillText(names[0], 6, top + 15);
        pen.fillText(names[1], 6, top + height - 5);
    }

    /** Where nothing was reported the head was still: the line goes on level. */
    #curve(pen, width, middle, scale, axis, color, now) {
        pen.strokeStyle = color.line;
        pen.lineWidth = 2.5;
        pen.beginPath();
        let last = null;
        for (const point of this.#points) {
            const x = width * (1 - (now - point.at) / span), y = middle - point[axis] * scale;
            if (x < -20) continue;
            if (last === null) pen.moveTo(x, y);
            else {
                if (x - last.x > width * 0.25 / span) pen.lineTo(x - 1, last.y);
                pen.lineTo(x, y);
            }
            last = { x, y };
        }
        if (last && this.appliance.offset) pen.lineTo(width, last.y);
        pen.stroke();
    }
}
