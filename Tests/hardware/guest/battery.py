"""The battery: real libcamera, real libgpiod, a real kernel. Lines are read from sysfs, never from the program."""
import signal
import subprocess
import sys
import time
import traceback

from pictures import PICTURES, show
from power import empty_battery_stops, falling_battery_walks_down
from wire import BUILD, NODLINE, Chip, Nodline, Watch, write

RATE = 4  # frames a second: what one emulated core pays for
SHOWN = 4 / RATE  # seconds for which the virtual camera shows a picture

CONFIG = f"""
[detection]
threads = 1
[gestures]
discrete_max = 1.5
acceptance = 1.5
max_hold = 60
[models]
runtime = "{BUILD}/libLiteRt.so"
directory = "{BUILD}/models"
[camera]
rate = {RATE}
"""
CAMERA = f'object = "{BUILD}/libnodline-camera.so"\n'
FAKE = f'object = "{BUILD}/libfake-camera.so"\n'
OUTPUTS = """
[outputs.call]
line = "GPIO17"
gesture = "hold-left"
action = "level"
[outputs.bell]
line = "GPIO27"
gesture = "right"
pulse = 0.8
"""


def fake(more="", faults=""):
    """A run with the fake camera object: still for 2.5 s, then to the left for 20."""
    return Nodline(CONFIG + FAKE + OUTPUTS + more, environment={
        "NODLINE_FAKE_CLIP": f"{PICTURES}/hold.y4m", "NODLINE_FAKE_FAULTS": faults})


def gestures_drive_lines(chip):
    """What is nodded in front of libcamera's camera appears on the kernel's lines, in order."""
    show(*["rest"] * 6, *["left"] * 5, *["rest"] * 3, "right", *["rest"] * 3)
    watch = Watch(chip, 17, 27)
    nodline = Nodline(CONFIG + CAMERA + OUTPUTS)
    nodline.wait(event="tracking-started")
    on = watch.wait(17, 1, 20)
    off = watch.wait(17, 0, 10, since=on)
    pulse = watch.wait(27, 1, 20, since=off)
    end = watch.wait(27, 0, 5, since=pulse)
    # Five pictures to the left, less the acceptance time; the pulse is as long as configured.
    assert 1.5 < off - on < 5 * SHOWN + 1, f"held for {off - on:.2f} s"
    assert 0.7 < end - pulse < 1.1, f"a pulse of {end - pulse:.3f} s"
    assert nodline.end() == 0
    watch.stop()
    return f"held {off - on:.2f} s, pulse {end - pulse:.3f} s of 0.8"


def lost_face_releases(chip):
    """The face disappears: a held line falls within 0.3 s of the last frame in which it was seen."""
    show(*["rest"] * 6, *["left"] * 4, *["wall"] * 8)
    watch = Watch(chip, 17)
    nodline = Nodline(CONFIG + CAMERA + OUTPUTS)
    on = watch.wait(17, 1, 40)
    off = watch.wait(17, 0, 10, since=on)
    seen = nodline.last(before=off, event="look-moved")
    assert nodline.wait(event="look-stopped")[1]["reason"] == "face-lost"
    assert off - seen <= 0.3, f"{off - seen:.3f} s after the last look"
    assert nodline.end() == 0
    return f"{off - seen:.3f} s"


def stopped_frames_release(chip):
    """Frames stop: a held line falls within 0.5 s; the camera comes back by itself."""
    watch = Watch(chip, 17)
    nodline = fake('[outputs.eye]\nstate = "camera-on"\n', faults="stall@6")
    on = watch.wait(17, 1, 20)
    off = watch.wait(17, 0, 10, since=on)
    frame = nodline.last(before=off, event="look-moved")
    assert off - frame <= 0.5, f"{off - frame:.3f} s after the last frame"
    fault, _ = nodline.wait(event="fault", what="camera-stalled")
    nodline.wait(event="line", name="eye", value=1, since=fault)
    assert nodline.end() == 0
    return f"{off - frame:.3f} s"


