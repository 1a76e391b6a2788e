"""Teaching a movement on the page, from clicks at a phone's size and from keys alone at a desktop's."""
import os
import unittest

from System.clocks import HANG, wait
from System.web.machine import CLIP, Machine
from System.web.paired import Paired


class Teach(Paired):
    """On a phone in English, by clicks."""
    arguments = {"size": "phone", "language": "en", "scheme": "light", "by": "clicks"}

    def machine_for_test(self):
        return Machine(clip=os.path.dirname(CLIP) + "/tilts.y4m")

    def state(self, *path):
        folder = os.path.join(self.machine.folder, "state", *path)
        return sorted(os.listdir(folder)) if os.path.isdir(folder) else []

    def test_a_movement_is_taught_listed_tried_and_forgotten(self):
        page, text = self.browser, self.text
        page.go("teach")
        page.says(text("teach.none"))
        page.press("#teach-start")
        page.says(text("teach.name.wrong"))
        page.type("#teach-name", "jerk")
        page.choose("#teach-count", "5")
        page.press("#teach-start")
        page.says(text("teach.rest", seconds=3))
        page.says(text("state.teaching"), "#header")
        page.says(text("teach.now", number=1, of=5), seconds=25)
        page.press("#teach-cancel")
        page.says(text("teach.cancelled"))
        self.assertEqual(self.state("taught", "main"), [])
        page.says(text("state.ready"), "#header", 20)
        page.press("#teach-start")
        page.says(text("teach.found", number=1), seconds=25)
        page.says(text.start("teach.kept"), seconds=120)
        self.assertEqual(page.run("return document.querySelectorAll('.ten .done').length"), 5)
        page.says(text("teach.gesture", name="jerk"), "main", 5)
        self.assertEqual(self.state("taught", "main"), ["jerk.taught"])
        page.press(f"main button[aria-label='{text('teach.try.name', name='my-jerk')}']")
        page.says(text("try.ten"))
        page.says(text("trial.running"), "#trial")
        self.assertEqual(page.run("return document.querySelector('#ten-gesture').value"), "my-jerk")
        page.choose("#ten-pace", "4")
        # The clip's movement comes every six seconds, so that not each sign has one; a busy machine may miss all of ten.
        marks, count = "return document.querySelectorAll('.ten .done').length", 0
        for _ in range(2):
            page.press("#ten-start")
            wait(lambda: page.run(marks) or page.has("#ten-start"), HANG, "one is found, or ten are over")
            count = page.run(marks)
            if count:
                break
            print("none of ten was found; they are tried again")
        self.assertGreater(count, 0, page.words("[aria-labelledby=ten]"))
        if page.has("#ten-stop"):
            page.press("#ten-stop")
        page.press("#discard")
        page.go("bind")
        page.press("section[aria-label='bell'] summary")
        page.find("#bell-my-jerk")
        page.go("teach")
        page.press(f"main button[aria-label='{text('teach.forget.name', name='my-jerk')}']")
        page.press("#forget-yes")
        page.says(text("teach.none"))
        self.assertEqual(self.state("taught", "main"), [])

    def test_ordinary_minutes_are_recorded_counted_and_forgotten(self):
        page, text = self.browser, self.text
        page.go("teach")
        page.says(text("minutes.there", minutes=0))
        page.choose("#minutes-length", "5")
        page.press("#minutes-start")
        page.says(text.start("minutes.running"))
        page.pause(12)
        page.press("#minutes-stop")
        page.says([text("minutes.there", minutes=f"0.{tenths}".replace(".", "." if page.language == "en" else ",")) for tenths in range(2, 10)], seconds=10)
        self.assertEqual(len(self.state("rest", "main")), 1)
        page.press("#minutes-forget")
        page.says(text("minutes.there", minutes=0))
        self.assertEqual(self.state("rest", "main"), [])


class TeachByKeys(Teach):
    """On a desktop in German, in dark, by the keyboard alone."""
    arguments = {"size": "desktop", "language": "de", "scheme": "dark", "by": "keys"}


if __name__ == "__main__":
    unittest.main()
