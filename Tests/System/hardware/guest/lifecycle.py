"""The package on a fresh Debian 13 with systemd: install with apt, run, kill, restart, upgrade, remove and purge.
Lines are observed from outside."""
import glob
import json
import os
import signal
import subprocess
import sys
import time

from System.clocks import wait
from System.hardware.guest import pictures
from System.hardware.guest.wire import Chip, Light, Watch, bring, read, udev_rules, write

CALL = 17
# Not below /tmp, because the sandboxed service has a private one.
PLACE = "/srv"
CONFIG = """config_version = 1
# written by the test
[detection]
accuracy = "low"
[gestures]
acceptance = 0.5
discrete = false
nod = false
shake = false
max_hold = 60
[camera]
rate = 10
[status]
led = "status"
[outputs.call]
line = "GPIO17"
gesture = "hold-left"
action = "level"
"""


def run(*command, check=True):
    result = subprocess.run(command, text=True, capture_output=True, stdin=subprocess.DEVNULL)
    assert result.returncode == 0 or not check, f"{command}: {result.returncode}\n{result.stdout[-3000:]}{result.stderr[-3000:]}"
    return result.stdout.strip()


def apt(*words):
    return run("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y", *words)


def show(name):
    return run("systemctl", "show", "--value", "--property", name, "nodline.service")


def journal(*words):
    return run("journalctl", "--no-pager", "--output=short-monotonic", "--unit=nodline", *words, check=False)


def happens(what, condition, seconds=60, pause=0.05):
    return wait(condition, seconds, lambda: f"{what}\n" + journal("--lines=40"), pause=pause)


def files():
    """The files on the disk, without those of the kernel, of caches and of the journal, with their times."""
    apart = ("/proc", "/sys", "/dev", "/run", "/tmp", "/mnt", "/var/cache", "/var/log", "/var/tmp")
    found = {}
    for folder, folders, names in os.walk("/"):
        folders[:] = [name for name in folders if not os.path.join(folder, name).startswith(apart)]
        for name in names + folders:
            path = os.path.join(folder, name)
            if not path.startswith(apart):
                found[path] = os.lstat(path).st_mtime if not os.path.isdir(path) else 0
    return found


def accounts():
    return {line for file in ("/etc/passwd", "/etc/group", "/etc/shadow", "/etc/gshadow") for line in open(file)}


def held(chip, since):
    """Waits until the journal says that a look to the left has turned the line on. Its level is not enough: the pull-up raises
    it whenever nothing drives the line."""
    def is_on():
        said = [line for line in journal("--boot", "--grep=call on").splitlines() if "call on" in line]
        return said and float(said[-1].split("]")[0].strip("[ ")) > since
    happens("the line goes on", is_on, 120, pause=0.5)  # asking the journal takes much of the only core
    assert chip.value(CALL) == 1
    return time.monotonic()


def gestures():
    """Finds the gestures in the journal by their field, and nothing else."""
    def entries(*words):
        said = run("journalctl", "--no-pager", "--quiet", "--boot", "--output=json", "--unit=nodline", *words)
        return [json.loads(line) for line in said.splitlines()]

    everything = entries()
    last = int(everything[-1]["__REALTIME_TIMESTAMP"])
    found = [entry["MESSAGE"] for entry in entries("NODLINE_GESTURE=hold-left") if int(entry["__REALTIME_TIMESTAMP"]) <= last]
    begun = [entry["MESSAGE"] for entry in everything if "hold left begins" in str(entry["MESSAGE"])]
    assert found == begun and len(found) >= 3, f"found {found}\nin the journal {begun}"
    other = entries("NODLINE_GESTURE=nod")
    assert not other, other
    say(f"journalctl NODLINE_GESTURE=hold-left finds the {len(found)} of {len(everything)} entries that are this gesture")


def groups():
    """Tests the sockets' and devices' permissions for members of each group."""
    def allowed(group, *command):
        """Whether the command was let in. `events` never ends, so a time limit ends it."""
        status = subprocess.run(["timeout", "4", "setpriv", "--reuid=nobody", f"--regid={group}", "--clear-groups", "nodline", *command],
                                capture_output=True, stdin=subprocess.DEVNULL).returncode
        return status in (0, 124)

    may = {group: (allowed(group, "status"), allowed(group, "events")) for group in ("nodline-control", "nodline-events", "nodline", "nogroup")}
    assert may == {"nodline-control": (True, True), "nodline-events": (False, True), "nodline": (False, False), "nogroup": (False, False)}, may
    say("sockets: nodline-control may ask and listen, nodline-events may only listen, others may do neither")
    # Members of the sockets' groups may not open the devices.
    devices = [path for path in glob.glob("/dev/gpiochip*") + ["/dev/uinput"] + glob.glob("/dev/hidg*") if os.path.exists(path)]
    for group in ("nodline-control", "nodline-events"):
        for path in devices:
            opened = subprocess.run(["setpriv", "--reuid=nobody", f"--regid={group}", "--clear-groups", "sh", "-c", f": <> {path}"],
                                    capture_output=True).returncode == 0
            assert not opened, f"{group} may open {path}"
    say(f"devices: only the service may open {', '.join(devices)}")


