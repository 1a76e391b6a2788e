"""Time limits for programs that are the same on a quiet machine and on a busy one."""
import ctypes
import os
import signal
import subprocess
import sys
import threading

PR_SET_CHILD_SUBREAPER = 36  # linux/prctl.h


def share():
    """The share of the time for which a program that wants a processor has one: 1 if there are enough of them."""
    with open("/proc/loadavg", encoding="ascii") as file:
        running = int(file.read().split()[3].split("/")[0])
    # The reader itself is one of those that run.
    return min(1, len(os.sched_getaffinity(0)) / max(1, running - 1))


class Countdown:
    """Calls a function when the seconds are over. A second counts by the share of the processors that a program has in it."""

    def __init__(self, seconds, function):
        self._left, self._function = seconds, function
        self._ended = threading.Event()
        threading.Thread(target=self._run, daemon=True).start()

    def stop(self):
        self._ended.set()

    def _run(self):
        pause = min(1, self._left)
        while not self._ended.wait(pause):
            self._left -= pause * share()
            if self._left < 0.001:
                self._function()
                return


def start(command, **options):
    """Starts a command as `subprocess.Popen` does. This process is then the parent of whatever loses its own among what that starts."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    process = subprocess.Popen(command, **options)
    threading.Thread(target=_reap, args=[process], daemon=True).start()
    return process


def _reap(process):
    """Lets adopted processes go when they end, as init does, so that nobody waits for the end of one that has ended."""
    try:
        while (ended := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT).si_pid) != process.pid:
            os.waitpid(ended, 0)
    except ChildProcessError:
        pass  # whoever waits for the command was first, and nothing is left


def descendants():
    """The processes that this one has started, and those that they have started."""
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                parents[int(name)] = int(file.read().rsplit(")", 1)[1].split()[1])
        except OSError:
            pass  # it has ended
    found, new = set(), {os.getpid()}
    while new := {process for process, parent in parents.items() if parent in new}:
        found |= new
    return found


def scene():
    """A line for each descendant: what it is, how much processor it has used, and where each of its threads waits in the kernel. A hang is understood by it."""
    lines = []
    for process in sorted(descendants() - {os.getpid()}):
        try:
            with open(f"/proc/{process}/cmdline", encoding="utf-8", errors="replace") as file:
                command = file.read().replace("\0", " ").strip()
            with open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as file:
                words = file.read().rsplit(")", 1)[1].split()
            waits = {}
            for thread in os.listdir(f"/proc/{process}/task"):
                with open(f"/proc/{process}/task/{thread}/wchan", encoding="utf-8") as file:
                    place = file.read()
                waits[place] = waits.get(place, 0) + 1
        except OSError:
            continue  # it has ended
        used = (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
        places = ", ".join(f"{place if place != '0' else 'runs'} ({count})" for place, count in waits.items())
        lines.append(f"{process} of {words[1]}, {words[0]}, {used:.0f} s, in {places}: {command[:120]}")
    return lines


def end(process):
    """Ends a command of `start` and everything that it has started: first with SIGTERM, then with SIGKILL. Says before what they do."""
    print("What is ended now:", *scene(), sep="\n  ", file=sys.stderr, flush=True)
    for number in (signal.SIGTERM, signal.SIGKILL):
        for member in descendants():
            try:
                os.kill(member, number)
            except OSError:
                pass
        if number == signal.SIGTERM:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                pass
