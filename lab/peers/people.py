#!/usr/bin/env python3
"""How well people are told apart: people.py [--clips DIR] [--dump PROGRAM] [--people PROGRAM] [--work DIR] [--svg FILE].

Cuts chips out of recorded clips of different people (../shared/clips), at several sizes of the face, lets nodline-people make numbers of them by
both methods, chooses limits on one half of the people and counts errors on the other half. See docs/lab/people.md.
"""
import argparse
import json
import pathlib
import struct
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import environment  # noqa: E402

try:
    environment.NUMPY.enter()
    import numpy as np
except environment.Missing as missing:
    sys.exit(f"people.py: {missing}")

# Clips that show the same person, by eye. Every other clip is one of somebody else. o069 and o070, small and dark, may be the same woman:
# they are not compared with each other.
SAME = [["o007", "o008", "o009"], ["o015", "o016"], ["o023", "o024"], ["o025", "o036"], ["o026", "o027"], ["o028", "o029"],
        ["o030", "o031", "o032"], ["o034", "o035"], ["o039", "o040"], ["o045", "o046"], ["o056", "o058"], ["o061", "o062"], ["o069", "o070"],
        ["o073", "o074"], ["o078", "o079"], ["nods", "slow-shakes"], ["turns", "far-turns"]]
UNCLEAR = {"o069", "o070"}
# Chips of something else, from second to second: a title, a photograph of a head, and the man of o056.
FOREIGN = {"o009": (9.3, 99), "o057": (0, 1), "o058": (0, 0.4), "o067": (0, 0.9)}
# The limits are chosen on the people whose first clip is one of these.
CHOOSING = {f"o{number:03}" for number in range(41, 80)}
SIZES = [None, 100, 60, 40]  # interocular distances in pixels; None: as filmed
# Those of RecognitionMethod.swift (the rule's, rounded; dlib's author's own limit for strangers; the median of four looks), and those for strangers
# that are compared on the people chosen on.
FIXED = {"dlib": (0.41, 0.6), "patterns": (0.27, 0.39)}
MEDIAN = {"dlib": 0.5, "patterns": 0.39}
FAR = {"dlib": (0.5, 0.525, 0.55, 0.575, 0.6), "patterns": (0.35, 0.37, 0.39)}
MIDDLE = {"dlib": (0.45, 0.475, 0.5, 0.525, 0.55, 9), "patterns": (0.31, 0.33, 0.35, 0.37, 9)}
METHODS = {"dlib": 128, "patterns": 7 * 7 * 59}
ENROLLED = 8  # embeddings of a person
INTERVAL = 0.5  # seconds between two chips


def people(clips):
    """Lists of clips, one for each person."""
    known = {clip: names for names in SAME for clip in names}
    return sorted({tuple(c for c in known.get(clip, [clip]) if c in clips) for clip in clips})


def chips(clip, size, options):
    """What `nodline-lab landmarks` says of a clip, kept in the work folder. The picture is made smaller for `size` pixels between the eyes."""
    kept = options.work / f"{clip.stem}-{size or 'filmed'}.jsonl"
    if not kept.exists():
        source = clip
        if size:
            filmed = [line["eyes"] for line in chips(clip, None, options)]
            if not filmed or np.median(filmed) < size:
                return []
            source = options.work / "scaled.y4m"
            scale = size / np.median(filmed)
            subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", clip, "-vf", f"scale=trunc(iw*{scale}/2)*2:trunc(ih*{scale}/2)*2", "-pix_fmt",
                            "yuv420p", source], check=True, timeout=600)
        lines = subprocess.run([options.dump, "landmarks", "--chips", str(INTERVAL), source], check=True, stdout=subprocess.PIPE, timeout=600).stdout
        part = kept.with_suffix(".part")
        part.write_bytes(lines)
        part.rename(kept)
    low, high = FOREIGN.get(clip.stem, (1, 0))
    lines = [json.loads(line) for line in kept.read_text().splitlines()]
    return [line for line in lines if not low <= line["t"] <= high]


def embeddings(lines, method, options):
    """The numbers of chips, by nodline-people."""
    requests = b"".join(b"NDQ1" + struct.pack("<If", number + 1, line["eyes"]) + bytes.fromhex(line["chip"]) for number, line in enumerate(lines))
    run = subprocess.run([options.people, "--method", method], input=requests, stdout=subprocess.PIPE, check=True, timeout=3600)
    size = 16 + 4 * METHODS[method]
    if len(run.stdout) != size * len(lines):
        sys.exit(f"people.py: nodline-people: {run.stdout[:400]!r}")
    return np.frombuffer(run.stdout, np.uint8).reshape(-1, size)[:, 16:].copy().view("<f4").astype(np.float32)


