"""The instruments of clocks.py find each planted fault, and find nothing where there is none, beside a load of their own.

The faults: a release that comes 0.3 s late, a frame that is dropped each second, a loop that blocks for 0.2 s, and a neighbour that stops the
appliance. The appliance here is a process that does no more than what they measure."""
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock

from System.clocks import FIRST, Account, Frames, Stopwatch, Strangers, Waits, unstarved, wait

RATE, SECONDS = 15, 10
#: Busy processes for each processor.
LOAD = 2


class Loaded(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.load = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(LOAD * os.cpu_count())]
        cls.addClassCleanup(lambda: [(one.kill(), one.wait()) for one in cls.load])

    def fake(self, *words):
        """A process of this file's, with its standard input and output."""
        process = subprocess.Popen([*FIRST, sys.executable, os.path.abspath(__file__), *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.addCleanup(lambda: (process.stdin.close(), process.kill(), process.wait(), process.stdout.close()))
        process.stdout.readline()
        return process

    def release(self, delay):
        """How long a process takes to answer: the longest of twenty times."""
        process, longest = self.fake("echo", str(delay)), 0
        for _ in range(20):
            watch = Stopwatch(process.pid)
            process.stdin.write("\n")
            process.stdout.readline()
            longest = max(longest, watch.own())
        return longest

    def test_a_release_that_comes_late_is_found_and_none_else(self):
        self.assertLess(self.release(0), 0.1)
        self.assertGreater(self.release(0.3), 0.25)

    def account(self, fault, meddle=lambda process: None):
        with tempfile.TemporaryDirectory() as folder:
            appliance = self.fake("appliance", folder + "/socket", fault)
            frames = Frames(folder + "/socket", appliance.pid)
            self.addCleanup(frames.end)
            wait(lambda: frames.frames, 5, "frames")
            end = time.monotonic() + SECONDS
            while time.monotonic() < end:
                meddle(appliance)
                time.sleep(0.5)
            account = Account(frames.frames, RATE)
            print(f"\n{fault or 'no fault'}: {account}", flush=True)
            return account

    def faults(self, *arguments):
        """The faults of one of three runs that has some, as Tests/System/beside/kills repeats one that has some."""
        return str(next((found for _ in range(3) if (found := self.account(*arguments).faults())), []))

    def test_frames_that_only_wait_for_a_processor_are_no_fault(self):
        self.assertIn([], (self.account("").faults() for _ in range(3)))

    def test_a_frame_that_is_dropped_each_second_is_found(self):
        self.assertIn("did not come", self.faults("drops"))

    def test_a_loop_that_blocks_is_found(self):
        self.assertIn("was late by", self.faults("blocks"))

    def test_a_neighbour_that_stops_the_appliance_is_found(self):
        def stop(appliance):
            appliance.send_signal(signal.SIGSTOP)
            time.sleep(0.2)
            appliance.send_signal(signal.SIGCONT)
        self.assertNotEqual("[]", self.faults("", stop))

    def test_the_load_of_others_is_seen(self):
        strangers = Strangers()
        other = subprocess.Popen(["sh", "-c", "setsid sh -c 'while :; do :; done' > /dev/null & echo $!"], stdout=subprocess.PIPE, text=True)
        number = int(other.stdout.readline())
        other.stdout.close()
        other.wait()
        time.sleep(5)
        share = strangers.share()
        for process in [number, *children(number)]:
            os.kill(process, signal.SIGKILL)
        self.assertGreater(share, 0.05)


class Repeating(unittest.TestCase):
    """Without a load: how long somebody waits beside one is luck."""
    def tries(self, *waits):
        """How often a fault is tried whose processes wait so long in each try. It is reported in the end."""
        tried = []

        class Case(unittest.TestCase):
            @unstarved(times=3)
            def runTest(self):
                tried.append(1)
                self.fail("always")
        result = unittest.TestResult()
        with unittest.mock.patch("System.clocks.Waits.seconds", side_effect=waits):
            Case().run(result)
        self.assertEqual((len(result.failures), len(result.errors)), (1, 0))
        return len(tried)

    def test_a_fault_is_repeated_only_where_there_were_waits_and_never_forgiven(self):
        self.assertEqual([self.tries(0.0), self.tries(0.2, 0.05), self.tries(0.2, 0.2, 0.2)], [1, 2, 3])

    def test_waits_are_those_of_a_process_that_has_no_processor(self):
        waits = Waits()
        for _ in range(LOAD * os.cpu_count()):
            other = subprocess.Popen([sys.executable, "-c", "while True: pass"])
            self.addCleanup(lambda process=other: (process.kill(), process.wait()))
        # However long that takes: a test that hangs is ended by its suite.
        while waits.seconds() < 0.1:
            sum(range(100_000))


def children(process):
    with open(f"/proc/{process}/task/{process}/children") as file:
        return map(int, file.read().split())


def echo(delay):
    print("ready", flush=True)
    for _ in sys.stdin:
        time.sleep(float(delay))
        print("done", flush=True)


def appliance(path, fault):
    """Frames as the appliance's control socket reports them, each with the time at which a camera's thread took it."""
    door = socket.socket(socket.AF_UNIX)
    door.bind(path)
    door.listen()
    print("ready", flush=True)
    client, _ = door.accept()
    newest, is_there, number = None, threading.Event(), 0

    def camera():
        nonlocal newest
        following = time.monotonic()
        while True:
            newest = time.monotonic()
            is_there.set()
            following = max(following + 1 / RATE, time.monotonic())
            time.sleep(max(0, following - time.monotonic()))
    threading.Thread(target=camera, daemon=True).start()
    while is_there.wait():
        is_there.clear()
        taken, number = newest, number + 1
        if fault == "drops" and number % RATE == 0:
            continue
        if fault == "blocks" and number % (2 * RATE) == 0:
            time.sleep(0.2)
        try:
            client.sendall((json.dumps({"event": "pointer", "t": taken}) + "\n").encode())
        except BrokenPipeError:
            return


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1] in ("echo", "appliance"):
        globals()[sys.argv[1]](*sys.argv[2:])
    else:
        unittest.main(verbosity=2)
