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
