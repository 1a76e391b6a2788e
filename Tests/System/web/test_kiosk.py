"""The example of a kiosk and nodline.js, in a browser, with heads that nod and shake."""
import os
import signal
import socket
import statistics
import unittest

from System.clocks import HANG, Stopwatch, Waits, wait
from System.web.browser import Browser
from System.web.fake_appliance import FakeAppliance
from System.web.kiosk import Kiosk
from System.web.machine import CLIP, Machine
from System.web.test_page import axe_script

NODS = os.path.dirname(CLIP) + "/nods.y4m"
SHAKES = os.path.dirname(CLIP) + "/shakes.y4m"
BLANK = "<!doctype html><html lang=en><title>t</title><script type=module>import {connect} from './nodline.js'; window.connect = connect;</script>"


# In the place of the browser's voice: what it was told, in its order.
VOICE = """window.told = [];
    Object.defineProperty(window, "speechSynthesis", { value: {
        speak: words => told.push([words.text, words.lang]), cancel: () => told.push("silence")
    } });"""


class Case(unittest.TestCase):
    def machine(self, clip):
        machine = Machine(clip)
        self.addCleanup(machine.close)
        return machine

    def kiosk(self, machine, rights="ask,listen", **settings):
        kiosk = Kiosk({"/blank.html": BLANK})
        self.addCleanup(kiosk.close)
        key = machine.key("kiosk", rights, kiosk.origin)
        kiosk.settings = {"url": machine.url, "key": key, "language": "", "timeout": 100, "speaks": False, **settings}
        return kiosk

    def browser(self, kiosk, path="/index.html", **arguments):
        page = Browser(**arguments)
        self.addCleanup(page.close)
        page.driver.get(kiosk.origin + path)
        return page

    def answer(self, page, seconds=30):
        return wait(lambda: page.run("return document.body.dataset.answer"), seconds, "an answer")

    def asking(self, machine):
        """A connection of a kiosk's own, whose question waits for an answer."""
        key = machine.key("kiosk", "ask")
        body = '{"question": "Print the receipt?", "timeout": 300}'
        wire = socket.create_connection(("127.0.0.1", machine.port))
        wire.sendall(f"POST /v1/ask HTTP/1.1\r\nHost: 127.0.0.1:{machine.port}\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\n"
                     f"Content-Length: {len(body)}\r\n\r\n{body}".encode())
        wait(lambda: machine.status()["question"], 5, "the question is asked")
        return wire


