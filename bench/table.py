#!/usr/bin/env python3
"""Tables in Markdown from what attention_bench wrote with --benchmark_out=FILE.json.

usage: bench/table.py FILE.json...

Times are medians over the rounds of a run, with the smallest and the largest in
brackets: processor time on one thread, wall time on more.  `limit` is the gather-sums that the pass cannot do without, each at the best
prefetch distance of the same run.
"""
import json
import re
import statistics
import sys


def load(path):
    with open(path) as file:
        document = json.load(file)
    rows = {}
    for entry in document["benchmarks"]:
        if entry["run_type"] != "iteration":
            continue
        name = re.sub(r"/(iterations:\d+|process_time|real_time)", "", entry["name"])
        entry["ms"] = entry["cpu_time" if entry["workers"] == 1 else "real_time"]
        rows.setdefault(name, []).append(entry)
    return {key.removeprefix("edgewise-"): value for key, value in document["context"].items() if key.startswith("edgewise-")}, rows


def median(row):
    return statistics.median(entry["ms"] for entry in row)


def limit(rows, way, threads):
    """The name of the fastest gather-sum."""
    return min((name for name in rows if re.fullmatch(rf"gather-sum/{way}/ahead:\d+/threads:{threads}", name)), key=lambda name: median(rows[name]))


ORDER = ["gat", "dot", "gatv2", "forward", "backward", "edgewise", "bf16", "three_pass", "materialised"]


def place(name):
    """Where a row stands in the table: rounds are shuffled, and so are the rows of the file."""
    return [ORDER.index(word) for word in name.split("/")[:3]]


def line(context, rows, name, threads):
    row = rows[name]
    first, ms = row[0], median(row)
    walk = {way: median(rows[limit(rows, way, threads)]) for way in ("in", "out")}
    best = first["in_gathers"] * walk["in"] + first["out_gathers"] * walk["out"]
    if name.startswith("gather-sum"):
        extra = f"{first['arcs'] * int(context['width']) * 4 / ms / 1e6:.1f} GB/s"
    else:
        extra = f"{first['bytes'] / 2**20:.0f} MiB"
    label = re.sub(r"/threads:\d+|/ahead:\d+", "", name).replace("/", " ")
    low, high = min(entry["ms"] for entry in row), max(entry["ms"] for entry in row)
    busy = statistics.median(entry["cpu_time"] / entry["real_time"] for entry in row)
    return f"| {label} | {threads} | {ms:.4g} ({low:.4g} to {high:.4g}) | {ms * 1e6 / first['arcs']:.1f} | {100 * best / ms:.0f} % | {extra} | {busy:.2f} |"


def print_table(context, rows):
    dropout = "no dropout" if float(context["dropout"]) == 0 else f"dropout {context['dropout']}"
    print(f"\n{context['graph']}: {context['nodes']} nodes, {context['arcs']} arcs, {context['heads']} x {context['depth']}, "
          f"{context['instructions']}, {dropout}\n")
    print("| pass | threads | ms | ns an arc | of the limit | memory | cpu/wall |\n| --- | --- | --- | --- | --- | --- | --- |")
    for threads in sorted({int(row[0]["workers"]) for row in rows.values()}):
        shown = [limit(rows, "in", threads), limit(rows, "out", threads)]
        shown += sorted((name for name in rows if name.endswith(f"/threads:{threads}") and not re.match("gather-sum|multiply-add", name)), key=place)
        for name in shown:
            print(line(context, rows, name, threads))
    pairs = [(name, name.replace("/threads:1", "/threads:2")) for name in rows if name.endswith("/threads:1")]
    pairs = [(one, two) for one, two in pairs if two in rows]
    if pairs:  # both by wall time
        wall = {name: statistics.median(entry["real_time"] for entry in row) for name, row in rows.items()}
        gain = {one.split("/threads")[0]: wall[one] / wall[two] for one, two in pairs}
        print(f"\nTwo threads over one, by wall time; multiply-add {gain['multiply-add']:.2f}: " +
              ", ".join(f"{name.replace('/', ' ')} {gain[name]:.2f}"
                        for name in sorted((name for name in gain if not re.match("gather-sum|multiply-add", name)), key=place)))


def main():
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__)
        return 0 if len(sys.argv) > 1 else 2
    for path in sys.argv[1:]:
        print_table(*load(path))
    return 0


if __name__ == "__main__":
    sys.exit(main())
