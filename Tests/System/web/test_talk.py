"""The page to speak with. The appliance is played by the test, so that nothing depends on how fast this machine is."""
import base64
import gzip
import io
import json
import os
import random
import re
import shutil
import signal
import tempfile
import unittest
import urllib.request
import zipfile

from selenium.webdriver.common.keys import Keys

from System.clocks import wait
from System.places import ROOT
from System.web import test_voice
from System.web.browser import Browser
from System.web.fake_web import FakeWeb
from System.web.machine import Machine
from System.web.tables import Texts
from System.web.test_page import axe_script

#: A voice that says nothing and remembers what: `finish()` ends what it is saying, and nothing else does. The page's own end of a voice that
#: never ends (words / pace + spare in voice.js) would come in the middle of a test on a slow machine.
VOICE = """window.saidWords = [];
const begin = speech => {
    const own = window.setTimeout;
    window.setTimeout = (work, time, ...rest) => time > 4000 ? 0 : own(work, time, ...rest);
    try { speech.onstart?.({}); } finally { window.setTimeout = own; }
};
window.finish = () => { const speech = window.speech; window.speech = null; speech?.onend?.({}); };
class Utterance { constructor(words) { this.text = words; } }
Object.defineProperty(window, "SpeechSynthesisUtterance", { value: Utterance });
Object.defineProperty(window, "speechSynthesis", { value: {
    getVoices: () => [], cancel: () => { window.speech = null; window.saidWords.push(null); },
    speak: speech => { window.speech = speech; window.saidWords.push(speech.text); setTimeout(() => begin(speech), 0); }
} });"""
#: A browser without a voice and without tones.
MUTE = (VOICE.replace("setTimeout(() => begin(speech), 0)", "setTimeout(() => speech.onerror?.({error: 'synthesis-failed'}), 0)")
        + "\nwindow.AudioContext = class { constructor() { throw new Error('none'); } };")
#: Boards as another browser has kept them.
CAKE = json.dumps({"format": "nodline-boards-1", "root": "1", "boards": [{"id": 1, "buttons": [{"id": 1, "label": "Cake"}]}], "manifest": None, "paths": {},
                   "files": []}).encode()
STEP = {"mode": "step", "select": "nod", "next": "hold-left", "back": "shake", "rows": False}


def write_archive(path, count):
    """An archive of boards with a picture of 64 kB each, which cannot be packed."""
    dice = random.Random(7)
    with zipfile.ZipFile(path, "w") as whole:
        whole.writestr("manifest.json", json.dumps({"format": "open-board-0.1", "root": "0.obf"}))
        for index in range(count):
            whole.writestr(f"{index}.obf", json.dumps({
                "format": "open-board-0.1", "id": str(index), "buttons": [{"id": 1, "label": f"L{index}", "image_id": "i"}],
                "grid": {"rows": 1, "columns": 1, "order": [[1]]}, "images": [{"id": "i", "path": f"images/{index}.png"}]}))
            whole.writestr(f"images/{index}.png", dice.randbytes(64_000))


