"""Tests the service's sandbox: each directive of sandbox.conf alone denies an access that works without it, and the program
works with all of them, including its sounds. Prints the exposure that systemd-analyze reports."""
import glob
import os
import subprocess
import sys
import time

from wire import wait_for, write

PYTHON = "/usr/bin/python3"
# For each directive: the access (a shell command, or Python code), and other properties that the test needs.
PROBES = {
    "DevicePolicy=closed": ": < /dev/kmsg",
    "CapabilityBoundingSet=": "chown nodline /srv/probe",
    "NoNewPrivileges=yes": ('[ "$(/srv/id -u)" = 0 ]', "User=nodline"),  # /srv/id belongs to root and is set-user-id
    "ProtectSystem=strict": "touch /usr/probe && touch /etc/probe && touch /srv/probe",
    "ProtectHome=yes": "cat /root/probe",
    "PrivateTmp=yes": "cat /tmp/probe",
    "ProtectProc=invisible": ("cat /proc/1/status", "User=nodline"),
    "ProtectClock=yes": 'date --set="$(date)"',
    "ProtectHostname=yes": "hostname nodline-guest",
    "ProtectKernelLogs=yes": ": < /dev/kmsg",
    "ProtectKernelModules=yes": "cat /usr/lib/modules/probe",
    "ProtectControlGroups=yes": "mkdir /sys/fs/cgroup/probe && rmdir /sys/fs/cgroup/probe",
    "LockPersonality=yes": "setarch --addr-no-randomize true",
    "MemoryDenyWriteExecute=yes": "python: import mmap; mmap.mmap(-1, 4096, prot=mmap.PROT_WRITE | mmap.PROT_EXEC)",
    "RestrictAddressFamilies=AF_UNIX AF_NETLINK": "python: import socket; socket.socket(socket.AF_INET)",
    "IPAddressDeny=any": 'python: import socket; socket.socket(type=socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 9))',
    "RestrictNamespaces=yes": "unshare --mount true",
    "RestrictRealtime=yes": "chrt --fifo 1 true",
    "RestrictSUIDSGID=yes": "chmod u+s /srv/probe && chmod u-s /srv/probe",
    # A system call with the x32 bit, which the kernel does not support; the filter ends the process before that matters.
    "SystemCallArchitectures=native": "python: import ctypes; ctypes.CDLL(None).syscall(0x40000000 + 39)",
    "SystemCallFilter=@system-service": "mount -t tmpfs probe /mnt && umount /mnt",
    "SystemCallFilter=~@privileged @resources": "nice -n -1 true && chroot / true",
    "UMask=0027": "rm -f /srv/new && touch /srv/new && [ -n \"$(find /srv/new -perm -o=r)\" ]",
}


def run(*command):
    return subprocess.run(command, text=True, capture_output=True, stdin=subprocess.DEVNULL)


def works(probe, *properties):
    command = [PYTHON, "-c", probe.removeprefix("python: ")] if probe.startswith("python: ") else ["/bin/sh", "-c", probe]
    options = [word for property in properties for word in ("--property", property)]
    result = run("systemd-run", "--quiet", "--wait", "--pipe", "--collect", *options, *command)
    return result.returncode == 0, (result.stderr.strip().splitlines() or [f"status {result.returncode}"])[-1]


def directives():
    text = open("/usr/lib/systemd/system/nodline.service.d/sandbox.conf").read()
    section = text.split("[Service]")[1]
    return [line for line in section.splitlines() if "=" in line and not line.startswith("#")]


def player():
    """The descriptors of aplay processes that have the sound card open."""
    playing = []
    for link in glob.glob("/proc/[0-9]*/fd/*"):
        try:
            if os.readlink(link).startswith("/dev/snd/pcm") and open(link.split("/fd/")[0] + "/comm").read() == "aplay\n":
                playing.append(link)
        except OSError:
            pass  # the process has ended meanwhile
    return playing


