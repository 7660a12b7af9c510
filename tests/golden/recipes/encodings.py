"""Structural encodings: degrees, random-walk return probabilities, eigenvalues of the symmetric normalised Laplacian."""
import torch
from torch_geometric.utils import degree, get_laplacian, to_dense_adj

from .case import Case, Graph, HUB, LOOPS, RING

STEPS = 8


def undirected(nodes, edges):
    return Graph(nodes, [arc for i, j in edges for arc in ({(i, j), (j, i)})])


def adjacency(graph):
    """a[i, j] = how many arcs i -> j."""
    return to_dense_adj(graph.index(), max_num_nodes=graph.nodes)[0].to(torch.get_default_dtype())


def walk(graph):
    """diag(P^k), k = 1..8, P[i, j] = a[i, j] / out-degree(i): the walker follows the arcs; a node without out-arcs stays at zero."""
    a = adjacency(graph)
    p = a / a.sum(1, keepdim=True).clamp(min=1)
    columns, power = [], torch.eye(graph.nodes)
    for _ in range(STEPS):
        power = power @ p
        columns.append(power.diag())
    return torch.stack(columns, 1)


def record(name, graph, spectrum):
    index = graph.index()
    outputs = {"in_degree": degree(index[1], graph.nodes).reshape(-1, 1), "out_degree": degree(index[0], graph.nodes).reshape(-1, 1),
               "random_walk": walk(graph)}
    note = None
    if spectrum:
        laplacian_index, weights = get_laplacian(index, normalization="sym", num_nodes=graph.nodes, dtype=torch.get_default_dtype())
        laplacian = to_dense_adj(laplacian_index, edge_attr=weights, max_num_nodes=graph.nodes)[0]
        # In double for both runs: a zero eigenvalue has no relative precision in float32.
        exact = torch.linalg.eigvalsh(laplacian.double().round(decimals=12) if laplacian.dtype == torch.float64 else laplacian_in_double(graph))
        outputs["laplacian_eigenvalues"] = torch.where(exact.abs() < 1e-12, 0.0, exact)
        note = "I - D^-1/2 A D^-1/2 without self-loops, ascending; PyG leaves 1 on an isolated node's diagonal (others say 0)"
    return Case(name, {"steps": STEPS}, graph, note, outputs=outputs)


def laplacian_in_double(graph):
    a = adjacency(graph).double()
    a.fill_diagonal_(0)
    d = a.sum(1)
    s = torch.where(d > 0, d.rsqrt(), torch.zeros_like(d))
    return torch.eye(graph.nodes, dtype=torch.float64) - s[:, None] * a * s[None, :]


def cases():
    return [
        record("path 4", undirected(4, [(0, 1), (1, 2), (2, 3)]), True),
        record("triangle", undirected(3, [(0, 1), (1, 2), (0, 2)]), True),
        record("star 5", undirected(5, [(0, 1), (0, 2), (0, 3), (0, 4)]), True),
        record("ring 6", undirected(6, [(i, (i + 1) % 6) for i in range(6)]), True),
        record("two parts", undirected(6, [(0, 1), (1, 2), (3, 4), (4, 5), (5, 3)]), True),
        record("ring, hub and an isolated node", RING, True),
        record("directed hub", HUB, False),
        record("directed loops and parallel arcs", LOOPS, False),
    ]
