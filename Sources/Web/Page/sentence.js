import { gestureOf } from "./appliance.js";
import { reason } from "./refusals.js";
import { gestureName, rounded, text, textOr } from "./text.js";

/** An event of the appliance as a sentence; `null` for one that people need not see. */
export function sentence(record) {
    const gesture = gestureOf(record);
    if (gesture) return text("event.gesture", { gesture: gestureName(gesture) });
    switch (record.event) {
    case "ended": return text("event.ended", { gesture: gestureName(record.gesture), seconds: rounded(record.held, 1) });
    case "line": return text(record.value ? "event.on" : "event.off", { name: record.name });
    case "rejected": return text("event.rejected", { reason: reason(record) });
    case "fault": return textOr(`fault.${record.what}`, record.detail ?? record.what);
    case "answer": return text(`event.answer.${record.value}`);
    case "trial": return text(`event.trial.${record.state}`);
    case "recording": return text(`event.recording.${record.state}`);
    case "person": return text(`event.person.${record.state}${record.counts ? ".counts" : record.state === "stranger" && record.name ? ".name" : ""}`,
        { ...record, reason: textOr(`person.reason.${record.reason}`, record.words) });
    case "enrol": return record.step === "done" ? text("event.enrolled", { name: record.name }) : null;
    default: return textOr(`event.${record.event}`, null);
    }
}
