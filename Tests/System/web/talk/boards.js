// What the page to speak with claims of other programs' boards. The boards are this project's own, in the shapes that the programs write.
import { Malformed, plainPath, unzip, zip } from "../../../../Sources/Web/Page/talk/zip.js";
import { addCell, change, move, open, packed, remove, save, view } from "../../../../Sources/Web/Page/talk/obf.js";

const bytesOf = value => new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));

function same(found, wanted, where = "") {
    const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
    if (one !== other) throw new Error(`${where} is ${one?.slice(0, 300)}, expected ${other?.slice(0, 300)}`);
}

/** An archive whose files are packed, as most programs write it. */
async function archive(files) {
    const whole = {};
    for (const [path, value] of Object.entries(files)) whole[path] = value instanceof Uint8Array ? value : bytesOf(value);
    const plain = zip(new Map(Object.entries(whole))), parts = [], list = [];
    let at = 0, place = 0;
    const view = new DataView(plain.buffer);
    for (const bytes of Object.values(whole)) {
        const name = view.getUint16(at + 26, true), head = plain.slice(at, at + 30 + name);
        const small = new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
        new DataView(head.buffer).setUint16(8, 8, true);
        new DataView(head.buffer).setUint32(18, small.length, true);
        parts.push(head, small);
        const record = new Uint8Array(46 + name);
        record.set([0x50, 0x4b, 1, 2, 20, 0], 0);
        record.set(head.slice(4, 30), 6);
        record.set(head.slice(30), 46);
        new DataView(record.buffer).setUint32(42, place, true);
        list.push(record);
        place += head.length + small.length;
        at += 30 + name + bytes.length;
    }
    const end = plain.slice(-22), size = list.reduce((sum, record) => sum + record.length, 0);
    new DataView(end.buffer).setUint32(12, size, true);
    new DataView(end.buffer).setUint32(16, place, true);
    return new Uint8Array(await new Blob([...parts, ...list, end]).arrayBuffer());
}

const minimal = (id, more = {}) => ({ format: "open-board-0.1", id, buttons: [], grid: { rows: 1, columns: 1, order: [[null]] }, ...more });
const board = {
    format: "open-board-0.1", id: 0, locale: "en_US", name: "Food", description_html: "<b>x</b>", url: "https://example.org/", ext_other_program: { deep: [1, 2, { a: null }] },
    license: { type: "CC By", author_name: "somebody" },
    strings: { "en": { ":time": "time" }, "de": { "water": "Wasser", ":time": "Zeit" } },
    buttons: [{ id: 1, label: "water", vocalization: "I want water", image_id: "i1", background_color: "#444", ext_x: true }, { id: "2", label: ":time", border_color: "rgb(1, 2, 3)" },
        { id: 3, label: "", image_id: "none" }, { id: 4, label: "hidden", hidden: true }, { id: 5, label: "more", load_board: { path: "/boards//more.obf" } },
        { id: 6, label: "x", action: "+x", actions: ["+xy", ":space"] }, { id: 7, label: "home", action: ":home" }, { id: 8, label: "odd", action: ":ext_odd" },
        { id: 9, label: "away", load_board: { url: "https://example.org/" } }, { id: 10, label: "left out" }],
    grid: { rows: 2, columns: 6, order: [[1, "2", 3, null, 4, 1], ["5", 6, 7, 8, 9]] },
    images: [{ id: "i1", data: "data:image/svg;base64,PHN2Zy8+", width: 300, height: 300, ext_y: 1 }], sounds: [{ id: "s", url: "https://example.org/x.mp3" }]
};
const more = { format: "open-board-0.2", id: "more", name: "More", buttons: [{ id: "a", label: "A", image_id: "i2" }], grid: { rows: 1, columns: 2, order: [["a", null]] }, images: [{ id: "i2", path: "images/a.png" }] };

