"""The server under attack, through its socket; and behind Debian's stunnel4, with the configuration of docs/web.md."""
import concurrent.futures
import http.client
import json
import os
import re
import socket
import ssl
import subprocess
import sys
import threading
import unittest

from System.clocks import HANG, Stopwatch, wait
from System.places import ROOT, free_port
from System.web.browser import Browser
from System.web.machine import Machine
from System.web.tables import Texts

GIGABYTE = 1 << 30


class Client:
    """A paired browser's requests, without a browser."""

    def __init__(self, machine, *words):
        self.machine, self.host = machine, f"127.0.0.1:{machine.port}"
        self.cookie = self.token = None
        reply = self.post("/v1/pair", {"code": machine.code(*words), "name": "test"})
        self.cookie = reply.headers["Set-Cookie"].split(";")[0]
        self.token = self.json("GET", "/v1/session")["token"]

    def headers(self):
        own = {"Origin": f"http://{self.host}", "Cookie": self.cookie, "X-Nodline-Token": self.token}
        return {name: value for name, value in own.items() if value}

    def send(self, method, path, body=None):
        """The reply, which must be read or closed."""
        connection = http.client.HTTPConnection(self.host, timeout=HANG)
        connection.request(method, path, body, self.headers())
        return connection.getresponse()

    def post(self, path, fields):
        return self.send("POST", path, json.dumps(fields))

    def json(self, *words):
        with self.send(*words) as reply:
            return json.loads(reply.read())


def memory(process):
    """Kilobytes that a process has had in memory at most."""
    with open(f"/proc/{process}/status") as file:
        return int(re.search(r"VmHWM:\s+(\d+)", file.read()).group(1))


