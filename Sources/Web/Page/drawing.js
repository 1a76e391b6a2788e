/** A part of an SVG drawing. */
function shape(tag, attributes, ...children) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children);
    return node;
}

/** What is beside words for the eye alone. */
const silent = { "aria-hidden": "true", focusable: "false" };

const icons = {
    see: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
    place: "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 2v6M12 16v6M2 12h6M16 12h6",
    tune: "M3 7h10M18 7h3M3 17h3M11 17h10M15.5 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM8.5 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
    teach: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
    try: "M4 13l5 5L20 6",
    bind: "M13 2L5 14h6l-1 8 9-12h-6z",
    people: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-4 3-6 8-6s8 2 8 6",
    record: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
    watch: "M2 13h5l3-8 4 14 3-6h5"
};

/** The sign of a view. */
export function icon(view) { return shape("svg", { class: "sign", viewBox: "0 0 24 24", ...silent }, shape("path", { d: icons[view] })); }

/** The part of a head that makes a movement; for all others the face moves: where to, the style sheet says, and for one that it does not know it grows. */
const parts = { "tilt-left": "skull", "tilt-right": "skull", mouth: "lips", smile: "lips", "eyes-closed": "eyes", brows: "brows" };
const lips = { mouth: "M16 26a4 4 0 1 0 8 0 4 4 0 1 0-8 0", smile: "M14 25q6 6 12 0" };

/** A small head that makes a gesture again and again; where less motion is wished, and if it is `still`, it shows how far that goes. */
export function head(gesture, isStill = false) {
    const movement = gesture.replace("hold-", ""), moving = parts[movement] ?? "face";
    const part = (name, ...children) => shape("g", name === moving ? { class: "moves" } : {}, ...children);
    const path = d => shape("path", { d });
    return shape("svg", { class: `head to-${movement}${movement === gesture ? "" : " held"}${isStill ? " still" : ""}`, viewBox: "0 0 40 40", ...silent },
        part("skull", path("M20 4c-8 0-12 6-12 15s6 17 12 17 12-8 12-17-4-15-12-15z"),
            part("face", part("brows", path("M12 13h5M23 13h5")), part("eyes", path("M14.5 16v2M25.5 16v2")), path("M20 18v4"), part("lips", path(lips[movement] ?? "M16 28h8")))));
}