class Clip:
    """Embeddings of one clip at one size, and the head's pose in each."""

    def __init__(self, lines, numbers):
        self.poses = np.array([line["pose"][:2] for line in lines])
        self.numbers = numbers

    def enrolled(self, indices, count=ENROLLED):
        """Up to `count` of the chips, with poses as different as possible (farthest first)."""
        chosen = [indices[int(np.argmin(np.abs(self.poses[indices]).sum(axis=1)))]]
        while len(chosen) < min(count, len(indices)):
            away = np.min([np.linalg.norm(self.poses[indices] - self.poses[c], axis=1) for c in chosen], axis=0)
            chosen.append(indices[int(np.argmax(away))])
        return self.numbers[chosen]


def distances(enrolled, numbers, method, how):
    """The distance of each of `numbers` from an enrolled person."""
    if how == "mean of numbers":
        enrolled = enrolled.mean(axis=0, keepdims=True)
    if method == "dlib":
        each = np.linalg.norm(numbers[:, None] - enrolled[None], axis=2)
    else:
        each = np.empty((len(numbers), len(enrolled)))
        for i, one in enumerate(enrolled):
            total = numbers + one
            each[:, i] = np.divide((numbers - one) ** 2, total, out=np.zeros_like(total), where=total > 0).sum(axis=1) / 2
    return each.mean(axis=1) if how == "mean of distances" else each.min(axis=1)


