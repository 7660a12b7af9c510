"""Layers and a training step of DGL on the graph of training_bench: 128 -> 8 x 32 -> 40 classes, Adam.

usage: dgl_layers.py GRAPH [--what step|gat|gatv2] [--threads 1] [--steps 5] [--dropout 0]

The graph has its self-loops already.  DGL has no layer for scaled dot products over the arcs of a graph with softmax by target.
"""
import dgl
import torch
from dgl.nn import GATConv, GATv2Conv

import steps


class Gat(torch.nn.Module):
    def __init__(self, graph, arguments):
        super().__init__()
        self.graph = graph
        drop = {"feat_drop": arguments.dropout, "attn_drop": arguments.dropout}
        self.first = GATConv(128, arguments.hidden // arguments.heads, arguments.heads, activation=torch.nn.functional.elu, **drop)
        self.last = GATConv(arguments.hidden, 40, 1, **drop)

    def forward(self, x):
        return self.last(self.graph, self.first(self.graph, x).flatten(1)).mean(1)


class Layer(torch.nn.Module):
    def __init__(self, graph, arguments):
        super().__init__()
        self.graph = graph
        kind = {"gat": GATConv, "gatv2": GATv2Conv}[arguments.what]
        self.layer = kind(128, arguments.hidden // arguments.heads, arguments.heads, attn_drop=arguments.dropout)

    def forward(self, x):
        return self.layer(self.graph, x)


def main():
    arguments = steps.flags(__doc__)
    sources, targets, nodes = steps.read_graph(arguments.graph)
    graph = dgl.graph((torch.from_numpy(sources), torch.from_numpy(targets)), num_nodes=nodes)
    graph.create_formats_()
    print(f"DGL {dgl.__version__}: {arguments.what}, {nodes} nodes, {len(sources)} arcs, threads {arguments.threads}")
    steps.time_torch(arguments, lambda: Layer(graph, arguments), lambda: Gat(graph, arguments), nodes)


main()
