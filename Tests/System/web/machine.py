"""A running appliance that is fed a clip, and its web server, in a folder of their own."""
import json
import os
import signal
import socket
import subprocess
import tempfile

from System.appliance import Appliance
from System.clocks import FIRST, HANG, wait
from System.places import PROGRAMS, ROOT, free_port, listens

CLIP = ROOT + "/.nodline/web-tests/demo.y4m"

CONFIGURATION = """# The carer's own remark.
config_version = 1

[gestures]
threshold_left = 0.18  # measured on Monday

[outputs.bell]
line = "GPIO17"
gesture = ["left", "up"]
action = "pulse"
pulse = 0.5

[outputs.call]
line = "GPIO22"
gesture = ["hold-left", "hold-right"]
action = "level"

[outputs.lamp]
gesture = "down"
action = "toggle"
"""


class Machine:
    """Starts both programs, and ends them."""

    def __init__(self, clip=CLIP, web='interfaces = ["lo"]\n', environment=None, configuration=CONFIGURATION, control=""):
        """`web` ends the configuration's section [web], `control` that section; `environment` is added to the programs' own; `configuration` begins the file."""
        # Faces are turned into numbers by a program that only plays it.
        # Beside browsers and other suites a recording would be tried for minutes.
        self.environment = {**os.environ, "NODLINE_PEOPLE": PROGRAMS + "/FakePeople", "NODLINE_COURTESY": "none", **(environment or {})}
        self.folder = tempfile.mkdtemp(prefix="nodline-web-test.")
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        for name in ("control", "state", "web", "web-state"):
            os.mkdir(f"{self.folder}/{name}")
        subprocess.run([ROOT + "/deploy/page", self.folder + "/page"], check=True)
        self.appliance = Appliance(self.folder, configuration + f"""
[state]
directory = "{self.folder}/state"

[control]
directory = "{self.folder}/control"
{control}
[web]
enabled = true
port = {self.port}
{web}""", "--clip", clip, "--loop", environment=self.environment, log=self.folder + "/nodline.log")
        self.configuration, self.server = self.appliance.configuration, None
        self.appliance.begin()
        self.start_server()

    def _start(self, name, *arguments):
        with open(f"{self.folder}/{name}.log", "ab") as log:
            return subprocess.Popen([*FIRST, f"{PROGRAMS}/{name}", *arguments], cwd=ROOT, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def start_appliance(self):
        self.appliance.start()
        self.appliance.begin()

    def launch_server(self):
        """Starts the page's server without waiting for it."""
        self.server = self._start("nodline-web", "--config", self.configuration, "--socket", self.appliance.control,
                                  "--page", self.folder + "/page", "--runtime", self.folder + "/web", "--state", self.folder + "/web-state",
                                  "--voice", self.folder + "/voice")

    def start_server(self):
        self.launch_server()

        def answers():
            assert self.server.poll() is None, self.log("nodline-web")
            with socket.socket() as client:
                return client.connect_ex(("127.0.0.1", self.port)) == 0 and listens(self.folder + "/web/pair.sock")
        wait(answers, 20, "the web server")

    def log(self, name):
        with open(f"{self.folder}/{name}.log", errors="replace") as file:
            return file.read()[-2000:]

    def code(self, *options):
        """A new pairing code: `--watch` for one that may only watch."""
        command = [PROGRAMS + "/nodline", "pair", "--json", "--socket", self.folder + "/web/pair.sock", *options]
        return json.loads(subprocess.run(command, check=True, capture_output=True, timeout=HANG, text=True).stdout)["code"]

    def key(self, name, rights, *origins):
        """Makes a program's key."""
        command = [PROGRAMS + "/nodline", "key", "add", name, "--may", rights, "--json", "--socket", self.folder + "/web/pair.sock"]
        for origin in origins:
            command += ["--origin", origin]
        return json.loads(subprocess.run(command, check=True, capture_output=True, timeout=HANG, text=True).stdout)["secret"]

    def status(self):
        command = [PROGRAMS + "/nodline", "status", "--json", "--socket", self.appliance.control]
        return json.loads(subprocess.run(command, check=True, capture_output=True, timeout=HANG, text=True).stdout)

    def configured(self):
        with open(self.configuration) as file:
            return file.read()

    def recordings(self):
        folder = self.folder + "/state/recordings"
        return sorted(os.listdir(folder)) if os.path.isdir(folder) else []

    def spoil(self):
        """A faulty configuration, which the appliance refuses with a fault."""
        with open(self.configuration, "a") as file:
            file.write("\n[gestures\n")
        self.appliance.send_signal(signal.SIGHUP)

    def stop_server(self):
        if self.server.poll() is None:
            self.server.terminate()
            try:
                self.server.wait(HANG)
            except subprocess.TimeoutExpired:
                self.server.kill()
                self.server.wait()

    def close(self):
        self.stop_server()
        self.appliance.end()
        subprocess.run(["rm", "-rf", self.folder], check=False)
