"""Tiny attention examples one can check on paper, as PyG answers them: one feature, one head, weight 1, att_src 1, att_dst 0, slope 0.2."""
import torch
from torch_geometric.nn import GATConv

from .case import Case, Graph, arc_order


def gat(name, x, arcs, loops, bias=0.0, expect=None, expect_attention=None, note=None):
    layer = GATConv(1, 1, add_self_loops=loops)
    with torch.no_grad():
        layer.lin.weight.fill_(1), layer.att_src.fill_(1), layer.att_dst.fill_(0), layer.bias.fill_(bias)
    graph = Graph(len(x), arcs)
    column = torch.tensor(x, dtype=torch.get_default_dtype()).reshape(-1, 1)
    y, (index, weights) = layer(column, graph.index(), return_attention_weights=True)
    order = arc_order(index)
    index, weights = index[:, order], weights[order]
    for i, value in (expect or {}).items():
        assert abs(y[i, 0].item() - value) < 1e-7 * max(1, abs(value)) + (1e-6 if y.dtype == torch.float32 else 1e-8), f"{name}: y[{i}] = {y[i, 0].item()!r}, report says {value}"
    for arc, value in (expect_attention or {}).items():
        found = [weights[e, 0].item() for e in range(index.size(1)) if tuple(index[:, e].tolist()) == arc]
        assert found and all(abs(w - value) < 1e-6 for w in found), f"{name}: weight of {arc} is {found}, report says {value}"
    return Case(name, {"heads": 1, "head_dim": 1, "add_self_loops": loops, "slope": 0.2, "arcs": index.t().tolist()}, graph, note,
                inputs={"x": column}, parameters={key: value for key, value in layer.named_parameters()}, outputs={"y": y, "attention": weights})


def cases():
    two = {(0, 2): 0.26894142, (1, 2): 0.73105858}
    return [
        gat("N09 merged", [1, 2, 0], [(0, 2), (1, 2)], False, expect={2: 1.73105858}, expect_attention=two,
            note="listed 0 2, 0 2, 1 2 and merged before PyG sees it: PyG itself never merges"),
        gat("N09 kept", [1, 2, 0], [(0, 2), (0, 2), (1, 2)], False, expect={2: 1.57611688}, expect_attention={(0, 2): 0.21194156, (1, 2): 0.57611688}),
        gat("N10 listed loop", [1, 2, 0], [(0, 2), (1, 2), (2, 2)], True, expect={0: 1, 1: 2, 2: 1.57521038}),
        gat("N10 no listed loop", [1, 2, 0], [(0, 2), (1, 2)], True, expect={0: 1, 1: 2, 2: 1.57521038}),
        gat("N11 loops off", [1, 2, 3], [(0, 1)], False, bias=0.5, expect={0: 0.5, 1: 1.5, 2: 0.5}),
        gat("N11 loops on", [1, 2, 3], [(0, 1)], True, bias=0.5, expect={0: 1.5, 1: 2.23105858, 2: 3.5}),
        gat("N16 large", [1000, 1001, 0], [(0, 2), (1, 2)], False, expect_attention=two),
        gat("N16 very negative", [-10000, -10005, 0], [(0, 2), (1, 2)], False, expect_attention={(0, 2): 0.73105858, (1, 2): 0.26894142}),
        gat("N27", [1, 2, 0], [(0, 2), (1, 2)], True, expect_attention={(0, 2): 0.24472847, (1, 2): 0.66524096, (2, 2): 0.09003057, (0, 0): 1, (1, 1): 1},
            note="PyG lists the added loops after all other arcs; here they stand in arc order"),
        gat("L01", [1, 2, 0], [(0, 2), (1, 2)], True, expect={0: 1, 1: 2, 2: 1.57521038}),
        gat("L12", [1, 2], [(1, 0)], True, expect={1: 2}, expect_attention={(1, 1): 1},
            note="node 0 is A = 1, node 1 is B = 2, arc B -> A: A attends to B and A, B to itself alone"),
    ]
