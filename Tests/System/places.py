"""Where the checkout and its programs are, and what is free on this machine."""
import os
import socket

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(TESTS)
PROGRAMS = os.path.abspath(os.environ.get("NODLINE_PROGRAMS") or ROOT + "/.build/release")


def free_port():
    """A port that nobody listens on now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def listens(path):
    """Whether a program listens at a socket. Its name is there a moment before that."""
    with socket.socket(socket.AF_UNIX) as client:
        return client.connect_ex(path) == 0
