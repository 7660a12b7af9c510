"""One layer of PyG on a small graph: forward, attention weights per arc, gradients of sum(output * loss_weights)."""
import torch
from torch_geometric.nn import GATConv, GATv2Conv, GCNConv, TransformerConv
from torch_geometric.nn.conv.gcn_conv import gcn_norm
from torch_geometric.utils import add_remaining_self_loops, add_self_loops, remove_self_loops

from .case import Case, Draw, Graph, HUB, LOOPS, RING, arc_order, fill_parameters, gradients_of

GRAPHS = {"hub": HUB, "loops": LOOPS, "ring": RING}


def record(theme, make, graph_name, *rest):
    """The first attempt at the numbers in which both signs meet in front of every LeakyReLU that matters: else d att_dst cancels to zero."""
    for attempt in range(100):
        case = attempt_at(attempt, theme, make, graph_name, *rest)
        if theme != "gat" or case.groups["gradients"]["att_dst"].abs().max() > 0.02:
            return case
    raise RuntimeError(f"no telling numbers for {case.name}")


def attempt_at(attempt, theme, make, graph_name, features, options, edge_dim=None, note=None):
    """Runs `make()` on a graph and records it; `arcs` are those the layer attends over, loops included."""
    graph = GRAPHS[graph_name]
    name = f"{theme} {graph_name} {features}->" + " ".join(f"{k}={v}" for k, v in options.items() if k != "arcs")
    draw = Draw(name, attempt)
    layer = make()
    parameters = fill_parameters(layer, draw)
    x = draw(graph.nodes, features).requires_grad_()
    edge_attr = draw(len(graph.arcs), edge_dim).requires_grad_() if edge_dim else None
    output, (index, weights) = layer(x, graph.index(), edge_attr, return_attention_weights=True)
    loss_weights = draw(*output.shape)
    inputs = {"x": x, "edge_attr": edge_attr}
    leaves = {"x": x} | ({"edge_attr": edge_attr} if edge_dim else {}) | parameters
    order = arc_order(index)
    used = Graph(graph.nodes, [tuple(arc) for arc in index[:, order].t().tolist()])
    arc_attr = None
    if edge_dim and options.get("add_self_loops"):
        kept, attr = remove_self_loops(graph.index(), edge_attr)
        arc_attr = add_self_loops(kept, attr, fill_value=layer.fill_value, num_nodes=graph.nodes)[1][order]
    case = Case(name, options, graph, note,
                inputs=inputs | {"arc_attr": arc_attr, "loss_weights": loss_weights}, parameters=parameters,
                outputs={"y": output, "attention": weights[order]},
                gradients=gradients_of((output * loss_weights).sum(), leaves))
    case.options["arcs"] = [list(arc) for arc in used.arcs]
    return case


FILL = "with loops, listed loops are replaced and their edge_attr is dropped; a new loop carries the mean edge_attr of its node's other in-arcs (zero without any): inputs.arc_attr"


def gat():
    def case(graph, features, heads, head_dim, loops, concat=True, edge_dim=None, residual=False, bias=True):
        options = dict(heads=heads, head_dim=head_dim, add_self_loops=loops, concat=concat, slope=0.2, residual=residual, bias=bias)
        if edge_dim:
            options["edge_dim"] = edge_dim
        return record("gat", lambda: GATConv(features, head_dim, heads=heads, concat=concat, negative_slope=0.2, add_self_loops=loops,
                                             edge_dim=edge_dim, residual=residual, bias=bias),
                      graph, features, options, edge_dim, FILL if edge_dim and loops else None)
    return [
        case("hub", 3, 1, 4, False), case("hub", 3, 1, 4, True), case("hub", 4, 2, 3, False), case("hub", 4, 2, 3, True),
        case("loops", 5, 3, 2, False), case("loops", 5, 3, 2, True), case("ring", 4, 2, 5, False), case("ring", 4, 2, 5, True),
        case("hub", 4, 2, 3, False, concat=False), case("loops", 3, 3, 4, True, concat=False), case("ring", 3, 1, 2, False, concat=False),
        case("hub", 4, 2, 3, False, edge_dim=2), case("hub", 4, 2, 3, True, edge_dim=2), case("loops", 3, 3, 2, True, edge_dim=3, concat=False),
        case("hub", 4, 2, 3, False, residual=True), case("ring", 5, 3, 2, True, concat=False, residual=True),
        case("loops", 4, 2, 2, False, bias=False),
    ]


