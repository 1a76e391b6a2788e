"""What nodline-web costs in the installed package, beside an appliance in front of a clip: web_cost.py CLIP

Memory after twenty requests and a question, and after the page and a stream of events; processor time while nobody asks anything.
Fails above 4 MB of its own and 0.1 % of a core (docs/lab/network.md). How much more is resident is printed alone: how many pages of the
program's file are mapped at once differs between kernels and file systems, and they are dropped when memory is needed."""
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

MOST_MEMORY, MOST_PROCESSOR, REST = 4.0, 0.1, 60
HANG = 120  # seconds, after which it hangs
PAGE = ("/", "/page.css", "/page.js", "/texts/en.json", "/texts/de.json", "/nodline.js", "/v1/openapi.json", "/metrics")


def memory(process):
    """Megabytes (10^6 bytes): all that is resident, and what of that is the program's own and no file's."""
    with open(f"/proc/{process.pid}/status") as file:
        status = dict(line.split(":", 1) for line in file)
    return [int(status[name].split()[0]) * 1024 / 1e6 for name in ("VmRSS", "RssAnon")]


def processor(process):
    """Seconds on a processor so far, also of threads that have ended."""
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait(condition, what):
    end = time.monotonic() + HANG
    while not condition():
        assert time.monotonic() < end, f"it hangs: not within {HANG} s: {what}"
        time.sleep(0.1)


def main():
    folder = tempfile.mkdtemp()
    for name in ("control", "state", "web", "web-state"):
        os.mkdir(f"{folder}/{name}")
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    with open(f"{folder}/nodline.toml", "w") as file:
        file.write(f'config_version = 1\n[state]\ndirectory = "{folder}/state"\n[control]\ndirectory = "{folder}/control"\n'
                   f'[web]\nenabled = true\nport = {port}\ninterfaces = ["lo"]\n[outputs.bell]\ngesture = "left"\n')
    configured = ["--config", f"{folder}/nodline.toml"]
    control = ["--socket", f"{folder}/control/nodline.sock"]
    desk = ["--socket", f"{folder}/web/pair.sock"]
    appliance = subprocess.Popen(["nodline", "run", "--clip", sys.argv[1], "--loop", *configured], stdout=subprocess.DEVNULL)
    server = subprocess.Popen(["nodline-web", *configured, *control, "--runtime", f"{folder}/web", "--state", f"{folder}/web-state"])
    try:
        wait(lambda: subprocess.run(["nodline", "key", "list", *desk], capture_output=True).returncode == 0, "nodline-web")
        wait(lambda: subprocess.run(["nodline", "status", *control], capture_output=True).returncode == 0, "nodline")
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
        before, began = processor(server), time.monotonic()
        time.sleep(REST)
        share = (processor(server) - before) / (time.monotonic() - began) * 100
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
        for process in (server, appliance):
            process.terminate()
            process.wait(HANG)


if __name__ == "__main__":
    main()
