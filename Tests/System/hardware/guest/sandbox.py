"""Tests the sandboxes of the appliance and of the setup page's server: each directive alone denies an access that works without
it, and the programs work with all of them, the appliance including its sounds, a recording that is tried and nodline-people, and the voice
(voice.py). Prints the exposures that systemd-analyze reports."""
import json
import os
import socket
import sys
import time

from System.clocks import wait
from System.hardware.guest import voice
from System.hardware.guest.probes import directives, player, run, works
from System.hardware.guest.wire import Chip, write

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
# Those that only nodline-web.service has.
WEB_PROBES = {
    "PrivateDevices=yes": ": < /dev/kmsg",
    "ProcSubset=pid": "cat /proc/meminfo",
    "ProtectKernelTunables=yes": "cat /proc/sys/kernel/pid_max > /srv/most && cat /srv/most > /proc/sys/kernel/pid_max",
    "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK": "python: import socket; socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM)",
    "UMask=0077": "rm -f /srv/new && touch /srv/new && [ -n \"$(find /srv/new -perm -g=r)\" ]",
    "MemoryMax=64M": "python: len(bytearray(100_000_000))",
    "TasksMax=32": "python: import threading, time; [threading.Thread(target=time.sleep, args=(1,)).start() for _ in range(40)]",
    "LimitNOFILE=512": "python: files = [open('/dev/null') for _ in range(600)]",
}
# What the server may and may not do with all of its unit's directives together: commands, and Python code.
AS_WEB = {
    "python: import socket; socket.socket(socket.AF_UNIX).connect('/run/nodline/nodline.sock')": True,
    "python: import socket; socket.create_server(('127.0.0.1', 8099))": True,
    "python: import socket; socket.socket(socket.AF_INET6)": True,
    "python: import os; os.nice(10)": True,
    "touch /var/lib/nodline-web/probe && rm /var/lib/nodline-web/probe": True,
    "touch /run/nodline-web/probe && chgrp nodline-control /run/nodline-web/probe && rm /run/nodline-web/probe": True,
    "ls /var/lib/nodline": False,
    "cat /etc/shadow": False,
    "touch /etc/nodline/nodline.toml": False,
    "touch /etc/nodline/new": False,
    "touch /boot/new": False,
    "cat /run/nodline-web-code": False,
    "python: import glob; open(glob.glob('/dev/gpiochip*')[0])": False,
    "python: open('/dev/uinput')": False,
    "python: import os, glob; os.kill(int(open('/srv/appliance').read()), 0)": False,
}
# They name users, folders, weights and limits, or what follows from them. MemorySwapMax and LimitCORE: the guest has neither.
WEB_OTHERS = ("Type", "NotifyAccess", "Exec", "Environment", "Restart", "User", "Group", "SupplementaryGroups", "StateDirectory",
              "RuntimeDirectory", "LoadCredential", "SetCredential", "Nice", "CPUWeight", "IOWeight", "MemorySwapMax", "LimitCORE",
              "OOMScoreAdjust", "SystemCallErrorNumber", "SystemCallFilter=@chown setpriority", "RemoveIPC")


def denied(probes):
    """Tries each access without and with its directive, and returns the directives that do not deny it."""
    failures = []
    for directive, probe in probes.items():
        probe, *others = probe if isinstance(probe, tuple) else (probe,)
        free, why = works(probe, *others)
        bound, answer = works(probe, directive, *others)
        verdict = "denies" if free and not bound else "DOES NOT DENY"
        if not free or bound:
            failures.append(directive)
        print(f"{directive:45} {verdict}: {probe.splitlines()[0][:60]}  ({answer[-70:] if free else 'denied even without it: ' + why})", flush=True)
    return failures


