"""Time limits that a busy machine cannot fool.

A test that measures the product by the host's clock also measures what else the host does. So the tests compare no such time with a constant, but:
  `wait`       waits for something that will come. Its end is the end of a test that hangs, and no claim about how long something takes.
  `Stopwatch`  how long something took, without the time in which the processes that did it waited for a processor. The kernel counts
               that for each thread (/proc/PID/task/TID/schedstat); whoever sleeps or blocks does not wait for one.
  `Frames`     the same for every frame of a running appliance: which came late, and which did not come, for another reason.
  `Strangers`  what processor time others used, so that on a quiet machine nothing is forgiven.
  `unstarved`  what cannot be had so is repeated while the machine keeps it waiting, and says so.
`test_clocks.py` shows, beside a load of its own, that each of them finds a fault.
"""
import functools
import json
import os
import socket
import statistics
import subprocess
import sys
import threading
import time

#: Seconds after which a test hangs. Nothing that the tests wait for takes as long, on any machine.
HANG = 120
#: A guest's clock stands while the host does not serve it, so a bound is one there.
IS_GUEST = os.path.abspath(__file__).startswith("/mnt/guest/")


def raised(niceness):
    """What stands before a command that gets a niceness, as root. It gets a session of its own, because the kernel shares processors among
    sessions first (sched_autogroup), and a niceness counts only within one. It ends with whoever started it."""
    if os.geteuid() != 0:
        return []
    return ["setsid", "setpriv", "--pdeathsig", "TERM", "sh", "-c", f'echo {niceness} 2> /dev/null > /proc/self/autogroup; exec nice -n {niceness} "$@"', "raised"]


#: Before a command: as root it gets as much right to a processor as there is, so that little of what is measured is a wait.
FIRST = raised(-19)


def wait(condition, seconds, what, pause=0.02):
    """Waits until `condition()` is true, and returns it. `seconds` is what it may take on a quiet machine: in a guest, the bound; elsewhere a test
    hangs, and ends, only after ten times that, and not before `HANG`. `what` says what is waited for, or is a function that does."""
    begin, limit = time.monotonic(), seconds if IS_GUEST else max(HANG, 10 * seconds)
    while not (found := condition()):
        if time.monotonic() - begin > limit:
            raise AssertionError(f"not within {limit:g} s{'' if IS_GUEST else f', of {seconds} on a quiet machine: it hangs'}: {what() if callable(what) else what}")
        time.sleep(pause)
    return found


def threads(process):
    """Seconds that each thread of a process has waited for a processor. Empty for one that has ended."""
    found = {}
    try:
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/schedstat") as file:
                found[int(thread)] = int(file.read().split()[1]) / 1e9
    except (FileNotFoundError, ProcessLookupError):
        if not os.path.exists("/proc/self/schedstat"):
            raise SystemExit("clocks: this kernel does not count how long a thread waits for a processor (CONFIG_SCHED_INFO): "
                             "/proc/self/schedstat is not there") from None
    return found


def processors():
    """What the processors did so far: seconds of work, and seconds that the machine below this one took."""
    with open("/proc/stat") as file:
        user, nice, system, _, _, interrupts, soft, stolen = map(int, file.readline().split()[1:9])
    tick = os.sysconf("SC_CLK_TCK")
    return (user + nice + system + interrupts + soft) / tick, stolen / tick


def used(process):
    """Processor time of a process so far, in seconds."""
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Waits:
    """How long some processes and this one have waited for a processor since this was made, all their threads together; and what the
    machine below took."""

    def __init__(self, *processes, without_this=False):
        self.processes = [*processes] if without_this else [*processes, os.getpid()]
        self.sum, self.seen, self.stolen = 0.0, self._read(), processors()[1]

    def _read(self):
        return {task: value for process in self.processes for task, value in threads(process).items()}

    def seconds(self):
        now = self._read()
        self.sum += sum(value - self.seen.get(task, 0) for task, value in now.items())
        self.seen.update(now)
        return self.sum + processors()[1] - self.stolen


class Stopwatch:
    """How long something takes for another reason than that the processes which do it, and this one, wait for a processor."""

    def __init__(self, *processes):
        self.waits, self.begin = Waits(*processes), time.monotonic()

    def own(self, end=None):
        """Seconds until now, or until a moment that was noted, without the waits until now."""
        return max(0.0, (end or time.monotonic()) - self.begin - self.waits.seconds())

    def __str__(self):
        return f"{time.monotonic() - self.begin:.3f} s by the clock, of which {self.waits.seconds():.3f} s waiting for a processor"


def unstarved(processes=lambda test: [], times=6):
    """Decorates a test of something that a starved process rightly does otherwise: lets go of a key when nobody holds it on in time. It is
    repeated when it failed and its processes had to wait for a processor, and says so; a fault of the product's own fails each time."""
    def decorate(body):
        @functools.wraps(body)
        def repeated(test):
            for number in range(1, times + 1):
                waits = Waits()
                try:
                    return body(test)
                except AssertionError as error:
                    waits.processes += processes(test)
                    waited = waits.seconds()
                    if number == times or waited < 0.1:
                        raise
                    print(f"\nagain, for the {number}. time, because its processes have waited {waited:.2f} s for a processor: {error}", flush=True)
                test.doCleanups()
                test.setUp()
        return repeated
    return decorate


