"""Serves Examples/kiosk with settings of the test's own, as a kiosk's own web server would."""
import functools
import http.server
import json
import os
import threading
import time

from System.places import ROOT

FOLDER = ROOT + "/Examples/kiosk"


class Kiosk:
    """`settings` replaces those of settings.js; `pages` are further files by name."""

    def __init__(self, pages=None):
        self.settings = {}
        #: When each of the settings and `pages` was sent, in seconds since 1970.
        self.sent = []
        self.pages = pages or {}
        kiosk = self

        class Handler(http.server.SimpleHTTPRequestHandler):
            def do_GET(self):
                own = {"/settings.js": "export const settings = " + json.dumps(kiosk.settings) + ";", **kiosk.pages}.get(self.path)
                if own is None:
                    return super().do_GET()
                kind = "text/javascript" if self.path.endswith(".js") else "text/html; charset=utf-8"
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.end_headers()
                kiosk.sent.append(time.time())
                self.wfile.write(own.encode())
                return None

            def log_message(self, *arguments):
                pass
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=os.path.realpath(FOLDER)))
        self.origin = f"http://localhost:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
