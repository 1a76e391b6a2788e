import { cut } from "../cut.js";
import { Malformed, plainPath, unzip, zip } from "./zip.js";

/**
 * Boards in the Open Board Format. A package keeps each board as it was read, with every field, so that an export has what the import had:
 * `{root, boards: [object], manifest, paths: {id: path}, files: Map}`. What is shown is worked out from it anew (`view`). Any JSON may stand
 * anywhere in it: values are read by `isObject`, `listOf`, `idOf` and `textOf` alone.
 */
const bounds = { boards: 300, cells: 20, label: 200, words: 500, name: 40, sign: 16, image: 2_000_000, depth: 100 };
const decoder = new TextDecoder("utf-8", { fatal: true }), encoder = new TextEncoder();
/** Actions that do something here; "+x" does too. */
const known = { ":space": " ", ":home": "back", ":speak": "speak", ":backspace": "undo", ":clear": "clear", ":ext_nodline_history": "history" };

/**
 * Reads an .obf or .obz file, whatever its name is.
 * @param {Uint8Array} bytes
 * @returns {Promise<{pack: object, dropped: object}>} `dropped` has names by reason: `boards`, `links`, `pictures`, `actions`, `cells`, `blank`, `twice`
 * @throws {Malformed}
 */
export async function open(bytes) {
    const dropped = { boards: [], links: [], pictures: [], actions: [], cells: [], blank: [], twice: [] };
    let files = new Map(), sources;
    if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
        files = await unzip(bytes);
        sources = [...files.keys()].filter(path => path.toLowerCase().endsWith(".obf") && !path.startsWith("__MACOSX/"));
    } else {
        files = new Map([["board.obf", bytes]]);
        sources = ["board.obf"];
    }
    const listed = read(files.get("manifest.json")), manifest = listed && !isDeep(listed) ? listed : null, paths = Object.create(null), boards = [];
    for (const path of sources.slice(0, bounds.boards)) {
        const board = read(files.get(path));
        const problem = board === undefined ? "no JSON" : isDeep(board) ? `it has more than ${bounds.depth} lists or objects in each other` : fault(board);
        if (problem || Object.hasOwn(paths, String(board.id))) {
            dropped.boards.push(`${path} (${problem || "its id is there twice"})`);
            continue;
        }
        paths[String(board.id)] = path;
        boards.push(board);
        files.delete(path);
    }
    for (const path of sources.slice(bounds.boards)) dropped.boards.push(`${path} (there are more than ${bounds.boards})`);
    if (!boards.length) throw new Malformed(dropped.boards[0] ?? "there is no board in the archive");
    files.delete("manifest.json");
    const pack = { root: rootOf(manifest, boards, paths), boards, manifest, paths, files };
    for (const board of boards) examine(pack, board, dropped);
    return { pack, dropped };
}

/** JSON as an object; `undefined` if it is none. */
function read(bytes) {
    if (!bytes) return undefined;
    try {
        const value = JSON.parse(decoder.decode(bytes));
        return isObject(value) ? value : undefined;
    } catch { return undefined; }
}

function isObject(value) { return typeof value === "object" && value !== null && !Array.isArray(value); }

function listOf(value) { return Array.isArray(value) ? value.filter(isObject) : []; }

/** A name of something, which is a word or a number; `null` if it is none. */
function idOf(value) { return typeof value === "string" || typeof value === "number" ? String(value) : null; }

/** A text; `""` if it is none. */
function textOf(value, most = bounds.words) { return cut(idOf(value) ?? "", most); }

/** Whether it could not be written again, because its parts lie too deep in each other. */
function isDeep(value) {
    let level = [value];
    for (let depth = 0; level.length; depth += 1) {
        if (depth > bounds.depth) return true;
        level = level.flatMap(part => Object.values(part).filter(inner => typeof inner === "object" && inner !== null));
    }
    return false;
}

/** What is worked out once of a value that does not change: a board, or a package's paths. */
function once(work) {
    const done = new WeakMap();
    return value => {
        if (!done.has(value)) done.set(value, work(value));
        return done.get(value);
    };
}

/** The first thing with each id. */
function byId(list) {
    const found = new Map();
    for (const thing of listOf(list)) {
        const id = idOf(thing.id);
        if (id !== null && !found.has(id)) found.set(id, thing);
    }
    return found;
}

const imagesOf = once(board => byId(board.images)), idsByPath = once(paths => new Map(Object.entries(paths).map(([id, path]) => [path, id])));

