/** Bytes of a part that fit, in Base64, into a request. */
const size = 4500;
/** The most bytes that the board keeps. */
const most = 4_000_000;
const encoder = new TextEncoder(), decoder = new TextDecoder();

/** The boards that are kept on the board, for all browsers. Those that another browser has changed meanwhile are not replaced unseen. */
export class Shelf {
    #connection;
    /** The revision of the boards that this page shows; `undefined` until they could be read. */
    #revision;

    constructor(connection) { this.#connection = connection; }

    /** Whether what is kept is known, so that it can be changed. */
    get isKnown() { return this.#revision !== undefined; }

    /** The boards that are kept; `null` if there are none or they cannot be reached, which ``isKnown`` tells apart. */
    async load() {
        this.#revision = undefined;
        const parts = [];
        let revision;
        do {
            const part = await this.#connection.boardsPart(parts.length);
            if (!part) return null;
            // Other boards were kept meanwhile.
            if (parts.length && part.revision !== revision && part.bytes.length) return this.load();
            revision ??= part.revision;
            parts.push(part.bytes);
        } while (parts.at(-1).length === 65_536);
        this.#revision = revision;
        return read(await new Blob(parts).arrayBuffer());
    }

    /** Keeps boards. @returns {Promise<"kept" | "unkept" | "changed">} "changed": those of another browser are there, and stay */
    async keep({ root, boards, manifest, paths, files }) {
        // What is too much is not even made a text, which would take several times its memory.
        if ([...files.values()].reduce((sum, { length }) => sum + length, 0) > most * 3 / 4) return "unkept";
        const packed = [...files].map(([path, bytes]) => [path, coded(bytes)]);
        const bytes = encoder.encode(JSON.stringify({ format: "nodline-boards-1", root, boards, manifest, paths, files: packed }));
        if (bytes.length > most) return "unkept";
        for (let part = 0; ; part += 1) {
            const last = (part + 1) * size >= bytes.length;
            const result = await this.#send({ part, last, data: coded(bytes.subarray(part * size, (part + 1) * size)) }, last);
            if (last || result !== "kept") return result;
        }
    }

    /** Keeps none any more. */
    clear() { return this.#send({ clear: true }, true); }

    async #send(fields, isLast) {
        if (!this.isKnown) return "changed";
        const reply = await this.#connection.keepBoards({ ...fields, on: this.#revision });
        if (reply.ok && isLast) this.#revision = reply.revision;
        return reply.ok ? "kept" : reply.error === "changed" ? "changed" : "unkept";
    }
}

function read(buffer) {
    try {
        const { format, root, boards, manifest, paths, files } = JSON.parse(decoder.decode(buffer));
        if (format !== "nodline-boards-1" || !boards.some(({ id }) => String(id) === root)) return null;
        return { root, boards, manifest, paths, files: new Map(files.map(([path, data]) => [path, Uint8Array.from(atob(data), letter => letter.charCodeAt(0))])) };
    } catch { return null; }
}

function coded(bytes) {
    let letters = "";
    for (let at = 0; at < bytes.length; at += 8192) letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(letters);
}
