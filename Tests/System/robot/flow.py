"""Plays Examples/nodered/flow.json without Node-RED: flow.py SOCKET. Its nodes do what Node-RED's do, as far as the flow uses them; a debug node prints its
name and what it shows. Ends with status 1 at a node, a wire or a rule that it does not know."""
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def get(message, path):
    for part in path.split("."):
        message = message[part] if isinstance(message, dict) and part in message else None
    return message


class Flow:
    def __init__(self, nodes):
        self.nodes = {node["id"]: node for node in nodes}
        assert len(self.nodes) == len(nodes), "two nodes of one id"
        tabs = [node["id"] for node in nodes if node["type"] == "tab"]
        for node in nodes:
            assert node["type"] == "tab" or node["z"] in tabs, node["id"]
            for output in node.get("wires", []):
                assert set(output) <= set(self.nodes), f"{node['id']} leads to nowhere"
        self.rest = {}

    def send(self, node, output, message):
        for target in node["wires"][output]:
            getattr(self, "take_" + self.nodes[target]["type"])(self.nodes[target], message)

    def take_exec(self, node, message):
        assert node["useSpawn"] == "true" and node["addpay"] == "" and len(node["wires"]) == 3
        program, *words = node["command"].split()
        assert program == "nodline"
        command = [f"{ROOT}/.build/release/nodline", *words, "--socket", sys.argv[1]]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            while chunk := os.read(process.stdout.fileno(), 700):  # any part of the lines
                self.send(node, 0, {"payload": chunk.decode()})
        raise SystemExit("the stream has ended")

    def take_split(self, node, message):
        assert node["stream"] and node["spltType"] == "str" and node["splt"] == "\\n"
        *lines, self.rest[node["id"]] = (self.rest.get(node["id"], "") + message["payload"]).split("\n")
        for line in lines:
            self.send(node, 0, {**message, "payload": line})

    def take_json(self, node, message):
        assert node["property"] == "payload" and node["action"] == "obj"
        self.send(node, 0, {**message, "payload": json.loads(message["payload"])})

    def take_switch(self, node, message):
        assert node["propertyType"] == "msg" and node["checkall"] == "true" and len(node["rules"]) == node["outputs"] == len(node["wires"])
        for output, rule in enumerate(node["rules"]):
            assert (rule["t"], rule["vt"]) == ("eq", "str"), rule
            if get(message, node["property"]) == rule["v"]:
                self.send(node, output, message)

    def take_debug(self, node, message):
        assert node["targetType"] == "msg"
        print(node["name"], get(message, node["complete"]), flush=True)


def main():
    with open(f"{ROOT}/Examples/nodered/flow.json") as file:
        flow = Flow(json.load(file))
    for node in list(flow.nodes.values()):
        if node["type"] == "inject":
            assert node["once"]
            flow.send(node, 0, {})


main()
