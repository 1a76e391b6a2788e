"""The page to speak with, served with an appliance that the test plays: it says what happened, and when."""
import base64
import hashlib
import http.server
import json
import os
import queue
import threading
import time

from System.clocks import HANG
from System.places import ROOT

PAGE = ROOT + "/Sources/Web/Page"
TYPES = {"js": "text/javascript", "css": "text/css", "json": "application/json", "html": "text/html; charset=utf-8"}
#: The server's own (SecurityHeaders.swift).
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; "
          "form-action 'none'; frame-ancestors 'none'")


class FakeWeb:
    """`say` sends an event to the page; while `face` is seen its place is reported as it is of each frame."""

    def __init__(self):
        self.face = True
        #: Gestures that the appliance cannot recognise, each with the key that is why.
        self.off = {}
        #: Whether the appliance reports anything yet.
        self.reports = True
        #: A browser that may use the page; whether it is the board's own screen.
        self.paired, self.screen, self.rights = True, False, ["watch", "change"]
        #: What the board's voice does with each text: "said", "failed", or `None` to speak until it is stopped. Without one there is no voice.
        self.voice = []
        #: What the board was asked to say.
        self.asked = []
        self.stopped = threading.Event()
        #: What the appliance answers to a call, or `None` if the server hangs; and how often it was asked.
        self.bell, self.calls = {"ok": True, "outputs": [], "refused": []}, 0
        #: Whether the server takes requests and answers none.
        self.hangs = False
        #: The boards that are kept, and that come in; `None` if the disk is full.
        self.boards, self.coming = b"", []
        #: Whether the server that is there cannot read them.
        self.hides = False
        self.began = time.monotonic()
        self.streams = []
        self.running = True
        self.closed = threading.Event()
        web = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                path = self.path.split("?")[0]
                if web.hangs:
                    web.closed.wait(HANG)
                if path == "/v1/session":
                    return self.answer({"paired": web.paired, "rights": web.rights, "token": "t", "encrypted": True, "voice": bool(web.voice), "screen": web.screen})
                if path.startswith("/v1/boards/"):
                    part = (web.boards or b"")[65536 * int(path.split("/")[-1]):][:65536]
                    if web.hides:
                        return self.send_error(503)
                    return self.send(part, "application/octet-stream", {"ETag": f'"{web.revision}"'}) if part else self.send_error(404)
                if path == "/v1/events":
                    return web.stream(self)
                if path.startswith("/Tests/") or path.startswith("/Sources/"):
                    return self.file(ROOT + path)
                return self.file(PAGE + ("/talk/index.html" if path == "/talk" else "/index.html" if path == "/" else path))

            def do_POST(self):
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                if web.hangs:
                    web.closed.wait(HANG)
                if self.path == "/v1/voice":
                    return self.answer({"voice": web.speak(request)})
                if self.path == "/v1/boards":
                    if request["on"] != web.revision:
                        return self.send(b'{"ok": false, "error": "changed"}', "application/json", status=409)
                    return self.answer({"ok": True, "revision": web.revision}) if web.keep(request) else self.send_error(507)
                if request.get("request") == "call":
                    web.calls += 1
                    if web.bell is None:
                        web.closed.wait(HANG)
                    return self.answer(web.bell)
                return self.answer({"ok": True, **(web.status() if request.get("request") == "status" else {})})

            def answer(self, fields):
                self.send(json.dumps(fields).encode(), "application/json")

            def file(self, path):
                if ".." in path or not os.path.isfile(path):
                    return self.send_error(404)
                with open(path, "rb") as file:
                    return self.send(file.read(), TYPES.get(path.rsplit(".", 1)[-1], "text/plain"))

            def send(self, body, kind, headers=(), status=200):
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Content-Security-Policy", POLICY)
                for name in headers:
                    self.send_header(name, headers[name])
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments):
                pass
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.handle_error = lambda *arguments: None  # a browser that has closed
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/"
        for work in (self.server.serve_forever, self.watch):
            threading.Thread(target=work, daemon=True).start()

    @property
    def now(self):
        return time.monotonic() - self.began

    def status(self):
        return {"state": "ready" if self.face else "searching", "face": self.face, "paused": False, "calibrating": False, "taught": [], "off": self.off, "faults": []}

    @property
    def revision(self):
        return hashlib.sha256(self.boards).hexdigest() if self.boards else ""

    def keep(self, request):
        if self.boards is None:
            return False
        if request.get("clear"):
            self.boards = b""
            return True
        self.coming = [*(self.coming if request["part"] else []), base64.b64decode(request["data"])]
        if request["last"]:
            self.boards = b"".join(self.coming)
        return True

    def speak(self, request):
        if request.get("stop"):
            self.stopped.set()
            return "stopped"
        self.asked.append(request)
        word = self.voice.pop(0) if len(self.voice) > 1 else self.voice[0]
        if word is None:
            self.stopped.clear()
            self.stopped.wait(HANG)
        return word or "stopped"

    def watch(self):
        while self.running:
            if self.reports:
                self.say("pointer" if self.face else "stats", **({"to": [1, 1]} if self.face else {}))
            time.sleep(0.1)

    def say(self, event, **fields):
        for stream in list(self.streams):
            stream.put({"v": 2, "t": self.now, "event": event, **fields})

    def see(self, face):
        self.face = face
        self.say("tracking-started" if face else "face-lost", **({"center": [1, 1], "iod": 1} if face else {}))

    def stream(self, handler):
        own = queue.Queue()
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.end_headers()
        handler.wfile.write(b"event: appliance\ndata: {\"running\":true}\n\n")
        if self.reports:
            own.put({"v": 2, "t": self.now, "event": "hello"})
        self.streams.append(own)
        try:
            while self.running:
                handler.wfile.write(f"data: {json.dumps(own.get(timeout=5))}\n\n".encode())
        except (OSError, queue.Empty):
            pass
        finally:
            self.streams.remove(own)

    def hang_up(self):
        """The server is gone, as far as the page can tell."""
        self.close()

    def close(self):
        if not self.running:
            return
        self.running = False
        self.closed.set()
        self.server.shutdown()
        self.server.server_close()