/** Why a board cannot be used, or `""`. */
function fault(board) {
    if (typeof board.format !== "string" || !board.format.startsWith("open-board-")) return "it does not say open-board-…";
    if (!idOf(board.id)) return "it has no id";
    if (!Array.isArray(board.buttons)) return "it has no buttons";
    const order = orderOf(board);
    return order.length > bounds.cells || order.some(row => row.length > bounds.cells) ? `it has more than ${bounds.cells} rows or columns` : "";
}

/** The ids of the cells, row by row; without a grid all buttons in a square. */
function orderOf(board) {
    const rows = Array.isArray(board.grid?.order) ? board.grid.order.filter(Array.isArray) : [];
    if (rows.some(row => row.length)) return rows.map(row => row.map(idOf));
    const ids = [...byId(board.buttons).keys()], width = Math.ceil(Math.sqrt(ids.length)) || 1;
    return Array.from({ length: Math.ceil(ids.length / width) }, (_, row) => ids.slice(row * width, (row + 1) * width));
}

function rootOf(manifest, boards, paths) {
    const wish = typeof manifest?.root === "string" ? plainPath(manifest.root) : null;
    const named = boards.find(({ id }) => paths[String(id)] === wish);
    const linked = new Set(boards.flatMap(board => listOf(board.buttons).map(button => target({ boards, paths }, button))).filter(Boolean));
    const free = boards.filter(({ id }) => !linked.has(String(id)));
    const first = list => [...list].sort((one, other) => paths[String(one.id)] < paths[String(other.id)] ? -1 : 1)[0];
    return String((named ?? first(free.length ? free : boards)).id);
}

/** The id of the board that a button leads to; `null` if there is none. */
function target({ boards, paths }, button) {
    const link = button.load_board;
    if (!isObject(link)) return null;
    const path = typeof link.path === "string" ? plainPath(link.path) : null;
    const byPath = path && idsByPath(paths).get(path);
    if (byPath) return byPath;
    return boards.some(({ id }) => String(id) === idOf(link.id)) ? idOf(link.id) : null;
}

/** Collects what this page does not show of a board. */
function examine(pack, board, dropped) {
    const shown = new Set(orderOf(board).flat()), first = byId(board.buttons);
    for (const button of listOf(board.buttons)) {
        const id = idOf(button.id), name = textOf(button.label ?? button.id, bounds.name);
        if (id !== null && first.get(id) !== button) {
            dropped.twice.push(name);
            continue;
        }
        if (id === null || !shown.has(id)) dropped.cells.push(name);
        else if (button.hidden !== true && isBlank(pack, board, button)) dropped.blank.push(cut(id, bounds.name));
        if (isObject(button.load_board) && !target(pack, button)) dropped.links.push(name);
        if (button.image_id !== undefined && button.image_id !== null && !picture(pack, board, button)) dropped.pictures.push(name);
        for (const action of actionsOf(button)) if (!Object.hasOwn(known, action) && !action.startsWith("+")) dropped.actions.push(cut(action, bounds.name));
    }
}

/** Whether nothing of a button could be seen. */
function isBlank(pack, board, button) {
    return !["label", "vocalization", "ext_nodline_sign"].some(key => typeof button[key] === "string" && button[key].trim()) && !picture(pack, board, button);
}

function actionsOf(button) {
    const all = Array.isArray(button.actions) && button.actions.length ? button.actions : [button.action];
    return all.filter(action => typeof action === "string" && action);
}

/** A picture as `{bytes, type}` or `{url}` with the data in it; `null` if it is not in the file. Nothing is fetched. */
function picture({ files, manifest }, board, button) {
    const image = imagesOf(board).get(idOf(button.image_id));
    if (typeof image?.data === "string" && image.data.startsWith("data:image/") && image.data.length < bounds.image * 1.4) {
        return { url: image.data.replace(/^data:image\/svg([;,])/, "data:image/svg+xml$1") };
    }
    const path = plainPath([image?.path, listedPath(manifest, button)].find(place => typeof place === "string") ?? "");
    const bytes = path && files.get(path);
    if (!bytes || bytes.length > bounds.image) return null;
    const ending = path.split(".").at(-1).toLowerCase(), given = textOf(image?.content_type);
    const type = /^image\/svg/.test(given) || ending === "svg" ? "image/svg+xml" : given.startsWith("image/") ? given : `image/${ending === "jpg" ? "jpeg" : ending}`;
    return { bytes, type };
}

/** Where the archive's list says that a button's picture is. */
function listedPath(manifest, button) {
    const images = manifest?.paths?.images, id = idOf(button.image_id);
    return isObject(images) && id !== null && Object.hasOwn(images, id) ? images[id] : undefined;
}

