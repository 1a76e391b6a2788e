"""nodline-bluetooth with a fake BlueZ on a bus of its own: what a host reads, sees pressed and sees released."""
import contextlib
import os
import queue
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest

from System.beside.test_clocks import Loaded, Repeating  # noqa: F401  these tests stand on them
from System.clocks import HANG, Stopwatch, unstarved, wait
from System.places import PROGRAMS

HERE = os.path.dirname(os.path.abspath(__file__))

# Debian's python3 has its dbus bindings; another one on the PATH has not.
PYTHON = "/usr/bin/python3"
UP, SPACE, MOUSE_UP, CLICK = "00" * 8, "00002c0000000000", "00" * 5, "0100000000"
#: Sticks in the middle and no direction of the hat; the first stick to the left, and the first button.
REST, LEFT = "00" * 6 + "080000", "81" + "00" * 5 + "080100"


class Lines:
    """What a process prints, line by line."""

    def __init__(self, stream):
        self.queue = queue.Queue()
        threading.Thread(target=self.pump, args=(stream,), daemon=True).start()

    def pump(self, stream):
        for line in stream:
            self.queue.put((time.monotonic(), line.strip()))
        self.queue.put((time.monotonic(), None))

    def next(self):
        return self.queue.get(timeout=HANG)

    def until(self, start):
        """The time and text of the next line that begins so; others are dropped."""
        end = time.monotonic() + HANG
        while True:
            try:
                when, line = self.queue.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"it hangs: no {start!r} within {HANG} s") from None
            if line is None:
                raise AssertionError(f"the end came before {start!r}")
            if line.startswith(start):
                return when, line


