"""Counts the bytes that a browser gets from the page's server, headers included."""
import socket
import threading


class Counter:
    """A door of its own to a port of this machine."""

    def __init__(self, port):
        self.port, self.got = port, 0
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}/"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        self._door.close()

    def _accept(self):
        while True:
            try:
                client, _ = self._door.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self.port))
            for pair in ((client, server, False), (server, client, True)):
                threading.Thread(target=self._pass, args=pair, daemon=True).start()

    def _pass(self, giver, taker, counts):
        try:
            while piece := giver.recv(65536):
                if counts:
                    self.got += len(piece)
                taker.sendall(piece)
            taker.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        finally:
            if counts:  # the server has said all
                giver.close()
                taker.close()
