#!/usr/bin/env python3
"""Compares the head pointer of accuracy low with the mesh on every frame.

    python3 lab/peers/head_pointer.py [--json] [--clips DIR] [--dump PROGRAM] [--every N]

Exit status: 0 all limits are kept, 1 one is exceeded, 2 the comparison is not possible. README.md explains the figures.
"""

import argparse
import json
import math
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLIP_FOLDER = ROOT.parent / "shared/clips"
CLIPS = ["nods", "turns", "desk", "eyes-only"]

REST = 3.0  # seconds at the start of a clip in which the head rests; they define the frontal pose and the IOD
LARGEST_ANGLE = 30  # degrees of yaw or pitch from there
LARGEST_LAG = 5  # frames
LEAST_MOTION = 0.02  # IOD: with less motion the delay cannot be measured
BARS = {"median": 1.5, "p95": 4.0, "delay": 1.0, "jump": 2.0}  # percent of IOD, and frames


def say(text):
    print(text, file=sys.stderr, flush=True)


def give_up(reason):
    say(f"head_pointer.py: {reason}")
    sys.exit(2)


def run(command):
    try:
        return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        give_up(error)


class Clip:
    """One clip's pointers by both ways, in IOD, and which of its frames count."""

    def __init__(self, frames):
        rest = [frame for frame in frames if frame["pose"] and frame["t"] - frames[0]["t"] < REST]
        if not rest:
            give_up(f"the mesh sees no face in the first {REST:g} s")
        yaw, pitch = (statistics.median(frame["pose"][axis] for frame in rest) for axis in (0, 1))
        self.iod = statistics.median(frame["mesh"][2] for frame in rest)
        # A frame counts if the mesh finds it near to frontal. The others are None, so that indices are kept.
        self.near = [bool(frame["pose"]) and abs(frame["pose"][0] - yaw) <= LARGEST_ANGLE
                     and abs(frame["pose"][1] - pitch) <= LARGEST_ANGLE for frame in frames]
        self.poses = {way: [frame[name] for frame in frames] for way, name in
                      (("mesh", "pose"), ("product", "product_pose"))}
        self.anchored = [frame["anchored"] for frame in frames]
        self.ways = {way: [complex(frame[way][0], frame[way][1]) / self.iod if near and frame[way] else None
                           for frame, near in zip(frames, self.near)] for way in ("mesh", "product")}

    def compare(self):
        """The product's deviation from the mesh's pointer; distances in percent of IOD."""
        a, b = self.ways["mesh"], self.ways["product"]
        apart = [q - p for p, q in zip(a, b) if p is not None and q is not None]
        if not apart:
            give_up("no frame has a pointer by both ways")
        offset = complex(statistics.median(d.real for d in apart), statistics.median(d.imag for d in apart))
        errors = sorted(100 * abs(d - offset) for d in apart)
        return {"median": statistics.median(errors), "p95": percentile95(errors), "most": errors[-1],
                "delay": delay(a, b), "found": 100 * len(apart) / sum(p is not None for p in a), "compared": len(apart)}

    def angles(self):
        """Difference of yaw and pitch from the mesh's, less a constant: 95th percentiles, in degrees."""
        errors = {}
        for axis, name in enumerate(("yaw", "pitch")):
            apart = [other[axis] - mesh[axis] for mesh, other, near in zip(self.poses["mesh"], self.poses["product"], self.near)
                     if near and other]
            offset = statistics.median(apart)
            errors[name] = percentile95(sorted(abs(d - offset) for d in apart))
        return errors

    def step(self, anchored):
        """The largest step from one frame to the next that the product makes and the mesh does not, on frames on which the
        mesh ran for the product, or on the others. In percent of IOD; None without such frames."""
        a, b = self.ways["mesh"], self.ways["product"]
        return max((100 * abs((b[i] - b[i - 1]) - (a[i] - a[i - 1])) for i in range(1, len(a))
                    if self.anchored[i] == anchored and None not in (a[i - 1], a[i], b[i - 1], b[i])), default=None)


def percentile95(ascending):
    return ascending[math.ceil(0.95 * len(ascending)) - 1]


