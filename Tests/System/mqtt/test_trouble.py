"""nodline-mqtt and what others do to it: commands that are late, messages that are too long, rights, certificates, names."""
import json
import os
import signal
import socket
import struct
import subprocess
import threading
import time
import unittest

from System.clocks import wait
from System.door import Door
from System.mqtt.parts import Bench, Broker
from System.places import free_port

COMMANDS = 'commands = true\nallow = ["pause", "resume", "output.bell"]'
COMMAND = "nodline/kitchen/command/"
CONFIG = "homeassistant/device/nodline_kitchen/config"


def packet(first, body):
    length, size = b"", len(body)
    while True:
        length += bytes([size % 128 | (128 if size > 127 else 0)])
        size //= 128
        if size == 0:
            return bytes([first]) + length + body


def text(word):
    return struct.pack(">H", len(word)) + word.encode()


class OldBroker:
    """A broker of MQTT 3.1.1. It sends what a test wants after each subscription."""

    def __init__(self, refuses_five="code"):
        listener = socket.create_server(("127.0.0.1", 0))
        self.port = listener.getsockname()[1]
        self.refuses_five, self.after_subscription, self.published, self.versions, self.client = refuses_five, b"", [], [], None
        self.granted, self.after_connection = b"\x00", b""
        self.door = Door(listener, self._accept)

    def _accept(self, client):
        with client, client.makefile("rb") as stream:
            try:
                self._serve(client, stream)
            except (OSError, struct.error, IndexError):
                pass

    @staticmethod
    def _read(stream):
        first, length, shift = stream.read(1)[0], 0, 0
        while True:
            byte = stream.read(1)[0]
            length |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return first, stream.read(length)

    def _serve(self, client, stream):
        while True:
            first, body = self._read(stream)
            if first == 0x10:
                self.versions.append(body[6])
                if body[6] > 4:
                    if self.refuses_five == "code":
                        client.sendall(b"\x20\x02\x00\x01")
                    return
                self.client = client
                client.sendall(b"\x20\x02\x00\x00" + self.after_connection)
            elif first & 0xF0 == 0x30:
                size = struct.unpack(">H", body[:2])[0]
                self.published.append((body[2:2 + size].decode(), body[4 + size:].decode()))
                client.sendall(b"\x40\x02" + body[2 + size:4 + size])
            elif first == 0x82:
                client.sendall(packet(0x90, body[:2] + self.granted) + self.after_subscription)
            elif first == 0xC0:
                client.sendall(b"\xd0\x00")
            elif first == 0xE0:
                return

    def end(self):
        self.door.close()
        if self.client:
            self.client.close()


