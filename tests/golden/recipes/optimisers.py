"""Optimisers of torch over five fixed gradients, clipping, and learning-rate schedules step by step."""
import math

import torch

from .case import Case, Draw

STEPS = 5


def optimise(name, make, options):
    draw = Draw("optimiser")  # the same start and gradients for all of them
    start, gradients = draw(3, 4), [draw(3, 4) for _ in range(STEPS)]
    gradients[2][0].zero_()
    parameter = torch.nn.Parameter(start.clone())
    optimiser = make([parameter])
    after = {}
    for step, gradient in enumerate(gradients):
        parameter.grad = gradient.clone()
        optimiser.step()
        after[f"step {step + 1}"] = parameter.detach().clone()
    return Case(name, options, None, None, inputs={"start": start} | {f"gradient {i + 1}": g for i, g in enumerate(gradients)}, outputs=after)


def clip(name, max_norm):
    draw = Draw("clip")
    tensors = [torch.nn.Parameter(draw(2, 3)), torch.nn.Parameter(draw(4, 1))]
    for tensor in tensors:
        tensor.grad = draw(*tensor.shape) * 2
    before = [tensor.grad.clone() for tensor in tensors]
    norm = torch.nn.utils.clip_grad_norm_(tensors, max_norm)
    return Case(name, {"max_norm": max_norm}, None, "torch divides by norm + 1e-6: one part in a million below the exact rule",
                inputs={"a": before[0], "b": before[1]}, outputs={"norm": norm, "a": tensors[0].grad, "b": tensors[1].grad})


def cosine(name, base, warmup, total, floor):
    def rate(t):
        if t < warmup:
            return base * (t + 1) / warmup
        return floor + (base - floor) * 0.5 * (1 + math.cos(math.pi * min(t - warmup, total - warmup) / (total - warmup)))
    parameter = torch.nn.Parameter(torch.zeros(1))
    optimiser = torch.optim.SGD([parameter], lr=1.0)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, rate)
    rates = []
    for _ in range(total + 3):
        rates.append(optimiser.param_groups[0]["lr"])
        optimiser.step()
        schedule.step()
    note = "t counts from 0; t < warmup: base*(t+1)/warmup; else floor + (base-floor)/2 * (1 + cos(pi*(t-warmup)/(total-warmup))), floor from t = total on"
    return Case(name, {"base": base, "warmup": warmup, "total": total, "floor": floor}, None, note, outputs={"rates": torch.tensor(rates)})


def plateau(name, options, values):
    parameter = torch.nn.Parameter(torch.zeros(1))
    optimiser = torch.optim.SGD([parameter], lr=options["base"])
    schedule = torch.optim.lr_scheduler.ReduceLROnPlateau(optimiser, **{k: v for k, v in options.items() if k != "base"})
    rates = []
    for value in values:
        schedule.step(value)
        rates.append(optimiser.param_groups[0]["lr"])
    return Case(name, options, None, "rates[t] is the rate after values[t] was seen; cut once more than `patience` values in a row bring nothing new",
                inputs={"values": torch.tensor(values)}, outputs={"rates": torch.tensor(rates)})


def cases():
    adam = dict(rate=0.05, beta1=0.9, beta2=0.999, epsilon=1e-8)
    values = [1.0, 0.75, 0.75, 0.8125, 0.78125, 0.75, 0.5, 0.5625, 0.53125, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.25]
    return [
        optimise("adam", lambda p: torch.optim.Adam(p, lr=0.05), adam),
        optimise("adam weight_decay", lambda p: torch.optim.Adam(p, lr=0.05, weight_decay=0.125), adam | {"weight_decay": 0.125}),
        optimise("adam betas", lambda p: torch.optim.Adam(p, lr=0.05, betas=(0.8, 0.95), eps=1e-6), dict(rate=0.05, beta1=0.8, beta2=0.95, epsilon=1e-6)),
        optimise("adamw", lambda p: torch.optim.AdamW(p, lr=0.05, weight_decay=0.125), adam | {"weight_decay": 0.125}),
        optimise("sgd", lambda p: torch.optim.SGD(p, lr=0.05), dict(rate=0.05, momentum=0.0)),
        optimise("sgd momentum weight_decay", lambda p: torch.optim.SGD(p, lr=0.05, momentum=0.9, weight_decay=0.125), dict(rate=0.05, momentum=0.9, weight_decay=0.125)),
        optimise("sgd nesterov", lambda p: torch.optim.SGD(p, lr=0.05, momentum=0.9, nesterov=True), dict(rate=0.05, momentum=0.9, nesterov=True)),
        clip("clip active", 1.0), clip("clip idle", 100.0),
        cosine("cosine warmup", 0.01, 4, 20, 0.0), cosine("cosine without warmup", 0.1, 0, 10, 0.001),
        plateau("plateau min", dict(base=0.1, mode="min", factor=0.5, patience=2, threshold=1e-4, threshold_mode="rel", min_lr=0.02), values),
        plateau("plateau max", dict(base=0.1, mode="max", factor=0.1, patience=1, threshold=0.0, threshold_mode="abs", min_lr=0.0), [-v for v in values]),
    ]
