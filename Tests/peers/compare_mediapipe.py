#!/usr/bin/env python3
"""Compares Nodline's face tracking with MediaPipe's on the same pictures: points, cost, and what grey loses.

Nodline runs MediaPipe's BlazeFace and Face Mesh models in a pipeline of its own. This script says whether that pipeline
finds the same points as MediaPipe's does and what each costs. Both are given the same grey pixels, since luma is all
that Nodline uses of a picture, in the same order, since both follow the face from frame to frame. Distances are in
percent of the interocular distance (IOD).

Face Mesh has been published with more than one set of weights. The bar on its points therefore holds with the same
model file on both sides, Nodline's; a further figure says how far MediaPipe with its own file is away.

Exit status: 0 every bar is met, 1 one is missed, 2 the comparison cannot be made.
"""

import argparse
import contextlib
import dataclasses
import json
import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
NODLINE_MODEL = ROOT / ".nodline/models/face_landmark.tflite"
PHOTOGRAPH = ROOT / ".nodline/astronaut.png"
CLIP_FOLDER = ROOT.parent / "shared/clips"
CLIP_NAMES = ["desk", "nods", "turns", "eyes-only"]

ENVIRONMENT = ROOT / ".nodline/peers-venv"
MEDIAPIPE = "mediapipe==0.10.21"
NEWEST_PYTHON = (3, 12)
# What an environment is complete with: the pin it was made for, and a copy of the model that came with it.
PIN_FILE = ENVIRONMENT / "pin"
MEDIAPIPE_MODEL = ENVIRONMENT / "face_landmark.tflite"

CLIP_FRAMES_COMPARED = 100
# The photograph is shown this often, so that both settle on it; the last frame is compared.
PHOTOGRAPH_FRAMES = 100
COST_CLIP = "nods"  # of the clips the one nearest to VGA, with the face in every frame
COST_ROUNDS = 5
COST_WARM_UP = 10  # frames of each run that are not counted

MESH_BAR = 1.5  # % of IOD
KEYS_BAR = 3.0  # % of IOD
COST_BAR = 0.7

# Outer and inner corner of the user's right and left eye among the mesh's points.
RIGHT_EYE = (33, 133)
LEFT_EYE = (263, 362)


class Impossible(Exception):
    """The comparison cannot be made; the text says why and what to do."""


@dataclasses.dataclass
class Seen:
    """What one side found in one frame: points in pixels, or None where there was no face."""

    mesh: list | None = None
    keys: list | None = None
    cpu_ms: float = 0.0


@dataclasses.dataclass
class Clip:
    """Frames that were decoded once, to a grey Y4M file, and are given to both sides."""

    name: str
    source: list  # ffmpeg's input arguments, for decoding it again in colour
    grey: pathlib.Path
    width: int
    height: int
    compared: list  # numbers of the frames that are compared

    def grey_frames(self):
        """The frames as MediaPipe takes them: RGB with luma in all three channels."""
        import numpy

        with open(self.grey, "rb") as file:
            file.readline()
            while file.readline():  # FRAME
                luma = numpy.frombuffer(file.read(self.width * self.height), numpy.uint8)
                yield numpy.repeat(luma.reshape(self.height, self.width, 1), 3, axis=2)

    def colour_frames(self):
        import numpy

        size = self.width * self.height * 3
        command = [*ffmpeg(self.source), "-f", "rawvideo", "-pix_fmt", "rgb24", "pipe:1"]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            while pixels := process.stdout.read(size):
                yield numpy.frombuffer(pixels, numpy.uint8).reshape(self.height, self.width, 3)
        if process.returncode != 0:
            raise Impossible(f"ffmpeg could not decode {self.name} in colour; its own words stand above")


@dataclasses.dataclass
class Figure:
    """One line of the result."""

    name: str
    value: float
    unit: str
    bar: float | None = None  # the value must be at most this
    detail: str = ""

    @property
    def passed(self):
        """None where there is no bar; a value that could not be measured (NaN) misses its bar."""
        return None if self.bar is None else self.value <= self.bar


