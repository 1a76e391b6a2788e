"""The boards to speak with that nodline-web keeps: in parts, whole or not at all. It needs no appliance and no browser."""
import base64
import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import tempfile
import unittest

from System.clocks import HANG, wait
from System.places import PROGRAMS, ROOT, free_port, listens

#: The most bytes in all, in a part that is read, and in one that fits into a request.
MOST, PART, SENT = 4_000_000, 65_536, 5_000


class Direct(http.client.HTTPConnection):
    """To the server's own socket, as the guard passes requests on: without the guard's bounds on how many and how large they are."""

    def __init__(self, path):
        super().__init__("localhost", timeout=HANG)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(HANG)
        self.sock.connect(self.path)


class Boards(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="nodline-boards-test.")
        self.addCleanup(subprocess.run, ["rm", "-rf", self.folder], check=False)
        for name in ("web", "state"):
            os.mkdir(f"{self.folder}/{name}")
        with open(self.folder + "/nodline.toml", "w") as file:
            file.write(f'[web]\nenabled = true\nport = {free_port()}\ninterfaces = ["lo"]\n')
        self.start()
        self.cookie, self.token = self.pair()

    def start(self):
        self.server = subprocess.Popen([PROGRAMS + "/nodline-web", "--config", self.folder + "/nodline.toml", "--socket", self.folder + "/none", "--voice", self.folder + "/none",
                                        "--page", ROOT + "/Sources/Web/Page", "--runtime", self.folder + "/web", "--state", self.folder + "/state"],
                                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(self.server.wait)
        self.addCleanup(self.server.kill)
        for name in ("inner/http.sock", "pair.sock"):
            wait(lambda name=name: listens(f"{self.folder}/web/{name}"), HANG, name)

    def pair(self, *options):
        command = [PROGRAMS + "/nodline", "pair", "--json", "--socket", self.folder + "/web/pair.sock", *options]
        code = json.loads(subprocess.run(command, check=True, capture_output=True, timeout=HANG, text=True).stdout)["code"]
        reply, body = self.send("POST", "/v1/pair", {"code": code, "name": "test"}, {"X-Nodline-Peer": "127.0.0.1"})
        return reply.headers["Set-Cookie"].split(";")[0], json.loads(body)["token"]

    def send(self, method, path, fields=None, headers=None):
        if headers is None:
            headers = {"Cookie": self.cookie, "X-Nodline-Token": self.token}
        connection = Direct(self.folder + "/web/inner/http.sock")
        connection.request(method, path, json.dumps(fields) if fields is not None else None, {"X-Nodline-Visit": "1", **headers})
        reply = connection.getresponse()
        return reply, reply.read()

    def revision(self):
        """Which boards are kept."""
        return (self.send("GET", "/v1/boards/0")[0].headers["ETag"] or "").strip('"')

    def keep(self, data, part=0, last=True, on=None, **how):
        fields = {"part": part, "last": last, "data": base64.b64encode(data).decode(), "on": self.revision() if on is None else on}
        return self.send("POST", "/v1/boards", fields, **how)[0].status

    def keep_all(self, data):
        last = (len(data) - 1) // SENT
        for part in range(last + 1):
            self.assertEqual(self.keep(data[part * SENT:(part + 1) * SENT], part, part == last), 200)

    def kept(self):
        """All parts together; `None` if nothing is kept."""
        whole = b""
        for part in range(MOST // PART + 2):
            reply, body = self.send("GET", f"/v1/boards/{part}")
            if reply.status != 200:
                return whole if part else None
            whole += body
            if len(body) < PART:
                break
        return whole

    def resident(self):
        """What the program has written to, in KB."""
        with open(f"/proc/{self.server.pid}/status") as file:
            return int(re.search(r"RssAnon:\s+(\d+)", file.read())[1])

    def test_parts_make_a_whole_which_replaces_the_previous_one_at_last(self):
        self.assertIsNone(self.kept())
        self.assertEqual([self.keep(b"one ", 0, False), self.kept(), self.keep(b"two", 1)], [200, None, 200])
        self.assertEqual(self.kept(), b"one two")
        for large in (os.urandom(PART * 2 - 3), os.urandom(PART)):
            self.keep_all(large)
            self.assertEqual(self.kept(), large)
        self.assertEqual(os.stat(self.folder + "/state/boards").st_mode & 0o777, 0o600)
        self.assertEqual(self.send("POST", "/v1/boards", {"clear": True, "on": self.revision()})[0].status, 200)
        self.assertIsNone(self.kept())

    def test_what_was_begun_when_the_program_was_killed_changes_nothing(self):
        self.keep(b"kept")
        self.keep(b"half", 0, False)
        self.server.send_signal(signal.SIGKILL)
        self.server.wait()
        self.start()
        self.assertNotIn("boards.new", os.listdir(self.folder + "/state"))
        self.assertEqual(self.kept(), b"kept")
        self.assertEqual(self.keep(b"rest", 1), 409)
        self.assertEqual([self.keep(b"new"), self.kept()], [200, b"new"])

    def test_boards_that_another_browser_has_kept_meanwhile_are_not_replaced(self):
        dice, shown, kept = random.Random(5), [""] * 3, b""
        for number in range(60):
            browser = dice.randrange(3)
            if dice.random() < 0.3:
                shown[browser] = self.revision()
            isCurrent, new = shown[browser] == self.revision(), str(number).encode()
            if dice.random() < 0.2:
                status = self.send("POST", "/v1/boards", {"clear": True, "on": shown[browser]})[0].status
                new = b""
            else:
                # The others may keep theirs between two parts.
                status = self.keep(new[:1], 0, len(new) == 1, shown[browser])
                if status == 200 and len(new) == 2:
                    if dice.random() < 0.3:
                        self.assertEqual(self.keep(b"meanwhile", on=shown[browser]), 200)
                        kept, isCurrent = b"meanwhile", False
                    status = self.keep(new[1:], 1, True, shown[browser])
            self.assertEqual(status, 200 if isCurrent else 409)
            kept = new if isCurrent else kept
            self.assertEqual(self.kept() or b"", kept)
            if isCurrent:
                shown[browser] = self.revision()
        self.assertEqual(self.keep(b"x", on="1-2-3"), 409)
        self.assertNotIn("boards.new", os.listdir(self.folder + "/state"))

    def test_a_part_out_of_order_or_of_another_browser_ends_what_was_begun(self):
        self.keep(b"kept")
        mine = {"Cookie": self.cookie, "X-Nodline-Token": self.token}
        cookie, token = self.pair()
        for part, headers in ((2, mine), (1, {"Cookie": cookie, "X-Nodline-Token": token})):
            self.keep(b"x", 0, False)
            self.assertEqual(self.keep(b"y", part, headers=headers), 409)
            self.assertEqual(self.keep(b"y", 1), 409)
            self.assertEqual(self.kept(), b"kept")

    def test_more_than_fits_is_refused_and_leaves_nothing_and_the_program_stays_small(self):
        self.keep(b"kept")
        self.kept()
        before = self.resident()
        piece, full = bytes(SENT), MOST // SENT
        self.assertEqual({self.keep(piece, part, False) for part in range(full)}, {200})
        self.assertEqual(self.keep(b"x", full), 413)
        self.assertEqual(self.kept(), b"kept")
        self.assertEqual(os.listdir(self.folder + "/state").count("boards.new"), 0)
        self.keep_all(bytes(MOST))
        self.assertEqual(self.kept(), bytes(MOST))
        grown = self.resident() - before
        print(f"4 MB of boards, kept and read, make the program larger by {grown} kB")
        self.assertLess(grown, MOST / 1000 / 2)

    def test_who_may_not_change_keeps_nothing_and_who_is_not_paired_reads_nothing(self):
        self.keep(b"kept")
        cookie, token = self.pair("--watch")
        watcher = {"Cookie": cookie, "X-Nodline-Token": token}
        for headers, status in ((watcher, 403), ({}, 401), ({"Cookie": self.cookie}, 403), ({"Cookie": self.cookie, "X-Nodline-Token": "x"}, 403)):
            self.assertEqual(self.keep(b"x", headers=headers), status)
            self.assertEqual(self.send("POST", "/v1/boards", {"clear": True, "on": self.revision()}, headers)[0].status, status)
            self.assertEqual(self.send("POST", "/v1/voice", {"say": "x", "language": "en"}, headers)[0].status, status)
        self.assertEqual(self.send("GET", "/v1/boards/0", headers={})[0].status, 401)
        self.assertEqual(self.send("GET", "/v1/boards/0", headers=watcher)[1], b"kept")
        self.assertEqual(self.kept(), b"kept")

    def test_what_is_no_part_is_refused(self):
        self.keep(b"kept")
        good = {"part": 0, "last": True, "data": "", "on": self.revision()}
        for fields in ([], {}, {"clear": False, "on": ""}, {"clear": True}, {"clear": True, "part": 0, "on": ""}, *({**good, **change} for change in (
                {"part": -1}, {"part": 0.5}, {"part": "0"}, {"part": 1e30}, {"last": 1}, {"data": "!"}, {"data": 5}, {"data": None}, {"on": 1}, {"on": None}, {"more": 1}))):
            self.assertEqual(self.send("POST", "/v1/boards", fields)[0].status, 400, fields)
        for path in ("x", "-1", "99999999999999999999", "0x1", "1e3"):
            self.assertEqual(self.send("GET", f"/v1/boards/{path}")[0].status, 404, path)
        self.assertEqual(self.kept(), b"kept")

    def test_a_folder_that_cannot_be_written_is_said_and_links_are_not_followed(self):
        with open(self.folder + "/secret", "w") as file:
            file.write("secret")
        for name in ("boards", "boards.new"):
            os.symlink(self.folder + "/secret", f"{self.folder}/state/{name}")
        self.assertIsNone(self.kept())
        self.assertEqual(self.keep(b"x"), 507)
        with open(self.folder + "/secret") as file:
            self.assertEqual(file.read(), "secret")

    def test_without_a_voice_it_says_so(self):
        reply, body = self.send("POST", "/v1/voice", {"say": "x", "language": "en"})
        self.assertEqual((reply.status, json.loads(body)["error"]), (503, "no-voice"))


if __name__ == "__main__":
    unittest.main()
