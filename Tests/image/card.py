#!/usr/bin/env python3
"""Starts the card on an emulated board, works its switch, and starts it again: card.py IMAGE TOOLS PICTURES FOLDER"""
import os
import shutil
import signal
import sys
import time
import traceback

from board import Board, Card

CALL = 17
CONFIGURATION = """[web]
enabled = true

[outputs.bell]
line = "GPIO17"
bias = "pull-down"
gesture = "hold-left"
action = "level"
"""
CAMERA = """\
"Virtual0":
  supported_formats:
  - { width: 640, height: 480, frame_rates: [30, 60] }
  frames:
    path: "/boot/firmware/frames"
  location: "CameraLocationFront"
  model: "Virtual"
"""
FOLDER = "/usr/share/libcamera/pipeline/virtual"
tests = []


def test(function):
    tests.append(function)
    return function


def prepare(card, pictures):
    """A person's configuration, and what the camera shows: somebody who rests, looks to the left for long, and again."""
    os.makedirs(f"{card.folder}/frames")
    for number, picture in enumerate(["rest"] * 12 + ["left"] * 60):
        shutil.copy(f"{pictures}/{picture}.jpg", f"{card.folder}/frames/{number:04}.jpg")
    for name, text in (("nodline.toml", CONFIGURATION), ("virtual.yaml", CAMERA)):
        with open(f"{card.folder}/{name}", "w", encoding="utf-8") as file:
            file.write(text)
    for name in ("nodline.toml", "virtual.yaml", "frames"):
        card.put(name, name)


def show(board):
    """The card's root is as it ships; the file that switches libcamera's virtual camera on is added in memory."""
    board.says(f"mkdir -p {FOLDER} && cp /boot/firmware/virtual.yaml {FOLDER}/ && systemctl restart nodline")


@test
def starts(board):
    """The card starts, and no unit has failed"""
    board.shell()
    status, state = board.run("systemctl is-system-running --wait")
    failed = board.run("systemctl --failed --no-legend --plain")[1]
    assert status == 0 and state.endswith("running"), f"{state}\n{failed}"
    say(board.says("uname -r; tr -d '\\0' < /sys/firmware/devicetree/base/model; echo; systemd-analyze time; free -m"))


@test
def keeps(board):
    """The root is not written to, and STATE has the rest of the card"""
    layers = board.says("findmnt -no FSTYPE /; findmnt -no OPTIONS LABEL=ROOT || grep /card /proc/mounts; findmnt -no SOURCE,FSTYPE,SIZE /state")
    assert layers.startswith("overlay") and " ext4 " in layers, layers
    for place in ("/var/lib/nodline", "/etc/nodline"):
        board.says(f"findmnt {place} > /dev/null")
    say(layers)


@test
def configuration(board):
    """nodline.toml of the boot partition is in use, and nodline.txt says so"""
    board.says("grep -q GPIO17 /etc/nodline/nodline.toml && test -e /boot/firmware/nodline.toml.taken")
    say(board.says("cat /boot/firmware/nodline.txt"))


@test
def gesture(board):
    """A look to the left before the camera switches GPIO17, seen from outside"""
    assert board.level(CALL) == 0
    show(board)
    board.wait("GPIO17 goes on", lambda: board.level(CALL))
    board.wait("GPIO17 goes off when the head comes back", lambda: not board.level(CALL))
    say(board.says("systemctl show -p StatusText --value nodline"))


@test
def killed(board):
    """kill -9 while GPIO17 is on makes it low"""
    # It must not come back by itself, or the low level would be over before it is seen.
    board.says("mkdir -p /run/systemd/system/nodline.service.d && printf '[Service]\\nRestart=no\\n' > /run/systemd/system/nodline.service.d/once.conf"
               " && systemctl daemon-reload")
    board.wait("GPIO17 is on", lambda: board.level(CALL))
    board.says("systemctl kill --signal=KILL nodline")
    board.wait("GPIO17 is low", lambda: not board.level(CALL))
    board.wait("the unit has ended", lambda: board.run("systemctl is-active nodline")[1].endswith(("failed", "inactive")))
    assert board.level(CALL) == 0
    board.says("rm /run/systemd/system/nodline.service.d/once.conf && systemctl daemon-reload && systemctl reset-failed nodline && systemctl start nodline")
    board.wait("GPIO17 is on again", lambda: board.level(CALL))


@test
def again(board):
    """After a power cut while it writes, the card starts again with the same configuration, and no unit has failed"""
    board.says("echo kept > /var/lib/nodline/kept-by-the-test && sync -f /state")
    # With pauses: the emulated card is slow, and the shell would wait behind what is still to be written.
    board.says("{ while :; do head -c 50000 /dev/urandom >> /state/written; sync -f /state; sleep 0.1; done & } 2> /dev/null")
    board.wait("a file is being written", lambda: board.run("test -s /state/written")[0] == 0)
    board.reset()
    starts(board)
    board.says("grep -q kept /var/lib/nodline/kept-by-the-test && grep -q GPIO17 /etc/nodline/nodline.toml")
    assert board.level(CALL) == 0
    show(board)
    board.wait("GPIO17 goes on", lambda: board.level(CALL))


def say(text):
    print("\n".join(f"  {line}" for line in text.splitlines()), flush=True)


def main():
    image, tools, pictures, folder = sys.argv[1:]
    # Whoever ends this ends the emulator too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    card = Card(image, folder, tools)
    prepare(card, pictures)
    board = Board(card, "bcm2837-rpi-zero-2-w.dtb", f"{folder}.log")
    passed = failed = 0
    try:
        for function in tests:
            began = time.monotonic()
            try:
                function(board)
                passed += 1
                print(f"ok     {function.__doc__} [{time.monotonic() - began:.0f} s]", flush=True)
            except Exception:  # the next one may pass, and its reason is printed
                failed += 1
                print(f"FAILED {function.__doc__}", flush=True)
                traceback.print_exc(file=sys.stdout)
                if function is starts:
                    break
    finally:
        board.end()
    print(f"{passed} passed, {failed} failed", flush=True)
    sys.exit(failed > 0)


main()
