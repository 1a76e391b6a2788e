#!/usr/bin/env python3
"""A fleet against one mosquitto: simulated appliances, each with a connection, a will, discovery, states and events as nodline-mqtt sends
them, from one process.

    Tests/System/mqtt/fleet.py [--appliances 1000] [--seconds 60]

It starts Debian's mosquitto on a loopback port. The retained payloads are taken from a running nodline-mqtt. Each appliance then sends a
state every 10 s, and a gesture at random times, every 20 s on average, with its output's two changes. One subscriber reads everything
and measures how long gestures take. Then the broker is killed and started again, and all appliances come back with
nodline-mqtt's own pauses (Sources/MQTT/Backoff.swift). Prints the rows of docs/fleet.md, and fails unless every message arrives once, gestures
arrive soon, all appliances come back, and the broker then keeps for each what it sent last.
"""
import argparse
import collections
import json
import os
import random
import resource
import selectors
import shutil
import socket
import statistics
import struct
import sys
import tempfile
import time

from System.clocks import HANG, Waits, used, wait
from System.mqtt.parts import FakeAppliance, Broker, Program

GESTURE = '{"count":2,"event_type":"nod","t":%.3f,"waited":%.6f}'
FIRST, LONGEST, KEEP_ALIVE, INTERVAL = 2, 60, 30, 10


def text(word):
    word = word.encode()
    return struct.pack(">H", len(word)) + word


def packet(kind, body):
    length, size = b"", len(body)
    while True:
        length += bytes([size % 128 | (128 if size > 127 else 0)])
        size //= 128
        if size == 0:
            return bytes([kind]) + length + body


class Client:
    """One connection of MQTT 3.1.1."""

    def __init__(self, fleet, name):
        self.fleet, self.name, self.wire, self.bytes, self.rest = fleet, name, None, b"", b""
        self.next_id, self.is_accepted, self.is_subscribed, self.attempts, self.since, self.last_sent = 1, False, False, 0, 0, 0

    def connect(self, will=None):
        self.wire = socket.socket()
        self.wire.setblocking(False)
        self.wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.wire.connect_ex(self.fleet.place)
        self.bytes, self.rest, self.is_accepted = b"", b"", False
        flags = 2 | (0x2C if will else 0)
        body = text("MQTT") + bytes([4, flags]) + struct.pack(">H", KEEP_ALIVE) + text(self.name) + ((text(will) + text("offline")) if will else b"")
        self.fleet.watch.register(self.wire, selectors.EVENT_READ | selectors.EVENT_WRITE, self)
        self.send(packet(0x10, body))

    def send(self, data):
        self.bytes += data
        self.last_sent = time.monotonic()
        if self.wire is not None and self.is_accepted:
            self.flush()

    def publish(self, topic, payload, retain):
        body = text(topic) + struct.pack(">H", self.next_id) + payload.encode()
        self.next_id = self.next_id % 65535 + 1
        self.fleet.sent(topic, payload, retain)
        self.send(packet(0x32 | retain, body))

    def flush(self):
        try:
            sent = self.wire.send(self.bytes)
            self.bytes = self.bytes[sent:]
        except BlockingIOError:
            pass
        except OSError:
            return self.fleet.lost(self)
        self.fleet.watch.modify(self.wire, selectors.EVENT_READ | (selectors.EVENT_WRITE if self.bytes else 0), self)

    def read(self):
        try:
            data = self.wire.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            return self.fleet.lost(self)
        self.rest += data
        while (whole := self.take()) is not None:
            kind, body = whole
            if kind == 0x20:
                self.is_accepted = True
                self.fleet.accepted(self)
            elif kind & 0xF0 == 0x30:
                self.received(kind, body)
            elif kind == 0x40:
                self.fleet.acknowledged += 1
            elif kind == 0x90:
                self.is_subscribed = True

    def take(self):
        size, shift, place = 0, 0, 1
        while True:
            if place >= len(self.rest):
                return None
            byte = self.rest[place]
            size |= (byte & 127) << shift
            place, shift = place + 1, shift + 7
            if byte < 128:
                break
        if len(self.rest) < place + size:
            return None
        kind, body = self.rest[0], self.rest[place:place + size]
        self.rest = self.rest[place + size:]
        return kind, body

    def received(self, kind, body):
        length = struct.unpack(">H", body[:2])[0]
        topic, rest = body[2:2 + length], body[2 + length:]
        if kind & 6:
            self.send(packet(0x40, rest[:2]))
            rest = rest[2:]
        self.fleet.received += 1
        self.fleet.missing[topic.decode(), rest.decode()] -= 1
        if topic.endswith(b"/gesture"):
            now, gesture = time.monotonic(), json.loads(rest)
            self.fleet.late.append((now - gesture["t"]) * 1000)
            self.fleet.unwaited.append(max(0.0, (now - gesture["t"] - self.fleet.waits.seconds() + gesture["waited"]) * 1000))


