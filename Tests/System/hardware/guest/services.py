"""The guest's services, as its administrator sees them, and what a test says of them."""
import subprocess


def say(text):
    print(text, flush=True)


def run(*command):
    """The output of a command, whatever its status."""
    return subprocess.run(command, text=True, capture_output=True, stdin=subprocess.DEVNULL).stdout.strip()


def show(unit, name):
    """A property of a unit."""
    return run("systemctl", "show", "--value", "--property", name, unit)


def journal(*units):
    """The last lines of some units."""
    return run("journalctl", "--no-pager", "--lines=60", "--output=short-monotonic", *[f"--unit={unit}" for unit in units])
