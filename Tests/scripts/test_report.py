"""tools/report: what it makes of the outputs of Swift Testing, unittest, the guests and steps, and that it ends what it started."""
import os
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, f"{ROOT}/tools")
import limits  # noqa: E402
SWIFT = """◇ Test "a head turns" started.
✔ Test "a head turns" passed after 0.001 seconds.
➜ Suite "Real clips" skipped: "../shared/clips is not here"
➜ Test "a real clip" skipped: "../shared/clips is not here"
➜ Test "needs a card" skipped: "no card"
✘ Test "a line falls" recorded an issue with 1 argument number → 3 at LineTests.swift:12:9: Expectation failed: (off → 0.4) <= 0.3
↳ the line was late
✘ Test "a line falls" with 4 test cases failed after 0.002 seconds with 1 issue.
✘ Test run with 4 tests in 3 suites failed after 0.1 seconds with 1 issue.
"""
UNITTEST = """half: test_a (test_page.Page.test_a) ... ok
half: test_b (test_page.Page.test_b) ... FAIL
half: test_c (test_page.Page.test_c) ... skipped 'no card'
half: ======================================================================
half: FAIL: test_b (test_page.Page.test_b)
other: Ran 3 tests in 1.000s
other: OK
half: ----------------------------------------------------------------------
half: Traceback (most recent call last):
half:   File "/x/unittest/case.py", line 57, in testPartExecutor
half:   File "/x/test_page.py", line 7, in test_b
half:     self.assertEqual(1, 2)
half: AssertionError: 1 != 2
half: ----------------------------------------------------------------------
half: Ran 3 tests in 2.000s
half: FAILED (failures=1, skipped=1)
"""
# What Selenium says of a fault: the reason, then Chromium's own stack, of which nobody reads anything.
SELENIUM = """======================================================================
ERROR: test_a (test_talk.Talk.test_a)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/x/test_talk.py", line 7, in test_a
    self.bring(path)
  File "/x/selenium/errorhandler.py", line 229, in check_response
    raise exception_class(message, screen, stacktrace)
selenium.common.exceptions.StaleElementReferenceException: Message: stale element reference: stale element not found
  (Session info: chrome=156.0.1.2); For documentation on this error, please visit: https://www.selenium.dev/
Stacktrace:
""" + "".join(f"#{number} 0x55bb14a278aa <unknown>\n" for number in range(24)) + """#24 0x7f1c2a0911f5 start_thread

----------------------------------------------------------------------
Ran 1 test in 2.000s
FAILED (errors=1)
"""
GUEST = """trixie: ok     When frames stop, a line falls. [0.3 s; 9 s]
trixie: FAILED The key comes up.
trixie: Traceback (most recent call last):
trixie:   File "/mnt/guest/devices.py", line 9, in key_comes_up
trixie: AssertionError: late
trixie: ok     second try: The key comes up. [0.1 s; 3 s]
trixie: FAILED The light follows.
trixie: AssertionError: dark
trixie: FAILED second try: The light follows.
trixie: AssertionError: dark again
trixie: 2 passed, 1 failed
kill: 1: KILL {"fault": "SIGKILL", "delay": 1, "times": {"call": 0.1}, "late": [], "answers": null}
kill: 1: KILL {"fault": "SIGSTOP", "delay": 1, "times": {"call": 9.1}, "late": ["call after 9.1 s"], "answers": null}
kill: 1: 1 of 2 in time
failed: kill with status 1 after 9 s
"""


