"""Input devices as a desktop sees them: through evdev, with the kernel's time stamps."""
import contextlib
import errno
import fcntl
import fnmatch
import glob
import os
import struct
import subprocess
import threading
import time

from System.clocks import wait
from System.hardware.guest.wire import BUILD, first, read

EV_KEY, EV_REL, EV_ABS = 1, 2, 3
SPACE, A, ENTER, PAGE_DOWN, MOUSE_LEFT, GAMEPAD_A = 57, 30, 28, 109, 0x110, 0x130
REL_WHEEL = 8
EVIOCSCLOCKID = 0x400445A0  # _IOW('E', 0xa0, int)


def find(name, key):
    """The device file of an input device with a name of this pattern and with this key; None if there is none."""
    for device in glob.glob("/sys/class/input/event*"):
        try:
            # A bit for each key, in 64-bit words, the highest first.
            words = [int(word, 16) for word in read(f"{device}/device/capabilities/key").split()][::-1]
            if fnmatch.fnmatchcase(read(f"{device}/device/name"), name) and key // 64 < len(words) and words[key // 64] >> key % 64 & 1:
                return "/dev/input/" + os.path.basename(device)
        except OSError:
            pass  # the device has gone meanwhile
    return None


class Keyboard:
    """Records the events of a device on the monotonic clock, and finds it again when it returns."""

    def __init__(self, name, key=SPACE):
        self.events = []  # moment, kind, code, value; when the device goes, pressed keys count as released
        self._name, self._key = name, key
        self._is_over = False
        self._opened = threading.Event()
        threading.Thread(target=self._run, daemon=True).start()

    def wait_until_there(self, seconds=20):
        assert self._opened.wait(seconds), f"there is no input device {self._name}"

    def _run(self):
        while not self._is_over:
            path = find(self._name, self._key)
            try:
                device = os.open(path, os.O_RDONLY) if path else -1
            except OSError:
                device = -1
            if device < 0:
                time.sleep(0.05)
                continue
            fcntl.ioctl(device, EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))
            self._opened.set()
            self._follow(device)
            os.close(device)
            self._opened.clear()

    def _follow(self, device):
        down = set()
        while not self._is_over:
            try:
                data = os.read(device, 24 * 64)
            except OSError as error:
                assert error.errno == errno.ENODEV, error
                self.events += [(time.monotonic(), EV_KEY, code, 0) for code in down]
                return
            for seconds, micros, kind, code, value in struct.iter_unpack("qqHHi", data):
                self.events.append((seconds + micros / 1e6, kind, code, value))
                if kind == EV_KEY:
                    (down.add if value else down.discard)(code)

    def wait(self, code, value, seconds=30, since=0.0, kind=EV_KEY):
        """The moment of the first such event from `since` on."""
        return wait(lambda: first(self.events, since, lambda *event: event == (kind, code, value)), seconds,
                    lambda: f"{self._name} did not report {code} = {value} within {seconds} s, but {self.events[-6:]}")

    def close(self):
        self._is_over = True


class Pedal:
    """A keyboard that is plugged into this board, with one key."""

    def __init__(self, name="Test Pedal", key=SPACE):
        self._key = key
        self._device = os.open("/dev/uinput", os.O_WRONLY)
        fcntl.ioctl(self._device, 0x40045564, EV_KEY)  # UI_SET_EVBIT
        fcntl.ioctl(self._device, 0x40045565, key)  # UI_SET_KEYBIT
        fcntl.ioctl(self._device, 0x405C5503, struct.pack("HHHH80sI", 3, 1, 1, 1, name.encode(), 0))  # UI_DEV_SETUP, as of USB
        fcntl.ioctl(self._device, 0x5501)  # UI_DEV_CREATE

    def press(self, value=1):
        """Presses it, or with 0 lets it go, and returns the moment."""
        moment = time.monotonic()
        os.write(self._device, struct.pack("qqHHi", 0, 0, EV_KEY, self._key, value) + struct.pack("qqHHi", 0, 0, 0, 0, 0))
        return moment

    def unplug(self):
        os.close(self._device)
        return time.monotonic()


@contextlib.contextmanager
def usb_keyboard(build=BUILD, *options, key=SPACE):
    """The guest as a USB keyboard, or what has the key, that is plugged into itself (dummy_hcd), as the USB host sees it."""
    subprocess.run([f"{build}/usb-gadget", "start", *options], check=True)
    keyboard = Keyboard("Nodline Nodline switch", key)  # manufacturer and product, as the host's kernel names it
    try:
        keyboard.wait_until_there()
        yield keyboard
    finally:
        keyboard.close()
        subprocess.run([f"{build}/usb-gadget", "stop"], check=True)
