import { has, text } from "./text.js";

/** What a refused request means, for people; the appliance's own words after it, if it gave any. */
export function refusal(reply) {
    const words = has(`error.${reply.error}`) ? text(`error.${reply.error}`) : text("error.other", { error: reply.error ?? "?" });
    const detail = Array.isArray(reply.detail) ? reply.detail.join("\n") : reply.detail;
    return detail ? `${words} (${detail})` : words;
}