class Trials:
    """Distances of the same person and of others, each with whom they are from."""

    def __init__(self, persons, filmed, tested, method, how="nearest", count=ENROLLED):
        self.within, self.across, self.others = [], [], []  # (person, clip), distances; (enrolled person, tested person), distances
        for person, clips in enumerate(persons):
            for clip in clips:
                if clip not in filmed:
                    continue
                every = np.arange(len(filmed[clip].numbers))
                enrolled = filmed[clip].enrolled(every, count)
                if len(every) >= 8 and clip in tested and len(tested[clip].numbers) >= 8:
                    half = filmed[clip].enrolled(every[: len(every) // 2], count)
                    later = tested[clip].numbers[len(tested[clip].numbers) // 2:]
                    self.within.append(((person, clip), distances(half, later, method, how)))
                for other, theirs in enumerate(persons):
                    for tried in theirs:
                        if tried == clip or tried not in tested or not len(tested[tried].numbers) or {clip, tried} == UNCLEAR:
                            continue
                        found = distances(enrolled, tested[tried].numbers, method, how)
                        if other == person:
                            self.across.append(((person, tried), found))
                        else:
                            self.others.append(((person, other), found))

    @staticmethod
    def rate(trials, condition, rng=None):
        """The mean over persons (or pairs) of the share of chips for which the condition holds, with the 95 % bounds of a bootstrap over
        persons; and the number of persons or pairs with such a chip."""
        shares = {}
        for (first, second), found in trials:
            shares.setdefault((first, second if isinstance(second, int) else first), []).extend(condition(found))
        if not shares:
            return None
        keys, means = list(shares), np.array([np.mean(share) for share in shares.values()])
        firsts, seconds = np.array([k[0] for k in keys]), np.array([k[1] for k in keys])
        rng = np.random.default_rng(1)
        names = np.unique(np.concatenate([firsts, seconds]))
        sums = []
        for _ in range(2000):
            drawn = np.bincount(rng.choice(names, len(names)), minlength=names.max() + 1)
            weights = drawn[firsts] * np.where(firsts == seconds, 1, drawn[seconds])
            if weights.sum():
                sums.append((weights * means).sum() / weights.sum())
        low, high = np.percentile(sums, [2.5, 97.5])
        return {"rate": means.mean(), "low": low, "high": high, "any": int((means > 0).sum()), "of": len(keys), "chips": sum(map(len, shares.values()))}

    def false_acceptance(self, limit): return self.rate(self.others, lambda found: found <= limit)
    def false_rejection(self, limit, across=True): return self.rate(self.across if across else self.within, lambda found: found > limit)


def upper(count, of):
    """The 95 % bound of a rate (Clopper and Pearson, one-sided) of `count` in `of` cases."""
    low, high = count / of, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        term, total = (1 - middle) ** of, 0.0
        for k in range(count + 1):
            total += term
            term *= (of - k) / (k + 1) * middle / (1 - middle) if middle < 1 else 0
        low, high = (middle, high) if total > 0.05 else (low, middle)
    return high


def percent(rate):
    if rate is None:
        return "–"
    return f"{100 * rate['rate']:.2f} % ({100 * rate['low']:.2f}–{100 * rate['high']:.2f}; in {rate['any']} of {rate['of']}; {rate['chips']} chips)"


def curve(trials, method, limits):
    """Limits with the rates of both errors."""
    return [(limit, trials[method].false_acceptance(limit)["rate"], trials[method].false_rejection(limit)["rate"],
             trials[method].false_rejection(limit, across=False)["rate"]) for limit in limits]


def drawing(curves, limits):
    """The errors over the limit, one panel for each method."""
    lines = ['<svg xmlns="http://www.w3.org/2000/svg" width="760" height="330" font-family="sans-serif" font-size="12">',
             '<rect width="760" height="330" fill="#fff"/>']
    for panel, (method, points) in enumerate(curves.items()):
        left, top, width, height = 60 + panel * 370, 40, 290, 230
        first, last = points[0][0], points[-1][0]
        x = lambda limit: left + (limit - first) / (last - first) * width
        y = lambda rate: top + height * (1 - np.sqrt(rate))  # a square root, so that small rates can be seen
        lines.append(f'<text x="{left}" y="24" font-size="14">{method}</text>')
        for rate in (0, 0.01, 0.05, 0.1, 0.25, 0.5, 1):
            lines.append(f'<path d="M{left} {y(rate):.1f}h{width}" stroke="#ddd"/>'
                         f'<text x="{left - 6}" y="{y(rate) + 4:.1f}" text-anchor="end">{100 * rate:g} %</text>')
        for column, (colour, name) in enumerate([("#c0392b", "others accepted"), ("#2c6fbb", "same person rejected, another clip"),
                                                 ("#7fb3e6", "same person rejected, same clip")]):
            path = " ".join(f"{x(p[0]):.1f},{y(p[column + 1]):.1f}" for p in points)
            lines.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
            if panel == 0:
                lines.append(f'<text x="{60 + 230 * column}" y="322" fill="{colour}">{name}</text>')
        for limit in limits[method]:
            lines.append(f'<path d="M{x(limit):.1f} {top}v{height}" stroke="#555" stroke-dasharray="4 3"/>'
                         f'<text x="{x(limit):.1f}" y="{top - 4}" text-anchor="middle">{limit:g}</text>')
        for tick in np.linspace(first, last, 5):
            lines.append(f'<text x="{x(tick):.1f}" y="{top + height + 16}" text-anchor="middle">{tick:.2f}</text>')
        lines.append(f'<text x="{left + width / 2}" y="{top + height + 32}" text-anchor="middle">limit</text>')
    return "\n".join([*lines, "</svg>", ""])


def choose(trials):
    """The limit below which no other person's chip was, less a twentieth, and the one above which one chip in a hundred of the same person in another clip was."""
    others = np.concatenate([found for _, found in trials.others])
    same = np.concatenate([found for _, found in trials.across])
    return 0.95 * others.min(), np.percentile(same, 99)


def verdict(distances, near, far, middle):
    """What PersonGate makes of the first looks at a face: "near", "far" or "unclear"; `None` if there are too few. After four looks the median decides."""
    votes = 0
    for distance in distances[:4]:
        if distance <= near:
            return "near"
        votes += distance >= far
        if votes == 2:
            return "far"
    if len(distances) < 4:
        return None
    return "far" if np.median(distances[:4]) >= middle else "unclear"


def verdicts(trials, near, far, middle):
    """For each kind of trial, the means over persons or pairs of the shares of moments at which a face that appears gets each verdict."""
    result = {}
    for kind in ("within", "across", "others"):
        shares = {}
        for (first, second), found in getattr(trials, kind):
            words = [verdict(found[i:i + 4], near, far, middle) for i in range(len(found) - 3)]
            shares.setdefault((first, second if isinstance(second, int) else first), []).extend(words)
        shares = {key: words for key, words in shares.items() if words}
        result[kind] = {word: (np.mean([words.count(word) / len(words) for words in shares.values()]), sum(word in words for words in shares.values()), len(shares))
                        for word in ("near", "far", "unclear")}
    return result


def told(found):
    return "; ".join(f"{kind} " + ", ".join(f"{word} {100 * share:.2f} % ({some} of {of})" for word, (share, some, of) in found[kind].items()) for kind in found)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clips", type=pathlib.Path, default=ROOT.parent / "shared/clips")
    parser.add_argument("--dump", default=str(ROOT / ".build/release/nodline-lab"))
    parser.add_argument("--people", default=str(ROOT / ".build/release/nodline-people"), help="built by deploy/build-people")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / ".nodline/people-work", help="chips are kept here; they are pictures of people")
    parser.add_argument("--svg", type=pathlib.Path)
    parser.add_argument("--filmed", action="store_true", help="only pictures as filmed")
    parser.add_argument("--choose", action="store_true", help="only what the limits are chosen by: pictures as filmed, the people chosen on")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    files = sorted([*options.clips.glob("ordinary/*.mp4"), *options.clips.glob("deliberate/*.mp4"), *options.clips.glob("*.mp4")])
    if not files:
        sys.exit(f"people.py: no clips in {options.clips}")

    data = {}
    sizes = SIZES[:1] if options.choose or options.filmed else SIZES
    for size in sizes:
        for method in METHODS:
            data[size, method] = {}
        for file in files:
            lines = chips(file, size, options)
            if not lines:
                continue
            for method in METHODS:
                kept = options.work / f"{file.stem}-{size or 'filmed'}-{method}.npy"
                if not kept.exists():
                    np.save(kept, embeddings(lines, method, options))
                data[size, method][file.stem] = Clip(lines, np.load(kept))

    filmed = set(data[None, "dlib"])
    persons = people(filmed)
    choosing = [p for p in persons if p[0] in CHOOSING]
    testing = [p for p in persons if p[0] not in CHOOSING]
    print(f"{len(persons)} people in {len(filmed)} clips; chosen on {len(choosing)} ({' '.join(p[0] for p in choosing)}), tested on {len(testing)}")
    limits, tests = {}, {}
    for method in METHODS:
        print(f"\n== {method}")
        here = data[None, method]
        for how in ("nearest", "mean of distances", "mean of numbers"):
            for count in (1, 4, 8, 16):
                trials = Trials(choosing, here, here, method, how, count)
                others = np.concatenate([f for _, f in trials.others])
                for share in (0.1, 1):
                    limit = np.percentile(others, share)
                    print(f"choosing: {how} of {count}: at {share} % of the others' chips ({limit:.3f}) rejected: "
                          f"another clip {percent(trials.false_rejection(limit))}, same clip {percent(trials.false_rejection(limit, False))}")
        trials = Trials(choosing, here, here, method)
        for far in FAR[method]:
            for middle in MIDDLE[method]:
                print(f"choosing: far from {far}, median from {middle}: {told(verdicts(trials, FIXED[method][0], far, middle))}")
        limits[method] = choose(trials)
        print(f"limits by the rule: {limits[method][0]:.3f}, strangers from {limits[method][1]:.3f}")
        tests[method] = Trials(testing, here, here, method)
    if options.choose:
        return

    for method in METHODS:
        for limit in (*FIXED[method], *([0.45, 0.5] if method == "dlib" else [])):
            print(f"\n{method}, limit {limit}, on the people not used for choosing:")
            accepted = tests[method].false_acceptance(limit)
            print(f"  others accepted: {percent(accepted)}; pairs: at most {100 * upper(accepted['any'], accepted['of']):.2f} % if pairs were independent")
            print(f"  same person rejected, another clip: {percent(tests[method].false_rejection(limit))}")
            print(f"  same person rejected, same clip: {percent(tests[method].false_rejection(limit, False))}")
        for middle in (9, MEDIAN[method]):
            print(f"{method}, a face that appears, median from {middle}: {told(verdicts(tests[method], *FIXED[method], middle))}")
        for size in sizes[1:]:
            small = Trials(testing, data[None, method], data[size, method], method)
            limit, stranger = FIXED[method]
            print(f"{method}, {size} pixels between the eyes ({len(data[size, method])} clips): others accepted {percent(small.false_acceptance(limit))}; "
                  f"rejected: another clip {percent(small.false_rejection(limit))}, same clip {percent(small.false_rejection(limit, False))}; "
                  f"taken for strangers: another clip {percent(small.false_rejection(stranger))}")
    if options.svg:
        curves = {"dlib": curve(tests, "dlib", np.linspace(0.2, 0.8, 61)), "patterns": curve(tests, "patterns", np.linspace(0.1, 0.6, 51))}
        options.svg.write_text(drawing(curves, FIXED))


main()
