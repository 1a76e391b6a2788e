"""Examples/robot: motors rest without fresh lines, whatever else comes. The sketch is compiled for this machine, with a clock and pins of the test's own."""
import importlib.util
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = f"{ROOT}/Examples/robot"
sys.dont_write_bytecode = True

specification = importlib.util.spec_from_file_location("drive", f"{FOLDER}/drive.py")
drive = importlib.util.module_from_spec(specification)
specification.loader.exec_module(drive)

# Commands on standard input: "TIME BYTES-IN-HEXADECIMAL"; after each a turn of the loop, and the pins as they are then.
BOARD = r"""
#include <cstdio>
#include <cstring>
#include <string>
enum { LOW, HIGH, OUTPUT };
static unsigned long clockTime;
static int pins[32];
static std::string coming;
static bool both;
unsigned long millis() { return clockTime; }
void pinMode(int, int) {}
void digitalWrite(int pin, int value) { pins[pin] = value; both |= (pins[7] && pins[8]) || (pins[9] && pins[10]); }
void analogWrite(int pin, int value) { pins[pin] = value; }
struct { void begin(long) {} int available() { return coming.size(); } int read() { int sign = (unsigned char)coming[0]; coming.erase(0, 1); return sign; } } Serial;
#include "motors.ino"
int main() {
  setup();
  char bytes[4096];
  while (std::scanf("%lu %4095s", &clockTime, bytes) == 2) {
    unsigned sign;
    for (const char *at = bytes; std::sscanf(at, "%2x", &sign) == 1 && std::strlen(at) >= 2; at += 2) coming += (char)sign;
    loop();
    std::printf("%d %d %d %d\n", both, pins[4], (pins[7] - pins[8]) * pins[5], (pins[9] - pins[10]) * pins[6]);
    std::fflush(stdout);
  }
}
"""


def axis(name, value):
    return json.dumps({"v": 2, "t": 1, "event": "axis", "name": name, "value": value}).encode()


class Controller(unittest.TestCase):
    def driven(self, *lines, now=10.0):
        """The motors after lines at 10 s."""
        controller = drive.Drive()
        for line in lines:
            controller.hear(line, 10.0)
        return controller.motors(now)

    def test_mixes_forward_and_turn(self):
        for forward, turn, motors in ((1, 0, (255, 255)), (-1, 0, (-255, -255)), (0, 1, (-255, 255)), (0.5, 0.25, (64, 191)), (1, 1, (0, 255)), (0, 0, (0, 0))):
            self.assertEqual(self.driven(axis("forward", forward), axis("turn", turn)), motors)

    def test_rests_unless_both_axes_are_fresh(self):
        both = axis("forward", 1), axis("turn", 0)
        self.assertEqual(self.driven(*both, now=10.29), (255, 255))
        self.assertEqual(self.driven(*both, now=10.31), (0, 0))
        for missing in 0, 1:
            self.assertEqual(self.driven(both[missing], both[missing]), (0, 0))

    def test_nonsense_is_no_line(self):
        for line in (b"", b"[]", b"7", b"{", b"\xff", axis("forward", 2), axis("forward", None), axis("forward", float("nan")), axis("other", 1),
                     b'{"event":"line","name":"forward","value":1}', b'{"event":"status"}'):
            self.assertEqual(self.driven(line, axis("turn", 0)), (0, 0), line)

    def test_sends_zeros_when_nodline_falls_silent_and_when_it_is_gone(self):
        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as door:
            door.bind(f"{folder}/s")
            door.listen()
            command = [sys.executable, f"{FOLDER}/drive.py", "--socket", f"{folder}/s"]
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
                hung = threading.Timer(120, process.kill)  # a limit that only ends a test that hangs
                hung.start()
                self.addCleanup(process.kill)
                for is_gone in False, True, False:
                    with door.accept()[0] as client:
                        self.assertEqual(json.loads(client.recv(200)), {"request": "subscribe", "axes": 20})
                        said = ""
                        while said != "255 255 510\n":  # again and again: a busy machine may be too late for one
                            client.sendall(axis("forward", 1) + b"\n" + axis("turn", 0) + b"\n")
                            said = process.stdout.readline()
                            self.assertIn(said, ("0 0 0\n", "255 255 510\n"))
                        if is_gone:
                            client.close()
                        while said != "0 0 0\n":
                            said = process.stdout.readline()
                            self.assertTrue(said, "it does not stop")
                hung.cancel()
                process.kill()