/** What a picture's file is called, if that is a word; `""` otherwise. */
function pictureName({ manifest }, board, button) {
    const image = imagesOf(board).get(idOf(button.image_id));
    const file = [image?.symbol?.filename, image?.path, listedPath(manifest, button)].find(path => typeof path === "string" && path) ?? "";
    const name = file.split("/").at(-1).replace(/\.\w+$/, "").replaceAll(/[_-]+/g, " ").trim();
    return /^[\p{L}\p{M} ]+$/u.test(name) ? cut(name, bounds.label) : "";
}

/** A text in the board's own or the page's language, if it has a table of texts. */
function translated(board, words, language) {
    const tables = isObject(board.strings) ? board.strings : {}, plain = tag => textOf(tag).replaceAll("_", "-").toLowerCase();
    const wishes = [language, plain(language).split("-")[0], board.locale, plain(board.locale).split("-")[0]].map(plain);
    const tag = wishes.map(wish => Object.keys(tables).find(name => plain(name) === wish)).find(Boolean), found = tag && tables[tag]?.[words];
    return typeof found === "string" ? found : words;
}

/**
 * A board as it is shown: `{name, title, rows}` with cells like those of boards.js, `picture` and `colour`, and where there are
 * no words its `number` and perhaps a `name`. Empty and blank cells are left out.
 * @param {string} language a tag, for boards that have texts in several
 */
export function view(pack, name, language) {
    const board = pack.boards.find(({ id }) => String(id) === name);
    const buttons = byId(board.buttons);
    let count = 0;
    const rows = orderOf(board).map((row, index) => row.map((id, column) => {
        const button = buttons.get(id);
        if (!button || button.hidden === true || isBlank(pack, board, button)) return null;
        count += 1;
        const words = key => typeof button[key] === "string" ? cut(translated(board, button[key], language), bounds.words) : "";
        const image = picture(pack, board, button), given = cut(words("label"), bounds.label), spoken = words("vocalization") || given, open = target(pack, button);
        // What has neither words nor a picture to be seen shows what it says.
        const label = given.trim() || image ? given : cut(spoken, bounds.label);
        // The same button may stand in several cells.
        const cell = { id: `own-${index}-${column}`, button: id, label, kind: "own", picture: image, colour: textOf(button.background_color) };
        if (!label.trim()) [cell.number, cell.name] = [count, spoken.trim() || textOf(pack.boards.find(({ id: other }) => String(other) === open)?.name, bounds.label) || pictureName(pack, board, button)];
        if (typeof button.ext_nodline_sign === "string") cell.sign = cut(button.ext_nodline_sign, bounds.sign);
        if (open !== null) return { ...cell, open };
        const actions = actionsOf(button).filter(action => Object.hasOwn(known, action) || action.startsWith("+"));
        if (actions.length) return { ...cell, actions: actions.map(action => action.startsWith("+") ? { add: cut(action.slice(1), bounds.words), isSpelled: true } : action === ":space" ? { add: " ", isSpelled: true } : { act: known[action] }) };
        return button.ext_nodline_say === true ? { ...cell, say: spoken } : { ...cell, add: spoken };
    }).filter(Boolean)).filter(row => row.length);
    return { name, title: textOf(board.name) || name, rows };
}

/** A package as a file: `{name, type, bytes}`, an .obf of one board without files, otherwise an .obz. */
export function save({ root, boards, manifest, paths, files }) {
    const bytesOf = value => encoder.encode(JSON.stringify(value, null, 1));
    if (boards.length === 1 && !files.size && !manifest) return { name: "boards.obf", type: "application/json", bytes: bytesOf(boards[0]) };
    const own = manifest ?? {}, listed = isObject(own.paths) ? own.paths : {};
    const full = { ...own, format: own.format ?? "open-board-0.1", root: paths[root], paths: { ...listed, boards: { ...isObject(listed.boards) ? listed.boards : {}, ...paths }, images: listed.images ?? {}, sounds: listed.sounds ?? {} } };
    const all = [["manifest.json", bytesOf(full)], ...boards.map(board => [paths[String(board.id)], bytesOf(board)]), ...files];
    return { name: "boards.obz", type: "application/zip", bytes: zip(new Map(all)) };
}

/** The colours of the kinds of words (modified Fitzgerald key), for other programs. */
const colours = { people: "rgb(201, 164, 0)", verb: "rgb(26, 122, 46)", describe: "rgb(21, 87, 192)", noun: "rgb(198, 90, 0)", social: "rgb(184, 37, 123)", link: "rgb(107, 107, 107)" };

