"""deploy/compile builds a checkout that was copied or moved after a build, also where SwiftPM alone was tried first."""
import os
import shutil
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FILES = {
    "Package.swift": '// swift-tools-version:6.0\nimport PackageDescription\nlet package = Package(name: "small", targets: [.target(name: "C"), '
                     '.executableTarget(name: "small", dependencies: ["C"])])\n',
    "Sources/C/include/C.h": "int one(void);\n", "Sources/C/c.c": '#include "C.h"\nint one(void) { return 1; }\n',
    "Sources/small/main.swift": "import C\nprint(one())\n"}


def run(folder, *command):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=500)
    return done.returncode, done.stdout + done.stderr


class Moved(unittest.TestCase):
    def test_it_builds_wherever_it_is(self):
        with tempfile.TemporaryDirectory() as folder:
            first, second, third = (f"{folder}/{name}" for name in ("first", "second", "third"))
            for name, text in FILES.items():
                os.makedirs(os.path.dirname(f"{first}/{name}"), exist_ok=True)
                with open(f"{first}/{name}", "w") as file:
                    file.write(text)
            os.makedirs(f"{first}/deploy")
            for name in ("compile", "clean-moved"):
                shutil.copy(f"{ROOT}/deploy/{name}", f"{first}/deploy/{name}")
            self.assertEqual(run(first, "deploy/compile"), (0, ""))
            self.assertEqual(run(first, "deploy/compile"), (0, ""))

            shutil.copytree(first, second, symlinks=True)
            os.rename(first, third)
            run(second, "swift", "build", "-c", "release")  # fails with Swift 6.3, and leaves a plan with the new place
            for place in (second, third):
                status, output = run(place, "deploy/compile")
                self.assertEqual(status, 0, output)
                self.assertIn(f"What was built at {first}/.build does not work at {place}/.build", output)
                self.assertEqual(run(place, ".build/release/small"), (0, "1\n"))
                self.assertEqual(run(place, "deploy/compile"), (0, ""))


if __name__ == "__main__":
    unittest.main()
