import { element } from "./element.js";
import { text } from "./text.js";
import { animate, colors, prepare } from "./zones.js";

/** Where the head is now, seen as in a mirror: a dot, the idle zone, and how far each direction must go. */
export class Gauge {
    #canvas = element("canvas.gauge", { role: "img" });
    #stop;
    #reach = { left: 0, right: 0, up: 0, down: 0 };

    constructor(appliance, zones) {
        this.appliance = appliance;
        this.zones = zones;
        this.#canvas.setAttribute("aria-label", text("gauge.name"));
        this.node = element("div.mat", {}, this.#canvas);
        this.#stop = animate(() => this.#draw());
    }

    close() { this.#stop(); }

    /** Forgets how far the head has been. */
    clear() { this.#reach = { left: 0, right: 0, up: 0, down: 0 }; }

    #draw() {
        const { pen, width, height } = prepare(this.#canvas);
        if (!width) return;
        const color = colors(), zones = this.zones, offset = this.appliance.offset;
        if (offset) this.#remember(offset);
        const far = Math.max(zones.extent(), ...Object.values(this.#reach)) * 1.15;
        const scale = Math.min(width, height) / 2 / far, [x, y] = [width / 2, height / 2];
        pen.fillStyle = color.zone;
        circle(pen, x, y, zones.rest * scale);
        pen.fill();
        this.#limits(pen, x, y, scale, color);
        pen.fillStyle = color.ink;
        pen.font = "15px system-ui, sans-serif";
        label(pen, zones.name("left"), 8, y - 8, "left");
        label(pen, zones.name("right"), width - 8, y - 8, "right");
        label(pen, zones.name("up"), x + 10, 20, "left");
        label(pen, zones.name("down"), x + 10, height - 9, "left");
        if (!offset) return;
        pen.fillStyle = color.line;
        circle(pen, x - offset.x * scale, y - offset.y * scale, 11);
        pen.fill();
        pen.strokeStyle = color.surface;
        pen.lineWidth = 2;
        pen.stroke();
    }

    #limits(pen, x, y, scale, color) {
        const half = 26, limits = (...pairs) => pairs.filter(([way]) => this.zones.limit(way) !== null).map(([way, sign]) => sign * this.zones[way] * scale);
        pen.strokeStyle = color.limit;
        pen.lineWidth = 3;
        pen.beginPath();
        for (const across of limits(["left", -1], ["right", 1]).map(far => x + far)) {
            pen.moveTo(across, y - half);
            pen.lineTo(across, y + half);
        }
        for (const along of limits(["up", -1], ["down", 1]).map(far => y + far)) {
            pen.moveTo(x - half, along);
            pen.lineTo(x + half, along);
        }
        pen.stroke();
        // How far the head has been since the gauge was opened.
        pen.strokeStyle = color.line;
        pen.globalAlpha = 0.45;
        pen.lineWidth = 8;
        pen.beginPath();
        const reach = this.#reach;
        pen.moveTo(x - reach.left * scale, y); pen.lineTo(x + reach.right * scale, y);
        pen.moveTo(x, y - reach.up * scale); pen.lineTo(x, y + reach.down * scale);
        pen.stroke();
        pen.globalAlpha = 1;
    }

    #remember({ x, y }) {
        const reach = this.#reach;
        reach.left = Math.max(reach.left, x);
        reach.right = Math.max(reach.right, -x);
        reach.up = Math.max(reach.up, y);
        reach.down = Math.max(reach.down, -y);
    }
}

function circle(pen, x, y, radius) {
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
}

function label(pen, words, x, y, align) {
    pen.textAlign = align;
    pen.fillText(words, x, y);
}
