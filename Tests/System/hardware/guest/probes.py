"""Accesses that are tried with some of a unit's directives, and who plays a sound."""
import glob
import os
import subprocess

PYTHON = "/usr/bin/python3"


def run(*command):
    return subprocess.run(command, text=True, capture_output=True, stdin=subprocess.DEVNULL)


def works(probe, *properties):
    command = [PYTHON, "-IS", "-c", probe.removeprefix("python: ")] if probe.startswith("python: ") else ["/bin/sh", "-c", probe]
    options = [word for property in properties for word in ("--property", property)]
    result = run("systemd-run", "--quiet", "--wait", "--pipe", "--collect", *options, *command)
    return result.returncode == 0, (result.stderr.strip().splitlines() or [f"status {result.returncode}"])[-1]


def directives(file):
    with open(f"/usr/lib/systemd/system/{file}") as unit:
        section = unit.read().split("[Service]")[1].split("[Install]")[0]
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
