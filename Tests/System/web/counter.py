"""Counts the bytes that a browser gets from the page's server to show a page, headers included."""
import socket
import threading

from door import Door


class Counter:
    """A door of its own to a port of this machine."""

    def __init__(self, port):
        self.port, self.got = port, 0
        listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        self._door = Door(listener, self._serve)

    def close(self):
        self._door.close()

    def _serve(self, client):
        server = socket.create_connection(("127.0.0.1", self.port))
        threading.Thread(target=self._pass, args=(client, server, False), daemon=True).start()
        self._pass(server, client, True)

    def _pass(self, giver, taker, counts):
        try:
            isLoading = counts
            while piece := giver.recv(65536):
                # A stream of events goes on as long as the page is open, which on a slow machine is longer.
                isLoading = isLoading and b"text/event-stream" not in piece
                if isLoading:
                    self.got += len(piece)
                taker.sendall(piece)
            taker.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        finally:
            if counts:  # the server has said all
                giver.close()
                taker.close()
