"""The life of the package nodline-people on a fresh Debian 13, as root in a chroot; Tests/System/packages/people runs it."""
import glob
import os
import pathlib
import shutil
import signal
import subprocess
import threading
import time

from System.appliance import Appliance
from System.clocks import HANG, Frames, wait

TEST = "/mnt/test"

MODEL = "/usr/share/nodline/models/dlib_face_recognition_resnet_model_v1.dat"
PEOPLE = "/var/lib/nodline/people"
CLIP, CONFIGURATION = "/tmp/turning.y4m", "/tmp/nodline.toml"
RATE = 15
TURNING = f"fps {RATE}; still 3s; hold left 2s 18deg; still 1s; hold right 2s 18deg; still 1s; hold up 2s 16deg; still 1s; hold down 2s 16deg; still 1s"
AS_SERVICE = ("setpriv", "--reuid=nodline", "--regid=nodline", "--init-groups")


def run(*command, seconds=300):
    result = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=seconds)
    assert result.returncode == 0, f"{' '.join(command)}: {result.returncode}\n{result.stdout[-3000:]}"
    return result.stdout


def apt(*words): return run("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y", "--no-install-recommends", *words)


def is_installed(package): return subprocess.run(["dpkg-query", "-s", package], capture_output=True).returncode == 0


def recognises(blas):
    """The numbers of a face, by the tests of the program that is built in a checkout."""
    began = time.monotonic()
    run("python3", "/mnt/tests/System/people/people_test.py", "/usr/bin/nodline-people", MODEL, seconds=600)
    run("nodline-people", "--idle", "1")  # finds the installed model by itself: it refuses to start without it
    print(f"with {blas}: the program's tests pass, in {time.monotonic() - began:.0f} s", flush=True)


class Service(Appliance):
    """nodline with a clip in place of a camera, as the service's user."""

    def __init__(self, text):
        super().__init__("/tmp", text, "--clip", CLIP, "--loop", program="nodline", first=["nice", "-n", "-10", *AS_SERVICE], control="/run/nodline/nodline.sock",
                         environment={"STATE_DIRECTORY": "/var/lib/nodline", "RUNTIME_DIRECTORY": "/run/nodline"})
        self.read = 0

    def says(self, *kinds, words="", detail=""):
        """The next event of one of these kinds, or of a person in one of these states, with these words."""
        def find():
            while self.read < len(self.events):
                event = self.events[self.read][1]
                self.read += 1
                if (event["state"] if event["event"] == "person" else event["event"]) in kinds and words in event.get("words", "") and detail in event.get("detail", ""):
                    return event
            return None
        return wait(find, HANG / 10, lambda: f"one of {kinds} {words}{detail}; last: {[event for _, event in self.events[-3:]]}")

    def lost(self, seconds):
        """The share of frames that were not worked on in some seconds for another reason than that the appliance waited for a processor."""
        observed = Frames(self.control, self.pid)
        time.sleep(seconds)
        observed.end()
        figures = [(waited, event["detect_fps"]) for _, waited, event in observed.events if event.get("event") == "stats"]
        assert len(figures) > seconds / 2, f"only {len(figures)} statistics in {seconds} s: the loop stands still"
        # Each tells of a second.
        lacks = [max(0, 1 - rate / RATE - (waited - before)) for (before, _), (waited, rate) in zip(figures, figures[1:])]
        return sum(lacks) / len(lacks)

    def __enter__(self): return self

    def __exit__(self, *_): self.end()


class Meddler:
    """Does something once to each nodline-people as soon as it runs."""

    def __init__(self, work):
        self.work, self.hit, self.is_over = work, set(), False
        self.thread = threading.Thread(target=self._run)

    def _run(self):
        while not self.is_over:
            for file in pathlib.Path("/proc").glob("[0-9]*/comm"):
                try:
                    if file.parent.name not in self.hit and file.read_text() == "nodline-people\n":
                        if self.work(int(file.parent.name)):
                            self.hit.add(file.parent.name)
                except (FileNotFoundError, ProcessLookupError):
                    pass  # it has ended
            time.sleep(0.02)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_over = True
        self.thread.join()


def saboteur(number):
    """Sends a signal."""
    def strike(process):
        os.kill(process, number)
        return True
    return Meddler(strike)


def helper():
    """Gives what an appliance starts the right to a processor that others have. It takes only what nobody wants, which on a busy machine is nothing.
    The program's own tests see to that themselves, and wait for it to give way: none may run beside this."""
    def lift(process):
        is_humble = os.sched_getscheduler(process) == os.SCHED_IDLE
        if is_humble:
            os.sched_setscheduler(process, os.SCHED_OTHER, os.sched_param(0))
            os.setpriority(os.PRIO_PROCESS, process, -5)
        return is_humble
    return Meddler(lift)


