"""Makes the data set in this folder anew: python3 make.py.  The numbers are those of Python's own generator, seed 1."""
import random
from pathlib import Path

GRAPHS = 120
draw = random.Random(1)
arcs, graph_of, labels, kinds = [], [], [], []
for graph in range(1, GRAPHS + 1):
    first, count = len(graph_of) + 1, draw.randint(8, 12)
    edges = {(draw.randrange(b), b) for b in range(1, count)}  # a tree
    while len(edges) < count + 1:  # and two edges more
        a, b = sorted(draw.sample(range(count), 2))
        edges.add((a, b))
    touching = graph % 2
    marked = draw.sample(range(count), 3)
    while any(a in marked and b in marked for a, b in edges) != bool(touching):
        marked = draw.sample(range(count), 3)
    arcs += sorted((first + a, first + b) for edge in edges for a, b in (edge, edge[::-1]))
    graph_of += [graph] * count
    kinds += [int(node in marked) for node in range(count)]
    labels.append(touching)


def write(name, lines):
    Path(__file__).with_name(f"touching_{name}.txt").write_text("".join(f"{line}\n" for line in lines))


write("A", [f"{a}, {b}" for a, b in arcs])
write("graph_indicator", graph_of)
write("graph_labels", labels)
write("node_labels", kinds)
