"""The screen at the board: the command line of nodline-screen.service with Debian's cage and Chromium, on a screen that is only in memory. By name:
Tests/System/web/run test_screen. The unit's session at a terminal and its bounds need systemd, and are not in it."""
import collections
import glob
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from System.clocks import HANG, Account, Frames, wait
from System.places import ROOT
from System.web.machine import Machine

#: Somebody who is neither root nor one of Nodline's users.
USER = "games"
#: The page's colours (talk.css): Call, and what is lit. Neither is on a page to pair with, or on a browser's own.
CALL, LIT = b"\x9c\x00\x07", b"\xff\xe6\x00"


@unittest.skipUnless(shutil.which("cage") and shutil.which("grim") and os.geteuid() == 0, "cage and grim are not installed, or this is not root")
class Screen(unittest.TestCase):
    def setUp(self):
        self.machine = Machine(web=f'interfaces = ["lo"]\nscreen = "{USER}"\n')
        self.addCleanup(self.machine.close)
        self.folder = tempfile.mkdtemp(prefix="nodline-screen-test.")
        self.addCleanup(subprocess.run, ["rm", "-rf", self.folder], check=False)
        shutil.copy(ROOT + "/deploy/board/screen", self.folder)
        for name in ("run", "state"):
            os.mkdir(f"{self.folder}/{name}", 0o700)
            shutil.chown(f"{self.folder}/{name}", USER)
        os.chmod(self.folder, 0o755)
        self.environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": self.folder + "/state", "XDG_RUNTIME_DIR": self.folder + "/run",
                            "STATE_DIRECTORY": self.folder + "/state", "NODLINE_PORT": str(self.machine.port),
                            # A page that fills the only output would be shown without being drawn, and a picture of it would be an old one.
                            "WLR_BACKENDS": "headless", "WLR_HEADLESS_OUTPUTS": "2", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman"}

    def start(self):
        with open(ROOT + "/deploy/systemd/nodline-screen.service") as unit:
            (command,) = [line.split("=", 1)[1] for line in unit.read().splitlines() if line.startswith("ExecStart=")]
        command = command.replace("/usr/lib/nodline/screen", self.folder + "/screen").split()
        with open(self.folder + "/log", "ab") as log:
            self.screen = subprocess.Popen(["nice", "-n", "5", *command], user=USER, group=pwd.getpwnam(USER).pw_gid, extra_groups=[], env=self.environment,
                                           cwd="/", stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        self.addCleanup(self.end, signal.SIGKILL)

    def processes(self):
        """Of the screen: all of its session, whatever their parents are."""
        found = []
        for place in glob.glob("/proc/[0-9]*/stat"):
            try:
                with open(place) as file:
                    if int(file.read().rsplit(")", 1)[1].split()[3]) == self.screen.pid:
                        found.append(int(place.split("/")[2]))
            except (FileNotFoundError, ProcessLookupError):
                pass
        return found

    def end(self, how):
        for process in self.processes():
            try:
                os.kill(process, how)
            except ProcessLookupError:
                pass
        if how == signal.SIGKILL:
            self.screen.wait()

    def colours(self):
        """What is on the screen: how often each colour is."""
        sockets = glob.glob(self.folder + "/run/wayland-*[0-9]")
        if not sockets:
            return collections.Counter()
        found = subprocess.run(["grim", "-o", "HEADLESS-1", "-t", "ppm", "-"], env={**self.environment, "WAYLAND_DISPLAY": os.path.basename(sockets[0])},
                               capture_output=True, user=USER, check=False)
        if found.returncode:
            return collections.Counter()
        if os.environ.get("NODLINE_PICTURES"):
            subprocess.run(["ffmpeg", "-loglevel", "error", "-y", "-f", "ppm_pipe", "-i", "-", os.environ["NODLINE_PICTURES"] + "/screen.png"],
                           input=found.stdout, check=True)
        pixels = found.stdout.split(b"\n", 3)[3]  # P6, width and height, 255
        return collections.Counter(pixels[place:place + 3] for place in range(0, len(pixels) - 2, 3))

    def shows_the_board(self):
        colours = self.colours()
        return min(colours[CALL], colours[LIT]) > 10_000

    def test_it_shows_the_board_unpaired_and_neither_its_start_nor_its_hang_or_death_costs_a_frame(self):
        frames = Frames(self.machine.appliance.control, self.machine.appliance.pid)
        self.addCleanup(frames.end)
        wait(lambda: len(frames.frames) > 45, 10, "frames")
        for how in (signal.SIGSTOP, signal.SIGKILL):
            began = time.monotonic()
            self.start()
            wait(self.shows_the_board, 30, "the board is shown")
            took = time.monotonic() - began
            memory = sum(self.proportional(process) for process in self.processes())
            self.end(how)
            before = len(frames.frames)
            wait(lambda before=before: len(frames.frames) > before + 45, 10, "frames after it")
            print(f"the board is shown {took:.1f} s after the start, by {memory / 1000:.0f} MB; then all of it {'hangs' if how == signal.SIGSTOP else 'dies'}")
            self.end(signal.SIGKILL)
        account = Account(frames.frames, 15)
        print(account)
        self.assertEqual(account.faults(), [])
        self.assertEqual([event for _, _, event in frames.events if event.get("event") == "fault"], [])

    def test_a_browser_that_ends_ends_the_command_so_that_the_unit_starts_it_again(self):
        self.start()
        wait(self.shows_the_board, 30, "the board is shown")
        (browser,) = [process for process in self.processes() if self.parent(process) == self.screen.pid]
        os.kill(browser, signal.SIGKILL)
        self.screen.wait(HANG)

    def parent(self, process):
        with open(f"/proc/{process}/stat") as file:
            return int(file.read().rsplit(")", 1)[1].split()[1])

    def proportional(self, process):
        """Its part of the memory in kB, where several have the same."""
        try:
            with open(f"/proc/{process}/smaps_rollup") as file:
                return next(int(line.split()[1]) for line in file if line.startswith("Pss:"))
        except (FileNotFoundError, ProcessLookupError):
            return 0


if __name__ == "__main__":
    unittest.main()
