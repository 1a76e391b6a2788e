"""The configuration that the tests' runs share, and how long pictures are shown."""
from System.hardware.guest.wire import BUILD

RATE = 10  # frames per second; the lowest rate for which the bounds of held outputs are promised
SHOWN = 4 / RATE  # seconds for which the virtual camera shows a picture


MODELS = f'[models]\nruntime = "{BUILD}/libLiteRt.so"\ndirectory = "{BUILD}/models"\n'


def config(rate=RATE):
    """The shared configuration. It ends within [camera], so that keys of the camera can follow."""
    return f"""
[detection]
threads = 1
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