def renderers(page):
    """The browser's processes that show pages."""
    found, parents = [], {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                parents[int(name)] = int(file.read().rsplit(")", 1)[1].split()[1])
            with open(f"/proc/{name}/cmdline") as file:
                if "--type=renderer" in file.read():
                    found.append(int(name))
        except (FileNotFoundError, ProcessLookupError):
            pass

    def belongs(process):
        while process in parents and process != page.driver.service.process.pid:
            process = parents[process]
        return process in parents
    return [process for process in found if belongs(process)]


def peaks(processes):
    """The most memory that each has had resident, in kB."""
    found = {}
    for process in processes:
        with open(f"/proc/{process}/status") as file:
            found[process] = int(re.search(r"VmHWM:\s+(\d+)", file.read())[1])
    return found


class Talk(unittest.TestCase):
    def open(self, settings=None, voice=VOICE, board=(), isReady=True, **arguments):
        self.web = FakeWeb()
        self.web.voice = list(board)
        self.addCleanup(self.web.close)
        page = self.page = Browser(**arguments)
        self.addCleanup(page.close)
        self.text = Texts(page.language)
        keep = f"localStorage.setItem('talk', {json.dumps(json.dumps(settings or STEP))});"
        page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": f"try {{ {keep} }} catch {{}}\n{voice}"})
        page.driver.get(self.web.url + "talk")
        if isReady:
            page.says(self.text("state.ready"), ".state", 20)
        return page

    def gesture(self, name, event="recognised", **fields):
        self.web.say(event, gesture=name, began=self.web.now, **fields)

    def nod(self):
        self.gesture("nod")

    def lit(self):
        return self.page.run("return [...document.querySelectorAll('.lit')].map(node => node.dataset.cell)")

    def expect(self, *cells):
        wait(lambda: self.lit() == list(cells), 8, f"{cells} lit")

    def move(self):
        self.gesture("hold-left", "began")

    def said(self):
        return [words for words in self.page.run("return window.saidWords") if words is not None]

    def hears(self, *wanted):
        wait(lambda: self.said() == list(wanted), 8, f"{wanted} said")

    def rest(self):
        """Longer than two gestures must be apart."""
        self.page.pause(0.8)

    def test_what_the_modules_claim_holds_in_this_browser(self):
        web, page = FakeWeb(), Browser()
        self.addCleanup(web.close)
        self.addCleanup(page.close)
        page.driver.get(web.url)
        found = page.driver.execute_async_script("""const done = arguments[0];
            Promise.all([import("/Tests/System/web/talk/claims.js"), import("/Tests/System/web/talk/boards.js").then(() => boardClaims)]).then(([, boards]) =>
                done([[...talkClaims.failures, ...boards.failures], talkClaims.count + boards.count, `${talkClaims.figures}; ${boards.figures}`]), error => done([[String(error)], 0, ""]));""")
        self.assertEqual(found[0], [])
        self.assertGreater(found[1], 40)
        print("a simulated person, a second on each place:", found[2])

    def test_gestures_choose_a_cell_and_it_is_said_and_meanwhile_nothing_moves(self):
        page = self.open()
        self.expect("call")
        self.move()
        self.expect("yes")
        self.rest()
        self.nod()
        self.hears(self.text("talk.say.yes"))
        page.says(self.text("talk.speaking"), ".state")
        self.expect()
        self.rest()
        self.move()
        self.rest()
        self.expect()
        page.run("finish()")
        self.expect("call")
        self.assertEqual(page.words("#message"), self.text("talk.say.yes"))
        self.hears(self.text("talk.say.yes"))

    def test_the_page_says_by_which_gestures_it_is_worked(self):
        page = self.open()
        for action, gesture in (("next", "hold-left"), ("select", "nod"), ("back", "shake")):
            page.says(f"{self.text('talk.action.' + action)}: {self.text('gesture.' + gesture)}", ".state")
        page.press("#open-options")
        page.choose("#option-mode", "automatic")
        page.press("#options-done")
        page.says(f"{self.text('talk.action.select')}: {self.text('gesture.nod')}", ".state")
        self.assertNotIn(self.text("talk.action.next"), page.words(".state"))

    def turn_off(self, **keys):
        """The appliance's settings change, and it says so."""
        self.web.off = {gesture.replace("_", "-"): key for gesture, key in keys.items()}
        self.web.say("trial", state="changed", changed=sorted(set(self.web.off.values())))

    def absent(self, settings, *gestures):
        """What the page says of gestures that cannot come."""
        joined = self.page.run("return arguments[0].map(names => new Intl.ListFormat(document.documentElement.lang).format(names))",
                               [[self.text("gesture." + name) for name in gestures], [self.text("setting." + key) for key in settings]])
        return self.text("talk.off", gestures=joined[0], settings=joined[1])

    def test_whoever_cannot_call_because_the_gesture_is_switched_off_is_told(self):
        page = self.open()
        self.expect("call")
        self.turn_off(nod="gestures.nod", mouth="gestures.mouth")
        page.says(f"{self.absent(['gestures.nod'], 'nod')} {self.text('talk.blind')}", ".state[data-state=blind]")
        self.expect()
        self.turn_off(mouth="gestures.mouth")
        self.expect("call")
        page.says(f"{self.text('talk.action.select')}: {self.text('gesture.nod')}", ".state")

    def test_a_gesture_that_cannot_come_is_named_where_calling_is_still_possible(self):
        page = self.open()
        self.turn_off(hold_left="gestures.continuous", shake="gestures.shake")
        page.says(f"{self.text('state.partly')}. {self.absent(['gestures.continuous', 'gestures.shake'], 'hold-left', 'shake')}", ".state[data-state=ready]")
        self.expect("call")
        self.assertNotIn(self.text("state.ready") + " ·", page.words(".state"))

    def test_the_choice_says_which_gestures_cannot_come_and_what_to_do(self):
        page = self.open()
        self.turn_off(nod="gestures.nod", tilt_left="gestures.tilt")
        page.says(self.absent(["gestures.nod"], "nod"), ".state")
        page.press("#open-options")
        page.says(self.absent(["gestures.nod"], "nod"), "#absent")
        shown = page.run("return Object.fromEntries([...document.querySelectorAll('#option-select option')].map(option => [option.value, option.textContent]))")
        for gesture, isOff in (("nod", True), ("tilt-left", True), ("left", False), ("shake", False)):
            name = self.text("gesture." + gesture)
            self.assertEqual(shown[gesture], self.text("talk.option.off", gesture=name) if isOff else name)
        page.choose("#option-select", "left")
        wait(lambda: not page.has("#absent"), 8, "all can come")
        page.press("#options-done")
        self.expect("call")

    def test_with_four_directions_nobody_can_call_without_a_way_up_or_down_and_a_taught_movement_must_be_taught(self):
        page = self.open({**STEP, "mode": "directions"})
        self.turn_off(up="gestures.threshold_up")
        page.says(self.text("state.partly"), ".state[data-state=ready]")
        self.turn_off(up="gestures.threshold_up", down="gestures.threshold_down")
        page.says(f"{self.absent(['gestures.threshold_up', 'gestures.threshold_down'], 'up', 'down')} {self.text('talk.blind')}", ".state[data-state=blind]")
        page = self.open({**STEP, "select": "my-wag"}, isReady=False)
        page.says(f"{self.text('talk.untaught', gestures=self.text('teach.gesture', name='wag'))} {self.text('talk.blind')}", ".state[data-state=blind]", 20)

    def test_while_it_is_loaded_nobody_reads_that_the_connection_is_lost(self):
        page = self.open()
        self.web.reports = False
        page.driver.get(self.web.url + "talk")
        page.says([self.text("state.connecting"), self.text("state.no-server")], ".state", 20)
        page.pause(2)
        self.assertIn(self.text("state.connecting"), page.words(".state"))
        self.web.reports = True
        page.says(self.text("state.ready"), ".state")

    def test_a_call_cuts_speech_off_is_answered_and_says_when_it_cannot_be_heard(self):
        page = self.open()
        self.expect("call")
        page.press("[data-cell=no]")
        self.hears(self.text("talk.say.no"))
        page.says(self.text("talk.speaking"), ".state")
        self.rest()
        self.nod()
        self.expect("call")
        self.rest()
        self.nod()
        wait(lambda: self.said()[-1] == self.text("talk.say.call"), 10, "the call is said")
        page.says(self.text.start("talk.called"), ".called")
        page.press("#here")
        wait(lambda: page.words(".called") == "", 5, "the call is answered")
        self.assertIsNone(page.run("return window.speech"))

    def test_a_call_switches_outputs_once_and_the_page_says_when_none_was(self):
        page = self.open()
        self.web.bell = {"ok": False, "error": "paused", "detail": "a call switches nothing while paused"}
        page.press("[data-cell=call]")
        page.says(self.text("talk.unswitched", reason=self.text("error.paused")), ".called")
        page.says("a call switches nothing while paused", ".called")
        page.says(self.text.start("talk.called"), ".called")
        self.web.bell = {"ok": True, "outputs": ["bell"], "refused": ["lamp: its device does not work"]}
        page.press("[data-cell=call]")
        page.says(self.text("fault.output-failed"), ".called")
        self.web.bell = {"ok": True, "outputs": ["bell"], "refused": []}
        page.press("[data-cell=call]")
        wait(lambda: self.web.calls == 3 and not page.has(".called .bad"), 8, "nothing is amiss")

    def test_a_request_that_is_not_answered_in_time_is_no_lost_server(self):
        page = self.open(board=[None])
        page.run("""window.states = new Set(); const node = document.querySelector('.state');
            new MutationObserver(() => states.add(node.dataset.state)).observe(node, {attributes: true});""")
        self.web.bell = None
        page.press("[data-cell=call]")
        page.says(self.text("talk.unswitched", reason=self.text("error.no-answer")), ".called", 20)
        wait(lambda: self.web.calls == 1, 8, "the server was asked")
        # The board's voice takes longer than it may.
        wait(lambda: self.said() == [self.text("talk.say.call")], 30, "the browser calls")
        self.assertIn("speaking", page.run("return [...states]"))
        self.assertNotIn("blind", page.run("return [...states]"))

    def test_a_call_of_a_server_that_hangs_or_a_browser_that_may_only_watch_says_that_nothing_was_switched(self):
        page = self.open()
        self.web.hangs, self.web.reports = True, False
        page.press("[data-cell=call]")
        page.says(self.text("talk.unswitched", reason=self.text("error.no-server")), ".called", 20)
        page.says(self.text("state.no-server"), ".state")
        self.assertEqual(self.web.calls, 0)
        self.web.hangs, self.web.reports = False, True
        self.web.rights = ["watch"]
        page.driver.get(self.web.url + "talk")
        page.press("[data-cell=call]")
        page.says(self.text("talk.unswitched", reason=self.text("error.no-right")), ".called")
        self.assertEqual(self.web.calls, 0)

    def test_a_call_without_a_sound_is_no_vain_one_if_an_output_was_switched(self):
        page = self.open(voice=MUTE)
        self.web.bell = {"ok": True, "outputs": ["bell"], "refused": []}
        page.press("[data-cell=call]")
        page.says(self.text("talk.silent"), ".sound")
        page.says(self.text.start("talk.called"), ".called")

    def test_without_a_voice_the_page_says_so(self):
        page = self.open(voice=MUTE)
        page.press("[data-cell=call]")
        page.says(self.text("talk.unheard"), ".called")
        page.says(self.text("talk.silent"), ".sound")

    def test_the_board_speaks_where_it_has_a_voice_and_the_browser_where_that_fails(self):
        page = self.open(board=["said", None, "failed"])
        self.expect("call")
        self.assertFalse(page.has("#unlock"))
        page.press("[data-cell=yes]")
        wait(lambda: self.web.asked == [{"say": self.text("talk.say.yes"), "language": "en"}], 8, "the board is asked")
        self.expect("call")
        page.press("[data-cell=no]")
        page.says(self.text("talk.speaking"), ".state")
        page.press("[data-cell=stop]")
        self.expect("call")
        self.assertTrue(self.web.stopped.is_set())
        self.assertEqual(self.said(), [])
        page.press("[data-cell=call]")
        wait(lambda: self.said() == [self.text("talk.say.call")], 8, "the browser calls")
        self.assertEqual(self.web.asked[-1], {"call": self.text("talk.say.call"), "language": "en"})

    def test_a_long_text_is_said_in_parts_and_a_stop_ends_them_all(self):
        page = self.open(board=["said", "said", "said", None])
        say = """const { Voice } = await import("/talk/voice.js");
            window.long = new Voice({ session: { voice: true }, maySpeak: () => true, voice: (fields, seconds) => fetch("/v1/voice", { method: "POST", body: JSON.stringify(fields) }).then(answer => answer.json()) });
            window.changes = [];
            window.long.addEventListener("change", () => window.changes.push(window.long.isSounding));"""
        page.driver.execute_async_script(f"const done = arguments[0]; (async () => {{ {say} }})().then(() => done());")
        text = " ".join(["I would like a glass of water, please 😀."] * 30)
        page.run("window.long.say(arguments[0], 'en').then(isSaid => window.outcome = isSaid)", text)
        wait(lambda: page.run("return window.outcome") is True, 8, "all is said")
        spoken = [fields["say"] for fields in self.web.asked]
        self.assertEqual(" ".join(spoken), text)
        self.assertEqual(len(spoken), 3)
        self.assertLessEqual(max(map(len, spoken)), 500)
        self.assertEqual(page.run("return window.changes"), [True, False])
        # The first part is being said.
        page.run("window.outcome = null; window.long.say(arguments[0], 'en').then(isSaid => window.outcome = isSaid)", text)
        wait(lambda: len(self.web.asked) == 4, 8, "the first part")
        page.run("window.long.stop()")
        wait(lambda: page.run("return window.outcome") is False, 8, "the rest is not said")
        page.pause(1)
        self.assertEqual(len(self.web.asked), 4)
        self.assertEqual(self.said(), [])

    def test_a_call_asks_the_board_also_after_it_failed(self):
        page = self.open(board=["failed", "said"])
        page.press("[data-cell=yes]")
        self.hears(self.text("talk.say.yes"))
        page.run("finish()")
        page.press("[data-cell=call]")
        wait(lambda: self.web.asked[1:] == [{"call": self.text("talk.say.call"), "language": "en"}], 8, "the board is asked to call")
        self.assertEqual(self.said(), [self.text("talk.say.yes")])

    def test_without_a_voice_of_its_own_the_browser_asks_the_board_again(self):
        page = self.open(board=["failed", "said"], voice=MUTE)
        page.press("[data-cell=yes]")
        page.says(self.text("talk.silent"), ".sound")
        page.press("[data-cell=no]")
        wait(lambda: [fields.get("say") for fields in self.web.asked] == [self.text("talk.say.yes"), self.text("talk.say.no")], 8, "the board is asked again")
        wait(lambda: page.words(".sound") == "", 8, "there is a voice")

    def test_a_repetition_of_a_call_waits_until_a_message_was_said(self):
        page = self.open(voice=VOICE + """
            const later = window.setTimeout;  // a call is repeated after a twentieth of the time
            window.setTimeout = (action, time, ...more) => later(action, time >= 10000 ? time / 20 : time, ...more);""")
        call, toilet = self.text("talk.say.call"), self.text("talk.say.toilet")
        page.press("[data-cell=call]")
        self.hears(call)
        page.run("finish()")
        page.press("[data-cell=toilet]")
        self.hears(call, toilet)
        page.pause(2)
        page.run("finish()")
        self.hears(call, toilet, call)
        # Nothing was cut off: that leaves its mark between the words.
        self.assertEqual(page.run("return window.saidWords"), [call, toilet, call])

    def test_nobody_seen_means_no_choice_and_it_is_said(self):
        page = self.open()
        self.expect("call")
        self.web.see(False)
        page.says(self.text("talk.blind"), ".state")
        self.expect()
        self.nod()
        self.rest()
        self.assertEqual(page.words(".called"), "")
        self.web.see(True)
        self.expect("call")

    def test_a_lost_server_is_said_and_touch_and_speech_go_on(self):
        page = self.open()
        self.web.hang_up()
        page.says(self.text("talk.blind"), ".state", 20)
        self.expect()
        page.press("[data-cell=thanks]")
        self.hears(self.text("talk.say.thanks"))

    def test_letters_make_a_message_that_is_said_at_the_end_and_stays_over_boards(self):
        page = self.open()
        page.press("[data-cell=open-letters]")
        for cell in ("letter-2", "letter-1", "letter-space", "letter-3"):
            page.press(f"[data-cell={cell}]")
        page.press("[data-cell=undo]")
        page.press("[data-cell=back]")
        page.press("[data-cell=open-people]")
        page.press("[data-cell=mother]")
        self.assertEqual(self.said(), [])
        page.press("[data-cell=speak]")
        letters = self.text("talk.letters").split(" ")
        words = letters[2] + letters[1] + " " + self.text("talk.say.mother")
        self.hears(words)
        page.run("finish()")
        page.press("[data-cell=again]")
        self.hears(words, words)
        page.press("[data-cell=stop]")
        page.press("[data-cell=back]")
        page.press("[data-cell=open-history]")
        page.says(words, ".board")
        self.assertEqual(page.complaints(), [])

    def test_figures_count_what_gestures_chose_and_have_no_words_in_them(self):
        page = self.open()
        self.expect("call")
        page.press("[data-cell=thanks]")  # a touch is no gesture
        page.run("finish()")
        wait(lambda: self.lit() == ["call"], 12, "it begins anew after the touch")
        for choose in ("yes", "no"):
            for _ in range(("yes", "no").index(choose) + 1):
                self.rest()
                self.move()
            self.rest()
            self.expect(choose)
            self.nod()
            wait(lambda: page.run("return window.speech !== null"), 8, "it speaks")
            page.run("finish()")
            self.expect("call")
        kept = page.run("return localStorage.getItem('talk-figures')")
        (figures,) = json.loads(kept).values()
        self.assertEqual((figures["choices"], figures["undone"]), (2, 0))
        self.assertGreater(figures["seconds"], 1)
        for words in ("yes", "no", "thanks"):
            self.assertNotIn(self.text(f"talk.say.{words}"), kept)
        page.press("#open-options")
        page.press("summary")
        page.says("2", "#figures td")
        folder = tempfile.mkdtemp(prefix="nodline-talk-test.")
        self.addCleanup(shutil.rmtree, folder)
        page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": folder})
        page.press("#figures-save")
        wait(lambda: os.path.exists(f"{folder}/nodline-talk.csv"), 10, "the file")
        with open(f"{folder}/nodline-talk.csv") as file:
            head, row = file.read().splitlines()
        self.assertEqual(len(head.split(",")), len(row.split(",")))
        self.assertEqual(row.split(",")[1:3], ["2", "0"])
        page.press("#figures-forget")
        wait(lambda: not page.has("#figures"), 5, "no figures")
        self.assertEqual(page.run("return localStorage.getItem('talk-figures')"), "{}")
        self.assertEqual(page.complaints(), [])

    def test_favourites_stay_for_the_next_time_and_can_be_removed(self):
        page = self.open()
        page.press("[data-cell=thanks]")
        page.run("finish()")
        page.press("[data-cell=open-history]")
        page.press("[data-cell=favourite]")
        page.driver.get(self.web.url + "talk")
        page.press("[data-cell=open-history]")
        page.press("[data-cell=said-0]")
        self.hears(self.text("talk.say.thanks"))
        page.run("finish()")
        page.press("[data-cell=back]")
        page.press("[data-cell=open-history]")
        page.press("[data-cell=favourite]")
        self.assertEqual(page.run("return localStorage.getItem('talk-favourites')"), "[]")

    def test_the_boards_own_screen_becomes_dark_when_nobody_uses_it_and_light_again(self):
        page = self.open()
        self.assertFalse(page.run("return document.body.classList.contains('dim')"))
        self.web.screen = True
        self.web.see(False)
        page.driver.get(self.web.url + "talk")
        page.says(self.text("talk.blind"), ".state")
        page.run("const real = performance.now.bind(performance); performance.now = () => real() + 301000;")
        wait(lambda: page.run("return document.body.classList.contains('dim')"), 8, "it is dark")
        self.web.see(True)
        wait(lambda: not page.run("return document.body.classList.contains('dim')"), 8, "it is light")

    def board_file(self, name, value):
        folder = tempfile.mkdtemp(prefix="nodline-talk-test.")
        self.addCleanup(shutil.rmtree, folder)
        path = f"{folder}/{name}"
        with open(path, "wb") as file:
            file.write(value if isinstance(value, bytes) else json.dumps(value).encode())
        return path

    def bring(self, path):
        if not self.page.has("#board-file"):
            self.page.press("#open-options")
        self.page.upload("#board-file", path)

    def test_boards_of_another_program_are_opened_used_kept_and_come_back(self):
        page = self.open()
        buttons = [{"id": 1, "label": "Tea", "vocalization": "Tea, please", "background_color": "#ff0000", "image_id": 1}, {"id": 2, "label": "A", "action": "+a"},
                   {"id": 3, "label": "odd", "action": ":ext_odd"}, {"id": 4, "label": "More", "load_board": {"path": "/more.obf"}}]
        picture = {"id": 1, "data": "data:image/svg+xml;base64," + base64.b64encode(b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').decode()}
        grid = {"rows": 2, "columns": 2, "order": [[1, 2], [3, 4]]}
        with io.BytesIO() as whole:
            with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr("manifest.json", json.dumps({"root": "start.obf", "paths": {}}))
                archive.writestr("start.obf", json.dumps({"format": "open-board-0.1", "id": "start", "name": "Start", "buttons": buttons, "grid": grid, "images": [picture], "ext_x": 1}))
                archive.writestr("more.obf", json.dumps({"format": "open-board-0.1", "id": "more", "name": "More", "buttons": [{"id": 1, "label": "Cake"}], "grid": {"order": [[1]]}}))
            path = self.board_file("boards.zip", whole.getvalue())
        self.bring(path)
        page.says(self.text("talk.kept"), ".options")
        page.says(":ext_odd", ".options")
        page.press("#options-done")
        self.expect("call")
        self.move()
        self.expect("own-0-0")
        self.rest()
        self.nod()
        wait(lambda: page.words("#message") == "Tea, please", 8, "the message")
        self.assertEqual(page.run("return [document.querySelector('.cell img').naturalWidth, getComputedStyle(document.querySelector('[data-cell=own-0-0]')).borderTopColor]"), [9, "rgb(255, 0, 0)"])
        page.driver.get(self.web.url + "talk")
        page.press("[data-cell=own-1-1]")
        page.press("[data-cell=own-0-0]")
        page.press("[data-cell=back]")
        page.press("[data-cell=own-0-1]")
        self.assertEqual(page.words("#message"), "Cake a")
        page.press("#open-options")
        page.choose("#option-boards", "nodline")
        page.press("#options-done")
        page.find("[data-cell=yes]")
        self.assertEqual(page.complaints(), [])

    def test_a_cell_without_words_has_a_name_for_a_screen_reader(self):
        page = self.open()
        data = "data:image/svg+xml;base64," + base64.b64encode(b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').decode()
        images = [{"id": 1, "data": data}, {"id": 2, "data": data, "symbol": {"set": "x", "filename": "cup_of-tea.svg"}}, {"id": 3, "data": data, "path": "images/4f2a91.png"}]
        buttons = [{"id": 1, "image_id": 1, "vocalization": "Water, please"}, {"id": 2, "label": " ", "image_id": 2}, {"id": 3, "label": "", "image_id": 3},
                   {"id": 4, "image_id": 1, "actions": [":speak"]}, {"id": 5, "ext_nodline_sign": "🍎", "vocalization": ""}, {"id": 6, "image_id": 1, "load_board": {"id": "start"}}]
        self.bring(self.board_file("x.obf", {"format": "open-board-0.1", "id": "start", "name": "Kitchen", "buttons": buttons, "images": images,
                                             "grid": {"rows": 1, "columns": 6, "order": [[1, 2, 3, 4, 5, 6]]}}))
        page.says(self.text("talk.kept"), ".options")
        page.press("#options-done")
        names = [page.driver.find_element("css selector", f"[data-cell=own-0-{column}]").accessible_name for column in range(6)]
        self.assertEqual(names, ["Water, please", "cup of tea", self.text("talk.picture", number=3), self.text("talk.speak"), "🍎", "Kitchen"])
        # A picture that means no word adds nothing that would have to be taken back.
        page.press("[data-cell=own-0-0]")
        page.press("[data-cell=own-0-2]")
        page.press("[data-cell=undo]")
        self.assertEqual(page.words("#message"), self.text("talk.empty"))

    def test_a_board_wider_than_a_phone_is_folded_into_even_lines_in_the_order_of_scanning(self):
        for language, columns in (("en", 8), ("ar", 7), ("en", 12), ("en", 20)):
            page = self.open({"mode": "step", "select": "nod", "next": "hold-left", "back": "shake", "rows": False}, language=language, calm=True)
            words = ["water", "bed", "I", "television"] if columns < 12 else ["a", "b"]
            buttons = [{"id": index, "label": words[index % len(words)]} for index in range(2 * columns)]
            order = [[row * columns + column for column in range(columns)] for row in range(2)]
            self.bring(self.board_file("x.obf", {"format": "open-board-0.1", "id": 1, "buttons": buttons, "grid": {"rows": 2, "columns": columns, "order": order}}))
            page.says(self.text("talk.kept"), ".options")
            page.press("#options-done")
            rows = page.run("""return [...document.querySelectorAll('.board .line')].map(line => [...line.children].map(cell => {
                const range = document.createRange(), box = cell.getBoundingClientRect();
                range.selectNodeContents(cell.querySelector('.label'));
                return {name: cell.dataset.cell, left: Math.round(box.left), top: Math.round(box.top), width: box.width, height: box.height, right: box.right,
                    lines: new Set([...range.getClientRects()].map(one => Math.round(one.top))).size, wide: cell.querySelector('.label').scrollWidth <= cell.clientWidth};
            }))""")
            for row, cells in enumerate(rows):
                where = f"{language}, {columns} columns, row {row}"
                self.assertEqual([cell["name"] for cell in cells], [f"own-{row}-{column}" for column in range(columns)], where)
                lines = {}
                for cell in cells:
                    self.assertGreaterEqual(min(cell["width"], cell["height"]), 44, where)
                    self.assertEqual((cell["lines"], cell["wide"]), (1, True), where)
                    lines.setdefault(cell["top"], []).append(cell["left"])
                    self.assertTrue(0 <= cell["left"] and cell["right"] <= 360, where)
                # Read as the script is read, they come as they are scanned; and what lies above each other begins at the same place.
                self.assertEqual([left for top in sorted(lines) for left in sorted(lines[top], reverse=language == "ar")], [cell["left"] for cell in cells], where)
                full = max(lines.values(), key=len)
                for line in lines.values():
                    self.assertEqual(line, full[:len(line)], where)
                self.assertLessEqual(max(map(len, lines.values())) - min(map(len, list(lines.values())[:-1] or [full])), 0, where)
            page.resize(1280, 860)
            wait(lambda: not page.run("return document.querySelector('.folded') !== null"), 8, "a wide screen has it as it is")
            page.close()
            self.web.close()

    def test_a_helper_changes_a_phrase_adds_one_and_finds_them_again(self):
        page = self.open(calm=True)
        page.press("#open-options")
        page.press("#edit")
        page.press("[data-cell=own-1-0]")
        page.run("document.getElementById('edit-label').value = ''")
        page.type("#edit-label", "Tea")
        page.press("#edit-take")
        page.says("Tea", "[data-cell=own-1-0]")
        page.press("#edit-later")
        page.says("Tea", "[data-cell=own-1-1]")
        page.press("#edit-add")
        wait(lambda: page.run("return document.activeElement.id") == "edit-label", 8, "the new cell's form")
        page.run("document.getElementById('edit-label').value = ''")
        page.type("#edit-label", "Open the window")
        page.press("#edit-take")
        page.says("Open the window", ".board")
        page.says(self.text("talk.kept"), ".options")
        self.assertEqual(self.said(), [])
        page.press("#edit-done")
        self.expect("call")
        page.driver.get(self.web.url + "talk")
        page.says("Open the window", ".board")
        page.press("[data-cell=own-1-1]")
        self.hears("Tea")
        self.assertEqual(page.complaints(), [])

    def test_whoever_only_looks_at_how_cells_are_changed_changes_nothing(self):
        page = self.open(calm=True)
        page.press("#open-options")
        page.press("#edit")
        page.press("[data-cell=own-1-0]")
        page.type("#edit-label", "x" + Keys.ESCAPE)
        self.assertEqual(page.run("return document.activeElement.id"), "edit-label")
        page.press("#edit-done")
        page.find("[data-cell=yes]")
        self.assertEqual(self.web.boards, b"")

    def test_boards_that_another_browser_has_changed_are_shown_and_not_replaced(self):
        page = self.open(calm=True)
        page.press("#open-options")
        page.press("#edit")
        page.press("[data-cell=own-1-0]")
        self.web.boards = CAKE
        page.press("#edit-take")
        page.says(self.text("talk.changed"), ".options")
        page.says("Cake", "[data-cell=own-0-0]")
        self.assertEqual(self.web.boards, CAKE)
        page.press("[data-cell=own-0-0]")
        page.type("#edit-label", "s")
        page.press("#edit-take")
        page.says(self.text("talk.kept"), ".options")
        self.assertIn(b"Cakes", self.web.boards)

    def test_boards_that_could_not_be_read_at_first_come_later_and_are_not_replaced(self):
        page = self.open()
        self.web.boards = CAKE
        self.web.hides = True
        page.driver.get(self.web.url + "talk")
        page.find("[data-cell=yes]")
        self.bring(self.board_file("x.obf", {"format": "open-board-0.1", "id": 1, "buttons": [{"id": 1, "label": "Tea"}]}))
        page.says(self.text("talk.changed"), ".options")
        self.web.hides = False
        page.says("Cake", ".board")
        self.assertIn(b"Cake", self.web.boards)

    def test_a_board_may_be_called_as_nodlines_first_and_be_another(self):
        page = self.open({**STEP, "boards": "nodline"})
        boards = {"start": [{"id": 1, "label": "More", "load_board": {"path": "home.obf"}, "vocalization": "I want more"}], "home": [{"id": 1, "label": "Cake"}]}
        with io.BytesIO() as whole:
            with zipfile.ZipFile(whole, "w") as archive:
                archive.writestr("manifest.json", json.dumps({"root": "start.obf"}))
                for name, buttons in boards.items():
                    archive.writestr(f"{name}.obf", json.dumps({"format": "open-board-0.1", "id": name, "name": name, "buttons": buttons, "grid": {"order": [[1]]}}))
            path = self.board_file("x.obz", whole.getvalue())
        self.bring(path)
        page.says(self.text("talk.kept"), ".options")
        # What was opened is what the page shows from now on, whatever was chosen before.
        self.assertEqual(page.run("return JSON.parse(localStorage.talk).boards"), "own")
        page.press("#options-done")
        page.press("[data-cell=own-0-0]")
        page.says("Cake", ".board")
        page.press("[data-cell=back]")
        page.says("More", ".board")
        page.press("#open-options")
        page.press("#edit")
        page.press("[data-cell=own-0-0]")
        page.type("#edit-label", "!")
        page.press("#edit-take")
        page.says(self.text("talk.kept"), ".options")
        self.assertIn(b"I want more", self.web.boards)
        self.assertIn(b"More!", self.web.boards)

    def test_a_file_that_is_no_board_changes_nothing_and_a_full_disk_is_said(self):
        page = self.open()
        for name, value in (("x.obf", b"hello"), ("x.obz", b"PK\3\4"), ("x.json", {"format": "open-board-0.1"})):
            self.bring(self.board_file(name, value))
            page.says(self.text("talk.refused"), ".options")
            self.assertTrue(page.has("[data-cell=yes]"))
            page.press("#options-done")
        self.web.boards = None
        self.bring(self.board_file("x.obf", {"format": "open-board-0.1", "id": 1, "buttons": [{"id": 1, "label": "Tea"}]}))
        page.says(self.text("talk.unkept"), ".options")
        self.assertTrue(page.has("[data-cell=own-0-0]"))

    def test_a_file_whose_first_board_shows_nothing_is_refused(self):
        page = self.open()
        for buttons, order in (([], [[]]), ([{"id": 1, "label": "x", "hidden": True}], [[1]]), ([{"id": 1}], [[1]])):
            self.bring(self.board_file("x.obf", {"format": "open-board-0.1", "id": 1, "buttons": buttons, "grid": {"rows": 1, "columns": 1, "order": order}}))
            page.says(self.text("talk.bare-file"), ".options")
            self.assertTrue(page.has("[data-cell=yes]"))
            page.press("#options-done")
        self.assertEqual(self.web.boards, b"")

    def test_boards_that_were_replaced_for_all_browsers_can_be_brought_back(self):
        page = self.open()
        for label in ("Tea", "Cake"):
            self.bring(self.board_file("x.obf", {"format": "open-board-0.1", "id": 1, "buttons": [{"id": 1, "label": label}]}))
            page.says(label, ".board")
            page.says(self.text("talk.kept"), ".options")
            page.press("#options-done")
        page.press("#open-options")
        page.press("#board-former")
        page.says("Tea", ".board")
        wait(lambda: b"Tea" in self.web.boards, 8, "they are kept")
        page.driver.get(self.web.url + "talk")
        page.says("Tea", ".board")
        # Also Nodline's own, of which none are kept.
        self.web.boards = b""
        page.driver.get(self.web.url + "talk")
        self.bring(self.board_file("x.obf", {"format": "open-board-0.1", "id": 1, "buttons": [{"id": 1, "label": "Cake"}]}))
        page.says(self.text("talk.kept"), ".options")
        page.press("#board-former")
        page.find("[data-cell=yes]")
        wait(lambda: self.web.boards == b"", 8, "none are kept")

    def test_it_is_worked_with_the_keyboard_alone(self):
        page = self.open(by="keys", size="desktop")
        page.press("[data-cell=open-pain]")
        # Keys go on where the board begins.
        wait(lambda: page.run("return document.activeElement.dataset.cell") == "pain-0", 8, "the first cell has the focus")
        page.keys(Keys.ENTER)
        pain = self.text("talk.say.pain", number=0)
        self.hears(pain)
        page.run("finish()")
        page.keys(Keys.ESCAPE)
        wait(lambda: page.run("return document.activeElement.dataset.cell") == "yes", 8, "the first board is back")
        page.press("[data-cell=maybe]")
        self.hears(pain, self.text("talk.say.maybe"))
        page.press("#open-options")
        page.says(self.text("talk.mode"), ".options")
        page.choose("#option-mode", "directions")
        page.press("#options-done")
        self.gesture("down", duration=0.4)
        self.expect()
        page.run("finish()")
        self.expect("no")
        self.rest()
        self.gesture("up", duration=0.4)
        self.expect("call")

    def test_arrow_keys_move_from_cell_to_cell_as_they_lie(self):
        for language, onward, back in (("en", Keys.ARROW_RIGHT, Keys.ARROW_LEFT), ("ar", Keys.ARROW_LEFT, Keys.ARROW_RIGHT)):
            page = self.open(by="keys", size="desktop", language=language)
            page.run("document.querySelector('[data-cell=call]').focus()")
            way = [(Keys.ARROW_UP, "call"), (Keys.ARROW_DOWN, "maybe"), (onward, "thanks"), (onward, "thanks"), (Keys.ARROW_DOWN, "open-pain"), (back, "toilet"),
                   (Keys.ARROW_DOWN, "cold"), (Keys.ARROW_DOWN, "open-people"), (Keys.ARROW_DOWN, "back"), (Keys.ARROW_DOWN, "back")]
            for number, (key, cell) in enumerate(way):
                page.keys(key)
                self.assertEqual(page.run("return document.activeElement.dataset.cell"), cell, f"{language}, key {number}")
            self.assertEqual(self.said(), [])
            page.close()
            self.web.close()

    def test_it_fits_every_screen_and_is_readable(self):
        script, found = axe_script(), []
        for size, language, scheme, width in (("phone", "en", "light", None), ("desktop", "de", "dark", None), ("phone", "ar", "dark", None), ("phone", "uk", "light", 320)):
            # Without animations, in which colours pass into each other.
            page = self.open(size=size, language=language, scheme=scheme, calm=True)
            if width:
                page.resize(width, 640)
                page.run("document.documentElement.style.fontSize = '200%'")
            page.run(script)
            for name in ("home", "letters", "phrases", "pain"):
                if name != "home":
                    page.press(f"[data-cell=open-{name}]")
                    page.run("finish()")
                where = f"{name} {size} {language} {scheme} {width}"
                found += page.run("""const faults = [], root = document.documentElement;
                    if (root.scrollWidth > innerWidth + 1) faults.push(`is ${root.scrollWidth} wide in ${innerWidth}`);
                    for (const node of document.querySelectorAll('button, a')) {
                        const box = node.getBoundingClientRect();
                        if (Math.min(box.width, box.height) < 44) faults.push(`${node.dataset.cell ?? node.id} is ${box.width} x ${box.height}`);
                        for (const inner of node.querySelectorAll('.label')) {
                            if (inner.scrollWidth > node.clientWidth + 1 || inner.offsetHeight > node.clientHeight + 1) faults.push(`${inner.textContent} does not fit`);
                        }
                    }
                    return faults.map(fault => `${arguments[0]}: ${fault}`);""", where)
                result = page.driver.execute_async_script("""const done = arguments[0];
                    axe.run(document, {rules: {"color-contrast-enhanced": {enabled: true}}}).then(found => done(found.violations.map(one => `${one.id}: ${one.nodes[0].html}`)))""")
                found += [f"{where}: {fault}" for fault in result]
                if os.environ.get("NODLINE_PICTURES"):
                    page.picture(f"{os.environ['NODLINE_PICTURES']}/{where.replace(' ', '-')}.png")
                page.press("[data-cell=back]")
            self.assertEqual(page.complaints(), [])
            page.close()
            self.web.close()
        self.assertEqual(found, [], "\n".join(found))

    def test_all_of_a_board_is_seen_on_a_screen_in_every_language(self):
        # As screens at the board are: a highlight that moves the page takes the message away.
        faults = []
        for language in sorted(name.removesuffix(".json") for name in os.listdir(ROOT + "/Sources/Web/Page/texts")):
            page = self.open(size="desktop", language=language, board=["said"])

            def look(what):
                for width, height in ((800, 480), (1024, 600), (1024, 768), (1280, 720), (1280, 800)):
                    page.resize(width, height)
                    page.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")  # the browser tells of the new size
                    found = page.run("""const faults = [...document.querySelectorAll('.cell .label')].filter(one => one.scrollWidth > one.closest('button').clientWidth + 1).map(one => one.textContent);
                        for (const one of document.querySelectorAll('.cell')) {
                            if (one.offsetHeight < 44) faults.push(`${one.dataset.cell} is ${one.offsetHeight} high`);
                            if (parseFloat(getComputedStyle(one.querySelector('.label')).fontSize) < 12) faults.push(`${one.dataset.cell} is too small to read`);
                        }
                        const end = document.querySelector('.bottom').getBoundingClientRect().bottom + scrollY;
                        return end > innerHeight ? [...faults, `it ends ${Math.round(end - innerHeight)} below`] : faults;""")
                    faults.extend(f"{what} {width} x {height} {language}: {fault}" for fault in found)
            for name in ("home", "letters", "phrases", "pain", "people"):
                if name != "home":
                    page.press(f"[data-cell=open-{name}]")
                look(name)
                if name != "home":
                    page.press("[data-cell=back]")
            # A message of several lines, and the longest state.
            page.press("[data-cell=open-people]")
            for cell in ("me", "mother", "father", "partner", "friend", "nurse", "doctor"):
                page.press(f"[data-cell={cell}]")
            page.press("[data-cell=back]")
            self.web.see(False)
            page.says(Texts(language)("talk.blind"), ".state", 20)
            look("home with a message")
            page.close()
            self.web.close()
        self.assertEqual(faults, [], "\n".join(faults))

    def test_at_most_60_kilobytes_are_transferred(self):
        for language in ("en", "de", "hi", "uk"):
            page = self.open(language=language)
            loaded = page.run("return performance.getEntriesByType('resource').map(one => new URL(one.name).pathname).filter(path => !path.startsWith('/v1/'))")
            total = sum(len(gzip.compress(urllib.request.urlopen(self.web.url + path.lstrip("/")).read(), 9)) for path in ["/talk", *set(loaded)])
            print(f"{language}: {total} bytes in {len(set(loaded)) + 1} files")
            self.assertLess(total, 60_000, loaded)
            page.close()
            self.web.close()


class WithTheAppliance(unittest.TestCase):
    def test_boards_are_kept_over_a_restart_of_the_server(self):
        machine = Machine()
        self.addCleanup(machine.close)
        page = Browser()
        self.addCleanup(page.close)
        text = Texts("en")
        page.driver.get(machine.url + "talk")
        page.type("#code", machine.code())
        page.press("#pair")
        page.press("#open-options")
        with tempfile.NamedTemporaryFile("w", suffix=".obf") as file:
            # More than one part.
            json.dump({"format": "open-board-0.1", "id": 1, "buttons": [{"id": 1, "label": "Tea"}], "ext_x": "ü" * 100_000}, file)
            file.flush()
            page.upload("#board-file", file.name)
            page.says(text("talk.kept"), ".options", 60)
        machine.stop_server()
        machine.start_server()
        page.driver.get(machine.url + "talk")
        page.press("[data-cell=own-0-0]")
        self.assertEqual(page.words("#message"), "Tea")
        self.assertEqual(os.stat(machine.folder + "/web-state/boards").st_mode & 0o777, 0o600)

    def test_large_archives_are_opened_and_kept_and_cost_little(self):
        machine = Machine()
        self.addCleanup(machine.close)
        page = Browser()
        self.addCleanup(page.close)
        text, file = Texts("en"), machine.folder + "/boards.obz"
        page.driver.get(machine.url + "talk")
        page.type("#code", machine.code())
        page.press("#pair")
        page.press("#open-options")
        page.find("#board-file")
        server, browser = peaks([machine.server.pid]), peaks(renderers(page))

        def grown(before):
            return max(peak - before[process] for process, peak in peaks(before).items()) / 1000
        # What is larger than an archive may be is not even read.
        with open(file, "wb") as whole:
            whole.truncate(300_000_000)
        page.upload("#board-file", file)
        page.says(text("talk.refused"), ".options", 20)
        self.assertLess(grown(browser), 50)
        write_archive(file, 300)
        page.upload("#board-file", file)
        page.says(text("talk.opened", count=300), ".options", 60)
        page.says(text("talk.unkept"), ".options", 60)
        print(f"an archive of {os.stat(file).st_size / 1e6:.1f} MB: the page grew by {grown(browser):.0f} MB at most, nodline-web by {grown(server):.2f}")
        self.assertLess(grown(browser), 150)
        self.assertLess(grown(server), 3)
        # A megabyte is kept, and no other request of this browser is refused meanwhile: one of them might be a call.
        write_archive(file, 16)
        page.run("window.answers = []; setInterval(() => fetch('v1/session').then(one => answers.push(one.status), () => answers.push(0)), 200)")
        page.upload("#board-file", file)
        page.says(text("talk.opened", count=16), ".options", 60)
        page.says([text("talk.kept"), text("talk.unkept")], "#board-kept", 60)
        self.assertEqual(page.words("#board-kept"), text("talk.kept"))
        self.assertEqual(set(page.run("return answers")), {200})
        self.assertLess(grown(server), 3)
        page.driver.get(machine.url + "talk")
        self.assertEqual(page.find("[data-cell=own-0-0]") and page.words("[data-cell=own-0-0]"), "L0")

    def test_a_nod_before_the_camera_calls_at_the_boards_loudspeaker(self):
        machine = Machine(clip=ROOT + "/.nodline/web-tests/nods.y4m")
        self.addCleanup(machine.close)
        voice = test_voice.Voice()
        self.addCleanup(voice.doCleanups)
        voice.setUp()
        os.symlink(voice.path, machine.folder + "/voice")
        page = Browser()
        self.addCleanup(page.close)
        text = Texts("en")
        page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": f"try {{ localStorage.setItem('talk', '{json.dumps(STEP)}') }} catch {{}}\n{VOICE}"})
        page.driver.get(machine.url + "talk")
        page.type("#code", machine.code())
        page.press("#pair")
        page.says(text("state.ready"), ".state", 60)
        page.says(text.start("talk.called"), ".called", 120)
        wait(lambda: voice.started() and voice.played(), 60, "the board calls")
        self.assertEqual(voice.started()[0][1], text("talk.say.call") + "\n")
        self.assertEqual(page.run("return window.saidWords"), [])
        # A voice that hangs is none: the browser speaks.
        voice.process.send_signal(signal.SIGSTOP)
        page.press("[data-cell=thanks]")
        wait(lambda: text("talk.say.thanks") in page.run("return window.saidWords"), 30, "the browser speaks")
        self.assertEqual(page.complaints(), [])


if __name__ == "__main__":
    unittest.main()
