"""A control socket that nods: it answers each question with yes after a moment, and remembers when."""
import json
import os
import random
import socket
import time

from System.door import Door


class FakeAppliance:
    def __init__(self, path):
        if os.path.exists(path):
            os.remove(path)
        #: When each answer was sent, in seconds since 1970.
        self.answers = []
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
        listener.listen(32)
        self.door = Door(listener, self._serve)

    def _serve(self, client):
        with client, client.makefile("r") as lines:
            for line in lines:
                request = json.loads(line)
                reply = {"v": 2, "reply": request["request"], "ok": True, "id": request.get("id")}
                if request["request"] == "ask":
                    time.sleep(random.uniform(0.02, 0.08))
                    reply["answer"] = "yes"
                    self.answers.append(time.time())
                client.sendall((json.dumps(reply) + "\n").encode())

    def close(self):
        self.door.close()
