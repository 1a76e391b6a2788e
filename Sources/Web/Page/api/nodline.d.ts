/** Types of nodline.js. */

export interface Options {
    /** nodline-web's address; "http://localhost:8020" if it is left out. */
    url?: string;
    /** Made by `nodline key add`. */
    key: string;
}

export type Answer = "yes" | "no" | "none";

/** Why: a nod, a shake, or what kept an answer from coming. Further words may be added. */
export type Reason =
    | "nod" | "shake" | "timeout" | "interrupted" | "no-appliance" | "no-connection" | "aborted" | "closed"
    | "busy" | "paused" | "unavailable" | "key" | "right" | "origin" | "bad-request" | "refused" | (string & {});

export type State = "idle" | "connecting" | "online" | "no-appliance" | "no-connection" | "refused" | "closed";

export interface QuestionOptions {
    /** Seconds to wait for the answer, 0.5 to 600; 10 if it is left out. */
    timeout?: number;
    /** The language of `words`. */
    language?: "en" | "de";
    /** Takes the question back. */
    signal?: AbortSignal;
}

export interface Reply {
    answer: Answer;
    reason: Reason;
    /** A sentence for the person; "" if the page itself took the question back. */
    words: string;
}

/** An event of the appliance (docs/socket.md). */
export interface NodlineEvent {
    v: number;
    /** Seconds since the appliance's start. */
    t: number;
    event: string;
    /** As the configuration names it: "left", "hold-left", "nod"… */
    gesture?: string;
    [field: string]: unknown;
}

export class Nodline {
    constructor(options: Options);
    readonly state: State;
    /** Only a nod in time is "yes"; whatever goes wrong is "none". It never rejects. */
    ask(question: string, options?: QuestionOptions): Promise<Answer>;
    answer(question: string, options?: QuestionOptions): Promise<Reply>;
    on(event: "state", listener: (state: State) => void): () => void;
    on(event: string, listener: (event: NodlineEvent) => void): () => void;
    /** The appliance's state; `null` if it cannot be had. */
    status(): Promise<Record<string, unknown> | null>;
    close(): void;
}

export function connect(options: Options): Nodline;
