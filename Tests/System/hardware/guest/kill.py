"""Causes faults at random moments of a hold, and observes the outputs from outside: kill.py COUNT SEED WORDS.

Runs under systemd, with the unmodified unit deploy/systemd/nodline.service."""
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

from System.clocks import wait
from System.hardware.guest.devices import fake_pulses
from System.hardware.guest.keys import A, SPACE, Keyboard, usb_keyboard
from System.hardware.guest.wire import Chip, Light, Watch, copy, first, read, write

CONTROL = "/run/nodline"  # the only folder that the service's camera may write to
CGROUP = "/sys/fs/cgroup/system.slice/nodline.service"
# A head to the left turns the robot on the spot: the left wheel goes back, the right one forward.
ROBOT = """
left = ["pwmchip0:0", "GPIO5", "GPIO6"]
right = ["pwmchip0:2", "GPIO12", "GPIO13"]
"""
# A head that goes up drives the car forward.
CAR = """
motor = ["pwmchip0:2", "GPIO12", "GPIO13"]
servo = "pwmchip0:0"
"""
CONFIG = """
[gestures]
acceptance = 0.5
discrete = false
nod = false
shake = false
max_hold = 60
[detection]
threads = 1
accuracy = "low"
[camera]
rate = 10
object = "/usr/lib/nodline/libfake-camera.so"
# First, so that waiting for it would delay the outputs after it.
[outputs.hung]
line = "GPIO25"
gesture = "hold-left"
action = "level"
[outputs.voice]
command = ["/bin/sleep", "60"]
time_limit = 1
gesture = "hold-left"
action = "level"
[outputs.call]
line = "GPIO17"
gesture = "hold-left"
action = "level"
[outputs.motor]
line = "GPIO23"
gesture = "hold-left"
action = "level"
[outputs.lamp]
line = "GPIO24"
gesture = "hold-left"
action = "toggle"
[outputs.scan]
key = "space"
gesture = "hold-left"
action = "level"
[outputs.light]
led = "nodline::hold"
gesture = "hold-left"
action = "level"
[outputs.far]
usb = "a"
gesture = "hold-left"
action = "level"
[axes.turn]
pwm = "pwmchip0:1"
[drive]
max_on = 60
[inputs.stop]
line = "GPIO22"
action = "stop"
[web]
enabled = true
"""
# Only for the fault in which it is let go, because after each start it must be pressed anew.
ENABLE_BUTTON = """
[inputs.enable]
line = "GPIO27"
action = "enable"
"""
PAGE = 8020
# call and lamp are pulled up, against their safe value, and are low only while driven low. motor is pulled down, as on the
# wiring pages, and is high only while driven high.
CALL, MOTOR, LAMP, HUNG = 17, 23, 24, 25
STOP, ENABLE = 22, 27
LEFT_FORWARD, LEFT_BACK, RIGHT_FORWARD, RIGHT_BACK = WHEELS = 5, 6, 12, 13
LINES = {"call": CALL, "motor": MOTOR, "lamp": LAMP, "hung": HUNG}
# Seconds until held outputs and until toggled ones must be safe. None: a toggled output may stay on.
BOUNDS = {"SIGKILL": (1, 1), "SIGSTOP": (5, 5), "out of memory": (1, 1), "camera gone": (0.5, None),
          "camera hangs": (0.5, 5), "camera hangs while opening": (0.5, 5), "camera gone, socket flooded": (0.5, None),
          "camera freezes": (0.5, None), "crash (SIGSEGV)": (1, 1), "abort (SIGABRT)": (1, 1),
          "stop pressed": (0.2, 0.2), "enable let go": (0.2, 0.2),
          # Counted from SIGCONT: a stopped process cannot release anything.
          "stopped for 1 s, continued": (0.25, None),
          "a line blocks, camera gone": (0.5, None), "a line blocks, camera hangs": (0.5, 5), "a key blocks, camera gone": (0.5, None),
          "a light blocks, camera gone": (0.5, None), "a USB host blocks, camera gone": (0.5, None),
          "a PWM channel blocks, camera gone": (0.5, None), "a wheel blocks, camera gone": (0.5, None),
          "a child does not die, camera gone": (0.5, None), "a child does not die, camera hangs": (0.5, 5),
          "paused, card takes 3.5 s": (0.5, None),
          "camera gone, page flooded": (0.5, None), "camera hangs, page flooded": (0.5, 5), "SIGKILL, page flooded": (1, 1),
          "the person leaves, a picture stays": (0.3, None)}
