"""Layers and a training step of PyTorch Geometric on the graph of training_bench: 128 -> 8 x 32 -> 40 classes, Adam.

usage: pyg_layers.py GRAPH [--what step|gat|gatv2|transformer] [--threads 1] [--steps 5] [--dropout 0]

The graph has its self-loops already.  It is given as a list of arcs, as in the library's own examples.
"""
import torch
import torch_geometric
from torch_geometric.nn import GATConv, GATv2Conv, TransformerConv

import steps


class Gat(torch.nn.Module):
    def __init__(self, arcs, arguments):
        super().__init__()
        self.arcs, self.dropout = arcs, arguments.dropout
        depth, options = arguments.hidden // arguments.heads, {"dropout": arguments.dropout, "add_self_loops": False}
        self.first = GATConv(128, depth, heads=arguments.heads, **options)
        self.last = GATConv(arguments.hidden, 40, heads=1, concat=False, **options)

    def forward(self, x):
        drop = torch.nn.functional.dropout
        x = drop(x, self.dropout, self.training)
        x = torch.nn.functional.elu(self.first(x, self.arcs))
        return self.last(drop(x, self.dropout, self.training), self.arcs)


class Layer(torch.nn.Module):
    def __init__(self, arcs, arguments):
        super().__init__()
        self.arcs = arcs
        kind = {"gat": GATConv, "gatv2": GATv2Conv, "transformer": TransformerConv}[arguments.what]
        options = {"root_weight": False} if kind is TransformerConv else {"add_self_loops": False}
        self.layer = kind(128, arguments.hidden // arguments.heads, heads=arguments.heads, dropout=arguments.dropout, **options)

    def forward(self, x):
        return self.layer(x, self.arcs)


def main():
    arguments = steps.flags(__doc__)
    sources, targets, nodes = steps.read_graph(arguments.graph)
    arcs = torch.stack([torch.from_numpy(sources), torch.from_numpy(targets)])
    print(f"PyTorch Geometric {torch_geometric.__version__}: {arguments.what}, {nodes} nodes, {len(sources)} arcs, threads {arguments.threads}")
    steps.time_torch(arguments, lambda: Layer(arcs, arguments), lambda: Gat(arcs, arguments), nodes)


main()
