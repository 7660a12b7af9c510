"""Writes a PyTorch Geometric node model as files that `edgewise model import` reads.

    from export_pyg import export
    export(model, x, edge_index, "my_model")          # my_model/{weights,golden}.safetensors, my_model/architecture.json

    edgewise model import --weights my_model/weights.safetensors --architecture my_model/architecture.json \
      --golden my_model/golden.safetensors --out my_model.safetensors

The model is run once, in eval mode, while every layer and every function between layers is watched: that gives the architecture, and the
golden file with the result of each step.  Layers: GATConv, GATv2Conv, TransformerConv, GCNConv, Linear, LayerNorm, BatchNorm, activations,
dropout; between them +, torch.cat along columns, and a softmax at the very end.  Anything else on the way from x to the result is refused
by name.  Needs torch, torch_geometric and safetensors.
"""
import json
import pathlib

import torch
import torch.nn.functional as F
import torch_geometric
import torch_geometric.nn as pyg
from safetensors.torch import save_file
from torch.overrides import TorchFunctionMode

CONVS = {
    "GATConv": ["heads", "concat", "negative_slope", "dropout", "add_self_loops", "edge_dim"],
    "GATv2Conv": ["heads", "concat", "negative_slope", "dropout", "add_self_loops", "edge_dim"],
    "TransformerConv": ["heads", "concat", "dropout", "edge_dim", "beta", "root_weight"],
    "GCNConv": ["improved", "add_self_loops", "normalize"],
}
ACTIVATIONS = {"ELU": "elu", "ReLU": "relu", "GELU": "gelu", "LeakyReLU": "leaky_relu"}
LINEAR = (torch.nn.Linear, getattr(pyg, "Linear", torch.nn.Linear))  # PyG has its own from 2.0 on
FUNCTIONS = {"elu": "elu", "elu_": "elu", "relu": "relu", "relu_": "relu", "gelu": "gelu", "leaky_relu": "leaky_relu", "leaky_relu_": "leaky_relu",
             "dropout": "dropout", "add": "add", "__add__": "add", "__radd__": "add", "add_": "add", "cat": "concat",
             "softmax": "end", "log_softmax": "end", "sigmoid": "end"}


def describe(name, layer):
    """A layer as JSON, or None for a module that only holds others."""
    kind = type(layer).__name__
    if kind in CONVS:
        for option, plain in {"aggr": ("add", "sum"), "node_dim": (-2, 0)}.items():
            value = str(getattr(layer, option, plain[0]))
            if value.lower().removesuffix("aggregation()") not in map(str, plain):
                raise ValueError(f"{name}: {kind} with {option}={value} is not known to edgewise")
        if getattr(layer, "edge_dim", None) and getattr(layer, "fill_value", "mean") != "mean":
            raise ValueError(f"{name}: fill_value={layer.fill_value!r}; edgewise gives added self-loops the mean of the other edges")
        step = {"type": kind, "name": name, "in": layer.in_channels}
        if not isinstance(step["in"], int) or step["in"] < 0:
            raise ValueError(f"{name}: in_channels={layer.in_channels} is not one number; bipartite and lazy layers are not known")
        width = layer.out_channels * (layer.heads if getattr(layer, "heads", 1) > 1 and layer.concat else 1)
        step["out"] = width
        step.update({option: getattr(layer, option) for option in CONVS[kind] if hasattr(layer, option)})
        return step
    if isinstance(layer, LINEAR):
        return {"type": "Linear", "name": name, "in": layer.weight.shape[1], "out": layer.weight.shape[0]}
    if isinstance(layer, (torch.nn.LayerNorm, pyg.LayerNorm)):
        if isinstance(layer, pyg.LayerNorm) and getattr(layer, "mode", "graph") != "node":  # no mode before PyG 2.1: always the graph
            raise ValueError(f"{name}: LayerNorm(mode='graph') normalises over the whole graph; edgewise knows mode='node'")
        return {"type": "LayerNorm", "name": name, "epsilon": layer.eps}
    if isinstance(layer, (torch.nn.BatchNorm1d, pyg.BatchNorm)):
        return {"type": "BatchNorm", "name": name, "epsilon": getattr(layer, "module", layer).eps}
    if kind in ACTIVATIONS:
        return {"type": ACTIVATIONS[kind], "negative_slope": getattr(layer, "negative_slope", 0.0)}
    if kind == "Dropout":
        return {"type": "dropout", "dropout": layer.p}
    return None


