"""What the page says while somebody else, a fault or a pause changes what holds."""
import signal
import subprocess

from System.clocks import HANG, wait
from System.places import PROGRAMS
from System.web.browser import Browser
from System.web.paired import Paired
from System.web.tables import Texts


class Elsewhere(Paired):
    arguments = {"size": "phone", "language": "en", "scheme": "light", "by": "clicks"}

    def command(self, *words):
        """A command at the board."""
        subprocess.run([PROGRAMS + "/nodline", *words, "--socket", self.machine.appliance.control], check=True, capture_output=True, timeout=HANG)

    def second(self):
        """Another browser, in the list of outputs."""
        other = Browser(size="desktop", language="en")
        self.addCleanup(other.close)
        other.pair(self.machine)
        other.says(Texts("en")("state.ready"), "#header", 20)
        other.go("bind")
        other.press("section[aria-label='bell'] summary")
        return other

    def waiting(self, state):
        return self.text("try.waiting", state=self.text(f"state.{state}"))

    def ticked(self, page, output="bell"):
        return set(page.run("return [...document.querySelectorAll(`section[aria-label=${arguments[0]}] fieldset input`)].filter(box => box.checked).map(box => box.value)", output))

    def tick(self, page, gesture, output="bell"):
        page.find(f"#{output}-{gesture}")
        page.run("document.getElementById(arguments[0]).click()", f"{output}-{gesture}")

    def test_nothing_is_asked_for_or_counted_as_rest_while_nothing_counts(self):
        page, text = self.browser, self.text
        self.command("pause")
        page.says(text("state.paused"), "#header")
        page.go("try")
        page.press("#rest-start")
        page.press("#ten-start")
        page.says(self.waiting("paused"), "[aria-labelledby=ten]")
        page.says(self.waiting("paused"), "[aria-labelledby=resting]")
        page.pause(3)
        self.assertEqual(page.run("return document.querySelectorAll('.ten li').length"), 0)
        page.press("#ten-stop")  # it fills the screen meanwhile
        page.press("#rest-stop")
        page.find("#rest-start")
        self.assertEqual(page.words(".sheet"), text("try.empty"))
        for words in (text("try.quiet"), text("try.missed")):
            self.assertNotIn(words, page.words())
        # It goes on when gestures count.
        page.press("#ten-start")
        page.says(self.waiting("paused"), "[aria-labelledby=ten]")
        self.command("resume")
        page.find(".ten li", 20)
        self.machine.appliance.end()
        page.says(self.waiting("no-appliance"), "[aria-labelledby=ten]", 20)

    def test_the_boxes_of_an_output_show_what_is_in_force_and_one_stays(self):
        page, text = self.browser, self.text
        page.go("bind")
        page.press("section[aria-label='bell'] summary")
        other = self.second()
        self.tick(other, "left")
        wait(lambda: self.ticked(page) == {"up"}, 10, "the other browser's change")
        self.tick(page, "up")
        page.says(text("bind.least"), ".note-bar")
        self.assertEqual(self.ticked(page), {"up"})
        self.tick(page, "nod")
        wait(lambda: self.ticked(other) == {"up", "nod"}, 10, "the change in the other browser")
        page.says(text("gesture.nod"), "[data-drives='bell']")
        # Faster than the replies.
        page.run("for (const gesture of ['left', 'down']) document.getElementById(`bell-${gesture}`).click()")
        wait(lambda: self.ticked(other) == {"up", "nod", "left", "down"}, 10, "both changes in the other browser")
        self.assertEqual(self.ticked(page), {"up", "nod", "left", "down"})

    def test_a_trial_that_somebody_else_ends_is_told_and_views_show_what_holds(self):
        page, text = self.browser, self.text
        page.go("bind")
        page.press("section[aria-label='bell'] summary")
        self.tick(page, "left")
        page.says(text("trial.running"), "#trial")
        other = self.second()
        other.press("#discard")
        other.says(text("trial.done.discard"), ".note-bar")
        page.says(text("trial.gone"), ".note-bar", 10)
        wait(lambda: self.ticked(page) == {"left", "up"}, 10, "the kept gestures")
        self.tick(page, "up")
        page.says(text("trial.running"), "#trial")
        self.machine.appliance.end()
        page.says(text("state.no-appliance"), "#header", 20)
        self.assertFalse(page.has("#keep"))
        self.machine.start_appliance()
        page.says(text("trial.gone"), ".note-bar", 30)
        wait(lambda: self.ticked(page) == {"left", "up"}, 10, "the kept gestures after the start")

    def test_looking_at_a_pin_does_not_change_it_and_a_wrong_name_is_told(self):
        page, text = self.browser, self.text
        page.go("bind")
        page.press("section[aria-label='bell'] [data-edit]")
        page.find("#place-bell")
        self.assertEqual(page.run("return document.getElementById('place-bell').value"), "GPIO17")
        page.press("#connect")
        page.press("#deed-home")
        page.find("#connect-name")
        page.run("const name = document.getElementById('connect-name'); name.value = 'جرس الباب'; name.dispatchEvent(new Event('change'))")
        page.says(text("connect.name.hint"), ".connect [role=status]")

    def test_a_recording_that_its_appliance_did_not_survive_has_failed_and_is_gone(self):
        page, text = self.browser, self.text
        page.go("record")
        page.press("#agreed")
        page.press("#record")
        page.find("#record-stop")
        wait(lambda: any(name.endswith(".part") for name in self.machine.recordings()), 10, "the first pictures")
        self.machine.appliance.end(signal.SIGKILL)
        page.says(text("event.recording.failed"), "main", 20)
        self.assertFalse(page.run("return document.querySelector('.recording').checkVisibility()"))
        self.machine.start_appliance()
        page.says(text("state.ready"), "#header", 30)
        page.says(text("record.none"), "main", 10)
        self.assertEqual(self.machine.recordings(), [])

    def test_what_ends_with_its_appliance_ends_on_the_page(self):
        page, text, appliance = self.browser, self.text, self.machine.appliance
        self.go_to_range(page)
        for view, begin, cancel, running, ended in (
                ("place", "#range-start", "#range-cancel", "range.rest", "range.cancelled"), ("teach", "#teach-start", "#teach-cancel", None, "teach.cancelled")):
            if view == "teach":
                page.go(view)
                page.type("#teach-name", "jerk")
            page.press(begin)
            page.find(cancel)
            if running:
                page.says(text(running))
            wait(lambda: self.machine.status()["state"] != "ready", 10, "it has begun")
            page.pause(0.5)
            appliance.end(signal.SIGKILL)
            page.says(text(ended), "main", 20)
            self.machine.start_appliance()
            appliance = self.machine.appliance
            page.says(text("state.ready"), "#header", 30)
            page.find(begin)
            self.assertFalse(page.has(cancel), view)

    def test_a_page_that_is_loaded_anew_can_cancel_what_goes_on(self):
        page, text = self.browser, self.text
        other = self.second()
        self.go_to_range(other)
        other.press("#range-start")
        self.go_to_range(page)
        page.press("#range-cancel")
        other.says(text("range.cancelled"))
        other.find("#range-start")
        page.find("#range-start")

    def test_an_appliance_that_hangs_is_told_as_one_that_does_not_run(self):
        page, text = self.browser, self.text
        self.machine.appliance.send_signal(signal.SIGSTOP)
        self.addCleanup(self.machine.appliance.send_signal, signal.SIGCONT)
        page.says(text("state.no-appliance"), "#header", 25)
        self.machine.appliance.send_signal(signal.SIGCONT)
        page.says(text("state.ready"), "#header", 25)