def termination_is_safe(chip):
    """SIGTERM in a hold: the line is driven to its safe value before it is given back, and the status is 0."""
    chip.pull(17, up=True)  # opposite to the safe value: only a line that was driven low is low at any moment
    show(*["rest"] * 6, *["left"] * 40)
    watch = Watch(chip, 17)
    nodline = Nodline(CONFIG + CAMERA + OUTPUTS)
    started = watch.wait(17, 0, 20)
    watch.wait(17, 1, 40, since=started)
    asked = time.monotonic()
    assert nodline.end() == 0
    off = watch.wait(17, 0, 1, since=asked)
    chip.pull(17, up=False)
    return f"low {off - asked:.3f} s after the signal"


def death_is_made_safe(chip, stop_action=True):
    """SIGKILL in a hold: the stop action drives the line to its safe value within 1 s."""
    chip.pull(17, up=True)
    show(*["rest"] * 6, *["left"] * 40)
    watch = Watch(chip, 17)
    nodline = Nodline(CONFIG + CAMERA + OUTPUTS)
    started = watch.wait(17, 0, 20)
    watch.wait(17, 1, 40, since=started)
    killed = time.monotonic()
    nodline.end(signal.SIGKILL)
    if stop_action:
        subprocess.Popen([NODLINE, "safe", "--hold", "2", "--config", "/tmp/nodline.toml"])
    try:
        off = watch.wait(17, 0, 1, since=killed)
    finally:
        chip.pull(17, up=False)
        time.sleep(2.5 if stop_action else 0)
    return f"low {off - killed:.3f} s after the kill"


def without_the_stop_action_it_is_not(chip):
    """The test before this one fails when the stop action is taken out, as it should."""
    try:
        death_is_made_safe(chip, stop_action=False)
    except AssertionError:
        return "it fails"
    raise AssertionError("the line was safe without the stop action: the test proves nothing")


def button_recalibrates(chip):
    """An edge on a button's line starts calibration; bounces count once."""
    nodline = fake('[inputs.again]\nline = "GPIO22"\ndebounce = 0.03\naction = "calibrate"\n')
    first, _ = nodline.wait(event="tracking-started")
    for level in (True, False, True, False, True):  # a bouncing contact
        chip.pull(22, up=level)
    pressed = time.monotonic()
    again, _ = nodline.wait(event="tracking-started", since=pressed)
    chip.pull(22, up=False)
    time.sleep(1)
    assert len([1 for _, event in nodline.events if event["event"] == "tracking-started"]) == 2
    assert nodline.end() == 0
    return f"tracking again {again - pressed:.1f} s after the press"


def busy_line_is_named(chip):
    """A line that another process holds gives an error that names it; the other lines work."""
    words = ["-c", chip.device] if GPIOD2 else ["--mode=signal", chip.device]
    holder = subprocess.Popen(["gpioset", *words, "27=0"])
    time.sleep(1)
    watch = Watch(chip, 17)
    nodline = fake()
    _, fault = nodline.wait(event="fault", what="line-unavailable")
    assert "gpioset" in fault["detail"] and "GPIO27" in fault["detail"], fault
    watch.wait(17, 1, 30)
    assert nodline.end() == 0
    holder.terminate()
    holder.wait()
    watch.stop()
    return fault["detail"]


def chip_may_go(chip):
    """A chip that goes away while its lines are in use is reported and survived."""
    other = Chip("other", {3: "AWAY3"})
    show(*["rest"] * 6, *["left"] * 2, *["rest"] * 2)
    nodline = Nodline(CONFIG + CAMERA + OUTPUTS + '[outputs.away]\nline = "AWAY3"\ngesture = "hold-left"\naction = "level"\n')
    nodline.wait(event="tracking-started")
    other.remove()
    watch = Watch(chip, 17)
    watch.wait(17, 1, 40)
    _, fault = nodline.wait(event="fault", what="line-failed")
    assert nodline.end() == 0
    watch.stop()
    return fault["detail"]


