"""A battery that empties: the kernel's test_power driver, as /sys/class/power_supply/test_battery."""
import os
import time

from System.hardware.guest.pictures import show
from System.hardware.guest.wire import BUILD, Nodline, Watch, write

PARAMETERS = "/sys/module/test_power/parameters"
CONFIG = f"""
[models]
runtime = "{BUILD}/libLiteRt.so"
directory = "{BUILD}/models"
[detection]
accuracy = "low"
[gestures]
max_hold = 60
[camera]
rate = 12
object = "{BUILD}/libnodline-camera.so"
[outputs.call]
line = "GPIO17"
gesture = "hold-left"
action = "level"
[outputs.eye]
state = "camera-on"
[budget.battery]
supply = "test_battery"
"""


def charge(percent, status="discharging"):
    write(f"{PARAMETERS}/battery_capacity", str(percent))
    write(f"{PARAMETERS}/battery_status", status)


def falling_battery_walks_down(chip):
    """A falling charge lowers the operating point step by step and reports when the target cannot be reached; a charger restores the best point."""
    show("rest")
    charge(90)
    # 2 Wh for an hour allow 1.8 W at 90 % and 0.8 W at 40 %; the board alone is estimated to draw 0.9 W.
    nodline = Nodline(CONFIG + "capacity_wh = 2\ntarget_hours = 1\n")
    nodline.wait(event="tracking-started")
    time.sleep(5)
    points = [event for _, event in nodline.events if event["event"] == "operating-point"]
    assert not points, points
    charge(40)
    fallen = time.monotonic()
    moments = [nodline.wait(event="operating-point", to=to, reason="battery", seconds=45, since=fallen)[0]
               for to in ("low@10", "low@7.5", "low@5")]
    _, fault = nodline.wait(event="fault", what="budget-unmet", seconds=60)
    _, stats = nodline.wait(event="stats", since=time.monotonic())
    assert stats["limited_by"] == "battery" and stats["battery_percent"] == 40 and stats["hours_left"] < 1, stats
    charge(41, "charging")
    nodline.wait(event="operating-point", to="low@12", seconds=90, since=moments[-1])
    points = [event["to"] for _, event in nodline.events if event["event"] == "operating-point"]
    assert points == ["low@10", "low@7.5", "low@5", "low@12"], points
    charge(50)
    assert nodline.end() == 0
    rates = {event["operating_point"]: event["detect_fps"] for _, event in nodline.events if event["event"] == "stats"}
    return (f"steps after {', '.join(f'{moment - fallen:.0f}' for moment in moments)} s, rates {rates}; {fault['detail']}")


def empty_battery_stops(chip):
    """At the critical level a held line falls, nothing fires, the camera stops, the command runs once, and the alarm goes on."""
    ran = "/tmp/critical-command-ran"
    if os.path.exists(ran):
        os.remove(ran)
    show(*["rest"] * 6, *["left"] * 60)
    charge(50)
    watch = Watch(chip, 17, 23)
    nodline = Nodline(CONFIG + f'on_critical = ["/bin/sh", "-c", "echo ran >> {ran}"]\n'
                      '[status]\nalarm_after = 5\n[outputs.buzzer]\nline = "GPIO23"\nstate = "alarm"\n')
    watch.wait(17, 1, 60)
    charge(4)
    empty = time.monotonic()
    off = watch.wait(17, 0, 15, since=empty)
    said, _ = nodline.wait(event="fault", what="battery-critical", since=empty)
    nodline.wait(event="line", name="eye", value=0, since=empty)
    nodline.wait(event="operating-point", to="stopped", reason="battery")
    time.sleep(20)
    late = [event for moment, event in nodline.events if moment > said + 1 and event["event"] not in ("stats",)]
    assert [(event["event"], event.get("name"), event.get("value")) for event in late] == [("line", "buzzer", 1)], late
    alarm = watch.wait(23, 1, 1, since=empty)
    with open(ran) as file:
        assert file.read() == "ran\n"
    _, stats = nodline.wait(event="stats", since=time.monotonic())
    assert stats["capture_fps"] == 0 and stats["operating_point"] == "stopped", stats
    charge(4, "charging")
    plugged = time.monotonic()
    nodline.wait(event="line", name="eye", value=1, since=plugged)
    again, _ = nodline.wait(event="tracking-started", since=plugged)
    watch.wait(23, 0, 10, since=plugged)
    charge(50)
    assert nodline.end() == 0
    watch.stop()
    return f"line low {off - empty:.1f} s after the gauge said 4 %, alarm after {alarm - empty:.0f} s, tracking {again - plugged:.1f} s after the charger came"
