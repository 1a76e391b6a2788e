"""The page's button that must be held for anything to fire."""
import signal
import unittest

from System.clocks import wait
from System.web.browser import Browser
from System.web.machine import Machine
from System.web.tables import Texts
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.keys import Keys

#: What takes a press away: of the pointer, of the button, and of the page.
ENDS = {
    "the pointer is taken away": "document.querySelector('#hold').dispatchEvent(new PointerEvent('pointercancel', {bubbles: true}))",
    "it slides off the button": "document.querySelector('#hold').dispatchEvent(new PointerEvent('pointerleave'))",
    "something else gets the focus": "document.querySelector('#hold').dispatchEvent(new FocusEvent('blur'))",
    "another window comes to the front": "dispatchEvent(new Event('blur'))",
    "the page is hidden": "Object.defineProperty(document, 'hidden', {value: true, configurable: true}); document.dispatchEvent(new Event('visibilitychange')); delete document.hidden",
    "the page is left": "dispatchEvent(new Event('pagehide'))",
    "another view is shown": "location.hash = 'see'",
}


class Hold(unittest.TestCase):
    def setUp(self):
        self.machine = Machine(control="enable = true\n")
        self.addCleanup(self.machine.close)
        self.browser = Browser()
        self.addCleanup(self.browser.close)
        self.text = Texts(self.browser.language)
        self.browser.pair(self.machine)
        self.browser.says(self.text("state.not-enabled"), "#header", 20)
        self.browser.says(self.text("hold"), "#hold")

    def is_enabled(self):
        return self.machine.status()["enabled"]

    def pointer(self, act):
        hand = ActionBuilder(self.browser.driver, duration=0)
        act(hand.pointer_action)
        hand.perform()

    def press(self):
        page = self.browser
        point = wait(lambda: page._hand("point", "#hold"), 8, "the button")
        page._hand("rest")
        self.pointer(lambda hand: hand.move_to_location(point["x"], point["y"]).pointer_down())

    def lift(self):
        self.pointer(lambda hand: hand.pointer_up())

    def holds(self):
        self.browser.says(self.text("hold.held"), "#hold")
        self.assertIs(self.is_enabled(), True)
        self.assertEqual(self.machine.status()["enabling"], 1)

    def lets_go(self, why, *, shows=True):
        wait(lambda: self.is_enabled() is False, 8, why)
        if shows:
            self.browser.says(self.text("hold"), "#hold")

    def test_it_holds_while_it_is_pressed_with_a_pointer_or_a_key(self):
        self.assertIs(self.is_enabled(), False)
        self.press()
        self.holds()
        self.browser.pause(2)
        self.holds()
        self.lift()
        self.lets_go("let go")
        for key in (Keys.SPACE, Keys.ENTER):
            self.browser.run("document.querySelector('#hold').focus()")
            hand = ActionBuilder(self.browser.driver, duration=0)
            hand.key_action.key_down(key)
            hand.perform()
            self.holds()
            hand = ActionBuilder(self.browser.driver, duration=0)
            hand.key_action.key_up(key)
            hand.perform()
            self.lets_go("the key is let go")
        self.assertEqual(self.browser.complaints(), [])

    def test_whatever_takes_the_press_away_lets_go(self):
        for what, script in ENDS.items():
            with self.subTest(what):
                self.press()
                self.holds()
                self.browser.run(script)
                self.lets_go(what, shows="view" not in what)
                self.browser.pause(1)
                self.assertIs(self.is_enabled(), False)
                self.lift()
        self.assertEqual(self.browser.complaints(), [])

    def test_a_lost_network_lets_go_and_a_press_that_was_lost_holds_no_more_when_it_is_back(self):
        self.press()
        self.holds()
        self.machine.server.send_signal(signal.SIGSTOP)
        self.lets_go("the server stands still")
        self.browser.says(self.text("hold.lost"), "#footer")
        self.machine.server.send_signal(signal.SIGCONT)
        self.browser.pause(2)
        self.assertIs(self.is_enabled(), False)
        self.lift()
        wait(lambda: "not-enabled" == self.browser.run("return document.querySelector('#header .state').dataset.state"), 20, "it is back")
        self.press()
        self.holds()
        self.browser.driver.quit()
        wait(lambda: self.is_enabled() is False, 8, "the browser has gone")


if __name__ == "__main__":
    unittest.main()
