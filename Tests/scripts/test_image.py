"""Tests/System/image/run: what it records as the last time that the whole passed. And what its board hears."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
IMAGE = ".nodline/images/nodline-1-pi-arm64.img"
sys.path.insert(0, f"{ROOT}/Tests")
from System.image import board  # noqa: E402

# In place of what takes an hour.
FAKES = {
    "deploy/prepare": "",
    "tools/install-packages": "",
    "tools/build-root": "echo tools",
    "Tests/System/hardware/pictures": "",
    "deploy/image/build": f'mkdir -p .nodline/images; : > {IMAGE}; cp "${{BYTES:-{IMAGE}}}" {IMAGE}.xz; echo {IMAGE}.xz',
}
CARD = """import os, pathlib
if "EDIT" in os.environ:
    pathlib.Path(os.environ["EDIT"]).write_text("changed meanwhile")
print("1 passed, 0 failed")
raise SystemExit("BROKEN" in os.environ)
"""


class Record(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder, self.record = f"{folder.name}/checkout", f"{folder.name}/cache/nodline/image-passed"
        self.environment = os.environ | {"XDG_CACHE_HOME": f"{folder.name}/cache"}
        os.makedirs(os.path.dirname(self.record))
        for name in ("Tests/System/image/run", "tools/common.sh", "tools/report", "tools/limits.py", "tools/limit"):
            os.makedirs(os.path.dirname(f"{self.folder}/{name}"), exist_ok=True)
            shutil.copy(f"{ROOT}/{name}", f"{self.folder}/{name}")
        for name, does in FAKES.items():
            self.write(name, f"#!/bin/sh\n{does}\n")
        self.write("Tests/System/image/card.py", CARD)
        self.write(".gitignore", ".nodline/\n")
        self.git("init", "-q")
        self.git("add", ".")
        self.git("-c", "user.name=a", "-c", "user.email=a", "commit", "-qm", "x")

    def write(self, name, text):
        os.makedirs(os.path.dirname(f"{self.folder}/{name}"), exist_ok=True)
        with open(f"{self.folder}/{name}", "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(f"{self.folder}/{name}", 0o755)

    def git(self, *words):
        return subprocess.run(["git", *words], cwd=self.folder, check=True, capture_output=True, text=True).stdout.strip()

    def run_it(self, *words, **environment):
        run = subprocess.run(["Tests/System/image/run", *words], cwd=self.folder, env=self.environment | environment, capture_output=True, text=True)
        return run.returncode, run.stdout + run.stderr

    def test_a_whole_pass_is_recorded_with_its_commit_and_said_by_the_next_run(self):
        status, output = self.run_it()
        self.assertEqual(status, 0, output)
        self.assertIn("last passed as a whole: never on this machine", output)
        with open(self.record, encoding="utf-8") as file:
            recorded = file.read()
        self.assertRegex(recorded, rf"^[-0-9]+T[:0-9]+Z at {self.git('rev-parse', 'HEAD')}, in \d+ min\n$")
        self.assertIn("last passed as a whole: " + recorded, self.run_it("card")[1])

    def test_what_is_no_whole_pass_of_a_commit_is_not_recorded(self):
        for words, environment, status in (
                (["card"], {}, 0),
                (["reproducible"], {}, 0),
                (["reproducible", "card"], {}, 0),
                ([], {"NODLINE_IMAGE": f"{self.folder}/test"}, 0),
                ([], {"NODLINE_PACKAGE": "nodline.deb"}, 0),
                ([], {"BROKEN": "yes"}, 1),
                ([], {"BYTES": "/proc/sys/kernel/random/uuid"}, 1),
                ([], {"EDIT": "new"}, 0),
                ([], {"EDIT": "Tests/System/hardware/pictures"}, 0)):
            with self.subTest(words=words, environment=environment):
                self.git("checkout", "-q", ".")
                self.git("clean", "-q", "-f")
                found, output = self.run_it(*words, **environment)
                self.assertEqual(found, status, output)
                self.assertFalse(os.path.exists(self.record), output)
        # And with files that were changed before it began.
        self.git("checkout", "-q", ".")
        self.write("new", "new")
        self.assertIn("not recorded", self.run_it()[1])
        self.assertFalse(os.path.exists(self.record))


class Heard(unittest.TestCase):
    def test_what_was_heard_only_grows_wherever_a_code_of_the_terminal_is_cut(self):
        raw = "asked-57=0=\r\n\x1b[?2004h\x1b[?2004l\r\ninactive\r\n\x1b]0;root@nodline: /\x07\x1b]0;x\x1b\\a\x1b[!p\x1b[32766;32766H\x1b[6nb\r\nasked-58=3=\r\n"
        before = ""
        for length in range(len(raw) + 1):
            now = board.plain(raw[:length])
            self.assertTrue(now.startswith(before), f"{before!r}, then {now!r}")
            before = now
        self.assertEqual(before, "asked-57=0=\n\ninactive\nab\nasked-58=3=\n")


if __name__ == "__main__":
    unittest.main()
