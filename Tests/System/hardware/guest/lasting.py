"""State that outlives a run: the profile and the pause, chosen with a button on a line and saved on disk."""
import os
import shutil
import signal
import subprocess
import time

from System.hardware.guest.pictures import PICTURES
from System.hardware.guest.runs import CONFIG, FAKE
from System.hardware.guest.wire import Nodline, Watch, write

STATE = "/tmp/state"


def run(more):
    return Nodline(CONFIG + FAKE + f'[state]\ndirectory = "{STATE}"\n' + more,
                   environment={"NODLINE_FAKE_CLIP": f"{PICTURES}/hold.y4m", "NODLINE_FAKE_STAYS": "1"})


def begin():
    shutil.rmtree(STATE, ignore_errors=True)
    os.mkdir(STATE)


def press(chip, line=22):
    moment = time.monotonic()
    chip.pull(line, up=True)
    time.sleep(0.2)
    chip.pull(line, up=False)
    return moment


def button_changes_profile(chip):
    """A button changes to another profile with other outputs; the profile is still active after a kill."""
    begin()
    button = '[inputs.other]\nline = "GPIO22"\naction = "profile"\n'
    write("/tmp/night.toml", CONFIG + FAKE + '[outputs.eye]\nline = "GPIO27"\nstate = "camera-on"\n' + button)
    main = '[profiles.night]\nfile = "night.toml"\n[outputs.eye]\nline = "GPIO17"\nstate = "camera-on"\n' + button
    watch = Watch(chip, 17, 27)
    nodline = run(main)
    watch.wait(17, 1, 30)
    pressed = press(chip)
    off = watch.wait(17, 0, 20, since=pressed)
    on = watch.wait(27, 1, 20, since=pressed)
    killed = time.monotonic()
    nodline.end(signal.SIGKILL)
    watch.wait(27, 0, 20, since=killed)  # gpio-sim releases the line
    nodline = run(main)
    watch.wait(27, 1, 30, since=killed)
    assert not [1 for moment, line, value in watch.changes if line == 17 and value and moment > pressed]
    assert nodline.end() == 0
    watch.stop()
    return f"the first profile's line off {off - pressed:.2f} s after the press, the other's on {on - pressed:.2f} s"


def pause_outlives_a_kill(chip):
    """A pause outlives a kill; on a full disk it is kept in memory, with a fault that says so."""
    begin()
    button = '[inputs.rest]\nline = "GPIO22"\naction = "pause"\n'
    nodline = run(button)
    nodline.wait(event="tracking-started")
    press(chip)
    nodline.wait(event="paused")
    time.sleep(0.3)
    nodline.end(signal.SIGKILL)
    nodline = run(button)
    nodline.wait(event="paused")
    press(chip)
    nodline.wait(event="resumed")
    assert nodline.end() == 0
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4k", "full", STATE], check=True)
    try:
        with open(f"{STATE}/filler", "wb") as file:
            file.write(bytes(4096))
        nodline = run(button)
        _, fault = nodline.wait(event="fault", what="state-not-kept")
        nodline.wait(event="tracking-started")
        press(chip)
        paused, _ = nodline.wait(event="paused")
        time.sleep(3)
        assert not nodline_fired(nodline, paused)
        assert nodline.end() == 0
        assert sorted(os.listdir(STATE)) in (["filler"], ["configuration", "filler"]), os.listdir(STATE)
    finally:
        subprocess.run(["umount", STATE], check=True)
    return fault["detail"]


def nodline_fired(nodline, since):
    return [event for moment, event in nodline.events if moment > since and event["event"] in ("recognised", "began")]


LASTING = [pause_outlives_a_kill, button_changes_profile]
