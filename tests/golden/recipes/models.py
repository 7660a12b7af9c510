"""Whole two-layer models: logits, cross-entropy over the labelled nodes, every gradient, and every parameter after one Adam step."""
import math

import torch
from torch import nn
from torch.nn import functional
from torch_geometric.nn import GATConv, GATv2Conv
from torch_geometric.utils import scatter, softmax

from .case import Case, Draw, HUB, RING, fill_parameters, gradients_of

# A large epsilon: the gradient of a key bias is rounding alone (softmax ignores a shift), and 1e-8 would blow it up to a full step.
ADAM = dict(rate=0.01, beta1=0.9, beta2=0.999, epsilon=0.01, weight_decay=0.0)


class TwoGat(nn.Module):
    """conv1 (heads side by side) -> ELU -> conv2 (heads averaged)."""

    def __init__(self, kind, features, head_dim, heads, classes, loops):
        super().__init__()
        self.conv1 = kind(features, head_dim, heads=heads, concat=True, add_self_loops=loops)
        self.conv2 = kind(heads * head_dim, classes, heads=heads, concat=False, add_self_loops=loops)

    def forward(self, x, index):
        return self.conv2(functional.elu(self.conv1(x, index)), index)


class Block(nn.Module):
    """Transformer block whose attention runs along the arcs only; `norm` "pre": x + f(norm(x)), "post": norm(x + f(x))."""

    def __init__(self, width, heads, hidden, norm):
        super().__init__()
        self.heads, self.norm = heads, norm
        self.q, self.k, self.v, self.o = (nn.Linear(width, width) for _ in range(4))
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.ff1, self.ff2 = nn.Linear(width, hidden), nn.Linear(hidden, width)

    def attend(self, x, index):
        source, target = index
        q, k, v = (layer(x).view(x.size(0), self.heads, -1) for layer in (self.q, self.k, self.v))
        score = (q[target] * k[source]).sum(-1) / math.sqrt(q.size(-1))
        weight = softmax(score, target, num_nodes=x.size(0))
        return self.o(scatter(weight.unsqueeze(-1) * v[source], target, dim=0, dim_size=x.size(0)).flatten(1))

    def feed(self, x):
        return self.ff2(functional.gelu(self.ff1(x)))

    def forward(self, x, index):
        if self.norm == "pre":
            x = x + self.attend(self.norm1(x), index)
            return x + self.feed(self.norm2(x))
        x = self.norm1(x + self.attend(x, index))
        return self.norm2(x + self.feed(x))


class TwoBlocks(nn.Module):
    """into: Linear -> two blocks -> (pre: a last LayerNorm) -> head: Linear."""

    def __init__(self, features, width, heads, hidden, classes, norm):
        super().__init__()
        self.into = nn.Linear(features, width)
        self.blocks = nn.ModuleList(Block(width, heads, hidden, norm) for _ in range(2))
        self.norm = nn.LayerNorm(width) if norm == "pre" else None
        self.head = nn.Linear(width, classes)

    def forward(self, x, index):
        x = self.into(x)
        for block in self.blocks:
            x = block(x, index)
        return self.head(x if self.norm is None else self.norm(x))


def record(name, *rest):
    """The first attempt at the numbers in which no gradient vanishes but those that must."""
    for attempt in range(200):
        case = attempt_at(attempt, name, *rest)
        if all(g.abs().max() > 0.002 for key, g in case.groups["gradients"].items() if not key.endswith("k.bias")):
            return case
    raise RuntimeError(f"no telling numbers for {name}")


def attempt_at(attempt, name, graph, model, features, labels, options, note=None):
    draw = Draw(name, attempt)
    parameters = fill_parameters(model, draw)
    start = {key: value.detach().clone() for key, value in parameters.items()}
    x = draw(graph.nodes, features).requires_grad_()
    labels = torch.tensor(labels)
    logits = model(x, graph.index())
    loss = functional.cross_entropy(logits, labels, ignore_index=-1)
    gradients = gradients_of(loss, {"x": x} | parameters)
    optimiser = torch.optim.Adam(model.parameters(), lr=ADAM["rate"], eps=ADAM["epsilon"])
    for key, parameter in parameters.items():
        parameter.grad = gradients[key].clone()
    optimiser.step()
    with torch.no_grad():
        loss_after = functional.cross_entropy(model(x, graph.index()), labels, ignore_index=-1)
    return Case(name, options | {"adam": ADAM}, graph, note, inputs={"x": x, "labels": labels}, parameters=start,
                outputs={"logits": logits, "loss": loss, "loss_after": loss_after}, gradients=gradients, after=parameters)


def cases():
    hub_labels, ring_labels = [0, 1, -1, 2, 1, -1, 0, 2], [0, 1, 1, -1, 0, 1, -1, 0, 1]
    result = []
    for name, kind in (("gat", GATConv), ("gatv2", GATv2Conv)):
        for loops in (False, True):
            options = dict(model=name, features=4, head_dim=3, heads=2, classes=3, add_self_loops=loops, activation="elu")
            result.append(record(f"{name} loops={loops}", HUB, TwoGat(kind, 4, 3, 2, 3, loops), 4, hub_labels, options))
    for norm in ("pre", "post"):
        for heads in (1, 2):
            options = dict(model="graph_transformer", features=3, width=4, heads=heads, hidden=6, classes=2, norm=norm, activation="gelu")
            result.append(record(f"graph transformer {norm}-norm heads={heads}", RING, TwoBlocks(3, 4, heads, 6, 2, norm), 3, ring_labels, options,
                                 "scores are scaled by 1/sqrt(width/heads); an isolated node attends to nothing: o.bias alone"))
    return result
