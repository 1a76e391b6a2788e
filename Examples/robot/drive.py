#!/usr/bin/env python3
"""Drives two motors with the head: drive.py [--socket PATH] [--port /dev/ttyACM0]

Follows the axes `forward` and `turn` of nodline.toml beside this file, and sends "LEFT RIGHT SUM" (motors from -255 to 255, and their sum) to a
microcontroller with motors/motors.ino, or to standard output. When there was no line of both axes for 0.3 s, it sends zeros: Nodline has
stopped, hangs, or is gone. The microcontroller stops by itself when nothing comes from here."""
import argparse
import json
import os
import select
import socket
import sys
import termios
import time
import tty

RATE = 20  # lines a second of each axis
TIMEOUT = 0.3  # seconds


class Drive:
    """What the motors get, from the lines of Nodline and the time in seconds."""

    def __init__(self):
        self.axes = {}  # the value of each axis, and when it came

    def hear(self, line, now):
        """A line of Nodline. Whatever is no value of an axis counts as nothing."""
        try:
            event = json.loads(line)
            name, value = event.get("name"), event.get("value")
        except (ValueError, AttributeError):
            return
        if event.get("event") == "axis" and name in ("forward", "turn") and isinstance(value, (int, float)) and -1 <= value <= 1:
            self.axes[name] = (value, now)

    def is_fresh(self, now):
        """Whether both axes came a moment ago."""
        return all(now - self.axes.get(name, (0, -TIMEOUT))[1] < TIMEOUT for name in ("forward", "turn"))

    def wanted(self, now):
        """Forward and turn, -1 to 1; zeros unless both axes are fresh."""
        if not self.is_fresh(now):
            return 0, 0
        return self.axes["forward"][0], self.axes["turn"][0]

    def motors(self, now):
        """The motors on the left and on the right, -255 to 255."""
        forward, turn = self.wanted(now)
        most = max(1, abs(forward) + abs(turn))  # where the sum is too much, both are slower, so that the curve stays
        return round(255 * (forward - turn) / most), round(255 * (forward + turn) / most)


class Port:
    """Where the lines go. One that takes none loses them: late ones would be worse."""

    def __init__(self, path):
        self.file = sys.stdout.fileno()
        if path:
            self.file = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
            tty.setraw(self.file)
            settings = termios.tcgetattr(self.file)
            settings[4] = settings[5] = termios.B115200
            termios.tcsetattr(self.file, termios.TCSANOW, settings)

    def send(self, left, right):
        try:
            os.write(self.file, b"%d %d %d\n" % (left, right, left + right))
        except BlockingIOError:
            pass


def follow(path, step):
    """Calls step(Drive, connection) at least 20 times a second until Nodline closes the connection."""
    drive, rest = Drive(), b""
    with socket.socket(socket.AF_UNIX) as nodline:
        nodline.connect(path)
        nodline.sendall(b'{"request":"subscribe","axes":%d}\n' % RATE)
        while True:
            if select.select([nodline], [], [], 1 / RATE)[0]:
                heard = nodline.recv(65536)
                if not heard:
                    return
                *lines, rest = (rest + heard).split(b"\n")
                for line in lines:
                    drive.hear(line, time.monotonic())
            step(drive, nodline)


def follow_forever(path, step, rest):
    """Follows Nodline again and again, and calls rest() while there is none."""
    while True:
        try:
            follow(path, step)
        except (ConnectionError, FileNotFoundError) as problem:
            print(f"{path}: {problem}", file=sys.stderr)
        rest()
        time.sleep(1)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--socket", default="/run/nodline/nodline.sock")
    options.add_argument("--port")
    given = options.parse_args()
    port = Port(given.port)
    follow_forever(given.socket, lambda drive, _: port.send(*drive.motors(time.monotonic())), lambda: port.send(0, 0))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
