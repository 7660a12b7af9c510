"""Recomputes the recorded files with NumPy alone, from the formulas; gradients by central differences.  Exits 1 at the first gap.

Shares no code with make_golden.py: it reads the JSON as the C++ tests do.
"""
import json
import math
import pathlib

import numpy as np

FOLDER = pathlib.Path(__file__).parent
ERF = np.vectorize(math.erf)


def tensor(value):
    data = [np.nan if v is None else v for v in value["data"]]
    return np.array(data, dtype=float).reshape(value["rows"], value["cols"])


def read(theme):
    for case in json.loads((FOLDER / f"{theme}.json").read_text())["cases"]:
        for group in ("inputs", "parameters", "outputs", "gradients", "after"):
            case[group] = {key: tensor(value) for key, value in case.get(group, {}).items()}
        yield case


def expect(found, wanted, where, tolerance=1e-9):
    found = np.asarray(found, dtype=float).reshape(wanted.shape)
    gap = np.max(np.abs(found - wanted), initial=0) / max(1e-3, np.max(np.abs(wanted), initial=0))
    assert gap <= tolerance, f"{where}: off by {gap:g}\n{found}\n{wanted}"


def expect_gradients(case, loss, where, tolerance=2e-6):
    """loss(values) takes inputs and parameters by name; every recorded gradient against (loss(v + h) - loss(v - h)) / 2h."""
    values = {key: value.copy() for group in ("inputs", "parameters") for key, value in case[group].items()}
    for key, wanted in case["gradients"].items():
        found, step = np.zeros_like(wanted), 1e-6
        for cell in np.ndindex(wanted.shape):
            here = values[key][cell]
            values[key][cell] = here + step
            up = loss(values)
            values[key][cell] = here - step
            found[cell] = (up - loss(values)) / (2 * step)
            values[key][cell] = here
        expect(found, wanted, f"{where}: gradient of {key}", tolerance)


def softmax_by_target(score, target, nodes):
    weight = np.zeros_like(score)
    for i in range(nodes):
        mine = target == i
        if mine.any():
            e = np.exp(score[mine] - score[mine].max(0))
            weight[mine] = e / e.sum(0)
    return weight


def gather(weight, message, target, nodes):
    out = np.zeros((nodes,) + message.shape[1:])
    for e, i in enumerate(target):
        out[i] += weight[e][:, None] * message[e]
    return out


def leaky(x, slope):
    return np.where(x > 0, x, slope * x)


def finish(out, o, v):
    out = out.reshape(len(out), -1) if o["concat"] else out.mean(1)
    if "res.weight" in v:
        out = out + v["x"] @ v["res.weight"].T
    return out + v["bias"] if "bias" in v else out


def arc_attr(case, v):
    """edge_attr per arc attended over: listed ones as they are, an added loop the mean of its node's other in-arcs."""
    o = case["options"]
    if not o.get("add_self_loops"):
        return v["edge_attr"]
    listed = [(tuple(a), v["edge_attr"][e]) for e, a in enumerate(case["graph"]["edges"]) if a[0] != a[1]]
    rows, used = [], 0
    for s, t in o["arcs"]:
        if s == t:
            mine = [attr for (_, i), attr in listed if i == t]
            rows.append(np.mean(mine, 0) if mine else np.zeros(v["edge_attr"].shape[1]))
        else:
            assert listed[used][0] == (s, t)
            rows.append(listed[used][1])
            used += 1
    return np.array(rows)