def say(text):
    print(text, flush=True)


def main():
    bring("pictures", PLACE, "*.jpg")
    package, newer = sorted(glob.glob("/mnt/packages/nodline_*.deb"), key=len)
    # Raspberry Pi OS: a group for the lines, whose rule comes last and wins, one for other buses, and links (wire.link_chips).
    run("groupadd", "--system", "gpio")
    run("groupadd", "--system", "i2c")
    udev_rules("99-com", 'SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"', 'SUBSYSTEM=="i2c-dev", GROUP="i2c", MODE="0660"',
               'SUBSYSTEM=="input", GROUP="input", MODE="0660"',
               'SUBSYSTEM=="pwm*", PROGRAM="/bin/sh -c \'chgrp -R gpio /sys%p && chmod -R g=u /sys%p\'"',
               'SUBSYSTEM=="dma_heap", GROUP="video", MODE="0660"', 'SUBSYSTEM=="dma_heap", KERNEL=="system", SYMLINK+="dma_heap/vidbuf_cached"')
    # Pulled up, against the safe value: the line is low only while it is driven low.
    chip = Chip("bank", {CALL: "GPIO17"})
    chip.pull(CALL, up=True)
    light = Light("status")
    pictures.show(*["rest"] * 8, *["left"] * 30, place=PLACE)  # the camera decodes all of them when it is opened
    # The dependencies are installed already.
    needs = run("dpkg-deb", "--field", package, "Depends")
    before_all = accounts()
    begin = time.monotonic()
    apt("install", "--no-install-recommends", package)
    say(f"{os.uname().machine}: installed by apt in {time.monotonic() - begin:.0f} s, without its dependencies: {needs}")
    assert show("Type") == "notify" and show("User") == "nodline" and run("systemctl", "is-enabled", "nodline") == "enabled"
    first = show("MainPID")
    assert show("ActiveState") == "active" and show("NRestarts") == "0", "not running at once:\n" + journal("--lines=40")
    assert read(f"/proc/{first}/status").split("Uid:")[1].split()[0] == run("id", "-u", "nodline")
    say(f"runs as {run('id', 'nodline')}; status: {show('StatusText')}")
    udev = run("stat", "--format=%U:%G %a", f"/dev/{chip.device}")
    assert udev == "root:gpio 660" and "gpio" in run("id", "-Gn", "nodline").split(), udev
    assert os.readlink("/dev/gpiochip4") == chip.device, "Raspberry Pi OS's link"

    # The configuration is edited and reloaded without a restart.
    watch, pid = Watch(chip, CALL), show("MainPID")
    write("/etc/nodline/nodline.toml", CONFIG)
    begin = time.monotonic()
    run("systemctl", "reload", "nodline")
    on = held(chip, begin)
    assert show("MainPID") == pid == first and show("NRestarts") == "0", "restarted since its first start:\n" + journal("--lines=40")
    say(f"reloaded: the virtual camera turns the line on {on - begin:.1f} s later; status: {show('StatusText')}")
    assert light.changes, "the status light was never on"
    assert "fault" not in show("StatusText")

    # Killed while a line is held. The guest may wait for a file of a busy host meanwhile, so what is late once is tried again.
    for number in (1, 2, 3):
        begin = time.monotonic()
        os.kill(int(pid), signal.SIGKILL)
        off = watch.wait(CALL, 0, 10, since=begin)
        say(f"kill -9 with the line on: safe after {(off - begin) * 1000:.0f} ms" + f", for the {number}. time" * (number > 1))
        happens("started again after the kill", lambda: show("ActiveState") == "active" and show("MainPID") not in ("0", pid))
        on = held(chip, off)
        say(f"the service has restarted, and the line is on {on - off:.1f} s later; restarts: {show('NRestarts')}")
        if off - begin < 1:
            break
        pid = show("MainPID")
    assert off - begin < 1

    # Restarted by systemctl: the line is safe in between.
    begin, pid = time.monotonic(), show("MainPID")
    run("systemctl", "restart", "nodline")
    off = watch.wait(CALL, 0, 10, since=begin)
    happens("up again", lambda: show("ActiveState") == "active")
    assert show("MainPID") != pid and show("ActiveState") == "active"
    held(chip, off)
    say(f"systemctl restart: safe after {(off - begin) * 1000:.0f} ms, and running again")

    # An empty battery: the service cannot power off the board, but can request it. Here the unit only creates a file.
    os.makedirs("/run/systemd/system/nodline-poweroff.service.d")
    write("/run/systemd/system/nodline-poweroff.service.d/test.conf",
          "[Service]\nExecStart=\nExecStart=/usr/bin/touch /run/switched-off\nExecStart=/usr/bin/rm /run/nodline/poweroff\n")
    run("systemctl", "daemon-reload")
    run("setpriv", "--reuid=nodline", "--regid=nodline", "--init-groups", "touch", "/run/nodline/poweroff")
    happens("the board is switched off", lambda: os.path.exists("/run/switched-off"))
    say("the service's user can request that the board is powered off")

    # The board as a USB keyboard: the service's group may write to it, and stopping the unit removes it.
    run("systemctl", "start", "nodline-gadget")
    happens("the keyboard's device", lambda: os.path.exists("/dev/hidg0"))
    run("udevadm", "settle")
    hidg = run("stat", "--format=%U:%G %a", "/dev/hidg0", "/dev/hidg1").split("\n")
    assert hidg == ["root:nodline 660"] * 2, hidg
    run("systemctl", "stop", "nodline-gadget")
    happens("the keyboard is gone", lambda: not os.path.exists("/dev/hidg0"))
    say("nodline-gadget: the service's group has keyboard and mouse; stopping the unit removes them")
    # Whose configuration has nothing but a gamepad is a gamepad alone.
    write("/etc/nodline/nodline.toml", CONFIG + '[axes.steer]\nusb = "stick-x"\n')
    run("systemctl", "start", "nodline-gadget")
    happens("the gamepad's device", lambda: glob.glob("/dev/hidg*") == ["/dev/hidg2"])
    run("udevadm", "settle")
    assert run("stat", "--format=%U:%G %a", "/dev/hidg2") == "root:nodline 660"
    run("systemctl", "stop", "nodline-gadget")
    write("/etc/nodline/nodline.toml", CONFIG)
    say("nodline-gadget: a gamepad alone, for a configuration that has nothing else over USB")
    groups()
    gestures()

    # Upgraded: the configuration is kept.
    pid = show("MainPID")
    run("usermod", "--append", "--groups", "nodline", "daemon")  # as for users of the socket before nodline-control existed
    said = apt("install", "--no-install-recommends", newer)
    assert "usermod -aG nodline-control daemon" in said, said
    version = run("dpkg-query", "--show", "--showformat=${Version}", "nodline")
    assert version.endswith("+upgrade") and show("MainPID") not in ("0", pid)
    assert read("/etc/nodline/nodline.toml") == CONFIG.strip(), "the upgrade changed the configuration"
    # Not since the upgrade's begin: unpacking may delay frames of the old process, so that its line goes off and on once more.
    held(chip, int(show("ExecMainStartTimestampMonotonic")) / 1e6)
    say(f"upgraded to {version}: restarted, the configuration is unchanged, and the line goes on again")
    say("dpkg --verify: " + (run("dpkg", "--verify", "nodline", check=False) or "no differences"))

    say("--- journalctl -u nodline:")
    say(journal("--boot", "--priority=info"))
    say("---")
    say("errors only:\n" + journal("--boot", "--priority=err", "--lines=5"))

    # Removed, and then purged.
    apt("remove", "nodline")
    assert os.path.exists("/etc/nodline/nodline.toml") and chip.value(CALL) in (0, 1)
    assert not os.path.exists("/usr/bin/nodline") and not os.path.exists("/usr/lib/nodline"), run("find", "/usr/lib/nodline")
    apt("purge", "nodline")
    left = [path for path in files() if "nodline" in path and not path.startswith("/etc/hostname")]
    assert not left, left
    assert accounts() == before_all, accounts() ^ before_all
    listed = run("systemctl", "list-unit-files", "nodline*", "--no-legend", check=False)
    assert not listed, listed
    for file in ("/etc", "/var/lib/systemd", "/var/lib/dpkg/triggers"):
        found = run("grep", "-rl", "nodline", file, check=False)
        # Not the host name, this command's unit, and the backups that passwd keeps of its files.
        found = [name for name in found.split() if not name.endswith(("-", "/hostname", "/host-command.service"))]
        assert not found, found
    say("purged: no file, account, unit or link is left")


sys.exit(main())
