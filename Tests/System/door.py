"""Fakes of programs that others connect to."""
import socket
import threading


class Door:
    """Serves the clients of a listening socket, each in a thread of its own, until it is closed.

    A thread that still waits for clients when its socket is closed would take one of the next socket's, which gets the same number: the next
    test's program would talk to the previous test's fake. So closing wakes it and waits for its end."""

    def __init__(self, listener, serve):
        self._listener, self._serve = listener, serve
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def close(self):
        try:
            self._listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # it was shut already
        self._thread.join()
        self._listener.close()