def attention(theme, case, v):
    o, n = case["options"], case["graph"]["nodes"]
    h, d = o["heads"], o["head_dim"]
    source, target = np.array(o["arcs"]).reshape(-1, 2).T
    linear = lambda name: (v["x"] @ v[f"{name}.weight"].T + v.get(f"{name}.bias", 0)).reshape(n, h, d)
    edge = (arc_attr(case, v) @ v["lin_edge.weight"].T).reshape(-1, h, d) if "lin_edge.weight" in v else None
    if theme == "gat":
        x = linear("lin")
        score = (x * v["att_src"].reshape(h, d)).sum(2)[source] + (x * v["att_dst"].reshape(h, d)).sum(2)[target]
        if edge is not None:
            score = score + (edge * v["att_edge"].reshape(h, d)).sum(2)
        weight = softmax_by_target(leaky(score, o["slope"]), target, n)
        return finish(gather(weight, x[source], target, n), o, v), weight
    if theme == "gatv2":
        left = linear("lin_l")
        right = left if o["share_weights"] else linear("lin_r")
        inner = left[source] + right[target] + (0 if edge is None else edge)
        weight = softmax_by_target((leaky(inner, o["slope"]) * v["att"].reshape(h, d)).sum(2), target, n)
        return finish(gather(weight, left[source], target, n), o, v), weight
    q, k, value = linear("lin_query"), linear("lin_key")[source], linear("lin_value")[source]
    if edge is not None:
        k, value = k + edge, value + edge
    weight = softmax_by_target((q[target] * k).sum(2) / math.sqrt(d), target, n)
    out = finish(gather(weight, value, target, n), o, {})
    if o["root_weight"]:
        out = out + v["x"] @ v["lin_skip.weight"].T + v.get("lin_skip.bias", 0)
    return out, weight


def check_attention(theme):
    for case in read(theme):
        values = case["inputs"] | case["parameters"]
        y, weight = attention(theme, case, values)
        expect(y, case["outputs"]["y"], case["name"])
        expect(weight, case["outputs"]["attention"], case["name"])
        if case["gradients"]:
            expect_gradients(case, lambda v: (attention(theme, case, v)[0] * v["loss_weights"]).sum(), case["name"])


def gcn(case, v):
    o, n = case["options"], case["graph"]["nodes"]
    arcs = np.array(o["arcs"]).reshape(-1, 2)
    listed = v["edge_weight"][:, 0] if "edge_weight" in v else np.ones(len(case["graph"]["edges"]))
    edges = [tuple(e) for e in case["graph"]["edges"]]
    weight = list(listed)
    if o["add_self_loops"]:
        loops = {s: listed[e] for e, (s, t) in enumerate(edges) if s == t}
        plain = iter([listed[e] for e, (s, t) in enumerate(edges) if s != t])
        weight = [loops.get(t, 1.0) if s == t else next(plain) for s, t in arcs]
    weight = np.array(weight)
    if o["normalize"]:
        degree = np.zeros(n)
        np.add.at(degree, arcs[:, 1], weight)
        root = np.where(degree > 0, 1 / np.sqrt(np.where(degree > 0, degree, 1)), 0)
        weight = root[arcs[:, 0]] * weight * root[arcs[:, 1]]
    x = v["x"] @ v["lin.weight"].T
    out = np.zeros((n, x.shape[1]))
    np.add.at(out, arcs[:, 1], weight[:, None] * x[arcs[:, 0]])
    return out + v.get("bias", 0), weight


def check_gcn():
    for case in read("gcn"):
        y, weight = gcn(case, case["inputs"] | case["parameters"])
        expect(y, case["outputs"]["y"], case["name"])
        expect(weight, case["outputs"]["coefficients"], case["name"])
        expect_gradients(case, lambda v: (gcn(case, v)[0] * v["loss_weights"]).sum(), case["name"])


def gelu(x):
    return 0.5 * x * (1 + ERF(x / math.sqrt(2)))


def layer_norm(x, v, name=""):
    x = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5)
    return x * v.get(name + "weight", 1) + v.get(name + "bias", 0)


def layer(case, v):
    name, x = case["name"], v["x"]
    if name.startswith("linear"):
        return x @ v["weight"].T + v.get("bias", 0)
    if name.startswith("layer_norm"):
        return layer_norm(x, v)
    if name.startswith("batch_norm"):
        mean, variance = (x.mean(0), x.var(0)) if case["options"]["training"] else (v["running_mean"], v["running_var"])
        return (x - mean) / np.sqrt(variance + 1e-5) * v["weight"] + v["bias"]
    e = np.exp(x - x.max(1, keepdims=True))
    return {
        "elu": lambda: np.where(x > 0, x, np.expm1(x)), "gelu": lambda: gelu(x),
        "gelu tanh": lambda: 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))),
        "relu": lambda: np.maximum(x, 0), "leaky_relu 0.2": lambda: leaky(x, 0.2), "leaky_relu 0.01": lambda: leaky(x, 0.01),
        "sigmoid": lambda: 1 / (1 + np.exp(-x)), "tanh": lambda: np.tanh(x), "silu": lambda: x / (1 + np.exp(-x)),
        "softmax": lambda: e / e.sum(1, keepdims=True), "log_softmax": lambda: np.log(e / e.sum(1, keepdims=True)),
    }[name]()


