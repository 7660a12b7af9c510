"""Records what PyTorch, PyTorch Geometric and scikit-learn answer on tiny inputs, one JSON file per theme beside this file.

    pip install -r requirements.txt
    python make_golden.py                # rewrites *.json
    python check_golden.py               # recomputes them with NumPy alone

Every number is computed in double precision from inputs that float32 holds exactly, so one file judges both precisions.
Each theme also runs in float32; the two must agree to 1e-5 of a tensor's largest magnitude before anything is written.
README.md says how a file reads.
"""
import json
import pathlib
import warnings

import torch

from recipes import attention, encodings, layers, losses, metrics, models, optimisers, readouts, reports
from recipes.case import versions, write_json

THEMES = {
    "gat": attention.gat,
    "gatv2": attention.gatv2,
    "transformer": attention.transformer,
    "gcn": attention.gcn,
    "layers": layers.cases,
    "losses": losses.cases,
    "optimisers": optimisers.cases,
    "metrics": metrics.cases,
    "two_layer": models.cases,
    "encodings": encodings.cases,
    "reports": reports.cases,
    "readouts": readouts.cases,
}


def in_precision(theme, dtype):
    torch.set_default_dtype(dtype)
    return [case.json() for case in theme()]


def expect_agreement(exact, rough, where):
    """Every tensor of the float32 run lies within 1e-5 of the double run, relative to its largest magnitude;
    where everything cancels (d lin_key.bias: softmax ignores a shift) float32 may leave 1e-6."""
    if isinstance(exact, dict):
        if "data" in exact:
            pairs = [(a, b) for a, b in zip(exact["data"], rough["data"]) if a is not None]
            gap = max((abs(a - b) for a, b in pairs), default=0)
            size = max((abs(a) for a, _ in pairs), default=0)
            assert gap <= (1e-5 * size if size else 1e-6), f"{where}: float32 is off by {gap:g} in {size:g}"
        else:
            for key, value in exact.items():
                expect_agreement(value, rough[key], f"{where}/{key}")
    elif isinstance(exact, list) and exact and isinstance(exact[0], dict):
        for a, b in zip(exact, rough):
            expect_agreement(a, b, f"{where}/{a.get('name', '')}")


def main():
    warnings.filterwarnings("ignore")
    torch.set_num_threads(1)
    folder = pathlib.Path(__file__).parent
    for name, theme in THEMES.items():
        exact = in_precision(theme, torch.float64)
        expect_agreement(exact, in_precision(theme, torch.float32), name)
        path = folder / f"{name}.json"
        path.write_text(write_json({"versions": versions(), "cases": exact}))
        json.loads(path.read_text())
        print(f"{path.name}: {len(exact)} cases, {path.stat().st_size / 1024:.0f} KB")


if __name__ == "__main__":
    main()