def sound_is_played():
    """The seconds until each cue of [feedback], played by aplay as a child of the service, has opened the sound card."""
    write("/etc/nodline/nodline.toml", "[feedback]\nsounds = [\"paused\", \"resumed\"]\nvolume = 20\n")
    run("systemctl", "restart", "nodline")
    journal = ("journalctl", "-u", "nodline", "-n", "20", "--no-pager")
    times = []
    for request in ("pause", "resume"):
        began = time.monotonic()
        asked = run("nodline", request)
        assert asked.returncode == 0, asked.stderr
        wait_for(player, 5, lambda: run(*journal).stdout, pause=0)
        times.append(time.monotonic() - began)
        time.sleep(2)
        assert not player(), "the card was not closed"
    faults = [line for line in run(*journal).stdout.splitlines() if "sound-failed" in line]
    assert not faults, faults
    return times


def main():
    for folder in ("/root", "/srv", "/tmp", "/usr/lib/modules"):
        os.makedirs(folder, exist_ok=True)
        write(f"{folder}/probe", "x")
    run("cp", "/usr/bin/id", "/srv/id")
    run("chmod", "4755", "/srv/id")
    run("busybox", "ip", "link", "set", "lo", "up")

    failures = []
    for directive, probe in PROBES.items():
        probe, *others = probe if isinstance(probe, tuple) else (probe,)
        free, why = works(probe, *others)
        bound, answer = works(probe, directive, *others)
        verdict = "denies" if free and not bound else "DOES NOT DENY"
        if not free or bound:
            failures.append(directive)
        print(f"{directive:45} {verdict}: {probe.splitlines()[0][:60]}  ({answer[-70:] if free else 'denied even without it: ' + why})", flush=True)
    # systemd removes a user's shared memory when the user's last process ends, so this is not the appliance's user.
    shared = "import ctypes; ctypes.CDLL(None).shmget(0x6E6F64, 4096, 0o1600)"
    for directive, left in (("RemoveIPC=no", True), ("RemoveIPC=yes", False)):
        works("python: " + shared, directive, "User=games")
        seen = "0x006e6f64" in run("ipcs", "-m").stdout
        if seen != left:
            failures.append(directive)
        print(f"{directive:45} shared memory afterwards: {'left' if seen else 'removed'}", flush=True)
    run("ipcrm", "-M", "0x6E6F64")

    # Every directive is tested above, allows something, or only names users and modes.
    shown = set(PROBES) | {"RemoveIPC=yes", "SystemCallFilter=@chown", "SystemCallErrorNumber=EPERM", "User=nodline",
                           "Group=nodline", "StateDirectoryMode=0750", "RuntimeDirectoryMode=0755", "ReadWritePaths=-/etc/nodline"}
    hidden = [line for line in directives() if line not in shown and not line.startswith("DeviceAllow=")]
    assert not hidden, f"not tested: {hidden}"
    print("state:", run("stat", "--format=%n %U:%G %a", "/var/lib/nodline", "/run/nodline").stdout.replace("\n", ", "))

    write("/etc/nodline/mine", "x")
    run("systemd-tmpfiles", "--create", "nodline.conf")
    inside = ("User=nodline", "ProtectSystem=strict", "ReadWritePaths=-/etc/nodline")
    for probe, may in (("cp /etc/nodline/nodline.toml /etc/nodline/new && mv -f /etc/nodline/new /etc/nodline/nodline.toml", True),
                       ("touch /etc/nodline/new && mv -f /etc/nodline/new /etc/nodline/mine", False), ("echo > /etc/nodline/mine", False)):
        could, why = works(probe, *inside)
        print(f"{'as the service':45} {'can' if could else 'cannot'}: {probe}", flush=True)
        assert could == may, (probe, why)

    print("the service's sounds start after", ", ".join(f"{seconds:.2f} s" for seconds in sound_is_played()), flush=True)

    exposure = run("systemd-analyze", "security", "--no-pager", "nodline.service").stdout
    print("\n".join(line for line in exposure.splitlines() if line.startswith("✗") or "exposure level" in line))
    active = run("systemctl", "is-active", "nodline.service").stdout.strip()
    assert active == "active", active
    assert not failures, failures


sys.exit(main())
