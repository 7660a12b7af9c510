"""A recorded case, the graphs it runs on, and how both become JSON."""
import json
import zlib

import numpy as np
import torch


def versions():
    import sklearn
    import torch_geometric
    return {"torch": torch.__version__, "torch_geometric": torch_geometric.__version__,
            "numpy": np.__version__, "scikit-learn": sklearn.__version__}


class Draw:
    """Seeded numbers k/128 in [-1, 1]: exact in float32, short in JSON, the same for a name whatever else is recorded."""

    def __init__(self, name, attempt=0):
        self.generator = np.random.RandomState(zlib.crc32(f"{name} {attempt}".encode()))

    def __call__(self, *shape):
        return torch.tensor(self.generator.randint(-128, 129, size=shape) / 128.0, dtype=torch.get_default_dtype())


class Graph:
    """Arcs (source, target) in the order every per-arc tensor follows: by target, then source, then as listed."""

    def __init__(self, nodes, arcs):
        self.nodes = nodes
        self.arcs = sorted(arcs, key=lambda arc: (arc[1], arc[0]))

    def index(self):
        return torch.tensor(self.arcs, dtype=torch.long).reshape(-1, 2).t().contiguous()

    def json(self):
        return {"nodes": self.nodes, "edges": [list(arc) for arc in self.arcs]}


def arc_order(edge_index):
    """The permutation that brings the columns of an edge_index into the order of `Graph`."""
    return torch.tensor(sorted(range(edge_index.size(1)), key=lambda e: (edge_index[1, e].item(), edge_index[0, e].item())), dtype=torch.long)


# A hub (3), a self-loop (2), a parallel arc (0 -> 3 twice), a node that nobody touches (7).
HUB = Graph(8, [(0, 3), (0, 3), (1, 3), (2, 3), (4, 3), (5, 3), (6, 3), (2, 2), (1, 2), (3, 1), (3, 4), (4, 5), (6, 5), (5, 6), (3, 0)])
# Three parallel arcs (1 -> 0), a loop beside other in-arcs (5) and a loop alone (2), a node without in-arcs that sends (4), an isolated one (3).
LOOPS = Graph(6, [(1, 0), (1, 0), (1, 0), (4, 0), (5, 5), (0, 5), (4, 5), (2, 2), (0, 1), (5, 1)])
# Both directions of a ring with a tail and a hub (8), no loops, one isolated node (7).
RING = Graph(9, [a for i, j in [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (4, 5), (5, 6), (0, 8), (1, 8), (2, 8), (3, 8), (5, 8)] for a in ((i, j), (j, i))])


def tensor_json(value):
    """2-D, row-major; vectors are one row; attention vectors (1, H, D) are one row of H*D."""
    value = torch.as_tensor(value).detach()
    value = value.reshape(1, -1) if value.dim() != 2 else value
    return {"rows": value.size(0), "cols": value.size(1), "data": [number(x) for x in value.flatten().tolist()]}


def number(x):
    if isinstance(x, bool):
        return int(x)
    if isinstance(x, float) and not np.isfinite(x):
        return None
    if isinstance(x, float):
        return 0.0 if abs(x) < 1e-14 else float(f"{x:.12g}")  # below it is rounding of something that cancels
    return x


class Case:
    """name, options, graph, then named tensors in `inputs`, `parameters`, `outputs`, `gradients` and any further group."""

    def __init__(self, name, options=None, graph=None, note=None, **groups):
        self.name, self.options, self.graph, self.note = name, options or {}, graph, note
        self.groups = groups

    def json(self):
        result = {"name": self.name}
        if self.note:
            result["note"] = self.note
        result["options"] = self.options
        if self.graph:
            result["graph"] = self.graph.json()
        for group, tensors in self.groups.items():
            result[group] = {key: tensor_json(value) for key, value in tensors.items() if value is not None}
        return result


def gradients_of(loss, tensors):
    """d loss / d tensor for each name; zero where the loss does not depend on it."""
    found = torch.autograd.grad(loss, list(tensors.values()), allow_unused=True)
    return {name: torch.zeros_like(tensor) if g is None else g for (name, tensor), g in zip(tensors.items(), found)}


def fill_parameters(module, draw):
    """Gives every parameter numbers from `draw`; returns them by name (a shared one once)."""
    with torch.no_grad():
        for _, parameter in module.named_parameters():
            parameter.copy_(draw(*parameter.shape))
    return dict(module.named_parameters())


def write_json(value):
    """Indented by case and group, one tensor a line: a changed number is a one-line difference."""
    def lines(v, indent):
        if isinstance(v, dict) and "data" not in v and any(isinstance(x, (dict, list)) for x in v.values()):
            pad = "  " * indent
            return "{\n" + ",\n".join(f"{pad}  {json.dumps(k)}: {lines(x, indent + 1)}" for k, x in v.items()) + f"\n{pad}}}"
        if isinstance(v, list) and v and isinstance(v[0], dict):
            pad = "  " * indent
            return "[\n" + ",\n".join(pad + "  " + lines(x, indent + 1) for x in v) + f"\n{pad}]"
        return json.dumps(v, separators=(", ", ": "), ensure_ascii=False)
    return lines(value, 0) + "\n"
