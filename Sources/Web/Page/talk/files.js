import { button, element, fill } from "../element.js";
import { joined, language, tagOf, text } from "../text.js";
import { open, packed, save, view } from "./obf.js";
import { Malformed, bounded } from "./zip.js";

/** The most names of what was left out that are shown. */
const most = 12;
/** The boards before those that were opened last, `null` for Nodline's own; `undefined` before any were opened. */
let former;

/**
 * Opening and saving files of boards. `owner` has `pack` (its own boards, or `null`), `boards()` (those of this page),
 * `use(pack)` and `keep(pack)`.
 */
export function boardFiles(owner) {
    const said = element("div", { role: "status" });
    const back = button(text("talk.former"), () => put(former), { id: "board-former", hidden: former === undefined });
    /** Uses boards here, and keeps them for all browsers. Those before can be brought back when that is over. */
    async function put(pack, ...words) {
        const before = owner.pack;
        input.disabled = back.disabled = true;
        try {
            await owner.use(pack);
            former = before;
            const kept = element("p", { id: "board-kept" }, text("wait"));
            fill(said, ...words, kept);
            fill(kept, text(`talk.${await owner.keep(pack)}`));
        } finally { input.disabled = back.disabled = false; }
        back.hidden = false;
    }
    const input = element("input", { type: "file", id: "board-file", onchange: async () => {
        const [file] = input.files;
        if (!file) return;
        try {
            bounded(file.size);
            const { pack, dropped } = await open(new Uint8Array(await file.arrayBuffer()));
            // A board without cells would leave the person without words.
            if (view(pack, pack.root, tagOf(language())).rows.length) await put(pack, element("p", {}, text("talk.opened", { count: pack.boards.length })), losses(dropped));
            else fill(said, element("p.bad", {}, text("talk.bare-file")));
        } catch (error) {
            if (!(error instanceof Malformed)) throw error;
            fill(said, element("p.bad", {}, text("talk.refused")), element("p.note", { lang: "en", dir: "ltr" }, error.message));
        } finally { input.value = ""; }
    } });
    return element("div", {}, element("p", {}, element("label", { for: input.id }, text("talk.open")), input), said, element("p", {}, back),
        element("p", {}, button(text("talk.save"), () => download(save(owner.pack ?? packed(owner.boards(), tagOf(language())))), { id: "board-save" })));
}

/** What a file had that is not shown. */
function losses(dropped) {
    const rows = Object.entries(dropped).filter(([, names]) => names.length).map(([reason, names]) => {
        const shown = [...new Set(names.map(name => name || "–"))];
        return element("li", {}, text(`talk.dropped.${reason}`, { names: joined([...shown.slice(0, most), ...shown.length > most ? ["…"] : []]) }));
    });
    return rows.length ? element("ul", {}, rows) : null;
}

/** Lets the browser save a file. `bytes` may be text. */
export function download({ name, type, bytes }) {
    const link = element("a", { href: URL.createObjectURL(new Blob([bytes], { type })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
