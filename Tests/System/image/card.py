#!/usr/bin/env python3
"""Starts the card on an emulated board, works its switch, and starts it again: card.py IMAGE TOOLS PICTURES FOLDER [TEST…]
With names, only these tests, after `starts`. `rests` runs only by name: it measures for ten minutes."""
import hashlib
import json
import os
import random
import re
import shutil
import signal
import sys
import time
import traceback
import urllib.request

from System.image.board import Board, Card

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
SETTINGS = """[system]
hostname = "kitchen"

[wlan]
ssid = "Home \\"5\\" = #1"
password = "a b\\\\c d e"
country = "GB"
"""
# As Nodline writes its state: a new file, on the card before it replaces the old one. What is on the card is said.
WRITER = """#!/bin/sh
number=${1:-0}
cd /state/nodline || exit
while :; do
    number=$((number + 1))
    { echo $number; head -c $((number % 7 * 9000)) /dev/urandom | base64 -w 0; echo; } > body
    { cat body; sha256sum < body; } > record.new
    sync record.new && mv record.new record && sync /state/nodline && echo wrote=$number=
    # State that Nodline itself writes.
    [ $((number % 5)) != 0 ] || { nodline pause && nodline resume; } > /dev/null
    head -c 20000 /dev/urandom >> written
    [ $((number % 50)) != 0 ] || : > written
done
"""
CUTS = 46  # moments of which the card is looked at
RESETS = 3  # power cuts after which the board starts again
RESTS = 600  # s of the board's clock
FOLDER = "/usr/share/libcamera/pipeline/virtual"
tests, by_name = [], []


def test(function):
    tests.append(function)
    return function


def only_by_name(function):
    by_name.append(function)
    return function


def prepare(card, pictures):
    """A person's configuration, and what the camera shows: somebody who rests, looks to the left for long, and again."""
    os.makedirs(f"{card.folder}/frames")
    for number, picture in enumerate(["rest"] * 40 + ["left"] * 60):
        shutil.copy(f"{pictures}/{picture}.jpg", f"{card.folder}/frames/{number:04}.jpg")
    files = {"nodline.toml": CONFIGURATION, "nodline-setup.toml": SETTINGS, "virtual.yaml": CAMERA, "writer": WRITER}
    for name, text in files.items():
        with open(f"{card.folder}/{name}", "w", encoding="utf-8") as file:
            file.write(text)
    for name in (*files, "frames"):
        card.put(name, name)


def show(board):
    """The card's root is as it ships; the file that switches libcamera's virtual camera on is added in memory."""
    board.says(f"test -e {FOLDER}/virtual.yaml || {{ mkdir -p {FOLDER} && cp /boot/firmware/virtual.yaml {FOLDER}/ && systemctl restart nodline; }}")


def written(board):
    """The board's clock in s, and for the boot partition, ROOT and STATE how often they were written to since its start, and how much in KB."""
    lines = board.says("sync; cut -d ' ' -f 1 /proc/uptime; for number in 1 2 3; do cat /sys/class/block/mmcblk*p$number/stat; done").splitlines()
    fields = [line.split() for line in lines[1:]]
    return float(lines[0]), [(int(field[4]), int(field[6]) / 2) for field in fields]


def wear(board, before):
    """Says what was written since `before`: nothing but to STATE."""
    (begin, old), (end, new) = before, written(board)
    boot, root, state = [(n[0] - o[0], n[1] - o[1]) for o, n in zip(old, new)]
    say(f"written in {end - begin:.0f} s of the board's clock: {boot[0]} times to the boot partition, {root[0]} to ROOT, {state[0]} to STATE ({state[1]:.0f} KB)")
    say(board.says("free -m | head -n 2; for unit in nodline nodline-web; do echo $unit $(($(systemctl show -p MemoryCurrent --value $unit) >> 20)) MB; done"))
    assert boot[0] == root[0] == 0


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
def settings(board):
    """Settings of the boot partition are applied: host name, Wi-Fi with its password and country"""
    assert board.says("uname -n") == "kitchen"
    connection = board.says("nmcli -s -g connection.id,802-11-wireless.ssid,802-11-wireless-security.psk -e no connection show card")
    assert connection.splitlines() == ["card", 'Home "5" = #1', "a b\\c d e"], connection
    board.says("grep -q regdom=GB /run/modprobe.d/nodline-country.conf && ! grep ^Settings /boot/firmware/nodline.txt")
    assert board.run("systemctl is-active ssh")[1] == "inactive"