def check_layers():
    for case in read("layers"):
        expect(layer(case, case["inputs"] | case["parameters"]), case["outputs"]["y"], case["name"])
        expect_gradients(case, lambda v: (layer(case, v) * v["loss_weights"]).sum(), case["name"])
        if case["name"] == "batch_norm train":
            x = case["inputs"]["x"]
            expect(0.9 * case["inputs"]["running_mean"] + 0.1 * x.mean(0), case["outputs"]["running_mean"], case["name"])
            expect(0.9 * case["inputs"]["running_var"] + 0.1 * x.var(0, ddof=1), case["outputs"]["running_var"], case["name"])


def log_softmax(x):
    x = x - x.max(1, keepdims=True)
    return x - np.log(np.exp(x).sum(1, keepdims=True))


def cross_entropy(x, labels, weights=None, smoothing=0.0):
    labels = labels.reshape(-1).astype(int)
    rows = np.flatnonzero(labels >= 0)
    weights = np.ones(x.shape[1]) if weights is None else weights.reshape(-1)
    logs = log_softmax(x)[rows]
    hard = -(weights[labels[rows]] * logs[np.arange(len(rows)), labels[rows]]).sum()
    soft = -(weights * logs).sum() / x.shape[1]
    return ((1 - smoothing) * hard + smoothing * soft) / weights[labels[rows]].sum()


def loss(case, v):
    name, o, x = case["name"], case["options"], v["x"]
    if name.startswith("cross_entropy"):
        return cross_entropy(x, v["labels"], v.get("class_weights"), o["label_smoothing"])
    t = v["targets"]
    seen = ~np.isnan(t)
    t = np.where(seen, t, 0)
    gap = np.abs(x - t)
    if name.startswith("bce"):
        softplus = lambda z: np.maximum(z, 0) + np.log1p(np.exp(-np.abs(z)))
        cells = v.get("pos_weight", 1) * t * softplus(-x) + (1 - t) * softplus(x)
    elif name == "mse":
        cells = gap**2
    elif name == "l1":
        cells = gap
    elif name.startswith("huber"):
        d = o["delta"]
        cells = np.where(gap <= d, gap**2 / 2, d * (gap - d / 2))
    else:
        b = o["beta"]
        cells = np.where(gap < b, gap**2 / (2 * b), gap - b / 2)
    return np.where(seen, cells, 0).sum() / seen.sum()


def check_losses():
    for case in read("losses"):
        expect(loss(case, case["inputs"]), case["outputs"]["loss"], case["name"])
        expect_gradients(case, lambda v: loss(case, v), case["name"], 1e-5)
        if case["name"] == "bce report M15":
            assert abs(case["outputs"]["loss"][0, 0] - 0.59805073) < 1e-8
            assert not case["gradients"]["x"][2].any()


def readout(name, v, sizes):
    rows, first = [], 0
    for size in sizes[0].astype(int):
        x = v["x"][first:first + size]
        if size == 0:
            rows.append(np.zeros(v["x"].shape[1]))
        elif name == "attention":
            weight = np.exp(v["score"][first:first + size] - v["score"][first:first + size].max())
            rows.append((weight / weight.sum() * x).sum(0))
        else:
            rows.append({"sum": np.sum, "mean": np.mean, "max": np.max}[name](x, axis=0))
        first += size
    return np.array(rows)


def gru(v):
    sigmoid = lambda x: 1 / (1 + np.exp(-x))
    ar, az, ac = np.split(v["news"] @ v["weight_ih"].T + v["bias_ih"], 3, axis=1)
    br, bz, bc = np.split(v["state"] @ v["weight_hh"].T + v["bias_hh"], 3, axis=1)
    z = sigmoid(az + bz)
    return (1 - z) * np.tanh(ac + sigmoid(ar + br) * bc) + z * v["state"]