def gatv2():
    def case(graph, features, heads, head_dim, loops, concat=True, share=False, edge_dim=None, residual=False, bias=True):
        options = dict(heads=heads, head_dim=head_dim, add_self_loops=loops, concat=concat, slope=0.2, share_weights=share, residual=residual, bias=bias)
        if edge_dim:
            options["edge_dim"] = edge_dim
        return record("gatv2", lambda: GATv2Conv(features, head_dim, heads=heads, concat=concat, negative_slope=0.2, add_self_loops=loops,
                                                 share_weights=share, edge_dim=edge_dim, residual=residual, bias=bias),
                      graph, features, options, edge_dim, FILL if edge_dim and loops else None)
    return [
        case("hub", 3, 1, 4, False), case("hub", 4, 2, 3, True), case("loops", 5, 3, 2, False), case("ring", 4, 2, 5, True),
        case("hub", 3, 2, 4, False, share=True), case("loops", 4, 1, 3, True, share=True),
        case("hub", 4, 2, 3, False, concat=False), case("loops", 3, 3, 4, True, concat=False),
        case("hub", 4, 2, 3, False, edge_dim=2), case("hub", 4, 2, 3, True, edge_dim=2), case("loops", 3, 3, 2, True, edge_dim=3, concat=False, share=True),
        case("hub", 4, 2, 3, False, residual=True), case("ring", 5, 3, 2, True, concat=False, residual=True),
        case("loops", 4, 2, 2, False, bias=False),
    ]


def transformer():
    def case(graph, features, heads, head_dim, concat=True, root=True, edge_dim=None, bias=True):
        options = dict(heads=heads, head_dim=head_dim, concat=concat, root_weight=root, beta=False, bias=bias)
        if edge_dim:
            options["edge_dim"] = edge_dim
        note = "lin_skip is made but not used: its gradient is zero" if not root else None
        return record("transformer", lambda: TransformerConv(features, head_dim, heads=heads, concat=concat, beta=False, edge_dim=edge_dim,
                                                             root_weight=root, bias=bias),
                      graph, features, options, edge_dim, note)
    return [
        case("hub", 3, 1, 4), case("hub", 4, 2, 3), case("loops", 5, 3, 2), case("ring", 4, 2, 5),
        case("hub", 4, 2, 3, root=False), case("loops", 3, 1, 5, root=False),
        case("hub", 4, 2, 3, concat=False), case("loops", 3, 3, 4, concat=False, root=False),
        case("hub", 4, 2, 3, edge_dim=2), case("loops", 3, 3, 2, edge_dim=3, concat=False), case("ring", 4, 1, 4, edge_dim=1, root=False),
        case("hub", 3, 2, 2, bias=False),
    ]


def gcn():
    def case(graph_name, features, out, loops=True, weighted=False, bias=True, normalize=True):
        graph = GRAPHS[graph_name]
        options = dict(out=out, add_self_loops=loops, normalize=normalize, bias=bias, weighted=weighted)
        name = f"gcn {graph_name} {features}->" + " ".join(f"{k}={v}" for k, v in options.items())
        draw = Draw(name)
        layer = GCNConv(features, out, add_self_loops=loops, normalize=normalize, bias=bias)
        parameters = fill_parameters(layer, draw)
        x = draw(graph.nodes, features).requires_grad_()
        edge_weight = (draw(len(graph.arcs), 1).abs() + 0.125).requires_grad_() if weighted else None
        flat = edge_weight.flatten() if weighted else None
        output = layer(x, graph.index(), flat)
        loss_weights = draw(*output.shape)
        loss = (output * loss_weights).sum()
        index, arc_weight = graph.index(), flat
        if loops:
            index, arc_weight = add_remaining_self_loops(index, arc_weight, 1.0, graph.nodes)
        order = arc_order(index)
        coefficients = torch.ones(index.size(1)) if arc_weight is None else arc_weight
        if normalize:
            same_index, coefficients = gcn_norm(graph.index(), flat, graph.nodes, False, loops, dtype=x.dtype)
            assert torch.equal(index, same_index)
        options["arcs"] = index[:, order].t().tolist()
        leaves = {"x": x} | ({"edge_weight": edge_weight} if weighted else {}) | parameters
        note = "a listed loop keeps its weight (the last one listed of a node), other nodes get a loop of weight 1; the weight's degree counts in-arcs, loops included" if loops else None
        return Case(name, options, graph, note,
                    inputs={"x": x, "edge_weight": edge_weight, "arc_weight": arc_weight[order].reshape(-1, 1) if weighted else None, "loss_weights": loss_weights},
                    parameters=parameters, outputs={"y": output, "coefficients": coefficients[order].reshape(-1, 1)}, gradients=gradients_of(loss, leaves))
    return [
        case("hub", 3, 4), case("loops", 4, 3), case("ring", 5, 2), case("hub", 3, 4, loops=False), case("ring", 4, 3, loops=False),
        case("hub", 3, 4, weighted=True), case("loops", 4, 3, weighted=True), case("ring", 3, 3, weighted=True, loops=False),
        case("hub", 4, 3, bias=False), case("hub", 4, 3, loops=False, normalize=False),
    ]
