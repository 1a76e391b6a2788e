"""The keyboard over Bluetooth with Debian's BlueZ, the kernel's Bluetooth and two virtual controllers (hci_vhci, btvirt): the board is
the first, the tablet the second. The tablet's BlueZ makes input devices of the keyboard and the gamepad (HID over GATT, uhid), and the test reads them.
Only the radio is missing."""
import glob
import os
import queue
import re
import signal
import socket
import subprocess
import sys
import threading
import time

from System.clocks import wait
from System.hardware.guest.keys import EV_KEY, GAMEPAD_A, SPACE, Keyboard
from System.hardware.guest.services import journal, run, say, show
from System.hardware.guest.wire import write

CONFIG = '[outputs.next]\ngesture = "left"\nbluetooth = "space"\n'
GAMEPAD = '[outputs.fire]\ngesture = "right"\nbluetooth = "gamepad-a"\n'
# Space, as report 1.
PRESS = bytes.fromhex("0100002c0000000000")
UNITS = "nodline-bluetooth", "bluetooth"
HERE = os.path.dirname(os.path.abspath(__file__))


def process():
    """The main process of nodline-bluetooth, which must run."""
    return wait(lambda: int(show("nodline-bluetooth", "MainPID") or 0), 60, lambda: "nodline-bluetooth does not run\n" + journal(*UNITS))