def delay(a, b):
    """The delay of `b` after `a` in frames. None if the head hardly moves, or is never visible for long enough."""
    margin = LARGEST_LAG
    places = [i for i in range(margin, len(a) - margin) if None not in a[i - margin:i + margin + 1]
              and None not in b[i - margin:i + margin + 1]]
    if len(places) < 4 * margin or spread(centred([a[i] for i in places])) < LEAST_MOTION:
        return None
    # Each is shifted against the other: effects of the ends have opposite signs in the two figures.
    return (lag(a, b, places) - lag(b, a, places)) / 2


def lag(held, shifted, places):
    """The shift at which both correlate best: a parabola through the highest value and its neighbours."""
    shifts = range(-LARGEST_LAG, LARGEST_LAG + 1)
    p = centred([held[i] for i in places])
    values = []
    for shift in shifts:
        q = centred([shifted[i + shift] for i in places])
        shared = sum((x.conjugate() * y).real for x, y in zip(p, q))
        values.append(shared / (len(places) * spread(p) * spread(q)))
    top = max(range(len(values)), key=values.__getitem__)
    if top in (0, len(values) - 1):
        return float(shifts[top])  # a lower bound
    before, peak, after = values[top - 1:top + 2]
    return shifts[top] + (before - after) / (2 * (before - 2 * peak + after))


def spread(points):
    return math.sqrt(sum(abs(point) ** 2 for point in points) / len(points))


def centred(points):
    mean = sum(points) / len(points)
    return [point - mean for point in points]


def measure(program, file, every):
    lines = [json.loads(line) for line in run([program, "landmarks", "--pointers", str(every), str(file)]).splitlines()]
    clip = Clip(lines)
    return {"clip": file.stem, "frames": len(lines), "near_frontal": sum(clip.near), "iod": clip.iod,
            "anchored": sum(clip.anchored), **clip.compare(), "jump": clip.step(anchored=True),
            "step_between": clip.step(anchored=False), "angles": clip.angles()}


def missed(row):
    """The bars that this clip misses."""
    return [name for name, bar in BARS.items() if row[name] is not None and abs(row[name]) > bar]


def print_table(rows):
    lines = [["clip", "median", "p95", "most", "delay", "jump", "between", "yaw, pitch", "found", "frames", "anchored", ""]]
    for row in rows:
        fails = missed(row)
        lines.append([row["clip"], *(percent(row[key]) for key in ("median", "p95", "most")),
                      "–" if row["delay"] is None else f"{row['delay']:.2f}", percent(row["jump"]),
                      percent(row["step_between"]), f"{row['angles']['yaw']:.1f}, {row['angles']['pitch']:.1f}",
                      f"{row['found']:.1f} %", f"{row['compared']} of {row['frames']}", str(row["anchored"]),
                      "FAIL: " + ", ".join(fails) if fails else "pass"])
    widths = [max(map(len, column)) for column in zip(*lines)]
    for line in lines:
        print("  ".join(word.ljust(width) for word, width in zip(line, widths)).rstrip())


def percent(value):
    return "–" if value is None else f"{value:.2f} %"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    parser.add_argument("--clips", type=pathlib.Path, default=CLIP_FOLDER, help="folder of the clips (%(default)s)")
    parser.add_argument("--dump", help="path of a nodline-lab, instead of building it")
    parser.add_argument("--every", type=int, default=1, help="use every Nth frame (%(default)s)")
    arguments = parser.parse_args()
    if arguments.every < 1:
        give_up(f"--every is {arguments.every}; expected 1 or more")
    files = [arguments.clips / f"{name}.mp4" for name in CLIPS]
    if absent := [str(file) for file in files if not file.exists()]:
        give_up(f"these clips are missing: {', '.join(absent)}")
    if not arguments.dump:
        say("building nodline-lab")
        run(["swift", "build", "--package-path", str(ROOT), "-c", "release", "--product", "nodline-lab"])
    program = arguments.dump or str(ROOT / ".build/release/nodline-lab")
    rows = []
    for file in files:
        say(f"tracking the head in {file.name}")
        rows.append(measure(program, file, arguments.every))
    passed = not any(missed(row) for row in rows)
    if arguments.json:
        print(json.dumps({"passed": passed, "bars": BARS, "every": arguments.every, "clips": rows}))
    else:
        print_table(rows)
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
