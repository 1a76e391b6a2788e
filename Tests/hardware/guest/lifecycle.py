"""The life of the package on a fresh Debian 13 with systemd: installed by apt, started, at work, killed, restarted,
upgraded, removed and purged without a trace. The lines are looked at from outside."""
import glob
import os
import shutil
import signal
import subprocess
import sys
import time

from wire import Chip, Light, Watch, read, write

CALL = 17
# A sandboxed service has a /tmp of its own.
PICTURES = "/srv/pictures"
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


def wait(what, condition, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if value := condition():
            return value
        time.sleep(0.05)
    raise AssertionError(f"{what}: not within {seconds} s\n" + journal("--lines=40"))


def files():
    """What is on the disk, without what the kernel, the caches and the journal keep."""
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
    """The line goes on because the camera's person looks to the left: the journal says so, for the pull-up alone would do
    it too while nobody drives the line."""
    def is_on():
        said = [line for line in journal("--boot", "--grep=call on").splitlines() if "call on" in line]
        return said and float(said[-1].split("]")[0].strip("[ ")) > since
    wait("the line goes on", is_on, 120)
    assert chip.value(CALL) == 1
    return time.monotonic()


def groups():
    """Who may ask and who may listen, by the groups of real users."""
    def allowed(group, *command):
        """Whether it was let in: `events` would go on for ever, and is ended."""
        status = subprocess.run(["timeout", "4", "setpriv", "--reuid=nobody", f"--regid={group}", "--clear-groups", "nodline", *command],
                                capture_output=True, stdin=subprocess.DEVNULL).returncode
        return status in (0, 124)

    may = {group: (allowed(group, "status"), allowed(group, "events")) for group in ("nodline-control", "nodline-events", "nodline", "nogroup")}
    assert may == {"nodline-control": (True, True), "nodline-events": (False, True), "nodline": (False, False), "nogroup": (False, False)}, may
    say("sockets: nodline-control asks and listens, nodline-events listens, nobody else does either")
    # Whoever may use a socket has none of the devices.
    devices = [path for path in glob.glob("/dev/gpiochip*") + ["/dev/uinput"] + glob.glob("/dev/hidg*") if os.path.exists(path)]
    for group in ("nodline-control", "nodline-events"):
        for path in devices:
            opened = subprocess.run(["setpriv", "--reuid=nobody", f"--regid={group}", "--clear-groups", "sh", "-c", f": <> {path}"],
                                    capture_output=True).returncode == 0
            assert not opened, f"{group} may open {path}"
    say(f"devices: {', '.join(devices)} are the service's alone")


def say(text):
    print(text, flush=True)


def main():
    shutil.copytree("/mnt/pictures", PICTURES)
    package, newer = sorted(glob.glob("/mnt/packages/nodline_*.deb"), key=len)
    # Pulled up, against the safe value: what is low was driven low.
    chip = Chip("bank", {CALL: "GPIO17"})
    chip.pull(CALL, up=True)
    light = Light("status")
    os.makedirs("/usr/share/libcamera/pipeline/virtual", exist_ok=True)
    frames = "/srv/frames"
    os.mkdir(frames)
    for number, picture in enumerate(["rest"] * 8 + ["left"] * 70):  # the camera decodes all of them when it opens
        os.symlink(f"{PICTURES}/{picture}.jpg", f"{frames}/{number:04}.jpg")
    write("/usr/share/libcamera/pipeline/virtual/virtual.yaml",
          '"Virtual0":\n  supported_formats:\n  - { width: 640, height: 480, frame_rates: [30, 60] }\n'
          f'  frames:\n    path: "{frames}"\n  location: "CameraLocationFront"\n  model: "Virtual"\n')
    # What it depends on is there already.
    needs = run("dpkg-deb", "--field", package, "Depends")
    before_all = accounts()
    begin = time.monotonic()
    apt("install", "--no-install-recommends", package)
    say(f"{os.uname().machine}: installed by apt in {time.monotonic() - begin:.0f} s, after what it needs: {needs}")
    assert show("ActiveState") == "active" and show("Type") == "notify", run("systemctl", "status", "nodline", check=False)
    assert show("User") == "nodline" and run("systemctl", "is-enabled", "nodline") == "enabled"
    assert read(f"/proc/{show('MainPID')}/status").split("Uid:")[1].split()[0] == run("id", "-u", "nodline")
    say(f"runs as {run('id', 'nodline')}; status: {show('StatusText')}")
    udev = run("stat", "--format=%U:%G %a", f"/dev/{chip.device}")
    assert udev == "root:nodline 660", udev

    # At work: the configuration is changed as a person would, and taken over without a restart.
    watch, pid = Watch(chip, CALL), show("MainPID")
    write("/etc/nodline/nodline.toml", CONFIG)
    begin = time.monotonic()
    run("systemctl", "reload", "nodline")
    on = held(chip, begin)
    assert show("MainPID") == pid, "a reload must not restart"
    say(f"reloaded, and the line is on {on - begin:.1f} s later, from the virtual camera; status: {show('StatusText')}")
    assert light.changes, "the status light was never lit"
    assert "fault" not in show("StatusText")

    # Killed while a line is held.
    begin = time.monotonic()
    os.kill(int(pid), signal.SIGKILL)
    off = watch.wait(CALL, 0, 10, since=begin)
    say(f"kill -9 with the line on: safe after {(off - begin) * 1000:.0f} ms")
    assert off - begin < 1
    wait("started again after the kill", lambda: show("ActiveState") == "active" and show("MainPID") not in ("0", pid))
    on = held(chip, off)
    say(f"the service is up again, and the line on {on - off:.1f} s later; restarts counted: {show('NRestarts')}")

    # Restarted by hand: safe in between.
    begin, pid = time.monotonic(), show("MainPID")
    run("systemctl", "restart", "nodline")
    off = watch.wait(CALL, 0, 10, since=begin)
    wait("up again", lambda: show("ActiveState") == "active")
    assert show("MainPID") != pid and show("ActiveState") == "active"
    held(chip, off)
    say(f"systemctl restart: safe after {(off - begin) * 1000:.0f} ms, and at work again")

    # An empty battery: the service may not switch the board off, but may ask for it. Here that only leaves a file.
    os.makedirs("/run/systemd/system/nodline-poweroff.service.d")
    write("/run/systemd/system/nodline-poweroff.service.d/test.conf",
          "[Service]\nExecStart=\nExecStart=/usr/bin/touch /run/switched-off\nExecStart=/usr/bin/rm /run/nodline/poweroff\n")
    run("systemctl", "daemon-reload")
    run("setpriv", "--reuid=nodline", "--regid=nodline", "--init-groups", "touch", "/run/nodline/poweroff")
    wait("the board is switched off", lambda: os.path.exists("/run/switched-off"))
    say("who runs the service can have the board switched off")

    # The board as a USB keyboard: the service may write to it, and it goes when the unit is stopped.
    run("systemctl", "start", "nodline-gadget")
    wait("the keyboard's device", lambda: os.path.exists("/dev/hidg0"))
    run("udevadm", "settle")
    hidg = run("stat", "--format=%U:%G %a", "/dev/hidg0", "/dev/hidg1").split("\n")
    assert hidg == ["root:nodline 660"] * 2, hidg
    run("systemctl", "stop", "nodline-gadget")
    wait("the keyboard is gone", lambda: not os.path.exists("/dev/hidg0"))
    say("nodline-gadget: keyboard and mouse are there for the service's group, and gone when it is stopped")
    groups()

    # Upgraded: what was configured is kept.
    begin, pid = time.monotonic(), show("MainPID")
    run("usermod", "--append", "--groups", "nodline", "daemon")  # as the socket's users were before there was nodline-control
    said = apt("install", "--no-install-recommends", newer)
    assert "usermod -aG nodline-control daemon" in said, said
    version = run("dpkg-query", "--show", "--showformat=${Version}", "nodline")
    assert version.endswith("+upgrade") and show("MainPID") not in ("0", pid)
    assert read("/etc/nodline/nodline.toml") == CONFIG.strip(), "the upgrade changed the configuration"
    held(chip, begin)
    say(f"upgraded to {version}: restarted, the configuration is as it was, and the line goes on again")
    say("what verifies: " + (run("dpkg", "--verify", "nodline", check=False) or "everything"))

    say("--- journalctl -u nodline, what a person reads:")
    say(journal("--boot", "--priority=info"))
    say("---")
    say("errors only:\n" + journal("--boot", "--priority=err", "--lines=5"))

    # Away, first without and then with all that it knew.
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
        # The machine's own name, and what passwd keeps as it was before the last change.
        found = [name for name in found.split() if not name.endswith(("-", "/hostname", "/host-command.service"))]
        assert not found, found
    say("purged: no file, no account, no unit, no link is left")


sys.exit(main())
