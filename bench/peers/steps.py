"""What the peers' scripts share: the graph that training_bench wrote, the clock, and a loop of timed parts as training_bench has it."""
import argparse
import statistics
import time

import numpy


def flags(description):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graph", help="file that training_bench --write-graph wrote")
    parser.add_argument("--what", default="step", help="step, gat, gatv2 or transformer [step]")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--steps", type=int, default=5)
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--heads", type=int, default=8)
    parser.add_argument("--dropout", type=float, default=0)
    return parser.parse_args()


def read_graph(path):
    """Sources, targets, number of nodes."""
    arcs = numpy.fromfile(path, dtype=numpy.uint32).reshape(-1, 2).astype(numpy.int64)
    return arcs[:, 0], arcs[:, 1], int(arcs.max()) + 1


class Parts:
    """Processor time on one thread, wall time on more; the first step warms up."""

    def __init__(self, threads):
        self.now = time.process_time if threads == 1 else time.monotonic
        self.seconds = {}

    def time(self, name, work):
        start = self.now()
        result = work()
        self.seconds.setdefault(name, []).append(self.now() - start)
        return result

    def print(self):
        rows = {name: seconds[1:] for name, seconds in self.seconds.items()}
        rows["step"] = [sum(part) for part in zip(*rows.values())]
        for name, seconds in rows.items():
            print(f"  {name:9} {statistics.median(seconds) * 1e3:9.1f} ms  ({min(seconds) * 1e3:.1f} to {max(seconds) * 1e3:.1f})")
        with open("/proc/self/status") as status:
            peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
        print(f"  peak resident {peak / 2**20:.2f} GiB")


def time_torch(arguments, layer, step_model, nodes):
    """layer(), step_model() make modules with forward(x); what they know of the graph is their own business."""
    import torch

    torch.set_num_threads(arguments.threads)
    torch.manual_seed(1)
    x = torch.rand(nodes, 128) * 2 - 1
    parts = Parts(arguments.threads)
    if arguments.what == "step":
        model = step_model()
        classes = torch.randint(0, 40, (nodes,))
        adam = torch.optim.Adam(model.parameters(), lr=0.005)
        for _ in range(arguments.steps + 1):
            loss = parts.time("forward", lambda: torch.nn.functional.cross_entropy(model(x), classes))
            parts.time("backward", loss.backward)
            del loss

            def update():
                adam.step()
                adam.zero_grad()

            parts.time("update", update)
    else:
        model = layer()
        grad = torch.rand(nodes, arguments.hidden)
        for _ in range(arguments.steps + 1):
            y = parts.time("forward", lambda: model(x))
            parts.time("backward", lambda: y.reshape(nodes, -1).backward(grad))
            del y
            model.zero_grad()
    print(f"  torch {torch.__version__}, {torch.backends.cpu.get_cpu_capability()}, {'MKL' if torch.backends.mkl.is_available() else 'no MKL'}")
    parts.print()
