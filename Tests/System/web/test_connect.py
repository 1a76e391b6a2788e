"""From an empty configuration to a bell that rings, a key on a tablet and a board to speak with, by taps alone and by keys alone."""
import os
import subprocess
import tempfile
import time
import tomllib
import unittest

from System.clocks import HANG, wait
from System.places import PROGRAMS
from System.web.browser import Browser
from System.web.fake_desk import FakeDesk
from System.web.machine import Machine
from System.web.tables import Texts
from System.web.test_page import axe_script
from selenium.webdriver.common.keys import Keys

EMPTY = "# The carer's own remark.\nconfig_version = 1\n[gestures] # of Monday\n#nod = true\n"
WIRED = EMPTY + """
[outputs.door]   # at the door
line = "GPIO17"  # the left relay
gesture = "nod"
[outputs.motor]
line = "GPIO23"
gesture = "hold-left"
action = "level"
max_on = 20
"""


class Connect(unittest.TestCase):
    def open(self, configuration, environment=None, **arguments):
        machine = Machine(configuration=configuration, environment=environment)
        self.addCleanup(machine.close)
        page = Browser(**arguments)
        self.addCleanup(page.close)
        page.pair(machine)
        page.says(Texts(page.language)("state.ready"), "#header", 20)
        return machine, page, Texts(page.language)

    def outputs(self, machine):
        """What `nodline check` finds right in the file."""
        subprocess.run([PROGRAMS + "/nodline", "check", "--config", machine.configuration], check=True, capture_output=True, timeout=HANG)
        return tomllib.loads(machine.configured()).get("outputs", {})

    def until(self, machine, condition, what):
        wait(lambda: condition(self.outputs(machine)), 10, what)

    def has_value(self, page, css, value):
        """Waits for a field's value; the page draws its fields anew."""
        wait(lambda: page.run("return document.querySelector(arguments[0])?.value", css) == value, 10, f"{css} is {value}")

    def is_there(self, page, name, isThere=True):
        css = f"section[aria-label='{name}']"
        wait(lambda: page.run("return Boolean(document.querySelector(arguments[0]))", css) == isThere, 10, f"{name} is {'shown' if isThere else 'gone'}")

    def keep(self, page, text):
        page.press("#keep")
        page.says(text("trial.done.keep"))

    def connects(self, **arguments):
        """A bell, then a key that goes to a tablet which is paired here, then the board to speak with: all of it with the page alone. A clip plays the
        head, so that outputs are shown as switched, and no device is."""
        place = f"/tmp/nodline-desk-{os.getpid()}"
        desk = FakeDesk(place)
        self.addCleanup(lambda: (desk.close(), os.remove(place)))
        machine, page, text = self.open(EMPTY, {"NODLINE_BLUETOOTH_PAIRING": place}, **arguments)
        self.gets_a_bell(machine, page, text)
        self.gets_a_key(machine, page, text, desk)
        self.speaks(page, text)
        page.driver.back()
        page.find("#connect")
        return machine, page, text

    def begins(self, page, deed):
        """Chooses what should happen: with the arrow keys, as in every group of radio buttons."""
        page.press("#connect")
        if page.by == "clicks":
            page.press(f"#deed-{deed}")
        else:
            page.reach("#deed-bell")
            for one in ("toy", "lamp", "buzzer", "tablet"):
                page.keys(Keys.ARROW_DOWN)
                self.has_value(page, "[name=deed]:checked", one)
                page.find("#connect-name")
                page.pause(0.3)  # each asks what is free, and only so many questions a second are answered
                if one == deed:
                    break

    def tells(self, page, what, efforts, began):
        print(f"{what}: {page.efforts - efforts} {'taps' if page.by == 'clicks' else 'keys'}, {time.monotonic() - began:.0f} s "
              f"({page.size}, {page.language}, {page.scheme})", flush=True)

    def gets_a_key(self, machine, page, text, desk):
        efforts, began = page.efforts, time.monotonic()
        self.begins(page, "tablet")
        self.has_value(page, "#connect-place", "space")
        page.press(".connect a[href='#bluetooth']")
        page.press("#bluetooth-pair")
        wait(lambda: desk.guest, 5, "a tablet may pair")
        desk.say("passkey 001234")
        page.says("001 234", "#passkey")
        desk.paired("AA:00:00:00:00:02", "Tablet of Ada")
        page.says("Tablet of Ada")
        page.go("bind")
        self.begins(page, "tablet")
        self.has_value(page, "#connect-place", "space")
        page.choose("#connect-gesture", "hold-right")
        page.press("#connect-try")
        page.says(text("connect.trying"), "section[aria-label=tablet]")
        page.says(text("bind.on"), "section[aria-label=tablet] .light", 30)  # the clip holds right
        self.keep(page, text)
        self.tells(page, "a key for a tablet that is paired, and kept", efforts, began)
        self.until(machine, lambda outputs: outputs.get("tablet") == {"bluetooth": "space", "gesture": ["hold-right"], "action": "level"}, "the key in the file")

    def speaks(self, page, text):
        efforts, began = page.efforts, time.monotonic()
        page.press("#footer a[href=talk]")
        page.says(text("state.ready"), ".state", 20)
        page.press("[data-cell=yes]")
        page.says(text("talk.say.yes"), "#message")
        self.tells(page, "a word on the board to speak with", efforts, began)

    def gets_a_bell(self, machine, page, text):
        before, efforts, began = machine.configured(), page.efforts, time.monotonic()
        page.go("bind")
        page.says(text("bind.none"))
        self.assertNotIn(text("bind.lead"), page.words())  # there is nothing to test
        page.press("#deed-bell")
        self.has_value(page, "#connect-place", "GPIO17")
        self.has_value(page, "#drawing", "relay")  # and not that of a toy
        page.choose("#connect-gesture", "left")
        page.press("#connect-try")
        page.says(text("connect.trying"), "section[aria-label=bell]")
        self.assertEqual(machine.configured(), before, "it is on trial")
        page.press("[data-test=bell]")
        page.says(text("bind.on"), "section[aria-label=bell] .light", 10)
        page.says(text("bind.tested", name="\u2068bell\u2069" if page.language == "ar" else "bell"), "section[aria-label=bell]")
        page.says(text("bind.off"), "section[aria-label=bell] .light", 10)
        page.says(text("bind.on"), "section[aria-label=bell] .light", 30)  # the clip looks left
        self.keep(page, text)
        self.tells(page, "from an empty configuration to a bell that rings and is kept, with the wait for the clip's look", efforts, began)
        self.until(machine, lambda outputs: outputs == {"bell": {"line": "GPIO17", "gesture": ["left"], "action": "pulse"}}, "the bell in the file")
        for comment in ("# The carer's own remark.", "# of Monday", "#nod = true"):
            self.assertIn(comment, machine.configured())

    def test_an_empty_configuration_gets_a_bell_by_taps_on_a_phone(self):
        machine, page, text = self.connects(size="phone", language="en", by="clicks")
        # A second one finds the first one's pin and name taken.
        page.press("#connect")
        page.press("#deed-toy")
        self.has_value(page, "#connect-name", "toy")
        self.assertNotIn("GPIO17", page.run("return [...document.querySelectorAll('#connect-place option')].map(option => option.value)"))
        page.press("#deed-bell")
        self.has_value(page, "#connect-name", "bell-2")
        page.press("#deed-tablet")
        self.has_value(page, "#connect-place", "space")
        page.choose("#connect-place", "enter")  # space is the first one's
        page.run("document.getElementById('connect-name').value = ''")
        page.type("#connect-name", "Tür öffnen!")
        page.press("#connect-try")
        page.says(text("connect.trying"), "section[aria-label=Tur-offnen]")
        page.press("#discard")
        page.says(text("trial.done.discard"))
        self.is_there(page, "Tur-offnen", False)
        self.assertEqual(list(self.outputs(machine)), ["bell", "tablet"])
        self.assertEqual(page.complaints(), [])

    def test_an_empty_configuration_gets_a_bell_by_keys_on_a_desktop_in_german(self):
        _, page, _ = self.connects(size="desktop", language="de", scheme="dark", by="keys")
        self.assertEqual(page.complaints(), [])

    def test_an_empty_configuration_gets_a_bell_by_keys_on_a_phone_in_arabic(self):
        _, page, _ = self.connects(size="phone", language="ar", scheme="dark", by="keys")
        self.assertEqual(page.complaints(), [])

    def test_a_key_goes_to_the_smart_home_or_a_sound_is_made_and_what_is_missing_is_said(self):
        machine, page, text = self.open(EMPTY, size="desktop", language="en", scheme="dark")
        page.go("bind")
        page.press("#deed-home")
        page.says(text("connect.no-mqtt"))
        page.choose("#connect-gesture", "nod")
        page.press("#connect-try")
        page.says(text("connect.trying"), "section[aria-label=home]")
        page.press("#connect")
        page.press("#deed-sound")
        page.says(text("connect.sound.told"))
        page.press("#connect-try")
        page.says(text("connect.sounding"))
        self.keep(page, text)
        self.until(machine, lambda outputs: outputs == {"home": {"gesture": ["nod"], "action": "pulse"}}, "the output in the file")
        self.assertEqual(tomllib.loads(machine.configured())["feedback"]["sounds"], ["recognised", "held"])

    def test_a_conflict_is_told_in_words_and_changes_nothing(self):
        machine, page, text = self.open(WIRED, size="phone", language="en")
        before = machine.configured()
        page.go("bind")
        page.press("#connect")
        page.press("#deed-lamp")
        self.has_value(page, "#connect-place", "GPIO22")
        page.type("#connect-name", "x")
        page.choose("#connect-gesture", "up")
        page.choose("#connect-action", "pulse")
        # Somebody else takes the pin meanwhile.
        page.run("document.querySelector('#connect-place').append(new Option('GPIO17', 'GPIO17')); document.querySelector('#connect-place').value = 'GPIO17'")
        page.press("#connect-try")
        page.says(text("connect.taken"), ".connect")
        page.press(".connect [role=status] summary")
        page.says('"GPIO17" is not a free line of the header', ".connect")
        self.has_value(page, "#connect-place", "GPIO22")  # what is free was asked for anew
        for field, value in ("name", "lampx"), ("gesture", "up"), ("action", "pulse"):
            self.has_value(page, f"#connect-{field}", value)
        self.assertFalse(page.has("#keep"))
        self.assertEqual(machine.configured(), before)

    def test_the_form_has_no_serious_accessibility_fault_and_fits_a_phone(self):
        for language, scheme in (("de", "dark"), ("ar", "light"), ("pl", "light")):
            _, page, _ = self.open(WIRED, size="phone", language=language, scheme=scheme)
            page.go("bind")
            page.press("#connect")
            page.press("#deed-tablet")
            self.has_value(page, "#connect-place", "space")
            page.press("section[aria-label=door] [data-edit]")
            page.find("#place-door")
            page.run(axe_script())
            report = page.driver.execute_async_script("axe.run(document).then(arguments[arguments.length - 1]);")
            self.assertEqual([(fault["id"], [node["target"] for node in fault["nodes"]][:3]) for fault in report["violations"]
                              if fault["impact"] in ("serious", "critical")], [], language)
            self.assertLessEqual(page.run("return document.documentElement.scrollWidth"), 360, language)
            self.assertEqual(page.run("""return [...document.querySelectorAll('main button, main select, main input, main summary')]
                .map(node => ['checkbox', 'radio'].includes(node.type) ? node.closest('.check, .choice') : node)
                .filter(node => node.checkVisibility() && Math.min(node.offsetHeight, node.offsetWidth) < 44).map(node => node.outerHTML.slice(0, 99))"""), [], language)
            page.close()

    def test_a_pin_that_another_profile_uses_is_not_free(self):
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as robot:
            robot.write('[outputs.motor]\nline = "GPIO22"\ngesture = "up"\n[axes.arm]\npwm = "pwmchip0:0"\n')
            robot.flush()
            _, page, _ = self.open(EMPTY + f'[profiles.robot]\nfile = "{robot.name}"\n', size="phone", language="en")
            page.go("bind")
            page.press("#deed-lamp")
            self.has_value(page, "#connect-place", "GPIO17")  # GPIO22 is the usual one
            offered = page.run("return [...document.querySelectorAll('#connect-place option')].map(option => option.value)")
            self.assertEqual(sorted(offered), [f"GPIO{line}" for line in (16, 17, 20, 21, 23, 24, 25, 26, 27)])

    def test_a_browser_that_may_only_watch_connects_nothing(self):
        machine, page, _ = self.open(WIRED, size="phone", language="en")
        page.driver.delete_all_cookies()
        page.enter(machine.url, machine.code("--watch"))
        page.go("bind")
        page.says("motor")
        self.assertFalse(page.has("#connect") or page.has("[data-edit]"))

    def test_an_output_changes_its_pin_and_is_taken_out_with_its_comments_kept_and_one_with_limits_is_not(self):
        machine, page, text = self.open(WIRED, size="phone", language="ar")
        page.go("bind")
        page.says(text("bind.protected"), "section[aria-label=motor]")
        self.assertFalse(page.run("return Boolean(document.querySelector('[data-remove=motor]'))"))
        page.press("section[aria-label=door] [data-edit]")
        page.choose("#place-door", "GPIO24")
        page.press("[data-change=door]")
        self.keep(page, text)
        self.until(machine, lambda outputs: outputs["door"]["line"] == "GPIO24", "the other pin in the file")
        page.says("GPIO24", "section[aria-label=door]")
        page.press("[data-remove=door]")  # what was open stays open
        self.is_there(page, "door", False)
        self.assertIn("door", self.outputs(machine), "it is on trial")
        self.keep(page, text)
        self.until(machine, lambda outputs: list(outputs) == ["motor"], "it is gone from the file")
        for comment in ("# The carer's own remark.", "# of Monday", "# at the door", "# the left relay"):
            self.assertIn(comment, machine.configured())
        page.press("#undo")
        page.says(text("trial.done.undo"))
        self.until(machine, lambda outputs: list(outputs) == ["door", "motor"], "it is back")
        self.is_there(page, "door")
        self.assertEqual(page.complaints(), [])


if __name__ == "__main__":
    unittest.main()
