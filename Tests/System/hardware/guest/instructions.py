"""Counts the instructions of the pipeline's stages: instructions.py [CLIP…] (moving and empty).

The guest's clock counts instructions, one per nanosecond, so a millisecond of CPU time is a million instructions."""
import glob
import json
import platform
import shutil
import subprocess
import sys


def count(clip):
    shutil.copy(f"/mnt/pictures/{clip}.y4m", "/tmp")
    command = ["nodline", "bench", "--json", "--stages", "--warm-up", "1", "--clip", f"/tmp/{clip}.y4m"]
    result = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout)
    print(f"{platform.machine()}, millions of instructions, {clip}: {result['frames']} frames; a bare run of the mesh "
          f"{result['mesh_run_ms']:.2f}")
    for accuracy, cost in result["accuracies"].items():
        print(f"{clip}, {accuracy}: a frame {cost['mean_ms']:.3f}, face in {cost['face_percent']:.0f} %")
        for stage, cost in sorted(result["stages"][accuracy].items()):
            print(f"{clip}, {accuracy}: {stage} {cost['mean_ms']:.4f} per run, {cost['runs_per_frame']:.2f} runs per frame", flush=True)


[package] = [name for name in glob.glob("/mnt/packages/nodline_*.deb") if "upgrade" not in name]
subprocess.run(["dpkg-deb", "--extract", package, "/"], check=True)
for clip in sys.argv[1:] or ["moving", "empty"]:
    count(clip)
