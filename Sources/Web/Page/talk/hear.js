/** Seconds without a word from the appliance, which reports each frame of a face, after which it counts as gone. */
const timeout = 2;
/** Seconds before now that a movement may have begun, whatever a report says. */
const longest = 4;

/** When the movement of an event began, on the appliance's clock. */
export function beganOf(record) { return record.began ?? record.t - (record.duration ?? 0); }

/**
 * The appliance's times on this page's clock. Reports come late by different amounts, so that the one that was fastest tells how
 * the clocks differ; what is older than a minute is forgotten, because clocks drift.
 */
export class ApplianceTime {
    #previous = Infinity;
    #present = Infinity;
    #turned = -Infinity;
    /** When the last report came; -Infinity before the first. */
    heard = -Infinity;

    /** A report of time `t` came at `at`. */
    take(t, at) {
        // A clock that began anew is another appliance's.
        if (at - t > Math.min(this.#previous, this.#present) + 30) this.#previous = this.#present = Infinity;
        if (at > this.#turned + 60) [this.#previous, this.#present, this.#turned] = [this.#present, Infinity, at];
        this.#present = Math.min(this.#present, at - t);
        this.heard = at;
    }

    /** When a movement began, for an event that came at `at`. */
    began(record, at) {
        const offset = Math.min(this.#previous, this.#present);
        return Math.min(at, Math.max(at - longest, beganOf(record) + (Number.isFinite(offset) ? offset : at - record.t)));
    }

    /** Whether the appliance has been silent too long to be believed, at `at`. */
    isSilent(at) { return at - this.heard > timeout; }
}
