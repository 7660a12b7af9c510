"""Rebuilds a GAT of `edgewise node train --model gat` in PyTorch Geometric and compares its probabilities with ours.

    python3 to_pyg.py RUN/model.safetensors edges.csv features.csv RUN/predictions.csv
"""
import csv
import json
import sys

import torch
import torch.nn.functional as F
from safetensors import safe_open
from torch_geometric.nn import GATConv

model, edges, features, predictions = sys.argv[1:]
with safe_open(model, "pt") as file:
    options = json.loads(file.metadata()["edgewise"])["options"]
    weights = {name.removeprefix("net."): file.get_tensor(name) for name in file.keys()}

rows = {line[0]: list(map(float, line[1:])) for line in csv.reader(open(features))}
number = {name: k for k, name in enumerate(rows)}
x = torch.tensor(list(rows.values()))
if options["input_scale"] == "columns":
    x = (x - weights["input_scale.mean"]) / weights["input_scale.deviation"]
pairs = {(number[a], number[b]) for a, b in csv.reader(open(edges))}
edge_index = torch.tensor(sorted(pairs | {(b, a) for a, b in pairs})).T

for k in range(options["layers"]):
    last = k + 1 == options["layers"]
    heads = options["out_heads"] if last else options["heads"]
    conv = GATConv(x.shape[1], options["out"] if last else options["hidden"] // heads, heads, concat=not last)
    state = {name: weights[f"layers.{k}.conv.{name}"].reshape(tensor.shape) for name, tensor in conv.state_dict().items()}
    conv.load_state_dict(state)
    x = conv(x, edge_index)
    x = x if last else F.elu(x)

ours = {line["node"]: [float(line[c]) for c in line if c.startswith("p_")] for line in csv.DictReader(open(predictions))}
theirs = torch.softmax(x, dim=1)
print("largest difference", max(abs(theirs[number[name]] - torch.tensor(p)).max().item() for name, p in ours.items()))
