"""What the runs of the program have in common: a configuration, and how long pictures are shown."""
from wire import BUILD

RATE = 10  # frames a second: the least that is promised while something is held
SHOWN = 4 / RATE  # seconds for which the virtual camera shows a picture


MODELS = f'[models]\nruntime = "{BUILD}/libLiteRt.so"\ndirectory = "{BUILD}/models"\n'


def config(rate=RATE):
    """What all runs have in common; what follows it goes on in [camera]."""
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
    """So many of a picture that the virtual camera shows it for so long."""
    return [picture] * round(seconds / SHOWN)
