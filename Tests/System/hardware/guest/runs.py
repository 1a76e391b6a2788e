"""The configuration that the tests' runs share, and how long pictures are shown."""
from System.hardware.guest.wire import BUILD

RATE = 10  # frames per second; the lowest rate for which the bounds of held outputs are promised
SHOWN = 4 / RATE  # seconds for which the virtual camera shows a picture


MODELS = f'[models]\nruntime = "{BUILD}/libLiteRt.so"\ndirectory = "{BUILD}/models"\n'


def config(rate=RATE, accuracy="low"):
    """The shared configuration. It ends within [camera], so that keys of the camera can follow. With the accuracy `high` a frame costs four times
    as much; only tests of the whole way from a picture to a line have it."""
    return f"""
[detection]
threads = 1
accuracy = "{accuracy}"
[gestures]
discrete_max = 1.5
acceptance = 1.5
max_hold = 60
{MODELS}[camera]
rate = {rate}
"""


CONFIG = config()
CAMERA = f'object = "{BUILD}/libnodline-camera.so"\n'
FAKE = f'object = "{BUILD}/libfake-camera.so"\n'


def lasting(seconds, picture):
    """As many copies of a picture as the virtual camera shows in this time."""
    return [picture] * round(seconds / SHOWN)
