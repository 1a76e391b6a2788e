/** The most bytes of an archive or a board, of all that is in it, and files. */
const most = { bytes: 20_000_000, unpacked: 60_000_000, files: 3000 };

/** What cannot be read, in words for whoever made the file. */
export class Malformed extends Error {}

/** Refuses what is too large, before it is read. @throws {Malformed} */
export function bounded(size) {
    if (size > most.bytes) throw new Malformed(`the file has ${size} bytes; at most ${most.bytes}`);
}

const text = new TextDecoder(), textToBytes = new TextEncoder();

/**
 * The files of a ZIP archive: `Map` of paths to bytes. Paths that lead out of the archive are left out, as are folders.
 * @param {Uint8Array} bytes
 * @throws {Malformed}
 */
export async function unzip(bytes) {
    bounded(bytes.length);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length), files = new Map();
    let at = endOf(view), left = most.unpacked;
    const count = view.getUint16(at + 10, true);
    if (count > most.files) throw new Malformed(`the archive has ${count} files; at most ${most.files}`);
    at = view.getUint32(at + 16, true);
    for (let index = 0; index < count; index += 1) {
        if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) throw new Malformed("the archive's list of files is damaged");
        const [method, sum, packed, size, nameLength, extra, comment, place] = [view.getUint16(at + 10, true), view.getUint32(at + 16, true), view.getUint32(at + 20, true),
            view.getUint32(at + 24, true), view.getUint16(at + 28, true), view.getUint16(at + 30, true), view.getUint16(at + 32, true), view.getUint32(at + 42, true)];
        const path = plainPath(text.decode(bytes.subarray(at + 46, at + 46 + nameLength)));
        at += 46 + nameLength + extra + comment;
        if (!path || path.endsWith("/")) continue;
        left -= size;
        if (left < 0) throw new Malformed(`the archive unpacks to more than ${most.unpacked} bytes`);
        if (place + 30 > bytes.length || view.getUint32(place, true) !== 0x04034b50) throw new Malformed(`${path} is damaged`);
        const start = place + 30 + view.getUint16(place + 26, true) + view.getUint16(place + 28, true);
        if (start + packed > bytes.length) throw new Malformed(`${path} is not whole`);
        const file = await unpack(bytes.subarray(start, start + packed), method, size, path);
        if (checksum(file) !== sum) throw new Malformed(`${path} is damaged`);
        files.set(path, file);
    }
    return files;
}

/** Where the record at the archive's end begins. */
function endOf(view) {
    for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 65_535); at -= 1) {
        if (view.getUint32(at, true) === 0x06054b50) return at;
    }
    throw new Malformed("the archive is not whole: it has no end");
}

/** A path as it is linked to: without what leads nowhere; `null` if it leads out. */
export function plainPath(path) {
    const parts = String(path).replaceAll("\\", "/").split("/").filter((part, index, all) => part !== "." && (part || index === all.length - 1 && index > 0));
    return parts.includes("..") ? null : parts.join("/");
}

async function unpack(bytes, method, size, path) {
    if (method === 0) return bytes;
    if (method !== 8) throw new Malformed(`${path} is packed in a way that is not known (${method})`);
    const unpacked = new Uint8Array(size);
    let count = 0;
    try {
        const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
        for (;;) {
            const { done, value } = await reader.read();
            if (done) break;
            // What is larger than it says is not read further: it might be endless.
            if (count + value.length > size) {
                reader.cancel().catch(() => {});
                throw new Malformed("larger than it says");
            }
            unpacked.set(value, count);
            count += value.length;
        }
    } catch (error) {
        throw new Malformed(`${path} is damaged: ${error.message}`);
    }
    if (count !== size) throw new Malformed(`${path} is not whole`);
    return unpacked;
}

/** An archive of files that are not packed. @param {Map<string, Uint8Array>} files */
export function zip(files) {
    const parts = [], list = [];
    let place = 0;
    for (const [path, bytes] of files) {
        const name = textToBytes.encode(path), sum = checksum(bytes);
        // Version 2.0, names in UTF-8, not packed, 1 January 1980.
        const common = [20, 0, 0, 8, 0, 0, 0, 0, 33, 0, ...four(sum), ...four(bytes.length), ...four(bytes.length), ...two(name.length), 0, 0];
        const head = new Uint8Array([...four(0x04034b50), ...common]);
        parts.push(head, name, bytes);
        list.push(new Uint8Array([...four(0x02014b50), 20, 0, ...common, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...four(place)]), name);
        place += head.length + name.length + bytes.length;
    }
    const size = list.reduce((sum, part) => sum + part.length, 0);
    const end = new Uint8Array([...four(0x06054b50), 0, 0, 0, 0, ...two(files.size), ...two(files.size), ...four(size), ...four(place), 0, 0]);
    return joined([...parts, ...list, end]);
}

function joined(parts) {
    const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        bytes.set(part, at);
        at += part.length;
    }
    return bytes;
}

function two(number) { return [number & 255, number >>> 8 & 255]; }

function four(number) { return [...two(number & 65_535), ...two(number >>> 16)]; }

const table = Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? value >>> 1 ^ 0xedb88320 : value >>> 1;
    return value;
});

function checksum(bytes) {
    let sum = 0xffffffff;
    for (let index = 0; index < bytes.length; index += 1) sum = table[(sum ^ bytes[index]) & 255] ^ sum >>> 8;
    return (sum ^ 0xffffffff) >>> 0;
}
