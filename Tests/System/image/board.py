"""An emulated Raspberry Pi that starts from a card image, with a serial console and the wires' levels seen from outside."""
import json
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import time

from System.places import ROOT

GPIO_LEVELS = 0x3F200034  # GPLEV0 of a 3's and a Zero 2 W's GPIO controller: one bit for each line
HANGS = 3000  # s: only ends what hangs; no claim is about the host's clock
CODE = re.compile(r"\x1b\[[0-9;?!]*[a-zA-Z]|\x1b\][^\x07\x1b]*(\x07|\x1b\\)|\r")
UNFINISHED = re.compile(r"\x1b(\[[0-9;?!]*|\][^\x07\x1b]*\x1b?)?$")


def plain(raw):
    """What the serial line has said, without the terminal's codes. It only grows with `raw`, so that places in it last: a code of which only
    the beginning has come is left out."""
    return UNFINISHED.sub("", CODE.sub("", raw))


class Card:
    """A copy of an image in a folder, and its boot partition."""

    def __init__(self, image, folder, tools):
        self.folder, self.tools, self.places = folder, tools, {}
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        subprocess.run(["cp", "--sparse=always", image, f"{folder}/card.img"], check=True)
        # Cards are as large as a power of two, also for the emulator.
        os.truncate(f"{folder}/card.img", 2 << 30)

    def run(self, *command):
        """Runs a program of the tools' root; the folder is /mnt/card there."""
        return subprocess.run([f"{ROOT}/tools/in-root", "--root", self.tools, "--share", f"card={self.folder}", "--", "env", "MTOOLS_SKIP_CHECK=1",
                               *command], check=True, capture_output=True, text=True, timeout=HANGS).stdout

    def fetch(self, name, to):
        self.run("mcopy", "-n", "-o", "-i", "/mnt/card/card.img@@4M", f"::{name}", f"/mnt/card/{to}")

    def put(self, path, name):
        """Copies a file or a folder below the card's folder onto the boot partition."""
        self.run("mcopy", "-s", "-o", "-i", "/mnt/card/card.img@@4M", f"/mnt/card/{path}", f"::{name}")

    def copy(self, number, name):
        """Copies a partition as it is now."""
        if number not in self.places:
            table = self.run("sfdisk", "--dump", "/mnt/card/card.img")
            # In units of 512 bytes.
            self.places[number] = re.search(rf"card.img{number} : start= *(\d+), size= *(\d+)", table).groups()
        start, count = (int(place) * 512 for place in self.places[number])
        subprocess.run(["dd", f"if={self.folder}/card.img", f"of={self.folder}/{name}", "bs=1M", f"skip={start}", f"count={count}",
                        "iflag=skip_bytes,count_bytes", "conv=sparse", "status=none"], check=True, timeout=HANGS)

    def text(self, name):
        return self.run("mtype", "-i", "/mnt/card/card.img@@4M", f"::{name}")