class KioskPage(Case):
    def test_a_nodding_head_prints_and_a_shaking_one_does_not(self):
        for clip, answer, words in ((NODS, "yes", "Your receipt is being printed."), (SHAKES, "no", "No receipt.")):
            kiosk = self.kiosk(self.machine(clip))
            page = self.browser(kiosk)
            self.assertFalse(page.has("#seen"), "nothing is asked yet")
            page.press("#start")
            page.says("Nod: yes. Shake your head: no.")
            self.assertEqual(self.answer(page), answer)
            page.says(words)
            self.assertEqual(page.complaints(), [])

    def test_it_says_the_question_once_in_its_language_and_an_answer_ends_that(self):
        for clip, language, button, question, answer in (
                (NODS, "en", None, "Print the receipt? Nod: yes. Shake your head: no. Or press a button.", "Your receipt is being printed."),
                (CLIP, "de", "#no", "Beleg drucken? Nicken: ja. Kopf schütteln: nein. Oder einen Knopf drücken.", "Kein Beleg.")):
            page = self.browser(self.kiosk(self.machine(clip), timeout=60, speaks=True), language=language)
            page.run(VOICE)
            page.press("#start")
            if button:
                page.pause(2)  # the bar moves meanwhile, and nothing is said again
                self.assertEqual(page.run("return told"), ["silence", [question, language]])
                page.press(button)
            self.answer(page)
            self.assertEqual(page.run("return told"), ["silence", [question, language], "silence", [answer, language]])

    def test_a_kiosk_that_must_not_speak_says_nothing(self):
        page = self.browser(self.kiosk(self.machine(CLIP), timeout=60))
        page.run(VOICE)
        page.press("#start")
        page.press("#yes")
        self.answer(page)
        self.assertEqual(page.run("return told"), [])

    def test_an_appliance_killed_in_the_middle_is_none_and_the_buttons_still_work(self):
        # Nobody nods, so that only the death can end the question.
        machine = self.machine(CLIP)
        kiosk = self.kiosk(machine, timeout=600)
        page = self.browser(kiosk, language="de")
        page.press("#start")
        page.says("Beleg drucken?")
        wait(lambda: page.has("#bar"), 5, "the bar")
        page.says("Ich sehe Sie.", "#seen")
        machine.appliance.send_signal(signal.SIGKILL)
        page.says("Bitte einen Knopf drücken.", "#how", 5)
        wait(lambda: not page.has("#seen"), 20, "it does not say that it sees somebody")
        self.assertIsNone(page.run("return document.body.dataset.answer"))
        page.press("#yes")
        self.assertEqual(self.answer(page), "yes")

    def test_a_server_killed_in_the_middle_is_none(self):
        machine = self.machine(CLIP)
        page = self.browser(self.kiosk(machine, timeout=600))
        page.press("#start")
        wait(lambda: page.has("#bar"), 5, "the bar")
        page.pause(1)
        machine.server.send_signal(signal.SIGKILL)
        page.says("Please press a button.", "#how", 5)
        self.assertIsNone(page.run("return document.body.dataset.answer"))

    def test_the_buttons_work_by_keyboard_without_any_server(self):
        machine = self.machine(CLIP)
        kiosk = self.kiosk(machine, timeout=600)
        machine.stop_server()
        for button, answer in (("#yes", "yes"), ("#no", "no")):
            page = self.browser(kiosk, by="keys", size="desktop")
            page.press("#start")
            page.says("Please press a button.", "#how", 5)
            page.press(button)
            self.assertEqual(self.answer(page), answer)

    def test_a_button_takes_the_question_back(self):
        machine = self.machine(CLIP)
        page = self.browser(self.kiosk(machine, timeout=600), by="keys")
        page.press("#start")
        wait(lambda: machine.status()["question"] == "Print the receipt?", 5, "the question at the appliance")
        page.press("#no")
        self.assertEqual(self.answer(page), "no")
        wait(lambda: machine.status()["question"] is None, 2, "the question is taken back")

    def test_no_state_has_an_accessibility_fault(self):
        machine = self.machine(CLIP)
        kiosk = self.kiosk(machine, timeout=60)
        script = axe_script()
        for arguments in ({}, {"size": "desktop", "language": "de", "scheme": "dark"}, {"calm": True}):
            page = self.browser(kiosk, **arguments)

            def check(state):
                page.run(script)
                found = page.driver.execute_async_script(
                    "axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}).then(arguments[0])")
                self.assertEqual([(fault["id"], fault["nodes"][0]["html"]) for fault in found["violations"]], [], f"{arguments} {state}")
            check("at the start")
            page.press("#start")
            wait(lambda: page.has("#bar"), 5, "the bar")
            check("while it asks")
            page.press("#no")
            self.answer(page)
            check("with the answer")
            self.assertEqual(page.run("return document.documentElement.lang"), arguments.get("language", "en"))
            page.close()