def faults(only):
    """The program is killed and hangs while the appliance waits for it; the disk is full at the end of an enrolment."""
    with Service(only) as appliance:
        appliance.says("recognised")
        alone = appliance.lost(6)
    # One that is killed is a fault at once; one that hangs is a fault when it is killed, and counts as no answer before.
    for number, reason, kinds in ((signal.SIGKILL, "killed by signal 9", ("fault", "recognition-unavailable")),
                                  (signal.SIGSTOP, "has not answered for 15 s", ("recognition-unavailable", "fault"))):
        with Service(only) as appliance:
            with saboteur(number) as meddler:
                for kind in kinds:
                    appliance.says(kind, detail=reason if kind == "fault" else "")
                beside = appliance.lost(6)
            assert beside < 0.05 + alone, f"{reason}: {beside * 100:.0f} % of the frames lack, {alone * 100:.0f} % alone, without waits for a processor"
            event = appliance.says("recognised")
            assert event["name"] == "anna", event
        print(f"{reason} ({len(meddler.hit)} processes): {beside * 100:.1f} % of the frames lack meanwhile, {alone * 100:.1f} % alone, and anna is known again afterwards", flush=True)
    run("mount", "-t", "tmpfs", "-o", "size=64k,mode=700", "none", PEOPLE)
    try:
        pathlib.Path(PEOPLE, "rest").write_bytes(bytes(65536))
        shutil.chown(PEOPLE, "nodline", "nodline")
        with Service("config_version = 1\n") as appliance:
            appliance.says("stats")
            failed = subprocess.run([*AS_SERVICE, "nodline", "enrol", "ben"], capture_output=True, text=True, timeout=300)
        said = (failed.stdout + failed.stderr).strip().splitlines()[-1]
        assert failed.returncode != 0 and "could not be written" in said, said
        assert os.listdir(PEOPLE) == ["rest"], os.listdir(PEOPLE)
    finally:
        run("umount", PEOPLE)
    assert os.listdir(PEOPLE) == ["anna.json"]
    print(f"full disk: {said}", flush=True)


def main():
    shutil.copy(f"{TEST}/resolv.conf", "/etc/resolv.conf")
    [nodline] = glob.glob(f"{TEST}/nodline_*.deb")
    [package] = glob.glob(f"{TEST}/nodline-people_*.deb")
    [newer] = glob.glob(f"{TEST}/packages/nodline-people_*.deb")
    apt("install", nodline)
    assert not os.path.exists("/usr/bin/nodline-people") and not os.path.exists(MODEL)
    os.makedirs("/run/nodline", exist_ok=True)
    shutil.chown("/run/nodline", "nodline", "nodline")
    run("nodline", "simulate", "--script", TURNING, "-o", CLIP)

    only = '[person]\nonly = "anna"\nunknown = "refuse"\n'
    with helper(), Service(only) as appliance:
        event = appliance.says("recognition-unavailable", words="apt install ./nodline-people")
        assert not event["counts"], event
        print(f"without the package: {event['words']}", flush=True)
        apt("install", package)
        print(f"installed with {run('dpkg-query', '--show', '--showformat=${Depends}', 'nodline-people')}", flush=True)
        assert is_installed("libopenblas0-serial") and not is_installed("libblas3"), "OpenBLAS must be what apt takes by itself"
        # The appliance finds the program without a restart.
        event = appliance.says("recognition-unavailable", words="is enrolled for it")
        print(f"after the installation, without a restart: {event['words']}", flush=True)
        enrolled = run(*AS_SERVICE, "nodline", "enrol", "anna")
        print(f"enrol: {enrolled.strip().splitlines()[-1]}", flush=True)
    assert os.listdir(PEOPLE) == ["anna.json"] and oct(os.stat(f"{PEOPLE}/anna.json").st_mode)[-3:] == "600", run("ls", "-la", PEOPLE)
    with helper(), Service(only) as appliance:
        event = appliance.says("recognised", "stranger")
        assert event["state"] == "recognised" and event["name"] == "anna" and event["distance"] < event["bound"], event
        print(f"knows {event['name']} at {event['distance']} of {event['bound']}", flush=True)
    with helper():
        faults(only)
    recognises("OpenBLAS")

    said = apt("install", newer)
    assert run("dpkg-query", "--show", "--showformat=${Version}", "nodline-people").endswith("+upgrade"), said
    apt("install", "libblas3", "liblapack3", "libopenblas0-serial-")
    assert is_installed("nodline-people"), "the reference BLAS must be enough"
    recognises("the reference BLAS")

    apt("remove", "nodline-people")
    assert not os.path.exists("/usr/bin/nodline-people") and not os.path.exists(MODEL) and os.path.exists(f"{PEOPLE}/anna.json")
    print("removed: the program and its model are gone, the people are kept", flush=True)
    apt("purge", "nodline-people")
    assert not os.path.exists(PEOPLE) and os.path.exists("/usr/bin/nodline") and os.path.exists("/var/lib/nodline")
    print("purged: what was learned of people is gone, nodline is still there", flush=True)

    apt("install", package)
    os.makedirs(PEOPLE)
    apt("purge", "nodline")
    assert not os.path.exists("/usr/bin/nodline-people") and not os.path.exists("/var/lib/nodline") and not os.path.exists("/usr/share/nodline")
    print("purging nodline removes it too", flush=True)


main()
