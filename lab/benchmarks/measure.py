"""Runs Nodline, MediaPipe and OpenCV in turn on the same frames, and passes the figures to results.py.

Everything, including this script, runs on one core, one program at a time. A round covers all programs on all clips and
rates, so that other load on the machine affects all of them equally.
"""

import argparse
import contextlib
import datetime
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
sys.path[:0] = [str(FOLDER), str(ROOT / "tools")]

import environment  # noqa: E402
import results  # noqa: E402

NODLINE = str(ROOT / ".build/release/nodline")
RAW = ROOT / ".nodline/benchmarks.json"
WORKERS = {"mediapipe": environment.MEDIAPIPE, "haar": environment.OPENCV}
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OPENCV_FOR_THREADS_NUM"), "1")

# Simulated users, at 30 frames per second; every second or sixth frame makes the other rates. "leave" takes 1 s, and the first
# seconds are not counted.
WARM_UP = 5
SCENES = {
    "still": "still 25s",
    "talking": "talk 13s",
    "moving": "talk 3s; look left 1s; nod 2; look right 1s; look up 0.9s; shake 3; look down 0.9s; tilt left 12deg 0.4s; "
              "look left 30deg 1.2s; look right 30deg 1.2s",
    "empty": "leave; still 24s",
}
SCENE_RATES = [5, 15, 30]
RATE = 15  # of the bars

# Recorded clips, which are not part of the project: frames per second, and the number of seconds used at most.
CLIP_FOLDER = ROOT.parent / "shared/clips"
CLIPS = {"nods": 15, "turns": 15, "desk": 15, "eyes-only": 15, "no-face": 10}
CLIP_SECONDS = 23

# OpenCV processes each frame independently and takes a hundred times as long as the others, so a sample of the frames is enough.
HAAR_FRAMES = 24