class Program:
    """A process that is worked by lines, with the moment of each."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line.strip()))

    def tell(self, words, *answers, seconds=60):
        self.process.stdin.write(words + "\n")
        return self.until(*answers, seconds=seconds)

    def until(self, *starts, seconds=60):
        """The moment and the text of the next line that begins with one of these."""
        seen, end = [], time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                moment, line = self.lines.get(timeout=0.2)
            except queue.Empty:
                continue
            if line.startswith(starts):
                return moment, line
            seen.append(line)
        raise AssertionError(f"no {starts} within {seconds} s, but {seen}\n{journal(*UNITS)}")

    def forget(self):
        while not self.lines.empty():
            self.lines.get()


class Hold:
    """`nodline test-output`, which holds the key down until it is told otherwise."""

    def __init__(self, keyboard, output="next", key=SPACE):
        self.keyboard, self.key = keyboard, key
        began = time.monotonic()
        self.output = subprocess.Popen(["nodline", "test-output", output, "--seconds", "60", "--config", "/tmp/nodline.toml"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.pressed = keyboard.wait(key, 1, 40, since=began)
        time.sleep(1)  # longer than a held report counts without its repetition
        assert not self.released(), "the key did not stay down"

    def released(self):
        return [moment for moment, *event in list(self.keyboard.events) if moment > self.pressed and event == [EV_KEY, self.key, 0]]

    def strike(self, what, within, act):
        """Does something while the key is down: says when the tablet saw it up, which must be within this time."""
        struck = time.monotonic()
        act()
        moment = self.keyboard.wait(self.key, 0, within + 20, since=self.pressed)
        say(f"{what}: up after {moment - struck:.2f} s")
        assert moment - struck <= within, f"{what}: released after {moment - struck:.2f} s instead of {within}"
        self.output.send_signal(signal.SIGCONT)
        self.output.kill()
        self.output.wait()
        return struck


def new_tablet():
    tablet = Program(sys.executable, f"{HERE}/bluetooth_host.py")
    tablet.until("ready")
    return tablet


def start(options):
    """Virtual controllers, BlueZ and the program, as their units start them."""
    write("/tmp/nodline.toml", CONFIG)
    virtual = subprocess.Popen(["btvirt", *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait(lambda: len(glob.glob("/sys/class/bluetooth/hci*")) == 2, 20, lambda: "there are no virtual controllers")
    run("systemctl", "start", "bluetooth")
    run("systemctl", "start", "nodline-bluetooth")
    process()
    return virtual


def lost_races():
    """How often the tablet's kernel has called a connection secure that was not ready to be made so. BlueZ lets keyboards connect by themselves just
    before it asks the kernel to pair. Where that is so quick as here, nobody is asked for a number, and BlueZ says "paired" or "failed"."""
    return run("dmesg").count("hci1: security requested but not available")


def useless():
    """Whatever the tablet believes, it has no keyboard, and the board knows no tablet."""
    time.sleep(5)
    assert not glob.glob("/sys/bus/hid/devices/*"), "the tablet has a keyboard without the number"
    assert run("nodline", "pair-bluetooth", "--list") == "", run("nodline", "pair-bluetooth", "--list")


def type_number(tablet, change=lambda number: number):
    """A person with the tablet in one hand types the number that the board shows, or another one.
    Returns the tablet's word, and the board's program."""
    for _ in range(20):
        races = lost_races()
        board = Program("nodline", "pair-bluetooth")
        board.until("Choose")
        found = tablet.tell("find", "found")[1]
        said = tablet.tell("pair", "passkey?", "paired", "failed")[1]
        if said == "passkey?":
            say(found)
            number = int(re.search(r"\d{6}", board.until("Type")[1])[0])
            return tablet.tell(f"number {change(number)}", "paired", "failed")[1], board
        assert lost_races() > races, f"the tablet did not ask for the number, but said {said}\n{journal(*UNITS)}"
        board.process.kill()
        board.process.wait()
        useless()
        tablet.tell("off", "off")
        tablet.tell("on", "on")
        say(f"{said}, because the tablet's kernel called it secure too early; once more")
    raise AssertionError("the tablet never asked for the number")


def pair(tablet):
    """Only with the number, and only while somebody at the board wants that."""
    said = tablet.tell("find", "found", "unseen", seconds=90)[1]
    assert said == "unseen", f"a tablet sees a board that nobody pairs: {said}"
    said, board = type_number(tablet, lambda number: (number + 1) % 1_000_000)
    assert said.startswith("failed"), said
    say(f"a wrong number: {said}")
    board.process.kill()
    board.process.wait()
    # The tablet knows the board by now.
    tablet.tell("rest", "rests")
    said = tablet.tell("pair", "passkey?", "paired", "failed")[1]
    if said == "passkey?":
        said = tablet.tell("number 123456", "paired", "failed")[1]
    say(f"nobody at the board wants to pair: it is not to be seen, and BlueZ calls the tablet {said}")
    useless()
    tablet.tell("disconnect", "disconnected", "failed")
    tablet.tell("rest", "rests")
    said, board = type_number(tablet)
    began = time.monotonic()
    assert said == "paired", said
    board.until("Paired")
    assert board.process.wait(10) == 0
    say("the right number: paired")
    # Before the tablet has read how the board calls itself, BlueZ names the keyboard by the advertisement, and later otherwise.
    keyboard = Keyboard("*odline* Keyboard")
    keyboard.wait_until_there(40)
    say(f"the tablet has the keyboard {time.monotonic() - began:.1f} s later")
    descriptors = [open(path, "rb").read() for path in glob.glob("/sys/bus/hid/devices/*/report_descriptor")]
    assert len(descriptors) == 1 and descriptors[0].startswith(bytes.fromhex("05010906a1018501")), descriptors
    return keyboard


def presses(keyboard, output="next", key=SPACE):
    """Holds this output for a second, and returns for how long the tablet saw its key down."""
    began = time.monotonic()
    run("nodline", "test-output", output, "--seconds", "1", "--config", "/tmp/nodline.toml")
    on = keyboard.wait(key, 1, 1, since=began)
    off = keyboard.wait(key, 0, 5, since=on)
    assert 0.9 < off - on < 1.4, f"held {off - on:.2f} s instead of 1"
    return off - on


def power(value):
    run("busctl", "set-property", "org.bluez", "/org/bluez/hci0", "org.bluez.Adapter1", "Powered", "b", value)


def works_again(what, keyboard, since, within):
    """By itself, without anybody at the tablet or the board. Tries more often than the appliance could, for the moment."""
    while True:
        began = time.monotonic()
        assert began - since < within, f"{what}: no key within {within} s\n{journal(*UNITS)}"
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as link:
                link.connect("/run/nodline-bluetooth/reports")
                link.send(PRESS)
                moment = keyboard.wait(SPACE, 1, 0.1, since=began)
            break
        except (AssertionError, OSError):
            time.sleep(0.02)
    keyboard.wait(SPACE, 0, 5, since=moment)
    say(f"{what}: a key reaches the tablet again after {moment - since:.2f} s")


def gamepad():
    """A tablet that has forgotten the board and pairs anew finds a gamepad beside the keyboard, once a configuration has had a part of one."""
    write("/tmp/nodline.toml", CONFIG + GAMEPAD)
    tablet = new_tablet()  # bluetoothd has started anew, and D-Bus names it otherwise
    address = run("nodline", "pair-bluetooth", "--list").split()[0]
    run("nodline", "pair-bluetooth", "--forget", address)
    tablet.tell("remove", "removed")
    run("nodline", "test-output", "fire", "--seconds", "1", "--config", "/tmp/nodline.toml")
    said, board = type_number(tablet)
    assert said == "paired", said
    assert board.process.wait(10) == 0
    pad = Keyboard("*odline*", key=GAMEPAD_A)
    pad.wait_until_there(40)
    keyboard = Keyboard("*odline* Keyboard")
    keyboard.wait_until_there(40)
    fire = pad, "fire", GAMEPAD_A
    say(f"a gamepad's button for 1 s: held {presses(*fire):.2f} s; a key: {presses(keyboard):.2f} s")
    hold = Hold(*fire)
    hold.strike("the program that holds the gamepad's button is killed", 0.3, hold.output.kill)
    run("systemctl", "restart", "nodline-bluetooth")
    works_again("after a restart with a gamepad", keyboard, time.monotonic(), 10)
    say(f"its button after that: held {presses(*fire):.2f} s")


def main():
    virtual = start(sys.argv[1:] or ["-L", "-l2"])
    tablet = new_tablet()
    keyboard = pair(tablet)
    say(f"a key for 1 s: held {presses(keyboard):.2f} s")

    hold = Hold(keyboard)
    hold.strike("the output's program is killed", 0.3, hold.output.kill)
    hold = Hold(keyboard)
    hold.strike("the output's program hangs", 0.8, lambda: hold.output.send_signal(signal.SIGSTOP))
    hold = Hold(keyboard)
    hold.strike("the tablet disconnects", 1, lambda: tablet.tell("disconnect", "disconnected"))
    tablet.tell("connect", "connected", "failed")
    works_again("the tablet connects again", keyboard, time.monotonic(), 30)
    listed = run("nodline", "pair-bluetooth", "--list")
    assert re.fullmatch(r"[0-9A-F:]{17}  connected  .+", listed), listed
    say(f"listed: {listed}")

    def power_again():
        """The tablet connects once more while the board's controller is on its way out, and the virtual ones know no time limit for a silent link, by
        which a radio ends such a connection within 0.42 s here: switching the tablet's Bluetooth off and on stands in for it."""
        tablet.tell("off", "off")
        power("true")
        tablet.tell("on", "on")

    units = "nodline-bluetooth.socket", "nodline-bluetooth-pairing.socket", "nodline-bluetooth"
    for what, up, back, act, mend in (
            ("the tablet's Bluetooth is switched off", 3, 30, lambda: tablet.tell("off", "off"), lambda: tablet.tell("on", "on")),
            ("the board's Bluetooth is switched off", 3, 30, lambda: power("false"), power_again),
            ("nodline-bluetooth is stopped", 1, 10, lambda: run("systemctl", "stop", *units), lambda: run("systemctl", "start", *units)),
            ("nodline-bluetooth is killed", 1, 10, lambda: os.kill(process(), signal.SIGKILL), None),
            ("nodline-bluetooth hangs", 4, 10, lambda: os.kill(process(), signal.SIGSTOP), None),
            ("bluetoothd is restarted, of both sides", 5, None, lambda: run("systemctl", "restart", "bluetooth"), None)):
        since = Hold(keyboard).strike(what, up, act)
        if mend:
            since = time.monotonic()
            mend()
        if back:
            works_again(f"after \"{what}\"", keyboard, since, back)
    keyboard.close()
    tablet.process.kill()
    gamepad()
    virtual.kill()


if __name__ == "__main__":
    main()