class Trouble(Bench):
    def old_broker(self, **options):
        broker = OldBroker(**options)
        self.addCleanup(broker.end)
        return broker

    def state(self, broker):
        return json.loads(broker.retained("nodline/kitchen/state")["nodline/kitchen/state"])

    # Commands are obeyed in time or not at all

    def test_a_command_that_waited_while_the_program_was_stopped_is_dropped_and_counted(self):
        broker = self.broker()
        program = self.program(broker.port, COMMANDS + "\ninterval = 1")
        self.obeyed(broker, "pause", "PRESS", "pause")
        time.sleep(2)  # the state says what was refused before
        refused, obeyed = self.state(broker)["commands_refused"], len(self.requests("pause"))
        program.process.send_signal(signal.SIGSTOP)
        for topic, payload in (("output/bell", "ON"), ("pause", "PRESS")):
            broker.publish(COMMAND + topic, payload)
        time.sleep(4.5)
        program.process.send_signal(signal.SIGCONT)
        program.says("it is too old")
        wait(lambda: self.state(broker)["commands_refused"] == refused + 2, 20, "the count")
        self.assertEqual([], self.requests("test-output"))
        self.assertEqual(obeyed, len(self.requests("pause")))
        self.obeyed(broker, "output/bell", "ON", "test-output")

    def test_a_command_that_waited_at_a_stopped_broker_is_dropped(self):
        broker = self.broker()
        program = self.program(broker.port, COMMANDS.replace("commands", "keep_alive = 20\ncommands"))
        publisher = socket.create_connection(("127.0.0.1", broker.port))
        self.addCleanup(publisher.close)
        publisher.sendall(packet(0x10, text("MQTT") + b"\x04\x02\x00\x3c" + text("late")))
        self.assertEqual(b"\x20\x02\x00\x00", publisher.recv(4))
        self.obeyed(broker, "pause", "PRESS", "pause")  # it has subscribed
        broker.process.send_signal(signal.SIGSTOP)
        publisher.sendall(packet(0x30, text(COMMAND + "output/bell") + b"ON"))
        time.sleep(6)
        broker.process.send_signal(signal.SIGCONT)
        program.says("it is too old")
        self.assertEqual([], self.requests("test-output"))

    def test_commands_say_until_when_they_count(self):
        broker = self.broker()
        self.program(broker.port, COMMANDS)
        begin = time.clock_gettime(time.CLOCK_BOOTTIME)
        request = self.obeyed(broker, "pause", "PRESS", "pause")[-1]
        self.assertLess(begin, request["before"])
        self.assertLessEqual(request["before"], time.clock_gettime(time.CLOCK_BOOTTIME) + 3)

    def test_commands_behind_thousands_of_retained_messages_are_in_time(self):
        broker = self.broker()
        client = socket.create_connection(("127.0.0.1", broker.port))
        self.addCleanup(client.close)
        client.sendall(packet(0x10, text("MQTT") + b"\x04\x02\x00\x3c" + text("many")) + b"".join(
            packet(0x31, text(f"nodline/kitchen/{kind}/x{number}") + b"ON") for number in range(3000) for kind in ("output", "command/output")))
        wait(lambda: len(broker.retained("nodline/kitchen/#")) == 6000, 20, "what the broker keeps")
        program = self.program(broker.port, COMMANDS)
        time.sleep(5)  # 2,000 packets at once, and 1,000 a second
        self.assertEqual(["status"], [request["request"] for request in self.appliance.requests])
        self.obeyed(broker, "pause", "PRESS", "pause")
        self.assertLess(program.memory(), 25)

    def test_off_ends_the_test_that_on_began(self):
        broker = self.broker()
        self.program(broker.port, COMMANDS)

        def stops():
            return [request.get("stop") for request in self.requests("test-output")]

        def both():  # again while one of them was late, and so dropped
            for payload in ("OFF", "ON", "OFF"):
                broker.publish(COMMAND + "output/bell", payload)
            time.sleep(1)
            return True in stops()
        wait(both, 10, "both")
        self.assertIsNone(stops()[0])  # OFF alone ends nothing

    def test_gestures_that_waited_while_the_program_was_stopped_are_dropped_and_counted(self):
        broker = self.broker()
        program = self.program(broker.port, "keep = 1\ninterval = 1")
        subscriber = self.subscriber(broker, "nodline/kitchen/gesture")
        sent = 0

        def in_time():  # again: one that waited for a processor for a second is dropped too
            nonlocal sent
            sent += 1
            self.appliance.send("recognised", gesture="nod", count=sent)
            time.sleep(1)
            return subscriber.of("nodline/kitchen/gesture")
        wait(in_time, 10, "a nod in time")
        time.sleep(2)
        told = len(subscriber.of("nodline/kitchen/gesture"))
        program.process.send_signal(signal.SIGSTOP)
        for count in range(sent + 1, sent + 6):
            self.appliance.send("recognised", gesture="nod", count=count)
        time.sleep(2)
        program.process.send_signal(signal.SIGCONT)
        wait(lambda: self.state(broker)["dropped"] == sent + 5 - told, 20, "the count")
        self.assertEqual(told, len(subscriber.of("nodline/kitchen/gesture")))

    # Whatever the broker sends

    def test_a_large_retained_message_costs_nothing(self):
        broker = self.broker()
        with open(self.folder + "/large", "wb") as file:
            file.write(b"x" * 60_000_000)
        for topic in ("nodline/kitchen/output/x", COMMAND + "x", CONFIG):
            subprocess.run(["mosquitto_pub", *broker.options(), "-t", topic, "-r", "-q", "1", "-f", self.folder + "/large"], check=True, timeout=60)
        for _ in range(2):
            program = self.program(broker.port, COMMANDS)
            self.obeyed(broker, "pause", "PRESS", "pause")
            self.assertLess(program.peak(), 25)
            program.end()
            self.appliance.requests.clear()

    def test_a_broker_of_3_1_1_sends_what_it_likes_and_the_service_goes_on(self):
        for what, packets in (("a long message", packet(0x31, text(COMMAND + "x") + b"x" * 60_000_000)),
                              ("a storm of QoS 1", b"".join(packet(0x33, text(COMMAND + "x") + struct.pack(">H", n % 65535 + 1) + b"x" * 100) for n in range(20_000)))):
            with self.subTest(what):
                broker = self.old_broker()
                broker.after_subscription = packets
                program = self.program(broker.port, COMMANDS)
                self.appliance.send("recognised", gesture="nod", count=7)
                wait(lambda: any(topic == "nodline/kitchen/gesture" for topic, _ in broker.published), 60, "a nod")
                wait(lambda: any("too long" in line or "retained" in line for line in program.lines), 60, "a line")
                self.assertLess(program.peak(), 25)
                self.assertEqual(1, broker.versions.count(4))  # the connection stays
                program.end()

    def test_a_storm_of_qos_2_and_lengths_that_are_lies_end_the_connection_not_the_program(self):
        for packets in (b"".join(packet(0x34, text("a") + struct.pack(">H", n % 65535 + 1) + b"x" * 1000) for n in range(100_000)),
                        b"\x20\xff\xff\xff\x7f" + b"x" * 1_000_000, b"\x90\xff\xff\xff\x7f" + b"x" * 1_000_000):
            broker = self.old_broker()
            broker.after_connection = packets
            program = self.program(broker.port, COMMANDS, connects=False)
            program.says("trying again")
            self.assertLess(program.peak(), 25)
            self.assertIsNone(program.process.poll())
            program.end()

    # What is wrong is said

    def test_answers_that_nobody_has_asked_for_are_read_as_slowly_as_messages(self):
        broker = self.old_broker()
        self.program(broker.port)
        client = wait(lambda: broker.client, 5, "a client")
        client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)
        sent, end = 0, time.monotonic() + 4
        while time.monotonic() < end:
            try:
                sent += client.send(b"\xd0\x00" * 8192, socket.MSG_DONTWAIT)
            except BlockingIOError:
                time.sleep(0.01)
        # 2,000 at once and 1,000 a second are 12 KB; the rest lies in the network's buffers.
        self.assertLess(sent, 1_000_000)

    def test_key_updates_without_end_keep_the_program_from_nothing(self):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key", "-out", "pem", "-days", "3650", "-subj", "/CN=localhost",
                        "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True, cwd=self.folder)
        port = free_port()
        server = subprocess.Popen(["openssl", "s_server", "-accept", str(port), "-tls1_3", "-cert", "pem", "-key", "key"], cwd=self.folder,
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)

        def flood():
            for line in server.stdout:
                if line.startswith(b"CIPHER is"):  # shaken hands
                    break
            threading.Thread(target=server.stdout.read, daemon=True).start()
            try:
                while True:
                    server.stdin.write(b"K\n" * 100)
                    server.stdin.flush()
            except OSError:
                pass
        threading.Thread(target=flood, daemon=True).start()
        program = self.program(port, f'tls = true\nca = "{self.folder}/pem"', connects=False, server="localhost")
        program.says("it does not answer", 20)
        program.end()

    def test_what_is_refused_fills_no_journal(self):
        broker = self.broker()
        program = self.program(broker.port, COMMANDS)
        for _ in range(3):
            broker.publish(COMMAND + "z" * 60_000, "PRESS")
            broker.publish(COMMAND + "e" + "\u0301" * 20_000, "PRESS")
        program.says("is not in allow")
        wait(lambda: self.state(broker)["commands_refused"] >= 6, 20, "six refusals")
        self.assertLess(max(len(line) for line in program.lines), 700)

    def test_brokers_of_3_1_1(self):
        for how in ("code", "silence"):
            with self.subTest(how):
                broker = self.old_broker(refuses_five=how)
                program = self.program(broker.port, COMMANDS)
                self.assertEqual([5, 4], broker.versions[:2])
                self.assertTrue(any("MQTT 3.1.1" in line for line in program.lines))
                program.end()

    def test_a_refused_subscription_of_3_1_1(self):
        broker = self.old_broker()
        broker.granted = b"\x80"
        program = self.program(broker.port, COMMANDS)
        program.says("refuses nodline/kitchen/command/#: not authorised")

    def test_rights_that_forbid_everything(self):
        subprocess.run(["mosquitto_passwd", "-b", "-c", self.folder + "/users", "nodline", "secret"], check=True)
        with open(self.folder + "/rights", "w") as file:
            file.write("user nodline\ntopic readwrite other/#\n")
        with open(self.folder + "/password", "w") as file:
            file.write("secret\n")
        # Without a queue mosquitto 2.0.11 ends the connection in place of a reason.
        broker = self.broker(f"allow_anonymous false\npassword_file {self.folder}/users\nacl_file {self.folder}/rights\nmax_queued_messages 1000")
        program = self.program(broker.port, f'{COMMANDS}\nuser = "nodline"\npassword_file = "{self.folder}/password"')
        for topic in ("nodline/kitchen/state", "nodline/kitchen/availability", CONFIG):
            program.says(f"refuses {topic}: not authorised")
        for _ in range(5):
            self.appliance.send("recognised", gesture="nod", count=1)
        program.says("refuses nodline/kitchen/gesture: not authorised")
        time.sleep(1)
        self.assertEqual(1, sum("kitchen/gesture" in line for line in program.lines))

    def test_two_machines_of_one_name(self):
        broker = self.broker()
        programs = [self.program(broker.port, connects=False) for _ in range(2)]
        # mosquitto 2.0.11 gives no reason, later ones do.
        wait(lambda: any("mqtt.name" in line for program in programs for line in program.lines), 180, "the reason")

    def test_short_connections_to_a_broker_of_3_1_1_hint_at_the_name(self):
        broker = self.old_broker()
        broker.after_connection = b""
        program = self.program(broker.port, connects=False)
        for count in range(1, 4):
            wait(lambda: broker.versions.count(4) == count, 60, "a connection")
            wait(lambda: sum("connected to" in line for line in program.lines) == count, 10, "the program")
            broker.client.shutdown(socket.SHUT_RDWR)
        program.says("set mqtt.name")
        self.assertEqual(1, broker.versions.count(5))

    def test_tls_says_what_is_wrong(self):
        here = self.folder

        def openssl(*words):
            subprocess.run(["openssl", *words], check=True, capture_output=True, cwd=here)

        def certificate(name, subject, begin="20200101000000Z", end="20400101000000Z", extra=()):
            openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", name + ".key", "-out", name + ".csr", "-subj", "/CN=" + subject)
            openssl("ca", "-batch", "-config", "ca.conf", "-in", name + ".csr", "-out", name + ".pem", "-startdate", begin, "-enddate", end, "-notext", *extra)
        openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-days", "3650", "-subj", "/CN=ca")
        openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "other.key", "-out", "other.pem", "-days", "3650", "-subj", "/CN=other")
        with open(here + "/ca.conf", "w") as file:
            file.write(f"[ca]\ndefault_ca=a\n[a]\ndatabase={here}/index\nserial={here}/serial\nnew_certs_dir={here}\ncertificate={here}/ca.pem\n"
                       f"private_key={here}/ca.key\ndefault_md=sha256\npolicy=p\nunique_subject=no\n[p]\ncommonName=supplied\n")
        for name, content in (("index", ""), ("serial", "1000\n"), ("index.attr", "unique_subject = no\n"), ("none.pem", "no certificate\n")):
            with open(f"{here}/{name}", "w") as file:
                file.write(content)
        certificate("good", "localhost")
        certificate("address", "127.0.0.1")
        certificate("old", "localhost", "20200101000000Z", "20210101000000Z")
        certificate("young", "localhost", "20390101000000Z", "20400101000000Z")
        openssl("rsa", "-in", "good.key", "-aes256", "-passout", "pass:x", "-out", "locked.key")
        for name in os.listdir(here):
            if os.path.isfile(f"{here}/{name}"):
                os.chmod(f"{here}/{name}", 0o644)

        def broker(name, lines=""):
            broker = Broker(here, f"allow_anonymous true\ncafile {here}/ca.pem\ncertfile {here}/{name}.pem\nkeyfile {here}/{name}.key\n{lines}", tls="yes")
            self.addCleanup(broker.stop, "kill")
            return broker
        good, plain = broker("good"), self.broker()
        ca = f'tls = true\nca = "{here}/ca.pem"'
        own = f'{ca}\ncertificate = "{here}/good.pem"\nkey = "{here}/good.key"'
        cases = [
            (good, "localhost", "tls = true", "its authority is not known here; mqtt.ca"),
            (good, "localhost", ca.replace("ca.pem", "other.pem"), "its authority is not known here; mqtt.ca"),
            (good, "127.0.0.1", ca, "its certificate is for localhost; mqtt.server must be one of its names"),
            (good, "localhost", ca.replace("ca.pem", "none.pem"), "mqtt.ca: " + here + "/none.pem holds no certificate in PEM"),
            (good, "localhost", ca.replace("ca.pem", "missing.pem"), "mqtt.ca: " + here + "/missing.pem cannot be read: No such file"),
            (good, "localhost", own.replace("good.key", "other.key"), "the key does not belong to mqtt.certificate"),
            (good, "localhost", own.replace("good.key", "locked.key"), "needs a passphrase"),
            (good, "localhost", own.replace("good.key", "none.pem"), "holds no key in PEM"),
            (plain, "localhost", ca, "a port without TLS does that"),
            (good, "localhost", "", "a port with TLS does that: mqtt.tls"),
            (broker("old"), "localhost", ca, "has expired: it was valid until 2021-01-01"),
            (broker("young"), "localhost", ca, "is not valid yet, but from 2039-01-01 on: is this machine's clock right?"),
            (broker("good", "require_certificate true"), "localhost", ca, "it asks for a certificate: mqtt.certificate"),
        ]
        for wrong, server, lines, words in cases:
            with self.subTest(words):
                program = self.program(wrong.port, lines, connects=False, server=server)
                program.says(words)
                self.assertFalse(any("connected to" in line for line in program.lines))
                program.end()
        self.program(broker("address").port, ca, server="127.0.0.1").end()

    def test_names_that_are_not_known(self):
        for server, words in (("nobody.invalid", "its name is not known"), ("nobody-here.local", "avahi-daemon and libnss-mdns")):
            program = self.program(1883, connects=False, server=server)
            program.says(words, 60)
            program.end()

    # Home Assistant

    def test_entities_that_go_are_named_once_more_with_their_platform_alone(self):
        broker = self.broker()
        program = self.program(broker.port, COMMANDS)
        wait(lambda: "output_bell" in broker.retained(CONFIG).get(CONFIG, ""), 20, "the switches")
        program.end()
        subscriber = self.subscriber(broker, CONFIG)
        self.program(broker.port)
        messages = lambda: [json.loads(text)["components"] for text in subscriber.of(CONFIG)]
        removals = lambda: [number for number, components in enumerate(messages()) if components.get("paused") == {"platform": "switch"}]
        wait(lambda: removals() and len(messages()) > removals()[0] + 1, 20, "the removal, and a message without it")
        self.assertEqual(1, len(removals()))
        removal, last = messages()[removals()[0]], messages()[-1]
        for name, platform in (("paused", "switch"), ("output_bell", "switch")):
            self.assertEqual({"platform": platform}, removal[name])
        self.assertEqual("binary_sensor", last["paused"]["platform"])
        self.assertNotEqual("switch", last.get("output_bell", {}).get("platform"))
        self.assertIn("unique_id", removal["gesture"])
        self.appliance.send("line", name="bell", value=1)
        wait(lambda: messages()[-1].get("output_bell", {}).get("platform") == "binary_sensor", 10, "the output as a sensor")

    def test_a_sensor_that_the_appliance_has_not_told_about_yet_stays(self):
        broker = self.broker()
        program = self.program(broker.port)
        self.appliance.stats(battery_percent=71)
        wait(lambda: "battery_percent" in broker.retained(CONFIG).get(CONFIG, ""), 20, "the battery")
        program.end()
        subscriber = self.subscriber(broker, CONFIG)
        self.program(broker.port)
        wait(lambda: len(subscriber.of(CONFIG)) >= 2, 20, "a message")
        time.sleep(1)
        self.assertFalse(any('"battery_percent":{"platform":"sensor"}' in message for message in subscriber.of(CONFIG)))

    def test_an_output_that_was_renamed_goes_with_what_the_broker_keeps_of_it(self):
        broker = self.broker()
        program = self.program(broker.port, "[outputs.lamp]\ngesture = \"left\"\n[outputs.call]\ngesture = \"right\"")
        for name in ("lamp", "call"):
            self.appliance.send("line", name=name, value=1)
        wait(lambda: "output_lamp" in broker.retained(CONFIG).get(CONFIG, ""), 20, "the lamp")
        program.end("kill")
        topic = "nodline/kitchen/output/"
        self.assertEqual({topic + "lamp", topic + "call"}, set(broker.retained(topic + "#")))
        program = self.program(broker.port, "[outputs.lamp]\ngesture = 7")
        wait(lambda: set(broker.retained(topic + "#").values()) == {"None"}, 20, "unknown states")
        time.sleep(1)
        self.assertIn("output_lamp", broker.retained(CONFIG)[CONFIG], "a faulty configuration takes nothing away")
        program.end()
        subscriber = self.subscriber(broker, CONFIG)
        self.program(broker.port, "[outputs.light]\ngesture = \"left\"\n[outputs.call]\ngesture = \"right\"")
        messages = lambda: [json.loads(text)["components"] for text in subscriber.of(CONFIG)]
        removed = lambda: [number for number, components in enumerate(messages()) if components.get("output_lamp") == {"platform": "binary_sensor"}]
        wait(lambda: removed() and len(messages()) > removed()[0] + 1, 20, "the removal, and a message without it")
        self.assertTrue({"output_light", "output_call"} <= set(messages()[-1]) and "output_lamp" not in messages()[-1])
        self.assertEqual({topic + "call": "None"}, broker.retained(topic + "#"))

    def test_a_previous_name_is_cleared_away_unless_another_machine_has_it(self):
        broker = self.broker()
        os.makedirs(self.folder + "/state")
        memory = {"STATE_DIRECTORY": self.folder + "/state"}
        program = self.program(broker.port, environment=memory)
        self.appliance.send("line", name="bell", value=1)
        self.appliance.send("fault", what="camera-gone", detail="x")
        wait(lambda: {CONFIG, "nodline/kitchen/output/bell", "nodline/kitchen/fault"} <= set(broker.retained("#")), 20, "the topics")
        program.end("kill")
        broker.publish("nodline/kitchen/elsewhere/state", "of another machine", "-r")
        self.program(broker.port, 'name = "bath"', environment=memory)

        def tidy():
            topics = set(broker.retained("#"))
            return "homeassistant/device/nodline_bath/config" in topics and {topic for topic in topics if "kitchen" in topic} == {"nodline/kitchen/elsewhere/state"}
        wait(tidy, 20, "the previous name's topics to go")

    def test_a_previous_name_that_another_machine_has_stays(self):
        broker = self.broker()
        os.makedirs(self.folder + "/state")
        memory = {"STATE_DIRECTORY": self.folder + "/state"}
        program = self.program(broker.port, environment=memory)
        wait(lambda: CONFIG in broker.retained("#"), 20, "the topics")
        program.end()
        self.program(broker.port)  # another one, without that memory
        wait(lambda: broker.retained("#").get("nodline/kitchen/availability") == "online", 20, "the other one")
        program = self.program(broker.port, 'name = "bath"', environment=memory)
        program.says("another machine uses the previous name nodline/kitchen")
        wait(lambda: "homeassistant/device/nodline_bath/config" in broker.retained("#"), 20, "the new name")
        self.assertIn(CONFIG, broker.retained("#"))

    # A program that is stopped

    def test_a_stopped_program_is_offline_after_one_and_a_half_of_keep_alive(self):
        broker = self.broker()
        program = self.program(broker.port, "keep_alive = 5")
        wait(lambda: broker.retained("nodline/kitchen/availability").get("nodline/kitchen/availability") == "online", 10, "online")
        program.process.send_signal(signal.SIGSTOP)
        wait(lambda: broker.retained("nodline/kitchen/availability").get("nodline/kitchen/availability") == "offline", 30, "offline")
        program.process.send_signal(signal.SIGCONT)
        wait(lambda: broker.retained("nodline/kitchen/availability").get("nodline/kitchen/availability") == "online", 60, "online again")


if __name__ == "__main__":
    unittest.main(verbosity=2)
