"""What programs use of nodline-web: the description of its interface, and the figures for Prometheus. And what a recording that is tried costs the
appliance."""
import json
import os
import select
import shutil
import socket
import statistics
import subprocess
import time
import unittest
import urllib.error
import urllib.request

from System.clocks import HANG, Account, Frames, unstarved, used, wait
from System.places import PROGRAMS, ROOT
from System.web.machine import CLIP, Machine
from System.web.test_kiosk import NODS

TOOLS = ROOT + "/.nodline"


class Programs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # A head that nods, so that questions are answered.
        cls.machine = Machine(NODS)
        cls.addClassCleanup(cls.machine.close)
        cls.key = cls.machine.key("program", "listen,ask,command")
        wait(lambda: cls.machine.status()["state"] == "ready", 20, "a face")

    def test_the_list_of_keys_says_when_each_was_made(self):
        command = [PROGRAMS + "/nodline", "key", "list", "--socket", self.machine.folder + "/web/pair.sock"]
        line = subprocess.run(command, check=True, capture_output=True, timeout=HANG, text=True).stdout
        self.assertRegex(line, r"^program   .*listen.*   made 20\d\d-\d\d-\d\d\n$")

    def get(self, path, key=True):
        headers = {"Authorization": "Bearer " + self.key} if key else {}
        with urllib.request.urlopen(urllib.request.Request(self.machine.url + path, headers=headers), timeout=HANG) as reply:
            return reply.headers, reply.read().decode()

    def test_schemathesis_finds_nothing(self):
        folder = self.machine.folder + "/schemathesis"
        os.mkdir(folder)
        # The stream of events has no end; test_events_are_what_the_description_says tests it.
        command = [TOOLS + "/schemathesis/bin/st", "run", self.machine.url + "v1/openapi.json", "--exclude-path", "/v1/events",
                   "-H", "Authorization: Bearer " + self.key, "--phases", "examples,coverage,fuzzing", "--max-examples", "25", "--seed", "1",
                   "--workers", "1", "--request-timeout", str(HANG), "--rate-limit", "15/s", "--url", self.machine.url.rstrip("/")]
        environment = {**os.environ, "PYTHONPATH": TOOLS + "/schemathesis", "NO_COLOR": "1"}
        done = subprocess.run(["python3", *command], cwd=folder, env=environment, capture_output=True, text=True, timeout=900)
        print("\n" + "\n".join(done.stdout.splitlines()[-25:]))
        self.assertEqual(done.returncode, 0, done.stdout[-6000:] + done.stderr[-2000:])

    def test_events_are_what_the_description_says(self):
        described = json.loads(self.get("v1/openapi.json", key=False)[1])["paths"]["/v1/events"]["get"]["responses"]
        request = urllib.request.Request(self.machine.url + "v1/events?pointer=1", headers={"Authorization": "Bearer " + self.key})
        with urllib.request.urlopen(request, timeout=HANG) as reply:
            self.assertIn(reply.headers["Content-Type"], described["200"]["content"])
            lines = [reply.readline().decode() for _ in range(9)]
        self.assertEqual(lines[:2], ["event: appliance\n", 'data: {"running":true}\n'])
        self.assertIn("event", json.loads(lines[3].removeprefix("data: ")))
        with self.assertRaises(urllib.error.HTTPError) as refused:
            self.get("v1/events", key=False)
        self.assertIn(str(refused.exception.code), described)

    def test_promtool_finds_nothing_in_the_figures(self):
        wait(lambda: 'nodline_gestures_total{gesture="nod"}' in self.get("metrics", key=False)[1], 30, "a nod in the figures")
        headers, text = self.get("metrics", key=False)
        self.assertIn("version=0.0.4", headers["Content-Type"])
        checked = subprocess.run([TOOLS + "/promtool", "check", "metrics"], input=text, capture_output=True, text=True, timeout=HANG)
        self.assertEqual((checked.returncode, checked.stdout, checked.stderr), (0, "", ""))
        self.assertRegex(text, r'nodline_frame_cost_seconds_count [1-9]')
        self.assertRegex(text, r'nodline_gesture_latency_seconds_count [1-9]')


class Tried(unittest.TestCase):
    RATE = 15

    def setUp(self):
        self.machine = Machine(environment={"NODLINE_COURTESY": ""})
        self.addCleanup(self.machine.close)

    @unstarved(lambda test: [test.machine.appliance.pid])
    def test_a_recording_that_is_tried_gives_way_to_the_frames(self):
        machine = self.machine
        place, appliance = machine.appliance.control, machine.appliance.pid
        os.mkdir(machine.folder + "/state/recordings")
        for ending in ("y4m", "csv"):
            shutil.copy(CLIP.replace("y4m", ending), f"{machine.folder}/state/recordings/clip-1.{ending}")
        frames = Frames(place, appliance)
        self.addCleanup(frames.end)
        wait(lambda: len(frames.frames) > 2 * self.RATE, 5, "frames")

        def measure(work):
            """The frames during some work, and the processor's time for one."""
            begin, cost = len(frames.frames), used(appliance)
            work()
            end = len(frames.frames)
            return Account(frames.frames[begin:end], self.RATE), (used(appliance) - cost) / (end - begin)

        polite = set()

        def trials():
            end = time.monotonic() + 15  # on a busy machine one alone takes minutes, and ends with its client
            with socket.socket(socket.AF_UNIX) as wire:
                wire.settimeout(HANG)
                wire.connect(place)
                replies = wire.makefile()
                # Something is on trial, so that each runs with two settings.
                wire.sendall(b'{"request":"try","settings":{"gestures.threshold_left":0.2}}\n')
                self.assertTrue(json.loads(replies.readline())["ok"])
                for _ in range(5):
                    wire.sendall(b'{"request":"test-recording","name":"clip-1"}\n')
                    while not select.select([wire], [], [], 0.02)[0]:
                        polite.update(politeness(appliance))
                        if time.monotonic() > end:
                            return
                    reply = json.loads(replies.readline())
                    self.assertTrue(reply["ok"] and reply["kept"], reply)

        alone, usual = measure(lambda: time.sleep(5))
        beside, cost = measure(trials)
        late = [statistics.mean(account.late) * 1000 for account in (alone, beside)]
        print(f"\nalone: {alone}\nbeside recordings that are tried: {beside}\na frame costs {cost / usual:.2f} times as much processor time, and is late by "
              f"{late[1]:.1f} ms on average without waits, of {late[0]:.1f} alone", flush=True)
        self.assertIn((os.SCHED_IDLE, "1000"), polite)
        self.assertEqual(beside.faults(), [], beside)


def politeness(appliance):
    """How the process in which an appliance tries a recording is scheduled, and how readily it is killed when memory is short."""
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/stat") as stat, open(f"/proc/{process}/oom_score_adj") as score:
                if int(stat.read().rsplit(")", 1)[1].split()[1]) == appliance:
                    yield os.sched_getscheduler(int(process)), score.read().strip()
        except (FileNotFoundError, ProcessLookupError):
            pass


if __name__ == "__main__":
    unittest.main()
