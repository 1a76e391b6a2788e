"""Axes on the page: a bar that follows the head, and their settings on trial."""
import unittest

from System.clocks import wait
from System.web.machine import CONFIGURATION, Machine
from System.web.paired import Paired
from selenium.webdriver.common.keys import Keys

AXES = CONFIGURATION + """
[axes.steer]
usb = "stick-x"

[axes.page]
direction = "vertical"
pointer = "wheel"
"""


class Axes(Paired):
    arguments = {"size": "phone", "language": "en", "scheme": "light", "by": "clicks"}

    def machine_for_test(self):
        return Machine(configuration=AXES)

    def bar(self, name):
        """How far the axis moves, by the meter, and on which side of the middle its bar is: -1 left, 1 right, 0 neither."""
        return self.browser.run("""const meter = document.querySelector(arguments[0]), bar = meter.querySelector('.now'), width = parseFloat(bar.style.width);
            return [Number(meter.getAttribute('aria-valuenow')), width < .5 ? 0 : parseFloat(bar.style.left) < 49 ? -1 : 1, meter.getAttribute('aria-valuetext')];""",
                                f".level.axis[data-axis='{name}']")

    def see(self, name, isSo, what):
        """Waits for a state of the bar. The clip goes on and on."""
        wait(lambda: isSo(*self.bar(name)[:2]), 60, what)

    def test_a_bar_follows_the_head_to_both_sides_and_rests_and_a_setting_is_tried_on_it(self):
        page, text = self.browser, self.text
        page.go("tune")
        for name in ("steer", "page"):
            page.says(text("tune.axis", name=name))
        self.see("steer", lambda value, side: value > 30 and side == -1, "the bar goes left with the head")
        self.see("steer", lambda value, side: value == 0 and side == 0, "the bar rests")
        self.see("steer", lambda value, side: value < -30 and side == 1, "the bar goes right with the head")
        self.see("page", lambda value, side: value > 5 and side == 1, "up is to the right")
        self.see("page", lambda value, side: value < -5 and side == -1, "down is to the left")
        self.assertNotEqual(self.bar("steer")[2], text("tune.level.unknown"))
        # With a dead zone that is wider than the movements nothing moves it, at once and without touching the file; the other axis goes on.
        before = self.machine.configured()
        page.send("input[data-key='axes.steer.dead_zone']", Keys.END)
        page.says(text("trial.running"), "#trial")
        self.see("steer", lambda value, side: value == 0, "the bar rests")
        moved, ways = [], set()

        def goes_on():
            moved.append(self.bar("steer")[0])
            ways.add(self.bar("page")[1])
            return {1, -1} <= ways
        wait(goes_on, 60, "the other axis goes up and down")
        ways.clear()
        wait(goes_on, 60, "the other axis goes up and down again")
        self.assertEqual(set(moved), {0})
        self.assertEqual(self.machine.configured(), before)
        page.press("#discard")
        self.see("steer", lambda value, side: value > 30, "the bar follows again")


if __name__ == "__main__":
    unittest.main()
