// What a hand does on a page that may draw itself anew at any moment: each function looks and acts between two drawings.
// `isDisplayed` is Selenium's own.
window.hand = (isDisplayed => {
    let aim = null;

    /** The first element that is shown. */
    const shown = css => [...document.querySelectorAll(css)].find(node => isDisplayed(node)) ?? null;

    // A press that lands on something else, because what was aimed at has moved or gone, is nobody's.
    for (const kind of ["click", "keydown"]) addEventListener(kind, event => {
        if (!aim || aim.by || !event.isTrusted) return;
        if (event.target instanceof Element && event.target.closest(aim.css)) {
            if (kind === aim.kind) aim.by = event;
            // A key that the page takes by itself makes no click.
            else if (kind === "keydown" && aim.kind === "click") aim.key = event;
        } else if (kind === "click" && aim.kind === "click") {
            event.preventDefault();
            event.stopImmediatePropagation();
        }
    }, true);

    return {
        shown,
        isThere: css => Boolean(shown(css)),
        isFocused: css => document.activeElement !== document.body && shown(css) === document.activeElement,

        /** Brings an element into the middle of the window. */
        show(css) {
            shown(css)?.scrollIntoView({ block: "center", behavior: "instant" });
            return Boolean(shown(css));
        },

        /** Waits from now on for a press of an element. */
        aim(css) {
            const node = shown(css);
            aim = node && { css, kind: "click", tag: node.localName };
            return aim?.tag ?? null;
        },

        /** A field that is to be given a file. It is watched itself: it takes the file even when another one has been drawn in its place. */
        field(css) {
            const node = shown(css), mine = aim = node && { css, kind: "change" };
            node?.addEventListener("change", event => { mine.by = event; }, { once: true });
            return node;
        },

        /** Aims at an element, and returns where to press it, if nothing covers it there. */
        point(css) {
            if (!this.show(css)) return null;
            this.aim(css);
            const node = shown(css);
            const box = [...node.getClientRects()].find(rect => rect.width && rect.height) ?? node.getBoundingClientRect();
            const middle = (from, to, end) => Math.floor((Math.max(0, from) + Math.min(end, to)) / 2);
            const x = middle(box.left, box.right, innerWidth), y = middle(box.top, box.bottom, innerHeight), top = document.elementFromPoint(x, y);
            return node.contains(top) ? { x, y } : null;
        },

        /** Whether what was aimed at has happened; also if it led to another page. */
        hit: () => !aim || Boolean(aim.by ?? (aim.key?.defaultPrevented ? aim.key : null)),
        rest: () => { aim = null; },

        focus(css) {
            const node = shown(css);
            if (node && document.activeElement !== node) node.focus();
            return Boolean(node);
        },

        /** A list's values, and which of them is chosen. */
        options(css) {
            const node = shown(css);
            return node && [[...node.options].map(option => option.value), node.value];
        }
    };
})(function () { return (IS_DISPLAYED).apply(null, arguments); });
