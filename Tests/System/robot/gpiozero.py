"""Stands for gpiozero in a test of Examples/robot: a sensor whose distance a file says, and a buzzer that prints its changes."""
import os


class DistanceSensor:
    def __init__(self, echo, trigger):
        assert echo != trigger

    @property
    def distance(self):
        return 0.1 if os.path.exists(os.environ["WALL"]) else 1.0


class Buzzer:
    def __init__(self, pin):
        self._value = None

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, value):
        if value != self._value:
            print("beep" if value else "quiet", flush=True)
        self._value = value

    def off(self):
        self.value = False