def web():
    """The server's unit: each directive is tested, or allows something; and all of them together. Returns what failed."""
    lines = directives("nodline-web.service")
    hidden = [line for line in lines if line not in PROBES and line not in WEB_PROBES and not line.startswith(WEB_OTHERS)]
    assert not hidden, f"not tested: {hidden}"
    failures = []

    # Everything except what is executed, and except the folders' removal, which would end with the first probe.
    together = [line for line in lines if not line.startswith(("Exec", "Type", "NotifyAccess", "Restart"))]
    write("/srv/appliance", run("systemctl", "show", "--value", "--property", "MainPID", "nodline").stdout)
    write("/run/nodline-web-code", "123456")
    os.chmod("/run/nodline-web-code", 0o600)
    chip = Chip("bank", {17: "GPIO17"})
    for probe, may in AS_WEB.items():
        free, why = works(probe)
        could, answer = works(probe, *together)
        print(f"{'as the server':45} {'can' if could else 'cannot'}: {probe[:90]}", flush=True)
        if could != may or not (free or may):
            failures.append((probe, why, answer))
    chip.remove()
    os.remove("/run/nodline-web-code")
    return failures


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
        wait(player, 5, lambda: run(*journal).stdout, pause=0)
        times.append(time.monotonic() - began)
        time.sleep(2)
        assert not player(), "the card was not closed"
    faults = [line for line in run(*journal).stdout.splitlines() if "sound-failed" in line]
    assert not faults, faults
    return times


def recording_is_tried():
    """What the running service says of a recording, which it tries in a process of its own within its sandbox."""
    folder = "/var/lib/nodline/recordings"
    run("install", "--directory", "--owner=nodline", "--group=nodline", "--mode=750", folder)
    made = run("nodline", "simulate", "--script", "fps 5; still 2s", "-o", folder + "/clip-1.y4m")
    assert made.returncode == 0, made.stderr
    run("chown", "nodline:nodline", folder + "/clip-1.y4m")
    with socket.socket(socket.AF_UNIX) as wire:
        wire.settimeout(300)
        wire.connect("/run/nodline/nodline.sock")
        wire.sendall(b'{"request":"test-recording","name":"clip-1"}\n')
        reply = json.loads(wire.makefile().readline())
    assert reply["ok"] and reply["seconds"] > 1, reply
    assert os.listdir(folder) == ["clip-1.y4m"], os.listdir(folder)


def recognises():
    """What is wrong with nodline-people in the appliance's sandbox, which is also its own; None if it makes numbers of a face."""
    ask = "b'NDQ1' + struct.pack('<If', 1, 60) + bytes(150 * 150)"
    probe = (f"python: import struct, subprocess; said = subprocess.run(['nodline-people'], input={ask}, stdout=-1, timeout=200).stdout\n"
             "number, method, count = struct.unpack('<III', said[4:16]); assert (number, count) == (1, 128) and method, said[:300]")
    fine, why = works(probe, *directives("nodline.service.d/sandbox.conf"))
    return None if fine else why


def main():
    for folder in ("/root", "/srv", "/tmp", "/usr/lib/modules"):
        os.makedirs(folder, exist_ok=True)
        write(f"{folder}/probe", "x")
    run("cp", "/usr/bin/id", "/srv/id")
    run("chmod", "4755", "/srv/id")
    run("busybox", "ip", "link", "set", "lo", "up")

    # Meanwhile the appliance would look at its camera for nothing: a third of what the guest does.
    run("systemctl", "stop", "nodline")
    failures = denied(PROBES | WEB_PROBES)
    run("systemctl", "start", "nodline")
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
    shown = set(PROBES) | {"RemoveIPC=yes", "SystemCallFilter=@chown setpriority sched_setscheduler", "SystemCallErrorNumber=EPERM", "User=nodline",
                           "Group=nodline", "StateDirectoryMode=0750", "RuntimeDirectoryMode=0755", "ReadWritePaths=-/etc/nodline"}
    hidden = [line for line in directives("nodline.service.d/sandbox.conf") if line not in shown and not line.startswith("DeviceAllow=")]
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

    began = time.monotonic()
    recording_is_tried()
    print(f"a recording is tried in the service's sandbox, {time.monotonic() - began:.0f} s with its making", flush=True)

    began = time.monotonic()
    fault = recognises()
    assert fault is None, fault
    print(f"nodline-people makes numbers of a face in the service's sandbox, {time.monotonic() - began:.0f} s after its start", flush=True)

    failures += web()
    failures += voice.fails()

    for unit in ("nodline.service", "nodline-web.service", "nodline-voice.service"):
        exposure = run("systemd-analyze", "security", "--no-pager", unit).stdout
        print("\n".join(line for line in exposure.splitlines() if line.startswith("✗") or "exposure level" in line))
    active = run("systemctl", "is-active", "nodline.service").stdout.strip()
    assert active == "active", active
    assert not failures, failures


sys.exit(main())
