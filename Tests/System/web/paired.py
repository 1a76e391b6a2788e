"""A browser that is paired with an appliance of its own, which is ready."""
import unittest

from System.web.browser import Browser
from System.web.machine import Machine
from System.web.tables import Texts


class Paired(unittest.TestCase):
    """Tests of the page. `arguments` says how the browser is used."""

    def machine_for_test(self):
        return Machine()

    def setUp(self):
        self.machine = self.machine_for_test()
        self.addCleanup(self.machine.close)
        self.browser = Browser(**self.arguments)
        self.addCleanup(self.browser.close)
        self.text = Texts(self.browser.language)
        self.browser.pair(self.machine)
        self.browser.says(self.text("state.ready"), "#header", 20)

    @staticmethod
    def go_to_range(page):
        """To the wizard's fourth step."""
        page.go("place")
        for _ in range(3):
            page.press("#next")

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])