# What the camera sees: clips of Tests/System/hardware/pictures. Each is shown for as many of the faults.
SCENES = {"a person": "hold", "a picture beside the person": "hold-beside", "upside down": "hold-turned", "a car": "hold-up"}
# What drives in a scene: the lines that are on, and the motors' channels.
ROBOTS = dict.fromkeys(SCENES, ((LEFT_BACK, RIGHT_FORWARD), ("left", "right"))) | {"a car": ((RIGHT_FORWARD,), ("right",))}
# For each kind of device that blocks: a part of its path, and its output.
BLOCKED = {"a key": ("/dev/uinput", "key"), "a light": ("nodline::hold/", "light"), "a USB host": ("/dev/hidg", "usb"),
           "a PWM channel": ("/pwm1/", "pulses"), "a wheel": ("/pwm2/", "right")}
# Eight clients that send requests and nonsense as fast as they can, and do not read.
FLOOD = """
import os, socket, threading
def flood(number):
    while True:
        try:
            client = socket.socket(socket.AF_UNIX)
            client.connect("/run/nodline/nodline.sock")
            if number % 4 == 3:
                client.close()
                continue
            while True:
                client.send([b'{\\"request\\":\\"status\\"}\\n' * 50, b'{\\"request\\":\\"subscribe\\",\\"pointer\\":true}\\n',
                             os.urandom(4096)][number % 4])
        except OSError:
            pass
for number in range(8):
    threading.Thread(target=flood, args=(number,), daemon=True).start()
print("started", flush=True)
threading.Event().wait()
"""


def install():
    """Installs program, unit and configuration where the package does."""
    build = "/mnt/build"
    for folder in ("/usr/lib/nodline", "/usr/share/nodline", "/etc/nodline", "/etc/systemd/system/nodline.service.d"):
        os.makedirs(folder, exist_ok=True)
    copy(f"{build}/nodline", "/usr/bin/nodline")
    for file in ("libLiteRt.so", "libfake-camera.so", "libstuck-calls.so"):
        copy(f"{build}/{file}", f"/usr/lib/nodline/{file}")
    shutil.copytree(f"{build}/models", "/usr/share/nodline/models", copy_function=copy)
    for clip in SCENES.values():
        copy(f"/mnt/pictures/{clip}.y4m", f"/usr/share/nodline/{clip}.y4m")
    for program in ("nodline", "nodline-web"):
        shutil.copy(f"{build}/{program}.service", "/etc/systemd/system/")
    copy(f"{build}/nodline-web", "/usr/bin/nodline-web")
    shutil.copytree(f"{build}/web", "/usr/share/nodline/web", copy_function=copy)
    subprocess.run(["systemd-sysusers", f"{build}/nodline.sysusers"], check=True)
    write("/etc/systemd/system/nodline.service.d/test.conf", f"[Service]\nEnvironment=NODLINE_FAKE_CONTROL={CONTROL} "
          "NODLINE_FAKE_CLIP=/usr/share/nodline/scene NODLINE_FAKE_STAYS=1 LD_PRELOAD=/usr/lib/nodline/libstuck-calls.so\n")
    systemctl("daemon-reload")


def configure(scene, more=""):
    """The configuration for a scene: the head goes to the left, or up for the car."""
    text = CONFIG.replace("[drive]\n", "[drive]" + (CAR if scene == "a car" else ROBOT))
    if scene == "a car":
        text = text.replace("hold-left", "hold-up").replace("[axes.turn]\n", '[axes.turn]\ndirection = "vertical"\n')
    write("/etc/nodline/nodline.toml", text + more)


def systemctl(*words):
    return subprocess.run(["systemctl", *words], check=True, capture_output=True, text=True).stdout.strip()


def main_process():
    return int(systemctl("show", "-p", "MainPID", "--value", "nodline"))


