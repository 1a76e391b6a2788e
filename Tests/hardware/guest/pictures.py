"""What libcamera's virtual camera shows."""
import os
import shutil

from wire import write

PICTURES = "/mnt/pictures"  # rest.jpg, left.jpg, right.jpg: a simulated head; wall.jpg: nobody


def show(*pictures):
    """The virtual camera shows these pictures, one after the other, over and over."""
    folder = "/tmp/pictures"
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    for number, name in enumerate(pictures):
        shutil.copy(f"{PICTURES}/{name}.jpg", f"{folder}/{number}.jpg")
    os.makedirs("/usr/share/libcamera/pipeline/virtual", exist_ok=True)
    write("/usr/share/libcamera/pipeline/virtual/virtual.yaml",
          '"Virtual0":\n  supported_formats:\n  - { width: 640, height: 480, frame_rates: [30, 60] }\n'
          f'  frames:\n    path: "{folder}"\n  location: "CameraLocationFront"\n  model: "Virtual"\n')