class Recorder(TorchFunctionMode):
    """Steps in the order in which they run; each knows which earlier results it reads (0 is x)."""

    def __init__(self, x):
        super().__init__()
        self.steps, self.results = [], []
        self.number = {id(x): 0}  # of a tensor: which result it is
        self.strange = {}         # of a tensor: the function that made it and that edgewise does not know
        self.alive = [x]          # ids stay unique while their tensors live
        self.inside = 0

    def reads(self, tensor, what):
        if id(tensor) in self.strange:
            raise ValueError(f"{what} reads the result of {self.strange[id(tensor)]}, which edgewise does not know")
        return self.number.get(id(tensor))

    def note(self, step, inputs, result, what):
        step["reads"] = [self.reads(tensor, what) for tensor in inputs]
        if None in step["reads"]:
            raise ValueError(f"{what} reads a tensor that does not come from x")
        self.steps.append(step)
        self.results.append(result)
        self.alive.append(result)
        self.number[id(result)] = len(self.steps)

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        result = func(*args, **kwargs)
        if self.inside or not isinstance(result, torch.Tensor):
            return result
        name = getattr(func, "__name__", str(func))
        inputs = list(args[0]) if name == "cat" else [a for a in args[:2] if isinstance(a, torch.Tensor)]
        if not any(id(tensor) in self.number or id(tensor) in self.strange for tensor in inputs):
            return result  # has nothing to do with x
        kind = FUNCTIONS.get(name)
        if id(result) in self.number and kind == "dropout":
            return result  # in eval mode it hands its input back
        if kind == "end":
            self.alive.append(result)
            self.number[id(result)] = self.reads(inputs[0], name)
        elif kind == "add" and len(inputs) == 2 or kind == "concat" and (args + (kwargs.get("dim", 0),))[1] in (1, -1):
            self.note({"type": kind}, inputs, result, name)
        elif kind in ("elu", "relu", "gelu", "leaky_relu", "dropout"):
            if kind == "gelu" and kwargs.get("approximate", "none") != "none" or kind == "elu" and (args[1:2] or (kwargs.get("alpha", 1),))[0] != 1:
                kind = None
            else:
                slope = (args[1:2] or (kwargs.get("negative_slope", 0.01),))[0] if kind == "leaky_relu" else 0.0
                rate = (args[1:2] or (kwargs.get("p", 0.5),))[0] if kind == "dropout" else 0.0
                self.note({"type": kind, "negative_slope": slope, "dropout": rate}, inputs[:1], result, name)
        else:
            kind = None
        if kind is None:
            self.strange[id(result)] = name
            self.alive.append(result)
        return result


def export(model, x, edge_index, folder, edge_attr=None, classes=None, feature_columns=None, task="classification"):
    """x: n x features (dense, float).  edge_index: 2 x m.  edge_attr: m x columns, or m weights.  Returns the folder."""
    model = model.eval()
    recorder, hooks = Recorder(x), []

    def enter(layer, args, kwargs):
        recorder.inside += 1

    def leave(step, name):
        def hook(layer, args, kwargs, result):
            recorder.inside -= 1
            if recorder.inside == 0:
                given = args[2] if len(args) > 2 else kwargs.get("edge_attr", kwargs.get("edge_weight"))
                if given is not None and (edge_attr is None or given.numel() != edge_attr.numel() or given.data_ptr() != edge_attr.data_ptr()):
                    raise ValueError(f"{name} reads edge values that are not edge_attr as it was given")
                if given is not None and step["type"] == "GCNConv" and edge_attr[0].numel() != 1:
                    raise ValueError(f"{name}: GCNConv takes one weight an edge, edge_attr has {edge_attr.shape[1]} columns")
                weighted = {"edge_weight": True} if given is not None and step["type"] == "GCNConv" else {}
                recorder.note({**step, **weighted}, args[:1] or [kwargs["x"]], result, name)
        return hook

    for name, layer in model.named_modules():
        step = describe(name, layer)
        if step is not None:
            hooks += [layer.register_forward_pre_hook(enter, with_kwargs=True),
                      layer.register_forward_hook(leave(step, name), with_kwargs=True)]
    with torch.no_grad(), recorder:
        arguments = (x, edge_index) if edge_attr is None else (x, edge_index, edge_attr)
        last = recorder.reads(model(*arguments), "the result")
    for hook in hooks:
        hook.remove()
    if last != len(recorder.steps):
        raise ValueError("the model's result is not that of its last step")

    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    text = {"format": 1, "kind": "pyg architecture", "in": x.shape[1], "edge_features": 0 if edge_attr is None else edge_attr[0].numel(),
            "task": task, "outputs": list(map(str, classes or [])), "feature_columns": list(map(str, feature_columns or [])),
            "versions": {"torch": torch.__version__, "torch_geometric": torch_geometric.__version__}, "steps": recorder.steps}
    (folder / "architecture.json").write_text(json.dumps(text, indent=1) + "\n")
    # A copy each: tensors that share memory (lin_l and lin_r of older versions) cannot be written otherwise.
    weights = {name: tensor.clone().contiguous() for name, tensor in model.state_dict().items() if tensor.is_floating_point()}
    save_file(weights, folder / "weights.safetensors")
    golden = {"x": x.float(), "edge_index": edge_index.float()}
    if edge_attr is not None:
        golden["edge_attr"] = edge_attr.float().reshape(len(edge_attr), -1)
    golden.update({f"step.{k + 1}": result.float() for k, result in enumerate(recorder.results)})
    save_file({name: tensor.detach().clone().contiguous() for name, tensor in golden.items()}, folder / "golden.safetensors")
    return folder
