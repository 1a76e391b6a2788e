"""What the tests of nodline-mqtt are made of: a real broker, an appliance's sockets, and the program between them."""
import fcntl
import json
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import termios
import threading
import time
import unittest

from System.clocks import HANG, used, wait
from System.door import Door
from System.places import PROGRAMS, ROOT, free_port

MOSQUITTO = next((path for path in ("/usr/sbin/mosquitto", "/usr/bin/mosquitto") if os.path.exists(path)), "mosquitto")

# What the appliance writes; Tests/Unit/Wire makes them.
with open(ROOT + "/Tests/samples/events.jsonl") as lines:
    SAMPLES = [json.loads(line) for line in lines]
with open(ROOT + "/Tests/samples/status.json") as line:
    STATUS = json.load(line)


class Broker:
    """Debian's mosquitto on a loopback port."""

    def __init__(self, folder, lines="allow_anonymous true", tls=""):
        self.folder, self.port = folder, free_port()
        self.file = f"{folder}/mosquitto.conf"
        self.tls = tls.split() if tls else []
        with open(self.file, "w") as file:
            file.write(f"listener {self.port} 127.0.0.1\nuser root\nmax_queued_messages 0\nmax_inflight_messages 0\n{lines}\n")
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen([MOSQUITTO, "-c", self.file], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def answers():
            with socket.socket() as client:
                return client.connect_ex(("127.0.0.1", self.port)) == 0
        wait(answers, 10, "the broker")

    def stop(self, how="terminate"):
        getattr(self.process, how)()
        self.process.wait(HANG)

    def options(self):
        return ["-h", "localhost" if self.tls else "127.0.0.1", "-p", str(self.port), *self.tls]

    def publish(self, topic, payload, *options):
        subprocess.run(["mosquitto_pub", *self.options(), "-q", "1", "-t", topic, "-m", payload, *options], check=True, timeout=HANG)

    def retained(self, topics):
        """The retained messages, as mosquitto_sub reads them."""
        marker, found, count = "marker/retained", {}, 0
        self.publish(marker, "x", "-r")
        # The broker sends what it has for one subscription after the other: after the marker there is no more.
        command = ["stdbuf", "-oL", "mosquitto_sub", *self.options(), "--retained-only", "-W", str(HANG), "-v", "-t", topics, "-t", marker]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as reader:
            for line in reader.stdout:
                topic, _, payload = line.rstrip("\n").partition(" ")
                if topic != marker:
                    found[topic] = payload
                elif (count := count + 1) == (2 if topics == "#" else 1):
                    reader.kill()  # SIGTERM makes it disconnect within a signal's handler, where it may hang
                    return found
        raise AssertionError(f"mosquitto_sub ended before it had all of {topics}: {found}")


class Subscriber:
    """mosquitto_sub; each message with the time at which it was read."""

    def __init__(self, broker, topics, *options):
        self.messages, marker = [], f"marker/{id(self)}"
        own = [] if topics == "#" else ["-t", marker]
        self.process = subprocess.Popen(["stdbuf", "-oL", "mosquitto_sub", *broker.options(), "-q", "1", "-v", "-t", topics, *own, *options],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        threading.Thread(target=self._read, daemon=True).start()
        wait(lambda: broker.publish(marker, "x") or any(topic == marker for _, topic, _ in self.messages), 10, "the subscription")

    def _read(self):
        for line in self.process.stdout:
            now = time.monotonic()
            topic, _, payload = line.rstrip("\n").partition(" ")
            self.messages.append((now, topic, payload))

    def of(self, topic):
        return [payload for _, name, payload in self.messages if name == topic]

    def end(self):
        self.process.kill()
        self.process.wait()


class FakeAppliance:
    """The appliance's two sockets: events on demand, an answer to every request, and a line each second, of which nodline-mqtt need know no more
    than that it came."""

    def __init__(self, folder):
        self.folder, self.requests, self.listeners, self.doors, self.clients = folder, [], [], [], []
        self.is_paused, self.open = False, None
        self.is_hung, self.over = False, threading.Event()
        os.makedirs(folder, exist_ok=True)
        self.begin()
        threading.Thread(target=self._beat, daemon=True).start()

    def _beat(self):
        while not self.over.wait(0.5):
            if not self.is_hung:
                self._write(b'{"v":2,"t":0,"event":"beat"}\n')

    def begin(self):
        for name in ("events.sock", "nodline.sock"):
            path = f"{self.folder}/{name}"
            if os.path.exists(path):
                os.remove(path)
            door = socket.socket(socket.AF_UNIX)
            door.bind(path)
            door.listen()
            self.doors.append(Door(door, self._listen if name == "events.sock" else self._serve))

    def _listen(self, client):
        self.clients.append(client)
        self.listeners.append(client)

    def _serve(self, client):
        self.clients.append(client)
        try:
            self._answer(client)
        except OSError:  # it was killed with a reply unread
            pass

    def _answer(self, client):
        for line in client.makefile():
            request = json.loads(line)
            self.requests.append(request)
            if self.is_hung:
                continue
            reply = {"v": 2, "reply": request["request"], "id": request.get("id"), "ok": True}
            if request["request"] == "ask":
                if not self.open:
                    self.open = client, reply
                    continue
                reply |= {"ok": False, "error": "busy", "detail": "another question is being asked; one at a time"}
            if request["request"] == "status":
                reply = {**STATUS, **reply, "paused": self.is_paused, "outputs": {"bell": 0}}
            client.sendall((json.dumps(reply) + "\n").encode())

    def send(self, event, **fields):
        """Sends an event as the appliance writes it, with other values in some of its fields, and without those that are None."""
        sample = next(sample for sample in SAMPLES if sample["event"] == event and fields.get("gesture", sample.get("gesture")) == sample.get("gesture"))
        assert set(fields) <= set(sample), (event, fields)
        record = {**sample, "t": round(time.monotonic(), 3), **fields}
        self._write((json.dumps({name: value for name, value in record.items() if value is not None}) + "\n").encode())

    def _write(self, line):
        for client in list(self.listeners):
            try:
                client.sendall(line)
            except OSError:
                if client in self.listeners:
                    self.listeners.remove(client)

    def answer(self, word):
        """Answers the open question: the event first, then the reply."""
        self.send("answer", value=word)
        client, reply = self.open
        self.open = None
        client.sendall((json.dumps(reply | {"answer": word}) + "\n").encode())

    def is_heard(self):
        """Whether all that was sent has been read."""
        return all(struct.unpack("i", fcntl.ioctl(client, termios.TIOCOUTQ, bytes(4)))[0] == 0 for client in self.listeners)

    def stats(self, **fields):
        self.send("stats", **{"battery_percent": None, "hours_left": None, "temperature": None, **fields})

    def end(self):
        for door in self.doors:
            door.close()
        for one in self.clients:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()
        self.doors, self.clients, self.listeners = [], [], []


class Program:
    """A running nodline-mqtt."""

    def __init__(self, folder, port, lines="", server="127.0.0.1", environment=None):
        handle, self.file = tempfile.mkstemp(".toml", dir=folder)
        usual = "".join(line for line in ('name = "kitchen"\n', "keep_alive = 5\n") if line.split()[0] + " =" not in lines)
        with open(handle, "w") as file:
            file.write(f'[control]\ndirectory = "{folder}/sockets"\n[mqtt]\nserver = "{server}"\nport = {port}\n{usual}{lines}\n')
        self.lines = []
        self.process = subprocess.Popen([f"{PROGRAMS}/nodline-mqtt", "--config", self.file], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        text=True, env={**os.environ, **(environment or {})})
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.append(line.rstrip())

    def says(self, words, seconds=15):
        wait(lambda: any(words in line for line in list(self.lines)), seconds, f"{words!r} in {self.lines}")

    def memory(self, kind="VmRSS"):
        with open(f"/proc/{self.process.pid}/status") as file:
            return next(int(line.split()[1]) / 1024 for line in file if line.startswith(kind))

    def peak(self):
        """The most memory that it ever had, in MB."""
        return self.memory("VmHWM")

    def ticks(self):
        return used(self.process.pid)

    def end(self, how="terminate"):
        if self.process.poll() is None:
            getattr(self.process, how)()
        self.process.wait(HANG)


class Bench(unittest.TestCase):
    """A test with an appliance's sockets; broker, program and subscribers end with it."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="nodline-mqtt-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.appliance, self.processes = FakeAppliance(self.folder + "/sockets"), []
        self.addCleanup(self.appliance.end)
        self.addCleanup(self.appliance.over.set)

    def broker(self, *arguments, **options):
        broker = Broker(self.folder, *arguments, **options)
        self.addCleanup(broker.stop, "kill")
        self.processes.append(broker.process.pid)
        return broker

    def program(self, port, lines="", connects=True, **options):
        program = Program(self.folder, port, lines, **options)
        self.addCleanup(program.end, "kill")
        self.processes.append(program.process.pid)
        if connects:
            program.says("connected to")
            wait(lambda: self.appliance.listeners, 5, "a listener")
        return program

    def requests(self, name):
        return [request for request in list(self.appliance.requests) if request["request"] == name]

    def obeyed(self, broker, command, payload, request):
        """Sends a command until the appliance is asked for what it means, and returns those requests: one that is late on a busy machine, or
        comes before the subscription, is rightly dropped, and does not come again by itself."""
        def sent():
            broker.publish("nodline/kitchen/command/" + command, payload)
            end = time.monotonic() + 1
            while time.monotonic() < end and not self.requests(request):
                time.sleep(0.02)
            return self.requests(request)
        return wait(sent, 10, f"{request}, of the command {command}")

    def subscriber(self, broker, topics="#"):
        subscriber = Subscriber(broker, topics)
        self.addCleanup(subscriber.end)
        return subscriber
