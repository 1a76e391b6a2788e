"""The page's server keeps nothing of a request that is over. It needs no appliance and no browser."""
import os
import re
import socket
import subprocess
import tempfile
import threading
import unittest

from System.clocks import wait
from System.places import PROGRAMS, ROOT, free_port, listens


class Memory(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="nodline-memory-test.")
        self.addCleanup(subprocess.run, ["rm", "-rf", self.folder], check=False)
        for name in ("web", "state"):
            os.mkdir(f"{self.folder}/{name}")
        with open(self.folder + "/nodline.toml", "w") as file:
            file.write(f'[web]\nenabled = true\nport = {free_port()}\ninterfaces = ["lo"]\n')
        self.inner = self.folder + "/web/inner/http.sock"
        self.server = subprocess.Popen([PROGRAMS + "/nodline-web", "--config", self.folder + "/nodline.toml", "--socket", self.folder + "/none",
                                        "--page", ROOT + "/Sources/Web/Page", "--runtime", self.folder + "/web", "--state", self.folder + "/state"],
                                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(self.server.wait)
        self.addCleanup(self.server.kill)
        wait(lambda: listens(self.inner), 60, "the server's socket")

    def ask(self, request):
        """Sends a request as the guard does, which would slow a single client down."""
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(self.inner)
            client.sendall(request)
            answer = b""
            while piece := client.recv(65536):
                answer += piece
        return answer

    def many(self, count, request, status):
        def some():
            for _ in range(count // 4):
                if status not in self.ask(request)[:20]:
                    wrong.append(request)
        wrong = []
        threads = [threading.Thread(target=some) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def resident(self):
        """What the program has written to, in KB: not its code, of which it touches more with time."""
        with open(f"/proc/{self.server.pid}/status") as file:
            return int(re.search(r"RssAnon:\s+(\d+)", file.read())[1])

    def test_twenty_thousand_requests_leave_nothing(self):
        head = b" HTTP/1.1\r\nConnection: close\r\nX-Nodline-Peer: 10.0.0.2\r\nX-Nodline-Visit: 1\r\nhost: localhost\r\n"
        kinds = [(b"GET /healthz" + head + b"Content-Length: 0\r\n\r\n", b" 200 "), (b"GET /v1/session" + head + b"Content-Length: 0\r\n\r\n", b" 200 "),
                 (b"POST /v1/ask" + head + b"Content-Length: 2\r\n\r\n{}", b" 401 "), (b"GET /page.css" + head + b"Content-Length: 0\r\n\r\n", b" 200 ")]

        def step():
            for request, status in kinds:
                self.many(2500, request, status)
            return self.resident()
        sizes = [self.resident()] + [step() for _ in range(3)]
        growth = [after - before for before, after in zip(sizes, sizes[1:])]
        print("resident after each 10,000 requests:", sizes, "KB")
        # A timer that stays is 0.75 KB for each request. The first round fills what is kept for good.
        self.assertLess(growth[1] + growth[2], 2 * 10_000 * 0.1, f"{growth} KB for each 10,000 requests")


if __name__ == "__main__":
    unittest.main()