def report(script, *options):
    """Status, the result's numbers and the output of a suite that is a shell script."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run([f"{ROOT}/tools/report", *options, "suite", "--", "bash", "-c", script], cwd=folder, capture_output=True, text=True)
        with open(f"{folder}/.nodline/tests/suite.result") as file:
            return run.returncode, [int(word) for word in file.read().split()][1:4], run.stdout


def says(text, status=0):
    return f"cat <<'END'\n{text}END\nexit {status}"


class Report(unittest.TestCase):
    def test_swift_testing(self):
        status, counts, output = report(says(SWIFT, 1))
        self.assertEqual((status, counts), (1, [1, 1, 2]))
        end = output.split("Failed in suite")[1]
        self.assertIn("LineTests.swift:12:9: Expectation failed: (off → 0.4) <= 0.3", end)
        self.assertIn("the line was late", end)
        self.assertTrue(output.endswith("suite: 1 passed, 1 failed, 2 skipped\n"), output)

    def test_two_halves_of_unittest(self):
        status, counts, output = report(says(UNITTEST, 1))
        self.assertEqual((status, counts), (1, [4, 1, 1]))
        end = output.split("Failed in suite")[1]
        self.assertIn("test_page.Page.test_b\n", end)
        self.assertIn("AssertionError: 1 != 2", end)
        self.assertNotIn("testPartExecutor", end)
        self.assertIn("test_page.Page.test_c: no card", output)

    def test_the_stack_of_a_browser_hides_no_reason(self):
        status, counts, output = report(says(SELENIUM, 1))
        self.assertEqual((status, counts), (1, [0, 1, 0]))
        end = output.split("Failed in suite")[1]
        self.assertIn("stale element not found", end)
        self.assertNotIn("0x", end)
        self.assertNotIn("Stacktrace", end)

    def test_guests(self):
        status, counts, output = report(says(GUEST, 1))
        self.assertEqual((status, counts), (1, [3, 2, 0]))
        end = output.split("Failed in suite")[1]
        self.assertIn("dark again", end)
        self.assertIn("call after 9.1 s", end)
        self.assertNotIn("The key comes up", end)

    def test_steps(self):
        status, counts, output = report(f". {ROOT}/tools/common.sh; set -eo pipefail; bad() {{ echo broken; false; echo on; }}\n"
                                        "step good echo fine; step bad bad; step tests echo '3 passed, 0 failed'; steps_passed")
        self.assertEqual((status, counts), (1, [4, 1, 0]))
        self.assertRegex(output, r"with status 1 after \d+ s, after these lines:\n      broken\n")
        self.assertNotIn("on\n", output)

    def test_a_step_that_hangs_says_where(self):
        text = "◇ Test \"a head turns\" started.\n◇ Test \"a line falls\" started.\n✔ Test \"a line falls\" with 2 test cases passed after 0.1 seconds."
        status, _, output = report(f". {ROOT}/tools/common.sh; set -eo pipefail; hangs() {{ echo '{text}'; sleep 77; }}\n"
                                   f"export -f hangs; step tests {ROOT}/tools/limit 2 bash -c hangs; steps_passed")
        self.assertEqual(status, 1)
        end = output.split("Failed in suite")[1]
        self.assertRegex(end, r"\d+ of \d+, S, 0 s, in [a-z_]+ \(1\): sleep 77\n")
        self.assertIn("tests that have not ended: \"a head turns\"\n", end)

    def test_a_suite_without_a_word_says_its_last_lines(self):
        status, counts, output = report("echo the last words; exit 3")
        self.assertEqual((status, counts), (3, [0, 1, 0]))
        self.assertIn("the last words", output.split("Failed in suite")[1])

    def tried_twice(self, first, second):
        """What is said of a suite that prints `first`, and of each single test `second`."""
        with tempfile.TemporaryDirectory() as folder:
            for name, (text, status) in (("first", first), ("second", second)):
                with open(f"{folder}/{name}", "w") as file:
                    file.write(says(text, status))
            with open(f"{folder}/run", "w") as file:
                file.write(f"#!/bin/bash\nif [ $# = 0 ]; then . {folder}/first; fi\necho \"$1.\" >> {folder}/asked\n. {folder}/second\n")
            os.chmod(f"{folder}/run", 0o755)
            run = subprocess.run([f"{ROOT}/tools/report", "suite", "--", f"{folder}/run"], cwd=folder, capture_output=True, text=True)
            with open(f"{folder}/.nodline/tests/suite.result") as file:
                numbers = [int(word) for word in file.read().split()]
            with open(f"{folder}/asked", "a+") as file:
                file.seek(0)
                asked = file.read().split()
            return run.returncode, numbers[1:4], numbers[6], asked, run.stdout

    def test_a_test_that_fails_once_is_tried_again_and_told(self):
        passes = ("Ran 1 test in 1.000s\nOK\n", 0)
        status, counts, again, asked, output = self.tried_twice((UNITTEST, 1), passes)
        self.assertEqual((status, counts, again, asked), (0, [5, 0, 1], 1, ["test_page.Page.test_b."]))
        self.assertIn("AssertionError: 1 != 2", output.split("Failed in suite, and passed at the second try:")[1])
        self.assertEqual(self.tried_twice((SWIFT, 1), passes)[:4], (0, [2, 0, 2], 1, ["a", "line", "falls."]))

    def test_a_fault_fails_again(self):
        cases = {"it fails again": (UNITTEST, (UNITTEST, 1)), "no test has that name": (UNITTEST, ("Ran 0 tests in 0.000s\nOK\n", 0)),
                 "it ends badly": (UNITTEST, ("Ran 1 test in 1.000s\nOK\n", 1))}
        for claim, (first, second) in cases.items():
            with self.subTest(claim):
                status, counts, again, asked, _ = self.tried_twice((first, 1), second)
                self.assertEqual((status, counts, again, len(asked)), (1, [4, 1, 1], 0, 1))

    def test_what_cannot_be_run_by_itself_or_is_no_accident_is_not_tried_again(self):
        many = UNITTEST + "".join(f"half: FAIL: test_{name} (test_page.Page.test_{name})\n" for name in "xyz")
        for first in (GUEST, many, "the last words\n"):
            status, _, again, asked, _ = self.tried_twice((first, 1), ("Ran 1 test in 1.000s\nOK\n", 0))
            self.assertEqual((status, again, asked), (1, 0, []))

    def test_no_test_is_a_failure(self):
        self.assertEqual(report("echo nothing")[:2], (1, [0, 1, 0]))

    def test_failed_tests_are_a_failure_whatever_the_status(self):
        self.assertEqual(report(says(SWIFT, 0))[0], 1)

    def test_the_limit_ends_everything(self):
        with tempfile.NamedTemporaryFile() as file:
            began = time.monotonic()
            status, _, output = report(f"timeout 50 sleep 40 & echo $! > {file.name}; wait", "--limit", "1")
            self.assertEqual(status, 124)
            self.assertLess(time.monotonic() - began, 30)  # it would be 40
            self.assertIn("longer than its limit of 1 s", output)
            with self.assertRaises(FileNotFoundError), open(f"/proc/{int(file.read())}/cmdline", encoding="utf-8") as command:
                if not command.read():  # it has ended, and its new parent has not noticed yet
                    raise FileNotFoundError

    def test_a_second_of_a_busy_machine_counts_less(self):
        shares, over = [], threading.Event()

        def quarter():
            shares.append(1)
            return 0.25

        with unittest.mock.patch.object(limits, "share", quarter):
            limits.Countdown(0.2, over.set)
            self.assertTrue(over.wait(60))
        self.assertEqual(len(shares), 4)

    def test_a_killed_orphan_is_gone(self):
        orphan = "import os, signal, sys, time\n" \
            "group = os.fork()\n" \
            "if group == 0: os.setsid(); os.fork(); time.sleep(1000)\n" \
            "time.sleep(0.5); os.killpg(group, signal.SIGKILL); os.waitpid(group, 0)\n" \
            "for _ in range(600):\n" \
            "    try: os.killpg(group, 0)\n" \
            "    except ProcessLookupError: sys.exit(0)\n" \
            "    time.sleep(0.1)\n" \
            "sys.exit(1)"
        self.assertEqual(subprocess.run([f"{ROOT}/tools/limit", "300", sys.executable, "-c", orphan], check=False).returncode, 0)
        status, _, output = report(f"{sys.executable} -c '{orphan}' && printf '%s\\n' 'passed: orphan after 1 s'", "--limit", "300")
        self.assertEqual(status, 0, output)

    def test_a_limit_ends_also_what_has_left_its_parent(self):
        with tempfile.NamedTemporaryFile() as file:
            command = f"(setsid sh -c 'echo $$ > {file.name}; exec sleep 1000' &); sleep 1000"
            self.assertEqual(subprocess.run([f"{ROOT}/tools/limit", "3", "sh", "-c", command], check=False, capture_output=True).returncode, 124)
            self.assertFalse(os.path.exists(f"/proc/{int(file.read())}/exe"))


if __name__ == "__main__":
    unittest.main()
