"""A random forest on Morgan fingerprints (radius 2, 1,024 bits), one forest a task, on a split of ours.

usage: forest.py DATA.csv SPLIT.csv [--trees 500] [--jobs 2]

DATA.csv    a column `smiles`, columns of 0, 1 and blank: the tasks (as edgewise mol train finds them)
SPLIT.csv   row,set,... as `edgewise mol train` and `edgewise mol split` write it; rows that are not listed are left out
Prints ROC-AUC of each task on the test part, and the mean over the tasks that have both classes there.
"""
import argparse
import csv

import numpy
import rdkit
import sklearn
from rdkit import Chem, RDLogger
from rdkit.Chem import rdFingerprintGenerator
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import roc_auc_score


def read(data, split):
    with open(split, newline="") as file:
        set_of = {int(row["row"]): row["set"] for row in csv.DictReader(file)}
    with open(data, newline="") as file:
        rows = list(csv.DictReader(file))
    names = [name for name in rows[0] if name != "smiles" and {row[name] for row in rows} <= {"", "0", "1"}]
    bits_of = rdFingerprintGenerator.GetMorganGenerator(radius=2, fpSize=1024)
    bits, labels, sets = [], [], []
    for number, row in enumerate(rows, 1):
        if number not in set_of:
            continue
        molecule = Chem.MolFromSmiles(row["smiles"])
        if molecule is None:  # releases of RDKit differ in what they take
            print(f"record {number} ({set_of[number]}) left out: no molecule to this RDKit")
            continue
        bits.append(bits_of.GetFingerprintAsNumPy(molecule))
        labels.append([float(row[name]) if row[name] else numpy.nan for name in names])
        sets.append(set_of[number])
    return names, numpy.array(bits), numpy.array(labels), numpy.array(sets)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data")
    parser.add_argument("split")
    parser.add_argument("--trees", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    RDLogger.DisableLog("rdApp.*")
    names, bits, labels, sets = read(args.data, args.split)
    print(f"scikit-learn {sklearn.__version__}, rdkit {rdkit.__version__}; {len(bits)} molecules, {len(names)} tasks, {args.trees} trees")
    scores = []
    for task, name in enumerate(names):
        known = ~numpy.isnan(labels[:, task])
        train, test = known & (sets == "train"), known & (sets == "test")
        if len(set(labels[test, task])) < 2:
            print(f"{name:16} undefined ({test.sum()} labels)")
            continue
        forest = RandomForestClassifier(n_estimators=args.trees, n_jobs=args.jobs, random_state=0).fit(bits[train], labels[train, task])
        scores.append(roc_auc_score(labels[test, task], forest.predict_proba(bits[test])[:, 1]))
        print(f"{name:16} {scores[-1]:.4f}", flush=True)
    print(f"mean of {len(scores)}     {numpy.mean(scores):.4f}")


if __name__ == "__main__":
    main()
