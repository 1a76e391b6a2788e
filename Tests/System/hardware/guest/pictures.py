"""The pictures that libcamera's virtual camera shows."""
import os
import shutil

from System.hardware.guest.wire import write

# rest.jpg, left.jpg, right.jpg: a simulated head; …-turned.jpg: the same, upside down and mirrored; wall.jpg: an empty view
PICTURES = "/tmp/pictures"


def show(*pictures, back=(), place="/tmp"):
    """The virtual camera shows these pictures in a loop; a second one, at the back, shows those of `back`. `place` has the folder `pictures`: another
    one than /tmp for a service with a private one."""
    os.makedirs("/usr/share/libcamera/pipeline/virtual", exist_ok=True)
    write("/usr/share/libcamera/pipeline/virtual/virtual.yaml",
          camera("Virtual0", "Front", "Virtual", pictures, place) + (camera("Virtual1", "Back", "Other", back, place) if back else ""))


def camera(name, location, model, pictures, place):
    folder = f"{place}/shown-{name}"
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    for number, picture in enumerate(pictures):
        os.symlink(f"{place}/pictures/{picture}.jpg", f"{folder}/{number}.jpg")
    return (f'"{name}":\n  supported_formats:\n  - {{ width: 640, height: 480, frame_rates: [30, 60] }}\n'
            f'  frames:\n    path: "{folder}"\n  location: "CameraLocation{location}"\n  model: "{model}"\n')
