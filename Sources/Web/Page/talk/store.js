/** Bytes of a part that fit, in Base64, into a request. */
const size = 4500;
/** The most bytes that the board keeps. */
const most = 4_000_000;
const encoder = new TextEncoder(), decoder = new TextDecoder();

/** Keeps boards on the board. @returns {Promise<boolean>} whether they are kept */
export async function keep(connection, { root, boards, manifest, paths, files }) {
    // What is too much is not even made a text, which would take several times its memory.
    if ([...files.values()].reduce((sum, { length }) => sum + length, 0) > most * 3 / 4) return false;
    const packed = [...files].map(([path, bytes]) => [path, coded(bytes)]);
    const bytes = encoder.encode(JSON.stringify({ format: "nodline-boards-1", root, boards, manifest, paths, files: packed }));
    if (bytes.length > most) return false;
    for (let part = 0; part * size < bytes.length; part += 1) {
        const isKept = await connection.keepBoards({ part, last: (part + 1) * size >= bytes.length, data: coded(bytes.subarray(part * size, (part + 1) * size)) });
        if (!isKept) return false;
    }
    return true;
}

/** Keeps none any more. @returns {Promise<boolean>} whether that is so */
export function clear(connection) { return connection.keepBoards({ clear: true }); }

/** The boards that are kept; `null` if there are none, or the board cannot be reached. */
export async function load(connection) {
    const parts = [];
    for (;;) {
        const part = await connection.boardsPart(parts.length);
        if (!part) break;
        parts.push(part);
        if (part.length < 65_536) break;
    }
    try {
        const { format, root, boards, manifest, paths, files } = JSON.parse(decoder.decode(await new Blob(parts).arrayBuffer()));
        if (format !== "nodline-boards-1" || !boards.some(({ id }) => String(id) === root)) return null;
        return { root, boards, manifest, paths, files: new Map(files.map(([path, data]) => [path, Uint8Array.from(atob(data), letter => letter.charCodeAt(0))])) };
    } catch { return null; }
}

function coded(bytes) {
    let letters = "";
    for (let at = 0; at < bytes.length; at += 8192) letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(letters);
}
