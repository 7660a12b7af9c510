"""The forward pass of TinyGNN's GAT layer, which has one head and no backward, on the graph of training_bench.

usage: tinygnn_layer.py GRAPH [--hidden 64] [--threads 1] [--steps 5]

Set OMP_NUM_THREADS to the same number of threads.  The graph has its self-loops already, and both directions of every edge.
"""
import importlib.metadata

import numpy
import tinygnn

import steps


def main():
    arguments = steps.flags(__doc__)
    sources, targets, nodes = steps.read_graph(arguments.graph)
    graph = tinygnn.Tensor.from_edge_index(numpy.stack([sources, targets]).astype(numpy.int32), nodes)
    random = numpy.random.default_rng(1)

    def table(rows, columns):
        return tinygnn.Tensor.from_numpy((random.random((rows, columns), dtype=numpy.float32) * 2 - 1) / columns**0.5)

    layer = tinygnn.GATLayer(128, arguments.hidden)
    layer.set_weight(table(128, arguments.hidden))
    layer.set_attn_left(table(1, arguments.hidden))
    layer.set_attn_right(table(1, arguments.hidden))
    layer.set_bias(table(1, arguments.hidden))
    x = table(nodes, 128)
    version = importlib.metadata.version("tinygnn")
    print(f"TinyGNN {version}: gat forward, {nodes} nodes, {graph.nnz} arcs, 128 -> {arguments.hidden}, one head, threads {arguments.threads}")
    parts = steps.Parts(arguments.threads)
    for _ in range(arguments.steps + 1):
        parts.time("forward", lambda: layer.forward(graph, x))
    parts.print()


main()
