"""Teaching a movement on the page, from clicks at a phone's size and from keys alone at a desktop's."""
import os
import unittest

from machine import CLIP, Machine
from paired import Paired


class Teach(Paired):
    """On a phone in English, by clicks."""
    arguments = {"size": "phone", "language": "en", "scheme": "light", "by": "clicks"}

    def machine_for_test(self):
        return Machine(clip=os.path.dirname(CLIP) + "/tilts.y4m")

    def state(self, *path):
        folder = os.path.join(self.machine.folder, "state", *path)
        return sorted(os.listdir(folder)) if os.path.isdir(folder) else []

    def test_ordinary_minutes_are_recorded_counted_and_forgotten(self):
        page, text = self.browser, self.text
        page.go("teach")
        page.says(text("minutes.there", minutes=0))
        page.choose("#minutes-length", "5")
        page.press("#minutes-start")
        page.says(text.start("minutes.running"))
        page.pause(12)
        page.press("#minutes-stop")
        page.says(text("minutes.there", minutes="0.2" if page.language == "en" else "0,2"), seconds=10)
        self.assertEqual(len(self.state("rest", "main")), 1)
        page.press("#minutes-forget")
        page.says(text("minutes.there", minutes=0))
        self.assertEqual(self.state("rest", "main"), [])


class TeachByKeys(Teach):
    """On a desktop in German, in dark, by the keyboard alone."""
    arguments = {"size": "desktop", "language": "de", "scheme": "dark", "by": "keys"}


if __name__ == "__main__":
    unittest.main()
