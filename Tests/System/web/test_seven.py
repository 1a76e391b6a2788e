"""The seven things that one can do on the page, from clicks at a phone's size and from keys alone at a desktop's."""
import os
import signal
import tempfile
import unittest

from System.clocks import unstarved, wait
from System.web.paired import Paired
from System.web.test_page import axe_script
from selenium.webdriver.common.keys import Keys


def appliance(test):
    return [test.machine.appliance.pid]


class Seven(Paired):
    """On a phone in English, in light, by clicks."""
    arguments = {"size": "phone", "language": "en", "scheme": "light", "by": "clicks"}

    def test_see_shows_the_picture_with_the_face_marked_and_advice_in_words(self):
        page, text = self.browser, self.text
        page.go("see")
        drawn = """const canvas = document.querySelector('canvas.picture'), pen = canvas.getContext('2d');
            const data = pen.getImageData(0, 0, canvas.width, canvas.height).data, seen = new Set();
            let marks = 0;
            for (let at = 0; at < data.length; at += 4) {
                seen.add(data[at]);
                if (data[at] > 200 && data[at + 2] < 150 && data[at + 1] > 150) marks += 1;
            }
            return seen.size > 40 ? marks : 0;"""
        marks = wait(lambda: page.run(drawn), 6, "a picture with a face")
        self.assertGreater(marks, 50, "eyes and mouth are marked")
        page.says([text("advice.good")] + [words for key, words in text.table.items() if key.startswith("advice.")], ".advice")
        page.go("watch")
        # The stream of pictures ends with the view.
        self.assertFalse(page.has("canvas.picture"))

    # An appliance without a processor sees too few frames to tell a movement from rest.
    @unstarved(appliance)
    def test_place_leads_through_five_steps_with_a_way_back(self):
        page, text = self.browser, self.text
        page.go("place")
        page.says("1. " + text("place.camera"))
        page.press("#next")
        page.says("2. " + text("place.rest"))
        page.press("#calibrate")
        page.says(text("place.rest.done"), seconds=20)
        page.press("#next")
        page.says("3. " + text("place.choose"))
        heads = page.run("""return [...document.querySelectorAll('.choice .head')].map(head => [head.getBoundingClientRect().width > 30,
            head.querySelectorAll('.moves').length, head.getAnimations({subtree: true}).length])""")
        self.assertEqual(heads, [[True, 1, 1]] * 18, "each gesture is shown by a head that makes it")
        page.reach("#gesture-hold-left")
        if page.by == "keys":
            page.keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
        else:
            page.press("#gesture-left")
        page.press("#next")
        page.says("4. " + text("place.far"))
        page.says(text("gesture.left"))
        page.press("#back")
        page.says("3. " + text("place.choose"))
        self.assertTrue(page.run("return document.getElementById('gesture-left').checked"))
        page.press("#next")
        ticked = "return [...document.querySelectorAll('.ways input')].filter(box => box.checked).map(box => box.id.slice(4))"
        wait(lambda: page.run(ticked) == ["left", "right", "up", "down"], 5, "what outputs use is ticked besides the chosen gesture")
        eyes = [text(f"range.eyes.{eyes}") for eyes in ("ahead", "along", "unclear", "unknown")]
        # The clip moves by itself, so what is asked for is seen only where they coincide; without that it is measured again.
        for _ in range(6):
            page.press("#range-start")
            page.says(text("range.rest"))
            page.says(text("state.measuring-ranges"), "#header")
            page.says(text("range.reach.left"), seconds=25)
            # What was told apart stays shown; without it the measurement ends.
            seen = page.says([*eyes, text("range.unchanged")], seconds=60)
            if seen in eyes:
                break
        self.assertIn(seen, eyes)
        said = page.says([text("range.kept"), text("range.unchanged")], seconds=30)
        if said == text("range.kept"):
            page.says(text("trial.running"), "#trial")
            page.says(text.start("range.known"))
            measured, file = self.machine.status()["ranges"], self.machine.configured()
            page.press("#keep")
            page.says(text("trial.done.keep"))
            page.press("#undo")
            page.says(text("trial.done.undo"))
            wait(lambda: "ranges" not in self.machine.status(), 5, "the ranges are gone")
            page.press("#undo")
            wait(lambda: self.machine.status().get("ranges") == measured, 5, "the ranges are back")
            self.assertEqual(self.machine.configured(), file)
            page.press("#range-forget")
            page.says(text("range.forgotten"))
            self.assertNotIn("ranges", self.machine.status())
        page.press("#next")
        page.says("5. " + text("place.attempt"))
        # The clip looks left once in 13 seconds, if the range that was measured lets it count.
        page.says([text.start("place.attempt.found"), text("place.attempt.wait")], seconds=5)
        page.says(text("place.attempt.use", outputs="bell"), seconds=5)
        page.press("#next")
        page.says(text("try.ten"))

    def test_what_cannot_fire_is_said_in_every_view_until_it_is_mended(self):
        page, text, machine = self.browser, self.text, self.machine
        good = machine.configured()

        def use(words):
            with open(machine.configuration, "w") as file:
                file.write(words)
            machine.appliance.send_signal(signal.SIGHUP)
        use(good.replace("threshold_left = 0.18", "threshold_left = 3"))
        page.says(text("state.partly"), "#header", 10)
        for view in ("home", "bind", "watch"):
            if view != "home":
                page.go(view)
            said = page.words("main .fault[role=status]")
            self.assertIn("bell", said)
            self.assertIn("call", said)
            self.assertIn(text("gesture.left"), said)
            self.assertIn(text("vain.off"), said)
        self.assertEqual([(one["user"], one["gesture"], one["only"]) for one in machine.status()["impossible"]], [("bell", "left", False), ("call", "hold-left", False)])
        use(good)
        wait(lambda: not page.has("main .fault[role=status]"), 10, "all gestures can fire again")
        page.says(text("state.ready"), "#header", 10)

    @unstarved(appliance)
    def test_a_range_calibration_can_be_stopped_and_changes_nothing(self):
        page, text = self.browser, self.text
        self.go_to_range(page)
        page.press("#range-start")
        page.says(text("range.rest"))
        page.press("#range-cancel")
        page.says(text("range.cancelled"))
        page.press("#next")
        page.says("5. " + text("place.attempt"))
        page.says(text.start("place.attempt.found"), seconds=20)

    # An appliance without a processor may learn a head that is turning, and not know it when it looks ahead.
    @unstarved(appliance)
    def test_a_person_is_learned_listed_named_on_the_picture_and_forgotten(self):
        page, text, machine = self.browser, self.text, self.machine
        page.go("people")
        page.says(text("people.none"))
        page.type("#person", "ben")
        page.press("#enrol")
        page.says(text("state.enrolling"), "#header")
        # Whoever comes later, or anew, sees that it goes on, and can end it.
        page.driver.refresh()
        page.press("#enrol-cancel")
        page.says(text.start("people.cancelled"), seconds=10)
        wait(lambda: page.words("#header") != text("state.enrolling") and not page.run("return document.getElementById('enrol').disabled"), 10, "it is over")
        page.run("document.getElementById('person').value = ''")
        page.type("#person", "anna")
        page.press("#enrol")
        page.says(text("state.enrolling"), "#header")
        page.says(text.start("people.missing"), seconds=20)
        page.says(text.start("people.took"), seconds=10)
        page.press("#enrol-stop")
        page.says("anna", ".plain", 10)
        kept = os.listdir(machine.folder + "/state/people")
        self.assertEqual(kept, ["anna.json"])
        self.assertEqual(os.stat(machine.folder + "/state/people/anna.json").st_mode & 0o777, 0o600)
        page.run("""window.drawn = new Set();
            const pen = CanvasRenderingContext2D.prototype, fill = pen.fillText;
            pen.fillText = function (words, ...place) { window.drawn.add(words); fill.call(this, words, ...place); };""")
        with open(machine.configuration, "a") as file:
            file.write('\n[person]\nonly = "anna"\n')
        machine.appliance.send_signal(signal.SIGHUP)
        wait(lambda: page.run("return window.drawn.has('anna')"), 20, "the name on the picture")
        page.press(".plain button.delete")
        page.press("#forget-yes")
        page.says(text("people.none"), seconds=5)
        self.assertEqual(os.listdir(machine.folder + "/state/people"), [])

    def slider(self):
        return "input[data-key='gestures.threshold_left']"

    def value(self):
        return float(self.browser.run("return document.querySelector(arguments[0]).value", self.slider()))

    def test_tune_tries_keeps_discards_and_undoes(self):
        page, text, machine = self.browser, self.text, self.machine
        before = machine.configured()
        page.go("tune")
        level = ".level[data-key='gestures.threshold_left']"
        wait(lambda: page.run("return document.querySelector(arguments[0])?.getAttribute('aria-valuetext')", level) not in (None, text("tune.level.unknown")), 15,
             "how far the head is now")
        page.send(self.slider(), Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        page.says(text("trial.running"), "#trial")
        page.says("1:5", "#trial")
        self.assertAlmostEqual(self.value(), 0.2)
        self.assertEqual(machine.configured(), before, "a trial does not touch the file")
        page.press("#discard")
        wait(lambda: abs(self.value() - 0.18) < 1e-6, 5, "the slider is back")
        page.send(self.slider(), Keys.ARROW_RIGHT)
        page.says(text("trial.running"), "#trial")
        page.press("#keep")
        wait(lambda: machine.configured() != before, 5, "the file is written")
        kept = machine.configured()
        self.assertIn("threshold_left = 0.19", kept)
        self.assertIn("# The carer's own remark.", kept)
        self.assertIn("# measured on Monday", kept)
        page.find("#undo")
        page.go("watch")
        self.assertFalse(page.has("#undo"), "undo stands where settings are changed")
        page.go("tune")
        page.find(self.slider())
        page.press("#undo")
        wait(lambda: machine.configured() == before, 5, "the previous file is back")
        wait(lambda: abs(self.value() - 0.18) < 1e-6, 5, "the slider is back")

    def test_keep_keeps_a_value_that_was_set_a_moment_ago_and_discard_forgets_it(self):
        page, text, machine = self.browser, self.text, self.machine
        page.go("tune")
        moves = """const slider = document.querySelector(arguments[0]);
            slider.stepUp();
            slider.dispatchEvent(new Event('change'));
            document.querySelector(arguments[1]).click();"""
        page.send(self.slider(), Keys.ARROW_RIGHT)
        page.says(text("trial.running"), "#trial")
        page.run(moves, self.slider(), "#keep")
        page.says(text("trial.done.keep"))
        self.assertIn("threshold_left = 0.2 ", machine.configured())
        page.find("#undo")
        page.pause(1)  # as long as a slider's value waits, and more
        self.assertFalse(page.has("#keep"), "nothing is on trial after that")
        page.send(self.slider(), Keys.ARROW_RIGHT)
        page.says(text("trial.running"), "#trial")
        page.run(moves, self.slider(), "#discard")
        page.says(text("trial.done.discard"))
        page.pause(1)
        self.assertFalse(page.has("#keep"), "nothing is on trial after that")
        wait(lambda: abs(self.value() - 0.2) < 1e-6, 5, "the slider is back")
        # What is refused is not kept, and neither is the rest.
        page.send(self.slider(), Keys.ARROW_RIGHT)
        page.says(text("trial.running"), "#trial")
        page.run(moves.replace("slider.stepUp()", "slider.value = slider.min"), self.slider(), "#keep")
        # In the reader's words; the program's own, which name the key, are folded.
        page.says(self.text("error.detail"), ".note-bar", 8)
        self.assertIn("threshold_left", page.run("return document.querySelector('.note-bar [lang=en]').textContent"))
        self.assertIn("threshold_left = 0.2 ", machine.configured())
        page.press("#discard")

    def test_tune_shows_what_another_browser_has_changed(self):
        page, text, machine = self.browser, self.text, self.machine
        page.go("tune")
        page.send(self.slider(), Keys.ARROW_RIGHT)
        page.says(text("trial.running"), "#trial")
        for value in (0.3, 0.4, 0.5):
            machine.appliance.ask("try", settings={"gestures.threshold_left": value})
        wait(lambda: abs(self.value() - 0.5) < 1e-6, 8, "the other's value")
        page.press("#discard")
        wait(lambda: not page.has("#keep"), 8, "nothing is on trial")

    def test_tune_shows_what_tilts_and_the_face_measure_now(self):
        page, text = self.browser, self.text
        page.go("tune")
        # Nothing uses them: they are among the others.
        page.says(text("tune.far"))
        self.assertFalse(any(text(name) in page.words() for name in ("tune.tilts", "tune.face")))
        page.press("main details summary")
        level = lambda key: page.run("return document.querySelector(arguments[0])?.getAttribute('aria-valuetext')", f".level[data-key='gestures.{key}']")
        names = ["tilt_left", "tilt_right", "mouth", "eyes_closed", "brows", "smile"]
        for name in names:
            self.assertEqual(level(f"threshold_{name}"), text("tune.level.unknown"), "nothing uses it")
        for name in ("tilt", "smile"):
            page.press(f"input[data-key='gestures.{name}']")
        page.says(text("trial.running"), "#trial")
        wait(lambda: all(level(f"threshold_{name}") not in (None, text("tune.level.unknown")) for name in ("tilt_left", "tilt_right", "smile")), 15,
             "what is used on trial is measured")
        self.assertEqual(level("threshold_mouth"), text("tune.level.unknown"))
        page.press("#discard")

    def test_tune_refuses_what_the_check_refuses_and_says_why(self):
        page = self.browser
        page.go("tune")
        # A threshold inside of the idle zone.
        page.send(self.slider(), Keys.HOME)
        # In the reader's words; the program's own, which name the key, are folded.
        page.says(self.text("error.detail"), ".note-bar", 8)
        self.assertIn("threshold_left", page.run("return document.querySelector('.note-bar [lang=en]').textContent"))
        wait(lambda: abs(self.value() - 0.18) < 1e-6, 5, "the slider is back")
        self.assertFalse(page.has("#keep"))

    def test_try_counts_found_and_missed_and_false_activations_and_prints(self):
        page, text = self.browser, self.text
        page.go("try")
        page.choose("#ten-gesture", "left")
        page.choose("#ten-pace", "4")
        page.press("#ten-start")
        # Ten times four seconds; the clip looks left three or four times in them, and a busy machine may miss some.
        found = page.says([text("try.result", found=found, of=10) for found in range(1, 8)], seconds=60)
        marks = page.run("return [...document.querySelectorAll('.ten li')].map(mark => mark.className)")
        self.assertEqual(len(marks), 10)
        self.assertIn(f"{marks.count('done')}", found)
        page.says(text("try.missed"))
        reasons = page.run("return [...document.querySelectorAll('[aria-labelledby=ten] ul li')].map(item => item.innerText)")
        self.assertEqual([words for words in reasons if words.startswith(tuple(text(f"way.{way}") + ":" for way in ("right", "up", "down")))], [])
        page.choose("#rest-length", "1")
        page.press("#rest-start")
        page.says([text("try.fired", count=count) for count in range(1, 6)], seconds=20)
        page.press("#rest-stop")
        page.find("#rest-start")
        page.type("#person", "A. B.")
        page.run("window.print = () => { window.printed = document.querySelector('.sheet').innerText; }")
        page.press("#print")
        sheet = page.run("return window.printed")
        for part in ("A. B.", text("sheet.of", found=marks.count("done"), of=10), text("gesture.left"), text("sheet.fired")):
            self.assertIn(part, sheet)

    def test_bind_lists_outputs_tests_them_and_shows_the_wiring(self):
        page, text = self.browser, self.text
        page.go("bind")
        for name in ("bell", "call", "lamp"):
            page.find(f"section[aria-label='{name}']")
        page.says(text("gesture.up"), "section[aria-label='bell']")
        page.says(text("kind.line", where="GPIO17"), "section[aria-label='bell']")
        page.says(text("bind.simulated"), "section[aria-label='bell']")
        # Refused while the clip's own gesture has it.
        for _ in range(4):
            page.press("button[data-test='bell']")
            said = page.says([text("bind.tested", name="bell"), text("error.unavailable"), text("error.busy")])
            if said == text("bind.tested", name="bell"):
                break
            page.pause(1)
        self.assertEqual(said, text("bind.tested", name="bell"))
        page.says(text("bind.off"), "section[aria-label='bell'] .light", 5)
        page.says(text("bind.on"), "section[aria-label='bell'] .light", 15)
        page.press("section[aria-label='lamp'] summary")
        page.press("#lamp-nod")
        page.says(text("trial.running"), "#trial")
        page.says(text("gesture.nod"), "[data-drives='lamp']")
        page.press("#discard")
        wait(lambda: not page.run("return document.getElementById('lamp-nod').checked"), 5, "the previous gesture is back")
        page.choose("#drawing", "relay")
        wait(lambda: page.run("const image = document.querySelector('.wiring'); return image.complete && image.naturalWidth > 0"), 5, "the drawing")
        self.assertIn("relay", page.run("return document.querySelector('.wiring').src"))

    def test_a_recording_is_shown_and_ended_by_whoever_comes_later(self):
        page, text, machine = self.browser, self.text, self.machine
        page.go("record")
        page.press("#agreed")
        page.choose("#length", "60")
        page.press("#record")
        page.says(text("recording"), "#header", 5)
        page.go("watch")
        page.go("record")
        page.press("#record-stop")
        page.says(text.start("record.done"), seconds=20)
        wait(lambda: not page.has(".recording"), 8, "the red mark goes")
        page.press(".delete")
        page.press("#delete-yes")
        page.says(text("record.none"))
        self.assertEqual(machine.recordings(), [])

    def test_record_asks_first_marks_gestures_and_deletes(self):
        page, text, machine = self.browser, self.text, self.machine
        page.go("record")
        page.says(text("record.none"))
        self.assertTrue(page.has("#record:disabled"), "not before the person has agreed")
        page.press("#agreed")
        page.choose("#length", "10")
        page.press("#record")
        page.says(text("recording"), "#header", 5)
        page.pause(1)  # the mark is not at the beginning
        page.press_and_slip("#tap")
        page.says(text("record.tapped", count=1))
        page.says(text("record.done", count=1), seconds=20)
        wait(lambda: not page.has(".recording"), 8, "the red mark goes")
        self.assertFalse(page.run("return document.getElementById('agreed').checked"), "asked again for the next one")
        page.says(text("record.item", seconds=10, megabytes="", labels=1)[-12:], "main", 8)
        self.assertEqual(machine.recordings(), ["clip-1.csv", "clip-1.y4m"])
        self.look_at(page, text, machine)
        page.press(".delete")
        page.press("#delete-yes")
        page.says(text("record.none"))
        self.assertEqual(machine.recordings(), [])
        self.assertFalse(page.has(".recording-view"), "what is deleted is not shown any more")

    def look_at(self, page, text, machine):
        """A recording's pictures, what settings find in it, and its file."""
        page.press(".look")
        grey = "const canvas = document.querySelector('.recording-view canvas'); return canvas ? new Set(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data).size : 0"
        wait(lambda: page.run(grey) > 40, 8, "a picture")
        place = "return Number(document.querySelector('.recording-view input').value)"
        page.press(".recording-view .nudge:last-of-type")
        wait(lambda: page.run(place) == 1, 5, "the next picture")
        page.press(".play")
        wait(lambda: page.run(place) > 20, 20, "it plays")
        page.press(".play")
        page.press("#try-recording")
        self.assertEqual(page.says([text("record.present"), *(text(f"error.{error}") for error in ("unavailable", "busy", "no-server"))], "main", 120), text("record.present"))
        page.says([text("try.result", found=found, of=1) for found in (0, 1)])
        self.assertLessEqual(page.run("return document.documentElement.scrollWidth"), page.run("return innerWidth"))
        small = page.run("return [...document.querySelectorAll('.recording-view button, .recording-view a, .recording-view input')].filter(node => Math.min(node.offsetHeight, node.offsetWidth) < 44).length")
        self.assertEqual(small, 0)
        page.run(axe_script())
        found = page.driver.execute_async_script("axe.run(document.querySelector('main')).then(arguments[0], error => arguments[0]({ error: String(error) }))")
        self.assertNotIn("error", found)
        self.assertEqual([(fault["id"], fault["nodes"][0]["html"]) for fault in found["violations"] if fault["impact"] in ("serious", "critical")], [])
        page.press(".run .seek")
        with open(machine.folder + "/state/recordings/clip-1.csv") as file:
            begin = float(file.read().splitlines()[1].split(",")[0])
        with open(machine.folder + "/state/recordings/clip-1.y4m", "rb") as file:
            rate = int(file.readline().split(b" F")[1].split(b":")[0])
        wait(lambda: abs(page.run(place) / rate - begin) < 0.1, 5, "the place of the mark")
        page.run("""fetch('v1/recordings/clip-1').then(answer => answer.arrayBuffer()).then(bytes => { window.bytes = bytes.byteLength })""")
        size = os.path.getsize(machine.folder + "/state/recordings/clip-1.y4m")
        wait(lambda: page.run("return window.bytes") == size, 20, "all bytes of the clip")
        self.assertEqual(page.run("return [...document.querySelectorAll('.recording-view a')].map(link => [link.getAttribute('href'), link.download])"),
                         [["v1/recordings/clip-1", "clip-1.y4m"], ["v1/recordings/clip-1.csv", "clip-1.csv"]])
        self.give(page, text, machine)
        page.go("tune")
        page.send("[data-key='gestures.threshold_left']", Keys.ARROW_RIGHT)
        page.find("#keep")
        page.go("record")
        page.press(".look")
        page.press("#try-recording")
        page.says(text("record.ontrial"), seconds=120)
        page.says(text("record.kept"))
        page.press("#discard")

    def give(self, page, text, machine):
        """A recording as numbers: the words that say what is in it, and a file that only the browser has."""
        page.says(text("record.give.note"), "#give-note")
        self.assertEqual(page.run("return document.getElementById('give').getAttribute('aria-describedby')"), "give-note")
        with tempfile.TemporaryDirectory() as folder:
            page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": folder})
            page.press("#give")
            # Chromium takes the name first, with an empty file.
            wait(lambda: os.listdir(folder) == ["clip-1.heads"] and os.path.getsize(folder + "/clip-1.heads"), 120, "the file")
            with open(folder + "/clip-1.heads") as file:
                rows = file.read().splitlines()
        self.assertEqual(rows[0], "# nodline heads 1")
        labels = [row.split(",") for row in rows if row.startswith("label,")]
        self.assertEqual([len(cells) for cells in labels], [4])
        self.assertGreater(sum(row[:1].isdigit() for row in rows), 60, "frames")
        self.assertEqual(machine.recordings(), ["clip-1.csv", "clip-1.y4m"], "no copy stays on the board")

    def test_watch_counts_gestures_and_outputs_by_day(self):
        page, text = self.browser, self.text
        page.go("watch")
        page.says(text("watch.days"))
        # The clip's looks ring the bell again and again.
        bars = "return [...document.querySelectorAll('.days li')].map(row => [row.querySelector('span').textContent, row.querySelector('strong').textContent, row.querySelectorAll('rect').length])"

        def rung():
            page.go("see")
            page.go("watch")
            page.says([text("watch.days.none"), text("watch.days.gestures")])
            return next((row for row in page.run(bars) if row[0] == "bell"), None)
        _, count, days = wait(rung, 60, "the bell is counted")
        self.assertRegex(count, text("watch.days.today", count="[1-9]\\d*"))
        self.assertEqual(days, 1)
        self.assertTrue(page.run("return document.querySelector('.bars').getAttribute('aria-label')"))

    def test_watch_shows_state_events_and_faults_and_pauses(self):
        page, text, machine = self.browser, self.text, self.machine
        for name in ("bell", "call", "lamp"):
            page.says(name, ".lights")
        wait(lambda: page.has(".lights .on[data-name=bell]"), 20, "the overview shows that the bell is on")
        page.go("watch")
        page.says(text("event.on", name="bell"), ".log", 20)
        page.press("main button[data-request='pause']")
        page.says(text("state.paused"), "#header")
        page.press("main button[data-request='resume']")
        page.says(text("state.ready"), "#header", 15)
        machine.spoil()
        page.says(text("fault.configuration-refused"), "main", 10)
        page.says(text("fault.configuration-refused.do"), "main")


class SevenByKeys(Seven):
    """On a desktop in German, in dark, by the keyboard alone."""
    arguments = {"size": "desktop", "language": "de", "scheme": "dark", "by": "keys"}


if __name__ == "__main__":
    unittest.main()
