/// The program `edgewise`: picks the verb.
#include "verbs.hpp"

int main(int argc, char** argv) {
  using namespace edgewise::cli;
  // clang-format off: one verb a line
  constexpr Verb kVerbs[] = {
      {"node train", "train a model on labelled nodes", node_train},
      {"node predict", "predict labels of any graph with it", node_predict},
      {"node evaluate", "score it on labelled nodes", node_evaluate},
      {"node attention", "write who attends to whom, and how much", node_attention},
      {"graph train", "train a model on whole graphs with a label each", graph_train},
      {"graph predict", "predict labels of whole graphs with it", graph_predict},
      {"graph info", "count and describe a graph", graph_info},
      {"mol train", "train a model on molecules", mol_train},
      {"mol predict", "predict for a file of molecules of any size", mol_predict},
      {"mol evaluate", "score a trained model on molecules with labels", mol_evaluate},
      {"mol explain", "say which atoms and bonds it comes from", mol_explain},
      {"mol info", "count and describe a file of molecules", mol_info},
      {"mol split", "split it, one structure on one side", mol_split},
      {"model import", "take over a model from PyTorch Geometric", model_import},
      {"version", "say which version this is; --verbose: on what it runs", version},
  };
  // clang-format on
  return run(kVerbs, argc, argv);
}
