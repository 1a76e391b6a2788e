// What the modules of the page to speak with claim, on a clock of the test's own. test_talk.py runs it in Chromium; Node runs it as well.
import * as scan from "../../../../Sources/Web/Page/talk/scan.js";
import { ApplianceTime, beganOf } from "../../../../Sources/Web/Page/talk/hear.js";
import { counted, summary, table, today } from "../../../../Sources/Web/Page/talk/figures.js";
import { cut, parts } from "../../../../Sources/Web/Page/cut.js";
import { add, empty, favouritesOf, keepFavourites, said, toggled, undo, words } from "../../../../Sources/Web/Page/talk/message.js";

const groups = [["call"], ["a1", "a2", "a3", "a4"], ["b1", "b2", "b3", "b4"], ["c1", "c2", "c3", "c4"]];

function same(found, wanted, where = "") {
    const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
    if (one !== other) throw new Error(`${where} is ${one}, expected ${other}`);
}

/** Numbers from 0 to 1 that are the same each time. */
function random(seed) {
    let state = seed;
    return () => {
        state = state + 0x6d2b79f5 | 0;
        let mixed = Math.imul(state ^ state >>> 15, 1 | state);
        mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
        return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
    };
}

/** About the mean, as people's reactions are. */
function about(dice, mean, deviation) {
    return mean + deviation * (Array.from({ length: 12 }, dice).reduce((sum, one) => sum + one, 0) - 6);
}

/** A board and a clock. */
class Hand {
    at = 0;
    choices = [];
    /** All that was lit. */
    seen = [];
    constructor(settings = {}, rows = groups) { this.state = scan.begin(rows, settings, 0); }
    get lit() { return scan.lit(this.state).names.join(" "); }
    take({ state, choice }) {
        this.state = state;
        if (choice) this.choices.push(choice);
        return choice;
    }
    until(at) {
        for (;;) {
            const time = scan.due(this.state);
            if (time === null || time > at) break;
            this.at = time;
            this.seen = [...this.seen, ...scan.lit(this.state).names];
            this.take(scan.advance(this.state, time));
        }
        this.at = at;
    }
    press(action, began = this.at) { return this.take(scan.press(this.state, action, this.at, began)); }
    hold(reason) { this.state = scan.hold(this.state, reason, this.at); }
}

/** Seconds that a movement takes, and until it is known. */
const movement = 0.8, report = 0.33;

/** Somebody who moves after a person's time, and is heard after a movement's. */
class Person {
    wrong = 0;
    count = 0;
    constructor(seed, settings, rows = groups) {
        this.dice = random(seed);
        this.hand = new Hand(settings, rows);
    }
    move(action) {
        const { hand } = this, began = hand.at + Math.max(0.2, about(this.dice, 0.6, 0.1));
        hand.until(began + movement + report);
        hand.press(action, began);
    }
    /** One gesture: waits until what is wanted is lit. */
    wait(target) {
        const { hand } = this, row = hand.state.groups.find(group => group.includes(target)).join(" ");
        if (hand.state.mood === "asleep") {
            hand.until(hand.at + 1);
            hand.press("select");
        } else if (!scan.lit(hand.state).isWayOut && (hand.lit === row || hand.lit === target)) this.move("select");
        else hand.until(scan.due(hand.state));
    }
    /** Four directions and a nod: the shorter way, round an edge too. */
    go(target) {
        const { place, groups: rows } = this.hand.state, row = rows.findIndex(group => group.includes(target)), cell = rows[row].indexOf(target);
        const way = (from, to, count, ahead, behind) => 2 * ((to - from + count) % count) <= count ? ahead : behind;
        if (place.group !== row) this.move(way(place.group, row, rows.length, "down", "up"));
        else if (place.cell !== cell) this.move(way(place.cell, cell, rows[row].length, "right", "left"));
        else this.move("select");
    }
    choose(target) {
        const { choices, state } = this.hand, before = choices.length;
        while (this.hand.choices.length === before) if (state.settings.mode === "directions") this.go(target); else this.wait(target);
        this.count += 1;
        if (this.hand.choices.at(-1) !== target) this.wrong += 1;
    }
    /** Choices a minute. */
    get rate() { return this.count / this.hand.at * 60; }
}