class Module(Case):
    """nodline.js itself, in an empty page."""

    def ready(self, kiosk):
        page = self.browser(kiosk, "/blank.html")
        wait(lambda: page.run("return Boolean(window.connect)"), 5, "the module")
        page.run("window.nodline = connect(arguments[0])", {"url": kiosk.settings["url"], "key": kiosk.settings["key"]})
        return page

    def ask(self, page, options):
        return page.driver.execute_async_script("nodline.answer('?', arguments[0]).then(arguments[1])", options)

    def test_events_arrive_and_come_back_after_each_end(self):
        machine = self.machine(CLIP)
        page = self.ready(self.kiosk(machine))
        page.run("window.states = []; window.looks = []; nodline.on('state', s => states.push(s)); nodline.on('recognised', event => looks.push(event.gesture));")
        looks = lambda: page.run("return looks.length")
        wait(looks, 30, "a look")
        machine.appliance.end(signal.SIGKILL)
        wait(lambda: page.run("return states.at(-1)") == "no-appliance", 5, "that the appliance is gone")
        machine.start_appliance()
        wait(lambda: page.run("return states.at(-1)") == "online", 10, "that it is back")
        machine.stop_server()
        wait(lambda: page.run("return states.at(-1)") == "no-connection", 5, "that the server is gone")
        machine.start_server()
        wait(lambda: page.run("return states.at(-1)") == "online", 20, "that it is back")
        count = looks()
        wait(lambda: looks() > count, 40, "another look")

    def test_a_key_without_the_right_gets_none_and_no_events(self):
        machine = self.machine(NODS)
        page = self.ready(self.kiosk(machine, "command"))
        self.assertEqual(self.ask(page, {"timeout": 5})["answer"], "none")
        self.assertEqual(self.ask(page, {"timeout": 5})["reason"], "right")
        page.run("nodline.on('look', () => {})")
        wait(lambda: page.run("return nodline.state") == "refused", 5, "the refusal")

    def test_a_page_of_another_origin_gets_nothing(self):
        machine = self.machine(NODS)
        kiosk = self.kiosk(machine)
        other = Kiosk({"/blank.html": BLANK})
        self.addCleanup(other.close)
        other.settings = kiosk.settings
        page = self.ready(other)
        self.assertEqual(self.ask(page, {"timeout": 5}), {"answer": "none", "reason": "no-connection", "words": "Nods and shakes are not recognised at the moment. Please press a button."})

    def test_a_question_is_answered_while_the_stream_of_events_is_refused(self):
        page = self.ready(self.kiosk(self.machine(NODS)))
        page.run("const real = fetch; window.fetch = (url, options) => url.endsWith('/v1/events')"
                 " ? Promise.resolve(new Response('{\"error\":\"full\"}', {status: 503})) : real(url, options)")
        page.run("nodline.on('look', () => {})")
        wait(lambda: page.run("return nodline.state") == "no-connection", 5, "the refusal")
        self.assertEqual(self.ask(page, {"timeout": 100})["answer"], "yes")

    def test_a_question_that_waits_for_another_one_ends_with_its_own_time(self):
        page = self.ready(self.kiosk(self.machine(CLIP)))
        page.run("window.left = []; window.fetch = async (url, options) => {"
                 " left.push(JSON.parse(options.body).timeout); return new Response('{\"error\":\"busy\"}', {status: 409}); }")
        self.assertEqual(self.ask(page, {"timeout": 5})["reason"], "busy")
        left = page.run("return left")
        self.assertGreater(len(left), 1)
        self.assertEqual(left, sorted(left, reverse=True))
        self.assertTrue(0.5 <= left[-1] < left[0] <= 5, left)

    def test_a_question_that_follows_one_that_was_taken_back_is_asked(self):
        machine = self.machine(CLIP)
        page = self.ready(self.kiosk(machine))
        for pause in (0, 50, 200):
            said = page.driver.execute_async_script("""
                const [pause, done] = arguments, first = new AbortController(), wait = time => new Promise(end => setTimeout(end, time));
                nodline.ask("first", { timeout: 60, signal: first.signal });
                wait(700).then(() => first.abort()).then(() => wait(pause)).then(() => nodline.answer("second", { timeout: 0.6 })).then(done);""", pause)
            self.assertEqual((said["answer"], said["reason"]), ("none", "timeout"), f"after {pause} ms")

    def test_a_client_that_closes_its_connection_takes_its_question_back_at_once(self):
        machine = self.machine(CLIP)
        wire = self.asking(machine)
        wire.close()
        gone = Stopwatch(machine.server.pid, machine.appliance.pid)
        wait(lambda: not machine.status()["question"], 5, "the question is taken back")
        self.assertLess(gone.own(), 0.5, gone)

    def test_every_failure_has_words_and_a_mistake_of_the_page_is_named(self):
        machine = self.machine(CLIP)
        page = self.ready(self.kiosk(machine))
        page.run("window.errors = []; console.error = line => errors.push(line)")
        for call, fault in (("'?', {language: 'fr'}", 'language is "fr"'), ("'x'.repeat(600)", "600 characters"), ("''", "0 characters"),
                            ("'?', {timeout: NaN}", "its timeout a number"), ("7n", "a question is a text")):
            said = page.driver.execute_async_script(f"nodline.answer({call}).then(arguments[0])")
            self.assertEqual((said["answer"], said["reason"]), ("none", "bad-request"), call)
            self.assertIn("press a button", said["words"])
            self.assertIn(fault, page.run("return errors.at(-1)"))
        self.assertEqual(page.driver.execute_async_script("nodline.answer('?', null).then(arguments[0])")["reason"], "timeout")
        machine.appliance.end(signal.SIGKILL)
        said = self.ask(page, {"timeout": 0.5, "language": "de"})
        self.assertEqual(said["reason"], "no-appliance")
        self.assertIn("Bitte einen Knopf", said["words"])

    def test_what_is_not_an_answer_is_none(self):
        machine = self.machine(CLIP)
        page = self.ready(self.kiosk(machine))
        self.assertEqual(self.ask(page, {"timeout": 0.5, "language": "de"}),
                         {"answer": "none", "reason": "timeout", "words": "Keine Antwort. Bitte einen Knopf drücken."})
        for body in ("{}", '{"answer":"yes"}', '{"answer":"yes","reason":"timeout"}', '{"answer":true}', "yes", ""):
            page.run("window.fetch = async () => new Response(arguments[0], {status: 200})", body)
            self.assertEqual(self.ask(page, {"timeout": 1})["answer"], "none", body)
        page.run("window.fetch = async () => new Response('{\"answer\":\"yes\",\"reason\":\"nod\"}', {status: 500})")
        self.assertEqual(self.ask(page, {"timeout": 1})["answer"], "none")
        page.run("nodline.close()")
        self.assertEqual(self.ask(page, {"timeout": 1})["reason"], "closed")


