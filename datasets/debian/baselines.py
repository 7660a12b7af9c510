#!/usr/bin/env python3
"""Measures what simple models reach on the Debian package graph.

usage: python3 baselines.py [DIR]        DIR holds the data files [the folder of this script]

Needs scikit-learn (measured with 1.9.1), which brings numpy and scipy.  Takes some minutes.

All but the first are logistic regressions on one row of numbers per package: its words, and
means over its neighbours.  The packages that it needs and the packages that need it are
averaged apart, so that the model can tell the two directions of an arc.  The penalty is
fixed beforehand (C = 5): nothing is chosen on the validation or the test set.
"""

import csv
import gzip
import pathlib
import sys

import numpy as np
import scipy.sparse as sparse
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import LabelBinarizer


def open_text(path):
    return gzip.open(path, "rt", encoding="utf-8", newline="")


def load(folder):
    """Words and arcs as sparse matrices, label and set of every package."""
    with open_text(folder / "labels.csv.gz") as file:
        labels = {row["node"]: row["label"] for row in csv.DictReader(file)}
    with open_text(folder / "split.csv.gz") as file:
        split = {row["node"]: row["set"] for row in csv.DictReader(file)}
    number = {name: i for i, name in enumerate(labels)}

    with open_text(folder / "features.txt.gz") as file:
        rows = dict.fromkeys(labels, "")
        for line in file:
            name, _, words = line.rstrip("\n").partition("\t")
            rows[name] = words.replace(":1", "")
    words = CountVectorizer(token_pattern=r"\S+", binary=True, dtype=np.float32).fit_transform(rows.values())

    with open_text(folder / "edges.tsv.gz") as file:
        pairs = np.array([(number[row["source"]], number[row["target"]]) for row in csv.DictReader(file, delimiter="\t")])
    ones = np.ones(len(pairs), dtype=np.float32)
    arcs = sparse.csr_array((ones, (pairs[:, 0], pairs[:, 1])), shape=(len(number), len(number)))

    sets = np.array([split[name] for name in labels])
    return words, arcs, np.array(list(labels.values())), sets


def mean_over(arcs):
    """The matrix that takes the mean over each row's neighbours; a row without any stays zero."""
    return sparse.diags_array(1 / np.maximum(arcs.sum(axis=1), 1)) @ arcs


def report(name, predicted, labels, sets):
    right = {part: 100 * np.mean(predicted[sets == part] == labels[sets == part]) for part in ("val", "test")}
    print(f"{name:50} val {right['val']:.1f} %   test {right['test']:.1f} %", flush=True)


def main():
    words, arcs, labels, sets = load(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
    train = sets == "train"
    needed, needing = mean_over(arcs), mean_over(arcs.T.tocsr())

    one_hop = [needed @ words, needing @ words]
    two_hops = [needed @ one_hop[0], needing @ one_hop[1]]
    # Only a training package has a row here, and no package is its own neighbour: no label answers for itself.
    known = LabelBinarizer(sparse_output=True).fit_transform(labels).multiply(train[:, None]).tocsr()
    neighbour_labels = [needed @ known, needing @ known]

    names, counts = np.unique(labels[train], return_counts=True)
    report("largest section", np.full(len(labels), names[counts.argmax()]), labels, sets)
    for name, blocks in {
        "words": [words],
        "words, 1 and 2 hops": [words, *one_hop, *two_hops],
        "words, 1 and 2 hops, neighbours' training labels": [words, *one_hop, *two_hops, *neighbour_labels],
    }.items():
        rows = sparse.hstack(blocks, format="csr")
        model = LogisticRegression(C=5, max_iter=300).fit(rows[train], labels[train])
        report(name, model.predict(rows), labels, sets)


if __name__ == "__main__":
    main()
