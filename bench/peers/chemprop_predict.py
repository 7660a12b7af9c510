"""Times `chemprop predict` on a file of molecules: chemprop's default network, three epochs on 1,000 of them (speed does not depend on it).

usage: chemprop_predict.py DATA.csv [--threads 2] [--rounds 3]

DATA.csv    a column `smiles` and columns of 0, 1 and blank: the tasks, as edgewise mol train finds them
Prints molecules a second, median of the rounds, by wall time of the whole process and of the part from reading the file to the written table.
"""
import argparse
import csv
import importlib.metadata
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def run(arguments, threads):
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads), CUDA_VISIBLE_DEVICES="")
    program = Path(sys.executable).with_name("chemprop")
    start = time.monotonic()
    done = subprocess.run([program, *arguments], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise SystemExit(f"chemprop {arguments[0]}: " + "\n".join(done.stdout.splitlines()[-10:]))
    return time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    with open(args.data, newline="") as file:
        rows = list(csv.DictReader(file))
    names = [name for name in rows[0] if name != "smiles" and {row[name] for row in rows} <= {"", "0", "1"}]
    print("chemprop", importlib.metadata.version("chemprop"), "torch", importlib.metadata.version("torch"))
    with tempfile.TemporaryDirectory() as room:
        few, whole, empty = Path(room, "few.csv"), Path(room, "whole.csv"), Path(room, "one.csv")
        for path, part in ((few, rows[:1000]), (whole, rows), (empty, rows[:1])):
            with open(path, "w", newline="") as file:
                table = csv.writer(file)
                table.writerow(["smiles", *names])
                # Made-up labels: they change no speed, and a part without one kind of label would stop the training.
                table.writerows([row["smiles"], *[k % 2 for _ in names]] for k, row in enumerate(part))
        run(["train", "-i", few, "-s", "smiles", "--target-columns", *names, "-t", "classification", "--epochs", "3", "-o", Path(room, "model"),
             "--accelerator", "cpu"], args.threads)
        model = next(Path(room, "model").rglob("best.pt"))
        ask = ["predict", "-s", "smiles", "--model-paths", model, "--accelerator", "cpu", "-o", Path(room, "out.csv"), "-i"]
        start = statistics.median(run([*ask, empty], args.threads) for _ in range(args.rounds))
        passed = statistics.median(run([*ask, whole], args.threads) for _ in range(args.rounds))
    print(f"{len(rows)} molecules: {passed:.1f} s, of which {start:.1f} s for one molecule; {len(rows) / passed:.0f} a second, "
          f"{(len(rows) - 1) / (passed - start):.0f} without the start")


if __name__ == "__main__":
    main()
