import { element } from "./element.js";
import { Picture } from "./picture.js";
import { text } from "./text.js";

/** What the camera sees. */
export function see(page) {
    const picture = new Picture(page.connection);
    const legend = ["eyes", "pointer", "dashed"].map(name =>
        element("li", {}, element(`span.mark.${name}`, { "aria-hidden": "true" }), text(`see.legend.${name}`)));
    return {
        node: element("div", {}, element("p.lead", {}, text("see.lead")), picture.node,
            element("ul.legend", {}, legend),
            element("p.note", {}, text("see.privacy")),
            element("p", {}, element("a.button", { href: "#place" }, text("see.next")))),
        close: () => picture.close()
    };
}