def say(text):
    print(text, file=sys.stderr, flush=True)


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def make_clips(folder):
    """Writes the clips as grey Y4M files of 640 × 480. Returns (name, file, every, rate) for each measurement."""
    inputs = []
    for name, script in SCENES.items():
        file = str(folder / f"{name}.y4m")
        run(NODLINE, "simulate", "-o", file, "--script", f"fps {max(SCENE_RATES)}; {script}")
        inputs += [(name, file, max(SCENE_RATES) // rate, rate) for rate in SCENE_RATES]
    if not CLIP_FOLDER.is_dir():
        say(f"omitting recorded clips: {CLIP_FOLDER} does not exist")
        return inputs
    for name, rate in CLIPS.items():
        file = str(folder / f"{name}.y4m")
        fitted = "scale=640:480:force_original_aspect_ratio=decrease,pad=640:480:-1:-1"
        run("ffmpeg", "-nostdin", "-v", "error", "-i", str(CLIP_FOLDER / f"{name}.mp4"), "-t", str(CLIP_SECONDS),
            "-vf", f"fps={rate},{fitted}", "-pix_fmt", "gray", "-strict", "-1", file)
        inputs.append((name, file, 1, rate))
    return inputs


@contextlib.contextmanager
def worker(name, python):
    """Yields a function from a request to its figures; its attribute `pid` is the process ID."""
    with subprocess.Popen([python, str(FOLDER / "worker.py"), name], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, env={**os.environ, **ONE_THREAD}) as process:
        def ask(request):
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
            if not answer:
                raise SystemExit(f"measure.py: {name} exited; to see why: echo '{json.dumps(request)}' | "
                                 f"{python} {FOLDER / 'worker.py'} {name}")
            return json.loads(answer)

        ask.pid = process.pid
        yield ask
        process.stdin.close()


def measure_round(inputs, workers):
    """Figures for each clip and rate by program: CPU milliseconds per frame, and percentage of frames with a face."""
    rows = []
    for name, file, every, rate in inputs:
        row = {"clip": name, "rate": rate}
        nodline = json.loads(run(NODLINE, "bench", "--json", "--clip", file, "--every", str(every),
                                 "--warm-up", str(WARM_UP)))
        row["mesh"] = {"mean_ms": nodline["mesh_run_ms"]}
        for accuracy, cost in nodline["accuracies"].items():
            row[accuracy] = cost
        request = {"clip": file, "every": every, "warm_up": WARM_UP, "most": 10_000}
        row["mediapipe"] = workers["mediapipe"](request)
        if name not in SCENES or rate == RATE:  # OpenCV costs the same at every rate
            row["haar"] = workers["haar"]({**request, "most": HAAR_FRAMES})
        rows.append(row)
    return rows


def memory(pid):
    """Resident and proportional memory of a process in MB (10⁶ bytes)."""
    fields = dict(re.findall(r"^(\w+):\s+(\d+) kB$", pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE))
    return {"rss_mb": int(fields["Rss"]) * 1024 / 1e6, "pss_mb": int(fields["Pss"]) * 1024 / 1e6}


def measure_memory(clip, pythons, folder):
    """Memory of each program on its own after a clip. Nodline runs as `replay`, fed frame by frame."""
    seen = {}
    for accuracy in ("low", "high"):
        configuration = folder / f"{accuracy}.toml"
        configuration.write_text(f'config_version = 1\n[detection]\naccuracy = "{accuracy}"\n')
        command = [NODLINE, "replay", "-", "--json", "--config", str(configuration)]
        with open(clip, "rb") as frames, subprocess.Popen(command, stdin=subprocess.PIPE,
                                                          stdout=subprocess.DEVNULL) as process:
            shutil.copyfileobj(frames, process.stdin)
            process.stdin.flush()
            time.sleep(0.5)  # until the last frame is processed
            seen[accuracy] = memory(process.pid)
            process.stdin.close()
    for name, python in pythons.items():
        with worker(name, python) as ask:
            ask({"clip": clip, "every": 2, "warm_up": 0, "most": HAAR_FRAMES if name == "haar" else 10_000})
            seen[name] = memory(ask.pid)
    return seen


def machine():
    def first(pattern, file):
        found = re.search(pattern, pathlib.Path(file).read_text(), re.MULTILINE)
        return found[1].strip().strip('"') if found else "unknown"

    return {
        "date": datetime.date.today().isoformat(),
        "commit": run("git", "-C", str(ROOT), "describe", "--always", "--dirty").strip(),
        "processor": first(r"^model name\s*:(.*)$", "/proc/cpuinfo"),
        "cores": os.cpu_count(),
        "memory_gb": round(int(first(r"^MemTotal:\s+(\d+)", "/proc/meminfo")) * 1024 / 1e9),
        "system": first(r"^PRETTY_NAME=(.*)$", "/etc/os-release"),
        "kernel": platform.release(),
        "nodline": run(NODLINE, "--version").strip(),
        "swift": re.search(r"Swift version (\S+)", run("swift", "--version"))[1],
        "litert": re.search(r"ai-edge-litert==(\S+)", (ROOT / "deploy/requirements.lock").read_text())[1],
        "mediapipe": environment.MEDIAPIPE.package,
        "opencv": environment.OPENCV.package,
        "python": platform.python_version(),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, help="(%(default)s)")
    parser.add_argument("--draw", action="store_true", help="only write RESULTS.md and results.svg again from the last run")
    arguments = parser.parse_args()
    if not arguments.draw:
        try:
            pythons = {name: place.python() for name, place in WORKERS.items()}
        except environment.Missing as error:
            raise SystemExit(f"measure.py: {error}") from error
        core = max(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {core})  # inherited by all child processes
        with tempfile.TemporaryDirectory(dir="/dev/shm") as name, contextlib.ExitStack() as stack:
            folder = pathlib.Path(name)
            say("making clips")
            inputs = make_clips(folder)
            moving = next(file for name, file, _, _ in inputs if name == "moving")
            say("measuring memory")
            figures = {"machine": machine(), "core": core, "scenes": SCENES, "rate": RATE, "warm_up": WARM_UP,
                       "memory": measure_memory(moving, pythons, folder), "rounds": []}
            workers = {name: stack.enter_context(worker(name, python)) for name, python in pythons.items()}
            for number in range(arguments.rounds):
                say(f"round {number + 1} of {arguments.rounds}")
                figures["rounds"].append(measure_round(inputs, workers))
        RAW.write_text(json.dumps(figures))
    results.write(json.loads(RAW.read_text()), FOLDER)
    say(f"written: {FOLDER / 'RESULTS.md'}, {FOLDER / 'results.svg'}")


if __name__ == "__main__":
    main()
