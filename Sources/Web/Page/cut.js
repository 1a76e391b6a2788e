/** Where sentences end, in the scripts of the page's languages; the second ones without a space after them. */
const ends = new Set(".!?…؟۔।॥\n"), closed = new Set("。！？");

/** Without half characters, which no server takes. */
function whole(words) { return words.replace(/\p{Surrogate}/gu, "\ufffd"); }

/** The first so many characters of a text. A character is never cut in half. */
export function cut(words, most) { return [...whole(words.slice(0, 2 * most + 1))].slice(0, most).join(""); }

/**
 * A text in parts of at most so many characters: they end with sentences, or else with words, and in words only where one is longer than that.
 * @returns {string[]} none for a text without words
 */
export function parts(words, most) {
    const letters = [...whole(words)], found = [], add = part => { if (part.trim()) found.push(part.trim()); };
    let from = 0;
    while (letters.length - from > most) {
        let sentence = 0, word = 0, letter = most;
        for (let length = 1; length <= most; length += 1) {
            const last = letters[from + length - 1], next = letters[from + length];
            if (closed.has(last) || ends.has(last) && /\s/.test(next)) sentence = length;
            if (/\s/.test(next)) word = length;
        }
        // What belongs to the letter before stays with it.
        while (letter > most / 2 && /[\p{M}\u200d]/u.test(letters[from + letter])) letter -= 1;
        // Short sentences in front of a long one would make a pause where nobody makes one.
        const length = sentence > most / 4 ? sentence : word || letter;
        add(letters.slice(from, from + length).join(""));
        from += length;
    }
    add(letters.slice(from).join(""));
    return found;
}
