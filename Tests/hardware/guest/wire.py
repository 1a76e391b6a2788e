"""What the battery's tests stand on: simulated lines read from sysfs, the program under test, and its events."""
import json
import os
import shutil
import signal
import struct
import subprocess
import threading
import time

BUILD = "/tmp/build"
NODLINE = f"{BUILD}/nodline"
GPIO_SIM = "/sys/kernel/config/gpio-sim"


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def read(path):
    with open(path) as file:
        return file.read().strip()


def bring(*shares):
    """Copies the host's folders and the libraries that the program needs into the guest's memory. The guest's clock runs
    ahead while it waits for the host: seconds could pass for opening a file."""
    for share in shares:
        shutil.copytree(f"/mnt/{share}", f"/tmp/{share}")
    os.mkdir("/tmp/lib")
    for program in (NODLINE, f"{BUILD}/libnodline-camera.so", f"{BUILD}/libLiteRt.so", shutil.which("gpioset")):
        for word in subprocess.run(["ldd", program], capture_output=True, text=True).stdout.split():
            if word.startswith("/") and not os.path.exists(f"/tmp/lib/{os.path.basename(word)}"):
                shutil.copy(word, "/tmp/lib")
    os.environ["LD_LIBRARY_PATH"] = "/tmp/lib"
    # And what libcamera opens by itself.
    write("/tmp/nodline.toml", f'[camera]\nobject = "{BUILD}/libnodline-camera.so"\n')
    subprocess.run([NODLINE, "cameras", "--config", "/tmp/nodline.toml"], capture_output=True)


class Chip:
    """A gpio-sim chip with named lines, read and driven from the other side of the wire."""

    def __init__(self, name, lines):
        self.name, self.lines = name, lines
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

    def value(self, offset):
        return int(read(f"{self.sysfs}/sim_gpio{offset}/value"))

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
    """A light of the LED class, seen from the side of its device."""

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
        """The kernel's trigger, with its milliseconds on and off, or with the brightness where nothing triggers."""
        trigger = read(f"{self.folder}/trigger").split("[")[1].split("]")[0]
        files = ("delay_on", "delay_off") if trigger == "timer" else ("brightness",)
        return trigger, *(int(read(f"{self.folder}/{file}")) for file in files)

    def wait(self, *expected, seconds=30):
        """The moment at which the light shows this."""
        end, seen = time.monotonic() + seconds, []
        while time.monotonic() < end:
            try:
                shown = self.shown()
            except OSError:
                continue  # between two triggers the files are not there
            if shown == expected:
                return time.monotonic()
            if seen[-1:] != [shown]:
                seen.append(shown)
            time.sleep(0.02)
        raise AssertionError(f"the light did not show {expected} within {seconds} s, but {seen}")


class Watch:
    """Notes every change of some lines with the guest's clock, to about 10 ms."""

    running = []

    def __init__(self, chip, *offsets):
        self.running.append(self)
        self.changes = []
        self._chip, self._offsets = chip, offsets
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        last = {offset: None for offset in self._offsets}
        is_last = False
        while not is_last:
            is_last = self._stop.is_set()  # looks once more, for what changed just before
            for offset in self._offsets:
                try:
                    value = self._chip.value(offset)
                except (OSError, ValueError):
                    continue  # between two owners the kernel has no value to give
                if value != last[offset]:
                    self.changes.append((time.monotonic(), offset, value))
                    last[offset] = value
            time.sleep(0.008)  # looking more often would take an emulated core from the program under test

    def stop(self):
        self._stop.set()
        self._thread.join()
        if self in self.running:
            self.running.remove(self)
        return self.changes

    def wait(self, offset, value, seconds, since=0.0):
        """The moment of a change after `since`; fails when it does not come in time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for moment, line, level in list(self.changes):
                if moment >= since and line == offset and level == value:
                    return moment
            time.sleep(0.02)
        raise AssertionError(f"line {offset} was not {value} within {seconds} s: {self.changes}")


class Nodline:
    """A running `nodline run`, with its events and the moments at which they came."""

    def __init__(self, config, environment=None):
        write("/tmp/nodline.toml", config)
        self.process = subprocess.Popen([NODLINE, "run", "--json", "--config", "/tmp/nodline.toml"],
                                        stdout=subprocess.PIPE, text=True, env={**os.environ, **(environment or {})})
        self.events = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self.process.stdout:
            self.events.append((time.monotonic(), json.loads(line)))

    def said(self, **fields):
        """What it has said so far that has these fields: moments and events."""
        return [(moment, event) for moment, event in list(self.events)
                if all(event.get(key) == value for key, value in fields.items())]

    def wait(self, seconds=30, since=0.0, where=lambda event: True, **fields):
        """The first event after `since` that has these fields: (moment, event)."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for moment, event in self.said(**fields):
                if moment >= since and where(event):
                    return moment, event
            time.sleep(0.02)
        raise AssertionError(f"no event {fields} within {seconds} s; the last: {[e for _, e in self.events[-5:]]}")

    def last(self, before=float("inf"), **fields):
        """The moment of the last event with these fields."""
        return [moment for moment, _ in self.said(**fields) if moment < before][-1]

    def end(self, how=signal.SIGTERM, seconds=20):
        self.process.send_signal(how)
        return self.process.wait(seconds)
