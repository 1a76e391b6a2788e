"""./test: its list, its several suites, and that a suite is skipped only while all that it reads is the same."""
import os
import shutil
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RUNNER = """#!/usr/bin/env bash
cd "$(dirname "$0")/UP"
. tools/common.sh
case ${1:-} in --install | --build) exit ;; esac
reported NAME "$@"
echo "NAME ran with: $*"
[ ! -e during ] || echo x >> source.txt
! grep -q broken source.txt || { echo "it is broken"; exit 1; }
echo "3 passed, 0 failed"
"""


class Checkout:
    """A small checkout with runners that do nothing."""

    def __init__(self, folder):
        self.folder = f"{folder}/checkout"
        self.environment = os.environ | {"XDG_CACHE_HOME": f"{folder}/cache"}
        for name in ("test", ".ci/run", "tools/common.sh", "tools/report", "tools/limits.py", "tools/limit", "tools/content"):
            os.makedirs(os.path.dirname(f"{self.folder}/{name}"), exist_ok=True)
            shutil.copy(f"{ROOT}/{name}", f"{self.folder}/{name}")
        for name, does in (("make-guests", "echo guests are made"), ("lint", "echo nothing found")):
            self.write(f"tools/{name}", f"#!/bin/sh\n{does}\n")
            os.chmod(f"{self.folder}/tools/{name}", 0o755)
        for name in ("web", "mqtt", "unit", "packages", "fast", "bluetooth", "hardware"):
            place = {"unit": "Tests/Unit/run", "fast": "Tests/Unit/fast"}.get(name, f"Tests/System/{name}/run")
            self.write(place, RUNNER.replace("NAME", name).replace("UP", "/".join([".."] * place.count("/"))))
            os.chmod(f"{self.folder}/{place}", 0o755)
        self.write(".gitignore", ".nodline/\n")
        self.write("source.txt", "good\n")
        subprocess.run("git init -q && git add . && git -c user.name=a -c user.email=a commit -qm x", shell=True, check=True, cwd=self.folder)

    def write(self, name, text):
        os.makedirs(os.path.dirname(f"{self.folder}/{name}"), exist_ok=True)
        with open(f"{self.folder}/{name}", "w") as file:
            file.write(text)

    def test(self, *words, command="./test", **environment):
        run = subprocess.run([command, *words], cwd=self.folder, env=self.environment | environment, capture_output=True, text=True)
        return run.returncode, run.stdout + run.stderr


