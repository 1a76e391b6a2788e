import { element, fill } from "./element.js";
import { text, textOr } from "./text.js";

/** What the camera sees, as in a mirror, with the face's points and advice in words. */
export class Picture {
    #canvas = element("canvas.picture", { role: "img", width: 320, height: 240 });
    #advice = element("ul.advice", { "aria-live": "polite" });
    #said = "";
    #stop;
    #isOver = false;

    constructor(connection) {
        this.#canvas.setAttribute("aria-label", text("see.picture"));
        this.#say([connection.mayChange() ? "waiting" : "not-shown"]);
        const stop = !connection.mayChange() ? () => {} : connection.watch(preview => this.#show(preview), state => {
            if (state === "lost") this.#say([connection.state === "online" ? "no-picture" : connection.state]);
        });
        const follow = () => this.#say([connection.state === "online" ? "waiting" : connection.state]);
        if (connection.mayChange()) connection.addEventListener("state", follow);
        this.#stop = () => {
            connection.removeEventListener("state", follow);
            stop();
        };
        this.node = element("div.seen", {}, element("div.mat", {}, this.#canvas), this.#advice);
    }

    close() {
        this.#isOver = true;
        this.#stop();
    }

    /** Whether nothing is left to improve. */
    isGood = false;

    async #show(preview) {
        this.isGood = Boolean(preview.face?.certain) && (preview.advice ?? []).length === 0;
        this.#say(preview.advice ?? []);
        const bytes = Uint8Array.from(atob(preview.jpeg), letter => letter.charCodeAt(0));
        let image;
        try {
            image = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
        } catch {
            return;  // a damaged picture: the next one comes soon
        }
        if (this.#isOver) return image.close();
        this.#draw(image, preview);
        image.close();
    }

    #draw(image, preview) {
        const canvas = this.#canvas, [width, height] = [preview.width, preview.height];
        // Twice the picture's pixels, so that the overlay is sharp.
        if (canvas.width !== 2 * width || canvas.height !== 2 * height) [canvas.width, canvas.height] = [2 * width, 2 * height];
        const pen = canvas.getContext("2d");
        pen.setTransform(2, 0, 0, 2, 0, 0);
        if (!preview.mirrored) pen.transform(-1, 0, 0, 1, width, 0);
        pen.drawImage(image, 0, 0, width, height);
        if (!preview.face) return;
        overlay(pen, preview.face);
        const person = preview.person && (preview.person.name ?? text(`person.${preview.person.state}`));
        if (person) label(pen, person, preview);
    }

    #say(advice) {
        const said = advice.join();
        if (said === this.#said && this.#advice.childNodes.length) return;
        this.#said = said;
        const lines = advice.length ? advice : ["good"];
        fill(this.#advice, lines.map(name => element(name === "good" ? "li.good" : "li", {},
            element("span.sign", { "aria-hidden": "true" }, name === "good" ? "✓" : "→"),
            element("span", {}, textOr(`advice.${name}`, name)))));
    }
}

/** Eyes, mouth and head pointer, in light lines on dark ones, to be seen on any face. */
function overlay(pen, face) {
    const size = Math.max(4, (face.iod ?? 40) * 0.16);
    const strokes = face.certain ? [] : [4, 3];
    for (const [color, width] of [["#000a", 4], ["#ffd166", 2]]) {
        pen.strokeStyle = color;
        pen.lineWidth = width;
        pen.setLineDash(strokes);
        for (const [x, y] of face.eyes ?? []) circle(pen, x, y, size);
        if (face.mouth) {
            pen.beginPath();
            pen.ellipse(face.mouth[0], face.mouth[1], size * 1.6, size * 0.7, 0, 0, 2 * Math.PI);
            pen.stroke();
        }
    }
    if (!face.pointer) return;
    const [x, y] = face.pointer;
    pen.setLineDash([]);
    for (const [color, width] of [["#000a", 5], ["#7ff0e0", 2.5]]) {
        pen.strokeStyle = color;
        pen.lineWidth = width;
        pen.beginPath();
        pen.moveTo(x - 9, y); pen.lineTo(x + 9, y);
        pen.moveTo(x, y - 9); pen.lineTo(x, y + 9);
        pen.stroke();
        circle(pen, x, y, 5);
    }
}

/** Whose face it is, above the eyes, never mirrored. */
function label(pen, words, preview) {
    const eyes = preview.face.eyes ?? [], x = eyes.reduce((sum, eye) => sum + eye[0], 0) / Math.max(1, eyes.length);
    const y = Math.min(...eyes.map(eye => eye[1])) - (preview.face.iod ?? 40) * 0.9;
    pen.setTransform(2, 0, 0, 2, 0, 0);
    pen.setLineDash([]);
    pen.font = "600 14px system-ui";
    pen.textAlign = "center";
    pen.lineWidth = 3;
    pen.strokeStyle = "#000c";
    pen.fillStyle = "#ffd166";
    const place = [preview.mirrored ? x : preview.width - x, Math.max(16, y)];
    pen.strokeText(words, ...place);
    pen.fillText(words, ...place);
}

function circle(pen, x, y, radius) {
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.stroke();
}
