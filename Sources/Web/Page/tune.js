import { movementsOf } from "./appliance.js";
import { AxisBar } from "./axis.js";
import { element, fill } from "./element.js";
import { Level, isMeasured } from "./level.js";
import { refused } from "./reply.js";
import { bounds, control } from "./setting.js";
import { text } from "./text.js";
import { Trace } from "./trace.js";
import { Zones } from "./zones.js";

/** Whether a setting is about something that is used; one that is about no movement is about all. */
function isUsed({ movements }, used) { return !used.size || !movements || movements.some(movement => used.has(movement)); }

/** Sliders over the live trace. */
export function tune(page) {
    const zones = new Zones(), trace = new Trace(page.appliance, zones);
    const body = element("div", {}, element("p", {}, text("wait")));
    const controls = new Map(), levels = [], bars = new Map();
    /** What outputs use, and what is recognised without them. */
    const used = new Set();

    function change(key, value) {
        zones.set(key, value);
        page.trial.soon(key, value);
    }

    function show(setting) {
        const made = control(setting, change);
        controls.set(setting.key, made);
        if (!isMeasured(setting)) return made.node;
        const level = new Level(page.appliance, setting, bounds(setting));
        levels.push(level);
        made.node.append(level.node);
        return made.node;
    }

    let isAsking = false, isStale = false;

    /** Shows what holds. What has changed since it was asked for is asked for anew. */
    async function refresh() {
        isStale = true;
        if (isAsking) return;
        isAsking = true;
        while (isStale) {
            isStale = false;
            await page.trial.rest();
            await ask();
        }
        isAsking = false;
    }

    async function ask() {
        const reply = await page.appliance.settings();
        if (!reply.ok) return controls.size ? null : fill(body, refused(reply));
        const settings = [...reply.settings, ...await filters(), ...reply.tables?.axes?.length ? await settingsOfAxes() : []];
        isStale ||= page.trial.isBusy && controls.size > 0;
        // Whoever moves a slider sees where it is.
        if (isStale && controls.size) return null;
        zones.take(settings);
        if (controls.size) for (const setting of settings) controls.get(setting.key)?.set(setting.value);
        else build(settings, reply.groups ?? []);
        return null;
    }

    /** What people need of each axis. */
    async function settingsOfAxes() {
        const { settings = [] } = await page.connection.request("settings", { under: "axes." });
        for (const { key, value } of settings) {
            const [, name, part] = key.split(".");
            if (part === "direction") bar(name).isVertical = value === "vertical";
        }
        return settings.filter(setting => setting.group);
    }

    /** The bar of an axis. */
    function bar(name) {
        if (!bars.has(name)) bars.set(name, new AxisBar(page.appliance, name));
        return bars.get(name);
    }

    /** What each axis does now, with its settings; one of `[drive]` has none of its own. */
    function axes(left) {
        return [...new Set([...bars.keys(), ...Object.keys(page.appliance.axes)])].map(name => {
            const made = take(left, setting => setting.key.startsWith(`axes.${name}.`) && setting.changeable !== false);
            return element("fieldset", { disabled: !page.mayChange() }, element("legend", {}, text("tune.axis", { name })), bar(name).node, made);
        });
    }

    /** The filters of the gestures that switch something. */
    async function filters() {
        const { outputs = [] } = await page.connection.request("outputs");
        for (const gesture of outputs.flatMap(output => output.gestures ?? [])) for (const one of [gesture, ...movementsOf(gesture)]) used.add(one);
        const { settings = [] } = await page.connection.request("settings", { under: "filters." });
        return settings.filter(setting => setting.key.startsWith("filters."));
    }

    /** Controls for those of the settings that are left which are wanted. */
    function take(left, isWanted) {
        const own = [...left.values()].filter(isWanted);
        for (const setting of own) left.delete(setting.key);
        return own.map(show);
    }

    function build(settings, groups) {
        const left = new Map(settings.map(setting => [setting.key, setting]));
        const parts = groups.filter(name => name !== "axes").map(name => {
            const made = take(left, setting => setting.group === name && isUsed(setting, used));
            return made.length ? element("fieldset", { disabled: !page.mayChange() }, element("legend", {}, text(`tune.${name}`)), made) : null;
        });
        parts.push(...axes(left));
        const others = [...left.values()].filter(setting => setting.changeable !== false && ["number", "whole", "boolean", "choice"].includes(setting.kind));
        fill(body, parts, others.length ? element("details", {}, element("summary", {}, text("tune.others", { count: others.length })),
            element("p.note", {}, text("tune.others.note")),
            element("fieldset", { disabled: !page.mayChange() }, element("legend", {}, text("tune.others.name")), others.map(show))) : null);
    }

    const settled = () => refresh();
    // Also by another browser: what somebody sees on the sliders is what they keep.
    const tried = event => { if (event.detail.event === "trial") refresh(); };
    for (const source of [page, page.appliance]) source.addEventListener("settled", settled);
    page.appliance.addEventListener("event", tried);
    refresh();
    return {
        node: element("div", {}, element("p.lead", {}, text("tune.lead")), element("div.pinned", {}, trace.node),
            element("p.note", {}, text("trace.legend")), body),
        close() {
            trace.close();
            for (const level of [...levels, ...bars.values()]) level.close();
            for (const source of [page, page.appliance]) source.removeEventListener("settled", settled);
            page.appliance.removeEventListener("event", tried);
        }
    };
}
