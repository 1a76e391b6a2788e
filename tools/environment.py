"""Virtual environments under .nodline/ for the programs that Nodline is compared with, one pinned package from PyPI each."""

import dataclasses
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]


class Missing(Exception):
    """The environment cannot be made on this machine."""


@dataclasses.dataclass(frozen=True)
class Environment:
    folder: pathlib.Path
    package: str  # name==version
    size: str  # of the installed files, for the message
    newest_python: tuple[int, int] | None = None  # the last version that the package supports

    def python(self):
        """The path of its Python; installs the package first if it is missing. Raises Missing."""
        if self.newest_python and sys.version_info[:2] > self.newest_python:
            version = ".".join(map(str, self.newest_python))
            raise Missing(f"{self.package} supports Python {version} at most. "
                          f"Run: python{version} {' '.join(sys.argv)}")
        python = str(self.folder / "bin/python")
        information = f"{self.package.replace('-', '_').replace('==', '-')}.dist-info"
        if not any(self.folder.glob(f"lib/python*/site-packages/{information}")):
            print(f"installing {self.package} into {self.folder} ({self.size})", file=sys.stderr, flush=True)
            for command in ([sys.executable, "-m", "venv", "--clear", str(self.folder)],
                            [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", self.package]):
                try:
                    subprocess.run(command, check=True, stdout=sys.stderr)
                except (OSError, subprocess.CalledProcessError) as error:
                    raise Missing(error) from error
        return python

    def enter(self):
        """Restarts the running script in the environment. Raises Missing."""
        if pathlib.Path(sys.prefix).resolve() != self.folder.resolve():
            python = self.python()
            os.execv(python, [python, *sys.argv])


# Separate, because MediaPipe installs its own OpenCV.
MEDIAPIPE = Environment(ROOT / ".nodline/peers-venv", "mediapipe==0.10.21", "1 GB", (3, 12))
OPENCV = Environment(ROOT / ".nodline/opencv-venv", "opencv-python-headless==4.14.0.94", "200 MB")
NUMPY = Environment(ROOT / ".nodline/numpy-venv", "numpy==2.2.6", "70 MB", (3, 13))