def check_readouts():
    for case in read("readouts"):
        name, i = case["name"], case["inputs"]
        case.setdefault("parameters", {})
        run = gru if name == "gru" else lambda v: readout(name, v, i["sizes"])
        leaves = i | case["parameters"]
        expect(run(leaves), case["outputs"]["y"], name)
        expect_gradients(case, lambda v: (run(v) * i["loss_weights"]).sum(), name, 1e-5)


def check_optimisers():
    for case in read("optimisers"):
        o, i, name = case["options"], case["inputs"], case["name"]
        if name.startswith("clip"):
            norm = math.sqrt(sum((g**2).sum() for g in i.values()))
            expect(norm, case["outputs"]["norm"], name)
            for key, g in i.items():
                expect(g * min(1, o["max_norm"] / norm), case["outputs"][key], name, 1e-6)
        elif name.startswith(("adam", "sgd")):
            p, m, s = i["start"].copy(), np.zeros_like(i["start"]), np.zeros_like(i["start"])
            for t in range(1, 6):
                g, decay = i[f"gradient {t}"], o.get("weight_decay", 0)
                if name.startswith("adamw"):
                    p = p * (1 - o["rate"] * decay)
                else:
                    g = g + decay * p
                if name.startswith("adam"):
                    m, s = o["beta1"] * m + (1 - o["beta1"]) * g, o["beta2"] * s + (1 - o["beta2"]) * g * g
                    p = p - o["rate"] * (m / (1 - o["beta1"]**t)) / (np.sqrt(s / (1 - o["beta2"]**t)) + o["epsilon"])
                else:
                    m = o["momentum"] * m + g
                    p = p - o["rate"] * (g + o["momentum"] * m if o.get("nesterov") else m)
                expect(p, case["outputs"][f"step {t}"], name)
        elif name.startswith("plateau"):
            rate, best, bad, rates = o["base"], math.inf, 0, []
            sign = 1 if o["mode"] == "min" else -1
            for value in sign * i["values"][0]:
                better = value < (best * (1 - sign * o["threshold"]) if o["threshold_mode"] == "rel" and best != math.inf else best - o["threshold"])
                best, bad = (value, 0) if better else (best, bad + 1)
                if bad > o["patience"]:
                    rate, bad = max(rate * o["factor"], o["min_lr"]), 0
                rates.append(rate)
            expect(rates, case["outputs"]["rates"], name, 1e-7)


def check_metrics():
    for case in read("metrics"):
        o, name = case["outputs"], case["name"]
        truth = case["inputs"]["truth"][0]
        if "score" in case["inputs"]:
            score = case["inputs"]["score"][0]
            up, down = score[truth == 1], score[truth == 0]
            pairs = (up[:, None] > down).mean() + 0.5 * (up[:, None] == down).mean()
            expect(pairs, o["roc_auc"], name)
            total, recall = 0.0, 0.0
            for cut in sorted(set(score), reverse=True):  # tied scores enter together
                kept = truth[score >= cut]
                total += (kept.sum() / len(up) - recall) * kept.mean()
                recall = kept.sum() / len(up)
            expect(total, o["average_precision"], name)
            continue
        guess = case["inputs"]["guess"][0]
        if "accuracy" in o:
            expect((truth == guess).mean(), o["accuracy"], name)
            f1 = [2 * ((truth == c) & (guess == c)).sum() / ((truth == c).sum() + (guess == c).sum()) for c in set(truth) | set(guess)]
            expect(np.mean(f1), o["f1_macro"], name)
            expect((truth == guess).mean(), o["f1_micro"], name)
        else:
            expect(np.abs(truth - guess).mean(), o["mae"], name)
            expect(math.sqrt(((truth - guess)**2).mean()), o["rmse"], name)
            expect(1 - ((truth - guess)**2).sum() / ((truth - truth.mean())**2).sum(), o["r2"], name)


