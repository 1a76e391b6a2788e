#!/usr/bin/env python3
"""Evaluates gestures in simulated pictures with the whole program: simulated_pictures.py CLIPS SEED [FOLDER].

Each clip has 11 gestures in random order (nods, shakes, looks, holds; 13 to 24 degrees), 8 to 27 frames per second, noise of 1.5
to 3.5 grey levels, blur, a head that leans by up to 18 degrees, up to 8 % lost frames, and eyes 43 to 107 pixels apart. Heads are
tracked with both accuracies and kept as traces; `nodline evaluate` compares the gestures found with the script.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

NODLINE = os.environ.get("NODLINE", ".build/release/nodline")
SIZES = [43, 50, 63, 77, 92, 107]


def script(chance, size):
    gestures = ["nod 2", "nod 3", "shake 3", "shake 4", *(f"look {side}" for side in ("left", "right", "up", "down")),
                *(f"hold {side} {chance.uniform(1.5, 2.5):.2f}s" for side in chance.sample(["left", "right", "up", "down"], 3))]
    chance.shuffle(gestures)
    words = [f"fps {chance.uniform(8, 27):.1f}", f"size {size}", f"roll {chance.choice(['left', 'right'])} {chance.uniform(1, 18):.1f}deg",
             f"noise {chance.uniform(1.5, 3.5):.2f}", f"blur {chance.uniform(0, 0.6):.2f}", f"drop {chance.uniform(0, 8):.1f}%", "still 3s"]
    for gesture in gestures:
        words += [f"{gesture} {chance.uniform(13, 24):.1f}deg", f"still {chance.uniform(1.6, 3):.2f}s"]
    return "; ".join(words)


def main():
    clips, seed = int(sys.argv[1]), int(sys.argv[2])
    folder = sys.argv[3] if len(sys.argv) > 3 else tempfile.mkdtemp(prefix="pictures.")
    chance = random.Random(seed)
    for accuracy in ("high", "low"):
        os.makedirs(f"{folder}/{accuracy}", exist_ok=True)
        with open(f"{folder}/{accuracy}.toml", "w") as file:
            file.write(f'[detection]\naccuracy = "{accuracy}"\n')
    for number in range(clips):
        name, clip = f"c{number:03}", f"{folder}/clip.y4m"
        subprocess.run([NODLINE, "simulate", "--script", script(chance, SIZES[number % len(SIZES)]), "--seed", str(seed * 1000 + number), "-o", clip,
                        "--labels", f"{folder}/labels.csv"], check=True, capture_output=True, timeout=600)
        for accuracy in ("high", "low"):
            subprocess.run([NODLINE, "replay", clip, "--config", f"{folder}/{accuracy}.toml", "--trace", f"{folder}/{accuracy}/{name}.heads"],
                           check=True, capture_output=True, timeout=600)
            with open(f"{folder}/labels.csv") as labels, open(f"{folder}/{accuracy}/{name}.csv", "w") as copy:
                copy.write(labels.read())
        os.remove(clip)
    for accuracy in ("high", "low"):
        run = subprocess.run([NODLINE, "evaluate", f"{folder}/{accuracy}", "--config", f"{folder}/{accuracy}.toml", "--json"],
                             check=True, capture_output=True, text=True, timeout=600)
        found = json.loads(run.stdout)
        print(accuracy, {key: found[key] for key in ("recall", "precision", "false_activations", "hours") if key in found},
              {name: (g.get("recall"), g.get("false_activations")) for name, g in found["gestures"].items()}, flush=True)


main()