def ask(request):
    """Sends a request on the control socket, and returns the reply."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(5)
        client.connect("/run/nodline/nodline.sock")
        client.sendall(json.dumps({"request": request}).encode() + b"\n")
        return json.loads(client.makefile().readline())


def tell(word, is_so=True, text=""):
    """Turns a fault of the fake camera or of libstuck-calls.so on or off."""
    path = f"{CONTROL}/{word}"
    if is_so:
        write(path, text)
    elif os.path.exists(path):
        os.remove(path)


def show(scene):
    """The camera shows this scene from its next start on."""
    if os.path.lexists("/usr/share/nodline/scene"):
        os.remove("/usr/share/nodline/scene")
    os.symlink(f"{SCENES[scene]}.y4m", "/usr/share/nodline/scene")
    configure(scene)


class Servo:
    """Records the changes of a channel's pulses: nanoseconds, or 0 without pulses."""

    def __init__(self, folder):
        self.changes = []
        self._folder = folder
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self):
        last = None
        while True:
            try:
                enabled, width = read(f"{self._folder}/enable"), read(f"{self._folder}/duty_cycle")
            except OSError:
                return  # the test has ended, and the folder is gone
            if enabled and width:  # empty while it is being written
                pulses = int(width) if enabled == "1" else 0
                if pulses != last:
                    self.changes.append((time.monotonic(), pulses))
                    last = pulses
            time.sleep(0.02)


class Outputs:
    """The held outputs, observed from outside."""

    def __init__(self, chip, usb, channels):
        self.chip, self.usb, self.scene = chip, usb, None
        self.left, self.servo, self.right = map(Servo, channels)
        self.lines = Watch(chip, CALL, MOTOR, LAMP, HUNG, *WHEELS)
        self.keyboard, self.light = Keyboard("Nodline"), Light("nodline::hold")

    def let_go(self, name, since, seconds=12):
        """The moment from `since` on at which an output was safe."""
        if name in LINES:
            return self.lines.wait(LINES[name], 0, seconds, since=since)
        if name == "key":
            return self.keyboard.wait(SPACE, 0, seconds, since=since)
        if name == "usb":
            return self.usb.wait(A, 0, seconds, since=since)
        if name == "light":
            return self.light.wait_for_brightness(0, since, seconds)
        if name == "wheels":
            return max(self.lines.wait(line, 0, seconds, since=since) for line in self.driven[0])
        pulses, longest = {"left": (self.left, 1), "right": (self.right, 1), "pulses": (self.servo, 1_550_000)}[name]  # centred, or none
        return wait(lambda: first(pulses.changes, since, lambda width: width < longest), seconds,
                    lambda: f"{name} was not released within {seconds} s: {pulses.changes[-6:]}")

    @property
    def driven(self):
        """The wheels' lines that are on, and the motors' names."""
        return ROBOTS[self.scene]

    def are_held(self):
        """Whether everything is on."""
        lines, motors = self.driven
        return [self.chip.value(line) for line in (CALL, MOTOR, LAMP)] == [1, 1, 1] \
            and [line for line in WHEELS if self.chip.value(line)] == list(lines) \
            and all({"left": self.left, "right": self.right}[motor].changes[-1][1] > 0 for motor in motors) \
            and self.light.changes[-1][1] > 0 and self.servo.changes[-1][1] > 1_600_000

    def forget(self):
        del self.lines.changes[:-20], self.keyboard.events[:-20], self.usb.events[:-20], self.light.changes[:-20]
        del self.left.changes[:-20], self.servo.changes[:-20], self.right.changes[:-20]


