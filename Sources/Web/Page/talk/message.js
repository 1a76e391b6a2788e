import { keep, kept } from "./kept.js";

/** How many messages are remembered. */
const most = 10;

/** The message line as values: entries `{words, isSpelled}`, whether it was said, and what was said before, newest first. */
export const empty = { entries: [], isSaid: false, history: [] };

/** The message as it is shown and said: letters stand together, words apart. */
export function words(message) { return message.entries.map(entry => entry.words).join(" ").trim(); }

/** A word, phrase or letter more; after a message that was said it begins another. */
export function add(message, text, isSpelled) {
    const entries = message.isSaid ? [] : message.entries, last = entries.at(-1);
    if (isSpelled && text === " ") return { ...message, isSaid: false, entries: last?.isSpelled ? [...entries, { words: "", isSpelled }] : entries };
    if (isSpelled && last?.isSpelled) return { ...message, isSaid: false, entries: [...entries.slice(0, -1), { words: (last.words + text).normalize(), isSpelled }] };
    return { ...message, isSaid: false, entries: [...entries, { words: text, isSpelled }] };
}

/** Without the last entry; of a word that was spelled without its last letter. */
export function undo(message) {
    const last = message.entries.at(-1), entries = message.entries.slice(0, -1);
    const left = last?.isSpelled ? [...last.words].slice(0, -1).join("") : "";
    return { ...message, isSaid: false, entries: left ? [...entries, { words: left, isSpelled: true }] : entries };
}

/** It is being said, and remembered. */
export function said(message) {
    const now = words(message);
    return now ? { ...message, isSaid: true, history: [now, ...message.history.filter(other => other !== now)].slice(0, most) } : message;
}

/** How many messages a person keeps, and the longest. */
const mostFavourites = 12, longest = 200;

/** With a message more, or without it. */
export function toggled(favourites, message) {
    if (favourites.includes(message)) return favourites.filter(other => other !== message);
    return message && message.length <= longest ? [message, ...favourites].slice(0, mostFavourites) : favourites;
}

/** Where this browser keeps them. */
const place = "talk-favourites";

/** The favourites that this browser keeps; what cannot be understood is left out. */
export function favouritesOf(storage) {
    const previous = kept(place, storage);
    if (!Array.isArray(previous)) return [];
    return [...new Set(previous.filter(words => typeof words === "string" && words && words.length <= longest))].slice(0, mostFavourites);
}

/** Keeps them. */
export function keepFavourites(storage, favourites) { keep(place, favourites, storage); }
