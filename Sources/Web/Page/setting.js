import { element, write } from "./element.js";
import { has, number, text, textOr } from "./text.js";
import { isMeasured } from "./level.js";
import { settingName } from "./refusals.js";

/**
 * The slider's bounds and step for a setting: the part of its range that is of use to people, as the appliance says; the range itself is far
 * wider. A value outside of it widens it.
 */
export function bounds(setting) {
    const { minimum, maximum, value } = setting, [low, high] = setting.useful ?? [minimum, maximum];
    return {
        low: Math.max(minimum ?? low, Math.min(low, value)), high: Math.min(maximum ?? high, Math.max(high, value)),
        step: setting.step ?? (setting.kind === "whole" ? 1 : stepFor(setting))
    };
}

function stepFor({ minimum, maximum }) {
    const width = maximum - minimum;
    return width <= 2 ? 0.01 : width <= 50 ? 0.1 : 1;
}

/** A setting as a slider, a box or a choice. `change(key, value)` is called when the reader has let go of it. */
export function control(setting, change) {
    switch (setting.kind) {
    case "number": case "whole": return slider(setting, change);
    case "boolean": return box(setting, change);
    case "choice": return choice(setting, change);
    default: return shown(setting);
    }
}

let count = 0;

function slider(setting, change) {
    const id = `setting-${count += 1}`, { low, high, step } = bounds(setting);
    const output = element("output", { for: id });
    const show = value => write(output, valueWords(setting, value));
    const input = element("input", {
        type: "range", id, min: low, max: high, step, "data-key": setting.key, disabled: setting.changeable === false, "aria-describedby": `${id}-hint`,
        oninput: () => {
            show(Number(input.value));
            input.setAttribute("aria-valuetext", output.textContent);
        },
        onchange: () => change(setting.key, Number(input.value))
    });
    input.value = setting.value;
    const nudge = sign => element("button.nudge", {
        type: "button", disabled: setting.changeable === false, "aria-label": text(sign < 0 ? "tune.less" : "tune.more", { setting: settingName(setting.key) }),
        onclick: () => {
            input.value = Number(input.value) + sign * step;
            show(Number(input.value));
            change(setting.key, Number(input.value));
        }
    }, sign < 0 ? "−" : "+");
    show(setting.value);
    input.setAttribute("aria-valuetext", output.textContent);
    return {
        node: element("div.setting", {}, element("div.row.spread", {}, element("label", { for: id }, settingName(setting.key)), output),
            element("div.sliding", {}, nudge(-1), input, nudge(1)), isMeasured(setting) ? ends() : null, hint(setting, id)),
        set(value) {
            input.value = value;
            show(value);
            input.setAttribute("aria-valuetext", output.textContent);
        }
    };
}

/** What the ends of a slider mean that says how large a movement must be. A screen reader has the buttons' own words. */
function ends() {
    return element("p.ends", { "aria-hidden": "true" }, element("span", {}, text("tune.smaller")), element("span", {}, text("tune.bigger")));
}

function box(setting, change) {
    const id = `setting-${count += 1}`;
    const input = element("input", {
        type: "checkbox", id, "data-key": setting.key, disabled: setting.changeable === false, "aria-describedby": `${id}-hint`, onchange: () => change(setting.key, input.checked)
    });
    input.checked = setting.value;
    return {
        node: element("div.setting", {}, element("div.check", {}, input, element("label", { for: id }, settingName(setting.key))), hint(setting, id)),
        set(value) { input.checked = value; }
    };
}

function choice(setting, change) {
    const id = `setting-${count += 1}`;
    const name = value => textOr(`choice.${value}`, value);
    const input = element("select", {
        id, "data-key": setting.key, disabled: setting.changeable === false, "aria-describedby": `${id}-hint`, onchange: () => change(setting.key, input.value)
    }, (setting.choices ?? [setting.value]).map(value => element("option", { value }, name(value))));
    input.value = setting.value;
    return {
        node: element("div.setting", {}, element("label", { for: id }, settingName(setting.key)), input, hint(setting, id)),
        set(value) { input.value = value; }
    };
}

/** A text or a list: it is changed in the file. */
function shown(setting) {
    const words = Array.isArray(setting.value) ? setting.value.join(", ") : String(setting.value);
    return {
        node: element("div.setting", {}, element("p.row.spread", {}, element("span", {}, settingName(setting.key)), element("code", {}, words || "–"))),
        set() {}
    };
}

/** Our hint, else the appliance's sentence, which is English. */
function hint(setting, id) {
    const key = `setting.${setting.key.replace(/^filters\.[^.]*/, "filter").replace(/^axes\.[^.]*/, "axis")}.hint`;
    return has(key) ? element("p.hint", { id: `${id}-hint` }, text(key))
        : element("p.hint", { id: `${id}-hint`, lang: "en" }, setting.meaning ?? "");
}

/** A value with its unit, in words. */
function valueWords(setting, value) {
    if (typeof value !== "number") return String(value);
    const unit = setting.unit ?? "";
    return has(`unit.${unit}`) ? text(`unit.${unit}`, { value }) : `${number(value)} ${unit}`.trim();
}
