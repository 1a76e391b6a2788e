/**
 * Whether something that the appliance does for a person goes on, whoever began it. Requests and events run ahead of the appliance's state, which
 * alone tells what began before this page was there, or ended together with its appliance.
 */
export class Running {
    isOn;
    /** Whether it was begun here. */
    isOurs = false;
    #appliance;
    #state;
    #changed;
    #isAhead = false;
    #follow = () => {
        const isOn = this.#appliance.stateName() === this.#state;
        if (isOn === this.isOn) this.#isAhead = false;
        else if (!this.#isAhead) this.#set(isOn, !isOn);
    };
    #settle = () => {
        this.#isAhead = false;
        this.#follow();
    };

    /**
     * @param {string} state the appliance's state while it goes on
     * @param {(isLost: boolean) => void} changed called when it begins and when it ends; `isLost` if no event has told that
     */
    constructor(appliance, state, changed) {
        [this.#appliance, this.#state, this.#changed] = [appliance, state, changed];
        this.isOn = appliance.stateName() === state;
        appliance.addEventListener("change", this.#follow);
        appliance.addEventListener("settled", this.#settle);
    }

    close() {
        this.#appliance.removeEventListener("change", this.#follow);
        this.#appliance.removeEventListener("settled", this.#settle);
    }

    /** It is asked for here. */
    begin() {
        this.isOurs = true;
        this.tell(true);
    }

    /** An event or a refusal says whether it goes on. */
    tell(isOn) {
        this.#set(isOn, false);
        this.#isAhead = (this.#appliance.stateName() === this.#state) !== isOn;
    }

    #set(isOn, isLost) {
        if (isOn === this.isOn) return;
        this.isOn = isOn;
        if (!isOn) this.isOurs = false;
        this.#changed(isLost);
    }
}
