import { button, element, fill } from "../element.js";
import { language, tagOf, text } from "../text.js";
import { addCell, change, move, packed, remove } from "./obf.js";

/**
 * Changing cells, for helpers. `owner` has `pack`, `boards()`, `use(pack, name)`, `keep(pack)` and `boardName()`.
 * @returns {{node: HTMLElement, touch: (id: string) => void}} `touch` is called with the cell that was touched
 */
export function editor(owner, close) {
    const form = element("div"), said = element("p", { role: "status" });
    const keeping = { latest: null, isBusy: false };
    // Nodline's own boards are shown as boards that can be changed, and are kept with the first change.
    let isUntouched = false;

    /** Shows changed boards, and keeps them; of several changes while the previous are on their way only the last is sent. */
    async function take(pack) {
        isUntouched = false;
        await owner.use(pack, owner.boardName());
        keeping.latest = pack;
        if (keeping.isBusy) return;
        keeping.isBusy = true;
        while (keeping.latest) {
            const next = keeping.latest;
            keeping.latest = null;
            fill(said, text("wait"));
            const result = await owner.keep(next);
            fill(said, text(`talk.${result}`));
            if (result !== "changed") continue;
            keeping.latest = null;
            fill(form);
            await begin();
        }
        keeping.isBusy = false;
    }

    function touch(id) {
        const [row, column] = id.replace("own-", "").split("-").map(Number), name = owner.boardName();
        const cell = owner.cell(id);
        if (!cell || !id.startsWith("own-")) return;
        const field = (key, value, most) => element("input", { type: "text", id: `edit-${key}`, maxlength: most, value, autocomplete: "off" });
        const spoken = cell.say ?? cell.add ?? "";
        const label = field("label", cell.label, 200), words = field("words", spoken === cell.label ? "" : spoken, 500), sign = field("sign", cell.sign ?? "", 16);
        const step = (by, words, mark) => button(mark, async () => {
            const { pack, place } = move(owner.pack, name, row, column, by);
            await take(pack);
            touch(`own-${place.join("-")}`);
            document.getElementById(by < 0 ? "edit-earlier" : "edit-later")?.focus();
        }, { id: by < 0 ? "edit-earlier" : "edit-later", "aria-label": words });
        // What a cell says that leads to a board or acts is not asked for, and stays.
        const speaks = !cell.actions && cell.open === undefined;
        fill(form, [["label", label], ["words", words], ["sign", sign]].filter(([key]) => key !== "words" || speaks).map(([key, input]) =>
            element("p", {}, element("label", { for: input.id }, text(`talk.edit.${key}`)), input)),
        element("p.row", {}, button(text("talk.edit.take"), () => take(change(owner.pack, name, cell.button, { label: label.value.trim(), words: speaks ? words.value.trim() : undefined, sign: sign.value.trim() })), { id: "edit-take" }),
            step(-1, text("talk.edit.earlier"), "◀\uFE0E"), step(1, text("talk.edit.later"), "▶\uFE0E"), button(text("talk.edit.remove"), async () => {
                fill(form);
                await take(remove(owner.pack, name, row, column));
            }, { id: "edit-remove" })));
        label.focus();
    }

    async function begin() {
        isUntouched = !owner.pack;
        if (isUntouched) await owner.use(packed(owner.boards(), tagOf(language())), owner.boardName());
    }
    begin();
    return {
        touch,
        node: element("section.options", { "aria-label": text("talk.edit") }, element("p", {}, text("talk.edit.lead")), form, said,
            element("p.row", {}, button(text("talk.edit.add"), async () => {
                const { pack, place } = addCell(owner.pack, owner.boardName());
                await take(pack);
                touch(`own-${place.join("-")}`);
            }, { id: "edit-add" }), button(text("talk.done"), async () => {
                if (isUntouched) await owner.use(null);
                close();
            }, { id: "edit-done" })))
    };
}
