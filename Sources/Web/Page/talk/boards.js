import { number, text } from "../text.js";

/**
 * The boards that come with Nodline: rows of cells. "yes" is said at once (talk.say.yes), "+me" is added to the message, ">pain" opens
 * a board. After the name come the sign and the colour of the kind of word (modified Fitzgerald key).
 */
const rows = {
    home: [["yes 👍 social", "no 👎 social", "maybe 🤷 social", "thanks 🙏 social"],
        ["thirsty 🥤 noun", "hungry 🍽️ noun", "toilet 🚻 noun", ">pain 🤕 describe"],
        ["turn 🔄 verb", "warm 🥵 describe", "cold 🥶 describe", "tired 😴 describe"],
        [">yesno ❓ link", ">phrases 💬 link", ">letters 🔤 link", ">people 👪 link", ">history 🕘 link"]],
    yesno: [["yes 👍 social", "no 👎 social"]],
    phrases: [["sit 🛏️ verb", "suction 🫁 noun", "uneasy 😟 describe"],
        ["repeat 👂 social", "misunderstood 🙅 social", "alone 🚪 social"],
        ["family 📞 people", "light 💡 noun", "fine 🙂 describe"]],
    people: [["+me 🙋 people", "+you 🫵 people", "+mother 👩 people", "+father 👨 people"],
        ["+partner 💞 people", "+friend 🧑 people", "+nurse 🧑‍⚕️ people", "+doctor 🩺 people"]]
};
/** Letters in a row at least, and rows of them at most: more are not seen on a small screen. */
const width = 6, height = 6;

/** The names of the boards that a file may have. */
export const names = [...Object.keys(rows), "pain", "letters"];

/** A board in the language in use: `{name, title, rows}`, a cell is `{id, label, sign, kind, say, add, isSpelled, open}`. */
export function board(name, said = { history: [], favourites: [], latest: "" }) {
    return { name, title: text(`talk.board.${name}`), rows: rowsOf(name, said) };
}

/** What was said: favourites, then the others, then a cell that keeps the latest message or removes it. */
function saidBefore({ history, favourites, latest }) {
    const cells = [...favourites.map(words => ({ words, sign: "⭐" })), ...history.filter(words => !favourites.includes(words)).map(words => ({ words }))]
        .map(({ words, sign }, index) => ({ id: `said-${index}`, label: words, sign, kind: "social", say: words }));
    if (!latest) return cells;
    const name = text(favourites.includes(latest) ? "talk.unfavourite" : "talk.favourite", { message: latest });
    return [...cells, { id: "favourite", label: name, sign: "⭐", kind: "link" }];
}

function rowsOf(name, said) {
    if (name === "history") return inRows(saidBefore(said), 2);
    if (name === "pain") {
        return inRows(Array.from({ length: 11 }, (_, level) => ({
            id: `pain-${level}`, label: number(level), kind: `pain${Math.ceil(level / 3.4)}`, say: text("talk.say.pain", { number: level })
        })), 4);
    }
    if (name === "letters") {
        const letters = text("talk.letters").split(" ");
        return inRows([{ id: "letter-space", label: "␣", name: text("talk.space"), add: " ", isSpelled: true, kind: "link" },
            ...letters.map((letter, index) => ({ id: `letter-${index}`, label: letter, add: letter, isSpelled: true, kind: "noun" }))], Math.max(width, Math.ceil((letters.length + 1) / height)));
    }
    return rows[name].map(row => row.map(cell));
}

function cell(line) {
    const [name, sign, kind] = line.split(" "), own = name.replace(/^[+>]/, "");
    if (name.startsWith(">")) return { id: `open-${own}`, label: text(`talk.board.${own}`), sign, kind, open: own };
    const label = text(`talk.say.${own}`);
    return { id: own, label, sign, kind, ...name.startsWith("+") ? { add: label } : { say: label } };
}

function inRows(cells, count) {
    return Array.from({ length: Math.ceil(cells.length / count) }, (_, row) => cells.slice(row * count, (row + 1) * count));
}
