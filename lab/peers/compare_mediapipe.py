#!/usr/bin/env python3
"""Compares Nodline's face tracking with MediaPipe's on the same pictures: points, cost, and the loss by grey pictures.

Both run the same models in their own pipelines, on the same grey pixels, because Nodline uses only luma, and in the same
order, because both track the face from frame to frame. Distances are in percent of the interocular distance (IOD).

Exit status: 0 all limits are kept, 1 one is exceeded, 2 the comparison is not possible.
"""

import argparse
import dataclasses
import hashlib
import json
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))

import environment
from environment import ROOT

MODELS = ["face_detection/face_detection_short_range.tflite", "face_landmark/face_landmark.tflite"]

PHOTOGRAPH = ROOT / ".nodline/astronaut.png"
PHOTOGRAPH_SECONDS = 4  # at 25 frames per second; the middle frame is compared, when both have settled
CLIP_FOLDER = ROOT.parent / "shared/clips"
CLIP_NAMES = ["desk", "nods", "turns", "eyes-only"]
CLIP_FRAMES_COMPARED = 100

COST_CLIP = "nods"  # the clip with a size closest to VGA, and a face in every frame
COST_ROUNDS = 5
COST_WARM_UP = 10  # frames of each run that are not counted

MESH_BAR = 1.5  # % of IOD
KEYS_BAR = 3.0  # % of IOD
COST_BAR = 0.7

# Right and left eye: the middle of the mesh's outer and inner corners; the key points contain the eye itself.
EYES = {"mesh": [(33, 133), (263, 362)], "keys": [(0, 0), (1, 1)]}


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
        """None without a bar; a value that could not be measured (NaN) misses its bar."""
        return None if self.bar is None else self.value <= self.bar


def say(text):
    print(text, file=sys.stderr, flush=True)


def give_up(reason):
    say(f"compare_mediapipe.py: {reason}")
    sys.exit(2)


def run(command):
    """A program's standard output; its errors are printed."""
    try:
        return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        give_up(error)


def enter_environment():
    try:
        environment.MEDIAPIPE.enter()
    except environment.Missing as error:
        give_up(error)


def check_models():
    """Checks that both run the same models, because only the pipelines are compared."""
    import mediapipe

    for model in MODELS:
        ours = ROOT / ".nodline/models" / pathlib.Path(model).name
        theirs = pathlib.Path(mediapipe.__file__).parent / "modules" / model
        if sha256(ours) != sha256(theirs):
            give_up("Nodline and MediaPipe must use the same model file, but their SHA-256 differs:\n"
                    f"  {sha256(ours)}  {ours}\n  {sha256(theirs)}  {theirs}\n"
                    f"To fetch both again: rm -rf {ours} {environment.MEDIAPIPE.folder}; deploy/fetch; then run this script again")


def sha256(file):
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else "missing"


def build_dump():
    say("building nodline-lab")
    run(["swift", "build", "--package-path", str(ROOT), "-c", "release", "--product", "nodline-lab"])
    return str(ROOT / ".build/release/nodline-lab")


