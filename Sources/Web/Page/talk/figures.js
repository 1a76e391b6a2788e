import { keep, kept } from "./kept.js";

/**
 * How often and how fast a person chooses by gestures, by days, for therapists. It knows of counts and times alone: nothing that was said, and no
 * cell's name, comes here. Figures are values: `{"2026-11-26": {choices, undone, seconds, waits, waited, period}}`.
 */
const empty = { choices: 0, undone: 0, seconds: 0, waits: 0, waited: 0, period: 0 };
/** Days that are kept, and where this browser keeps them. */
const most = 60, place = "talk-figures";
/** Seconds after a gesture in which the person counts as choosing: a break is no slowness. */
export const pause = 30;

/** What this browser has counted; what cannot be understood is left out. */
export function read() {
    return Object.fromEntries(Object.entries(kept(place) ?? {}).filter(([day, figures]) => /^\d{4}-\d\d-\d\d$/.test(day)
        && Object.keys(empty).every(name => Number.isFinite(figures?.[name]) && figures[name] >= 0)));
}

/** Keeps them. */
export function write(days) { keep(place, days); }

/** A day by the reader's own clock. */
export function today(date = new Date()) {
    return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(number => String(number).padStart(2, "0")).join("-");
}

/** With what has happened on a day: numbers are added, but for the period, which is the latest. */
export function counted(days, day, happened) {
    const figures = { ...empty, ...days[day] };
    for (const [name, value] of Object.entries(happened)) figures[name] = name === "period" ? value : figures[name] + value;
    const all = Object.entries({ ...days, [day]: figures }).sort(([one], [other]) => one < other ? -1 : 1);
    return Object.fromEntries(all.slice(-most));
}

/** Choices a minute, the part that was undone, and the mean time from a place's lighting to the movement; `null` for too few. */
export function summary({ choices, undone, seconds, waits, waited }) {
    return { rate: seconds >= 30 ? choices / seconds * 60 : null, undone: choices ? undone / choices : null, wait: waits ? waited / waits : null };
}

/** As a file that a spreadsheet opens. */
export function table(days) {
    const rows = Object.entries(days).map(([day, figures]) => {
        const { rate, undone, wait } = summary(figures), shown = (value, digits) => value === null ? "" : value.toFixed(digits);
        return [day, figures.choices, figures.undone, (figures.seconds / 60).toFixed(1), shown(rate, 2), shown(undone, 3), figures.period || "", shown(wait, 2)];
    });
    return [["day", "choices", "undone", "minutes", "choices_a_minute", "part_undone", "seconds_on_each_place", "seconds_to_the_movement"], ...rows]
        .map(row => row.join(",")).join("\r\n") + "\r\n";
}