def lines_are_found(chip):
    """A name on two chips is refused with both places; chip and offset work; test-output switches."""
    other = Chip("twin", {5: "GPIO17"})
    write("/tmp/two.toml", '[outputs.a]\nline = "GPIO17"\ngesture = "left"\n')
    run = subprocess.run([NODLINE, "safe", "--config", "/tmp/two.toml"], capture_output=True, text=True)
    assert run.returncode == 1 and f"{chip.device}:17" in run.stderr and f"{other.device}:5" in run.stderr, run.stderr
    write("/tmp/place.toml", f'[outputs.a]\nline = "{other.device}:5"\ngesture = "left"\nactive_low = true\n')
    other.pull(5, up=True)  # off, for a line that is active low
    watch = Watch(other, 5)
    run = subprocess.run([NODLINE, "test-output", "a", "--seconds", "0.5", "--config", "/tmp/place.toml"])
    values = [value for _, _, value in watch.stop()]
    assert run.returncode == 0 and values == [1, 0, 1], values
    listed = subprocess.run([NODLINE, "lines"], capture_output=True, text=True).stdout
    assert f"{chip.device}:17" in listed and "GPIO17" in listed
    other.remove()
    return f"active low: {values}"


def vimc_delivers(chip):
    """A camera with a kernel driver delivers frames too."""
    nodline = Nodline(CONFIG + CAMERA + 'use = "Sensor B"\n')
    moment, _ = nodline.wait(event="stats", seconds=30, since=time.monotonic() + 4)
    stats = [event for _, event in nodline.events if event["event"] == "stats" and event["capture_fps"] > 0]
    assert stats, [event for _, event in nodline.events]
    assert not [event for _, event in nodline.events if event["event"] == "face-found"]
    assert nodline.end() == 0
    return f"{stats[-1]['capture_fps']} frames a second"


GPIOD2 = "(libgpiod) v2" in subprocess.run(["gpioset", "--version"], capture_output=True, text=True).stdout
def cycles_leave_nothing(chip):
    """Two hundred open and close cycles, ten thousand frames: memory, descriptors and threads stay flat."""
    run = subprocess.run(["python3", "/mnt/guest/cycles.py"], capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stdout + run.stderr[-1000:]
    return run.stdout.strip()


ALL = [gestures_drive_lines, lost_face_releases, stopped_frames_release, termination_is_safe, death_is_made_safe,
       without_the_stop_action_it_is_not, button_recalibrates, busy_line_is_named, chip_may_go, lines_are_found,
       vimc_delivers, cycles_leave_nothing, falling_battery_walks_down, empty_battery_stops]


# What needs neither libcamera's virtual camera nor libgpiod 2: for Debian 12.
SMALL = [stopped_frames_release, button_recalibrates, busy_line_is_named, lines_are_found, vimc_delivers]


def main():
    wanted = [test.__name__ for test in SMALL] if sys.argv[1:] == ["small"] else sys.argv[1:]
    chip = Chip("pi", {17: "GPIO17", 22: "GPIO22", 27: "GPIO27"})
    passed = failed = 0
    for test in ALL:
        if wanted and test.__name__ not in wanted:
            continue
        began = time.monotonic()
        try:
            figure = test(chip)
            passed += 1
            print(f"ok     {test.__doc__.splitlines()[0]} [{figure}; {time.monotonic() - began:.0f} s]", flush=True)
        except Exception:
            failed += 1
            print(f"FAILED {test.__doc__.splitlines()[0]}", flush=True)
            traceback.print_exc(limit=3, file=sys.stdout)
        subprocess.run(["pkill", "-9", "-x", "nodline"])
        subprocess.run(["pkill", "-9", "-x", "gpioset"])
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


main()
