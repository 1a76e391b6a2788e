"""Runs another face finder as a process that reads requests and writes figures, one JSON line each.

    worker.py haar | mediapipe

A request is {"clip": a grey Y4M file, "every": use every Nth frame, "warm_up": seconds that are not counted, "most": the
largest number of counted frames, evenly spaced}. Only finding is measured, in CPU time of all threads of this process: the
frame is in memory, in the finder's format, before the clock is read.
"""

import json
import mmap
import sys
import time


class Haar:
    """OpenCV's cascade frontalface_alt2, the largest face; frames are independent."""

    def __init__(self):
        import cv2

        cv2.setNumThreads(1)
        self.flag = cv2.CASCADE_FIND_BIGGEST_OBJECT
        self.cascade = cv2.CascadeClassifier(cv2.data.haarcascades + "haarcascade_frontalface_alt2.xml")

    def prepare(self, luma):
        return luma

    def find(self, picture):
        return len(self.cascade.detectMultiScale(picture, flags=self.flag)) > 0


class MediaPipe:
    """MediaPipe's Python solution Face Mesh, which tracks from frame to frame."""

    def __init__(self):
        from mediapipe.python.solutions import face_mesh

        self.solution = face_mesh.FaceMesh(static_image_mode=False, max_num_faces=1)

    def prepare(self, luma):
        import numpy

        return numpy.repeat(luma[:, :, None], 3, axis=2)  # it expects colour: luma in all three channels

    def find(self, picture):
        return self.solution.process(picture).multi_face_landmarks is not None


FINDERS = {"haar": Haar, "mediapipe": MediaPipe}


class Clip:
    """A grey Y4M file, mapped into memory."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.memory = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        words = {word[:1]: word[1:] for word in self.memory.readline().decode().split()}
        self.width, self.height = int(words["W"]), int(words["H"])
        rate = words["F"].split(":")
        self.rate = int(rate[0]) / int(rate[1])
        self.places = []
        while self.memory.readline():  # FRAME
            self.places.append(self.memory.tell())
            self.memory.seek(self.width * self.height, 1)

    def luma(self, number):
        """A copy, like a frame from a camera."""
        import numpy

        size = self.width * self.height
        place = self.places[number]
        return numpy.frombuffer(self.memory[place:place + size], numpy.uint8).reshape(self.height, self.width)


def measure(finder, request):
    clip = Clip(request["clip"])
    taken = range(0, len(clip.places), request["every"])
    warm_up = [number for number in taken if number / clip.rate < request["warm_up"]]
    counted = [number for number in taken if number / clip.rate >= request["warm_up"]]
    if len(counted) > request["most"]:
        counted = [counted[k * len(counted) // request["most"]] for k in range(request["most"])]
        warm_up = warm_up[-1:]  # with omitted frames, tracking state is of no use
    for number in warm_up:
        finder.find(finder.prepare(clip.luma(number)))
    cpu, faces = 0.0, 0
    for number in counted:
        picture = finder.prepare(clip.luma(number))
        start = time.process_time()
        found = finder.find(picture)
        cpu += time.process_time() - start
        faces += found
    return {"frames": len(counted), "mean_ms": 1000 * cpu / len(counted), "face_percent": 100 * faces / len(counted)}


def main():
    kind = FINDERS[sys.argv[1]]
    for line in sys.stdin:
        print(json.dumps(measure(kind(), json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