class Refused(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.machine = Machine()
        cls.addClassCleanup(cls.machine.close)
        cls.client = Client(cls.machine)

    def pour(self, head):
        """Sends a head and then a gigabyte: the answer, the bytes that were taken, and how long that took without waits for a processor."""
        chunk, taken, clock, answer = bytes(1 << 20), 0, Stopwatch(self.machine.server.pid), b""
        with socket.create_connection(("127.0.0.1", self.machine.port), timeout=HANG) as wire:
            try:
                wire.sendall(head.encode())
                while taken < GIGABYTE:
                    taken += wire.send(chunk)
            except (ConnectionError, TimeoutError):
                pass
            try:
                while part := wire.recv(65536):
                    answer += part
            except (ConnectionError, TimeoutError):
                pass
        return answer, taken, clock.own()

    def test_a_body_of_a_gigabyte_is_refused_in_bounded_time_and_memory(self):
        line = f"HTTP/1.1\r\nHost: {self.client.host}\r\n"
        paired = "".join(f"{name}: {value}\r\n" for name, value in self.client.headers().items())
        before = memory(self.machine.server.pid)
        for target in ("/v1/request", "/v1/pair"):
            for kind in (f"Content-Length: {GIGABYTE}", "Transfer-Encoding: chunked"):
                answer, taken, seconds = self.pour(f"POST {target} {line}{paired}{kind}\r\n\r\n")
                self.assertLess(seconds, 3, f"{target}, {kind}")
                self.assertLess(taken, 32 << 20, f"{target}, {kind}")
                # The answer may be lost, because the connection is reset while bytes are still coming.
                self.assertIn(answer.split(b" ")[1:2], ([], [b"413"], [b"411"]))
        grown = memory(self.machine.server.pid) - before
        print(f"four bodies of a gigabyte: {taken / 1e6:.1f} MB of the last were taken in {seconds:.2f} s; the server grew by {grown} KB")
        self.assertLess(grown, 8192)
        self.assertTrue(self.client.json("POST", "/v1/request", '{"request":"status"}')["ok"])

    def hear(self, name, until, request=None):
        """What a client of one of the appliance's sockets hears until something is so, and whether it was disconnected."""
        with socket.socket(socket.AF_UNIX) as wire:
            wire.settimeout(HANG)
            wire.connect(f"{self.machine.folder}/control/{name}")
            if request:
                wire.sendall(json.dumps(request).encode() + b"\n")
            heard = b""
            while not until(heard):
                part = wire.recv(1 << 20)
                if not part:
                    return heard.decode(), True
                heard += part
        return heard.decode(), False

    def test_a_client_that_may_only_listen_gets_no_picture(self):
        preview = {"request": "preview", "rate": 10}
        with concurrent.futures.ThreadPoolExecutor() as others:
            # At the same time, because a picture is for the connection that asked and for no other.
            asks = others.submit(self.hear, "nodline.sock", lambda heard: heard.count(b'"jpeg"') >= 10, preview)
            listens = others.submit(self.hear, "events.sock", lambda heard: asks.done() and b'"event"' in heard)
            heard, was_dropped = self.hear("events.sock", lambda heard: asks.done(), preview)
            self.assertTrue(was_dropped)
            self.assertNotIn("jpeg", heard)
            self.assertIn('"jpeg"', asks.result()[0], "a client that may command gets pictures: else this would prove nothing")
            heard, was_dropped = listens.result()
            self.assertIn('"event"', heard)
            self.assertNotIn("jpeg", heard)
            self.assertFalse(was_dropped)
        # On the page, pictures have an address of their own; the request itself is for nobody, with either right.
        watcher = Client(self.machine, "--watch")
        for client in (watcher, self.client):
            with client.post("/v1/request", preview) as reply:
                self.assertEqual(reply.status, 400)
        with watcher.post("/v1/request", {"request": "pause"}) as reply:
            self.assertEqual((reply.status, json.loads(reply.read())["error"]), (403, "right"))
        with watcher.send("GET", "/v1/preview") as reply:
            self.assertEqual(reply.status, 403)
        watcher.cookie = None
        with watcher.send("GET", "/v1/preview") as reply:
            self.assertEqual(reply.status, 401)


class Beginning(unittest.TestCase):
    """The moment in which the server starts."""

    def test_the_first_request_that_its_port_takes_is_answered(self):
        machine = Machine()
        self.addCleanup(machine.close)
        for _ in range(10):
            machine.stop_server()
            machine.launch_server()
            while True:  # without a pause, because the moment is short
                self.assertIsNone(machine.server.poll(), machine.log("nodline-web"))
                connection = http.client.HTTPConnection("127.0.0.1", machine.port, timeout=HANG)
                try:
                    connection.connect()
                    break
                except ConnectionRefusedError:
                    connection.close()
            connection.request("GET", "/healthz")
            with connection.getresponse() as reply:
                self.assertLess(reply.status, 300)
            connection.close()


def documented(start):
    """The indented block of docs/web.md that begins so."""
    with open(f"{ROOT}/docs/web.md", encoding="utf-8") as file:
        blocks = re.findall(r"(?:^    .*\n)+", file.read(), re.MULTILINE)
    return next(re.sub("^    ", "", block, flags=re.MULTILINE) for block in blocks if block.strip().startswith(start))


class Encrypted(unittest.TestCase):
    """Behind stunnel4."""

    def setUp(self):
        self.machine = Machine(web='behind_tls = true\nhosts = ["nodline.local"]\n')
        self.addCleanup(self.machine.close)
        self.port, folder = free_port(), self.machine.folder
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                        "-subj", "/CN=nodline.local", "-addext", "subjectAltName=DNS:nodline.local",
                        "-keyout", f"{folder}/nodline.key", "-out", f"{folder}/nodline.pem"], check=True, capture_output=True)
        text = documented("[nodline]")
        for old, new in (("accept = 443", f"accept = 127.0.0.1:{self.port}"), ("127.0.0.1:8020", f"127.0.0.1:{self.machine.port}"),
                         ("/etc/stunnel/", folder + "/")):
            self.assertIn(old, text)
            text = text.replace(old, new)
        with open(f"{folder}/stunnel.conf", "w") as file:
            file.write(f"foreground = yes\npid =\n{text}")
        with open(f"{folder}/stunnel.log", "wb") as log:
            self.stunnel = subprocess.Popen(["stunnel4", f"{folder}/stunnel.conf"], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.addCleanup(self.stunnel.wait)
        self.addCleanup(self.stunnel.kill)

        def listens():
            self.assertIsNone(self.stunnel.poll(), self.machine.log("stunnel"))
            with socket.socket() as client:
                return client.connect_ex(("127.0.0.1", self.port)) == 0
        wait(listens, 10, "stunnel")

    def test_a_browser_pairs_and_works_and_is_told_of_no_open_connection(self):
        text = Texts("en")
        page = Browser(resolve=f"MAP nodline.local:443 127.0.0.1:{self.port}", insecure=True)
        self.addCleanup(page.close)
        page.enter("https://nodline.local/", self.machine.code())
        page.says(text("state.ready"), "#header", 20)
        self.assertNotIn(text("unencrypted"), page.words("body"))
        cookie = next(cookie for cookie in page.driver.get_cookies() if "nodline" in cookie["name"])
        self.assertEqual((cookie["name"], cookie["secure"], cookie["httpOnly"], cookie["sameSite"]), ("__Host-nodline", True, True, "Strict"))
        page.go("watch")
        page.press("main button[data-request='pause']")
        page.says(text("state.paused"), "#header")
        self.assertEqual(page.complaints(), [])

    def test_the_certificate_is_checked_and_without_encryption_nothing_is_let_in(self):
        context = ssl.create_default_context(cafile=f"{self.machine.folder}/nodline.pem")
        with context.wrap_socket(socket.create_connection(("127.0.0.1", self.port), timeout=HANG), server_hostname="nodline.local") as wire:
            self.assertIn(wire.version(), ("TLSv1.2", "TLSv1.3"))
            wire.sendall(b"GET /healthz HTTP/1.1\r\nHost: nodline.local\r\n\r\n")
            self.assertIn(b" 200 ", wire.recv(4096))
        # Without stunnel, the page's own origin is refused, and no address but loopback answers.
        client = http.client.HTTPConnection("127.0.0.1", self.machine.port, timeout=HANG)
        client.request("POST", "/v1/pair", '{"code":"000000"}', {"Origin": f"http://127.0.0.1:{self.machine.port}"})
        with client.getresponse() as reply:
            self.assertEqual(reply.status, 403)
        with open("/proc/net/tcp") as table:
            listening = [line.split()[1] for line in table if line.split()[3] == "0A" and line.split()[1].endswith(f":{self.machine.port:04X}")]
        self.assertEqual(listening, [f"0100007F:{self.machine.port:04X}"])


#: Asks who it is, as a browser would, and claims to be the screen.
ASK = """import http.client, sys
client = http.client.HTTPConnection(sys.argv[1], timeout=60)
client.request("GET", "/v1/session", headers={"X-Nodline-Screen": "1", "X-Forwarded-For": "127.0.0.1"})
print(client.getresponse().read().decode())"""


@unittest.skipUnless(os.geteuid() == 0, "only root may start programs of other users")
class Screen(unittest.TestCase):
    """The board's own screen is a user of this machine, and programs of others pass on what comes from elsewhere."""
    user = "games"

    def machine(self, screen):
        machine = Machine(web=f'interfaces = ["lo"]\nscreen = "{screen}"\n')
        self.addCleanup(machine.close)
        return machine

    def session(self, port, user=None):
        command = [*(["setpriv", f"--reuid={user}", "--clear-groups"] if user else []), sys.executable, "-c", ASK, f"127.0.0.1:{port}"]
        return json.loads(subprocess.run(command, capture_output=True, check=True, text=True, timeout=HANG, cwd="/").stdout)

    def passing_on(self, port):
        """The port of a program that passes everything on to this port of loopback, as one that encrypts does; it belongs to root."""
        door = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(door.close)

        def copy(one, other):
            with one, other:
                while piece := one.recv(65536):
                    other.sendall(piece)

        def serve():
            while True:
                try:
                    client = door.accept()[0]
                except OSError:
                    return
                server = socket.create_connection(("127.0.0.1", port))
                threading.Thread(target=copy, args=(client.dup(), server.dup()), daemon=True).start()
                threading.Thread(target=copy, args=(server, client), daemon=True).start()
        threading.Thread(target=serve, daemon=True).start()
        return door.getsockname()[1]

    def test_the_screens_user_needs_no_pairing_and_nobody_else_has_its_rights_also_behind_a_proxy(self):
        machine = self.machine(self.user)
        own = self.session(machine.port, self.user)
        self.assertEqual((own["paired"], own["screen"], own["rights"]), (True, True, ["watch"]))
        self.assertFalse(self.session(machine.port)["paired"], "another user of this machine")
        self.assertFalse(self.session(machine.port, "daemon")["paired"], "another user of this machine")
        proxy = self.passing_on(machine.port)
        for user in (None, self.user, "daemon"):
            self.assertFalse(self.session(proxy, user)["paired"], f"{user or 'root'} by way of another program")

    def test_without_the_setting_or_with_a_user_that_is_none_everybody_must_pair(self):
        for screen in ("", "no-such-user", "nobody"):
            machine = self.machine(screen)
            self.assertFalse(self.session(machine.port, self.user)["paired"], screen)
            self.assertFalse(self.session(machine.port, "nobody")["paired"], screen)
            if screen:
                self.assertIn(f'screen = "{screen}": expected a user of this machine', machine.log("nodline-web"))


if __name__ == "__main__":
    unittest.main()