class Bluetooth(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        path = self.folder.name
        with open(path + "/bus.conf", "w", encoding="utf-8") as file:
            file.write(f"""<busconfig><type>session</type><listen>unix:path={path}/bus</listen><auth>EXTERNAL</auth>
                <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
                <allow own="*"/></policy></busconfig>""")
        self.env = dict(os.environ, DBUS_SYSTEM_BUS_ADDRESS=f"unix:path={path}/bus", SWIFT_BACKTRACE="enable=no",
                        NODLINE_BLUETOOTH_SOCKET=path + "/reports", PYTHONDONTWRITEBYTECODE="1")
        self.chain = [self.start(["dbus-daemon", "--nofork", "--config-file", path + "/bus.conf"])]
        wait(lambda: os.path.exists(path + "/bus"), 5, "the bus")

    def start(self, command, **more):
        process = subprocess.Popen(command, env=self.env, text=True, **more)
        self.addCleanup(lambda: (process.poll() is None and process.kill(), process.wait(),
                                 [stream.close() for stream in (process.stdin, process.stdout, process.stderr) if stream]))
        return process

    def processes(self):
        """All through which a report goes."""
        return [process.pid for process in self.chain]

    def clock(self):
        return Stopwatch(*self.processes())

    def bluez(self, *options):
        self.fake = self.start([PYTHON, HERE + "/fake_bluez.py", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=1)
        self.chain.append(self.fake)
        self.host = Lines(self.fake.stdout)
        self.host.until("ready")

    def tell(self, words, answer=None):
        self.fake.stdin.write(words + "\n")
        self.fake.stdin.flush()
        return self.host.until(answer or words)

    def program(self):
        self.keyboard = self.start([PROGRAMS + "/nodline-bluetooth", "--reports", self.folder.name + "/reports", "--pairing",
                                    self.folder.name + "/pairing", "--name", "Nodline test", "--state", self.folder.name], stderr=subprocess.PIPE)
        self.chain.append(self.keyboard)
        return self.keyboard

    def running(self):
        self.bluez()
        self.program()
        self.host.until("advertises")

    def writer(self):
        link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        link.settimeout(HANG)
        self.addCleanup(link.close)
        link.connect(self.folder.name + "/reports")
        return link

    @staticmethod
    def press(link, report, number=1):
        link.send(bytes([number]) + bytes.fromhex(report))

    @contextlib.contextmanager
    def held(self, link):
        """Holds Space as the appliance does: it says so again and again."""
        is_over = threading.Event()

        def repeat():
            while not is_over.wait(0.05):
                self.press(link, SPACE)
        thread = threading.Thread(target=repeat)
        thread.start()
        try:
            yield
        finally:
            is_over.set()
            thread.join()

    def subscribed(self, link):
        self.assertEqual(link.recv(1), b"\0")
        self.tell("subscribe", "subscribed")
        self.assertEqual(link.recv(1), b"\1")
        self.host.until("report mouse " + MOUSE_UP)

    def hold(self):
        """A running program, a host, and a writer that has pressed Space."""
        self.running()
        link = self.writer()
        self.subscribed(link)
        self.press(link, SPACE)
        self.host.until("report keyboard " + SPACE)
        return link

    def released(self, since, within):
        """The release came within some seconds of a clock, not counting what the processes waited for a processor."""
        when, _ = self.host.until("report keyboard " + UP)
        self.assertLess(since.own(when), within, since)

    def test_a_host_finds_a_keyboard_and_a_mouse(self):
        self.bluez()
        self.program()
        _, agent = self.host.until("agent")
        self.assertEqual(agent, "agent DisplayOnly")
        _, line = self.host.until("advertises")
        self.assertEqual(line, "advertises Nodline test 1812 0x3c1")
        self.fake.stdin.write("services\n")
        found = []
        while (line := self.host.next()[1]) != "end":
            found.append(tuple(line.split()[1:]))
        uuids = [words[2] for words in found]
        for uuid, count in {"1812": 1, "2a4a": 1, "2a4b": 1, "2a4c": 1, "2a4e": 1, "2a4d": 2, "2908": 2, "180f": 1, "180a": 1, "2a50": 1}.items():
            self.assertEqual(uuids.count(uuid), count, uuid)
        # Only a host that has paired with the number reads and hears keys.
        for path, _, _, flags in found:
            if path.startswith("/org/nodline/hid/"):
                self.assertTrue("encrypt-authenticated-read" in flags or flags == "write-without-response", (path, flags))
                self.assertNotIn("notify", flags.split(","), path)

    def test_the_report_map_is_the_usb_gadgets_with_numbers(self):
        self.running()
        whole = bytes.fromhex(self.tell("read /org/nodline/hid/map 0", "value")[1].split()[1])
        part = bytes.fromhex(self.tell("read /org/nodline/hid/map 22", "value")[1].split()[1])
        self.assertEqual(part, whole[22:])
        self.assertEqual(self.tell("read /org/nodline/hid/map 1000", "error")[1], "error org.bluez.Error.InvalidOffset")
        with open(HERE + "/../../../deploy/usb-gadget", encoding="utf-8") as file:
            script = file.read()
        usb = b"".join(bytes(int(part, 8) for part in script.split(f"\n{name}='\\")[1].split("'")[0].split("\\")) for name in ("keyboard", "mouse"))
        self.assertEqual(whole.replace(b"\x85\x01", b"", 1).replace(b"\x85\x02", b"", 1), usb)
        self.gamepad()
        more = bytes.fromhex(self.tell("read /org/nodline/hid/map 0", "value")[1].split()[1])
        self.assertEqual(more[:len(whole)], whole, "what a host knows already is the same")
        usb = bytes(int(part, 8) for part in script.split("\ngamepad='\\")[1].split("'")[0].split("\\"))
        self.assertEqual(more[len(whole):].replace(b"\x85\x03", b"", 1), usb)
        self.assertEqual(self.tell("read /org/nodline/hid/gamepad 0", "value")[1], "value " + REST)

    def gamepad(self):
        """A running program of which a gamepad is wanted for the first time."""
        link = self.writer()
        self.press(link, REST, 3)
        self.host.until("advertises")
        link.close()

    def place(self):
        """A running program, a host that finds the gamepad, and a writer that has moved its stick and pressed a button."""
        self.running()
        self.gamepad()
        link = self.writer()
        self.subscribed(link)
        self.host.until("report gamepad " + REST)
        self.press(link, LEFT, 3)
        self.host.until("report gamepad " + LEFT)
        return link

    def test_a_gamepad_is_there_from_when_one_is_wanted_on_and_at_every_start(self):
        def found():
            self.fake.stdin.write("services\n")
            paths = []
            while (line := self.host.next()[1]) != "end":
                paths.append(line.split()[1])
            return [path for path in paths if "gamepad" in path]
        self.running()
        link = self.writer()
        self.press(link, UP)
        self.assertEqual(link.recv(1), b"\0")
        self.assertEqual(found(), [], "hosts that have paired with keys alone find the same")
        link.close()
        self.gamepad()
        whole = ["/org/nodline/hid/gamepad", "/org/nodline/hid/gamepad/reference"]
        self.assertEqual(found(), whole)
        self.assertEqual(self.tell("read /org/nodline/hid/gamepad 0", "value")[1], "value " + REST)
        self.keyboard.terminate()
        self.assertEqual(self.keyboard.wait(HANG), 0)
        self.program()
        self.host.until("advertises")
        self.assertEqual(found(), whole)

    def test_a_key_that_is_held_is_released_before_a_gamepad_is_there(self):
        link = self.hold()
        self.press(self.writer(), REST, 3)
        self.host.until("report keyboard " + UP)
        self.host.until("advertises")
        self.assertEqual(link.recv(1), b"")

    def test_a_stick_moves_and_goes_back_to_the_middle_whatever_ends(self):
        for what, within in (("its writer releases it", 0.3), ("its writer dies", 0.3), ("its writer hangs", 0.8), ("the program is stopped", 0.5)):
            with self.subTest(what):
                link = self.place()
                begin = self.clock()
                if what == "its writer releases it":
                    self.press(link, REST, 3)
                elif what == "its writer dies":
                    link.close()
                elif what == "the program is stopped":
                    self.keyboard.send_signal(signal.SIGTERM)
                when, _ = self.host.until("report gamepad " + REST)
                self.assertLess(begin.own(when), within, begin)
                self.doCleanups()
                self.setUp()

    def test_a_host_that_comes_back_finds_the_sticks_in_the_middle(self):
        link = self.place()
        self.tell("disconnect 01", "disconnect")
        self.assertEqual(link.recv(1), b"\0")
        self.assertEqual(self.tell("read /org/nodline/hid/gamepad 0", "value")[1], "value " + REST)
        self.tell("connect 01", "connect")
        self.assertEqual(link.recv(1), b"\1")
        self.press(link, LEFT, 3)  # it was held meanwhile
        self.press(link, REST, 3)
        self.assertEqual(self.host.next()[1], "report gamepad " + REST)
        self.press(link, LEFT, 3)
        self.assertEqual(self.host.next()[1], "report gamepad " + LEFT)

    @unstarved(processes)
    def test_a_flood_of_positions_delays_no_release(self):
        link = self.place()
        link.setblocking(False)
        end = time.monotonic() + 1
        number = 0
        while time.monotonic() < end:
            number += 1
            with contextlib.suppress(BlockingIOError):
                self.press(link, f"{number % 100 + 1:02x}" + LEFT[2:], 3)
        begin = self.clock()
        link.close()
        when, _ = self.host.until("report gamepad " + REST)
        self.assertLess(begin.own(when), 1, begin)

    @unstarved(processes)
    def test_a_key_is_pressed_and_released(self):
        link = self.hold()
        begin = time.monotonic()
        with self.held(link):  # repetitions are not sent again
            time.sleep(1)
        self.press(link, UP)
        when, line = self.host.next()
        self.assertEqual(line, "report keyboard " + UP)
        self.assertGreater(when - begin, 0.9)
        self.press(link, "01fd000000", 2)
        self.host.until("report mouse 01fd000000")

    def test_a_writer_that_dies_lets_go(self):
        link = self.hold()
        begin = self.clock()
        link.close()
        self.released(begin, 0.3)

    def test_a_writer_that_hangs_lets_go(self):
        self.hold()
        self.released(self.clock(), 0.8)

    def test_the_program_lets_go_when_it_is_stopped(self):
        self.hold()
        begin = self.clock()
        self.keyboard.send_signal(signal.SIGTERM)
        self.released(begin, 0.5)
        self.assertEqual(self.keyboard.wait(HANG), 0)

    @unstarved(processes)
    def test_an_output_presses_and_its_death_releases(self):
        self.running()
        with open(self.folder.name + "/nodline.toml", "w", encoding="utf-8") as file:
            file.write('[outputs.next]\ngesture = "left"\nbluetooth = "space"\n')
        command = [PROGRAMS + "/nodline", "test-output", "next", "--config", self.folder.name + "/nodline.toml", "--seconds"]
        self.subscribed(self.writer())
        self.start(command + ["1.5"], stdout=subprocess.DEVNULL)
        when, _ = self.host.until("report keyboard " + SPACE)
        end, _ = self.host.until("report keyboard " + UP)
        self.assertGreater(end - when, 1.4)  # longer than the timeout: the heartbeat kept it
        for stroke, within in ((signal.SIGKILL, 0.3), (signal.SIGSTOP, 0.8)):
            with self.subTest(stroke=stroke):
                nodline = self.start(command + ["30"], stdout=subprocess.DEVNULL)
                self.host.until("report keyboard " + SPACE)
                time.sleep(0.7)
                begin = self.clock()
                nodline.send_signal(stroke)
                self.released(begin, within)
                nodline.kill()

    def test_nonsense_ends_the_writer_and_releases(self):
        for nonsense in (b"\1\0", b"\3" + bytes(8), b"x" * 60, b""):
            with self.subTest(nonsense=nonsense):
                link = self.hold()
                begin = self.clock()
                link.send(nonsense)
                self.released(begin, 0.3)
                self.assertEqual(link.recv(1), b"")
                self.doCleanups()
                self.setUp()

    def test_its_death_takes_the_keyboard_away_and_the_next_one_presses_nothing(self):
        link = self.hold()
        self.keyboard.kill()
        self.keyboard.wait()
        self.assertEqual(link.recv(1), b"")
        self.program()
        self.host.until("advertises")
        link = self.writer()
        self.subscribed(link)
        self.press(link, UP)
        self.assertEqual(self.host.next()[1], "report keyboard " + UP)

    def test_it_shows_the_watchdog_that_it_runs(self):
        manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(manager.close)
        manager.bind(self.folder.name + "/notify")
        manager.settimeout(HANG)
        self.env.update(NOTIFY_SOCKET=self.folder.name + "/notify", WATCHDOG_USEC="400000")
        self.running()
        told = [manager.recv(100) for _ in range(10)]
        self.assertIn(b"READY=1", told)
        begin = self.clock()
        for _ in range(10):
            self.assertEqual(manager.recv(100), b"WATCHDOG=1")
        self.assertLess(begin.own(), 2, begin)

    @unstarved(processes)
    def test_a_flood_delays_no_release(self):
        link = self.hold()
        other = self.writer()
        other.setblocking(False)
        end = time.monotonic() + 1
        while time.monotonic() < end:
            try:
                self.press(other, "0001000000", 2)
            except BlockingIOError:
                pass
            if time.monotonic() < end - 0.5:
                self.press(link, SPACE)
        begin = self.clock()
        other.close()
        link.close()
        self.released(begin, 1)

    @unstarved(processes)
    def test_a_host_that_comes_back_sees_nothing_pressed(self):
        link = self.hold()
        with self.held(link):  # as if it had never been away
            self.tell("disconnect 01", "disconnect")
            self.assertEqual(link.recv(1), b"\0")
            # It may read what is pressed.
            self.assertEqual(self.tell("read /org/nodline/hid/keyboard 0", "value")[1], "value " + UP)
            self.tell("connect 01", "connect")
            self.assertEqual(link.recv(1), b"\1")
            time.sleep(0.2)
        self.press(link, UP)
        self.assertEqual(self.host.next()[1], "report keyboard " + UP)
        self.press(link, SPACE)
        self.assertEqual(self.host.next()[1], "report keyboard " + SPACE)

    def test_a_key_that_is_pressed_before_the_return_of_a_host_is_known_does_not_reach_it(self):
        link = self.hold()
        self.press(link, UP)
        self.host.until("report keyboard " + UP)
        self.tell("disconnect 01", "disconnect")
        self.assertEqual(link.recv(1), b"\0")
        self.press(link, SPACE)
        time.sleep(0.2)
        self.assertTrue(self.host.queue.empty(), "BlueZ would have passed it on to a host that has just come back")
        self.tell("connect 01", "connect")
        self.assertEqual(link.recv(1), b"\1")
        link.close()
        time.sleep(0.3)
        self.assertTrue(self.host.queue.empty(), list(self.host.queue.queue))

    @unstarved(processes)
    def test_strangers_that_come_and_go_change_nothing(self):
        link = self.hold()
        with self.held(link):
            for number in ("02", "03"):
                self.tell("connect " + number, "connect")
                self.tell("disconnect " + number, "disconnect")
            # Any other program on the bus.
            subprocess.run(["dbus-send", "--system", "--print-reply", "--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.ListNames"],
                           env=self.env, check=True, stdout=subprocess.DEVNULL)
        self.press(link, "00002c2800000000")
        self.assertEqual(self.host.next()[1], "report keyboard 00002c2800000000")
        link.setblocking(False)
        self.assertRaises(BlockingIOError, link.recv, 1)

    @unstarved(processes)
    def test_a_host_that_was_connected_before_and_reads_the_new_services_stays_and_is_told_a_release_first(self):
        self.bluez("--connected")
        self.program()
        self.host.until("advertises")
        self.tell("subscribe", "subscribed")
        link = self.writer()
        self.assertEqual(link.recv(1), b"\1")
        self.assertEqual([self.host.next()[1] for _ in range(2)], ["report keyboard " + UP, "report mouse " + MOUSE_UP])
        self.press(link, SPACE)
        self.host.until("report keyboard " + SPACE)
        with self.held(link):
            time.sleep(2)  # longer than it would have waited
        self.assertTrue(self.host.queue.empty(), list(self.host.queue.queue))

    def test_a_host_that_was_connected_before_and_does_not_has_to_connect_again(self):
        self.bluez("--connected")
        self.program()
        advertised, _ = self.host.until("advertises")
        began = self.clock()
        when, line = self.host.until("disconnects")
        self.assertEqual(line, "disconnects AA_00_00_00_00_01")
        # One second; what the first line waited for a processor is missing.
        self.assertGreater(when - advertised + began.waits.seconds(), 0.7)
        self.assertLess(began.own(when), 1.5, began)
        link = self.writer()
        self.subscribed(link)
        self.assertNotIn("disconnects", "".join(line for _, line in list(self.host.queue.queue)), "only once, and no host of another adapter")

    def ask(self, *words):
        return subprocess.run([PROGRAMS + "/nodline", "pair-bluetooth", "--socket", self.folder.name + "/pairing", *words], env=self.env, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=HANG)

    def test_hosts_are_listed_and_forgotten(self):
        self.running()
        self.tell("connect 01", "connect")
        self.assertEqual(self.ask("--list").stdout, "AA:00:00:00:00:01  connected  Tablet\n")
        self.tell("disconnect 01", "disconnect")
        self.tell("paired 02", "paired")
        self.assertEqual(self.ask("--list").stdout, "AA:00:00:00:00:01  away       Tablet\nAA:00:00:00:00:22  away       \\u001b[2JPhone\n")
        self.assertEqual(self.ask("--forget", "AA:00:00:00:00:22").returncode, 0)
        self.host.until("removes AA_00_00_00_00_02")
        answer = self.ask("--forget", "aa:00:00:00:00:01")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        self.host.until("removes AA_00_00_00_00_01")
        self.assertNotIn("Tablet", self.ask("--list").stdout)
        for address, words in (("AA:00:00:00:00:01", "has not paired"), ("AA:00:00:00:00:03", "has not paired"), ("../hci1", "is not an address")):
            answer = self.ask("--forget", address)
            self.assertNotEqual(answer.returncode, 0)
            self.assertIn(words, answer.stderr)

    def test_a_host_that_bluez_does_not_forget_is_told(self):
        self.bluez("--keeps")
        self.program()
        self.host.until("advertises")
        answer = self.ask("--forget", "AA:00:00:00:00:01")
        self.assertEqual(answer.returncode, 1)
        self.assertIn("BlueZ has not forgotten it", answer.stderr)

    def test_nonsense_from_a_guest_ends_it(self):
        self.running()
        for nonsense in (b"x" * 60, b"forget", b"pair me", b"\xff\0"):
            guest = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            guest.settimeout(HANG)
            guest.connect(self.folder.name + "/pairing")
            guest.send(nonsense)
            self.assertEqual(guest.recv(30), b"", nonsense)
            guest.close()
        self.assertEqual(self.ask("--list").returncode, 0)

    def test_pairing_shows_the_passkey_and_ends(self):
        self.running()
        self.assertEqual(self.tell("passkey 1234 02", "error")[1], "error org.bluez.Error.Rejected")  # nobody wants to pair
        guest = subprocess.Popen([PROGRAMS + "/nodline", "pair-bluetooth", "--socket", self.folder.name + "/pairing"], env=self.env, text=True,
                                 stdout=subprocess.PIPE)
        self.addCleanup(lambda: (guest.poll() is None and guest.kill(), guest.wait(), guest.stdout.close()))
        said = Lines(guest.stdout)
        self.host.until("set Pairable True")
        self.host.until("set Discoverable True")
        self.assertEqual(self.tell("confirm", "error")[1], "error org.bluez.Error.Rejected")  # without a number anybody could
        self.tell("paired 04", "paired")  # by somebody else's help, without a number that was shown here
        self.tell("passkey 1234 02", "shown")
        self.assertIn("001234", said.until("Type")[1])
        self.tell("paired 02", "paired")
        said.until("Paired")
        self.assertEqual(guest.wait(HANG), 0)
        self.host.until("set Pairable False")
        self.host.until("set Discoverable False")

    def test_its_death_and_its_standstill_beside_a_drive_touch_nothing(self):
        self.bluez("--connected")
        path = self.folder.name + "/more.toml"
        with open(path, "w", encoding="utf-8") as file:
            file.write('[axes.pointer]\ndirection = "vertical"\nbluetooth = "y"\n[outputs.next]\ngesture = "right"\nbluetooth = "space"\n')
        for more in ([], ["--stop"]):
            with self.subTest(more):
                run = subprocess.run([HERE + "/../beside/kills", "--programs", PROGRAMS, "--config", path, "--count", "40", *more, "--",
                                      PROGRAMS + "/nodline-bluetooth", "--reports", self.folder.name + "/reports", "--pairing", self.folder.name + "/pairing"],
                                     env=self.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=6 * HANG)
                print("\n" + run.stdout.rstrip())
                self.assertEqual(run.returncode, 0, run.stdout)
        # It was at work in many of its lives.
        lives = sum(line is not None and line.startswith("advertises") for _, line in list(self.host.queue.queue))
        self.assertGreater(lives, 20)

    def test_pairing_that_is_left_ends(self):
        self.running()
        guest = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        guest.connect(self.folder.name + "/pairing")
        guest.send(b"pair")
        self.host.until("set Pairable True")
        guest.close()
        self.host.until("set Pairable False")

    def test_without_bluez_or_adapter_it_says_so(self):
        self.assertIn("GetManagedObjects", self.program().communicate(timeout=HANG)[1])
        self.bluez("--no-adapter")
        self.assertIn("no Bluetooth adapter", self.program().communicate(timeout=HANG)[1])

    def test_a_refusal_and_the_end_of_bluez_end_it(self):
        self.bluez("--refuses")
        self.assertIn("RegisterApplication: no room", self.program().communicate(timeout=HANG)[1])
        self.fake.kill()
        self.fake.wait()
        self.running()
        self.fake.kill()
        self.assertIn("bluetoothd has ended", self.keyboard.communicate(timeout=HANG)[1])
        self.assertEqual(self.keyboard.returncode, 1)

    def test_it_begins_anew_when_bluetooth_was_off(self):
        self.running()
        self.tell("power off", "power")
        self.tell("power on", "power")
        self.assertIn("switched off and on", self.keyboard.communicate(timeout=HANG)[1])
        self.assertEqual(self.keyboard.returncode, 1)


if __name__ == "__main__":
    unittest.main()
