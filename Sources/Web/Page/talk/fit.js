/** What is tried, in parts of the usual size. */
const sizes = [1, 0.93, 0.86, 0.79, 0.72, 0.66, 0.6, 0.55];

/**
 * Gives a page the largest size with which all of it down to a node is seen on a screen that is wider than high, so that the highlight never moves
 * the page, whatever the language and the message. Where nothing helps it has the usual size.
 */
export function fit(page, last) {
    const fits = size => {
        page.style.setProperty("--fit", size);
        return last.getBoundingClientRect().bottom + scrollY <= innerHeight;
    };
    if (innerHeight > innerWidth || !sizes.some(fits)) page.style.setProperty("--fit", 1);
}

/** Cells side by side at most, without lines of their own, and the fewest that words are broken for; widths in pixels of screens that have room for more. */
const across = 6, fewest = 3, wide = 600;

/**
 * Folds the rows of a board that is wider than a phone into lines of equally many cells, as few lines as leave its words in one piece. Their order,
 * and so the scanning, stays as it is.
 */
export function fold(board) {
    const rows = [...board.querySelectorAll(".line")], most = Math.max(0, ...rows.map(row => row.children.length));
    const isFolded = most > across && innerWidth <= wide;
    board.classList.toggle("folded", isFolded);
    board.classList.remove("broken");
    for (let lines = 1; isFolded; lines += 1) {
        const columns = Math.ceil(most / lines);
        board.style.setProperty("--columns", columns);
        if (rows.every(row => row.scrollWidth <= row.clientWidth)) return;
        if (columns <= fewest) break;
    }
    board.classList.toggle("broken", isFolded);
}
