"""Losses of torch: values and gradients by the predictions.  An ignored class label is -1; a missing target is null in `targets`."""
import math

import torch
from torch.nn import functional

from .case import Case, Draw, gradients_of


def record(name, options, x, loss, note=None, **inputs):
    return Case(name, options, None, note, inputs={"x": x} | inputs, outputs={"loss": loss}, gradients=gradients_of(loss, {"x": x}))


def cross_entropy(name, rows, classes, ignored=(), weighted=False, smoothing=0.0, scale=4.0):
    draw = Draw(name)
    x = (draw(rows, classes) * scale).requires_grad_()
    labels = torch.tensor([-1 if row in ignored else int(draw.generator.randint(classes)) for row in range(rows)])
    weights = draw(classes).abs() + 0.25 if weighted else None
    loss = functional.cross_entropy(x, labels, weight=weights, ignore_index=-1, label_smoothing=smoothing)
    note = "mean over the weights of the kept rows' classes" if weighted else None
    return record(name, {"ignore": -1, "label_smoothing": smoothing}, x, loss, note, labels=labels, class_weights=weights)


def observed_mean(elements, targets):
    seen = ~torch.isnan(targets)
    return torch.where(seen, elements, torch.zeros_like(elements)).sum() / seen.sum()


def bce(name, x, targets, pos_weight=None):
    x.requires_grad_()
    elements = functional.binary_cross_entropy_with_logits(x, torch.nan_to_num(targets), pos_weight=pos_weight, reduction="none")
    return record(name, {}, x, observed_mean(elements, targets), "mean over the cells that have a target", targets=targets, pos_weight=pos_weight)


def regression(name, function, options, rows, columns, missing=(), scale=2.0):
    draw = Draw(name)
    x = (draw(rows, columns) * scale).requires_grad_()
    targets = draw(rows, columns)
    for row, column in missing:
        targets[row, column] = math.nan
    elements = function(x, torch.nan_to_num(targets))
    return record(name, options, x, observed_mean(elements, targets), None, targets=targets)


def cases():
    nan = math.nan
    draw = Draw("bce")
    targets = torch.tensor([[1, nan, 0], [0, 1, nan], [nan, nan, nan], [1, 0, 0], [0, nan, 1.0]])
    none = {"reduction": "none"}
    return [
        cross_entropy("cross_entropy", 5, 3),
        cross_entropy("cross_entropy ignored rows", 7, 4, ignored=(1, 4, 6)),
        cross_entropy("cross_entropy weighted", 7, 3, ignored=(0, 3), weighted=True),
        cross_entropy("cross_entropy smoothed", 6, 4, ignored=(2,), smoothing=0.1),
        cross_entropy("cross_entropy weighted smoothed", 6, 4, ignored=(2,), weighted=True, smoothing=0.125),
        cross_entropy("cross_entropy large logits", 4, 3, scale=512.0),
        bce("bce report M15", torch.tensor([[2, -1], [0.5, 0], [-1, 3]]), torch.tensor([[1, nan], [0, 1], [nan, nan]])),
        bce("bce full", draw(5, 3) * 4, torch.nan_to_num(targets)),
        bce("bce missing", draw(5, 3) * 4, targets),
        bce("bce missing pos_weight", draw(5, 3) * 4, targets, torch.tensor([0.5, 3, 1.25])),
        bce("bce large logits", draw(5, 3) * 128, targets),
        regression("mse", lambda x, t: functional.mse_loss(x, t, **none), {}, 5, 2, missing=((0, 1), (3, 0))),
        regression("l1", lambda x, t: functional.l1_loss(x, t, **none), {}, 5, 2, missing=((1, 1),)),
        regression("huber", lambda x, t: functional.huber_loss(x, t, delta=0.75, **none), {"delta": 0.75}, 6, 2, missing=((2, 0),)),
        regression("huber 1", lambda x, t: functional.huber_loss(x, t, delta=1.0, **none), {"delta": 1.0}, 6, 2),
        regression("smooth_l1", lambda x, t: functional.smooth_l1_loss(x, t, beta=0.5, **none), {"beta": 0.5}, 6, 2),
    ]
