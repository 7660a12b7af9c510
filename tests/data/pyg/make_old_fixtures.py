"""Makes the fixtures v1_7_*, v2_0_* and v2_4_* of this folder with old versions of PyTorch Geometric, whose tensors have other names:

    1.7.2   GATConv lin_l and lin_r, one matrix twice, att_l, att_r;  GCNConv weight, the other way round;  no Linear of its own
    2.0.4   GATConv lin_src and lin_dst, one matrix twice, att_src, att_dst;  edge features in GATConv and GATv2Conv
    2.4.0   the last with these names;  LayerNorm(mode="node"), which is new in 2.1

One virtual environment a version, then this script in each of them:

    python3 -m venv old
    old/bin/pip install torch safetensors aiohttp fsspec jinja2 networkx numpy psutil pyparsing requests scikit-learn scipy six tqdm
    old/bin/pip install --no-deps torch-geometric==1.7.2
    old/bin/python make_old_fixtures.py

Python and torch may be of today (made with Python 3.11.7 and the torch in each architecture.json).  Versions before 2.3 want torch_scatter and
torch_sparse, which have no builds for a torch of today: what the layers call on an edge_index is written below in torch's own operations.
"""
import importlib.metadata
import inspect
import os
import pathlib
import sys
import types

os.environ["PYTORCH_JIT"] = "0"  # old annotations are not what the compiler of today reads; without it the layers run as written
import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402

VERSION = tuple(map(int, importlib.metadata.version("torch-geometric").split(".")[:2]))


def scatter(src, index, dim=-1, out=None, dim_size=None, reduce="sum"):
    """Rows of src that share an index along dim, reduced to one."""
    dim %= src.dim()
    if out is not None or dim_size is None:
        raise NotImplementedError("scatter: the layers here give dim_size and no out")
    shape = [1] * src.dim()
    shape[dim] = -1
    size = list(src.shape)
    size[dim] = dim_size
    plain = {"sum": "sum", "add": "sum", "mean": "mean", "max": "amax", "min": "amin"}[reduce]
    return src.new_zeros(size).scatter_reduce_(dim, index.view(shape).expand_as(src), src, plain, include_self=False)


class Absent:
    """Stands for whatever else is imported from the two: a class that nothing is an instance of, or a function that is not called."""

    def __init__(self, *args, **kwargs):
        raise NotImplementedError("only the layers on an edge_index run here")


def stand_in(name, **known):
    module = types.ModuleType(name)
    vars(module).update(known, __getattr__=lambda other: Absent, __version__="0", __file__=__file__, __path__=[])
    sys.modules[name] = module


if VERSION < (2, 3):
    stand_in("torch_scatter", scatter=scatter, **{f"scatter_{plain}": lambda *a, plain=plain, **k: scatter(*a, **k, reduce=plain)
                                                  for plain in ("add", "sum", "mean")})
    stand_in("torch_sparse", SparseTensor=Absent)

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parents[2] / "docs" / "examples"))
import torch_geometric.nn as pyg  # noqa: E402
from export_pyg import export  # noqa: E402

torch.manual_seed(0)
N, IN, OUT = 9, 5, 3
x = torch.randn(N, IN)
# An isolated node (8), a listed self-loop (2 -> 2), no parallel edges.
edge_index = torch.tensor([[0, 1, 2, 2, 3, 4, 5, 6, 7, 0, 3, 6], [1, 0, 1, 2, 4, 3, 6, 5, 0, 7, 0, 2]])
edge_attr = torch.rand(edge_index.shape[1], 2)


class Gat(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = pyg.GATConv(IN, 4, heads=2, dropout=0.6)
        self.conv2 = pyg.GATConv(8, OUT, heads=2, concat=False)

    def forward(self, x, edge_index):
        return F.log_softmax(self.conv2(F.elu(self.conv1(x, edge_index)), edge_index), dim=1)


class GatEdges(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = pyg.GATConv(IN, 4, heads=2, edge_dim=2)
        self.conv2 = pyg.GATv2Conv(8, OUT, heads=1, edge_dim=2)

    def forward(self, x, edge_index, edge_attr):
        return self.conv2(self.conv1(x, edge_index, edge_attr).relu(), edge_index, edge_attr)


class Gcn(torch.nn.Module):
    """One edge weight, and the norm that keeps its tensors under `module`."""

    def __init__(self):
        super().__init__()
        self.conv1 = pyg.GCNConv(IN, 8)
        self.norm = pyg.BatchNorm(8)
        self.conv2 = pyg.GCNConv(8, OUT, bias=False)

    def forward(self, x, edge_index, edge_weight):
        return self.conv2(F.relu(self.norm(self.conv1(x, edge_index, edge_weight))), edge_index, edge_weight)


class Stack(torch.nn.Module):
    """The layers that were never renamed: Linear, GATv2Conv, both norms, TransformerConv with arcs and gate."""

    def __init__(self):
        super().__init__()
        self.inward = getattr(pyg, "Linear", torch.nn.Linear)(IN, 8)
        self.convs = torch.nn.ModuleList([pyg.GATv2Conv(8, 4, heads=2, add_self_loops=False, share_weights=True),
                                          pyg.TransformerConv(8, 4, heads=2, edge_dim=2, beta=True),
                                          pyg.TransformerConv(8, 4, heads=2, concat=False, root_weight=False)])
        self.norm = pyg.LayerNorm(8, mode="node") if VERSION >= (2, 1) else torch.nn.LayerNorm(8)
        self.outward = torch.nn.Linear(12, OUT)

    def forward(self, x, edge_index, edge_attr):
        h = F.gelu(self.inward(x))
        h = self.norm(h + self.convs[0](h, edge_index))
        h = self.convs[1](h, edge_index, edge_attr)
        return self.outward(torch.cat([h, self.convs[2](h, edge_index)], dim=-1))


class GraphNorm(torch.nn.Module):
    """Before 2.1 LayerNorm takes one mean over the whole graph and has no mode: refused, not misread."""

    def __init__(self):
        super().__init__()
        self.norm = pyg.LayerNorm(IN)

    def forward(self, x, edge_index):
        return self.norm(x)


for kind, edges in ((Gat, []), (GatEdges, [edge_attr]), (Gcn, [edge_attr[:, 0].clone()]), (Stack, [edge_attr])):
    if kind is GatEdges and "edge_dim" not in inspect.signature(pyg.GATConv).parameters:
        continue
    model = kind()
    for name, tensor in model.state_dict().items():  # biases and running tables that do something
        if tensor.is_floating_point() and ("bias" in name or "running" in name):
            tensor.copy_(torch.rand_like(tensor) + 0.1)
    name = f"v{VERSION[0]}_{VERSION[1]}_{kind.__name__.lower()}"
    print(export(model, x, edge_index, here / name, *edges, classes=["a", "b", "c"]), *model.state_dict())
try:
    export(GraphNorm(), x, edge_index, here / "never")
    sys.exit("a LayerNorm over the whole graph was exported")
except ValueError as refused:
    print("refused as it should be:", refused)