# The environment that MediaPipe runs in


def enter_environment():
    """Goes on in the virtual environment with MediaPipe, which is made where it is missing."""
    if sys.version_info[:2] > NEWEST_PYTHON:
        ours, newest = (".".join(map(str, version)) for version in (sys.version_info[:2], NEWEST_PYTHON))
        raise Impossible(f"this is Python {ours}, and {MEDIAPIPE} is published for {newest} at most. "
                         f"Run this script with an older one: python{newest} {sys.argv[0]}")
    if pathlib.Path(sys.prefix).resolve() == ENVIRONMENT.resolve():
        return
    if not PIN_FILE.exists() or PIN_FILE.read_text() != MEDIAPIPE:
        make_environment()
    python = str(ENVIRONMENT / "bin/python")
    os.execv(python, [python, *sys.argv])


def make_environment():
    say(f"installing {MEDIAPIPE} into {ENVIRONMENT} (1 GB)")
    run([sys.executable, "-m", "venv", "--clear", str(ENVIRONMENT)])
    run([str(ENVIRONMENT / "bin/pip"), "install", "--quiet", MEDIAPIPE])
    # A copy, because the comparison exchanges the file in the package.
    shutil.copy(model_in_package(), MEDIAPIPE_MODEL)
    PIN_FILE.write_text(MEDIAPIPE)


def model_in_package():
    """Where the package reads Face Mesh's model; its Python interface takes no other path."""
    pattern = "lib/python*/site-packages/mediapipe/modules/face_landmark/face_landmark.tflite"
    return next(ENVIRONMENT.glob(pattern))


# Pictures


def ffmpeg(source):
    return ["ffmpeg", "-nostdin", "-v", "error", *source, "-map", "0:v:0", "-fps_mode", "passthrough"]


