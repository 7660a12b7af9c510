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


class Layer(nn.Module):
    def __init__(self, conv):
        super().__init__()
        self.conv = conv


class TwoGat(nn.Module):
    """layers.0.conv (heads side by side) -> ELU -> layers.1.conv (heads averaged)."""

    def __init__(self, kind, features, head_dim, heads, classes, loops):
        super().__init__()
        self.layers = nn.ModuleList([Layer(kind(features, head_dim, heads=heads, concat=True, add_self_loops=loops)),
                                     Layer(kind(heads * head_dim, classes, heads=heads, concat=False, add_self_loops=loops))])

    def forward(self, x, index):
        first, last = (layer.conv for layer in self.layers)
        return last(functional.elu(first(x, index)), index)


class EdgeAttention(nn.Module):
    """Scaled dot-product attention along the arcs, heads side by side through an output matrix."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.lin_query, self.lin_key, self.lin_value, self.lin_out = (nn.Linear(width, width) for _ in range(4))

    def forward(self, x, index):
        source, target = index
        q, k, v = (layer(x).view(x.size(0), self.heads, -1) for layer in (self.lin_query, self.lin_key, self.lin_value))
        score = (q[target] * k[source]).sum(-1) / math.sqrt(q.size(-1))
        weight = softmax(score, target, num_nodes=x.size(0))
        return self.lin_out(scatter(weight.unsqueeze(-1) * v[source], target, dim=0, dim_size=x.size(0)).flatten(1))


class FeedForward(nn.Module):
    def __init__(self, width, hidden):
        super().__init__()
        self.lin1, self.lin2 = nn.Linear(width, hidden), nn.Linear(hidden, width)

    def forward(self, x):
        return self.lin2(functional.gelu(self.lin1(x)))


class Block(nn.Module):
    """`norm` "pre": x + f(norm(x)); "post": norm(x + f(x)); f is the attention, then the feed-forward."""

    def __init__(self, width, heads, hidden, norm):
        super().__init__()
        self.norm = norm
        self.conv, self.feed_forward = EdgeAttention(width, heads), FeedForward(width, hidden)
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)

    def forward(self, x, index):
        if self.norm == "pre":
            x = x + self.conv(self.norm1(x), index)
            return x + self.feed_forward(self.norm2(x))
        x = self.norm1(x + self.conv(x, index))
        return self.norm2(x + self.feed_forward(x))


class TwoBlocks(nn.Module):
    """input: Linear -> two blocks -> (pre: a last LayerNorm) -> output: Linear."""

    def __init__(self, features, width, heads, hidden, classes, norm):
        super().__init__()
        self.input = nn.Linear(features, width)
        self.layers = nn.ModuleList(Block(width, heads, hidden, norm) for _ in range(2))
        self.norm = nn.LayerNorm(width) if norm == "pre" else None
        self.output = nn.Linear(width, classes)

    def forward(self, x, index):
        x = self.input(x)
        for layer in self.layers:
            x = layer(x, index)
        return self.output(x if self.norm is None else self.norm(x))


def record(name, *rest):
    """The first attempt at the numbers in which no gradient vanishes but those that must."""
    for attempt in range(200):
        case = attempt_at(attempt, name, *rest)
        if all(g.abs().max() > 0.002 for key, g in case.groups["gradients"].items() if not key.endswith("lin_key.bias")):
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
            options = dict(model="graph_transformer", features=3, width=4, heads=heads, hidden=8, classes=2, norm=norm, activation="gelu")
            result.append(record(f"graph transformer {norm}-norm heads={heads}", RING, TwoBlocks(3, 4, heads, 8, 2, norm), 3, ring_labels, options,
                                 "scores are scaled by 1/sqrt(width/heads); an isolated node attends to nothing: lin_out.bias alone"))
    return result
