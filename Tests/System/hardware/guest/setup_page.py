"""The board's part of the setup page's test, which Tests/System/packages/setup_page.py directs from the host: starts twice, because
nodline.txt shows a code for the next start; says what the line does; and at the end what the processes may do."""
import glob
import os
import re
import sys
import time

from System.clocks import wait
from System.hardware.guest.services import journal, run, say, show
from System.hardware.guest.wire import Chip, Watch, read

BOOT = "/boot/firmware"
STARTED_BEFORE = "/run/started-before"
CALL = 17


def happens(what, condition):
    return wait(condition, 60, lambda: f"{what}\n" + journal("nodline", "nodline-web", "nodline-web-code", "nodline-boot-config"), pause=0.2)


def note():
    return read(f"{BOOT}/nodline.txt") if os.path.exists(f"{BOOT}/nodline.txt") else ""


def code():
    found = re.findall(r"^Pairing code: (\d{6})\r?$", note(), re.MULTILINE)
    return found[-1] if found else None


def sockets(unit):
    """The Internet sockets of a unit's main process, and the state of each: 0A is listening."""
    process = show(unit, "MainPID")
    own = {os.readlink(link) for link in glob.glob(f"/proc/{process}/fd/*") if os.path.islink(link)}
    found = []
    for table in ("tcp", "tcp6", "udp", "udp6", "raw", "raw6"):
        for line in read(f"/proc/net/{table}").splitlines()[1:]:
            words = line.split()
            if f"socket:[{words[9]}]" in own:
                found.append(words[3])
    return found


def confinement(unit):
    """User, capabilities, "no new privileges" and system call filter of a unit's main process, as the kernel has them."""
    status = dict(line.split(":\t", 1) for line in read(f"/proc/{show(unit, 'MainPID')}/status").splitlines() if ":\t" in line)
    assert int(status["CapEff"], 16) == int(status["CapBnd"], 16) == 0, status
    assert status["NoNewPrivs"] == "1" and status["Seccomp"] == "2", status
    return run("id", "-un", status["Uid"].split()[0])


def first_start():
    # The kernel's simulated chip outlasts the restart of everything else.
    Chip("bank", {CALL: "GPIO17"})
    happens("nodline.txt shows a code", code)
    assert not read("/run/nodline-web-code"), "there was no code before"
    assert os.path.exists(f"{BOOT}/nodline.toml.taken") and not os.path.exists(f"{BOOT}/nodline.toml")
    happens("the page is served", lambda: "0A" in sockets("nodline-web"))
    say(f"first start: the boot partition's file is in use, and nodline.txt shows a code, {time.clock_gettime(time.CLOCK_BOOTTIME):.0f} s after the boot")
    open(STARTED_BEFORE, "w").close()
    run("systemctl", "soft-reboot")
    time.sleep(300)


class Existing(Chip):
    """The chip that the first start has made."""

    def __init__(self, name):
        self.device = read(f"/sys/kernel/config/gpio-sim/{name}/bank/chip_name")
        self.sysfs = f"/sys/devices/platform/{read(f'/sys/kernel/config/gpio-sim/{name}/dev_name')}/{self.device}"


def second_start():
    watch = Watch(Existing("bank"), CALL)
    happens("the page is served", lambda: "0A" in sockets("nodline-web"))
    taken = read("/run/nodline-web-code")
    assert re.fullmatch(r"\d{6}", taken) and taken != code(), "the code is used up, and nodline.txt shows the next one"
    assert run("stat", "--format=%U %a", "/run/nodline-web-code") == "root 600"
    say(f"CODE {taken}")
    say("KEY " + run("nodline", "key", "add", "figures", "--may", "listen"))
    told = 0
    while not os.path.exists(f"{BOOT}/finished"):
        changes = watch.changes[told:]
        for moment, _, value in changes:
            say(f"LINE {value} {moment:.2f}")
        told += len(changes)
        time.sleep(0.1)

    users = {unit: confinement(unit) for unit in ("nodline", "nodline-web")}
    assert users == {"nodline": "nodline", "nodline-web": "nodline-web"}, users
    assert not sockets("nodline"), "the process that holds the lines has an Internet socket"
    say("both processes have their own user, no capability and a system call filter; the appliance has no Internet socket")
    kept = read("/etc/nodline/nodline.toml")
    assert "# The carer's own remark." in kept and "threshold_left = 0.18 " not in kept and "# measured on Monday" in kept, kept
    owners = run("stat", "--format=%U:%G %a", "/etc/nodline/nodline.toml", "/var/lib/nodline-web/sessions.json", "/run/nodline-web/pair.sock")
    assert owners.split("\n") == ["nodline:nodline 644", "nodline-web:nodline-web 600", "nodline-web:nodline-control 660"], owners
    say("the page's change is in the file, next to the remark in it; sessions belong to the page's server alone")
    for unit in ("nodline", "nodline-web"):
        assert show(unit, "ActiveState") == "active" and show(unit, "NRestarts") == "0", run("systemctl", "status", unit)
    say("neither program was started again")


if os.path.exists(STARTED_BEFORE):
    sys.exit(second_start())
first_start()