class Trial:
    """One hold and the fault that ends it."""

    def __init__(self, outputs, fault, delay):
        self.outputs, self.fault, self.delay = outputs, fault, delay
        self.times, self.answers = {}, None

    def run(self, since):
        """Waits for a hold that begins after `since`, and causes the fault."""
        if "page" in self.fault:
            systemctl("start", "nodline-web")
        if self.fault == "enable let go":
            since = self.enable()
        began = self.outputs.lines.wait(MOTOR, 1, 60, since=since)
        process = main_process()
        time.sleep(self.delay)
        assert self.outputs.are_held(), "the hold had ended already"
        hung = None
        flood = self.flood()
        struck = time.monotonic()
        if self.fault.startswith("SIGKILL"):
            os.kill(process, signal.SIGKILL)
        elif self.fault == "SIGSTOP":
            os.kill(process, signal.SIGSTOP)
        elif self.fault == "out of memory":
            # Less than the appliance uses and more than the stop action needs, so that the kernel kills the appliance.
            write(f"{CGROUP}/memory.max", str(self.limit()))
            struck = self.ended(process, struck)
        elif self.fault.startswith("crash"):
            os.kill(process, signal.SIGSEGV)
        elif self.fault.startswith("abort"):
            os.kill(process, signal.SIGABRT)
        elif self.fault.startswith("stopped"):
            os.kill(process, signal.SIGSTOP)
            time.sleep(1)
            struck = time.monotonic()
            os.kill(process, signal.SIGCONT)
        elif self.fault.startswith("paused"):
            tell("slow-fsync")
            struck = time.monotonic()
            self.reply = ask("pause")
        elif self.fault == "stop pressed":
            self.outputs.chip.pull(STOP, up=True)
        elif self.fault == "enable let go":
            self.outputs.chip.pull(ENABLE, up=False)
        elif self.fault == "camera freezes":
            tell("frozen")
        elif self.fault.startswith("the person leaves"):
            tell("last")
        elif self.fault.endswith("camera gone") or self.fault.startswith("camera gone"):
            self.stick()
            struck = time.monotonic()
            tell("gone")
        elif self.fault.endswith("camera hangs") or self.fault.startswith("camera hangs, "):
            self.stick()
            tell("hang")
            hung = self.hangs()
            struck = hung
        else:
            tell("hang-open")
            tell("gone")
            time.sleep(0.2)
            tell("gone", False)
            hung = self.hangs()
        held, stays = BOUNDS[self.fault]
        for name in ("call", "motor", "key", "light", "usb", "pulses", "wheels", *self.outputs.driven[1]):
            if name != self.blocked:
                self.times[name] = self.outputs.let_go(name, struck) - struck
        if stays is not None:
            self.times["lamp"] = self.outputs.let_go("lamp", struck, 20) - (hung or struck)
        late = self.unstick(process)
        for word in ("gone", "hang", "hang-open", "frozen", "last"):
            tell(word, False)
        if flood:
            flood.kill()
        if "page" in self.fault:
            self.answers = flood.stdout.read().splitlines()[-1]
            systemctl("stop", "nodline-web")
        late += [f"{name} after {moment:.3f} s" for name, moment in self.times.items()
                if moment > (stays if name == "lamp" else held)]
        # Nothing may go on again before the head has returned to rest.
        again = [(moment, line) for moment, line, value in self.outputs.lines.changes
                 if line in (MOTOR, *WHEELS) and value and struck + held < moment < struck + 1.5]
        if again:
            late.append(f"line {again[0][1]} on again after {again[0][0] - struck:.3f} s")
        late += self.go_on()
        return struck, began, late

    def enable(self):
        """Starts the service with an enable button and presses it. Returns the moment."""
        configure(self.outputs.scene, ENABLE_BUTTON)
        systemctl("restart", "nodline")
        wait(lambda: ask("status")["enabled"] is False, 20, lambda: f"no enable button is missing: {ask('status')}")
        self.outputs.chip.pull(ENABLE, up=True)
        return time.monotonic()

    def go_on(self):
        """Ends what is there to stay, a stop or a button that must be held: then nothing goes on before the head has returned either."""
        if self.fault not in ("stop pressed", "enable let go"):
            return []
        if self.fault == "stop pressed":
            self.outputs.chip.pull(STOP, up=False)
            wait(lambda: ask("release")["ok"], 5, lambda: "the stop could not be released")
        else:
            self.outputs.chip.pull(ENABLE, up=True)
            wait(lambda: ask("status")["enabled"], 5, lambda: "the button does not enable")
        time.sleep(1)
        moving = [line for line in (MOTOR, *WHEELS) if self.outputs.chip.value(line)]
        self.outputs.chip.pull(ENABLE, up=False)
        configure(self.outputs.scene)
        systemctl("restart", "nodline")  # the scene begins anew
        return [f"lines {moving} on again after the release"] if moving else []

    def flood(self):
        """Begins to flood the control socket or the page, if the fault wants that."""
        if "flooded" not in self.fault:
            return None
        command = ["-c", FLOOD]
        if "page" in self.fault:
            code = json.loads(subprocess.run(["nodline", "pair", "--json"], check=True, capture_output=True).stdout)["code"]
            command = ["/mnt/guest/System/hardware/guest/web_flood.py", str(PAGE), code]
        flood = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True)
        flood.stdout.readline()
        time.sleep(1.5 if "page" in self.fault else 0.5)
        assert self.outputs.are_held(), "the flood ended the hold"
        return flood

    @property
    def device(self):
        """The device whose writes block: a part of its path, and the output; None for other faults."""
        return BLOCKED.get(self.fault.split(" blocks")[0], (None, None))

    @property
    def blocked(self):
        return self.device[1]

    def stick(self):
        """Makes an output block as soon as it is released."""
        if "line blocks" in self.fault:
            tell("stuck-line", text=str(HUNG))
        elif self.blocked:
            tell("stuck-write", text=self.device[0])
        elif "child" in self.fault:
            tell("unkillable")
            time.sleep(1.5)  # past its time limit

    def unstick(self, process):
        """Ends the block: then the blocked output must be released too, and the program must still run."""
        late, now = [], time.monotonic()
        for word in ("stuck-line", "stuck-write", "unkillable"):
            tell(word, False)
        if "line blocks" in self.fault:
            # If the watchdog has ended the program, the stop action may have made this line safe too.
            is_blocked = self.outputs.chip.value(HUNG) == 1
            assert is_blocked or "hangs" in self.fault, "the line did not block"
            self.times["hung"] = self.outputs.let_go("hung", now, 5) - now if is_blocked else 0
        elif self.blocked:
            self.times["hung"] = self.outputs.let_go(self.blocked, now, 5) - now
        elif "paused" in self.fault:
            time.sleep(5)  # longer than the watchdog's limit; the state is written with two such calls
            if not self.reply["ok"] or self.reply["durable"]:
                late.append(f"the reply was {self.reply}")
            if main_process() != process or not ask("status")["paused"]:
                late.append("the service did not stay paused")
            tell("slow-fsync", False)
            ask("resume")
        if self.times.get("hung", 0) > 0.5:
            late.append(f"the blocked output after {self.times['hung']:.3f} s")
        return late

    def limit(self):
        """Half of the memory that the service uses."""
        return int(read(f"{CGROUP}/memory.current")) // 2

    def ended(self, process, struck):
        """The moment at which the process was gone."""
        wait(lambda: not os.path.exists(f"/proc/{process}/maps") or ") Z " in read(f"/proc/{process}/stat"), 10,
                 lambda: "the kernel did not kill it", pause=0.002)
        return struck

    def hangs(self):
        """The moment at which the camera began to hang."""
        wait(lambda: os.path.exists(f"{CONTROL}/hangs"), 5, lambda: "the camera was not called", pause=0.01)
        moment = float(read(f"{CONTROL}/hangs"))
        os.remove(f"{CONTROL}/hangs")
        return moment


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    chance = random.Random(seed)
    install()
    chip = Chip("pi", {line: f"GPIO{line}" for line in (CALL, MOTOR, LAMP, HUNG, STOP, ENABLE, *WHEELS)})
    for line in (CALL, LAMP):
        chip.pull(line, up=True)
    # Every fault equally often, in random order. An uncounted first round brings everything into memory.
    kinds = [fault for fault in BOUNDS if any(word in fault for word in sys.argv[3].split("|"))]
    faults = [kinds[i % len(kinds)] for i in range(count)]
    chance.shuffle(faults)
    scenes = [list(SCENES)[len(SCENES) * i // count] for i in range(count)]
    # Only one of the scenes has a picture in it that can stay.
    trials = [("a picture beside the person" if "a picture stays" in fault else scene, fault) for scene, fault in zip(scenes, faults)]
    trials.sort(key=lambda trial: list(SCENES).index(trial[0]))
    with usb_keyboard("/mnt/build") as usb, fake_pulses(0, 1, 2) as channels:
        failed = strike(Outputs(chip, usb, channels), trials, chance)
        systemctl("stop", "nodline")
    print(f"{count - failed} of {count} in time", flush=True)
    sys.exit(1 if failed else 0)


def strike(outputs, trials, chance):
    """Causes all faults in turn, each in its scene, and returns how many had outputs that were late or went on again."""
    failed, since, shown = 0, 0, None
    for number, (scene, fault) in enumerate([(trials[0][0], "SIGKILL"), *trials]):
        if scene != shown:
            show(scene)
            shown, since, outputs.scene = scene, time.monotonic(), scene
            systemctl("restart", "nodline")
        trial = Trial(outputs, fault, chance.uniform(0, 3))
        try:
            since, _, late = trial.run(since)
        except AssertionError as error:
            late = [str(error)]
            since = time.monotonic()
        outputs.forget()
        if number > 0:
            failed += bool(late)
            print(f"KILL {json.dumps({'fault': fault, 'scene': scene, 'delay': trial.delay, 'times': trial.times, 'late': late, 'answers': trial.answers})}", flush=True)
        elif late:
            print(f"the first round: {late}", flush=True)
        if BOUNDS[fault][1] is None or late:  # else the lamp would be off in the next hold, or the state unknown
            since = time.monotonic()
            subprocess.run(["systemctl", "restart", "nodline"])
    return failed


main()
