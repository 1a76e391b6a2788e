"""Floods the setup page's server until it is killed: web_flood.py PORT CODE. Also used on the host, by Tests/System/beside/kills.

Eight threads send requests as fast as they can, half of them requests that reach the appliance; forty connections send a byte now
and then; four read pictures slowly, and four events not at all."""
import http.client
import json
import socket
import sys
import threading
import time


class Flood:
    def __init__(self, port, code):
        self.port, self.host, self.answers = port, f"127.0.0.1:{port}", {}
        self.origin = {"Origin": f"http://{self.host}"}
        reply = self._pair(code)
        self.paired = {**self.origin, "Cookie": reply.headers["Set-Cookie"].split(";")[0]}
        self.paired["X-Nodline-Token"] = json.loads(self._ask("GET", "/v1/session", headers=self.paired).read())["token"]

    def _ask(self, method, target, body=None, headers=None):
        connection = http.client.HTTPConnection(self.host, timeout=10)
        connection.request(method, target, body, headers or {})
        return connection.getresponse()

    def _pair(self, code):
        """The reply to the code, as soon as the server answers at all."""
        while True:
            try:
                reply = self._ask("POST", "/v1/pair", json.dumps({"code": code, "name": "flood"}), self.origin)
                if reply.status == 200:
                    return reply
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(0.1)

    def begin(self):
        jobs = 4 * [self._status, self._page] + 40 * [self._drip] + 4 * [lambda: self._stream("/v1/preview", 0.3), lambda: self._stream("/v1/events?pointer=1")]
        for job in jobs:
            threading.Thread(target=self._repeat, args=(job,), daemon=True).start()

    def _repeat(self, job):
        while True:
            try:
                job()
            except (OSError, http.client.HTTPException):
                time.sleep(0.01)

    def _count(self, reply):
        with reply:
            reply.read()
        self.answers[reply.status] = self.answers.get(reply.status, 0) + 1

    def _status(self):
        self._count(self._ask("POST", "/v1/request", '{"request":"status"}', self.paired))

    def _page(self):
        self._count(self._ask("GET", "/page.js"))

    def _drip(self):
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as wire:
            for byte in f"GET /v1/session HTTP/1.1\r\nHost: {self.host}\r\nX: ".encode() + b"x" * 1000:
                wire.send(bytes([byte]))
                time.sleep(0.5)

    def _stream(self, target, pause=60):
        """Reads 4 KB at a time, with a pause after each."""
        with socket.socket() as wire:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            wire.connect(("127.0.0.1", self.port))
            wire.sendall(f"GET {target} HTTP/1.1\r\nHost: {self.host}\r\nCookie: {self.paired['Cookie']}\r\n\r\n".encode())
            while wire.recv(4096):
                time.sleep(pause)


if __name__ == "__main__":
    flood = Flood(int(sys.argv[1]), sys.argv[2])
    flood.begin()
    print("started", flush=True)
    while True:
        time.sleep(1)
        print(json.dumps(flood.answers), flush=True)