const claims = {
    figures: "",
    async "a board of another program is shown with its words, pictures, links and letters"() {
        const { pack, dropped } = await open(await archive({ "manifest.json": { format: "open-board-0.1", root: "./boards/food.obf", paths: { boards: {} } },
            "boards/food.obf": board, "boards/more.obf": more, "images/a.png": new Uint8Array([1, 2, 3]) }));
        same(pack.root, "0");
        const { title, rows } = view(pack, "0", "de");
        same(title, "Food");
        same(rows.map(row => row.map(cell => cell.label)), [["Wasser", "Zeit", "Wasser"], ["more", "x", "home", "odd", "away"]]);
        same(rows[0][0].add, "I want water");
        same(rows[0][0].picture, { url: "data:image/svg+xml;base64,PHN2Zy8+" });
        same(rows[0][0].colour, "#444");
        same(rows[1][0].open, "more");
        same(rows[1][1].actions, [{ add: "xy", isSpelled: true }, { add: " ", isSpelled: true }]);
        same(rows[1][2].actions, [{ act: "back" }]);
        same(view(pack, "more", "de").rows[0][0].picture.type, "image/png");
        same(dropped, { boards: [], links: ["away"], pictures: [""], actions: [":ext_odd"], cells: ["left out"], blank: ["3"], twice: [] });
    },
    async "what has no label shows its picture or what it says, and what has nothing at all is left out and named"() {
        const { pack, dropped } = await open(bytesOf({ ...minimal("n"), grid: undefined, images: board.images,
            buttons: [{ id: "a" }, { id: "b", label: " " }, { id: "c", vocalization: "Tea" }, { id: "d", image_id: "i1" }, { id: "e", hidden: true }] }));
        same(view(pack, "n", "en").rows.flat().map(({ button, label }) => [button, label]), [["c", "Tea"], ["d", ""]]);
        same(dropped.blank, ["a", "b"]);
        const emptied = change(pack, "n", "c", { label: "", words: "", sign: "" });
        same(view(emptied, "n", "en").rows.flat()[0].label, "…", "a cell that a helper empties stays");
    },
    async "a table of texts is found by language, region or not"() {
        const { pack } = await open(bytesOf(board));
        same(view(pack, "0", "de_CH").rows[0][1].label, "Zeit");
        same(view(pack, "0", "fr").rows[0][1].label, "time");
        const own = { ...board, strings: { de: { ":time": "Zeit" } }, locale: "fr" };
        same(view((await open(bytesOf(own))).pack, "0", "de-AT").rows[0][1].label, "Zeit");
    },
    async "what comes in goes out: every field, file and unknown part"() {
        const files = { "manifest.json": { format: "open-board-0.1", root: "boards/food.obf", ext_z: 1, paths: { boards: { 0: "boards/food.obf", more: "boards/more.obf" }, images: { i2: "images/a.png" }, sounds: {} } },
            "boards/food.obf": board, "boards/more.obf": more, "images/a.png": new Uint8Array([1, 2, 3]), "other.txt": "kept" };
        const saved = save((await open(await archive(files))).pack), found = await unzip(saved.bytes);
        same(saved.name, "boards.obz");
        same([...found.keys()].sort(), Object.keys(files).sort());
        for (const [path, value] of Object.entries(files)) {
            const bytes = found.get(path);
            if (path.endsWith(".png")) same([...bytes], [1, 2, 3]);
            else same(path.endsWith(".txt") ? new TextDecoder().decode(bytes) : JSON.parse(new TextDecoder().decode(bytes)), value, path);
        }
        const single = save((await open(bytesOf(board))).pack);
        same(single.name, "boards.obf");
        same(JSON.parse(new TextDecoder().decode(single.bytes)), board);
    },
    async "the first board is the root, else one that nothing leads to, else the first by name"() {
        const to = (id, path) => minimal(id, { buttons: [{ id: 1, load_board: { path } }] });
        same((await open(await archive({ "b.obf": to("b", "a.obf"), "a.obf": minimal("a") }))).pack.root, "b");
        same((await open(await archive({ "b.obf": to("b", "a.obf"), "a.obf": to("a", "b.obf") }))).pack.root, "a");
        same((await open(await archive({ "manifest.json": { root: "/a.obf" }, "b.obf": to("b", "a.obf"), "a.obf": minimal("a") }))).pack.root, "a");
    },
    async "as Cboard writes them: padded rows, numbers and words as ids, colours by name"() {
        const { pack, dropped } = await open(bytesOf(`\ufeff${JSON.stringify(minimal("root", { locale: "en-us", buttons: [{ id: "x", label: "Yes", background_color: "red", ext_cboard_x: 1 }, { id: 2, label: "No" }],
            grid: { rows: 2, columns: 2, order: [["x", "2"], [null, null]] } }))}`));
        same(view(pack, "root", "en").rows.map(row => row.map(({ label }) => label)), [["Yes", "No"]]);
        same(Object.values(dropped).flat(), []);
    },
    async "a board without a grid, and one whose rows do not match what it says, are shown"() {
        const buttons = [1, 2, 3, 4, 5].map(id => ({ id, label: `b${id}` }));
        same(view((await open(bytesOf({ ...minimal("g"), grid: undefined, buttons }))).pack, "g", "en").rows.map(row => row.length), [3, 2]);
        same(view((await open(bytesOf({ ...minimal("g"), grid: { rows: 9, columns: 1, order: [[1, 2], [3]] }, buttons }))).pack, "g", "en").rows.map(row => row.length), [2, 1]);
    },
    async "boards of this page go out and come back the same"() {
        const shown = [{ name: "home", title: "Basics", rows: [[{ id: "yes", label: "Yes", sign: "👍", say: "Yes" }, { id: "open-letters", label: "Letters", open: "letters" }]] },
            { name: "letters", title: "Letters", rows: [[{ id: "letter-space", label: "space", add: " ", isSpelled: true }], [{ id: "letter-0", label: "E", add: "E", isSpelled: true }, { id: "me", label: "I", add: "I" }]] }];
        const { pack, dropped } = await open(save(packed(shown, "en")).bytes);
        same(Object.values(dropped).flat(), []);
        same(view(pack, "home", "en").rows[0].map(({ label, sign, say, open: to }) => [label, sign, say, to]), [["Yes", "👍", "Yes", undefined], ["Letters", undefined, undefined, "letters"]]);
        same(view(pack, "letters", "en").rows.flat().map(({ actions, add }) => actions ?? add), [[{ add: " ", isSpelled: true }], [{ add: "E", isSpelled: true }], "I"]);
    },
    async "what is no board is refused in words"() {
        const good = await archive({ "a.obf": minimal("a") }), big = { grid: { order: [Array(21).fill(1)] } };
        const cut = good.slice(0, good.length - 30), spoiled = good.slice();
        spoiled.fill(255, 45, 60);
        // Where the list of files is, which says how large they are.
        const list = new DataView(good.buffer).getUint32(good.length - 6, true);
        const sized = size => {
            const copy = good.slice();
            new DataView(copy.buffer).setUint32(list + 24, size, true);
            return copy;
        };
        const bad = { empty: new Uint8Array(0), word: bytesOf("hello"), "half JSON": bytesOf('{"format":'), null: bytesOf("null"), list: bytesOf("[]"), number: bytesOf("1"), "no format": bytesOf({ id: 1, buttons: [] }),
            "other format": bytesOf({ format: "x", id: 1, buttons: [] }), "format as a number": bytesOf({ format: 1, id: 1, buttons: [] }), "no id": bytesOf({ format: "open-board-0.1", buttons: [] }), "id as a list": bytesOf(minimal([])),
            "empty id": bytesOf(minimal("")), "no buttons": bytesOf({ format: "open-board-0.1", id: 1 }), "buttons as words": bytesOf(minimal(1, { buttons: "x" })), "too wide": bytesOf(minimal(1, big)),
            "too high": bytesOf(minimal(1, { grid: { order: Array(21).fill([1]) } })), "not UTF-8": new Uint8Array([0x7b, 0xff, 0xfe]), "PK alone": bytesOf("PK"), "cut off": cut, spoiled, "larger than it says": sized(3), "smaller than it says": sized(5000),
            "a bomb": sized(2_000_000_000), "no board": await archive({ "a.txt": "x" }), "only a path out": await archive({ "../a.obf": minimal("a") }), "only a bad board": await archive({ "a.obf": "x" }),
            "an archive of nothing": zip(new Map()), "one wrong letter": (() => {
                const copy = zip(new Map([["x.obf", bytesOf(minimal("qqqq"))]]));
                copy[copy.indexOf(0x71)] = 0x72;
                return copy;
            })(), "a list that lies": (() => {
                const copy = good.slice();
                new DataView(copy.buffer).setUint16(copy.length - 12, 9, true);
                return copy;
            })(), "a list beyond the end": (() => {
                const copy = good.slice();
                new DataView(copy.buffer).setUint32(copy.length - 6, 99999999, true);
                return copy;
            })(), "another way of packing": (() => {
                const copy = good.slice();
                new DataView(copy.buffer).setUint16(list + 10, 12, true);
                return copy;
            })() };
        if (Object.keys(bad).length < 30) throw new Error(`only ${Object.keys(bad).length}`);
        for (const [name, bytes] of Object.entries(bad)) {
            try {
                await open(bytes);
            } catch (error) {
                if (error instanceof Malformed && error.message.length > 5) continue;
                throw new Error(`${name}: ${error.stack}`);
            }
            throw new Error(`${name} was taken`);
        }
    },
    async "a bad board beside a good one is named, and odd values in a good one do no harm"() {
        const odd = [null, 1, "x", [], {}, [null], [[null, [], {}]], true, -1, { order: 5 }, { order: [5, null, [[]]] }];
        for (const value of odd) {
            for (const field of ["buttons", "grid", "images", "sounds", "strings", "locale", "name", "license"]) {
                if (field === "buttons" && !Array.isArray(value)) continue;
                const { pack, dropped } = await open(await archive({ "a.obf": { ...board, [field]: value }, "b.obf": "x", "manifest.json": JSON.stringify({ root: value, paths: value }) }));
                same(dropped.boards.length, 1);
                view(pack, "0", "en");
                save(pack);
            }
            for (const field of ["label", "vocalization", "image_id", "load_board", "action", "actions", "background_color", "hidden", "id"]) {
                const { pack } = await open(bytesOf({ ...board, buttons: [{ ...board.buttons[0], [field]: value }] }));
                view(pack, "0", "en");
            }
        }
    },
    async "any JSON in a board's place of any other is read, shown, changed and written again, or told in a sentence"() {
        let state = 99, refused = 0;
        const dice = limit => {
            state = Math.imul(state, 1103515245) + 12345 >>> 0;
            return (state >>> 8) % limit;
        };
        // What JSON.stringify could not write is put in afterwards.
        const nested = depth => "[".repeat(depth) + "]".repeat(depth), deep = { '"DEEP"': nested(20_000), '"LEVELS"': nested(20) };
        const odd = () => [null, true, 0, -1, 1e308, "", "x", "\ud83d", "😀".repeat(300), "__proto__", "toString", [], {}, [[]], [null], { toString: 1, valueOf: null }, { id: { toString: null } }, { length: 3 }, "DEEP", "LEVELS"][dice(20)];
        const bytes = value => bytesOf(Object.entries(deep).reduce((json, [mark, list]) => json.replaceAll(mark, list), JSON.stringify(value)));
        const spoil = value => {
            const names = Object.keys(value), name = names[dice(names.length)];
            if (names.length && typeof value[name] === "object" && value[name] !== null && dice(4)) return spoil(value[name]);
            value[name ?? "id"] = odd();
            if (!dice(3)) value[["id", "label", "path", "data", "image_id", "order", "toString"][dice(7)]] = odd();
        };
        for (let run = 0; run < 4000; run += 1) {
            const files = structuredClone({ "manifest.json": { format: "open-board-0.1", root: "a.obf", paths: { boards: { 0: "a.obf" }, images: { i2: "images/a.png" } } }, "a.obf": board, "b.obf": more });
            for (let count = 0; count <= dice(3); count += 1) spoil(files[Object.keys(files)[dice(3)]]);
            let isOpen = false;
            try {
                const { pack } = await open(dice(2) ? bytes(files["a.obf"]) : zip(new Map(Object.entries(files).map(([path, value]) => [path, bytes(value)]))));
                for (const { id } of pack.boards) {
                    const name = String(id);
                    view(pack, name, "de");
                    view(addCell(pack, name).pack, name, "de");
                    view(change(pack, name, "1", { label: "a", words: "b", sign: "" }), name, "de");
                    view(move(pack, name, 0, 0, 1).pack, name, "de");
                    if (view(pack, name, "de").rows.length) remove(pack, name, 0, 0);
                }
                isOpen = true;
                await open(save(pack).bytes);
            } catch (error) {
                if (isOpen || !(error instanceof Malformed) || error.message.length < 6) throw new Error(`run ${run}: ${error.stack}`);
                refused += 1;
            }
        }
        if (refused < 100 || refused > 3000) throw new Error(`${refused} of 4000 were refused`);
    },
    async "of two buttons with one id the first is shown, and the other is named"() {
        for (const grid of [undefined, { rows: 1, columns: 2, order: [["a", "b"]] }]) {
            const { pack, dropped } = await open(bytesOf({ ...minimal("n"), grid, buttons: [{ id: "a", label: "one" }, { id: "a", label: "other" }, { id: "b", label: "b" }] }));
            same(view(pack, "n", "en").rows.flat().map(({ label }) => label), ["one", "b"]);
            same(dropped, { boards: [], links: [], pictures: [], actions: [], cells: [], blank: [], twice: ["other"] });
        }
    },
    async "twenty times as many pictures take about twenty times as long, not four hundred times"() {
        const time = async (count, runs) => {
            const ids = Array.from({ length: count }, (_, id) => id);
            const bytes = bytesOf({ ...minimal("n"), buttons: ids.map(id => ({ id, label: `b${id}`, image_id: id })), images: ids.map(id => ({ id, data: "data:image/png;base64,AAAA" })), grid: { rows: 1, columns: 1, order: [[1]] } });
            let least = Infinity;
            for (let run = 0; run < runs; run += 1) {
                const start = performance.now();
                view((await open(bytes)).pack, "n", "en");
                least = Math.min(least, performance.now() - start);
            }
            return least;
        };
        // A busy machine takes more from what lasts longer, but not each time.
        let ratio = Infinity;
        for (let round = 0; round < 6 && ratio > 150; round += 1) ratio = Math.min(ratio, await time(40_000, 3) / await time(2000, 20));
        if (ratio > 150) throw new Error(`they take ${ratio.toFixed(1)} times as long`);
    },
    async "no text is cut within a character"() {
        const long = `${"a".repeat(199)}${"😀".repeat(400)}`;
        const { pack, dropped } = await open(bytesOf({ ...minimal("n"), grid: undefined, buttons: [{ id: "a", label: long, vocalization: `${long}\ud83d`, ext_nodline_sign: `x${"😀".repeat(20)}` }, { id: "b", label: `${"a".repeat(39)}😀`, image_id: "none" }] }));
        const [cell] = view(pack, "n", "en").rows[0];
        same([cell.label, cell.add, cell.sign].map(words => [[...words].length, words.isWellFormed?.() ?? true]), [[200, true], [500, true], [16, true]]);
        same(dropped.pictures, [`${"a".repeat(39)}😀`]);
    },
    async "a helper changes, adds, moves and removes a cell, and all else stays as it was"() {
        const { pack } = await open(bytesOf(board)), before = JSON.stringify(pack.boards), labels = own => view(own, "0", "fr").rows.map(row => row.map(cell => cell.label));
        const other = change(pack, "0", "1", { label: "juice", words: "", sign: "🥤" });
        same(view(other, "0", "fr").rows[0][0].add, "juice");
        same(view(other, "0", "fr").rows[0][0].sign, "🥤");
        same(other.boards[0].buttons[0].ext_x, true);
        same(other.boards[0].ext_other_program, board.ext_other_program);
        const added = addCell(pack, "0");
        same(added.place, [0, 3]);
        same(view(added.pack, "0", "fr").rows[0][2].say, "…");
        const { pack: moved, place } = move(pack, "0", 0, 0, 1);
        same(place, [0, 1]);
        same(labels(moved)[0].slice(0, 2), ["time", "water"]);
        same(move(pack, "0", 0, 0, -1).place, [0, 0]);
        same(move(pack, "0", 0, 5, 1).place, [1, 0]);
        const gone = remove(pack, "0", 1, 1);
        same(labels(gone)[1], ["more", "home", "odd", "away"]);
        same(gone.boards[0].buttons.length, board.buttons.length - 1);
        same(remove(pack, "0", 0, 0).boards[0].buttons.length, board.buttons.length, "it stands in two cells");
        same(JSON.stringify(pack.boards), before, "the previous boards");
        let full = pack;
        for (let count = 0; count < 500; count += 1) full = addCell(full, "0").pack;
        const again = await open(save(full).bytes);
        same(view(again.pack, "0", "fr").rows.length, 20);
    },
    async "names that JavaScript has of its own are names"() {
        const own = ["__proto__", "constructor", "toString"];
        const { pack, dropped } = await open(await archive(Object.fromEntries(own.map(id => [`${id}.obf`, minimal(id, { strings: { en: {} }, buttons: [{ id, label: id, action: id }], grid: { order: [[id]] } })]))));
        same(pack.boards.map(({ id }) => view(pack, id, "en").rows[0][0].label), own);
        same(dropped.actions, own);
        same((await unzip(save(pack).bytes)).size, 4);
    },
    "no path leads out of an archive"() {
        same(["a/b", ["", "a", "", "b"].join("/"), "./a/./b", "a\\b", "../a", "a/../../b", "a/.."].map(plainPath), ["a/b", "a/b", "a/b", "a/b", null, null, null]);
    },
    async "an archive of 20 MB is opened, with each board and picture"() {
        let state = 99;
        const picture = () => Uint8Array.from({ length: 64_000 }, () => (state = Math.imul(state, 1103515245) + 12345 >>> 0) >>> 16);
        const files = { "manifest.json": { format: "open-board-0.1", root: "0.obf" } };
        for (let index = 0; index < 300; index += 1) {
            files[`${index}.obf`] = minimal(String(index), { buttons: [{ id: 1, label: `L${index}`, image_id: "i" }], grid: { rows: 1, columns: 1, order: [[1]] }, images: [{ id: "i", path: `images/${index}.png` }] });
            files[`images/${index}.png`] = picture();
        }
        const whole = await archive(files), began = performance.now();
        const { pack } = await open(whole);
        const took = performance.now() - began;
        same(pack.boards.length, 300);
        for (const { id } of pack.boards) same(view(pack, String(id), "en").rows[0][0].picture.type, "image/png");
        claims.figures = `${(whole.length / 1e6).toFixed(1)} MB of 300 boards are opened in ${(took / 1000).toFixed(2)} s`;
    },
    async "bytes that were spoiled anywhere are refused or read, and nothing else happens"() {
        const good = await archive({ "manifest.json": { root: "a.obf" }, "a.obf": board, "b.obf": more });
        let state = 12345, refused = 0;
        const dice = limit => {
            state = Math.imul(state, 1103515245) + 12345 >>> 0;
            return (state >>> 8) % limit;
        };
        for (let run = 0; run < 300; run += 1) {
            const copy = good.slice(0, dice(10) ? good.length : dice(good.length));
            for (let count = 0; count <= dice(4); count += 1) if (copy.length) copy[dice(copy.length)] = dice(256);
            try {
                const { pack } = await open(copy);
                for (const { id } of pack.boards) view(pack, String(id), "en");
                save(pack);
            } catch (error) {
                if (!(error instanceof Malformed)) throw error;
                refused += 1;
            }
        }
        if (refused < 20) throw new Error(`only ${refused} were refused`);
    }
};

globalThis.boardClaims = (async () => {
    const failures = [];
    for (const [name, claim] of Object.entries(claims)) {
        if (typeof claim !== "function") continue;
        try { await claim(); } catch (error) { failures.push(`${name}: ${error.message}`); }
    }
    return { failures, count: Object.keys(claims).length - 1, figures: claims.figures };
})();
