"""Draws the pictures of docs/pictures: the page as it is, with the photograph of the demonstration's clip."""
import os
import subprocess

from System.places import ROOT
from System.web.browser import Browser
from System.web.fake_web import FakeWeb
from System.web.machine import Machine
from System.web.tables import Texts

FOLDER = ROOT + "/docs/pictures"
#: Docs are read on other machines, too.
LARGEST = 60_000


def draw(page, name):
    path = f"{FOLDER}/{name}.png"
    page.picture(path + ".full.png")
    # 64 colours are enough for a grey photograph in a page, and a quarter of the bytes.
    subprocess.run(["ffmpeg", "-loglevel", "error", "-y", "-i", path + ".full.png", "-vf",
                    "split[a][b];[a]palettegen=max_colors=64[p];[b][p]paletteuse=dither=none", "-compression_level", "100", path], check=True)
    os.remove(path + ".full.png")
    size = os.path.getsize(path)
    print(f"{path}: {size} bytes")
    assert size < LARGEST, f"{name} is too large"


def talk():
    """The board to speak with, which needs emoji: fonts-noto-color-emoji."""
    web, text = FakeWeb(), Texts("en")
    web.voice = ["said"]
    page = Browser("phone", "en", "light")
    try:
        page.resize(360, 640)
        page.driver.get(web.url + "talk")
        page.says(text("state.ready"), ".state", 20)
        page.press("[data-cell=thirsty]")
        page.run("scrollTo(0, 0)")
        page.find("[data-cell=thirsty].lit", 60)
        page.run("scrollTo(0, 0)")
        draw(page, "page-talk")
    finally:
        page.close()
        web.close()


def main():
    talk()
    machine, text = Machine(), Texts("en")
    try:
        page = Browser("phone", "en", "light")
        page.resize(360, 640)
        page.pair(machine)
        page.says(text("state.ready"), "#header", 20)
        page.go("see")
        page.says(text("advice.good"))
        page.pause(1)
        draw(page, "page-see")
        page.go("place")
        for _ in range(4):
            page.press("#next")
        page.says(text.start("place.attempt.wait"))
        page.press("#back")
        page.run("document.querySelector('.gauge').scrollIntoView({block: 'end'})")
        page.pause(8)
        draw(page, "page-far")
        page.go("tune")
        page.pause(12)
        page.press("input[data-key='gestures.threshold_left'] + button")
        page.says(text("trial.running"), "#trial")
        page.run("scrollTo(0, 0)")
        page.pause(0.5)
        draw(page, "page-tune")
        page.press("#discard")
        page.go("try")
        page.choose("#ten-gesture", "left")
        page.choose("#ten-pace", "4")
        page.press("#ten-start")
        page.pause(26)
        page.run("document.querySelector('.ten').scrollIntoView({block: 'center'})")
        page.pause(0.3)
        draw(page, "page-try")
        page.close()
    finally:
        machine.close()


if __name__ == "__main__":
    main()
