import { button, element, fill } from "../element.js";
import { joined, language, tagOf, text } from "../text.js";
import { open, packed, save } from "./obf.js";
import { keep } from "./store.js";
import { Malformed, bounded } from "./zip.js";

/** The most names of what was left out that are shown. */
const most = 12;

/**
 * Opening and saving files of boards. `owner` has `connection`, `pack` (its own boards, or `null`), `boards()` (those of this page)
 * and `use(pack)`.
 */
export function boardFiles(owner) {
    const said = element("div", { role: "status" });
    const input = element("input", { type: "file", id: "board-file", onchange: async () => {
        const [file] = input.files;
        if (!file) return;
        try {
            bounded(file.size);
            const { pack, dropped } = await open(new Uint8Array(await file.arrayBuffer()));
            await owner.use(pack);
            fill(said, element("p", {}, text("talk.opened", { count: pack.boards.length })), losses(dropped));
            const kept = element("p", { id: "board-kept" }, text("wait"));
            said.append(kept);
            fill(kept, text(await keep(owner.connection, pack) ? "talk.kept" : "talk.unkept"));
        } catch (error) {
            if (!(error instanceof Malformed)) throw error;
            fill(said, element("p.bad", {}, text("talk.refused")), element("p.note", { lang: "en", dir: "ltr" }, error.message));
        } finally { input.value = ""; }
    } });
    return element("div", {}, element("p", {}, element("label", { for: input.id }, text("talk.open")), input), said,
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
