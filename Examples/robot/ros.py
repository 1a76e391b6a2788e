#!/usr/bin/env python3
"""Drives a ROS 2 robot with the head: ros.py [--ros-args -p socket:=PATH -p linear:=0.3 -p angular:=1.0 -r cmd_vel:=TOPIC]

Follows the axes `forward` and `turn` of nodline.toml beside this file, and publishes geometry_msgs/Twist on cmd_vel 20 times a second: linear.x in m/s
forward, angular.z in rad/s to the left (REP 103). Without a line of both axes for 0.3 s these are zeros. When this node is killed, nothing comes any more:
the base must stop by itself, as diff_drive_controller does after its cmd_vel_timeout."""
import time

import rclpy
from geometry_msgs.msg import Twist
from rclpy.signals import SignalHandlerOptions

from drive import follow_forever


def twist(forward, turn):
    message = Twist()
    message.linear.x, message.angular.z = float(forward), float(turn)
    return message


def main():
    rclpy.init(signal_handler_options=SignalHandlerOptions.NO)  # so that zeros can still be sent after an interrupt
    node = rclpy.create_node("nodline")
    path = node.declare_parameter("socket", "/run/nodline/nodline.sock").value
    linear, angular = node.declare_parameter("linear", 0.3).value, node.declare_parameter("angular", 1.0).value
    publisher = node.create_publisher(Twist, "cmd_vel", 1)

    def step(drive, _):
        forward, turn = drive.wanted(time.monotonic())
        publisher.publish(twist(linear * forward, angular * turn))

    def rest():
        publisher.publish(twist(0, 0))

    try:
        follow_forever(path, step, rest)
    except KeyboardInterrupt:
        rest()


if __name__ == "__main__":
    main()
