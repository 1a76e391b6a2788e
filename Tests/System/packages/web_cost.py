"""What nodline-web costs in the installed package, beside an appliance in front of a clip: web_cost.py CLIP

Memory after twenty requests and a question, and after the page and a stream of events; processor time while nobody asks anything.
Fails above 4 MB of its own and 0.1 % of a core (docs/lab/network.md). How much more is resident is printed alone: how many pages of the
program's file are mapped at once differs between kernels and file systems, and they are dropped when memory is needed."""
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request

from System.appliance import Appliance
from System.clocks import HANG, used, wait
from System.places import free_port

MOST_MEMORY, MOST_PROCESSOR, REST = 4.0, 0.1, 60
PAGE = ("/", "/page.css", "/page.js", "/texts/en.json", "/texts/de.json", "/nodline.js", "/v1/openapi.json", "/metrics")


def memory(process):
    """Megabytes (10^6 bytes): all that is resident, and what of that is the program's own and no file's."""
    with open(f"/proc/{process.pid}/status") as file:
        status = dict(line.split(":", 1) for line in file)
    return [int(status[name].split()[0]) * 1024 / 1e6 for name in ("VmRSS", "RssAnon")]


def main():
    folder = tempfile.mkdtemp()
    for name in ("control", "state", "web", "web-state"):
        os.mkdir(f"{folder}/{name}")
    port = free_port()
    appliance = Appliance(folder, f'config_version = 1\n[state]\ndirectory = "{folder}/state"\n[control]\ndirectory = "{folder}/control"\n'
                   f'[web]\nenabled = true\nport = {port}\ninterfaces = ["lo"]\n[outputs.bell]\ngesture = "left"\n', "--clip", sys.argv[1], "--loop", program="nodline", first=[])
    control = ["--socket", appliance.control]
    desk = ["--socket", f"{folder}/web/pair.sock"]
    server = subprocess.Popen(["nodline-web", "--config", appliance.configuration, *control, "--runtime", f"{folder}/web", "--state", f"{folder}/web-state"])
    try:
        wait(lambda: subprocess.run(["nodline", "key", "list", *desk], capture_output=True).returncode == 0, 20, "nodline-web")
        appliance.begin()
        made = subprocess.run(["nodline", "key", "add", "test", "--may", "listen,ask", "--json", *desk], check=True, capture_output=True, text=True)
        headers = {"Authorization": "Bearer " + json.loads(made.stdout)["secret"], "Content-Type": "application/json"}

        def ask(path, body=None):
            return urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}{path}", body, headers), timeout=HANG)

        for _ in range(20):
            json.loads(ask("/v1/status").read())
            time.sleep(0.1)  # below the bound on one client's requests
        answer = json.loads(ask("/v1/ask", b'{"question":"Print?","timeout":100}').read())
        assert answer["answer"] == "yes", answer
        asked = memory(server)
        time.sleep(2)
        before, began = used(server.pid), time.monotonic()
        time.sleep(REST)
        share = (used(server.pid) - before) / (time.monotonic() - began) * 100
        for path in PAGE:
            ask(path).read()
            time.sleep(0.1)
        with ask("/v1/events?pointer=1") as stream:
            for _ in range(500):
                stream.readline()
            watched = memory(server)
        print(f"nodline-web: {asked[0]:.1f} MB after twenty requests and a question, of which {asked[1]:.1f} MB are its own, {watched[0]:.1f} MB ({watched[1]:.1f}) "
              f"with the page and a stream; {share:.3f} % of a core at rest", flush=True)
        own = max(asked[1], watched[1])
        assert own < MOST_MEMORY, f"{own:.1f} MB of its own are more than {MOST_MEMORY}"
        assert share < MOST_PROCESSOR, f"{share:.3f} % of a core are more than {MOST_PROCESSOR}"
    finally:
        server.terminate()
        server.wait(HANG)
        appliance.end()


if __name__ == "__main__":
    main()
