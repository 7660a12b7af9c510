#!/usr/bin/env python3
"""Makes the Debian package graph from the package lists of apt.

usage: apt-cache dumpavail | python3 make.py DIR

Writes edges.tsv.gz, features.txt.gz, labels.csv.gz and split.csv.gz into DIR and
prints what it counted.  The same package lists always give the same files.

A node is a package, an edge leads from a package to one that it needs, the features
are the words of its one-line description, and the label is its section.  README.md
states every rule and says why.
"""

import collections
import gzip
import hashlib
import pathlib
import re
import sys

# From the weakest relation to the strongest: of two between the same packages, the later one stays.
RELATIONS = {"Recommends": "recommends", "Depends": "depends", "Pre-Depends": "predepends"}
WORD = re.compile(r"[a-z0-9+#]+")
MIN_PACKAGES = 5  # a word that fewer packages use is no feature
SPLIT_SEED = "edgewise"
VAL_SHARE = TEST_SHARE = 0.2


def read_packages(lines):
    """The records of `apt-cache dumpavail` by package name, in order of the names.

    Of several records with one name the first counts.  A line that continues a field is
    skipped: every field used here stands on one line.
    """
    packages, record = {}, {}
    for line in [*lines, "\n"]:  # an empty line ends a record
        if line.strip():
            field, colon, value = line.partition(":")
            if colon and not line[0].isspace():
                record[field] = value.strip()
        elif record:
            packages.setdefault(record["Package"], record)
            record = {}
    return dict(sorted(packages.items()))


def needed_names(relation):
    """'a (>= 1) | b:any, c' -> a, b, c: every alternative, without version and architecture."""
    for alternative in re.split("[,|]", relation):
        name = re.match(r"[a-z0-9+.-]*", alternative.strip()).group()
        if name:
            yield name


def find_edges(packages):
    """{(package, needed package): type}, without self-loops and without names that no package has."""
    edges = {}
    for source, record in packages.items():
        for field, edge_type in RELATIONS.items():
            for target in needed_names(record.get(field, "")):
                if target in packages and target != source:
                    edges[source, target] = edge_type
    return dict(sorted(edges.items()))


def description_words(name, description):
    """The different words of a description, in order of the alphabet.

    Wherever the description gives the package's own name, the name is left out: otherwise
    a word could stand for one package and its label.
    """
    def spaced(text):
        return "".join(f" {word} " for word in WORD.findall(text.lower()))
    return sorted(set(spaced(description).replace(spaced(name), "").split()))


def find_features(packages):
    """{package: its words}, of the words that at least MIN_PACKAGES packages use."""
    features = {name: description_words(name, record.get("Description", "")) for name, record in packages.items()}
    used = collections.Counter(word for words in features.values() for word in words)
    return {name: [word for word in words if used[word] >= MIN_PACKAGES] for name, words in features.items()}


def find_labels(packages):
    """{package: section}; of 'component/section' the section only."""
    return {name: record["Section"].rpartition("/")[2] for name, record in packages.items()}


def draw_split(labels):
    """{package: train, val or test}, with the same shares in every section.

    The packages of a section are put in the order of a hash of seed and name, which is as
    good as random and the same on every machine; the first go to val, the next to test.
    """
    members = collections.defaultdict(list)
    for name, label in labels.items():
        members[label].append(name)
    split = {}
    for names in members.values():
        names.sort(key=lambda name: hashlib.sha256(f"{SPLIT_SEED} {name}".encode()).digest())
        val = round(VAL_SHARE * len(names))
        test = val + round(TEST_SHARE * len(names))
        for place, name in enumerate(names):
            split[name] = "val" if place < val else "test" if place < test else "train"
    return split


def write_gz(path, lines):
    """Writes lines as a gzip file that holds no time and no name, hence the same bytes each time."""
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as file:
        file.write("".join(line + "\n" for line in lines).encode())


def print_counts(edges, features, labels, split):
    pairs = {tuple(sorted(edge)) for edge in edges}
    linked = {name for pair in pairs for name in pair}
    alike = sum(labels[a] == labels[b] for a, b in pairs)
    words = collections.Counter(word for row in features.values() for word in row)
    print("nodes", len(labels))
    print("undirected edges", len(pairs))
    print("arcs", len(edges), dict(collections.Counter(edges.values())))
    print("pairs with arcs both ways", len(edges) - len(pairs))
    print("isolated nodes", len(labels) - len(linked))
    print(f"edge homophily {alike / len(pairs):.4f}")
    print("features", len(words), "nonzeros", words.total(), "nodes without words", sum(not row for row in features.values()))
    print("split", dict(collections.Counter(split.values())))
    print("sections", len(set(labels.values())), dict(collections.Counter(labels.values()).most_common()))


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: apt-cache dumpavail | python3 make.py DIR")
    packages = read_packages(sys.stdin)
    edges = find_edges(packages)
    features = find_features(packages)
    labels = find_labels(packages)
    split = draw_split(labels)

    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    write_gz(folder / "edges.tsv.gz",
             ["source\ttarget\ttype", *(f"{source}\t{target}\t{edge_type}" for (source, target), edge_type in edges.items())])
    write_gz(folder / "features.txt.gz",
             ["\t".join([name, " ".join(f"{word}:1" for word in words)]).rstrip() for name, words in features.items()])
    write_gz(folder / "labels.csv.gz", ["node,label", *(f"{name},{label}" for name, label in labels.items())])
    write_gz(folder / "split.csv.gz", ["node,set", *(f"{name},{split[name]}" for name in labels)])
    print_counts(edges, features, labels, split)


if __name__ == "__main__":
    main()
