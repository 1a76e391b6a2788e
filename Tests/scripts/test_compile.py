"""deploy/compile ends a SwiftPM that stands still, and builds again."""
import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# In place of the compiler: it stands still as often as the first word says, waits for a program as long as the second says, and then has built.
SWIFT = """#!/usr/bin/env bash
count=$(cat count 2> /dev/null || echo 0)
echo $((count + 1)) > count
echo "Building for production..."
mkdir one || touch "side by side"
trap 'rmdir one' EXIT
if [ "$count" -lt {still} ]; then
    rmdir one
    exec python3 -c 'import signal; signal.pause()'
fi
sleep {waits}
echo "Build complete!"
exit {status}
"""


class Compile(unittest.TestCase):
    @contextlib.contextmanager
    def folder(self, still=0, waits=0, status=0):
        """A checkout with the script and such a compiler."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("swift", SWIFT.format(still=still, waits=waits, status=status)), ("deploy/clean-moved", "#!/bin/sh\n")):
                file = pathlib.Path(folder, name)
                file.parent.mkdir(exist_ok=True)
                file.write_text(text)
                file.chmod(0o755)
            shutil.copy(ROOT / "deploy/compile", folder + "/deploy")
            yield folder

    def call(self, folder):
        return {"args": [folder + "/deploy/compile"], "env": os.environ | {"PATH": f"{folder}:{os.environ['PATH']}", "NODLINE_STANDSTILL": "0.1"},
                "text": True, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}

    def compile(self, **compiler):
        """The result, and how often the compiler was started."""
        with self.folder(**compiler) as folder:
            result = subprocess.run(**self.call(folder))
            return result, int(pathlib.Path(folder, "count").read_text())

    def test_one_that_stands_still_is_ended_and_the_next_one_builds(self):
        result, count = self.compile(still=1)
        self.assertEqual((result.returncode, count), (0, 2))
        self.assertIn("stood still", result.stderr)

    def test_one_that_always_stands_still_is_a_failure_that_says_so(self):
        result, count = self.compile(still=9)
        self.assertEqual((result.returncode, count), (1, 3))
        self.assertIn("Building for production", result.stderr)

    def test_one_that_waits_for_a_program_is_left_alone(self):
        self.assertEqual(self.compile(waits=3)[1], 1)

    def test_builds_of_one_folder_take_turns_and_none_stands_still_meanwhile(self):
        # Two suites build side by side in continuous integration: the second one would write into the first one's log, and be ended.
        with self.folder(waits=2) as folder:
            began = [subprocess.Popen(**self.call(folder)) for _ in range(3)]
            said = [process.communicate()[1] for process in began]
            self.assertEqual([process.returncode for process in began], [0, 0, 0], said)
            self.assertEqual(said, ["", "", ""])
            self.assertEqual(pathlib.Path(folder, "side by side").exists(), False)

    def test_a_build_that_fails_is_not_repeated(self):
        result, count = self.compile(status=1)
        self.assertEqual((result.returncode, count), (1, 1))


if __name__ == "__main__":
    unittest.main()