/** Boards of this page as a package. @param {object[]} shown boards as boards.js makes them */
export function packed(shown, locale) {
    const paths = Object.fromEntries(shown.map(({ name }) => [name, `boards/${name}.obf`]));
    const boards = shown.map(({ name, title, rows }) => {
        const columns = Math.max(...rows.map(row => row.length));
        const buttons = rows.flat().map(({ id, label, sign, kind, say, add, isSpelled, open }) => ({
            id, label, ...colours[kind] ? { background_color: colours[kind] } : {}, ...sign ? { ext_nodline_sign: sign } : {}, ...say && say !== label ? { vocalization: say } : {}, ...say ? { ext_nodline_say: true } : {},
            ...isSpelled ? { action: add === " " ? ":space" : `+${add}` } : {}, ...open === "history" ? { action: ":ext_nodline_history" } : open ? { load_board: { id: open, path: paths[open] } } : {}
        }));
        const order = rows.map(row => [...row.map(({ id }) => id), ...Array(columns - row.length).fill(null)]);
        return { format: "open-board-0.1", id: name, locale, name: title, license: { type: "Apache-2.0" }, buttons, grid: { rows: rows.length, columns, order }, images: [], sounds: [] };
    });
    return { root: shown[0].name, boards, manifest: null, paths, files: new Map() };
}

// MARK: - Changes, each of which leaves the package that it is given as it was

function changed(pack, name, body) {
    return { ...pack, boards: pack.boards.map(board => String(board.id) === name ? body(board) : board) };
}

function inOrder(board, order) {
    const columns = Math.max(0, ...order.map(row => row.length));
    const full = order.map(row => [...row, ...Array(columns - row.length).fill(null)]);
    return { ...board, grid: { ...isObject(board.grid) ? board.grid : {}, rows: full.length, columns, order: full } };
}

/** A button with other words and another sign; empty `words` are the label. */
export function change(pack, name, id, { label, words, sign }) {
    return changed(pack, name, board => ({ ...board, buttons: board.buttons.map(button => {
        if (!isObject(button) || idOf(button.id) !== id) return button;
        const { vocalization, ext_nodline_sign, ...rest } = button;
        void ext_nodline_sign;
        const spoken = words ?? vocalization;
        return { ...rest, label: label || (spoken || sign || picture(pack, board, button) ? "" : "…"), ...spoken && spoken !== label ? { vocalization: spoken } : {}, ...sign ? { ext_nodline_sign: sign } : {} };
    }) }));
}

/** A cell becomes empty; a button that stands nowhere else is gone. */
export function remove(pack, name, row, column) {
    return changed(pack, name, board => {
        const order = orderOf(board), id = order[row][column];
        order[row][column] = null;
        const isLeft = order.flat().includes(id);
        return inOrder(isLeft ? board : { ...board, buttons: board.buttons.filter(button => idOf(button?.id) !== id) }, order);
    });
}

/** A cell changes places with the one before or after it. @returns {{pack: object, place: number[]}} */
export function move(pack, name, row, column, by) {
    let place = [row, column];
    const moved = changed(pack, name, board => {
        const { grid: { columns, order } } = inOrder(board, orderOf(board)), cells = order.flat(), from = row * columns + column, to = from + by;
        if (to < 0 || to >= cells.length) return board;
        [cells[from], cells[to]] = [cells[to], cells[from]];
        place = [Math.floor(to / columns), to % columns];
        return inOrder(board, order.map((_, index) => cells.slice(index * columns, (index + 1) * columns)));
    });
    return { pack: moved, place };
}

/** A new cell that is said at once, in the first empty place or a new row. @returns {{pack: object, place: number[]}} */
export function addCell(pack, name) {
    let place = null;
    const added = changed(pack, name, board => {
        const ids = new Set(listOf(board.buttons).map(({ id }) => idOf(id)));
        let number = ids.size + 1;
        while (ids.has(`own-${number}`)) number += 1;
        const { grid: { columns, order } } = inOrder(board, orderOf(board)), id = `own-${number}`;
        const row = order.findIndex(cells => cells.includes(null));
        if (row >= 0) place = [row, order[row].indexOf(null)];
        else if (order.length < bounds.cells) place = [order.push(Array(Math.max(1, columns)).fill(null)) - 1, 0];
        else return board;
        order[place[0]][place[1]] = id;
        return inOrder({ ...board, buttons: [...board.buttons, { id, label: "…", ext_nodline_say: true }] }, order);
    });
    return { pack: added, place: place ?? [0, 0] };
}
