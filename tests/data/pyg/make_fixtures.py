"""Makes the fixtures of this folder with a real PyTorch Geometric (versions in each architecture.json):  python3 make_fixtures.py"""
import pathlib
import sys

import torch
import torch.nn.functional as F
import torch_geometric.nn as pyg

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parents[2] / "docs" / "examples"))
from export_pyg import export  # noqa: E402

torch.manual_seed(0)
N, IN, OUT = 9, 5, 3
x = torch.randn(N, IN)
# An isolated node (8), a listed self-loop (2 -> 2), no parallel edges.
edge_index = torch.tensor([[0, 1, 2, 2, 3, 4, 5, 6, 7, 0, 3, 6], [1, 0, 1, 2, 4, 3, 6, 5, 0, 7, 0, 2]])
edge_attr = torch.rand(edge_index.shape[1], 2)


class Gat(torch.nn.Module):
    """The paper's: attention, ELU, attention with averaged heads."""

    def __init__(self):
        super().__init__()
        self.conv1 = pyg.GATConv(IN, 4, heads=2, dropout=0.6)
        self.conv2 = pyg.GATConv(8, OUT, heads=2, concat=False)

    def forward(self, x, edge_index):
        x = F.dropout(x, p=0.6, training=self.training)
        x = F.elu(self.conv1(x, edge_index))
        return F.log_softmax(self.conv2(x, edge_index), dim=1)


class GatEdges(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = pyg.GATConv(IN, 4, heads=2, edge_dim=2, residual=True)
        self.conv2 = pyg.GATv2Conv(8, OUT, heads=1, edge_dim=2, residual=True)

    def forward(self, x, edge_index, edge_attr):
        return self.conv2(self.conv1(x, edge_index, edge_attr).relu(), edge_index, edge_attr)


class Gatv2(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.convs = torch.nn.ModuleList([pyg.GATv2Conv(IN, 4, heads=2), pyg.GATv2Conv(8, OUT, heads=3, concat=False, share_weights=True)])
        self.norm = pyg.BatchNorm(8)

    def forward(self, x, edge_index):
        x = F.leaky_relu(self.norm(self.convs[0](x, edge_index)), 0.1)
        return self.convs[1](x, edge_index)


class Transformer(torch.nn.Module):
    """With sums and a concatenation around it."""

    def __init__(self):
        super().__init__()
        self.inward = torch.nn.Linear(IN, 8)
        self.conv1 = pyg.TransformerConv(8, 4, heads=2)
        self.norm = pyg.LayerNorm(8, mode="node")
        self.conv2 = pyg.TransformerConv(8, 8, heads=2, concat=False, root_weight=False)
        self.outward = torch.nn.Linear(16, OUT)

    def forward(self, x, edge_index):
        h = F.gelu(self.inward(x))
        h = self.norm(h + self.conv1(h, edge_index))
        return self.outward(torch.cat([h, self.conv2(h, edge_index)], dim=-1))


class TransformerEdges(torch.nn.Module):
    """Arcs in keys and values, and the gate."""

    def __init__(self):
        super().__init__()
        self.conv1 = pyg.TransformerConv(IN, 4, heads=2, edge_dim=2, beta=True)
        self.conv2 = pyg.TransformerConv(8, OUT, heads=3, concat=False, edge_dim=2)

    def forward(self, x, edge_index, edge_attr):
        return self.conv2(self.conv1(x, edge_index, edge_attr).relu(), edge_index, edge_attr)


class GcnWeights(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = pyg.GCNConv(IN, 8)
        self.conv2 = pyg.GCNConv(8, OUT, normalize=True, bias=False)

    def forward(self, x, edge_index, edge_weight):
        return self.conv2(F.relu(self.conv1(x, edge_index, edge_weight)), edge_index, edge_weight=edge_weight)


class Gcn(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.body = pyg.Sequential("x, edge_index", [(pyg.GCNConv(IN, 8), "x, edge_index -> x"), torch.nn.ReLU(), torch.nn.BatchNorm1d(8),
                                                     torch.nn.Dropout(0.5), (pyg.GCNConv(8, OUT), "x, edge_index -> x")])

    def forward(self, x, edge_index):
        return self.body(x, edge_index)


for model in (Gat(), Gatv2(), Transformer(), Gcn(), GatEdges(), TransformerEdges(), GcnWeights()):
    for name, tensor in model.state_dict().items():  # biases and running tables that do something
        if tensor.is_floating_point() and ("bias" in name or "running" in name):
            tensor.copy_(torch.rand_like(tensor) + 0.1)
    edges = (edge_attr,) if "Edges" in type(model).__name__ else (edge_attr[:, 0].clone(),) if isinstance(model, GcnWeights) else ()
    print(export(model, x, edge_index, here / type(model).__name__.lower(), *edges, classes=["a", "b", "c"]))
