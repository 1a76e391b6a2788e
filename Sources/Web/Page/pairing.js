import { element, write } from "./element.js";
import { text } from "./text.js";

let given = "";

/**
 * Takes the code from the address that `nodline pair` draws: "#code=123456". A fragment is never sent to a server, and it is
 * removed so that it does not stay in the browser's history. Returns whether there was one.
 */
export function takeCode() {
    const code = /^#code=(\d{6}|\d{12})$/.exec(location.hash)?.[1];
    if (!code) return false;
    given = code;
    history.replaceState(null, "", location.pathname);
    return true;
}

/** The screen for the digits. `done` is called when the browser is paired. */
export function pairing(page, done) {
    const said = element("p", { role: "alert" });
    const code = element("input", {
        id: "code", value: given, type: "text", inputmode: "numeric", autocomplete: "one-time-code", maxlength: 20, required: true, "aria-describedby": "code-where"
    });
    const name = element("input", { id: "device", type: "text", maxlength: 40, autocomplete: "off", value: guessName() });
    const submit = element("button.main", { type: "submit", id: "pair" }, text("pair.do"));
    let timer = 0;

    function wait(seconds) {
        submit.disabled = true;
        clearInterval(timer);
        let left = Math.ceil(seconds);
        const tick = () => {
            write(said, left > 0 ? text("pair.locked", { seconds: left }) : "");
            if (left <= 0) {
                clearInterval(timer);
                submit.disabled = false;
            }
            left -= 1;
        };
        timer = setInterval(tick, 1000);
        tick();
    }

    async function send(event) {
        event.preventDefault();
        const digits = plainDigits(code.value);
        if (digits.length !== 6 && digits.length !== 12) {
            write(said, text("pair.six"));
            return code.focus();
        }
        submit.disabled = true;
        const reply = await page.connection.pair(digits, name.value.trim());
        submit.disabled = false;
        given = "";
        if (reply.ok) return done();
        if (reply.error === "locked") return wait(reply.seconds ?? 60);
        write(said, reply.error === "wrong-code" ? text("pair.wrong", { left: reply.left ?? "–" }) : text("error.no-server"));
        code.value = "";
        return code.focus();
    }

    return {
        node: element("form.card.pairing", { onsubmit: send, novalidate: true },
            element("p.lead", {}, text("pair.lead")),
            element("p", { id: "code-where" }, text("pair.where")),
            element("p", {}, element("label", { for: "code" }, text("pair.code")), code),
            element("p", {}, element("label", { for: "device" }, text("pair.name")), name),
            said, element("p.row", {}, submit)),
        close: () => clearInterval(timer)
    };
}

/** Where other scripts' digits begin: Arabic, Persian, Devanagari, and wide ones. */
const zeros = [0x660, 0x6f0, 0x966, 0xff10];

/** The digits of what was typed, as 0 to 9, whatever the keyboard's script. */
function plainDigits(typed) {
    return Array.from(typed, letter => {
        const zero = zeros.find(first => letter.codePointAt(0) >= first && letter.codePointAt(0) < first + 10);
        return zero ? letter.codePointAt(0) - zero : letter;
    }).join("").replace(/[^0-9]/g, "");
}

function guessName() {
    const kind = /iPhone|iPad|Android|Windows|Macintosh|Linux/.exec(navigator.userAgent)?.[0] ?? "";
    return kind.replace("Macintosh", "Mac");
}
