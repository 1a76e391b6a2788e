"""Writes the figures of measure.py as RESULTS.md and results.svg."""

import statistics
from math import ceil, floor, log10

PROGRAMS = {  # as rows and columns name them
    "low": "Nodline, accuracy low",
    "high": "Nodline, accuracy high",
    "mesh": "bare mesh run (LiteRT)",
    "mediapipe": "MediaPipe Face Mesh",
    "haar": "OpenCV Haar cascade",
}
BARS = {"mesh": 0.30, "mediapipe": 1 / 8, "haar": 1 / 150}  # for a frame of a moving head
CALM_BAR = 1 / 25  # for a second of a still face or an empty scene, relative to a mesh run on every frame
MEMORY_BAR = 40  # MB


class Figure:
    """The median of the rounds, with the smallest and the largest."""

    def __init__(self, values):
        self.median, self.low, self.high = statistics.median(values), min(values), max(values)

    def __str__(self):
        return digits(self.median)

    @property
    def spread(self):
        return f"{digits(self.low)} to {digits(self.high)}"


def digits(value):
    """Three significant digits."""
    decimals = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 3
    return f"{value:.{decimals}f}"


class Results:
    def __init__(self, raw):
        self.raw = raw
        self.keys = [(row["clip"], row["rate"]) for row in raw["rounds"][0]]
        self.recorded = [key for key in self.keys if key[0] not in raw["scenes"]]

    def rows(self, clip, rate):
        return [next(row for row in rows if (row["clip"], row["rate"]) == (clip, rate)) for rows in self.raw["rounds"]]

    def frame(self, program, clip, rate):
        """CPU milliseconds per frame."""
        if program == "haar" and clip in self.raw["scenes"]:
            rate = self.raw["rate"]
        return Figure([row[program]["mean_ms"] for row in self.rows(clip, rate)])

    def second(self, program, clip, rate):
        """CPU milliseconds per second of video."""
        if program == "haar" and clip in self.raw["scenes"]:
            return Figure([row[program]["mean_ms"] * rate for row in self.rows(clip, self.raw["rate"])])
        return Figure([row[program]["mean_ms"] * rate for row in self.rows(clip, rate)])

    def face(self, program, clip, rate):
        return statistics.median(row[program]["face_percent"] for row in self.rows(clip, rate))

    def ratio(self, program, clip, rate):
        """Nodline's cost with accuracy low divided by the other program's cost in the same round."""
        return Figure([row["low"]["mean_ms"] / row[program]["mean_ms"] for row in self.rows(clip, rate)])


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows])


def bars(results):
    rate, memory = results.raw["rate"], results.raw["memory"]["low"]["rss_mb"]
    rows = []
    for measure, clip, program, bar in [
        ("a frame of a moving head, relative to a bare mesh run", "moving", "mesh", BARS["mesh"]),
        ("a frame of a moving head, relative to MediaPipe Face Mesh", "moving", "mediapipe", BARS["mediapipe"]),
        ("a frame of a moving head, relative to OpenCV Haar", "moving", "haar", BARS["haar"]),
        ("a second of a still face, relative to a mesh run on every frame", "still", "mesh", CALM_BAR),
        ("a second of an empty scene, relative to a mesh run on every frame", "empty", "mesh", CALM_BAR),
    ]:
        figure = results.ratio(program, clip, rate)
        rows.append([measure, ratio(bar), f"**{ratio(figure.median)}**", f"{ratio(figure.low)} to {ratio(figure.high)}",
                     met(figure.median <= bar)])
    rows.append(["resident memory (RSS)", f"{MEMORY_BAR} MB", f"**{memory:.1f} MB**", "", met(memory < MEMORY_BAR)])
    return table(["Nodline, accuracy low", "at most", "measured", "in single rounds", "met"], rows)


def ratio(value):
    return f"{value:.4f}" if value < 0.1 else f"{value:.3f}"


def met(is_met):
    return "yes" if is_met else "**no**"