@test
def page(board):
    """The setup page answers over the network"""
    # The network manager takes the emulator's device for another board's USB gadget, from which no address comes.
    board.says("nmcli device modify usb0 ipv4.method auto > /dev/null")
    def answer():
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{board.page}/", timeout=20) as page:
                return page.read().decode()
        except OSError:
            return None
    assert "<title>" in board.wait("the setup page answers", answer)
    say(board.says("ip -brief address; systemctl show -p MemoryCurrent --value nodline-web"))


@test
def gesture(board):
    """A look to the left before the camera switches GPIO17, seen from outside"""
    assert board.level(CALL) == 0
    show(board)
    before = written(board)
    board.wait("GPIO17 goes on", lambda: board.level(CALL))
    board.wait("GPIO17 goes off when the head comes back", lambda: not board.level(CALL))
    say(board.says("systemctl show -p StatusText --value nodline"))
    wear(board, before)


@only_by_name
def rests(board):
    """Without a camera and with nobody before it, the board writes nothing to the boot partition and to ROOT"""
    before = written(board)
    board.says(f"sleep {RESTS}")
    wear(board, before)


@test
def killed(board):
    """kill -9 while GPIO17 is on makes it low"""
    show(board)
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


def confirmed(board, begin=0):
    """The number of the last record that the board has said to be on the card."""
    found = re.findall(r"wrote=(\d+)=", board.heard[begin:])
    return int(found[-1]) if found else 0