class Fleet:
    def __init__(self, place, count, retained, broker):
        self.retained, self.waits, self.unwaited = retained, Waits(broker.process.pid), []
        self.place, self.watch = place, selectors.DefaultSelector()
        self.forget()
        self.is_quiet = False
        self.late, self.waiting, self.comeback = [], [], []
        self.clients = [Client(self, f"nodline_{number:05}") for number in range(count)]
        self.listener = Client(self, "listener")
        self.online = 0

    def start(self, rate):
        """Connects `rate` appliances a second."""
        self.listener.connect()
        self.turn_until(lambda: self.listener.is_subscribed, HANG)
        now = time.monotonic()
        self.waiting = [(now + place / rate, client) for place, client in enumerate(self.clients)]

    def forget(self):
        """Counts from nothing. `missing`: how often each message has yet to arrive. `kept`: what the broker has to keep for each topic."""
        self.published = self.received = self.acknowledged = 0
        self.missing, self.kept = collections.Counter(), {}

    def sent(self, topic, payload, retain):
        self.published += 1
        if retain:
            self.kept[topic] = payload
        if topic.startswith("nodline/"):  # what the listener hears
            self.missing[topic, payload] += 1

    def settle(self, condition, what):
        """Sends no more, and waits for what is on its way."""
        self.is_quiet = True
        settled = self.turn_until(condition, HANG)
        missing = [f"{topic}: {count:+}" for (topic, _), count in self.missing.items() if count]
        assert settled, f"fleet: {what}: {self.published} sent, {self.acknowledged} acknowledged; {len(missing)} missing or too many, as {missing[:5]}"

    def root(self, client):
        return "nodline/" + client.name

    def own(self, client, words):
        return words.replace("nodline_kitchen", client.name).replace("nodline/kitchen", self.root(client))

    def accepted(self, client):
        client.since = time.monotonic()
        if client is self.listener:
            return client.send(packet(0x82, struct.pack(">H", 1) + text("nodline/#") + b"\x01"))
        self.online += 1
        client.attempts = 0
        self.comeback.append(client.since)
        for topic, payload in self.retained.items():
            client.publish(self.own(client, topic), self.own(client, payload), True)
        client.next_state = client.since + random.uniform(0, INTERVAL)
        client.next_gesture = client.since + random.expovariate(1 / 20)

    def lost(self, client):
        if client.wire is None:
            return
        self.watch.unregister(client.wire)
        client.wire.close()
        client.wire = None
        if client.is_accepted and client is not self.listener:
            self.online -= 1
        client.is_accepted = False
        pause = max(0.2, min(LONGEST, FIRST * 2 ** min(client.attempts, 10)) * random.random())
        client.attempts += 1
        self.waiting.append((time.monotonic() + (0.5 if client is self.listener else pause), client))

    def turn(self):
        for key, mask in self.watch.select(0.02):
            client = key.data
            if mask & selectors.EVENT_READ:
                client.read()
            if mask & selectors.EVENT_WRITE and client.wire is not None:
                client.flush()
        now = time.monotonic()
        if any(when <= now for when, _ in self.waiting):
            due = [client for when, client in self.waiting if when <= now]
            self.waiting = [one for one in self.waiting if one[0] > now]
            for client in due:
                client.connect(None if client is self.listener else self.root(client) + "/availability")
        if now - getattr(self, "last", 0) < 0.05:
            return
        self.last = now
        for client in self.clients:
            if not client.is_accepted or self.is_quiet:
                continue
            if now >= client.next_gesture:
                client.next_gesture = now + random.expovariate(1 / 20)
                client.publish(self.root(client) + "/gesture", GESTURE % (time.monotonic(), self.waits.seconds()), False)
                client.publish(self.root(client) + "/output/bell", "ON", True)
                client.publish(self.root(client) + "/output/bell", "OFF", True)
            if now >= client.next_state:
                client.next_state += INTERVAL
                state = self.retained["nodline/kitchen/state"].replace('"refused":0', f'"refused":{random.randrange(1000)}')
                client.publish(self.root(client) + "/state", state, True)

    def turn_until(self, condition, seconds):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                return False
            self.turn()
        return True