def model(case, v):
    o, n = case["options"], case["graph"]["nodes"]
    edges = [tuple(e) for e in case["graph"]["edges"]]
    if o["model"] in ("gat", "gatv2"):
        arcs = edges if not o["add_self_loops"] else [e for e in edges if e[0] != e[1]] + [(i, i) for i in range(n)]
        x = v["x"]
        for name, out, concat in (("layers.0.conv.", o["head_dim"], True), ("layers.1.conv.", o["classes"], False)):
            part = {key[len(name):]: value for key, value in v.items() if key.startswith(name)} | {"x": x}
            layer_case = {"options": {"heads": o["heads"], "head_dim": out, "concat": concat, "slope": 0.2, "share_weights": False, "arcs": arcs}, "graph": case["graph"]}
            x = attention(o["model"], layer_case, part)[0]
            x = np.where(x > 0, x, np.expm1(np.minimum(x, 0))) if concat else x
        return x
    linear = lambda x, name: x @ v[name + ".weight"].T + v[name + ".bias"]
    source, target = np.array(edges).T
    x = linear(v["x"], "input")
    for b in ("layers.0.", "layers.1."):
        def attend(x):
            q, k, value = (linear(x, b + "conv.lin_" + name).reshape(n, o["heads"], -1) for name in ("query", "key", "value"))
            weight = softmax_by_target((q[target] * k[source]).sum(2) / math.sqrt(q.shape[2]), target, n)
            return linear(gather(weight, value[source], target, n).reshape(n, -1), b + "conv.lin_out")
        feed = lambda x: linear(gelu(linear(x, b + "feed_forward.lin1")), b + "feed_forward.lin2")
        if o["norm"] == "pre":
            x = x + attend(layer_norm(x, v, b + "norm1."))
            x = x + feed(layer_norm(x, v, b + "norm2."))
        else:
            x = layer_norm(x + attend(x), v, b + "norm1.")
            x = layer_norm(x + feed(x), v, b + "norm2.")
    return linear(layer_norm(x, v, "norm.") if o["norm"] == "pre" else x, "output")


def check_models():
    for case in read("two_layer"):
        values = case["inputs"] | case["parameters"]
        expect(model(case, values), case["outputs"]["logits"], case["name"])
        expect(cross_entropy(model(case, values), values["labels"]), case["outputs"]["loss"], case["name"])
        expect_gradients(case, lambda v: cross_entropy(model(case, v), v["labels"]), case["name"])
        adam = case["options"]["adam"]
        for key, p in case["parameters"].items():
            g = case["gradients"][key]
            expect(p - adam["rate"] * g / (np.abs(g) + adam["epsilon"]), case["after"][key], case["name"])
        expect(cross_entropy(model(case, case["inputs"] | case["after"]), values["labels"]), case["outputs"]["loss_after"], case["name"])


def check_encodings():
    for case in read("encodings"):
        n = case["graph"]["nodes"]
        a = np.zeros((n, n))
        for s, t in case["graph"]["edges"]:
            a[s, t] += 1
        expect(a.sum(0), case["outputs"]["in_degree"], case["name"])
        expect(a.sum(1), case["outputs"]["out_degree"], case["name"])
        p = a / np.maximum(1, a.sum(1, keepdims=True))
        expect(np.stack([np.diag(np.linalg.matrix_power(p, k)) for k in range(1, 9)], 1), case["outputs"]["random_walk"], case["name"])
        if "laplacian_eigenvalues" in case["outputs"]:
            d = a.sum(1)
            s = np.where(d > 0, 1 / np.sqrt(np.maximum(d, 1)), 0)
            expect(np.linalg.eigvalsh(np.eye(n) - s[:, None] * a * s), case["outputs"]["laplacian_eigenvalues"], case["name"])


def check_reports():
    for case in read("reports"):
        case["options"]["concat"] = True
        y, weight = attention("gat", case, case["inputs"] | case["parameters"])
        expect(y, case["outputs"]["y"], case["name"])
        expect(weight, case["outputs"]["attention"], case["name"])


if __name__ == "__main__":
    for theme in ("gat", "gatv2", "transformer"):
        check_attention(theme)
    for check in (check_gcn, check_layers, check_losses, check_optimisers, check_metrics, check_models, check_encodings, check_reports, check_readouts):
        check()
    print("all recorded values recomputed")
