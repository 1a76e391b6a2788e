"""Opens and closes libcamera's virtual camera many times through the camera object; memory and descriptors must not grow."""
import ctypes as c
import os
import select
import sys

from System.hardware.guest.pictures import show
from System.hardware.guest.wire import BUILD

CYCLES, FRAMES = 200, 10_000


class Error(c.Structure):
    _fields_ = [("call", c.c_char * 64), ("code", c.c_int32), ("detail", c.c_char * 256)]


class Wish(c.Structure):
    _fields_ = [("width", c.c_uint32), ("height", c.c_uint32), ("rate", c.c_double)]


class Table(c.Structure):
    """The functions of Sources/CLibcamera/include/CLibcamera.h, in its order."""
    _fields_ = [("numbers", c.c_uint32 * 5), ("built_for", c.c_char_p)] + [(name, c.c_void_p) for name in (
        "open_system", "close_system", "describe", "open", "close", "start", "stop", "descriptor", "next", "give_back",
        "set_rate")]


def function(address, result, *arguments):
    return c.CFUNCTYPE(result, *arguments)(address)


def status():
    with open("/proc/self/status") as file:
        resident = next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))
    return resident, len(os.listdir("/proc/self/fd")), len(os.listdir("/proc/self/task"))


def main():
    library = c.CDLL(f"{BUILD}/libnodline-camera.so")
    library.nodline_camera_table.restype = c.POINTER(Table)
    table = library.nodline_camera_table().contents
    pointer, error = c.c_void_p, Error()
    open_system = function(table.open_system, c.c_bool, c.POINTER(pointer), c.POINTER(Error))
    open_camera = function(table.open, c.c_bool, pointer, c.c_char_p, c.POINTER(Wish), pointer, c.POINTER(pointer),
                           c.POINTER(Error))
    start = function(table.start, c.c_bool, pointer, c.POINTER(Error))
    stop, close = function(table.stop, None, pointer), function(table.close, None, pointer)
    descriptor = function(table.descriptor, c.c_int, pointer)
    next_event = function(table.next, c.c_int, pointer, pointer)
    give_back = function(table.give_back, None, pointer, c.c_uint32)

    show("rest", "wall")
    system, mode, frame = pointer(), c.create_string_buffer(256), c.create_string_buffer(256)
    assert open_system(c.byref(system), c.byref(error)), error.call
    figures, frames = [], 0
    for cycle in range(CYCLES):
        camera = pointer()
        wish = Wish(640, 480, 0)  # 0: no limit
        assert open_camera(system, b"Virtual0", c.byref(wish), mode, c.byref(camera), c.byref(error)), (error.call, error.detail)
        assert start(camera, c.byref(error)), error.call
        wanted = (cycle + 1) * FRAMES // CYCLES
        while frames < wanted:
            assert select.select([descriptor(camera)], [], [], 5)[0], f"no frame after {frames}"
            if next_event(camera, frame) == 1:
                frames += 1
                # The slot follows bytes, size, timestamp, arrival and dropped: five words of eight bytes.
                give_back(camera, int.from_bytes(frame.raw[40:44], sys.byteorder))
        stop(camera)
        close(camera)
        if cycle in (9, CYCLES // 2, CYCLES - 1):
            figures.append(status())
    print(f"{CYCLES} cycles, {frames} frames; resident KB, descriptors and threads after 10, {CYCLES // 2}, {CYCLES}: {figures}")
    assert figures[2][0] - figures[0][0] < 1024, "memory grows"
    assert figures[2][1:] == figures[0][1:], "descriptors or threads are leaked"


main()