def seconds(results):
    rows = []
    for clip, rate in results.keys:
        if clip in results.raw["scenes"]:
            rows.append([clip, rate, *(f"{results.second(program, clip, rate)}" for program in PROGRAMS)])
    return table(["scene", "frames per second", *PROGRAMS.values()], rows)


def frames(results):
    rows = []
    for clip, rate in results.keys:
        if clip in results.raw["scenes"] and rate != results.raw["rate"]:
            continue
        costs = [results.frame(program, clip, rate) for program in PROGRAMS]
        found = [f"{results.face(program, clip, rate):.0f}" for program in PROGRAMS if program != "mesh"]
        rows.append([clip, rate, *(f"{cost} ({cost.spread})" for cost in costs), " / ".join(found)])
    return table(["clip", "frames per second", *PROGRAMS.values(), "face found, %: low / high / MediaPipe / Haar"], rows)


def recorded_ratios(results):
    rows = [[clip, *(ratio(results.ratio(program, clip, rate).median) for program in BARS)]
            for clip, rate in results.recorded]
    return table(["recorded clip", *(f"relative to {PROGRAMS[program]}" for program in BARS)], rows)


def memories(results):
    return table(["program", "RSS, MB", "PSS, MB"],
                 [[PROGRAMS[name], f"{seen['rss_mb']:.1f}", f"{seen['pss_mb']:.1f}"]
                  for name, seen in results.raw["memory"].items()])


def page(results):
    raw, machine = results.raw, results.raw["machine"]
    scripts = "\n".join(f"  - {name}: `{script}`" for name, script in raw["scenes"].items())
    recorded = "" if not results.recorded else f"""
## Recorded clips

CPU time of a frame with accuracy low, relative to the other programs. Heads rest in some clips and move in others. The
recorded clips are not part of the project; without them, this section is omitted.

{recorded_ratios(results)}
"""
    return f"""# Results

Written by `lab/benchmarks/run`; do not edit. {machine["date"]}, commit `{machine["commit"]}`, {len(raw["rounds"])} round{"s" if len(raw["rounds"]) > 1 else ""}.

{machine["processor"]}, {machine["cores"]} cores, {machine["memory_gb"]} GB; {machine["system"]}, Linux {machine["kernel"]}.
Nodline {machine["nodline"]} (Swift {machine["swift"]}, LiteRT {machine["litert"]}), {machine["mediapipe"]},
{machine["opencv"]}, Python {machine["python"]}. Everything on one core.

![CPU time for a second of video](results.svg)

## Limits

At {raw["rate"]} frames per second. Each round gives one ratio; the median counts.

{bars(results)}
{recorded}
## A second of video

CPU time in milliseconds, median of the rounds. 1000 ms is a whole core.

{seconds(results)}

## A frame

CPU time in milliseconds: median of the rounds (smallest to largest).

{frames(results)}

## Memory

{memories(results)}

## How it was measured

- All programs process the same grey pictures of 640 × 480, in turn: each round runs Nodline (a bare mesh run, low, high),
  MediaPipe and OpenCV on each clip. Everything is pinned to one core, which MediaPipe's threads share: their number cannot be
  set from Python.
- CPU time of all threads of the process, read before and after each frame. It does not include reading and decoding, nor the
  conversion to colour for MediaPipe. The first {raw["warm_up"]} s of each clip are processed but not counted.
- Nodline is what `nodline bench --clip` runs: search, following, re-anchoring, pointer and gestures, on luma, which cameras
  deliver without a conversion. "Bare mesh run" is one LiteRT run without crop, pose or gestures.
- MediaPipe: `FaceMesh(static_image_mode=False, max_num_faces=1)`. OpenCV: `haarcascade_frontalface_alt2` with its default
  parameters and `CASCADE_FIND_BIGGEST_OBJECT`, `setNumThreads(1)`. It processes frames
  independently, so a sample of the frames is measured, at one rate. Its cost depends strongly on the background.
- Frames follow each other without pauses. In a running appliance caches are colder, and the processor's clock is slower.
- Memory: each program on its own, after the clip "moving". Nodline runs as `nodline replay`, with one frame in memory and
  without libcamera. The other programs' figures include Python and its libraries, which they need.
- The scenes are a simulated user with sensor noise (`nodline simulate`; "empty" is a flat wall with noise):
{scripts}
- YuNet, OpenCV's newer detector, is omitted, because no package contains its model.
"""