def decode(name, source, folder, compared_count):
    """Decodes to a grey Y4M file in `folder` and spreads the frames to compare evenly; one alone is the last."""
    grey = folder / f"{name}.y4m"
    y4m = ["-f", "yuv4mpegpipe", "-pix_fmt", "gray", "-strict", "-1", str(grey)]
    run([*ffmpeg(source), *y4m], "To install it: apt install ffmpeg")
    with open(grey, "rb") as file:
        words = file.readline().decode().split()
    width, height = (int(next(word[1:] for word in words if word[0] == letter)) for letter in "WH")
    count = grey.stat().st_size // (len(b"FRAME\n") + width * height)
    compared = [(2 * k + 1) * count // (2 * compared_count) for k in range(compared_count)]
    return Clip(name, source, grey, width, height, compared if compared_count > 1 else [count - 1])


def decode_all(clip_folder, folder):
    photograph = ["-loop", "1", "-t", str(PHOTOGRAPH_FRAMES / 25), "-i", str(PHOTOGRAPH)]
    clips = [decode("photograph", photograph, folder, 1)]
    if not clip_folder.is_dir():
        say(f"clips skipped: there is no {clip_folder}")
        return clips
    for name in CLIP_NAMES:
        source = ["-i", str(clip_folder / f"{name}.mp4")]
        clips.append(decode(name, source, folder, CLIP_FRAMES_COMPARED // len(CLIP_NAMES)))
    return clips


# The two sides


def run_nodline(program, clip):
    lines = run([program, str(clip.grey)]).splitlines()
    frames = map(json.loads, lines)
    return [Seen(mesh=frame["mesh"] or None, keys=frame["keys"] or None, cpu_ms=frame["cpu_ms"]) for frame in frames]


@contextlib.contextmanager
def face_mesh(model):
    """MediaPipe's Face Mesh for video with a model file of choice, which is put where the package reads it."""
    from mediapipe import solutions

    shutil.copy(model, model_in_package())
    with solutions.face_mesh.FaceMesh(static_image_mode=False, max_num_faces=1, refine_landmarks=False) as mesh:
        yield mesh


def run_face_mesh(model, frames):
    """Face Mesh over consecutive frames. The CPU time is the whole process's, as the graph has threads of its own."""
    seen = []
    with face_mesh(model) as mesh:
        for frame in frames:
            start = time.process_time()
            found = mesh.process(frame).multi_face_landmarks
            cpu_ms = (time.process_time() - start) * 1000
            seen.append(Seen(mesh=in_pixels(found[0].landmark, frame) if found else None, cpu_ms=cpu_ms))
    return seen


def run_face_detection(clip):
    """BlazeFace on the frames that are compared; it follows nothing from frame to frame."""
    from mediapipe import solutions

    seen = {}
    with solutions.face_detection.FaceDetection(model_selection=0) as detection:
        for number, frame in enumerate(clip.grey_frames()):
            if number in clip.compared:
                found = detection.process(frame).detections
                points = found[0].location_data.relative_keypoints if found else None
                seen[number] = Seen(keys=in_pixels(points, frame) if found else None)
    return seen


def in_pixels(points, frame):
    height, width = frame.shape[:2]
    return [(point.x * width, point.y * height) for point in points]


# Figures


def mean_distance(ours, theirs):
    """Mean distance over the points, the depth left out."""
    return statistics.fmean(math.dist(a[:2], b[:2]) for a, b in zip(ours, theirs, strict=True))


def mesh_iod(mesh):
    """Distance of the eyes' centres, each the mean of its corners."""
    def eye(corners):
        return [statistics.fmean(mesh[corner][axis] for corner in corners) for axis in (0, 1)]

    return math.dist(eye(RIGHT_EYE), eye(LEFT_EYE))


def mesh_differences(pairs):
    """Percent of IOD for each pair (reference, other) with a mesh on both sides."""
    return [100 * mean_distance(a.mesh, b.mesh) / mesh_iod(a.mesh) for a, b in pairs if a.mesh and b.mesh]


def key_differences(pairs):
    """Percent of IOD, which here is the distance of the reference's own two eye points."""
    return [100 * mean_distance(a.keys, b.keys) / math.dist(*a.keys[:2]) for a, b in pairs if a.keys and b.keys]


def distance_figure(name, differences, frame_count, bar=None):
    if not differences:
        return Figure(name, math.nan, "% of IOD", bar, "no frame with a face on both sides")
    differences = sorted(differences)
    p95 = differences[math.ceil(0.95 * len(differences)) - 1]
    detail = (f"median {statistics.median(differences):.2f}, p95 {p95:.2f}, most {differences[-1]:.2f}, "
              f"{len(differences)} of {frame_count} frames")
    return Figure(name, statistics.fmean(differences), "% of IOD", bar, detail)


def compare_points(program, clips):
    """Everything but the cost."""
    nodline, same, own, colour, keys = [], [], [], [], []
    for clip in clips:
        say(f"comparing {clip.name}")

        def pick(seen):
            return [seen[number] for number in clip.compared]

        nodline += pick(run_nodline(program, clip))
        same += pick(run_face_mesh(NODLINE_MODEL, clip.grey_frames()))
        own += pick(run_face_mesh(MEDIAPIPE_MODEL, clip.grey_frames()))
        colour += pick(run_face_mesh(NODLINE_MODEL, clip.colour_frames()))
        keys += pick(run_face_detection(clip))
    count = len(nodline)

    def distance(name, differences, bar=None):
        return distance_figure(name, differences, count, bar)

    def found(name, seen):
        return Figure(name, 100 * sum(frame.mesh is not None for frame in seen) / count, "% of frames")

    return [
        distance("mesh, same model file", mesh_differences(zip(same, nodline)), MESH_BAR),
        distance("mesh, MediaPipe with its own model file", mesh_differences(zip(own, nodline))),
        distance("BlazeFace key points", key_differences(zip(keys, nodline)), KEYS_BAR),
        found("face found, Nodline", nodline),
        found("face found, MediaPipe, Nodline's model file", same),
        found("face found, MediaPipe, its own model file", own),
        distance("MediaPipe on grey against itself on colour", mesh_differences(zip(colour, same))),
        found("face found, MediaPipe on colour", colour),
    ]


def compare_cost(program, clips):
    """CPU time of a tracked frame, in turns, so that whatever else the machine does hits both sides."""
    clip = next((clip for clip in clips if clip.name == COST_CLIP), clips[0])
    nodline, mediapipe = [], []
    for number in range(COST_ROUNDS):
        say(f"measuring the cost on {clip.name}, round {number + 1} of {COST_ROUNDS}")
        nodline.append(tracked_cost(run_nodline(program, clip)))
        mediapipe.append(tracked_cost(run_face_mesh(MEDIAPIPE_MODEL, clip.grey_frames())))
    ratios = [a / b for a, b in zip(nodline, mediapipe)]
    detail = f"median of {COST_ROUNDS} rounds, {min(ratios):.2f} to {max(ratios):.2f}, on {clip.name}"
    return [
        Figure("tracked frame, Nodline", statistics.median(nodline), "ms of CPU"),
        Figure("tracked frame, MediaPipe", statistics.median(mediapipe), "ms of CPU"),
        Figure("Nodline's cost by MediaPipe's", statistics.median(ratios), "ratio", COST_BAR, detail),
    ]


def tracked_cost(seen):
    """Mean over the frames with a face that had one in the frame before too: no search is among them."""
    warm = seen[COST_WARM_UP:]
    costs = [now.cpu_ms for before, now in zip(warm, warm[1:]) if before.mesh and now.mesh]
    return statistics.fmean(costs) if costs else math.nan


# Output


def say(text):
    print(text, file=sys.stderr, flush=True)


def run(command, advice=""):
    """A program's standard output. `advice` is for where there is no such program."""
    try:
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    except OSError as error:
        raise Impossible(f"{command[0]}: {error.strerror}. {advice}".rstrip()) from error
    except subprocess.CalledProcessError as error:
        raise Impossible(f"{command[0]} failed with status {error.returncode}; its own words stand above") from error


def print_table(figures):
    words = {None: "", True: "pass", False: "FAIL"}
    width = max(len(figure.name) for figure in figures)
    for figure in figures:
        bar = "" if figure.bar is None else f"at most {figure.bar:g}"
        print(f"{figure.name:{width}}  {figure.value:8.3f} {figure.unit:12} {bar:12} {words[figure.passed]:4}  "
              f"{figure.detail}".rstrip())


def print_json(figures, passed):
    rows = [{**dataclasses.asdict(figure), "passed": figure.passed} for figure in figures]
    for row in rows:
        if math.isnan(row["value"]):
            row["value"] = None
    print(json.dumps({"mediapipe": MEDIAPIPE, "passed": passed, "figures": rows}))


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    parser.add_argument("--clips", type=pathlib.Path, default=CLIP_FOLDER, help="folder of the clips (%(default)s)")
    parser.add_argument("--dump", help="a LandmarkDump that is built already, instead of building it")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    try:
        enter_environment()
        for file in (NODLINE_MODEL, PHOTOGRAPH):
            if not file.exists():
                raise Impossible(f"{file} is missing. To fetch it: deploy/fetch")
        program = arguments.dump or build_dump()
        with tempfile.TemporaryDirectory() as folder:
            clips = decode_all(arguments.clips, pathlib.Path(folder))
            figures = compare_points(program, clips) + compare_cost(program, clips)
    except Impossible as error:
        say(f"compare_mediapipe.py: {error}")
        return 2
    passed = all(figure.passed is not False for figure in figures)
    if arguments.json:
        print_json(figures, passed)
    else:
        print_table(figures)
    return 0 if passed else 1


def build_dump():
    say("building LandmarkDump")
    build = ["swift", "build", "--package-path", str(ROOT), "-c", "release", "--product", "LandmarkDump"]
    run(build, "To install it: apt install swiftlang")
    return str(ROOT / ".build/release/LandmarkDump")


if __name__ == "__main__":
    sys.exit(main())