class Strangers:
    """Processor time of all processes but this one and its descendants."""

    def __init__(self):
        self.begin, self.mark = time.monotonic(), self._strange()

    def _strange(self):
        busy, own, parents = processors()[0], 0.0, {}
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/stat") as file:
                    fields = file.read().rsplit(")", 1)[1].split()
                parents[int(name)] = int(fields[1]), sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
            except (FileNotFoundError, ProcessLookupError):
                pass
        for process, (_, seconds) in parents.items():
            above = process
            while above and above != os.getpid():
                above = parents.get(above, (0,))[0]
            own += seconds if above else 0
        return busy - own

    def share(self):
        """Of one processor, since this was made or last asked."""
        begin, mark = self.begin, self.mark
        self.begin, self.mark = time.monotonic(), self._strange()
        return (self.mark - mark) / (self.begin - begin)


class Frame:
    """A frame's event: when it came, the camera's time of it, and how long the appliance, and the observer, had waited for processors by then."""

    def __init__(self, came, taken, waited, observer=0.0):
        self.came, self.taken, self.waited, self.observer = came, taken, waited, observer


class Account:
    """What became of some frames, in seconds: `raw` and `late`, by how much each came after its time, in all and without waits for a processor;
    `rate`, frames a second; `lost`, the share of the time in which frames lacked for another reason than waits."""

    def __init__(self, frames, rate):
        assert len(frames) > 2, f"only {len(frames)} frames came: the appliance stands still"
        delays = [frame.came - frame.taken for frame in frames]
        usual = statistics.quantiles(delays, n=10)[0]
        self.time, self.count, seconds = 1 / rate, len(frames), frames[-1].taken - frames[0].taken
        self.rate = (self.count - 1) / seconds
        self.raw = [delay - usual for delay in delays]
        # What was waited for a frame is what was waited since the last event before it was taken.
        self.waits, self.late, missing, at = [], [], 0.0, 0
        for place, frame in enumerate(frames):
            while at + 1 < place and frames[at + 1].came < frame.taken + usual:
                at += 1
            since = frames[at]
            self.waits.append(frame.waited - since.waited)
            waits = self.waits[place] + frame.observer - since.observer
            # A quarter more, because a thread that has waited finds the processor's caches full of others' things.
            self.late.append(max(0.0, self.raw[place] - 1.25 * waits))
            if place:
                lack = frame.taken - frames[place - 1].taken - self.time - max(self.waits[-2:])
                missing += lack if lack > 0.15 * self.time else 0
        self.lost = missing / seconds

    def faults(self, lost=0.008):
        """What is wrong with them, in words: a frame that came later than one frame's time, or more missing ones than a share of the time.
        Beside a load, waits hide most of a fault, so the share is smaller than the 2 % that are promised: at a load of 26, a frame that is dropped
        each second, of 15, showed as 1.1 %, and a sound appliance as 0.4 % at most."""
        late = max(self.late)
        return [f"a frame was late by {late * 1000:.0f} ms, of {self.time * 1000:.0f}, without a wait for a processor"] * (late > self.time) \
            + [f"{self.lost * 100:.1f} % of the frames, of {lost * 100:.1f}, did not come, without a wait for a processor"] * (self.lost > lost)

    def __str__(self):
        return (f"{self.count} frames, {self.rate:.2f} a second, {self.lost * 100:.1f} % lost without a reason; late by {max(self.raw) * 1000:.0f} ms at most, "
                f"and by {max(self.late) * 1000:.0f} without waits for a processor, of {statistics.mean(self.waits) * 1000:.1f} ms for each")


class Frames:
    """The frames of a running appliance, observed by a process of its own, so that nothing else in a test delays what it notes."""

    def __init__(self, path, process):
        self.frames, self.events = [], []
        self.observer = subprocess.Popen([*FIRST, sys.executable, os.path.abspath(__file__), path, str(process)], stdout=subprocess.PIPE, text=True)
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.observer.stdout:
            came, waited, observer, event = json.loads(line)
            if event.get("event") == "pointer":
                self.frames.append(Frame(came, event["t"], waited, observer))
            else:
                self.events.append((came, waited, event))

    def end(self):
        self.observer.kill()
        self.observer.wait()
        self.reader.join()
        self.observer.stdout.close()


def observe(path, process):
    """Prints each event with its time and with the waits so far."""
    wire = socket.socket(socket.AF_UNIX)
    # The file is there before the appliance listens.
    wait(lambda: wire.connect_ex(path) == 0, 20, "the control socket")
    wire.sendall(b'{"request":"subscribe","pointer":true}\n')
    waits, own = Waits(int(process), without_this=True), Waits()
    for line in wire.makefile():
        came = time.monotonic()
        print(json.dumps([came, waits.seconds(), own.seconds(), json.loads(line)]), flush=True)


if __name__ == "__main__":
    observe(*sys.argv[1:])
