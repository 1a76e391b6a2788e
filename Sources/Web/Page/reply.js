import { element } from "./element.js";
import { has, text } from "./text.js";

/** What was refused or is missing, in the reader's words, with the program's own ones for whoever mends it. */
export function refused({ detail, ...reply }, words = refusal(reply)) {
    const lines = [detail].flat().filter(Boolean);
    return element("div", {}, element("p.bad", {}, words), lines.length
        ? element("details", {}, element("summary", {}, text("error.detail")), element("p.hint", { lang: "en" }, lines.join("\n"))) : null);
}

/** What a refused request means, for people; the appliance's own words after it, if it gave any. */
export function refusal(reply) {
    const words = has(`error.${reply.error}`) ? text(`error.${reply.error}`) : text("error.other", { error: reply.error ?? "?" });
    const detail = Array.isArray(reply.detail) ? reply.detail.join("\n") : reply.detail;
    return detail ? `${words} (${detail})` : words;
}