# The plot has a dot for each program in each scene, on a logarithmic axis, and a line from the smallest to the largest round.

WIDTH, LEFT, RIGHT, TOP, ROW, GAP = 860, 238, 60, 74, 21, 24
COLOURS = {"low": "#b3261e", "high": "#e0766f", "mesh": "#6b7280", "mediapipe": "#2563a8", "haar": "#3f7d4e"}


def plot(results):
    rate = results.raw["rate"]
    scenes = [(scene, [(program, results.second(program, scene, rate)) for program in PROGRAMS])
              for scene in results.raw["scenes"]]
    values = [value for _, figures in scenes for _, figure in figures for value in (figure.low, figure.high)]
    low, high = 10.0 ** floor(log10(min(values))), 10.0 ** ceil(log10(max(values)))

    def x(value):
        return LEFT + (WIDTH - LEFT - RIGHT) * (log10(max(value, low)) - log10(low)) / (log10(high) - log10(low))

    bottom = TOP + sum(len(figures) * ROW + GAP for _, figures in scenes) - GAP + 12
    parts = [text(20, 28, "CPU for a second of video", size=17, weight="600"),
             text(20, 49, f"milliseconds at {rate} frames per second, one core, VGA; 1000 is the whole core. "
                          "Left is better; each line is ten times the previous one.", colour="#555")]
    tick = low
    while tick <= high * 1.001:
        whole = abs(tick - 1000) < 1
        parts.append(f'<line x1="{x(tick):.1f}" y1="{TOP}" x2="{x(tick):.1f}" y2="{bottom}" '
                     f'stroke="{"#888" if whole else "#ddd"}"/>')
        parts.append(text(x(tick), bottom + 17, f"{tick:g}", anchor="middle", colour="#555"))
        tick *= 10
    y = TOP + 4
    for scene, figures in scenes:
        parts.append(text(20, y + 14, scene, size=14, weight="600"))
        for program, figure in figures:
            colour, middle = COLOURS[program], y + 9
            weight = "600" if program == "low" else "400"
            name = "mesh on every frame" if program == "mesh" else PROGRAMS[program]
            parts.append(text(LEFT - 12, middle + 4, name, anchor="end", weight=weight))
            parts.append(f'<line x1="{LEFT}" y1="{middle}" x2="{x(figure.low) - 8:.1f}" y2="{middle}" stroke="#bbb" '
                         'stroke-dasharray="1 4"/>')
            parts.append(f'<line x1="{x(figure.low):.1f}" y1="{middle}" x2="{x(figure.high):.1f}" y2="{middle}" '
                         f'stroke="{colour}" stroke-width="3"/>')
            parts.append(f'<circle cx="{x(figure.median):.1f}" cy="{middle}" r="5" fill="{colour}"/>')
            parts.append(text(x(figure.high) + 11, middle + 4, str(figure), weight=weight, halo=True))
            y += ROW
        y += GAP
    height = bottom + 30
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
            f'font-family="Helvetica, Arial, sans-serif">\n<rect width="{WIDTH}" height="{height}" fill="#fff"/>\n'
            + "\n".join(parts) + "\n</svg>\n")


def text(x, y, words, size=12.5, colour="#222", anchor="start", weight="400", halo=False):
    edge = ' stroke="#fff" stroke-width="4" paint-order="stroke"' if halo else ""
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" text-anchor="{anchor}" '
            f'font-weight="{weight}"{edge}>{words}</text>')


def write(raw, folder):
    results = Results(raw)
    (folder / "RESULTS.md").write_text(page(results))
    (folder / "results.svg").write_text(plot(results))