class Test(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.checkout = Checkout(folder.name)
        self.test, self.write = self.checkout.test, self.checkout.write

    def assertRuns(self, *words, **environment):
        status, output = self.test(*words, **environment)
        self.assertEqual(status, 0, output)
        self.assertIn(f"{words[-1]} ran with", output)

    def assertSkips(self, *words):
        status, output = self.test(*words)
        self.assertEqual(status, 0, output)
        self.assertNotIn("ran with", output)
        self.assertRegex(output, rf"(?m)^{words[-1]} +skipped +passed with the same content on this machine at [-0-9]+ [:0-9]+ \(3 passed, .*--again")
        self.assertTrue(output.endswith("all: 0 passed, 0 failed, 1 skipped\n"), output)

    def test_the_list(self):
        status, output = self.test("--help")
        self.assertEqual(status, 0)
        for suite in ("fast", "unit", "web", "mqtt", "bluetooth", "people", "packages", "hardware", "arm64", "image"):
            self.assertRegex(output, rf"(?m)^  {suite} +\S+")

    def test_what_is_unknown_gets_the_list_and_status_2(self):
        for words in (["--nope"], ["nope"], ["web", "nope"], ["-x"], ["web", "--agian"]):
            status, output = self.test(*words)
            self.assertEqual(status, 2, words)
            self.assertIn(f'"{words[-1]}"', output)
            self.assertIn("  unit ", output)
            self.assertNotIn("ran with", output)

    def test_several_suites_end_with_a_line_each_and_one_for_all(self):
        for words in (["web", "mqtt"], ["--web", "--mqtt"], ["--web", "mqtt"], ["web", "--mqtt"]):
            status, output = self.test("--again", *words)
            self.assertEqual(status, 0)
            self.assertRegex(output, r"(?m)^web +passed +3 passed, 0 failed, 0 skipped, in 0 min \d+ s$")
            self.assertRegex(output, r"(?m)^mqtt +passed +3 passed")
            self.assertTrue(output.endswith("all: 6 passed, 0 failed, 0 skipped\n"), output)

    def test_single_tests(self):
        self.assertIn("web ran with: test_a.A.test_b", self.test("--web", "test_a.A.test_b")[1])
        self.assertIn("packages ran with: arm64 people", self.test("--packages", "arm64", "people")[1])
        self.assertIn("unit ran with: \n", self.test()[1])
        self.assertIn("unit ran with: s*\n", self.test("--unit", "s*")[1])  # a pattern, not the names of files

    def test_a_failed_suite_does_not_stop_the_others_and_is_run_again(self):
        self.write("source.txt", "broken\n")
        for _ in range(2):
            status, output = self.test("web", "mqtt")
            self.assertEqual(status, 1)
            self.assertEqual(output.count("it is broken\n"), 4, output)  # of each: as it happens, and as the reason
            self.assertTrue(output.endswith("all: 0 passed, 2 failed, 0 skipped\n"), output)

    def test_the_same_content_is_skipped(self):
        self.assertRuns("mqtt")
        self.assertSkips("mqtt")
        self.assertRuns("--again", "mqtt")
        self.assertRuns("web")

    def test_committing_what_was_tested_changes_nothing(self):
        self.write("new.txt", "new\n")
        self.assertRuns("mqtt")
        subprocess.run("git add . && git -c user.name=a -c user.email=a commit -qm y", shell=True, check=True, cwd=self.checkout.folder)
        self.assertSkips("mqtt")

    def test_another_place_of_the_same_content_is_skipped(self):
        self.assertRuns("mqtt")
        os.rename(self.checkout.folder, self.checkout.folder + "-2")
        self.checkout.folder += "-2"
        self.assertSkips("mqtt")

    def test_any_change_runs_it(self):
        changes = {"a source": lambda: self.write("source.txt", "better\n"), "a new file": lambda: self.write("new.txt", "\n"),
                   "a runner": lambda: self.write("Tests/System/mqtt/more.py", "\n"),
                   "a permission": lambda: os.chmod(f"{self.checkout.folder}/source.txt", 0o755),
                   "a clip": lambda: self.write("../shared/clips/a.mp4", "a"), "another clip": lambda: self.write("../shared/clips/a.mp4", "b"),
                   "a file that is gone": lambda: os.remove(f"{self.checkout.folder}/source.txt"),
                   "a clip while it is gone": lambda: self.write("../shared/clips/a.mp4", "c"),
                   "a link to nowhere": lambda: os.symlink("/nowhere/1", f"{self.checkout.folder}/link"),
                   "another one": lambda: (os.remove(f"{self.checkout.folder}/link"), os.symlink("/nowhere/2", f"{self.checkout.folder}/link"))}
        self.assertRuns("mqtt")
        for name, change in changes.items():
            with self.subTest(name):
                self.assertSkips("mqtt")
                change()
                self.assertRuns("mqtt")

    def test_a_variable_runs_it(self):
        self.assertRuns("mqtt")
        self.assertRuns("mqtt", NODLINE_PROGRAMS="/elsewhere")

    def test_pages_matter_where_they_are_read(self):
        for suite in ("web", "mqtt", "unit", "packages"):
            self.assertRuns(suite)
        self.write("docs/web.md", "changed\n")
        self.assertSkips("mqtt")
        for suite in ("web", "unit", "packages"):
            self.assertRuns(suite)

    def test_a_change_meanwhile_is_not_remembered(self):
        self.write("during", "")
        self.assertRuns("mqtt")
        self.assertRuns("mqtt")

    def test_single_tests_are_not_remembered(self):
        self.test("--mqtt", "test_a")
        self.assertRuns("mqtt")

    def test_fast_always_runs(self):
        self.assertRuns("fast")
        self.assertRuns("fast")

    def test_other_guests_run_packages_again(self):
        self.assertRuns("packages")
        self.assertSkips("packages")
        os.makedirs(self.checkout.environment["XDG_CACHE_HOME"] + "/nodline/root-fresh-1/var/lib/dpkg")
        self.assertRuns("packages")
        self.assertSkips("packages")


    def test_continuous_integration_runs_all_and_then_only_what_is_needed(self):
        status, output = self.test(command=".ci/run")
        self.assertEqual(status, 0, output)
        self.assertIn("computing | guests are made", output)
        self.assertTrue(output.endswith("all: 18 passed, 0 failed, 0 skipped\n"), output)
        status, output = self.test(command=".ci/run")
        self.assertEqual(status, 0, output)
        self.assertTrue(output.endswith("all: 3 passed, 0 failed, 5 skipped\n"), output)
        self.write("docs/web.md", "changed\n")
        self.assertTrue(self.test(command=".ci/run")[1].endswith("all: 9 passed, 0 failed, 3 skipped\n"))

    def test_continuous_integration_ends_with_what_failed(self):
        self.write("source.txt", "broken\n")
        status, output = self.test(command=".ci/run")
        self.assertEqual(status, 1)
        self.assertEqual(output.split("computing | all:")[1].count("\n      it is broken"), 6, output)
        self.assertTrue(output.endswith("all: 0 passed, 6 failed, 0 skipped\n"), output)

    def test_what_lint_finds_is_a_failure_and_said_at_the_end(self):
        self.write("tools/lint", "#!/bin/sh\necho a line is wrong\nexit 1\n")
        status, output = self.test(command=".ci/run")
        self.assertEqual(status, 1)
        self.assertIn("\ntools/lint found mistakes:\na line is wrong\n", output)
        self.assertTrue(output.endswith("all: 18 passed, 0 failed, 0 skipped\n"), output)

    def test_a_lane_that_is_stopped_is_a_failure(self):
        self.write("tools/make-guests", "#!/bin/sh\necho no network\nexit 1\n")
        status, output = self.test(command=".ci/run")
        self.assertEqual(status, 1)
        self.assertIn("hardware did not come to its end", output)
        self.assertTrue(output.endswith("all: 12 passed, 2 failed, 0 skipped\n"), output)


if __name__ == "__main__":
    unittest.main()
