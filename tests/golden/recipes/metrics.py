"""Scores by scikit-learn."""
import numpy as np
import torch
from sklearn import metrics as sk

from .case import Case, Draw


def scores(name, truth, guess, classes, note=None):
    values = {"accuracy": sk.accuracy_score(truth, guess)}
    for average in ("macro", "micro"):
        values[f"f1_{average}"] = sk.f1_score(truth, guess, average=average, zero_division=0)
    return Case(name, {"classes": classes}, None, note, inputs={"truth": torch.tensor(truth), "guess": torch.tensor(guess)},
                outputs={k: torch.tensor(float(v)) for k, v in values.items()})


def ranking(name, truth, score):
    return Case(name, {}, None, None, inputs={"truth": torch.tensor(truth), "score": torch.tensor(score)},
                outputs={"roc_auc": torch.tensor(float(sk.roc_auc_score(truth, score))),
                         "average_precision": torch.tensor(float(sk.average_precision_score(truth, score)))})


def errors(name, truth, guess):
    return Case(name, {}, None, None, inputs={"truth": torch.tensor(truth), "guess": torch.tensor(guess)},
                outputs={"mae": torch.tensor(float(sk.mean_absolute_error(truth, guess))),
                         "rmse": torch.tensor(float(sk.root_mean_squared_error(truth, guess))),
                         "r2": torch.tensor(float(sk.r2_score(truth, guess)))})


def cases():
    generator = np.random.RandomState(5)
    truth, guess = generator.randint(0, 4, 40).tolist(), generator.randint(0, 4, 40).tolist()
    for i in range(0, 40, 2):
        guess[i] = truth[i]
    draw = Draw("metrics")
    wide = draw(30)
    labels = [int(v > 0) for v in (wide + draw(30) * 1.5)]
    return [
        scores("small", [0, 0, 1, 1, 2], [0, 1, 1, 1, 0], 3),
        scores("forty", truth, guess, 4),
        scores("perfect", [0, 1, 2], [0, 1, 2], 3),
        scores("class nobody has or guesses", [0, 0, 1, 1], [0, 1, 1, 1], 3, "class 2 occurs in neither: macro F1 is over the classes that occur in truth or guess"),
        scores("class only guessed", [0, 0, 1, 1], [0, 2, 1, 1], 3, "class 2 is guessed, never true: F1 0, counted in the macro mean"),
        ranking("no ties", [0, 1, 0, 1, 1, 0], [0.125, 0.5, 0.25, 0.75, 0.1875, 0.3125]),
        ranking("ties", [0, 1, 1, 0, 1, 0, 0, 1], [0.5, 0.5, 0.75, 0.75, 0.25, 0.25, 0.25, 0.5]),
        ranking("all tied", [0, 1, 1, 0, 0], [0.5] * 5),
        ranking("perfect", [0, 0, 1, 1], [-2.0, -1.0, 1.0, 2.0]),
        ranking("reversed", [1, 1, 0, 0], [-2.0, -1.0, 1.0, 2.0]),
        ranking("thirty", labels, wide.tolist()),
        ranking("thirty coarse", labels, (torch.round(wide * 4) / 4).tolist()),
        errors("six", [1.0, -2.0, 0.5, 3.0, 0.0, 1.5], [0.75, -1.5, 0.5, 2.0, 0.25, 2.5]),
        errors("worse than the mean", [1.0, 2.0, 3.0], [3.0, 2.0, 1.0]),
        errors("perfect", [1.0, 2.0, 3.0], [1.0, 2.0, 3.0]),
    ]
