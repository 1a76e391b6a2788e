"""Outputs other than lines, observed from outside: lights, keys, USB, programs, PWM."""
import contextlib
import glob
import os
import shutil
import signal
import subprocess
import time

from System.clocks import wait
from System.hardware.guest.keys import EV_ABS, EV_KEY, GAMEPAD_A, MOUSE_LEFT, SPACE, Keyboard, Pedal, usb_keyboard
from System.hardware.guest.pictures import PICTURES, show
from System.hardware.guest.runs import CAMERA, CONFIG, FAKE, lasting
from System.hardware.guest.wire import BUILD, NODLINE, Light, Nodline, read, write

HELD = 'gesture = "hold-left"\naction = "level"\n'


def hold(outputs):
    """A run in which the head is still for 2.5 s, then to the left for 20."""
    return Nodline(CONFIG + FAKE + outputs, environment={"NODLINE_FAKE_CLIP": f"{PICTURES}/hold.y4m", "NODLINE_FAKE_STAYS": "1"})


def make_safe():
    """Runs the stop action, and returns the moment at which it was started."""
    began = time.monotonic()
    run = subprocess.run([NODLINE, "safe", "--config", "/tmp/nodline.toml"], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return began


def light_follows_hold(chip):
    """A light of the LED class is lit while a hold lasts; after a kill, `safe` turns it off."""
    light = Light("nodline::call")
    write("/sys/class/leds/nodline::call/trigger", "heartbeat")  # the kernel blinks it until the program takes it
    nodline = hold('[outputs.call]\nled = "nodline::call"\n' + HELD)
    nodline.wait(event="line", name="call", value=1)
    light.wait_for_brightness(255)
    assert light.shown() == ("none", 255)
    nodline.end(signal.SIGKILL)
    assert light.shown() == ("none", 255)  # nothing has turned it off yet
    began = make_safe()
    dark = light.wait_for_brightness(0, since=began)
    assert dark - began <= 1, f"{dark - began:.3f} s"
    return f"lit by the hold, dark {dark - began:.3f} s after safe was started"


def keys_follow_gestures(chip):
    """A virtual key is down while a hold lasts, and a virtual mouse clicks once for a look."""
    show(*lasting(4, "rest"), *lasting(5.2, "left"), *lasting(2, "rest"), "right", *lasting(2, "rest"))
    keyboard = Keyboard("Nodline")
    nodline = Nodline(CONFIG + CAMERA + '[outputs.scan]\nkey = "space"\n' + HELD
                      + '[outputs.click]\nkey = "mouse-left"\ngesture = "right"\npulse = 0.5\n')
    keyboard.wait_until_there()
    nodline.wait(event="tracking-started")
    down = keyboard.wait(SPACE, 1)
    up = keyboard.wait(SPACE, 0, since=down)
    click = keyboard.wait(MOUSE_LEFT, 1, since=up)
    end = keyboard.wait(MOUSE_LEFT, 0, since=click)
    assert 3.4 < up - down < 4, f"down for {up - down:.2f} s"
    assert 0.45 < end - click < 0.65, f"a click of {end - click:.3f} s"
    assert nodline.end() == 0
    keyboard.close()
    presses = [code for _, _, code, value in keyboard.events if value == 1]
    assert presses == [SPACE, MOUSE_LEFT], presses
    return f"held {up - down:.2f} s of 3.7, click {end - click:.3f} s of 0.5"


def key_comes_up(chip):
    """A virtual key that is down comes up when the process is killed, even without the stop action."""
    keyboard = Keyboard("Nodline")
    nodline = hold('[outputs.scan]\nkey = "space"\n' + HELD)
    down = keyboard.wait(SPACE, 1)
    killed = time.monotonic()
    nodline.end(signal.SIGKILL)
    up = keyboard.wait(SPACE, 0, seconds=2, since=down)
    keyboard.close()
    assert up - killed <= 0.5, f"{up - killed:.3f} s"
    return f"up {up - killed:.3f} s after the kill"


def usb_key_reaches_host(chip):
    """A USB key is down while a hold lasts, and released by `safe` after a kill; a host that stops reading does not block the end."""
    with usb_keyboard() as keyboard:
        config = '[outputs.scan]\nusb = "space"\n' + HELD
        nodline = hold(config)
        down = keyboard.wait(SPACE, 1)
        said, _ = nodline.wait(event="line", name="scan", value=1)
        nodline.end(signal.SIGKILL)
        time.sleep(0.5)
        assert keyboard.events[-1][1:] != (1, SPACE, 0) and not [1 for event in keyboard.events if event[2:] == (SPACE, 0)]
        began = make_safe()
        up = keyboard.wait(SPACE, 0, seconds=2, since=began)
        assert up - began <= 1, f"{up - began:.3f} s"

        # The host's driver is detached during a hold, so nothing reads reports any more.
        nodline = hold(config)
        keyboard.wait(SPACE, 1, since=up)
        for interface in glob.glob("/sys/bus/usb/drivers/usbhid/*:*"):
            write("/sys/bus/usb/drivers/usbhid/unbind", os.path.basename(interface))
        asked = time.monotonic()
        assert nodline.end() == 0
        ended = time.monotonic() - asked
        assert ended < 2, f"it took {ended:.2f} s to end"
    return f"down {down - said:+.3f} s from the event, up {up - began:.3f} s after safe, ended {ended:.2f} s after SIGTERM"


def pedal_stops(chip):
    """A foot switch on USB stops everything, pressed or unplugged; plugged in again, a long press of it releases. Nodline's own key does not."""
    pedal = Pedal()
    nodline = hold('[outputs.call]\nline = "GPIO17"\n' + HELD + '[outputs.type]\nkey = "space"\n' + HELD
                   + '[inputs.stop]\nkey = "space"\naction = "stop"\n')

    def release():
        time.sleep(2.5)
        pedal.press()
        time.sleep(3.3)
        return nodline.wait(event="released", by="the button stop", since=pedal.press(0))

    nodline.wait(event="line", name="call", value=1)
    time.sleep(1)  # its own key is down as long
    assert chip.value(17) == 1
    pressed = pedal.press()
    stopped, _ = nodline.wait(event="stopped", by="the button stop", since=pressed)
    wait(lambda: chip.value(17) == 0, 2, lambda: "the line is still high")
    pedal.press(0)
    release()
    gone = pedal.unplug()
    lost, _ = nodline.wait(event="stopped", since=gone, seconds=5)
    nodline.wait(event="fault", what="button-failed", since=gone)
    pedal = Pedal()
    release()
    pedal.unplug()
    assert nodline.end() == 0
    return f"stopped {stopped - pressed:.3f} s after the press, {lost - gone:.3f} s after it was unplugged"


def gamepads_follow_the_head(chip):
    """A gamepad over USB and one of this machine move and press with the head; after a kill, `safe` centres and releases the first, and
    the kernel the second."""
    x, hat_y, brake, z = 0x00, 0x11, 0x0A, 0x02
    here = Keyboard("Nodline gamepad", GAMEPAD_A)
    with usb_keyboard(BUILD, "--gamepad", key=GAMEPAD_A) as there:
        nodline = hold('[outputs.a]\nusb = "gamepad-a"\n' + HELD + '[outputs.b]\nkey = "gamepad-a"\n' + HELD
                       + '[outputs.c]\nusb = "gamepad-up"\n' + HELD + '[outputs.d]\nkey = "gamepad-up"\n' + HELD
                       + '[axes.a]\nusb = "stick-x"\n[axes.b]\ngamepad = "x"\n'
                       + '[axes.c]\nusb = "left-trigger"\n[axes.d]\ngamepad = "left-trigger"\n')
        full = [(there, x, -127, brake, 255), (here, x, -32767, z, 255)]
        for pad, stick, end, trigger, pulled in full:
            pad.wait_until_there()
            pad.wait(GAMEPAD_A, 1)
            pad.wait(hat_y, -1, kind=EV_ABS)
            pad.wait(stick, end, kind=EV_ABS)
            pad.wait(trigger, pulled, kind=EV_ABS)
        killed = time.monotonic()
        nodline.end(signal.SIGKILL)
        here.wait(GAMEPAD_A, 0, seconds=2, since=killed)  # its device has gone
        began = make_safe()
        last = max(there.wait(code, 0, seconds=2, since=began, kind=kind)
                   for kind, code in ((EV_KEY, GAMEPAD_A), (EV_ABS, hat_y), (EV_ABS, x), (EV_ABS, brake)))
        assert last - began <= 1, f"{last - began:.3f} s"
    here.close()
    return f"both at their ends during the hold, the one over USB at rest {last - began:.3f} s after safe"


def command_runs(chip):
    """A gesture runs a program once, without a shell; it ends with the appliance."""
    said = "/tmp/said"
    shutil.rmtree(said, ignore_errors=True)
    write("/tmp/bell", f"#!/bin/sh\necho \"$1\" >> {said}\necho $$ > {said}.pid\nexec sleep 60\n")
    os.chmod("/tmp/bell", 0o755)
    nodline = hold('[outputs.bell]\ncommand = ["/tmp/bell", "ring; $HOME"]\ntime_limit = 90\n' + HELD)
    nodline.wait(event="line", name="bell", value=1)
    wait(lambda: os.path.exists(f"{said}.pid") and read(f"{said}.pid"), 5, lambda: "the program was not started")
    assert read(said) == "ring; $HOME"
    process = f"/proc/{read(f'{said}.pid')}"
    assert os.path.exists(process)
    assert nodline.end() == 0
    assert not os.path.exists(process), "the program outlived the appliance"
    return "one run, ended with the appliance"


@contextlib.contextmanager
def fake_pulses(*channels):
    """The folders of PWM channels that imitate the kernel's files. The guest has no PWM: pwm-gpio refuses gpio-sim's lines."""
    subprocess.run(["mount", "-t", "tmpfs", "fake-pwm", "/sys/class/pwm"], check=True)
    try:
        folders = [f"/sys/class/pwm/pwmchip0/pwm{channel}" for channel in channels]
        for folder in folders:
            os.makedirs(folder)
            for file, text in (("enable", "1"), ("period", "20000000"), ("duty_cycle", "1900000")):
                write(f"{folder}/{file}", text)
        yield folders
    finally:
        subprocess.run(["umount", "/sys/class/pwm"], check=True)


def pulses_follow_the_head(chip):
    """PWM pulses follow the head, and after a kill `safe` stops them (in a folder that imitates the kernel's)."""
    with fake_pulses(1) as (channel,):
        axis = '[axes.turn]\npwm = "pwmchip0:1"\n'
        write("/tmp/nodline.toml", axis)
        make_safe()
        assert read(f"{channel}/enable") == "0"
        nodline = hold(axis)
        nodline.wait(event="tracking-started")

        def pulse():  # nanoseconds, if it is to the left of the centre
            width = int(read(f"{channel}/duty_cycle") or 0)
            return width if width > 1_600_000 else None

        width = wait(pulse, 20, lambda: f"the pulses did not become longer: {read(f'{channel}/duty_cycle')}", pause=0.05)
        assert read(f"{channel}/enable") == "1"
        nodline.end(signal.SIGKILL)
        assert read(f"{channel}/enable") == "1"
        make_safe()
        assert read(f"{channel}/enable") == "0"
    return f"pulses of {width / 1000:.0f} us, then none, in an imitated folder"


DEVICES = [light_follows_hold, keys_follow_gestures, key_comes_up, usb_key_reaches_host, pedal_stops, gamepads_follow_the_head, command_runs,
           pulses_follow_the_head]
