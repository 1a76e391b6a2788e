"""What programs use of nodline-web: the description of its interface, and the figures for Prometheus."""
import json
import os
import subprocess
import unittest
import urllib.error
import urllib.request

from machine import HANG, ROOT, Machine, wait
from test_kiosk import NODS

TOOLS = ROOT + "/.nodline"


class Programs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # A head that nods, so that questions are answered.
        cls.machine = Machine(NODS)
        cls.addClassCleanup(cls.machine.close)
        cls.key = cls.machine.key("program", "listen,ask,command")
        wait(lambda: cls.machine.status()["state"] == "ready", 20, "a face")

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
        request = urllib.request.Request(self.machine.url + "v1/events?moved=1", headers={"Authorization": "Bearer " + self.key})
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


if __name__ == "__main__":
    unittest.main()
