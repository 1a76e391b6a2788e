"""Counts the bytes that a browser gets from the page's server to show a page, headers included."""
import socket
import threading

from System.door import Door


class Counter:
    """A door of its own to a port of this machine. A server's connection has one request."""

    def __init__(self, port):
        self.port = port
        #: Bytes of the first answer from each path. A slow machine's page asks some again while it loads.
        self.got = {}
        listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        self._door = Door(listener, self._serve)

    def close(self):
        self._door.close()

    def begin(self):
        """From here on everything is counted anew; what still comes of former requests is not."""
        self.got = {}

    def _serve(self, client):
        try:
            server = socket.create_connection(("127.0.0.1", self.port))
            with client, server:
                asked = client.recv(65536)
                got, path = self.got, asked.split(b" ")[1].split(b"?")[0].decode()
                counts = path not in got
                got.setdefault(path, 0)
                server.sendall(asked)
                threading.Thread(target=self._pass, args=(client, server), daemon=True).start()
                while piece := server.recv(65536):
                    # A stream of events goes on as long as the page is open, which on a slow machine is longer.
                    counts = counts and b"text/event-stream" not in piece
                    got[path] += len(piece) if counts else 0
                    client.sendall(piece)
        except (OSError, IndexError):
            pass  # the browser or the server has hung up

    def _pass(self, giver, taker):
        try:
            while piece := giver.recv(65536):
                taker.sendall(piece)
            taker.shutdown(socket.SHUT_WR)
        except OSError:
            pass
