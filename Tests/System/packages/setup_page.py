"""The setup page's way from nothing: a board (the virtual machine with the package) is switched on with a configuration on its boot
partition; a browser outside of it pairs with the code of nodline.txt, goes through the wizard to its end, and keeps a setting;
the camera's gesture switches the kernel's line. The whole of it takes the time of this process: setup_page.py ROOT BOOT

ROOT is a Debian 13 with the package installed. BOOT becomes the boot partition."""
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time

from System.clocks import wait
from System.places import ROOT as CHECKOUT, free_port
from System.web.browser import Browser
from System.web.tables import Texts
from selenium.webdriver.common.keys import Keys

CONFIGURATION = """# The carer's own remark.
config_version = 1

[web]
enabled = true

[detection]
accuracy = "low"

[camera]
rate = 10

[gestures]
threshold_left = 0.18  # measured on Monday
acceptance = 0.5
discrete = false
nod = false
shake = false
max_hold = 60

[outputs.call]
line = "GPIO17"
gesture = "hold-left"
action = "level"
"""
# Each picture is shown for 0.4 s. A range calibration that begins when the head is back at rest measures it there for 4 s, and then
# sees it go to the left and come back: it must be at rest when the rest position is found again.
SHOWN = ["rest"] * 13 + ["left"] * 6
# The guest's clock is about ten times slower than the browser's, which is why a hung wait ends after ten times its seconds; sometimes it is
# slower still.
SLOWNESS = 2


def prepare(root, boot):
    """The camera's pictures, and a boot partition that lasts."""
    frames = f"{root}/srv/frames"
    os.makedirs(frames)
    for picture in set(SHOWN):
        with open(f"{os.environ['PICTURES']}/{picture}.jpg", "rb") as source, open(f"{root}/srv/{picture}.jpg", "wb") as copy:
            copy.write(source.read())
    for number, picture in enumerate(SHOWN):
        os.symlink(f"../{picture}.jpg", f"{frames}/{number:02}.jpg")
    virtual = f"{root}/usr/share/libcamera/pipeline/virtual"
    os.makedirs(virtual, exist_ok=True)
    with open(f"{virtual}/virtual.yaml", "w") as file:
        file.write('"Virtual0":\n  supported_formats:\n  - { width: 640, height: 480, frame_rates: [30, 60] }\n'
                   '  frames:\n    path: "/srv/frames"\n  location: "CameraLocationFront"\n  model: "Virtual"\n')
    for folder in ("boot/firmware", "mnt/boot"):
        os.makedirs(f"{root}/{folder}", exist_ok=True)
    # The restart unmounts everything, also what tools/boot has mounted.
    options = "trans=virtio,version=9p2000.L,cache=none 0 0"
    with open(f"{root}/etc/fstab", "w") as file:
        file.write(f"share-boot /mnt/boot 9p {options}\n/mnt/boot /boot/firmware none bind 0 0\nrun /run/nodline-host 9p {options}\n")
    os.makedirs(boot)
    with open(f"{boot}/config.txt", "w") as file:
        file.write("# a Raspberry Pi's\n")
    with open(f"{boot}/nodline.toml", "w") as file:
        file.write(CONFIGURATION)


