"""Dense layers and activations of torch: values and gradients of sum(output * loss_weights)."""
import torch
from torch import nn
from torch.nn import functional

from .case import Case, Draw, fill_parameters, gradients_of


def record(name, layer, rows, columns, options, scale=1.0, state=()):
    draw = Draw(name)
    parameters = fill_parameters(layer, draw)
    buffers_before = {}
    for key in state:
        buffer = getattr(layer, key)
        buffer.copy_(draw(*buffer.shape).abs() + 0.5 if key == "running_var" else draw(*buffer.shape))
        buffers_before[key] = buffer.clone()
    x = (draw(rows, columns) * scale).requires_grad_()
    y = layer(x)
    loss_weights = draw(*y.shape)
    loss = (y * loss_weights).sum()
    return Case(name, options, None, None, inputs={"x": x, "loss_weights": loss_weights} | buffers_before, parameters=parameters,
                outputs={"y": y} | {key: getattr(layer, key).clone() for key in state}, gradients=gradients_of(loss, {"x": x} | parameters))


class Activation(nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, x):
        return self.function(x)


def cases():
    result = [
        record("linear", nn.Linear(4, 3), 6, 4, {"bias": True}),
        record("linear without bias", nn.Linear(3, 5, bias=False), 7, 3, {"bias": False}),
        record("layer_norm", nn.LayerNorm(5), 6, 5, {"epsilon": 1e-5}),
        record("layer_norm without affine", nn.LayerNorm(4, elementwise_affine=False), 6, 4, {"epsilon": 1e-5}),
    ]
    running = ("running_mean", "running_var")
    result.append(record("batch_norm train", nn.BatchNorm1d(4).train(), 6, 4, {"epsilon": 1e-5, "momentum": 0.1, "training": True}, state=running))
    result.append(record("batch_norm eval", nn.BatchNorm1d(4).eval(), 6, 4, {"epsilon": 1e-5, "momentum": 0.1, "training": False}, state=running))
    activations = {
        "elu": functional.elu,
        "gelu": functional.gelu,
        "gelu tanh": lambda x: functional.gelu(x, approximate="tanh"),
        "relu": functional.relu,
        "leaky_relu 0.2": lambda x: functional.leaky_relu(x, 0.2),
        "leaky_relu 0.01": lambda x: functional.leaky_relu(x, 0.01),
        "sigmoid": torch.sigmoid,
        "tanh": torch.tanh,
        "silu": functional.silu,
    }
    for name, function in activations.items():
        result.append(record(name, Activation(function), 5, 4, {}, scale=4.0))
    for name, function in {"softmax": functional.softmax, "log_softmax": functional.log_softmax}.items():
        result.append(record(name, Activation(lambda x, f=function: f(x, dim=1)), 5, 4, {}, scale=8.0))
    return result
