"""The voice under systemd: its socket starts it, it speaks through ALSA from within its sandbox, and neither its death nor its hang
touches a frame or an output of the appliance."""
import json
import os
import signal
import socket
import statistics
import subprocess
import threading
import time

from System.clocks import wait
from System.hardware.guest.pictures import show
from System.hardware.guest.probes import directives, player, run, works
from System.hardware.guest.wire import Chip, Watch, bring, read, write

HELD = 17
CONFIG = """[camera]
rate = 10
[detection]
accuracy = "low"
[outputs.held]
line = "GPIO17"
state = "camera-on"
"""
# What it may and may not do with all of its unit's directives together.
AS_VOICE = {
    "espeak-ng -v en --stdout yes > /dev/null": True,
    "python: open('/dev/snd/controlC0')": True,
    "python: import socket; socket.socket(socket.AF_UNIX)": True,
    "python: import socket; socket.socket(socket.AF_INET)": False,
    "python: import socket; socket.socket(socket.AF_UNIX).connect('/run/nodline/nodline.sock')": False,
    "python: import glob; open(glob.glob('/dev/gpiochip*')[0])": False,
    "python: open('/dev/uinput')": False,
    "cat /etc/shadow": False,
    "ls /var/lib/nodline": False,
    "touch /etc/nodline/new": False,
    "touch /var/new": False,
    "python: len(bytearray(100_000_000))": False,
}


class Wish:
    """One text that the voice is asked to say."""

    def __init__(self, words):
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.connect("/run/nodline-voice/voice")
        self.connection.settimeout(120)
        self.connection.sendall(json.dumps({"say": words, "language": "en"}).encode() + b"\n")
        self.lines = self.connection.makefile()
        assert self.answer() == {"voice": "speaking"}

    def answer(self):
        """The next that it says of it; nothing if it dies."""
        line = self.lines.readline()
        return json.loads(line) if line else None


class Frames:
    """The rates that the appliance reports, each second of its own."""

    def __init__(self):
        self.rates, self.lines = [], []
        self.process = subprocess.Popen(["nodline", "events", "--json"], stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self.process.stdout:
            event = json.loads(line)
            if event.get("event") == "stats":
                self.rates.append(event["capture_fps"])
            elif event.get("event") in ("line", "fault"):
                self.lines.append(event)

    def median(self, count):
        """The median of the next rates."""
        before = len(self.rates)
        wait(lambda: len(self.rates) >= before + count, 240, lambda: f"only {len(self.rates) - before} rates: {self.lines}", pause=0.2)
        return statistics.median(self.rates[before:])


def process():
    return int(run("systemctl", "show", "--value", "--property", "MainPID", "nodline-voice").stdout)


def speaks(words="yes"):
    """Seconds until the sound card is open and until the words have been said, and which process has the card."""
    began = time.monotonic()
    wish = Wish(words)
    playing = wait(player, 60, lambda: run("journalctl", "-u", "nodline-voice", "-n", "20", "--no-pager").stdout, pause=0)
    opened = time.monotonic() - began
    assert "nodline-voice.service" in read(playing[0].split("/fd/")[0] + "/cgroup"), "it plays within its own unit"
    answer = wish.answer()
    assert answer == {"voice": "said"}, answer
    return opened, time.monotonic() - began, playing[0]


def fails():
    """The accesses that went another way than they should."""
    failures = []
    together = [line for line in directives("nodline-voice.service") if not line.startswith(("Exec", "Type", "NotifyAccess", "Restart", "Watchdog"))]
    chip = Chip("voice", {HELD: "GPIO17"})
    chip.pull(HELD, up=False)
    for probe, may in AS_VOICE.items():
        free, why = works(probe)
        could, answer = works(probe, *together)
        print(f"{'as the voice':45} {'can' if could else 'cannot'}: {probe[:90]}", flush=True)
        if could != may or not (free or may):
            failures.append((probe, why, answer))

    bring("pictures", "/srv", "*.jpg")  # the service does not see /tmp
    show(*["rest"] * 8, place="/srv")
    write("/etc/nodline/nodline.toml", CONFIG)
    run("systemctl", "restart", "nodline")
    watch = Watch(chip, HELD)
    wait(lambda: chip.value(HELD) == 1, 60, lambda: run("journalctl", "-u", "nodline", "-n", "20", "--no-pager").stdout)
    frames = Frames()
    frames.median(2)
    before = frames.median(5)

    state = run("systemctl", "is-active", "nodline-voice.socket", "nodline-voice.service").stdout.split()
    assert state == ["active", "inactive"], state
    took, _, first = speaks()
    _, open_time, second = speaks()
    assert second == first, "the card was closed between words that follow each other"
    # Without the one that is open, the voice opens the card again, after what wakes a link.
    os.kill(int(first.split("/")[2]), signal.SIGKILL)
    wait(lambda: not os.path.exists("/proc/" + first.split("/")[2]), 30, lambda: "the voice has not noticed it")
    again, closed_time, _ = speaks()
    print(f"the voice: its socket starts it, and it plays {took:.2f} s after the wish; {again:.2f} s while it runs; the words are over "
          f"{closed_time:.2f} s after the wish, and {open_time:.2f} s while the card is open", flush=True)
    assert open_time < closed_time, "an open card saves no time"

    since, long = time.monotonic(), "please turn me to the other side, " * 8
    for how in (signal.SIGKILL, signal.SIGSTOP):
        wish, killed = Wish(long), process()
        wait(player, 60, lambda: "it does not play")
        os.kill(killed, how)
        rate = frames.median(3)
        # Killed, or ended by its watchdog: whoever asked learns it, nothing plays on, and the next text is said.
        assert wish.answer() is None
        wait(lambda: process() not in (0, killed), 60, lambda: "it is not started again")
        wait(lambda: not player(), 30, lambda: "it plays on")
        speaks()
        print(f"the voice {'killed' if how == signal.SIGKILL else 'hung'} while it speaks: {rate:.1f} frames a second meanwhile, "
              f"{before:.1f} before; it speaks again", flush=True)
        assert rate > 0.9 * before, "the appliance lost frames"
    moved = [change for change in watch.changes if change[0] >= since]
    assert not moved and chip.value(HELD) == 1, f"the output moved: {moved}"
    touched = [event for event in frames.lines if event["event"] == "line"]
    assert not touched, touched
    memory = run("systemctl", "show", "--value", "--property", "MemoryPeak", "nodline-voice").stdout.strip()
    print(f"the voice: {int(memory) / 1e6:.1f} MB at most with what it starts" if memory.isdigit() else "the voice: its memory is not counted here",
          flush=True)
    frames.process.terminate()
    return failures
