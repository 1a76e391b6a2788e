import { element } from "./element.js";
import { text, textOr } from "./text.js";

/** What was refused or is missing, in the reader's words, with the program's own ones folded, for whoever mends it. */
export function refused({ error, detail }, words = meaning(error)) {
    return element("div", {}, element("p.bad", {}, words), folded(detail));
}

/** Words of the program, which are English, below a line to unfold; `null` if there are none. */
export function folded(detail) {
    const lines = [detail].flat().filter(Boolean);
    return lines.length ? element("details", {}, element("summary", {}, text("error.detail")), element("p.hint", { lang: "en" }, lines.join("\n"))) : null;
}

/** What a refused request means. */
function meaning(error) { return textOr(`error.${error}`, text("error.other", { error: error ?? "?" })); }
