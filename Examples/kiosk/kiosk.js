/** A kiosk that asks whether to print a receipt: a nod or a button says yes, a shake or the other button says no. */
import { connect } from "./nodline.js";
import { settings } from "./settings.js";
import { language, texts } from "./texts.js";

const tongue = language(settings.language), text = texts(tongue);
const nodline = connect(settings);
const [title, how, seen, bar, answers, yes, no, start] = ["title", "how", "seen", "bar", "answers", "yes", "no", "start"].map(id => document.getElementById(id));

/** Asks, and waits for as long as it takes: without a nod or a shake, a button is the answer. */
async function ask(question) {
    show(question, text("how"), { asks: true });
    say(`${question} ${text("how")}`);
    const end = new AbortController();
    const pressed = new Promise(done => {
        yes.onclick = () => done("yes");
        no.onclick = () => done("no");
    });
    const nodded = nodline.answer(question, { timeout: settings.timeout, language: tongue, signal: end.signal });
    const stopBar = runDown(settings.timeout);
    const first = await Promise.race([pressed, nodded]);
    stopBar();
    if (typeof first === "string") {
        end.abort();  // the question is taken back
        return first;
    }
    if (first.answer !== "none") return first.answer;
    how.textContent = first.words || text("buttons");
    say(how.textContent);
    return pressed;
}

/** The bar shows how long a nod still counts. @returns {() => void} hides it. */
function runDown(seconds) {
    const begin = performance.now(), isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    bar.hidden = false;
    bar.setAttribute("aria-valuemax", seconds);
    const draw = () => {
        const left = Math.max(0, seconds - (performance.now() - begin) / 1000), whole = Math.ceil(left);
        bar.firstElementChild.style.transform = `scaleX(${(isCalm ? whole : left) / seconds})`;
        bar.setAttribute("aria-valuenow", whole);
        bar.setAttribute("aria-valuetext", text("left", { seconds: whole }));
        bar.setAttribute("aria-label", text("left", { seconds: whole }));
    };
    draw();
    const timer = setInterval(draw, isCalm ? 1000 : 50);
    return () => {
        clearInterval(timer);
        bar.hidden = true;
    };
}

/** While it asks, it shows whether it sees a face: without one no nod counts. It says nothing of what it does not know. */
function showFace(isThere) {
    seen.classList.toggle("yes", isThere === true);
    seen.textContent = isThere === null ? "" : text(isThere ? "seen" : "unseen");
    seen.hidden = isThere === null || answers.hidden;
}

nodline.on("state", async state => showFace(state === "online" ? (await nodline.status())?.face ?? null : null));
nodline.on("face-found", () => showFace(true));
nodline.on("face-lost", () => showFace(false));

function show(heading, words, { asks = false } = {}) {
    title.textContent = heading;
    how.textContent = words;
    answers.hidden = !asks;
    seen.hidden = !asks || !seen.textContent;
    start.hidden = asks;
    title.focus();  // screen readers read the question
}

function say(words) {
    if (!settings.speaks || !("speechSynthesis" in window)) return;
    speechSynthesis.cancel();
    const spoken = new SpeechSynthesisUtterance(words);
    spoken.lang = tongue;
    speechSynthesis.speak(spoken);
}

document.documentElement.lang = tongue;
document.title = text("title");
yes.textContent = text("yes");
no.textContent = text("no");
start.textContent = text("start");
show(text("title"), text("welcome"));
start.onclick = async () => {
    const wanted = await ask(text("question"));
    const words = wanted === "yes" ? text("printing") : text("without");
    show(words, "");
    say(words);
    document.body.dataset.answer = wanted;
};