/** The board of letters as the page has it: space first, six in a row, and below it what every board has. */
const letters = [" ", ..."ETAOINSRHDLUCMFYWGPBVKXQJZ"];
const spelled = [["call"], ...Array.from({ length: 5 }, (_, row) => letters.slice(6 * row, 6 * row + 6)).filter(row => row.length), ["speak", "again", "undo", "home"]];

const claims = {
    figures: [],
    "a long text is parted at the ends of sentences or words, whole, and never within a character"() {
        const sentence = "I would like a glass of water. ", words = "word ".repeat(300), smile = "😀";
        same(parts("Yes", 500), ["Yes"]);
        same(parts("  ", 500), []);
        same(parts(sentence.repeat(40), 500).map(part => part.at(-1)), Array(3).fill("."));
        same(parts(words, 500).join(" "), words.trim());
        same(parts("水をください。".repeat(100), 500).map(part => part.at(-1)), ["。", "。"]);
        same(parts(smile.repeat(1200), 500).map(part => [...part].length), [500, 500, 200]);
        same(parts(`${"a".repeat(499)}e\u0301`, 500).map(part => part.length), [499, 2]);
        same(parts("a\ud83d", 500), ["a\ufffd"]);
        same([cut(`a${smile}b`, 2), cut(`a${smile}b`, 9), cut("\ude00", 1), cut("", 3)], [`a${smile}`, `a${smile}b`, "\ufffd", ""]);
    },
    "Call is lit first, longer than the others, and the highlight moves by itself"() {
        const hand = new Hand();
        same(hand.lit, "call");
        hand.until(2.2);
        same(hand.lit, "call");
        hand.until(2.3);
        same(hand.lit, "a1 a2 a3 a4");
        hand.until(3.8);
        same(hand.lit, "b1 b2 b3 b4");
    },
    "a row is chosen, then a cell, and then it begins anew"() {
        const hand = new Hand();
        hand.until(4);
        same(hand.press("select"), null);
        same(hand.lit, "b1");
        hand.until(4 + 2.25 + 0.5);
        same(hand.lit, "b2");
        same(hand.press("select"), "b2");
        same(hand.lit, "call");
    },
    "behind the last cell is a way out of the row"() {
        const hand = new Hand({}, [["call"], ["x", "y"]]);
        hand.until(3);
        hand.press("select");
        hand.until(3 + 2.25 + 1.5 + 0.2);
        same(scan.lit(hand.state), { names: ["x", "y"], isWayOut: true });
        same(hand.press("select"), null);
        same(hand.lit, "call");
    },
    "without rows each cell is a place of its own"() {
        const hand = new Hand({ rows: false });
        hand.until(4.5);
        same(hand.lit, "a2");
        same(hand.press("select"), "a2");
    },
    "what was lit when the movement began is chosen, however late it is known"() {
        const hand = new Hand({ rows: false });
        hand.until(6);
        const wanted = hand.lit, began = hand.at;
        hand.until(9.5);
        if (hand.lit === wanted) throw new Error("the highlight did not move on");
        same(hand.press("select", began), wanted);
    },
    "just after a step the place before it is meant"() {
        const hand = new Hand({ rows: false });
        hand.until(2.3);
        same(hand.lit, "a1");
        same(hand.press("select", 2.35), "call");
    },
    "a movement that began before the last choice counts for nothing"() {
        const hand = new Hand({ rows: false });
        hand.until(3);
        hand.press("select", 2.5);
        hand.until(4);
        same(hand.press("select", 2.9), null);
    },
    "just after a choice no movement counts"() {
        const hand = new Hand({ rows: false });
        hand.until(3);
        hand.press("select");
        hand.until(4);
        same(hand.press("select", 3.4), null);
    },
    "who rested and was lost from sight for a moment still rests"() {
        const hand = new Hand({ period: 1, loops: 1 });
        hand.until(20);
        hand.hold("blind");
        hand.until(22);
        hand.hold(null);
        same(hand.lit, "");
        hand.until(23);
        hand.press("select");
        same(hand.lit, "call");
    },
    "after its passes it rests, and the next gesture only wakes it"() {
        const hand = new Hand({ period: 1, loops: 2 });
        hand.until(30);
        same(hand.lit, "");
        same(scan.due(hand.state), null);
        same(hand.press("select"), null);
        same(hand.lit, "call");
        hand.until(31);
        same(hand.press("select"), "call");
    },
    "a movement that began on the last place counts although it rests by now"() {
        const hand = new Hand({ period: 1, loops: 1, rows: false }, [["call"], ["x", "y"]]);
        hand.until(1.5 + 2);
        hand.until(3.6);
        same(hand.lit, "");
        same(hand.press("select", 3.2), "y");
    },
    "a row is left after its passes, and a rest too is over after a choice"() {
        const hand = new Hand({ period: 1, loops: 1 });
        hand.until(2);
        hand.press("select");
        hand.until(2 + 1.5 + 4 - 0.1);
        same(hand.lit, "a1 a2 a3 a4", "the way out");
        hand.until(2 + 1.5 + 4 + 0.1);
        same(hand.lit, "call");
    },
    "nobody chooses while nobody is seen, and then it begins with Call"() {
        const hand = new Hand();
        hand.until(4);
        hand.hold("blind");
        same(hand.lit, "");
        hand.until(20);
        for (const action of ["select", "next", "back", "left"]) same(hand.press(action), null);
        hand.hold(null);
        same(hand.lit, "call");
        hand.until(21);
        same(hand.press("select", 19), null, "a movement of before");
    },
    "while it speaks a gesture offers Call and Stop alone"() {
        const hand = new Hand();
        hand.until(4);
        hand.hold("speaking");
        same(hand.lit, "");
        hand.until(10);
        same(hand.press("select", 3.9), null);
        same(hand.lit, "", "a movement from before");
        hand.until(12);
        same(hand.press("select"), null);
        same(hand.lit, "call");
        hand.until(13);
        same(hand.press("select"), "call");
        same(hand.lit, "");
        hand.until(15);
        hand.press("select");
        hand.until(15 + 2.25 + 0.3);
        same(hand.lit, "stop");
        same(hand.press("select"), "stop");
        hand.until(20);
        same(hand.press("back"), "stop");
        hand.press("select");
        hand.until(40);
        same(hand.lit, "", "the offer is over");
    },
    "shaking the head leads out of the row, then to the first board"() {
        const hand = new Hand();
        hand.until(3);
        hand.press("select");
        hand.until(5);
        same(hand.press("back"), null);
        same(hand.lit, "call");
        hand.until(6);
        same(hand.press("back"), "back");
    },
    "with two gestures nothing moves by itself"() {
        const hand = new Hand({ mode: "step" });
        same(scan.due(hand.state), null);
        hand.until(100);
        hand.press("next");
        same(hand.lit, "a1 a2 a3 a4");
        hand.until(101);
        hand.press("select");
        hand.until(102);
        hand.press("next");
        same(hand.lit, "a2");
        hand.until(103);
        same(hand.press("select"), "a2");
    },
    "with one gesture and waiting, waiting chooses only what was moved to"() {
        const hand = new Hand({ mode: "dwell", rows: false });
        hand.until(50);
        same(hand.choices, []);
        hand.press("next");
        hand.until(51);
        hand.press("next");
        hand.until(60);
        same(hand.choices, ["a2"]);
    },
    "four directions move, and the way round the edge is short"() {
        const hand = new Hand({ mode: "directions" });
        const to = (action, wanted) => {
            hand.until(hand.at + 1);
            hand.press(action);
            same(hand.lit, wanted, action);
        };
        same(hand.lit, "a2", "the beginning");
        to("up", "call");
        to("down", "a1");
        to("right", "a2");
        to("down", "b2");
        to("left", "b1");
        to("left", "b4");
        to("up", "a4");
        to("up", "call");
        to("up", "c1");
        hand.until(hand.at + 1);
        same(hand.press("select"), "c1");
    },
    "on a board from right to left a look to the left still moves to the left"() {
        const hand = new Hand({ mode: "directions", mirrored: true });
        hand.until(2);
        hand.press("left");
        same(hand.lit, "a3");
    },
    "with four directions too a gesture over speech offers Call and then Stop"() {
        const hand = new Hand({ mode: "directions" });
        hand.until(4);
        hand.hold("speaking");
        hand.until(6);
        same(hand.press("select"), null);
        same(hand.lit, "call");
        hand.until(6 + 2.25 + 0.3);
        same(hand.lit, "stop");
        same(hand.press("select"), "stop");
    },
    "two gestures at once are one"() {
        const hand = new Hand({ mode: "step" });
        hand.until(1);
        hand.press("next");
        hand.until(1.1);
        hand.press("next");
        same(hand.lit, "a1 a2 a3 a4");
    },
    "a touch holds scanning up"() {
        const hand = new Hand();
        hand.until(4);
        hand.state = scan.touched(hand.state, 4);
        hand.until(9);
        same(hand.lit, "call");
        hand.until(9.3);
        same(hand.lit, "a1 a2 a3 a4");
    },
    "200 nods, known 0.33 and 0.83 s after they end, choose what was lit when they began"() {
        for (const delay of [0.33, 0.83]) {
            const dice = random(41);
            let right = 0;
            for (let nod = 0; nod < 200; nod += 1) {
                const hand = new Hand({ rows: false, period: 0.8 + 1.2 * dice() });
                const began = 0.3 + 12 * dice();
                hand.until(began);
                const seen = hand.lit, isFresh = began - hand.state.since < 0.15;
                const before = hand.state.trail.at(-2);
                hand.until(began + 0.8 + delay);
                const chosen = hand.press("select", began);
                if (chosen === (isFresh && before ? scan.lit({ ...hand.state, mood: "moving", place: before.place }).names[0] : seen)) right += 1;
            }
            if (right < 198) throw new Error(`${right} of 200`);
        }
    },
    "a person with one gesture chooses six times a minute or more, with few errors"() {
        const person = new Person(7, { period: 1 }), cells = groups.slice(1).flat();
        for (let done = 0; done < 100; done += 1) person.choose(cells[Math.floor(person.dice() * cells.length)]);
        claims.figures.push(`one gesture: ${person.rate.toFixed(1)} choices a minute, ${person.wrong} of 100 wrong`);
        if (person.rate < 6 || person.wrong > 5) throw new Error(claims.figures.at(-1));
    },
    "a person with four directions and a nod chooses ten times a minute or more, with few errors"() {
        const person = new Person(8, { mode: "directions" }), cells = groups.slice(1).flat();
        for (let done = 0; done < 100; done += 1) person.choose(cells[Math.floor(person.dice() * cells.length)]);
        claims.figures.push(`four directions: ${person.rate.toFixed(1)} choices a minute, ${person.wrong} of 100 wrong`);
        if (person.rate < 10 || person.wrong > 5) throw new Error(claims.figures.at(-1));
    },
    "a person spells 1.5 words of five letters a minute or more"() {
        const text = "PLEASE BRING ME SOME WATER AND OPEN THE WINDOW A LITTLE";
        const rates = Object.entries({ "one gesture": { period: 1 }, "four directions": { mode: "directions" } }).map(([name, settings]) => {
            const person = new Person(9, settings, spelled);
            for (const letter of text) person.choose(letter);
            claims.figures.push(`spelling, ${name}: ${(person.rate / 5).toFixed(2)} words a minute, ${person.wrong} of ${text.length} letters wrong`);
            return person.rate / 5;
        });
        if (Math.max(...rates) < 1.5) throw new Error(claims.figures.join("; "));
    },
    "whatever happens, nothing is chosen that was not lit, and Call is two gestures away"() {
        const dice = random(3), moods = [null, null, null, "speaking", "blind"], actions = ["select", "select", "next", "back", "left", "down"];
        for (let run = 0; run < 300; run += 1) {
            const hand = new Hand({ mode: ["automatic", "step", "dwell", "directions"][run % 4], rows: dice() < 0.5, period: 0.4 + dice() * 2 });
            for (let step = 0; step < 60; step += 1) {
                hand.seen = [...hand.seen, ...scan.lit(hand.state).names, "back", "stop"];
                const { mood } = hand.state, pick = dice();
                if (pick < 0.4) hand.until(hand.at + dice() * 3);
                else if (pick < 0.7) {
                    const began = hand.at - dice() * 2, choice = hand.press(actions[Math.floor(dice() * actions.length)], began);
                    if (choice && mood === "blind") throw new Error(`${choice} was chosen while nobody was seen`);
                    if (choice && mood === "still" && choice !== "stop") throw new Error(`${choice} was chosen over speech`);
                    if (choice && !hand.seen.includes(choice)) throw new Error(`${choice} was not lit`);
                } else if (pick < 0.9) hand.hold(moods[Math.floor(dice() * moods.length)]);
                else if (pick < 0.95) hand.state = scan.touched(hand.state, hand.at);
                else hand.state = scan.shown(hand.state, groups, hand.state.settings, hand.at);
                if (scan.lit(hand.state).names.some(name => name === undefined)) throw new Error("an empty place is lit");
            }
            if (hand.state.mood === "blind") hand.hold(null);
            hand.until(hand.at + 5);
            const ways = { asleep: ["select"], still: ["select"], moving: ["back"], window: [] };
            // The end of speech and of an offer are the same to the person: Call is lit, or a gesture brings it.
            for (const action of ways[hand.state.mood] ?? []) hand.press(action);
            if (hand.state.mood !== "window" && hand.state.mood !== "moving") throw new Error(hand.state.mood);
            if (hand.state.settings.mode === "directions" && hand.state.mood === "moving") {
                hand.until(hand.at + 0.6);
                hand.press("up");
            }
            if (hand.lit !== "call" && hand.state.mood !== "window") throw new Error(`${hand.lit} is lit, not Call`);
            hand.until(hand.at + 0.6);
            if (hand.lit === "call") same(hand.press("select"), "call");
        }
    },
    "the time on each place is measured by when movements begin after it was lit"() {
        const hand = new Hand({ rows: false, period: 1.5 }), waits = [];
        for (let count = 0; count < 12; count += 1) {
            const began = hand.at + 2.25 + 0.6;
            hand.until(began + 1.1);
            waits.push(scan.waitedFor(hand.state, began));
            hand.press("select", began);
        }
        same(hand.choices, Array(12).fill("a1"));
        same(waits.map(wait => wait.toFixed(2)), Array(12).fill("0.60"));
        same(scan.suited(waits), 1);
        same(scan.suited(waits.slice(3)), null);
        same(scan.suited([...waits.slice(2), 0.2, 1.4]), 1.2);
        hand.hold("blind");
        same(scan.waitedFor(hand.state, hand.at), null);
    },
    "an event's movement began when it says so, or by its duration before it"() {
        same(beganOf({ t: 9, began: 8 }), 8);
        same(beganOf({ t: 9, duration: 0.5 }), 8.5);
        same(beganOf({ t: 9 }), 9);
    },
    "the appliance's times are told by the reports that came fastest"() {
        const time = new ApplianceTime(), dice = random(5);
        for (let t = 0; t < 30; t += 0.1) time.take(t, 1000 + t + 0.02 + dice() * 0.4);
        const began = time.began({ t: 29, began: 28 }, 1029.9);
        if (Math.abs(began - 1028.02) > 0.05) throw new Error(`began at ${began}`);
        same(time.isSilent(1030.5), false);
        same(time.isSilent(1033), true);
    },
    "a movement of another appliance's clock, or of long ago, is taken as one of now"() {
        const time = new ApplianceTime();
        same(time.began({ t: 5, began: 5 }, 100), 100);
        time.take(5000, 100);
        same(time.began({ t: 5000, began: 100 }, 100), 96);
        time.take(1, 200);
        if (time.began({ t: 1, began: 1 }, 200) !== 200) throw new Error("the old clock is still believed");
    },
    "letters make a word, phrases stand apart, and undo takes the last of each"() {
        let message = empty;
        for (const letter of ["A", "N", "N", "A", " ", "I"]) message = add(message, letter, true);
        message = add(message, "please come");
        same(words(message), "ANNA I please come");
        message = undo(undo(message));
        same(words(message), "ANNA");
        message = add(message, "!", true);
        same(words(undo(undo(message))), "ANN", "after the space");
    },
    "figures are added by days, the period is the latest, and sixty days are kept"() {
        let days = {};
        for (let day = 0; day < 70; day += 1) days = counted(days, today(new Date(2026, 0, 1 + day, 12)), { choices: 1, seconds: 5, period: 1 });
        same(Object.keys(days).length, 60);
        same(Object.keys(days).at(-1), "2026-03-11");
        days = counted(days, "2026-03-11", { choices: 11, undone: 3, seconds: 55, period: 1.5 });
        days = counted(days, "2026-03-11", { waits: 2, waited: 1.2 });
        same(days["2026-03-11"], { choices: 12, undone: 3, seconds: 60, waits: 2, waited: 1.2, period: 1.5 });
        same(summary(days["2026-03-11"]), { rate: 12, undone: 0.25, wait: 0.6 });
        same(summary({ choices: 0, undone: 0, seconds: 1, waits: 0, waited: 0 }), { rate: null, undone: null, wait: null });
        const rows = table(days).trim().split("\r\n");
        same(rows.length, 61);
        same(rows.at(-1), "2026-03-11,12,3,1.0,12.00,0.250,1.5,0.60");
        same(table({}).split(",").length, 8);
    },
    "favourites are kept and removed, twelve at most, and what a browser kept is not believed"() {
        const storage = { kept: null, getItem() { return this.kept; }, setItem(_, words) { this.kept = words; } };
        let favourites = [];
        for (let index = 0; index < 14; index += 1) favourites = toggled(favourites, `m${index}`);
        same(favourites.length, 12);
        same(toggled(favourites, "m13").includes("m13"), false);
        same(toggled(favourites, ""), favourites);
        same(toggled(favourites, "x".repeat(201)), favourites);
        keepFavourites(storage, favourites);
        same(favouritesOf(storage), favourites);
        for (const kept of ["{", "{}", "null", "3", "[1, null, [], \"\"]"]) {
            storage.kept = kept;
            same(favouritesOf(storage), [], kept);
        }
        same(favouritesOf({ getItem() { throw new Error("private browsing"); } }), []);
    },
    "after a message that was said another begins, and ten are remembered"() {
        let message = empty;
        for (let index = 0; index < 12; index += 1) message = said(add(message, `m${index}`));
        same(words(message), "m11");
        same(message.history.length, 10);
        same(message.history[0], "m11");
        same(said(empty).history, []);
    }
};

/** Runs all. @returns {string[]} what failed */
function failures() {
    return Object.entries(claims).flatMap(([name, claim]) => {
        if (typeof claim !== "function") return [];
        try {
            claim();
            return [];
        } catch (error) {
            return [`${name}: ${error.message}`];
        }
    });
}

// For whoever runs it: a page has nothing else to import.
globalThis.talkClaims = { failures: failures(), count: Object.keys(claims).length - 1, figures: claims.figures.join("; ") };
