import { gesturesOf } from "../appliance.js";
import { button, element } from "../element.js";
import { gestureName, number, text } from "../text.js";
import { absence } from "./absence.js";
import { boardFiles } from "./files.js";
import { isOff, wanted, write } from "./options.js";
import { record } from "./record.js";
import { suited } from "./scan.js";

const periods = [0.6, 0.8, 1, 1.2, 1.5, 2, 2.5, 3, 4, 6, 8], loops = [1, 2, 3, 5, 10], waits = [1, 1.5, 2, 3, 4];

/** The panel for helpers. `changed` gets the new settings. */
export function panel(settings, owner, changed, close) {
    const { appliance, connection } = owner;
    const choice = (key, words, options, isNumber) => {
        const list = element("select", { id: `option-${key}`, onchange: () => {
            settings = { ...settings, [key]: isNumber ? Number(list.value) : list.value };
            write(settings);
            changed(settings);
        } }, options.map(([value, shown]) => element("option", { value }, shown)));
        list.value = settings[key];
        return element("p", {}, element("label", { for: list.id }, words), list);
    };
    const unit = new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: "second", unitDisplay: "short" });
    const seconds = values => values.map(value => [value, unit.format(value)]);
    const gestures = gesturesOf(appliance).map(name => [name, isOff(name, appliance.status) ? text("talk.option.off", { gesture: gestureName(name) }) : gestureName(name)]);
    const absent = absence(settings, appliance.status);
    const isAutomatic = settings.mode === "automatic", measured = suited(owner.waits);
    const rows = element("input", { type: "checkbox", id: "option-rows", checked: settings.rows, onchange: () => {
        settings = { ...settings, rows: rows.checked };
        write(settings);
        changed(settings);
    } });
    return element("section.options", { "aria-labelledby": "options" }, element("h2", { id: "options", tabindex: "-1" }, text("talk.options")),
        choice("mode", text("talk.mode"), Object.keys(wanted).map(mode => [mode, text(`talk.mode.${mode}`)])),
        settings.mode === "directions" ? null : element("p.check", {}, rows, element("label", { for: rows.id }, text("talk.rows"))),
        wanted[settings.mode].map(action => choice(action, text(`talk.action.${action}`), gestures)),
        absent ? element("p.bad", { id: "absent" }, absent) : null,
        isAutomatic ? [choice("period", text("talk.period"), seconds([...new Set([...periods, settings.period])].sort((one, other) => one - other)), true),
            measured ? element("p", {}, button(text("talk.measured", { seconds: unit.format(measured) }), () => {
                settings = { ...settings, period: measured };
                write(settings);
                changed(settings);
            }, { id: "measured" })) : null,
            choice("first", text("talk.first"), [1, 1.25, 1.5, 2, 3].map(value => [value, `× ${number(value)}`]), true),
            choice("loops", text("talk.loops"), loops.map(value => [value, number(value)]), true)] : null,
        settings.mode === "dwell" ? choice("dwell", text("talk.dwell"), seconds(waits), true) : null,
        connection.session.voice ? choice("voice", text("talk.voice"), ["board", "device"].map(voice => [voice, text(`talk.voice.${voice}`)])) : null,
        choice("refractory", text("talk.refractory"), seconds([0.2, 0.5, 1, 1.5, 2, 3]), true),
        owner.pack ? choice("boards", text("talk.boards"), ["own", "nodline"].map(name => [name, text(`talk.boards.${name}`)])) : null,
        owner.mayChange() ? [element("p", {}, button(text("talk.edit"), () => owner.edit(), { id: "edit" })), boardFiles(owner)] : null,
        record(owner),
        element("p", {}, button(text("talk.done"), close, { id: "options-done", class: "main" })));
}
