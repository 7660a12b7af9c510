"""Readouts of PyTorch Geometric and torch's GRU cell: values and gradients of sum(output * loss_weights)."""
import torch
from torch import nn
from torch_geometric.nn import aggr

from .case import Case, Draw, fill_parameters, gradients_of

SIZES = [3, 1, 0, 5]  # nodes of each graph; the third has none


def pool(name, layer):
    draw = Draw(name)
    batch = torch.tensor([g for g, size in enumerate(SIZES) for _ in range(size)])
    x = draw(len(batch), 4).requires_grad_()
    tensors = {"x": x}
    if name == "attention":
        tensors["score"] = draw(len(batch), 1).requires_grad_()
        y = aggr.AttentionalAggregation(gate_nn=lambda _: tensors["score"])(x, batch, dim_size=len(SIZES))
    else:
        y = layer(x, batch, dim_size=len(SIZES))
    loss_weights = draw(*y.shape)
    loss = (y * loss_weights).sum()
    sizes = torch.tensor(SIZES, dtype=torch.get_default_dtype())
    return Case(name, {}, None, None, inputs=tensors | {"sizes": sizes, "loss_weights": loss_weights}, outputs={"y": y}, gradients=gradients_of(loss, tensors))


def gru():
    draw = Draw("gru")
    cell = nn.GRUCell(3, 3)
    parameters = fill_parameters(cell, draw)
    news, state = draw(5, 3).requires_grad_(), draw(5, 3).requires_grad_()
    y = cell(news, state)
    loss_weights = draw(*y.shape)
    loss = (y * loss_weights).sum()
    inputs = {"news": news, "state": state}
    return Case("gru", {}, None, None, inputs=inputs | {"loss_weights": loss_weights}, parameters=parameters, outputs={"y": y},
                gradients=gradients_of(loss, inputs | parameters))


def cases():
    return [pool("sum", aggr.SumAggregation()), pool("mean", aggr.MeanAggregation()), pool("max", aggr.MaxAggregation()), pool("attention", None), gru()]
