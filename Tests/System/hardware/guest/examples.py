"""Each configuration in deploy/examples with a simulated head and its outputs observed from outside. Only the paths of
camera, models and runtime are changed, and the accuracy, because `high` takes four times as much of the guest's core."""
import os
import shutil
import subprocess
import time

from System.clocks import wait
from System.hardware.guest.devices import fake_pulses
from System.hardware.guest.keys import ENTER, EV_REL, PAGE_DOWN, REL_WHEEL, SPACE, Keyboard, usb_keyboard
from System.hardware.guest.runs import FAKE, MODELS
from System.hardware.guest.wire import NODLINE, Light, Nodline, Watch, copy, read

CLIP = "/tmp/clip.y4m"
RUNTIME = "/run/nodline"  # where clients look for the socket


class Example:
    """An appliance with an example's configuration, in front of its clip."""

    def __init__(self, name):
        text = read(f"/mnt/examples/{name}.toml") + "\n"
        camera = f"[camera]\nrate = 15\n{FAKE}"
        assert "[models]" not in text and "[detection]" not in text
        if "[camera]\n" in text:
            text = text.replace("[camera]\n", camera)
        else:
            text += camera
        copy(f"/mnt/clips/{name}.y4m", CLIP)
        shutil.rmtree(RUNTIME, ignore_errors=True)
        os.mkdir(RUNTIME)
        self.nodline = Nodline(text + MODELS + '[detection]\naccuracy = "low"\n', environment={"NODLINE_FAKE_CLIP": CLIP, "NODLINE_FAKE_STAYS": "1", "RUNTIME_DIRECTORY": RUNTIME})
        self.nodline.wait(event="tracking-started")

    def count(self, gesture, count, seconds=40):
        """The moments at which it was recognised, as soon as there are `count`."""
        def moments():
            return [moment for moment, _ in self.nodline.said(event="recognised", gesture=gesture)]

        wait(lambda: len(moments()) >= count, seconds, lambda: f"{len(moments())} {gesture} instead of {count}: {self.words()}")
        return moments()

    def words(self):
        return [(round(said["t"], 2), said["event"], said.get("name"), said.get("value")) for _, said in self.nodline.events
                if said["event"] not in ("stats", "axis", "moved")]

    def end(self):
        assert self.nodline.end() == 0
        os.remove(CLIP)


def levels(watch, line):
    """The values of a line, from its first change on."""
    return [value for _, offset, value in watch.changes if offset == line][1:]


def pulses(watch, line):
    """The durations for which a line was on."""
    changes = [(moment, value) for moment, offset, value in watch.changes if offset == line]
    return [off - on for (on, value), (off, _) in zip(changes, changes[1:]) if value]


def communication_aid(chip):
    """Example communication: two nods close the contact twice, looking up pauses and resumes, the relay is on while nods count."""
    light = Light("ACT")
    watch = Watch(chip, 17, 22, 23, 24)
    example = Example("communication")
    example.count("nod", 2)
    time.sleep(2)
    assert light.changes
    pressed, ready = pulses(watch, 17), levels(watch, 23)
    example.end()
    watch.stop()
    assert len(pressed) == 2 and all(0.25 < length < 0.45 for length in pressed), (pressed, example.words())
    assert levels(watch, 22) == [1, 0], (watch.changes, example.words())
    assert ready == [1, 0, 1], (ready, example.words())
    assert not pulses(watch, 24)
    return "contact closed for " + " and ".join(f"{length:.2f}" for length in pressed) + " s"


def kiosk_asks(chip):
    """Example kiosk: `nodline ask` exits with 0 after a nod and with 3 after a shake; the lamp blinks only during questions."""
    watch = Watch(chip, 17, 22, 23)
    example = Example("kiosk")

    def ask():
        began = time.monotonic()
        status = subprocess.run([NODLINE, "ask", "Print the receipt?", "--timeout", "12"], capture_output=True, text=True)
        return (status.returncode, status.stderr), began, time.monotonic()

    yes, began, ended = ask()
    no, _, last = ask()
    time.sleep(1)
    example.end()
    watch.stop()
    assert (yes[0], no[0]) == (0, 3), (yes, no, example.words())
    lit = [moment for moment, line, value in watch.changes if line == 17 and value]
    assert lit and all(began <= moment <= last for moment in lit), (lit, began, ended, last)
    assert [moment for moment in lit if moment < ended] and [moment for moment in lit if moment > ended]
    assert levels(watch, 22) == [1, 0] and levels(watch, 23) == [1, 0], watch.changes
    return f"yes after {ended - began:.1f} s, no after {last - ended:.1f} s"


