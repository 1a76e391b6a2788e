"""nodline-mqtt between an appliance's sockets and a real broker, in every way in which a broker can fail."""
import json
import os
import re
import signal
import socket
import statistics
import subprocess
import time
import unittest

from System.clocks import HANG, unstarved, wait
from System.mqtt.parts import Bench
from System.places import PROGRAMS, ROOT

COMMANDS = 'commands = true\nallow = ["pause", "resume", "calibrate", "ask", "output.bell"]'
# The fields of Home Assistant's schemas (homeassistant/components/mqtt: schemas.py and each platform's file): required, optional. Compared with
# those of 2025.4.4, and what is announced was taken by it and by 2024.12.5 without a warning.
# What an entity's schema does not know, Home Assistant removes without a word, so nothing else is allowed here.
COMMON = {"unique_id", "name", "icon", "entity_category", "enabled_by_default", "json_attributes_topic", "json_attributes_template",
          "availability_topic", "qos", "platform"}
PLATFORMS = {
    "event": ({"state_topic", "event_types"}, {"device_class", "value_template"}),
    "binary_sensor": ({"state_topic"}, {"device_class", "value_template", "payload_on", "payload_off", "off_delay", "expire_after"}),
    "sensor": ({"state_topic"}, {"device_class", "value_template", "state_class", "unit_of_measurement", "expire_after"}),
    "button": ({"command_topic"}, {"payload_press", "retain", "device_class"}),
    "switch": ({"command_topic"}, {"state_topic", "value_template", "payload_on", "payload_off", "retain", "device_class"}),
    "text": ({"command_topic"}, {"state_topic", "max", "min", "mode", "pattern", "retain"}),
}
CLASSES = {"binary_sensor": {"occupancy", "problem", "running"}, "sensor": {"battery", "duration", "temperature"}}


