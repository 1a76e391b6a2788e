import { Days } from "./days.js";
import { button, element, fill } from "./element.js";
import { sentence } from "./sentence.js";
import { folded, refused } from "./reply.js";
import { clock, has, rounded, text, textOr } from "./text.js";

/** State, battery, the last events, and faults with their mending. */
export function watch(page) {
    const { appliance, connection } = page;
    const state = element("p.big"), mending = element("p"), facts = element("dl.facts"), faults = element("div"), log = element("ol.log");
    const row = element("p.row");
    let shownFaults = "", shownLog = null, shownRow = "";

    function show() {
        const name = appliance.stateName();
        fill(state, text(`state.${name}`));
        fill(mending, textOr(`state.${name}.do`, ""));
        fill(facts, factsOf(appliance).map(([word, value]) => [element("dt", {}, text(`watch.${word}`)), element("dd", {}, value)]));
        const now = `${appliance.status?.paused} ${appliance.status?.stopped} ${connection.state}`;
        if (shownRow !== now) {
            shownRow = now;
            const calibrate = options => async () => {
                const reply = await connection.request("calibrate", options);
                page.tell(reply.ok ? text("watch.calibrating") : refused(reply), !reply.ok);
            };
            const disabled = connection.state !== "online";
            fill(row, page.mayChange() ? [page.pauseButton(), page.stopButton(), button(text("watch.calibrate"), calibrate({}), { id: "calibrate", disabled }),
                button(text("watch.other"), calibrate({ other: true }), { id: "other-face", disabled })] : []);
        }
        const known = JSON.stringify(appliance.faults);
        if (known !== shownFaults) {
            shownFaults = known;
            fill(faults, appliance.faults.length ? appliance.faults.slice().reverse().map(faultNode)
                : element("p.good", {}, text("watch.nofaults")));
        }
        if (appliance.log !== shownLog) {
            shownLog = appliance.log;
            const lines = shownLog.map(({ record, at }) => [at, sentence(record)]).filter(([, words]) => words).slice(0, 25);
            fill(log, lines.length ? lines.map(([at, words]) => element("li", {}, element("time", {}, clock(at)), element("span", {}, words)))
                : element("li", {}, element("span", {}, text("watch.noevents"))));
        }
    }

    appliance.addEventListener("change", show);
    appliance.refresh();
    show();
    return {
        node: element("div", {}, element("div.card", {}, state, mending, row), facts,
            element("h2", {}, text("watch.faults")), faults, element("h2", {}, text("watch.days")), new Days(page).node,
            element("h2", {}, text("watch.events")), log),
        close: () => appliance.removeEventListener("change", show)
    };
}

function factsOf({ stats, status }) {
    const facts = [];
    if (typeof stats.battery_percent === "number") facts.push(["battery", text("unit.%", { value: rounded(stats.battery_percent) })]);
    if (typeof stats.hours_left === "number") facts.push(["hours", text("watch.about", { hours: rounded(stats.hours_left, 1) })]);
    if (typeof stats.temperature === "number") facts.push(["temperature", text("unit.°C", { value: rounded(stats.temperature) })]);
    if (typeof stats.detect_fps === "number") facts.push(["rate", text("watch.persecond", { rate: rounded(stats.detect_fps) })]);
    if (typeof stats.cpu_percent === "number") facts.push(["processor", text("unit.%", { value: rounded(stats.cpu_percent) })]);
    if (stats.limited_by && stats.limited_by !== "none") facts.push(["limited", stats.limited_by]);
    if (status?.camera) facts.push(["camera", status.camera]);
    if (status?.profile) facts.push(["profile", status.profile]);
    return facts;
}

function faultNode(fault) {
    const key = `fault.${fault.what}`;
    return element("div.fault", {}, element("p", {}, element("strong", {}, textOr(key, fault.what))),
        has(`${key}.do`) ? element("p", {}, text(`${key}.do`)) : null,
        folded(fault.detail));
}