class Vanished(Case):
    @unittest.skipUnless(os.geteuid() == 0, "only root may let a connection vanish")
    def test_the_question_of_a_kiosk_that_vanished_is_taken_back(self):
        machine = self.machine(CLIP)
        wire = self.asking(machine)
        # A connection under repair is closed without a word to the other side (TCP_REPAIR, tcp(7)).
        wire.setsockopt(socket.IPPROTO_TCP, 19, 1)
        wire.close()
        gone = Stopwatch(machine.server.pid, machine.appliance.pid)
        wait(lambda: not machine.status()["question"], 25, "the question is taken back")
        print(f"    taken back {gone.own():.1f} s after the kiosk vanished", end=" ")
        self.assertLess(gone.own(), 25, gone)


class Latency(Case):
    def test_from_the_answer_at_the_control_socket_to_the_promise(self):
        machine = self.machine(CLIP)
        machine.appliance.end()
        appliance = FakeAppliance(machine.appliance.control)
        self.addCleanup(appliance.close)
        kiosk = self.kiosk(machine)
        page = self.browser(kiosk, "/blank.html")
        wait(lambda: page.run("return Boolean(window.connect)"), 5, "the module")
        page.driver.set_script_timeout(5 * HANG)
        waits = Waits(machine.server.pid)
        # After each answer, the control: how long the browser takes for a file of the kiosk, which does nothing but send it.
        heard = page.driver.execute_async_script("""
            const [settings, count, done] = arguments, nodline = connect(settings), times = [];
            const now = () => performance.timeOrigin + performance.now();
            for (let place = 0; place < count; place += 1) {
                const answer = await nodline.ask("?", { timeout: 60 }), at = now();
                await (await fetch("/settings.js", { cache: "no-store" })).text();
                times.push([answer, at, now()]);
            }
            done(times);""".replace("const [", "(async (...arguments) => { const [", 1) + "})(...arguments)",
            {"url": machine.url, "key": kiosk.settings["key"]}, 200)
        waited = waits.seconds() * 1000 / len(heard)
        self.assertEqual({answer for answer, _, _ in heard}, {"yes"})
        delays = sorted(promise - said * 1000 for (_, promise, _), said in zip(heard, appliance.answers))
        control = statistics.median(there - sent * 1000 for (_, _, there), sent in zip(heard, kiosk.sent[-len(heard):]))
        median, late = statistics.median(delays), delays[int(len(delays) * 0.99)]
        print(f"\nfrom the answer at the control socket to the browser's promise, {len(delays)} answers: "
              f"median {median:.1f} ms, 99 % {late:.1f} ms, longest {delays[-1]:.1f} ms; a file takes {control:.1f} ms; {waited:.1f} ms of waits for a processor")
        self.assertLess(median - control - waited, 50)


if __name__ == "__main__":
    unittest.main()