def kept(card, name):
    """A file of the copy, empty if it was not there."""
    try:
        with open(f"{card.folder}/{name}.kept", encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def whole(number, found, written, least):
    """A record is one that was written as a whole, and no older than what was confirmed: its number."""
    assert found.split()[0] == written.split()[0], f"record {number} is damaged"
    assert int(number) >= least, f"the card has record {number}, but {least} was confirmed"
    return int(number)


def write(board, number=0):
    """Begins to write, and waits for the first record."""
    begin = len(board.heard)
    board.says(f"cp /boot/firmware/writer /run/ && {{ sh /run/writer {number} & }} 2> /dev/null")
    board.wait("a record is written", lambda: confirmed(board, begin) > number)


@test
def cuts(board):
    """At any moment while it writes, the card holds what was confirmed, and the commands of its start make it whole"""
    card, dice = board.card, random.Random(42)
    write(board)
    replayed, numbers = 0, []
    for _ in range(CUTS):
        end = time.monotonic() + dice.uniform(0.1, 2)
        while time.monotonic() < end:
            board.listen(0.05)

        def copy():
            card.copy(3, "cut")
            return confirmed(board)
        least = board.still(copy)
        # As nodline-card does it; then nothing may be left to mend.
        said = card.run("sh", "-c", """
            cd /mnt/card
            e2fsck -p cut; [ $? -lt 4 ] || exit
            e2fsck -f -n cut > checked || { cat checked; exit 1; }
            for name in nodline/record nodline/state.json etc/nodline.toml; do
                rm -f ${name#*/}.kept
                debugfs -R "dump /$name ${name#*/}.kept" cut 2> /dev/null
            done
            debugfs -R "ls -p /nodline" cut 2> /dev/null | grep damaged; true""")
        replayed += "recovering journal" in said
        assert "damaged" not in said, said
        record, state, configuration = (kept(card, name) for name in ("record", "state.json", "nodline.toml"))
        lines = record.splitlines(keepends=True)
        numbers.append(whole(lines[0], hashlib.sha256("".join(lines[:-1]).encode()).hexdigest(), lines[-1], least))
        if state:
            json.loads(state)
        assert state or least < 20, "Nodline has written no state"
        assert configuration == CONFIGURATION
    assert numbers == sorted(numbers) and len(set(numbers)) > CUTS / 3, f"it hardly wrote: {numbers}"
    say(f"{CUTS} moments, {replayed} of them with an unfinished journal; records {numbers[0]} to {numbers[-1]}")


@test
def again(board):
    """After each of several power cuts while it writes or starts, it starts with the same state and settings, and no unit has failed"""
    dice = random.Random(43)
    if not confirmed(board):
        write(board)
    for cut in range(RESETS):
        least = confirmed(board)
        board.reset()
        if cut % 2:
            # The power also goes while it starts.
            end = time.monotonic() + dice.uniform(1, 40)
            while time.monotonic() < end:
                board.listen()
            board.reset()
        starts(board)
        number = whole(*board.says("cd /state/nodline; head -n 1 record; head -n -1 record | sha256sum; tail -n 1 record; cd /").splitlines(), least)
        board.says("grep -q GPIO17 /etc/nodline/nodline.toml && ! ls /var/lib/nodline/*.damaged 2> /dev/null")
        settings(board)
        assert board.level(CALL) == 0
        if cut < RESETS - 1:
            write(board, number)
    show(board)
    board.wait("GPIO17 goes on", lambda: board.level(CALL))


@test
def full(board):
    """On a full card the switch works on, and says that its state is not kept; it also works after the next start"""
    board.says("fallocate -l $(df --output=avail -B 1 /state | tail -n 1) /state/full; cat /dev/zero > /state/rest 2> /dev/null; sync; "
               "[ $(df --output=avail -B 1 /state | tail -n 1) -lt 4096 ]")
    show(board)
    # While the head rests, because what it shows after a pause is taken for its rest. The board itself looks for that moment.
    board.says("until nodline status | grep -q 'bell .* on'; do :; done; while nodline status | grep -q 'bell .* on'; do :; done; nodline pause; nodline resume")
    board.wait("the fault is said", lambda: board.run("journalctl -b -u nodline -o export | grep -q state-not-kept")[0] == 0)
    board.wait("GPIO17 goes off", lambda: not board.level(CALL))
    board.wait("GPIO17 goes on", lambda: board.level(CALL))
    board.reset()
    starts(board)
    board.says("grep -q GPIO17 /etc/nodline/nodline.toml && ! ls /var/lib/nodline/*.damaged 2> /dev/null")
    show(board)
    board.wait("GPIO17 goes on", lambda: board.level(CALL))
    board.says("rm /state/full /state/rest")


@test
def as_new(board):
    """A file nodline-reset makes the card as new: configuration, state and the file itself go, the card's settings stay"""
    board.says("mount -o remount,rw /boot/firmware && touch /boot/firmware/nodline-reset && mount -o remount,ro /boot/firmware")
    board.reset()
    starts(board)
    board.says("! test -e /boot/firmware/nodline-reset && ! test -e /state/nodline/record && ! grep -q '^line = \"GPIO17\"' /etc/nodline/nodline.toml")
    settings(board)


def say(text):
    print("\n".join(f"  {line}" for line in text.splitlines()), flush=True)


def main():
    image, tools, pictures, folder, *names = sys.argv[1:]
    known = [function.__name__ for function in tests + by_name]
    if wrong := set(names) - set(known):
        sys.exit(f"card.py: unknown {', '.join(sorted(wrong))}. Known: {', '.join(known)}.")
    chosen = [function for function in tests + by_name if function.__name__ in names or function is starts] if names else tests
    # Whoever ends this ends the emulator too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    card = Card(image, folder, tools)
    prepare(card, pictures)
    board = Board(card, "bcm2837-rpi-zero-2-w.dtb", f"{folder}.log")
    passed = failed = 0
    try:
        for function in chosen:
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
