#!/usr/bin/env python3
"""Stops before a wall, and beeps while the robot goes back: ranger.py [--socket PATH]

With gpiozero beside Nodline. Each line has one owner: Nodline has those of its configuration (`nodline lines` lists them), this program GPIO16 and GPIO26 for an
ultrasonic sensor (its echo through a divider to 3.3 V) and GPIO22 for a buzzer. Who asks for a line of the other's is told that it is busy. Run it as a
user of the groups gpio and nodline-control.

Something nearer than 20 cm stops everything until `nodline release`. A dead sensor or program stops nothing, so the robot still needs its stop switch; a
contact at the bumper is safer as Nodline's own: [inputs.bumper] with action = "stop"."""
import argparse
import time

from gpiozero import Buzzer, DistanceSensor

from drive import follow_forever

NEAR = 0.2  # metres


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--socket", default="/run/nodline/nodline.sock")
    given = options.parse_args()
    sensor, buzzer = DistanceSensor(echo=16, trigger=26), Buzzer(22)
    was_near = False

    def step(drive, nodline):
        nonlocal was_near
        is_near = sensor.distance < NEAR
        if is_near and not was_near:
            nodline.sendall(b'{"request":"stop"}\n')
        was_near = is_near
        buzzer.value = drive.wanted(time.monotonic())[0] < 0

    follow_forever(given.socket, step, buzzer.off)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