class Board:
    """The virtual machine, and what it says."""

    def __init__(self, root, boot):
        self.boot, self.port, self.lines = boot, free_port(), []
        self.process = subprocess.Popen(
            [f"{CHECKOUT}/tools/boot", "--systemd", "--root", root, "--scripts", f"{CHECKOUT}/Tests/System", "--share", f"boot={boot}",
             "--forward", f"{self.port}:8020", "--timeout", "1200", "--", "python3", "-m", "System.hardware.guest.setup_page"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, errors="replace", process_group=0)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self.process.stdout:
            self.lines.append(line.strip())
            print(line.rstrip(), flush=True)

    def says(self, start, seconds, after=0):
        """The first line that begins so, of those after the first few."""
        def said():
            assert self.process.poll() is None, "the guest has ended"
            return next((line for line in self.lines[after:] if line.startswith(start)), None)
        return wait(said, seconds, f"the guest says {start}")

    def note(self):
        """nodline.txt, as another computer reads it from the card."""
        try:
            with open(f"{self.boot}/nodline.txt") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def end(self):
        """Ends the emulator too, whatever has happened."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait(120)

    def finish(self):
        open(f"{self.boot}/finished", "w").close()
        return self.process.wait(300)


def work(board, page, text):
    """What a carer does, from the code to a setting that is kept."""
    code = re.findall(r"^Pairing code: (\d{6})", board.note(), re.MULTILINE)[-1]
    board.says("CODE", 600)
    assert f"CODE {code}" in board.lines, board.lines
    began = time.monotonic()
    page.enter(re.search(r"http://\S+", board.note()).group(), code)
    page.says(text("state.ready"), "#header", 30)
    print(f"paired with the code of nodline.txt, ready after {time.monotonic() - began:.0f} s", flush=True)

    page.go("place")
    page.says("1. " + text("place.camera"))
    wait(lambda: page.run("const canvas = document.querySelector('canvas.picture'); return canvas && canvas.width > 100"), 60, "a picture")
    page.press("#next")
    page.says("2. " + text("place.rest"))
    page.says(text("place.rest.done"))
    page.press("#next")
    page.press("#gesture-hold-left")
    page.press("#next")
    page.says("4. " + text("place.far"))
    board.says("LINE 0", 200, after=len(board.lines))  # the head is at rest now, for as long as the calibration looks at it
    page.press("#range-start")
    page.says(text("range.reach.left"), seconds=20)
    page.says(text("range.kept"), seconds=20)
    page.press("#next")
    page.says("5. " + text("place.attempt"))
    at_attempt = len(board.lines)
    page.says([text("place.attempt.found", count=count) for count in (1, 2)], seconds=20)
    board.says("LINE 1", 100, after=at_attempt)
    page.press("#next")
    page.says(text("try.ten"))
    print(f"the wizard's end, and the gesture has switched the line, after {time.monotonic() - began:.0f} s", flush=True)

    # What was measured is on trial until it is kept; so the trial that comes next is the slider's.
    page.press("#keep")
    page.says(text("trial.done.keep"))

    page.go("tune")
    slider = "input[data-key='gestures.threshold_left']"
    before = page.run("return document.querySelector(arguments[0]).value", slider) if page.find(slider) else ""
    page.send(slider, Keys.ARROW_RIGHT)
    page.says(text("trial.running"), "#trial")
    page.press("#keep")
    page.says(text("trial.done.keep"))
    print(f"kept a threshold above {before}, after {time.monotonic() - began:.0f} s", flush=True)
    # Chromium ignores that header of a page that is not encrypted, and says so.
    complaints = [words for words in page.complaints() if "Cross-Origin-Opener-Policy header has been ignored" not in words]
    assert not complaints, complaints


def programs(board):
    """What programs fetch: the module for pages, and with a key of `nodline key add` the state and the figures."""
    secret = next(line for line in board.lines if line.startswith("KEY ")).removeprefix("KEY ")

    def get(path, key=None):
        wire = http.client.HTTPConnection("127.0.0.1", board.port, timeout=60)
        wire.request("GET", path, headers={"Host": "nodline.local:8020"} | ({"Authorization": f"Bearer {key}"} if key else {}))
        reply = wire.getresponse()
        return reply.status, reply.headers["Content-Type"], reply.read().decode()

    with open(f"{CHECKOUT}/Sources/Web/Page/api/nodline.js") as file:
        assert get("/nodline.js") == (200, "text/javascript; charset=utf-8", file.read())
    for path in ("/v1/status", "/metrics"):
        for key in (None, secret[:-1] + ("a" if secret[-1] != "a" else "b")):
            assert get(path, key)[0] == 401, (path, key, get(path, key))
    status, _, state = get("/v1/status", secret)
    assert status == 200 and list(json.loads(state)["outputs"]) == ["call"], (status, state)
    status, kind, figures = get("/metrics", secret)
    assert status == 200 and kind.startswith("text/plain; version=0.0.4"), (status, kind, figures)
    assert "\nnodline_up 1\n" in figures and "\nnodline_web_keys 1\n" in figures, figures
    print("programs: nodline.js is served; state and figures need the key that `nodline key add` has made", flush=True)


def main():
    root, boot = sys.argv[1:]
    prepare(root, boot)
    board = Board(root, boot)
    page = None
    try:
        board.says("first start", 600)
        wait(lambda: "Pairing code" in board.note(), 10, "nodline.txt on the boot partition")
        page = Browser(resolve=f"MAP *.local:8020 127.0.0.1:{board.port}", slowness=SLOWNESS)
        work(board, page, Texts("en"))
        programs(board)
        page.close()
        page = None
        status = board.finish()
    finally:
        if page:
            page.close()
        board.end()
    sys.exit(status)


main()
