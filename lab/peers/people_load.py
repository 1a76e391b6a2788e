#!/usr/bin/env python3
"""What recognising people does to the appliance on one core, when it never ends.

    lab/peers/people_load.py [--method dlib|patterns] [--rounds 3] [--people PROGRAM]

Plays the same simulated clip in `nodline run` again and again, alternately alone and while `nodline-people` turns one face after another into
numbers on the same core. Prints the rate of processed frames, when held outputs are released, and the memory of the process.
"""
import argparse
import json
import os
import pathlib
import statistics
import struct
import subprocess
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / ".build/release"
SIDE = 150
#: Seconds of one round, of which the first ones do not count.
LENGTH, BEGIN = 42, 4
SCRIPT = "fps 30; still 2s; hold left 2s; still 1s; hold left 1.5s; leave; still 1s; return; still 3s"
CONFIGURATION = """[outputs.call]
gesture = "hold-left"
action = "level"
"""


def on_core():
    """Called in a child."""
    os.sched_setaffinity(0, {0})


class Recogniser:
    """Keeps nodline-people busy until it is closed."""

    def __init__(self, program, method):
        self.process = subprocess.Popen([program, "--method", method], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        preexec_fn=on_core)
        self.count = self.memory = 0
        self.is_over = False
        self.thread = threading.Thread(target=self._run)
        self.thread.start()

    def _run(self):
        pixels = bytes((x * y) % 251 for y in range(SIDE) for x in range(SIDE))
        while not self.is_over:
            self.process.stdin.write(b"NDQ1" + struct.pack("<If", self.count + 1, 60) + pixels)
            self.process.stdin.flush()
            head = self.process.stdout.read(16)
            if len(head) < 16:
                raise SystemExit("nodline-people has ended")
            kind, length = struct.unpack("<II", head[8:])
            body = self.process.stdout.read(length if kind == 0 else 4 * length)
            if kind == 0:
                raise SystemExit(f"nodline-people: {body.decode()}")
            self.count += 1
            with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as status:
                self.memory = next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024

    def close(self):
        self.is_over = True
        self.thread.join()
        self.process.stdin.close()
        self.process.wait(10)


def run(clip, folder):
    """One round: the rates of each second, and the times of releases within the clip, in seconds."""
    configuration = folder / "nodline.toml"
    configuration.write_text(CONFIGURATION + f'[control]\ndirectory = "none"\n[state]\ndirectory = "{folder}"\n')
    appliance = subprocess.Popen([PROGRAMS / "nodline", "run", "--clip", clip, "--loop", "--json", "--config", configuration],
                                 stdout=subprocess.PIPE, text=True, preexec_fn=on_core)
    end, rates, releases, found = time.monotonic() + LENGTH, [], [], None
    for line in appliance.stdout:
        event = json.loads(line)
        if event["event"] == "face-found":
            found = event["t"]
        if event["t"] < BEGIN:
            continue
        if event["event"] == "stats":
            rates.append(event["detect_fps"])
        # How long after the head's return a held output goes off repeats from one turn of the clip to the next.
        if event["event"] == "line" and event["value"] == 0 and found is not None:
            releases.append(event["t"] - found)
        if time.monotonic() > end:
            break
    appliance.terminate()
    appliance.wait(10)
    return rates, releases


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--method", default="dlib", choices=["dlib", "patterns"])
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--people", default=PROGRAMS / "nodline-people", help="built by deploy/build-people")
    options = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        clip = folder / "clip.y4m"
        subprocess.run([PROGRAMS / "nodline", "simulate", "--script", SCRIPT, "-o", clip], check=True)
        alone, beside, count, memory, seconds = [], [], 0, 0, 0
        for _ in range(options.rounds):
            alone.append(run(clip, folder))
            recogniser = Recogniser(options.people, options.method)
            began = time.monotonic()
            beside.append(run(clip, folder))
            seconds += time.monotonic() - began
            recogniser.close()
            count, memory = count + recogniser.count, max(memory, recogniser.memory)
    for name, rounds in (("alone", alone), ("beside", beside)):
        rates = [rate for round in rounds for rate in round[0]]
        releases = sorted(release for round in rounds for release in round[1])
        print(f"{name:8} {statistics.mean(rates):.2f} frames a second (least {min(rates):.1f}), {len(releases)} releases, median "
              f"{statistics.median(releases):.3f} s, latest {releases[-1]:.3f} s after the face was found")
    rate = [statistics.mean(rate for round in rounds for rate in round[0]) for rounds in (alone, beside)]
    print(f"rate beside / alone: {rate[1] / rate[0]:.3f}; {count} faces in {seconds:.0f} s; {options.method} took {memory:.0f} MB")


if __name__ == "__main__":
    main()