def robot_drives(chip):
    """Example robot: the head up and down drives, never both ways at once; servo and motor follow (in an imitated PWM folder)."""
    watch = Watch(chip, 23, 24, 25)
    with fake_pulses(0, 1) as channels:
        example = Example("robot")
        seen = []  # moment, motor's and servo's pulses in microseconds

        def look(goes_on):
            while goes_on():
                seen.append((time.monotonic(), *(int(read(f"{channel}/duty_cycle") or 0) / 1000 for channel in channels)))
                time.sleep(0.05)

        look(lambda: time.monotonic() < example.nodline.events[0][0] + 60 and len(levels(watch, 24)) < 2)
        end = time.monotonic() + 4.5  # time to turn left and back
        look(lambda: time.monotonic() < end)
        example.end()
        assert all(read(f"{channel}/enable") == "0" for channel in channels)
    watch.stop()
    changes = [(moment, line, value) for moment, line, value in watch.changes if line != 25 and moment > seen[0][0]]
    assert [change[1:] for change in changes] == [(23, 1), (23, 0), (24, 1), (24, 0)], (changes, example.words())
    forward, back, reverse, stop = (moment for moment, _, _ in changes)
    assert reverse - back > 0.3
    assert levels(watch, 25) == [1, 0], watch.changes
    driven = max(motor for moment, motor, _ in seen if forward < moment < back)
    backward = max(motor for moment, motor, _ in seen if reverse < moment < stop)
    assert driven > 15 and backward > 15, (driven, backward)
    assert not [motor for moment, motor, _ in seen if moment > stop + 1 and motor > 0]
    left = min(servo for moment, _, servo in seen if moment > stop)
    assert left < 1400 and abs(seen[-1][2] - 1500) < 60, (left, seen[-1])
    return f"motor {driven:.0f} and {backward:.0f} of 50 us, servo {left:.0f} us to the left and {seen[-1][2]:.0f} ahead"


def desktop_scrolls(chip):
    """Example scrolling: between two nods, and only then, the wheel turns up and down with the head."""
    pointer = Keyboard("Nodline", PAGE_DOWN)
    example = Example("scrolling")
    nods = example.count("nod", 2)
    time.sleep(3)
    example.end()
    pointer.close()
    turned = [(moment, value) for moment, kind, code, value in pointer.events if (kind, code) == (EV_REL, REL_WHEEL)]
    assert turned and all(nods[0] - 0.1 <= moment <= nods[1] + 0.1 for moment, _ in turned), (nods, turned)
    down = -sum(value for _, value in turned if value < 0)
    assert down >= 2, turned
    return f"{down} notches down, {sum(value for _, value in turned if value > 0)} up"


def usb_switch(chip):
    """Example usb-switch: looks left are Space and a look right is Enter, as seen by the USB host."""
    with usb_keyboard() as keyboard:
        watch = Watch(chip, 22)
        example = Example("usb-switch")
        example.count("left", 2)  # the nod in between counts as looks down here, which switch nothing
        time.sleep(0.5)
        example.end()
        watch.stop()
    pressed = [code for _, kind, code, value in keyboard.events if kind == 1 and value == 1]
    assert pressed == [SPACE, ENTER, SPACE], (pressed, example.words())
    times = {value: [moment for moment, kind, code, down in keyboard.events if kind == 1 and code == SPACE and down == value]
             for value in (0, 1)}
    lengths = [off - on for on, off in zip(times[1], times[0])]
    assert all(0.05 < length < 0.2 for length in lengths), lengths
    assert levels(watch, 22) == [1, 0], watch.changes
    return "Space, Enter, Space; Space for " + " and ".join(f"{length:.2f}" for length in lengths) + " s"


EXAMPLES = [communication_aid, kiosk_asks, robot_drives, desktop_scrolls, usb_switch]