class Board:
    """QEMU's raspi3b with the kernel, the initrd, a device tree and the command line of the card's own boot partition."""

    def __init__(self, card, tree, log):
        self.card, self.log = card, open(log, "a", encoding="utf-8")
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.page = free.getsockname()[1]
        card.fetch("config.txt", "config.txt")
        card.fetch("cmdline.txt", "cmdline.txt")
        with open(f"{card.folder}/config.txt", encoding="utf-8") as file:
            settings = file.read()
        card.fetch(re.search(r"^kernel=(\S+)", settings, re.M)[1], "kernel")
        card.fetch(re.search(r"^initramfs (\S+)", settings, re.M)[1], "initrd")
        card.fetch(tree, "tree.dtb")
        with open(f"{card.folder}/cmdline.txt", encoding="utf-8") as file:
            self.words = file.read().split()
        # A shell for root on the serial line. The emulator is slower than a board, so devices have more time to appear.
        added = ["systemd.debug_shell=ttyS1", "systemd.mask=serial-getty@ttyS1.service", "systemd.default_device_timeout_sec=900",
                 # Answers would be mixed with them.
                 "systemd.show_status=false",
                 # As much memory as a Zero 2 W has.
                 "mem=512M",
                 # It takes QEMU's network device by its number, and does not understand it.
                 "module_blacklist=cdc_subset"]
        self.words += added
        self.raw, self.heard, self.asked = "", "", 0
        subprocess.run([f"{ROOT}/tools/build-without-avx", f"{self.card.folder}/without_avx.so"], check=True)
        self._start()

    def _start(self):
        # The guest's clock counts instructions, one per nanosecond: what the guest sees does not depend on the host's load.
        self.process = subprocess.Popen(
            [f"{ROOT}/tools/in-root", "--root", self.card.tools, "--share", f"card={self.card.folder}", "--", "env", "LD_PRELOAD=/mnt/card/without_avx.so",
             "qemu-system-aarch64", "-M", "raspi3b", "-accel", "tcg", "-icount", "shift=0,sleep=on", "-kernel", "/mnt/card/kernel", "-initrd", "/mnt/card/initrd", "-dtb", "/mnt/card/tree.dtb",
             "-append", " ".join(self.words), "-drive", "file=/mnt/card/card.img,format=raw,if=sd", "-display", "none",
             # A network of its own, which leads nowhere but from this machine to the setup page.
             "-netdev", f"user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:{self.page}-:8020", "-device", "usb-net,netdev=net",
             "-chardev", "socket,id=line,path=/mnt/card/line,server=on,wait=on", "-serial", "null", "-serial", "chardev:line",
             "-monitor", "none", "-qmp", "unix:/mnt/card/monitor,server=on,wait=off"],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, start_new_session=True)
        self.line = self._connect("line")
        self.monitor = self._connect("monitor").makefile("rw", encoding="utf-8", newline="\n")
        self._ask("qmp_capabilities")

    def _connect(self, name):
        end = time.monotonic() + HANGS
        # The path may be too long for a socket's name.
        here = os.getcwd()
        while True:
            link = socket.socket(socket.AF_UNIX)
            try:
                os.chdir(self.card.folder)
                link.connect(name)
                return link
            except OSError:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise
                time.sleep(0.3)
            finally:
                os.chdir(here)

    def _ask(self, what, **arguments):
        """A request to the emulator, and its answer."""
        self.monitor.write(json.dumps({"execute": what, "arguments": arguments}) + "\n")
        self.monitor.flush()
        for line in self.monitor:
            answer = json.loads(line)
            assert "error" not in answer, answer
            # Others are events.
            if "return" in answer:
                return answer["return"]
        raise AssertionError("the emulator has ended")

    def level(self, number):
        """The level of a GPIO line, as a wire would have it."""
        answer = self._ask("human-monitor-command", **{"command-line": f"xp /1xw {GPIO_LEVELS:#x}"})
        return int(re.search(r": 0x([0-9a-f]{8})", answer)[1], 16) >> number & 1

    def listen(self, wait=0.5):
        if select.select([self.line], [], [], wait)[0]:
            data = self.line.recv(65536)
            if not data:
                raise AssertionError("the emulator has ended")
            text = data.decode(errors="replace")
            self.log.write(text)
            self.raw += text
            self.heard = plain(self.raw)
            self.log.flush()

    def wait(self, what, happened, limit=HANGS):
        end = time.monotonic() + limit
        while True:
            self.listen()
            if result := happened():
                return result
            if time.monotonic() > end:
                raise AssertionError(f"not within {limit} s of the host: {what}. The board's last words:\n{self.heard[-1500:]}")

    def shell(self):
        """Waits for the shell of this start: asks until there is an answer that is not the echo."""
        begin, end = len(self.heard), time.monotonic() + HANGS
        while not re.search(r"shell 42\n", self.heard[begin:]):
            assert time.monotonic() < end, f"no shell on the serial line: {self.heard[-1500:]}"
            if re.search(r"# ", self.heard[begin:]):
                self.line.sendall(b"\nstty -echo cols 300; PS1=; dmesg -n 1; export SYSTEMD_PAGER= SYSTEMD_COLORS=0 LC_ALL=C.UTF-8; echo shell $((41+1))\n")
            for _ in range(20):
                self.listen(1)
        self.run("true")

    def run(self, command, limit=HANGS):
        """Runs a command in the board's shell: its status and its output."""
        self.asked += 1
        begin, mark = len(self.heard), f"asked-{self.asked}"
        self.line.sendall(f"{command}; echo {mark}=$?=\n".encode())
        found = self.wait(command, lambda: re.search(rf"{mark}=(\d+)=\n", self.heard[begin:]), limit)
        output = self.heard[begin:begin + found.start()]
        return int(found[1]), re.sub(r"^.*PS1=;.*\n", "", output).strip()

    def says(self, command):
        status, output = self.run(command)
        assert status == 0, f"{command}: status {status}\n{output}"
        return output

    def still(self, copy):
        """Stops everything while `copy` reads the card, as a power cut would leave it. Before that, all that the board has said is heard."""
        self._ask("stop")
        try:
            while select.select([self.line], [], [], 0)[0]:
                self.listen(0)
            return copy()
        finally:
            self._ask("cont")

    def reset(self):
        """The power goes, in the middle of whatever happens, and comes back: another emulator with the same card. (QEMU's own reset left a board that
        said nothing more once in ten times.)"""
        subprocess.run(["pkill", "--signal", "KILL", "--pgroup", str(self.process.pid), "qemu-system"], check=True)
        self.process.wait(HANGS)
        self.line.close()
        self.monitor.close()
        for name in ("line", "monitor"):
            os.unlink(f"{self.card.folder}/{name}")
        self._start()

    def end(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        self.log.close()
