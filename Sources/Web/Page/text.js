/** The languages that there is a table for (texts/XX.json), each by its own name. One line here and one file make a language. */
const languages = {
    de: { name: "Deutsch" },
    en: { name: "English" },
    es: { name: "Español" },
    fr: { name: "Français" },
    it: { name: "Italiano" },
    nl: { name: "Nederlands" },
    pl: { name: "Polski" },
    pt: { name: "Português", tag: "pt-BR" },
    tr: { name: "Türkçe" },
    uk: { name: "Українська" },
    ar: { name: "العربية", direction: "rtl" },
    hi: { name: "हिन्दी" },
    ja: { name: "日本語" },
    zh: { name: "简体中文", tag: "zh-Hans" }
};
/** The language of those whose own there is no table for. */
const spare = "en";
let table = {};
let current = spare;
/** How numbers and dates are written: as the browser's own region does, if it speaks the language. */
let locale = spare;

/** What there is to choose from: `[code, name]`. */
export const available = Object.entries(languages).map(([code, { name }]) => [code, name]);

/** The code of the language in use. */
export function language() { return current; }

/** The language as `lang` has it. */
export function tagOf(code) { return languages[code].tag ?? code; }

/** The language that the reader chose, else the first of the browser's that there is a table for (of any region or script), else English. */
export function preferred() {
    const chosen = remembered();
    return [chosen, ...wishes()].map(codeOf).find(code => Object.hasOwn(languages, code)) ?? spare;
}

let wanted = spare;

/** Loads the table of a language, and remembers it if the reader chose it. Returns whether it is in use: another may have been chosen meanwhile. */
export async function load(wish, isChosen = false) {
    wanted = wish;
    const read = await (await fetch(`texts/${wish}.json`)).json();
    if (wanted !== wish) return false;
    table = read;
    [current, locale] = [wish, wishes().find(tag => codeOf(tag) === wish) ?? tagOf(wish)];
    document.documentElement.lang = tagOf(wish);
    document.documentElement.dir = languages[wish].direction ?? "ltr";
    if (isChosen) {
        // Without storage (private browsing) the choice lasts until the page is closed.
        try { localStorage.setItem("language", wish); } catch { /* see above */ }
    }
    return true;
}

function wishes() { return navigator.languages ?? []; }

function codeOf(tag) { return String(tag).split("-")[0].toLowerCase(); }

function remembered() {
    try { return localStorage.getItem("language"); } catch { return null; }
}

/** Whether there is a text of this name. */
export function has(key) { return key in table; }

/** The text of a key, or what stands in its place where no table knows it: words of a newer program. */
export function textOr(key, otherwise) { return has(key) ? text(key) : otherwise; }

/** The English texts, in place of those that the language's own table lacks; asked for when one is missing. */
let english = null;

/** The English text that a table lacks; `undefined` if there is none, or while it is on its way. */
function lacked(key) {
    if (current !== spare && !english) {
        english = {};
        fetch(`texts/${spare}.json`).then(answer => answer.json()).then(read => { english = read; }, () => { english = null; });
    }
    return english?.[key];
}

/** The text of this name, with `{name}` replaced by `values.name`: a number as the language writes it, in the form that goes with it. */
export function text(key, values = {}) {
    const words = table[key] ?? lacked(key) ?? key;
    return (typeof words === "string" ? words : form(words, values))
        .replace(/\{(\w+)\}/g, (all, name) => name in values ? shown(values[name]) : all);
}

/** Of a text with plural forms the one for the number that it is chosen by. */
function form(words, values) {
    const value = values[words.by];
    return (typeof value === "number" ? words[new Intl.PluralRules(locale).select(value)] : null) ?? words.other;
}

/** A value in a sentence. Beside right-to-left words a name from outside is kept apart, so that neither reorders the other. */
function shown(value) {
    if (typeof value === "number") return number(value);
    return document.documentElement.dir === "rtl" ? `\u2068${value}\u2069` : String(value);
}

/** A number as the language writes it. */
export function number(value, decimals = 2) {
    return new Intl.NumberFormat(locale, { maximumFractionDigits: decimals }).format(value);
}

/** A number of so many decimals, for a text. */
export function rounded(value, decimals = 0) { return Number(value.toFixed(decimals)); }

/** Several names as one: "left, right and up". */
export function joined(names) { return new Intl.ListFormat(locale).format(names); }

/** Minutes and seconds: 1:05. */
export function minutes(seconds) {
    const whole = Math.max(0, Math.ceil(seconds));
    const digits = least => new Intl.NumberFormat(locale, { minimumIntegerDigits: least, useGrouping: false });
    return `${digits(1).format(Math.floor(whole / 60))}:${digits(2).format(whole % 60)}`;
}

/** A clock time. */
export function clock(date) {
    return new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(date);
}

/** Day and time. */
export function day(date) {
    return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(date);
}

/** A day that is written as 2026-11-26, with its weekday. */
export function weekday(day) {
    return new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month: "numeric", timeZone: "UTC" }).format(new Date(day));
}

/** A gesture's name. */
export function gestureName(gesture) {
    if (gesture.startsWith("my-")) return text("teach.gesture", { name: gesture.slice(3) });
    const key = `gesture.${gesture}`;
    return has(key) || !gesture.startsWith("gaze-") && lacked(key) ? text(key) : gesture;
}