class Clip:
    """A clip, decoded once to a grey Y4M file in `folder` for both programs."""

    def __init__(self, name, source, folder, share):
        self.name = name
        self.grey = folder / f"{name}.y4m"
        self.ffmpeg = ["ffmpeg", "-nostdin", "-v", "error", *source, "-map", "0:v:0", "-fps_mode", "passthrough"]
        run([*self.ffmpeg, "-f", "yuv4mpegpipe", "-pix_fmt", "gray", "-strict", "-1", str(self.grey)])
        with open(self.grey, "rb") as file:
            header = file.readline()
        words = {word[0]: word[1:] for word in header.decode().split()}
        self.width, self.height = int(words["W"]), int(words["H"])
        self.count = (self.grey.stat().st_size - len(header)) // (len(b"FRAME\n") + self.width * self.height)
        # Numbers of the compared frames, evenly spaced.
        self.compared = [(2 * k + 1) * self.count // (2 * share) for k in range(share)]

    def grey_frames(self):
        with open(self.grey, "rb") as file:
            file.readline()
            while file.readline():  # FRAME
                yield file.read(self.width * self.height)

    def colour_frames(self):
        command = [*self.ffmpeg, "-f", "rawvideo", "-pix_fmt", "rgb24", "pipe:1"]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            while frame := process.stdout.read(self.width * self.height * 3):
                yield frame


def decode(clip_folder, folder):
    photograph = Clip("photograph", ["-loop", "1", "-t", str(PHOTOGRAPH_SECONDS), "-i", str(PHOTOGRAPH)], folder, 1)
    if not clip_folder.is_dir():
        say(f"omitting clips: {clip_folder} does not exist")
        return [photograph]
    share = CLIP_FRAMES_COMPARED // len(CLIP_NAMES)
    return [photograph, *(Clip(name, ["-i", str(clip_folder / f"{name}.mp4")], folder, share) for name in CLIP_NAMES)]


# Both programs' frames are as `nodline-lab landmarks` prints them: "mesh" and "keys" in pixels, empty without a face, "cpu_ms".


def run_nodline(program, clip):
    return [json.loads(line) for line in run([program, "landmarks", str(clip.grey)]).splitlines()]


def run_mediapipe(kind, clip, frames):
    """Face Mesh ("mesh") or BlazeFace ("keys"). CPU time is that of the whole process, because the graph has its own threads."""
    import numpy
    from mediapipe.python.solutions import face_detection, face_mesh

    seen = []
    with face_mesh.FaceMesh() if kind == "mesh" else face_detection.FaceDetection() as solution:
        for frame in frames:
            channels = numpy.frombuffer(frame, numpy.uint8).reshape(clip.height, clip.width, -1)
            rgb = numpy.repeat(channels, 3 // channels.shape[2], axis=2)  # luma in all three channels
            start = time.process_time()
            found = solution.process(rgb)
            cpu_ms = (time.process_time() - start) * 1000
            if kind == "mesh":
                faces = [face.landmark for face in found.multi_face_landmarks or []]
            else:
                faces = [face.location_data.relative_keypoints for face in found.detections or []]
            points = [(point.x * clip.width, point.y * clip.height) for point in faces[0]] if faces else []
            seen.append({kind: points, "cpu_ms": cpu_ms})
    return seen


def compare_points(program, clips):
    """Everything except the cost."""
    nodline, mesh, colour_mesh, blazeface = [], [], [], []
    for clip in clips:
        say(f"comparing {clip.name}")
        for compared, seen in [
            (nodline, run_nodline(program, clip)),
            (mesh, run_mediapipe("mesh", clip, clip.grey_frames())),
            (colour_mesh, run_mediapipe("mesh", clip, clip.colour_frames())),
            (blazeface, run_mediapipe("keys", clip, clip.grey_frames())),
        ]:
            if len(seen) != clip.count:
                give_up(f"of {clip.name}, which has {clip.count} frames, one side saw {len(seen)}")
            compared += [seen[number] for number in clip.compared]
    return [
        distance("mesh points", "mesh", mesh, nodline, MESH_BAR),
        distance("BlazeFace key points", "keys", blazeface, nodline, KEYS_BAR),
        distance("MediaPipe on grey against itself on colour", "mesh", colour_mesh, mesh),
        share_found("face found, Nodline", nodline),
        share_found("face found, MediaPipe", mesh),
        share_found("face found, MediaPipe on colour", colour_mesh),
    ]


def distance(name, kind, reference, other, bar=None):
    """Mean distance of the points, without depth, over frames in which both find a face."""
    pairs = [(a[kind], b[kind]) for a, b in zip(reference, other) if a[kind] and b[kind]]
    if not pairs:
        return Figure(name, math.nan, "% of IOD", bar, "no frame with a face on both sides")
    values = sorted(100 * statistics.fmean(math.dist(p[:2], q[:2]) for p, q in zip(a, b, strict=True)) / iod(kind, a)
                    for a, b in pairs)
    detail = (f"median {statistics.median(values):.2f}, p95 {values[math.ceil(0.95 * len(values)) - 1]:.2f}, "
              f"most {values[-1]:.2f}, {len(values)} of {len(reference)} frames")
    return Figure(name, statistics.fmean(values), "% of IOD", bar, detail)


def iod(kind, points):
    return math.dist(*([(points[a][axis] + points[b][axis]) / 2 for axis in (0, 1)] for a, b in EYES[kind]))


def share_found(name, frames):
    return Figure(name, 100 * statistics.fmean(bool(frame["mesh"]) for frame in frames), "% of frames")


def compare_cost(program, clips):
    """CPU time per tracked frame, in alternating rounds, so that other load affects both."""
    clip = next((clip for clip in clips if clip.name == COST_CLIP), clips[0])
    say(f"measuring the cost on {clip.name}")
    rounds = [(tracked_cost(run_nodline(program, clip)),
               tracked_cost(run_mediapipe("mesh", clip, clip.grey_frames()))) for _ in range(COST_ROUNDS)]
    nodline, mediapipe = zip(*rounds)
    ratios = [a / b for a, b in rounds]
    detail = f"median of {COST_ROUNDS} rounds, {min(ratios):.2f} to {max(ratios):.2f}, on {clip.name}"
    return [
        Figure("tracked frame, Nodline", statistics.median(nodline), "ms of CPU"),
        Figure("tracked frame, MediaPipe", statistics.median(mediapipe), "ms of CPU"),
        Figure("Nodline's cost by MediaPipe's", statistics.median(ratios), "ratio", COST_BAR, detail),
    ]


def tracked_cost(frames):
    """Mean over frames with a face in this and the previous frame, which excludes searches."""
    warm = frames[COST_WARM_UP:]
    costs = [now["cpu_ms"] for before, now in zip(warm, warm[1:]) if before["mesh"] and now["mesh"]]
    return statistics.fmean(costs) if costs else math.nan


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
        row["value"] = None if math.isnan(row["value"]) else row["value"]
    print(json.dumps({"mediapipe": environment.MEDIAPIPE.package, "passed": passed, "figures": rows}))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    parser.add_argument("--clips", type=pathlib.Path, default=CLIP_FOLDER, help="folder of the clips (%(default)s)")
    parser.add_argument("--dump", help="path of a nodline-lab, instead of building it")
    arguments = parser.parse_args()
    enter_environment()
    check_models()
    program = arguments.dump or build_dump()
    with tempfile.TemporaryDirectory() as folder:
        clips = decode(arguments.clips, pathlib.Path(folder))
        figures = compare_points(program, clips) + compare_cost(program, clips)
    passed = all(figure.passed is not False for figure in figures)
    if arguments.json:
        print_json(figures, passed)
    else:
        print_table(figures)
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
