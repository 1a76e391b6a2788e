"""nodline-bluetooth's socket for pairing, as Sources/Bluetooth/HostDesk.swift describes it, with hosts of the test's own."""
import socket

from System.door import Door


class FakeDesk:
    def __init__(self, path):
        self.hosts = {"AA:00:00:00:00:01": ("connected", "Tablet")}
        self.wishes = []
        #: It answers nothing any more.
        self.hangs = False
        #: The connection of a guest that pairs; None while there is none.
        self.guest = None
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        listener.bind(path)
        listener.listen(8)
        self.door = Door(listener, self._serve)

    def _serve(self, guest):
        with guest:
            wish = guest.recv(64).decode()
            self.wishes.append(wish)
            if self.hangs:
                guest.recv(1)
            elif wish == "list":
                for address, (state, name) in self.hosts.items():
                    guest.send(f"host {address} {state} {name}".encode())
                guest.send(b"listed")
            elif wish.startswith("forget "):
                guest.send(b"forgotten" if self.hosts.pop(wish.split()[1], None) else b"unknown")
            elif wish == "pair":
                self.guest = guest
                guest.send(b"waiting")
                guest.recv(1)  # it says nothing; this is its end
                if self.guest is guest:  # the next one may have come meanwhile
                    self.guest = None

    def say(self, words):
        self.guest.send(words.encode())

    def paired(self, address, name):
        self.hosts[address] = ("away", name)
        self.say("paired")
        self.guest.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.door.close()
