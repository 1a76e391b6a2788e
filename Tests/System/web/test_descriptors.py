"""nodline-web when no descriptor is left for another connection. It needs no appliance and no browser."""
import http.client
import os
import resource
import shutil
import socket
import subprocess
import tempfile
import time
import unittest

from System.clocks import HANG, wait
from System.places import PROGRAMS, ROOT, free_port


class Descriptors(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="nodline-descriptors.")
        self.port = free_port()
        with open(self.folder + "/nodline.toml", "w") as file:
            file.write(f'config_version = 1\n[web]\nenabled = true\nport = {self.port}\ninterfaces = ["lo"]\n')
        self.log = open(self.folder + "/log", "w")
        self.server = subprocess.Popen([PROGRAMS + "/nodline-web", "--config", self.folder + "/nodline.toml", "--socket", self.folder + "/none",
                                        "--voice", self.folder + "/none", "--page", ROOT + "/Sources/Web/Page", "--runtime", self.folder + "/run"], stdout=self.log, stderr=self.log)
        wait(self.answers, 5, "the server answers")
        self.idle = min(len(self.used()) for _ in range(20) if not time.sleep(0.05))

    def tearDown(self):
        self.server.kill()
        self.server.wait()
        self.log.close()
        shutil.rmtree(self.folder)

    def answers(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=HANG)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def used(self):
        return {int(name) for name in os.listdir(f"/proc/{self.server.pid}/fd")}

    def leave(self, count):
        """Leaves so many descriptors free, when earlier connections are closed."""
        # One look for both: a descriptor that is open for a moment would be counted as one that stays.
        used = wait(lambda: len(now := self.used()) == self.idle and now, 1, "earlier connections end")
        free = [number for number in range(len(used) + count + 1) if number not in used]
        resource.prlimit(self.server.pid, resource.RLIMIT_NOFILE, (free[count], 1024))

    def told(self):
        with open(self.folder + "/log") as file:
            return file.read().count("accept: Too many open files; it is tried again")

    def test_waits(self):
        """A request takes three: the guard's connection, and both ends of the one between guard and server. Guard and server each tell once."""
        for left, told, status in ((0, 1, b" 200 "), (1, 1, b" 503 "), (2, 2, b" 200 "), (3, 2, b" 200 ")):
            with self.subTest(left=left):
                self.leave(left)
                with socket.create_connection(("127.0.0.1", self.port), timeout=HANG) as client:
                    client.sendall(f"GET /healthz HTTP/1.1\r\nHost: localhost:{self.port}\r\n\r\n".encode())
                    if left in (0, 2):
                        wait(lambda: self.told() == told or self.server.poll() is not None, 1, "it is told")
                        resource.prlimit(self.server.pid, resource.RLIMIT_NOFILE, (1024, 1024))
                    self.assertIn(status, client.recv(100))
                resource.prlimit(self.server.pid, resource.RLIMIT_NOFILE, (1024, 1024))
                self.assertIsNone(self.server.poll(), "it goes on")
                self.assertTrue(self.answers())
                self.assertEqual(self.told(), told)


if __name__ == "__main__":
    unittest.main()
