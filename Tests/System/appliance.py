"""The appliance, as every suite runs it."""
import json
import os
import signal
import socket
import subprocess
import threading
import time

from System.clocks import FIRST, HANG, wait
from System.places import PROGRAMS, ROOT, listens


class Appliance:
    """A running `nodline run`, with its events and the moments at which they were read."""

    def __init__(self, folder, configuration, *arguments, program=PROGRAMS + "/nodline", first=FIRST, environment=None, control=None, log=None):
        """`folder` gets the configuration. `arguments` follow the command, `first` stands before it, `environment` is added to this process's.
        `control` is its control socket, `log` a file for what it says besides events; else that is where this process's own words are."""
        self.configuration, self.control, self.log = f"{folder}/nodline.toml", control or f"{folder}/control/nodline.sock", log
        with open(self.configuration, "w") as file:
            file.write(configuration)
        self.command = [*first, program, "run", "--json", "--config", self.configuration, *arguments]
        self.environment = {**os.environ, **(environment or {})}
        self.events, self.clients = [], []
        self.start()

    def start(self):
        log = open(self.log, "ab") if self.log else None
        self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, text=True, env=self.environment,
                                        cwd=ROOT if os.path.isdir(ROOT + "/Sources") else None)
        if log:
            log.close()
        self._reader = threading.Thread(target=self._listen, args=[self.process.stdout], daemon=True)
        self._reader.start()

    def _listen(self, stream):
        """Reads always: the appliance must not wait for a test."""
        with stream:
            for line in stream:
                self.events.append((time.monotonic(), json.loads(line)))

    @property
    def pid(self):
        return self.process.pid

    def begin(self):
        """Waits until it can be asked."""
        wait(lambda: self.process.poll() is not None or listens(self.control), 20, "the control socket")
        assert self.process.poll() is None, self.words()

    def words(self):
        """The last of what it said besides events."""
        with open(self.log, errors="replace") as file:
            return file.read()[-2000:]

    def said(self, **fields):
        """The events so far that have these fields, as pairs of moment and event."""
        return [(moment, event) for moment, event in list(self.events)
                if all(event.get(key) == value for key, value in fields.items())]

    def wait(self, seconds=30, since=0.0, where=lambda event: True, **fields):
        """The first event from `since` on that has these fields: (moment, event)."""
        def find():
            return next(((moment, event) for moment, event in self.said(**fields) if moment >= since and where(event)), None)
        return wait(find, seconds, lambda: f"an event {fields}; the last: {[event for _, event in self.events[-5:]]}")

    def last(self, before=float("inf"), **fields):
        """The moment of the last event with these fields."""
        return [moment for moment, _ in self.said(**fields) if moment < before][-1]

    def ask(self, request, **fields):
        """A request of another client of the control socket, which stays connected until the end; the reply."""
        client = socket.socket(socket.AF_UNIX)
        self.clients.append(client)
        client.settimeout(HANG)
        client.connect(self.control)
        client.sendall(json.dumps({"request": request, **fields}).encode() + b"\n")
        with client.makefile() as lines:
            return next(line for line in map(json.loads, lines) if line.get("reply") == request)

    def send_signal(self, number):
        self.process.send_signal(number)

    def end(self, how=signal.SIGTERM, seconds=20):
        """Ends it by a signal; its status."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            wait(lambda: self.process.poll() is not None, seconds, "the appliance's end")
        finally:
            self.process.kill()
            self.process.wait()
        for client in self.clients:
            client.close()
        self._reader.join()
        return self.process.returncode