def payloads(folder, broker):
    """What nodline-mqtt keeps at the broker."""
    appliance = FakeAppliance(folder + "/sockets")
    program = Program(folder, broker.port)
    wait(lambda: appliance.listeners, 10, "nodline-mqtt")
    appliance.send("tracking-started", center=[1, 2], iod=60)
    appliance.send("line", name="bell", value=0)
    appliance.stats(temperature=51.2)

    def whole():
        found = broker.retained("#")
        return found if '"temperature":51.2' in found.get("nodline/kitchen/state", "") and "output_bell" in "".join(found.values()) \
            and "temperature" in found.get("homeassistant/device/nodline_kitchen/config", "") else None
    retained = wait(whole, 12, "what it keeps at the broker")
    program.end()
    appliance.end()
    for topic in retained:
        broker.publish(topic, "", "-r")
    return {topic: payload.replace("offline", "online") if topic.endswith("availability") else payload for topic, payload in retained.items()}


def memory(pid):
    """Megabytes."""
    with open(f"/proc/{pid}/stat") as file:
        return int(file.read().rsplit(")", 1)[1].split()[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--appliances", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(65536, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    folder = tempfile.mkdtemp(prefix="nodline-fleet-")
    broker = Broker(folder)
    try:
        retained = payloads(folder, broker)
        print(f"retained for each appliance: {len(retained)} topics, {sum(len(topic) + len(payload) for topic, payload in retained.items())} bytes")
        fleet = Fleet(("127.0.0.1", broker.port), options.appliances, retained, broker)
        begin = time.monotonic()
        fleet.start(rate=500)
        if not fleet.turn_until(lambda: fleet.online == options.appliances, 300):
            sys.exit(f"fleet: only {fleet.online} are connected")
        print(f"appliances: {options.appliances}, connected in {time.monotonic() - begin:.1f} s (500 a second asked)")
        fleet.turn_until(lambda: False, 5)
        processor = used(broker.process.pid)
        before, begin, fleet.late, fleet.unwaited = (fleet.published, fleet.received), time.monotonic(), [], []
        fleet.turn_until(lambda: False, options.seconds)
        seconds = time.monotonic() - begin
        now, megabytes = used(broker.process.pid), memory(broker.process.pid)
        print(f"messages in: {(fleet.published - before[0]) / seconds:.0f} a second, out to the subscriber: {(fleet.received - before[1]) / seconds:.0f}")
        print(f"broker: {(now - processor) / seconds * 100:.1f} % of a core, {megabytes:.0f} MB ({megabytes / options.appliances * 1000:.0f} KB for each appliance)")
        print(f"gesture to subscriber: median {statistics.median(fleet.late):.1f} ms, 99 % {statistics.quantiles(fleet.late, n=100)[98]:.1f} ms; "
              f"median {statistics.median(fleet.unwaited):.1f} ms without waits for a processor")
        assert len(fleet.late) > options.appliances * options.seconds / 40, f"fleet: only {len(fleet.late)} gestures arrived"
        assert statistics.median(fleet.unwaited) < 100, f"fleet: gestures take {statistics.median(fleet.unwaited):.0f} ms without waits for a processor"
        fleet.settle(lambda: fleet.acknowledged == fleet.published and not any(fleet.missing.values()), "not every message has arrived once")
        print(f"all {fleet.published} messages were acknowledged and arrived once")
        broker.stop("kill")
        fleet.turn_until(lambda: fleet.online == 0, HANG)
        fleet.forget()
        fleet.turn_until(lambda: False, 3)
        fleet.is_quiet = False
        broker.start()
        begin, fleet.comeback = time.monotonic(), []
        whole = fleet.turn_until(lambda: fleet.online == options.appliances, 180)
        times = sorted(when - begin for when in fleet.comeback)
        now, megabytes = used(broker.process.pid), memory(broker.process.pid)
        most = max(sum(1 for when in times if start <= when < start + 1) for start in range(int(times[-1]) + 1))
        print(f"broker killed, 3 s away: {'all' if whole else fleet.online} back; half in {times[len(times) // 2]:.1f} s, 99 % in "
              f"{times[int(len(times) * 0.99)]:.1f} s, last {times[-1]:.1f} s; at most {most} in a second; broker {now:.2f} s of processor, {megabytes:.0f} MB")
        assert whole, f"fleet: only {fleet.online} of {options.appliances} have come back"
        fleet.settle(lambda: fleet.acknowledged == fleet.published, "not everything that was sent after the restart is acknowledged")
        assert len(fleet.kept) >= len(retained) * options.appliances, f"fleet: {len(fleet.kept)} topics for {options.appliances} appliances"
        kept = broker.retained("#")
        wrong = [topic for topic in kept.keys() | fleet.kept.keys() if kept.get(topic) != fleet.kept.get(topic)]
        assert not wrong, f"fleet: {len(wrong)} of {len(fleet.kept)} topics are not what was sent last, as {wrong[:5]}"
        print(f"the broker keeps all {len(kept)} topics as they were sent last")
    finally:
        broker.stop("kill")
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
