import { text } from "./text.js";

/** Eye distances that no head reaches while its face is followed: a turn by 60 degrees. */
const furthest = 1.25;

/** The zones of the recogniser, in eye distances, as the settings give them. */
export class Zones {
    rest = 0.1;
    left = 0.18;
    right = 0.18;
    up = 0.18;
    down = 0.18;

    /** @param {Array<{key: string, value: number}>} settings */
    take(settings) {
        for (const { key, value } of settings) this.set(key, value);
    }

    /** Takes over one setting, if it is a zone's. */
    set(key, value) {
        if (typeof value !== "number") return;
        if (key === "gestures.idle_zone_radius") this.rest = value;
        const way = key.match(/^gestures\.threshold_(left|right|up|down)$/);
        if (way) this[way[1]] = value;
    }

    /** How far a gesture of a direction must go; `null` where no head goes that far. */
    limit(way) { return this[way] <= furthest ? this[way] : null; }

    /** A direction's name, and that it is off where no head goes that far. */
    name(way) { return this.limit(way) === null ? `${text(`way.${way}`)}: ${text("bind.off")}` : text(`way.${way}`); }

    /** How much a drawing must show. */
    extent() { return Math.max(0.4, 2.2 * Math.max(...["left", "right", "up", "down"].map(way => this.limit(way) ?? 0))); }
}

/** The colours of the drawings, from the style sheet, so that light and dark have one place. */
export function colors() {
    const style = getComputedStyle(document.documentElement);
    const color = name => style.getPropertyValue(`--${name}`).trim();
    return { ink: color("ink"), soft: color("soft"), surface: color("surface"), zone: color("zone"), line: color("accent"),
             limit: color("limit"), found: color("good") };
}

/** Calls `draw` at most fifteen times a second (twice, where less motion is wished) until the returned function is called. */
export function animate(draw) {
    const calm = matchMedia("(prefers-reduced-motion: reduce)");
    let last = 0, handle = requestAnimationFrame(step);
    function step(now) {
        if (now - last >= (calm.matches ? 500 : 60)) {
            last = now;
            draw();
        }
        handle = requestAnimationFrame(step);
    }
    return () => cancelAnimationFrame(handle);
}

/** Gives a canvas as many pixels as the screen has for it; returns its context, and its size in CSS pixels. */
export function prepare(canvas) {
    const scale = devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
    if (canvas.width !== across || canvas.height !== down) [canvas.width, canvas.height] = [across, down];
    const pen = canvas.getContext("2d");
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, width, height);
    return { pen, width, height };
}