class Ros(unittest.TestCase):
    """With stand-ins for ROS 2 in Tests/System/robot, whose messages have the published definitions."""

    def published(self, environment, wanted):
        """The messages up to a wanted one while lines come, and then up to one of zeros."""
        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as door:
            door.bind(f"{folder}/s")
            door.listen()
            settings = {**os.environ, "PYTHONPATH": f"{ROOT}/Tests/System/robot", "PYTHONDONTWRITEBYTECODE": "1", "ROS_socket": f"{folder}/s", **environment}
            with subprocess.Popen([sys.executable, f"{FOLDER}/ros.py"], env=settings, stdout=subprocess.PIPE, text=True) as process:
                hung = threading.Timer(120, process.kill)  # a limit that only ends a test that hangs
                hung.start()
                self.addCleanup(process.kill)
                with door.accept()[0] as client:
                    said = ""
                    while said != wanted:  # again and again: a busy machine may be too late for one
                        client.sendall(axis("forward", 0.5) + b"\n" + axis("turn", 0.25) + b"\n")
                        said = process.stdout.readline().rstrip()
                        self.assertTrue(said, f"it ended before {wanted}")
                    while said == wanted:
                        said = process.stdout.readline().rstrip()
                hung.cancel()
                process.kill()
                return said

    def test_a_twist_is_in_metres_and_radians_a_second_and_zero_without_lines(self):
        zero = {"x": 0.0, "y": 0.0, "z": 0.0}
        self.assertEqual(self.published({"ROS_linear": "0.4", "ROS_angular": "2"}, "cmd_vel " + json.dumps({"linear": {**zero, "x": 0.2}, "angular": {**zero, "z": 0.5}})),
                         "cmd_vel " + json.dumps({"linear": zero, "angular": zero}))

    def test_a_joystick_has_the_turn_and_forward_and_lets_its_button_go_without_lines(self):
        header = {"header": {"stamp": {"sec": 0, "nanosec": 0}, "frame_id": ""}}
        self.assertEqual(self.published({"ROS_joy": "1"}, "joy " + json.dumps({**header, "axes": [0.25, 0.5], "buttons": [1]})),
                         "joy " + json.dumps({**header, "axes": [0.0, 0.0], "buttons": [0]}))


class Sketch(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        with open(f"{cls.folder.name}/board.cpp", "w", encoding="utf-8") as file:
            file.write(BOARD)
        subprocess.run(["c++", "-Wall", "-Wextra", "-Werror", "-fsanitize=address,undefined", f"-I{FOLDER}/motors", "-o", f"{cls.folder.name}/board",
                        f"{cls.folder.name}/board.cpp"], check=True)

    def run_board(self, steps):
        """The motors' speeds after each step, a time in milliseconds and the bytes that came; zeros while the driver is off."""
        given = "".join(f"{time} {sent.hex() or '-'}\n" for time, sent in steps)
        run = subprocess.run([f"{self.folder.name}/board"], input=given, capture_output=True, text=True, check=True)
        all_of_it = [tuple(map(int, line.split())) for line in run.stdout.splitlines()]
        self.assertEqual(len(all_of_it), len(steps))
        self.assertFalse(any(both for both, *_ in all_of_it), "both directions of a motor")
        return [(left, right) if is_on else (0, 0) for _, is_on, left, right in all_of_it]

    def test_drives_by_whole_lines_and_stops_without_them(self):
        self.assertEqual(self.run_board([(10, b""), (20, b"255 "), (30, b"-20 235\n"), (329, b""), (330, b""), (430, b"5 5 10\n")]),
                         [(0, 0), (0, 0), (255, -20), (255, -20), (0, 0), (5, 5)])

    def test_turns_the_other_way_after_a_rest(self):
        self.assertEqual(self.run_board([(10, b"9 9 18\n"), (20, b"-9 9 0\n"), (119, b"-9 9 0\n"), (120, b"-9 9 0\n")]),
                         [(9, 9), (0, 9), (0, 9), (-9, 9)])

    def test_a_damaged_line_is_none(self):
        for line in (b"255 255 511\n", b"256 0 256\n", b"1 1\n", b"1 1 2 3\n", b"1  1 2\n", b"- 1 1\n", b"1 1 2 \n", b"x\n", b"\n", b"9" * 30 + b" 0 9\n", b"1 1 2\0\n\xff"):
            self.assertEqual(self.run_board([(10, line)]), [(0, 0)] if line != b"1 1 2\0\n\xff" else self.run_board([(10, b"1 1 2\n")]), line)

    def test_random_bytes_never_drive_for_longer_than_its_timeout(self):
        for seed in range(20):
            chance, time, steps, good = random.Random(seed), 5, [], []
            for _ in range(400):
                time += chance.randrange(1, 120)
                left, right = chance.randrange(-255, 256), chance.randrange(-255, 256)
                sent = b"%d %d %d\n" % (left, right, left + right)
                if chance.random() < 0.5:
                    sent = bytes(chance.randrange(256) for _ in range(chance.randrange(40))) + b"\n"
                elif chance.random() < 0.3:
                    sent = b""
                else:
                    good.append(time)
                steps.append((time, sent))
            for (time, _), motors in zip(steps, self.run_board(steps)):
                if not any(time - 300 < moment <= time for moment in good):
                    self.assertEqual(motors, (0, 0), f"{seed}: at {time}")


if __name__ == "__main__":
    unittest.main()
