#!/usr/bin/env python3
"""Drives a ROS 2 robot with the head: ros.py [--ros-args -p socket:=PATH -p linear:=0.3 -p angular:=1.0 -r cmd_vel:=TOPIC]

Follows the axes `forward` and `turn` of nodline.toml beside this file, and publishes geometry_msgs/Twist on cmd_vel 20 times a second: linear.x in m/s
forward, angular.z in rad/s to the left (REP 103). Without a line of both axes for 0.3 s these are zeros. When this node is killed, nothing comes any more:
the base must stop by itself, as diff_drive_controller does after its cmd_vel_timeout.

With -p joy:=true it publishes sensor_msgs/Joy on joy instead: axis 0 is the turn to the left, axis 1 is forward, and button 0 is held while lines of both
axes come. For teleop_twist_joy: -p axis_linear.x:=1 -p axis_angular.yaw:=0 -p enable_button:=0."""
import time

import rclpy
from geometry_msgs.msg import Twist
from rclpy.signals import SignalHandlerOptions
from sensor_msgs.msg import Joy

from drive import follow_forever


def twist(forward, turn):
    message = Twist()
    message.linear.x, message.angular.z = float(forward), float(turn)
    return message


def joy(forward, turn, is_fresh, stamp):
    message = Joy()
    message.header.stamp = stamp
    message.axes, message.buttons = [float(turn), float(forward)], [int(is_fresh)]
    return message


def main():
    rclpy.init(signal_handler_options=SignalHandlerOptions.NO)  # so that zeros can still be sent after an interrupt
    node = rclpy.create_node("nodline")
    path = node.declare_parameter("socket", "/run/nodline/nodline.sock").value
    linear, angular = node.declare_parameter("linear", 0.3).value, node.declare_parameter("angular", 1.0).value
    is_joystick = node.declare_parameter("joy", False).value
    publisher = node.create_publisher(Joy, "joy", 1) if is_joystick else node.create_publisher(Twist, "cmd_vel", 1)

    def tell(forward, turn, is_fresh):
        if is_joystick:
            publisher.publish(joy(forward, turn, is_fresh, node.get_clock().now().to_msg()))
        else:
            publisher.publish(twist(linear * forward, angular * turn))

    def step(drive, _):
        now = time.monotonic()
        tell(*drive.wanted(now), drive.is_fresh(now))

    def rest():
        tell(0, 0, False)

    try:
        follow_forever(path, step, rest)
    except KeyboardInterrupt:
        rest()


if __name__ == "__main__":
    main()
