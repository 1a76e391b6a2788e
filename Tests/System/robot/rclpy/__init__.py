"""Stands for ROS 2's rclpy in a test of Examples/robot: only what it uses, with parameters from the environment. Messages are printed."""
import json
import os

from messages import Time


def init(*, signal_handler_options):
    from rclpy.signals import SignalHandlerOptions
    assert isinstance(signal_handler_options, SignalHandlerOptions)


def create_node(name):
    return Node()


class Parameter:
    def __init__(self, value):
        self.value = value


class Node:
    def declare_parameter(self, name, value):
        return Parameter(type(value)(os.environ.get("ROS_" + name, value)))

    def get_clock(self):
        return Clock()

    def create_publisher(self, kind, topic, depth):
        assert isinstance(topic, str) and isinstance(depth, int)
        return Publisher(kind, topic)


class Clock:
    def now(self):
        return self

    def to_msg(self):
        return Time()


class Publisher:
    def __init__(self, kind, topic):
        self.kind, self.topic = kind, topic

    def publish(self, message):
        assert isinstance(message, self.kind)
        print(self.topic, json.dumps(message.fields()), flush=True)
