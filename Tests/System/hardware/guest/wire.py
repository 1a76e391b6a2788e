"""Simulated lines and lights, read from outside, and the program under test with its events."""
import fnmatch
import os
import shutil
import struct
import subprocess
import threading
import time

from System.appliance import Appliance
from System.clocks import wait

BUILD = "/tmp/build"
NODLINE = f"{BUILD}/nodline"
GPIO_SIM = "/sys/kernel/config/gpio-sim"


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def read(path):
    """What a small file holds. Python's file objects would take as much of the only core as the program under test."""
    descriptor, text = os.open(path, os.O_RDONLY), b""
    try:
        while more := os.read(descriptor, 65536):
            text += more
    finally:
        os.close(descriptor)
    return text.decode().strip()


def copy(source, target):
    """Copies a file of a share in large pieces: as Python copies files, the host is asked for each 4 KB."""
    with open(source, "rb", buffering=0) as file, open(target, "wb", buffering=0) as new:
        while piece := file.read(400_000):
            new.write(piece)
    shutil.copymode(source, target)


def bring(share, folder="/tmp", pattern="*"):
    """Copies a share, or those of its files that match, into the guest's memory: the guest's clock runs ahead while a file is read from the host."""
    shutil.copytree(f"/mnt/{share}", f"{folder}/{share}", copy_function=copy,
                    ignore=lambda place, names: [name for name in names if os.path.isfile(f"{place}/{name}") and not fnmatch.fnmatch(name, pattern)])


def first(changes, since, is_wanted):
    """The moment of the first change from `since` on whose values are wanted; None if there is none."""
    return next((moment for moment, *values in list(changes) if moment >= since and is_wanted(*values)), None)


def udev_rules(name, *rules):
    """Adds rules, for devices that appear from now on."""
    os.makedirs("/etc/udev/rules.d", exist_ok=True)
    write(f"/etc/udev/rules.d/{name}.rules", "".join(rule + "\n" for rule in rules))
    subprocess.run(["udevadm", "control", "--reload"], check=True)


def link_chips():
    """Gives chips the links that they have on a board: the one that Raspberry Pi OS makes to gpiochip0 (raspberrypi-sys-mods,
    60-gpiochip4.rules) unless there is a chip of that name, and some that a user's own rule may make."""
    udev_rules("60-gpiochip4", 'SUBSYSTEM=="gpio", KERNEL=="gpiochip0", SYMLINK+="gpiochip4"')
    udev_rules("70-own-links", 'SUBSYSTEM=="gpio", KERNEL=="gpiochip*", SYMLINK+="gpiochip-relays-%n gpiochip0%n relays%n"')


class Chip:
    """A gpio-sim chip with named lines, read and driven from outside."""

    def __init__(self, name, lines):
        self.name, self.lines = name, lines
        link_chips()
        base = f"{GPIO_SIM}/{name}"
        os.makedirs(f"{base}/bank")
        write(f"{base}/bank/num_lines", "32")
        for offset, line in lines.items():
            os.mkdir(f"{base}/bank/line{offset}")
            write(f"{base}/bank/line{offset}/name", line)
        write(f"{base}/live", "1")
        self.device = read(f"{base}/bank/chip_name")
        self.sysfs = f"/sys/devices/platform/{read(f'{base}/dev_name')}/{self.device}"
        subprocess.run(["udevadm", "settle", "--timeout=10"], check=True)

    def file(self, offset):
        return f"{self.sysfs}/sim_gpio{offset}/value"

    def value(self, offset):
        return int(read(self.file(offset)))

    def pull(self, offset, up):
        write(f"{self.sysfs}/sim_gpio{offset}/pull", "pull-up" if up else "pull-down")

    def remove(self):
        base = f"{GPIO_SIM}/{self.name}"
        write(f"{base}/live", "0")
        for offset in self.lines:
            os.rmdir(f"{base}/bank/line{offset}")
        os.rmdir(f"{base}/bank")
        os.rmdir(base)


class Light:
    """A light of the LED class, observed from its device (uleds)."""

    def __init__(self, name, brightest=255):
        self.folder = f"/sys/class/leds/{name}"
        self.changes = []  # moment and brightness
        self._device = open("/dev/uleds", "r+b", buffering=0)
        self._device.write(struct.pack("=64si", name.encode(), brightest))
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        while value := self._device.read(4):
            self.changes.append((time.monotonic(), struct.unpack("=i", value)[0]))

    def shown(self):
        """The kernel's trigger with the times that it is on and off (ms); without a timer, the trigger and the brightness."""
        trigger = read(f"{self.folder}/trigger").split("[")[1].split("]")[0]
        files = ("delay_on", "delay_off") if trigger == "timer" else ("brightness",)
        return trigger, *(int(read(f"{self.folder}/{file}")) for file in files)

    def wait(self, *expected, seconds=30):
        """The moment at which the light shows this."""
        seen = []

        def find():
            try:
                shown = self.shown()
            except OSError:
                return None  # the files disappear while the trigger changes
            if seen[-1:] != [shown]:
                seen.append(shown)
            return time.monotonic() if shown == expected else None

        return wait(find, seconds, lambda: f"the light shows {expected}, but {seen}")

    def wait_for_brightness(self, value, since=0.0, seconds=30):
        """The moment of the first change to this brightness from `since` on."""
        return wait(lambda: first(self.changes, since, lambda brightness: brightness == value), seconds,
                    lambda: f"the light's brightness is {value}: {self.changes[-6:]}")


class Watch:
    """Records the changes of some lines on the guest's clock, to about 10 ms."""

    running = []

    def __init__(self, chip, *offsets):
        self.running.append(self)
        self.changes = []
        self._files = {offset: os.open(chip.file(offset), os.O_RDONLY) for offset in offsets}
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        last = dict.fromkeys(self._files)
        is_last = False
        while not is_last:
            is_last = self._stop.is_set()  # one more look, for a change just before
            for offset, file in self._files.items():
                try:
                    value = int(os.pread(file, 8, 0))
                except (OSError, ValueError):
                    continue  # the kernel gives no value while the line changes its owner
                if value != last[offset]:
                    self.changes.append((time.monotonic(), offset, value))
                    last[offset] = value
            time.sleep(0.008)  # a shorter pause would take too much of the only core from the program under test
        for file in self._files.values():
            os.close(file)

    def stop(self):
        self._stop.set()
        self._thread.join()
        if self in self.running:
            self.running.remove(self)
        return self.changes

    def wait(self, offset, value, seconds, since=0.0):
        """The moment of the first change to this value from `since` on."""
        return wait(lambda: first(self.changes, since, lambda line, level: (line, level) == (offset, value)), seconds,
                    lambda: f"line {offset} is {value}: {self.changes}")


class Nodline(Appliance):
    """`nodline run` of the build under test, on the guest's clock."""

    def __init__(self, config, environment=None):
        super().__init__("/tmp", config, program=NODLINE, first=[], environment=environment)
