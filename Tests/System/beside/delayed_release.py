"""In the place of nodline-bluetooth: passes everything on to the program NODLINE_REAL_BLUETOOTH, but the end of a writer 0.3 s late."""
import os
import select
import socket
import subprocess
import sys
import threading
import time

place = sys.argv.index("--reports") + 1
path, real = sys.argv[place], sys.argv[place] + ".real"
if os.path.exists(path):
    os.remove(path)
door = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
door.bind(path)
door.listen(32)


def serve(guest):
    with guest, socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as wire:
        while wire.connect_ex(real) != 0:
            time.sleep(0.005)
        while True:
            for one in select.select([guest, wire], [], [])[0]:
                packet = one.recv(256)
                if not packet:
                    time.sleep(0.3 if one is guest else 0)
                    return
                (wire if one is guest else guest).send(packet)


def accept():
    while True:
        threading.Thread(target=serve, args=(door.accept()[0],), daemon=True).start()


threading.Thread(target=accept, daemon=True).start()
sys.exit(subprocess.run([os.environ["NODLINE_REAL_BLUETOOTH"], *sys.argv[1:place], real, *sys.argv[place + 1:]]).returncode)