class MQTT(Bench):
    # Home Assistant

    def test_discovery_has_only_fields_of_the_published_schema(self):
        broker = self.broker()
        self.program(broker.port, COMMANDS)
        self.appliance.send("line", name="lamp", value=1)
        self.appliance.stats(battery_percent=71, hours_left=5.5, temperature=51.2)

        def read():
            found = json.loads(broker.retained("homeassistant/#").get("homeassistant/device/nodline_kitchen/config", "{}"))
            return found if "battery_percent" in found.get("components", {}) and "output_lamp" in found["components"] else None
        message = wait(read, 15, "the discovery message")
        self.assertEqual(set(message), {"device", "origin", "components", "availability_topic", "qos"})
        self.assertLessEqual(set(message["device"]), {"identifiers", "connections", "manufacturer", "model", "model_id", "name", "hw_version",
                                                      "serial_number", "sw_version", "via_device", "suggested_area", "configuration_url"})
        self.assertTrue(message["device"]["identifiers"])
        self.assertIn("name", message["origin"])
        self.assertLessEqual(set(message["origin"]), {"name", "sw_version", "support_url"})
        for name, entity in message["components"].items():
            required, optional = PLATFORMS[entity["platform"]]
            self.assertLessEqual(required | {"unique_id", "name"}, set(entity), name)
            self.assertLessEqual(set(entity), required | optional | COMMON, name)
            if "device_class" in entity:
                self.assertIn(entity["device_class"], CLASSES[entity["platform"]], name)
            self.assertIn(entity.get("state_class", "measurement"), {"measurement", "total_increasing"})
            self.assertIn(entity.get("entity_category", "diagnostic"), {"diagnostic", "config"})
        kinds = [entity["platform"] for entity in message["components"].values()]
        self.assertEqual({"event", "binary_sensor", "sensor", "button", "switch", "text"}, set(kinds))
        self.assertEqual(1, kinds.count("button"))
        for name in ("output_bell", "paused"):
            self.assertEqual("switch", message["components"][name]["platform"])
        self.assertEqual("binary_sensor", message["components"]["output_lamp"]["platform"])
        self.assertEqual(len(kinds), len({entity["unique_id"] for entity in message["components"].values()}))
        state = json.loads(broker.retained("nodline/kitchen/state")["nodline/kitchen/state"])
        for entity in message["components"].values():  # every template names a field that is there
            if "value_template" in entity:
                self.assertIn(entity["value_template"].removeprefix("{{ value_json.").removesuffix(" }}"), state)

    def test_each_state_has_what_every_template_looks_for(self):
        # Home Assistant warns of each that it does not find: of each figure, whenever the appliance had been started again.
        broker = self.broker()
        subscriber = self.subscriber(broker)
        self.program(broker.port, COMMANDS)
        self.appliance.stats(battery_percent=71, hours_left=5.5, temperature=51.2)
        topic, discovery = "nodline/kitchen/state", "homeassistant/device/nodline_kitchen/config"
        wait(lambda: any("battery_percent" in text for text in subscriber.of(discovery)), 20, "the battery")
        self.appliance.end()
        wait(lambda: subscriber.of("nodline/kitchen/availability")[-1:] == ["offline"], 20, "that it is gone")
        self.appliance.begin()
        wait(lambda: subscriber.of("nodline/kitchen/availability")[-1:] == ["online"], 20, "that it is back")
        wait(lambda: self.appliance.listeners, 20, "a listener")
        last = lambda: json.loads(subscriber.of(topic)[-1])["stopped"]
        wait(lambda: last() == "OFF", 20, "the status tells that nobody has stopped it")
        wait(lambda: self.appliance.send("stopped") or last() == "ON", 20, "a stop")  # again, because the status may come after the event
        templates = {entity["value_template"] for text in subscriber.of(discovery) for entity in json.loads(text)["components"].values()
                     if entity.get("state_topic") == topic}
        self.assertGreater(len(templates), 10)
        for state in map(json.loads, subscriber.of(topic)):
            self.assertLessEqual({template.removeprefix("{{ value_json.").removesuffix(" }}") for template in templates}, set(state))

    def test_without_commands_there_is_nothing_to_press(self):
        broker = self.broker()
        self.program(broker.port)
        message = wait(lambda: broker.retained("homeassistant/#"), 10, "the discovery message").popitem()[1]
        kinds = {entity["platform"] for entity in json.loads(message)["components"].values()}
        self.assertEqual({"event", "binary_sensor", "sensor"}, kinds)
        broker.publish("nodline/kitchen/command/pause", "PRESS")
        time.sleep(1)
        self.assertEqual([], self.appliance.requests)

    def test_events_and_states(self):
        broker = self.broker()
        self.program(broker.port)
        subscriber = self.subscriber(broker)
        self.appliance.send("face-found")
        self.appliance.send("tracking-started", center=[1, 2], iod=60)
        self.appliance.send("recognised", gesture="nod", count=2)
        self.appliance.send("recognised", gesture="left", distance=0.4, duration=0.3)
        self.appliance.send("began", gesture="hold-up", distance=0.4)
        self.appliance.send("moved", gesture="hold-up", distance=0.5)
        self.appliance.send("line", name="bell", value=1)
        self.appliance.send("fault", what="camera-stalled", detail="no frame")
        wait(lambda: len(subscriber.of("nodline/kitchen/gesture")) == 3 and subscriber.of("nodline/kitchen/fault"), 5, "the messages")
        kinds = [json.loads(text) for text in subscriber.of("nodline/kitchen/gesture")]
        self.assertEqual(["nod", "left", "hold-up"], [kind["event_type"] for kind in kinds])
        self.assertEqual((2, ["nod", "left", "hold-up"]), (kinds[0]["count"], [kind["gesture"] for kind in kinds]))
        retained = broker.retained("nodline/#")
        self.assertNotIn("nodline/kitchen/gesture", retained)  # an old nod must not greet a new subscriber
        self.assertEqual(("online", "ON"), (retained["nodline/kitchen/availability"], retained["nodline/kitchen/output/bell"]))
        state = json.loads(retained["nodline/kitchen/state"])
        self.assertEqual(("ON", "ON", "ON", "OFF"), (state["face"], state["tracking"], state["fault"], state["paused"]))

    def test_availability(self):
        broker = self.broker()
        lines = "[outputs.bell]\ngesture = \"nod\""
        program = self.program(broker.port, lines)
        read = lambda: broker.retained("nodline/kitchen/availability").get("nodline/kitchen/availability")
        wait(lambda: read() == "online", 10, "online")
        self.appliance.send("line", name="bell", value=1)
        bell = lambda: broker.retained("nodline/kitchen/output/bell").get("nodline/kitchen/output/bell")
        wait(lambda: bell() == "ON", 10, "the bell")
        self.appliance.end()
        wait(lambda: read() == "offline", 10, "offline without an appliance")
        self.assertEqual("None", bell())
        self.appliance.begin()
        wait(lambda: read() == "online", 10, "online again")
        self.appliance.send("line", name="bell", value=1)
        wait(lambda: bell() == "ON", 10, "the bell again")
        program.end("kill")
        wait(lambda: read() == "offline", 20, "the will")
        self.assertEqual("ON", bell())  # the will is about availability alone
        program = self.program(broker.port, lines)
        wait(lambda: read() == "online", 10, "online once more")
        wait(lambda: bell() == "None", 5, "an output that nobody knows any more")
        program.end()
        self.assertEqual("offline", read())
        self.assertEqual(0, program.process.returncode)

    def test_an_appliance_that_hangs_is_offline_until_it_speaks_again(self):
        broker = self.broker()
        self.program(broker.port, COMMANDS)
        subscriber = self.subscriber(broker)
        availability = lambda: subscriber.of("nodline/kitchen/availability")
        state = lambda: json.loads(broker.retained("nodline/kitchen/state")["nodline/kitchen/state"])
        wait(lambda: availability()[-1:] == ["online"], 10, "online")
        self.appliance.send("line", name="bell", value=1)
        wait(lambda: subscriber.of("nodline/kitchen/output/bell")[-1:] == ["ON"], 10, "the bell")
        self.appliance.is_hung = True
        before = len(availability())
        wait(lambda: availability()[before:] == ["offline"], 20, "offline")
        wait(lambda: subscriber.of("nodline/kitchen/output/bell")[-1:] == ["None"], 5, "that nobody knows what the bell does")
        wait(lambda: state()["paused"] is None and state()["fault"] is None, 5, "that nothing is known")
        broker.publish("nodline/kitchen/command/ask", json.dumps({"question": "Tea?", "id": "tea", "timeout": 600}))
        answer = json.loads(wait(lambda: subscriber.of("nodline/kitchen/answer"), 5, "an answer")[0])
        self.assertEqual(("none", "tea", "Tea?", "the appliance says nothing: it hangs or is stopped"),
                         tuple(answer[key] for key in ("event_type", "id", "question", "reason")))
        self.appliance.is_hung = False
        wait(lambda: availability()[before:] == ["offline", "online"], 10, "online again, once")
        wait(lambda: subscriber.of("nodline/kitchen/output/bell")[-1:] == ["ON"], 5, "what it said last")
        time.sleep(2)
        self.assertEqual(["offline", "online"], availability()[before:])

    def test_an_appliance_that_has_said_nothing_yet_is_not_online(self):
        self.appliance.is_hung = True
        broker = self.broker()
        program = self.program(broker.port, COMMANDS)
        subscriber = self.subscriber(broker)
        availability = lambda: subscriber.of("nodline/kitchen/availability")
        wait(availability, 10, "the availability")
        time.sleep(2)
        self.assertEqual({"offline"}, set(availability()))
        self.appliance.is_hung = False
        wait(lambda: availability()[-1:] == ["online"], 10, "online")
        program.says("listening to the appliance")

    def test_a_question_without_an_appliance_is_answered_none(self):
        broker = self.broker()
        program = self.program(broker.port, COMMANDS)
        subscriber = self.subscriber(broker)
        wait(lambda: subscriber.of("nodline/kitchen/availability")[-1:] == ["online"], 10, "online")
        self.appliance.end()
        wait(lambda: subscriber.of("nodline/kitchen/availability")[-1:] == ["offline"], 10, "offline")
        broker.publish("nodline/kitchen/command/ask", json.dumps({"question": "Tea?", "id": "tea"}))
        answer = json.loads(wait(lambda: subscriber.of("nodline/kitchen/answer"), 5, "an answer")[0])
        self.assertEqual({"event_type": "none", "id": "tea", "question": "Tea?", "reason": "the appliance cannot be reached"}, answer)
        program.says('refused "nodline/kitchen/command/ask"')

    # Commands

    @unstarved(lambda test: test.processes)  # a command that is late on a busy machine is rightly dropped, and changes what comes after it
    def test_commands(self):
        broker = self.broker()
        program = self.program(broker.port, COMMANDS)
        for topic, payload in (("pause", "PRESS"), ("output/bell", "ON"), ("output/bell", "OFF"), ("ask", "Tea?")):
            broker.publish("nodline/kitchen/command/" + topic, payload)
        wait(lambda: len(self.appliance.requests) == 5, 5, "the requests")
        self.assertEqual(["status", "pause", "test-output", "test-output", "ask"], [request["request"] for request in self.appliance.requests])
        self.assertLessEqual(self.appliance.requests[2]["seconds"], 2)
        self.assertTrue(self.appliance.requests[3]["stop"])
        for topic, payload in (("output/horn", "ON"), ("settings", "PRESS"), ("pause", "no"), ("a/b/c", "x")):
            broker.publish("nodline/kitchen/command/" + topic, payload)
        program.says('refused "nodline/kitchen/command/a/b/c"')
        self.assertEqual(4, sum("refused" in line for line in program.lines))
        self.assertEqual(5, len(self.appliance.requests))
        wait(lambda: json.loads(broker.retained("nodline/kitchen/state")["nodline/kitchen/state"])["commands_refused"] == 4, 20, "the count")

    @unstarved(lambda test: test.processes)
    def test_answers_say_to_which_question(self):
        broker = self.broker()
        self.program(broker.port, COMMANDS)
        subscriber = self.subscriber(broker)
        answers = lambda: [json.loads(text) for text in subscriber.of("nodline/kitchen/answer")]
        ask = lambda question, **fields: broker.publish("nodline/kitchen/command/ask", json.dumps({"question": question, **fields}))
        self.appliance.send("answer", value="no")  # somebody else's question
        wait(lambda: len(answers()) == 1, 5, "the other one's answer")
        self.assertEqual({"event_type", "t"}, set(answers()[0]))
        ask("Tea?", id="tea")
        wait(lambda: self.appliance.open, 5, "the question")
        ask("Milk?", id="milk")
        wait(lambda: len(answers()) == 2, 5, "the refusal")
        self.assertEqual({"event_type": "none", "id": "milk", "question": "Milk?", "reason": "another question is being asked; one at a time"}, answers()[1])
        self.appliance.answer("yes")
        wait(lambda: len(answers()) == 3, 5, "the answer")
        self.assertEqual(("yes", "tea", "Tea?"), tuple(answers()[2][key] for key in ("event_type", "id", "question")))
        self.assertIn("t", answers()[2])
        ask("Sugar?", id="sugar")
        wait(lambda: self.appliance.open, 10, "the next question")
        self.appliance.end()
        wait(lambda: len(answers()) == 4, 5, "none, without an appliance")
        self.assertEqual(("none", "sugar", "the appliance has gone"), tuple(answers()[3][key] for key in ("event_type", "id", "reason")))
        time.sleep(1)
        self.assertEqual(4, len(answers()))

    def test_a_retained_command_is_not_obeyed(self):
        broker = self.broker()
        broker.publish("nodline/kitchen/command/pause", "PRESS", "-r")
        program = self.program(broker.port, COMMANDS)
        program.says("it is retained")
        self.assertEqual(["status"], [request["request"] for request in self.appliance.requests])

    def test_a_flood_of_commands(self):
        broker = self.broker()
        program = self.program(broker.port, COMMANDS)
        flood = subprocess.Popen(f"yes PRESS | head -20000 | mosquitto_pub -h 127.0.0.1 -p {broker.port} -q 0 -l -t nodline/kitchen/command/pause", shell=True)
        begin, ticks = time.monotonic(), program.ticks()
        subscriber = self.subscriber(broker, "nodline/kitchen/gesture")
        for _ in range(50):
            self.appliance.send("recognised", gesture="nod", count=2)
            time.sleep(0.1)
        wait(lambda: len(subscriber.of("nodline/kitchen/gesture")) >= 45, 10, "nods during the flood")
        flood.wait(HANG)
        requests = sum(request["request"] == "pause" for request in list(self.appliance.requests))
        seconds = time.monotonic() - begin  # the more, the more may have been sent on
        self.assertLessEqual(requests, 2 + 2 * seconds + 1)
        self.assertLess(program.memory(), 25)
        print(f"\nflood of 20,000 commands: {requests} requests in {seconds:.0f} s, {program.ticks() - ticks:.2f} s of processor, "
              f"{program.memory():.1f} MB, {len(program.lines)} lines of journal")
        self.assertLess(len(program.lines), 60 + seconds)

    # The broker fails

    def test_a_broker_that_goes_and_comes_back(self):
        broker = self.broker()
        program = self.program(broker.port)
        self.appliance.send("face-found")
        self.appliance.send("line", name="bell", value=1)
        wait(lambda: '"face":"ON"' in broker.retained("nodline/kitchen/state").get("nodline/kitchen/state", ""), 5, "the face at the broker")
        broker.stop("kill")
        wait(lambda: any("trying again" in line for line in program.lines), 10, "the loss")
        for number in range(5):
            self.appliance.send("recognised", gesture="nod", count=number)
        self.appliance.send("face-lost")
        self.appliance.send("line", name="bell", value=0)
        broker.start()
        subscriber = self.subscriber(broker)
        wait(lambda: len(subscriber.of("nodline/kitchen/gesture")) == 5, 40, "the events")
        self.assertEqual(list(range(5)), [json.loads(text)["count"] for text in subscriber.of("nodline/kitchen/gesture")])
        retained = wait(lambda: broker.retained("#"), 5, "retained topics")
        state = json.loads(retained["nodline/kitchen/state"])
        self.assertEqual(("OFF", "OFF", "online", 0), (state["face"], retained["nodline/kitchen/output/bell"],
                                                       retained["nodline/kitchen/availability"], state["dropped"]))
        self.assertIn("homeassistant/device/nodline_kitchen/config", retained)

    def test_events_that_waited_too_long_are_counted(self):
        broker = self.broker()
        program = self.program(broker.port, "keep = 1\ninterval = 1")
        broker.stop("kill")
        wait(lambda: any("trying again" in line for line in program.lines), 10, "the loss")
        for number in range(700):
            self.appliance.send("recognised", gesture="nod", count=number)
        wait(self.appliance.is_heard, 5, "that it has read all")
        time.sleep(1.5)
        broker.start()
        subscriber = self.subscriber(broker)
        program.says("events were dropped", 70)
        self.assertEqual([], subscriber.of("nodline/kitchen/gesture"))
        wait(lambda: json.loads(broker.retained("nodline/kitchen/state")["nodline/kitchen/state"])["dropped"] == 700, 10, "the count")

    def test_a_broker_that_stops_for_a_while(self):
        broker = self.broker()
        self.program(broker.port)
        subscriber = self.subscriber(broker)
        broker.process.send_signal(signal.SIGSTOP)
        for number in range(100):
            self.appliance.send("recognised", gesture="nod", count=number)
            time.sleep(0.01)
        broker.process.send_signal(signal.SIGCONT)
        wait(lambda: len(subscriber.of("nodline/kitchen/gesture")) >= 100, 20, "the events")
        self.assertEqual(list(range(100)), [json.loads(text)["count"] for text in subscriber.of("nodline/kitchen/gesture")])

    def test_axes_are_told_by_choice_so_often_and_the_newest_when_the_broker_was_slow(self):
        broker = self.broker()
        began = time.monotonic()
        self.program(broker.port, "axes = 4")
        subscriber, topic = self.subscriber(broker), "nodline/kitchen/axis/x"

        def move(values):
            for value in values:
                self.appliance.send("axis", name="x", value=value)
                time.sleep(0.02)
        move(number / 100 for number in range(1, 100))
        wait(lambda: subscriber.of(topic)[-1:] == ["0.99"], 20, "where it is")
        self.assertLessEqual(len(subscriber.of(topic)), 4 * (time.monotonic() - began) + 1)
        before = len(subscriber.of(topic))
        broker.process.send_signal(signal.SIGSTOP)
        move(-number / 100 for number in range(1, 100))
        wait(self.appliance.is_heard, 20, "that it has read all")
        broker.process.send_signal(signal.SIGCONT)
        wait(lambda: subscriber.of(topic)[-1:] == ["-0.99"], 20, "where it is after the stop")
        self.assertLessEqual(len(subscriber.of(topic)) - before, 4, subscriber.of(topic)[before:])  # one on its way, the newest, and that of the rate
        move([0])
        wait(lambda: subscriber.of(topic)[-1:] == ["0"], 20, "its rest")
        move([0.5])
        wait(lambda: subscriber.of(topic)[-1:] == ["0.5"], 20, "another move")
        self.appliance.end()
        wait(lambda: subscriber.of(topic)[-1:] == ["0"], 20, "rest, because the appliance has gone")
        self.assertEqual({}, broker.retained("nodline/kitchen/axis/#"))

    def test_a_wrong_password(self):
        subprocess.run(["mosquitto_passwd", "-b", "-c", self.folder + "/users", "kitchen", "right"], check=True)
        broker = self.broker(f"allow_anonymous false\npassword_file {self.folder}/users")
        with open(self.folder + "/password", "w") as file:
            file.write("wrong\n")
        program = self.program(broker.port, f'user = "kitchen"\npassword_file = "{self.folder}/password"', connects=False)
        program.says("the broker refused")
        time.sleep(5)
        self.assertEqual(1, sum("refused" in line for line in program.lines))  # it neither hammers nor repeats itself
        program.end()
        os.remove(self.folder + "/password")
        program = self.program(broker.port, f'user = "kitchen"\npassword_file = "{self.folder}/password"', connects=False)
        program.says(f"mqtt.password_file: {self.folder}/password: ")
        program.end()
        os.makedirs(self.folder + "/credentials")
        with open(self.folder + "/credentials/mqtt-password", "w") as file:
            file.write("right\n")
        self.program(broker.port, 'user = "kitchen"', environment={"CREDENTIALS_DIRECTORY": self.folder + "/credentials"})

    def test_brokers_that_say_nothing_or_nonsense(self):
        for words in (b"", b"\x20\x02\x00\x00" + os.urandom(4000), os.urandom(4000), b"\x20\xff\xff\xff\x7f" + b"x" * 100_000, b"HTTP/1.1 400 Bad Request\r\n\r\n"):
            with socket.socket() as door:
                door.bind(("127.0.0.1", 0))
                door.listen()
                program = self.program(door.getsockname()[1], connects=False)
                door.settimeout(HANG)
                client, _ = door.accept()
                client.sendall(words)
                program.says("trying again", 25)
                client.close()
                self.assertIsNone(program.process.poll())
                self.assertLess(program.memory(), 25)
                program.end()

    # The appliance goes first

    def test_killing_it_does_not_touch_an_output_that_is_held(self):
        broker = self.broker()
        subscriber = self.subscriber(broker)
        with open(self.folder + "/mqtt.toml", "w") as file:
            file.write(f'[mqtt]\nserver = "127.0.0.1"\nport = {broker.port}\nname = "kitchen"\ncommands = true\n'
                       'allow = ["ask", "output.call"]\n')
        flood = subprocess.Popen(f"while :; do echo ON; echo OFF; sleep 0.01; done | mosquitto_pub -h 127.0.0.1 -p {broker.port} -q 0 -l "
                                 "-t nodline/kitchen/command/output/call", shell=True, start_new_session=True)
        self.addCleanup(os.killpg, flood.pid, signal.SIGKILL)
        run = subprocess.run([f"{ROOT}/Tests/System/beside/kills", "--programs", PROGRAMS, "--config", self.folder + "/mqtt.toml", "--",
                              f"{PROGRAMS}/nodline-mqtt", "--config", "{config}"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=4 * HANG)
        print("\n" + run.stdout.rstrip())
        self.assertEqual(0, run.returncode, run.stdout)
        # It was at work: in many of its lives, of 0.3 s on average, it has told the broker that the appliance is there. On a quiet machine
        # these are four of five; where it hardly gets a processor, to which it has less right than others, one of five.
        lives, online = int(re.search(r"(\d+) kills", run.stdout).group(1)), subscriber.of("nodline/kitchen/availability").count("online")
        self.assertGreater(online, lives / 10, f"of {lives} lives")

    # TLS

    def certificates(self):
        def openssl(*words):
            subprocess.run(["openssl", *words], check=True, capture_output=True, cwd=self.folder)
        for name in ("ca", "other"):
            openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", name + ".key", "-out", name + ".pem", "-days", "2", "-subj", "/CN=" + name)
        for name in ("localhost", "kitchen"):
            openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", name + ".key", "-out", name + ".csr", "-subj", "/CN=" + name)
            openssl("x509", "-req", "-in", name + ".csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", name + ".pem", "-days", "2")
        for name in os.listdir(self.folder):
            if os.path.isfile(f"{self.folder}/{name}"):
                os.chmod(f"{self.folder}/{name}", 0o644)

    def test_tls_with_both_certificates(self):
        self.certificates()
        here = self.folder
        broker = self.broker(f"allow_anonymous true\ncafile {here}/ca.pem\ncertfile {here}/localhost.pem\nkeyfile {here}/localhost.key\nrequire_certificate true",
                             tls=f"--cafile {here}/ca.pem --cert {here}/kitchen.pem --key {here}/kitchen.key")
        right = f'tls = true\nca = "{here}/ca.pem"\ncertificate = "{here}/kitchen.pem"\nkey = "{here}/kitchen.key"'
        program = self.program(broker.port, right, server="localhost")
        subscriber = self.subscriber(broker)
        for number in range(60):  # more than one TLS record at a time
            self.appliance.send("recognised", gesture="nod", count=number)
        wait(lambda: len(subscriber.of("nodline/kitchen/gesture")) == 60, 10, "the events")
        program.end()
        for wrong, server in ((right.replace("ca.pem", "other.pem"), "localhost"), (right, "127.0.0.1"),
                              (f'tls = true\nca = "{here}/ca.pem"', "localhost")):
            program = self.program(broker.port, wrong, connects=False, server=server)
            program.says("trying again")
            self.assertFalse(any("connected to" in line for line in program.lines))
            program.end()

    # Figures

    def test_latency(self):
        broker = self.broker()
        self.program(broker.port)
        subscriber = self.subscriber(broker)
        sent = []
        for number in range(1000):
            sent.append(time.monotonic())
            self.appliance.send("recognised", gesture="nod", count=number)
            time.sleep(0.01)
        wait(lambda: len(subscriber.of("nodline/kitchen/gesture")) == 1000, 10, "the events")
        times = [now for now, topic, _ in subscriber.messages if topic == "nodline/kitchen/gesture"]
        late = [(now - then) * 1000 for now, then in zip(times, sent)]
        print(f"\nlatency from event to subscriber: median {statistics.median(late):.2f} ms, 99 % {statistics.quantiles(late, n=100)[98]:.2f} ms, most {max(late):.2f} ms")

    def test_it_costs_little_at_rest(self):
        broker = self.broker()
        program = self.program(broker.port)
        ticks, begin = program.ticks(), time.monotonic()
        for _ in range(60):
            self.appliance.stats()
            time.sleep(1)
        share = (program.ticks() - ticks) / (time.monotonic() - begin) * 100
        print(f"\nat rest: {share:.3f} % of a core, {program.memory():.1f} MB resident")
        self.assertLess(share, 0.2)
        self.assertLess(program.memory(), 20)  # of a build with the shared Swift library


if __name__ == "__main__":
    unittest.main(verbosity=2)
