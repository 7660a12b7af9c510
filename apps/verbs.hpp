#pragma once
/// The verbs of the program, one file each.  Each reads its flags, calls the library, prints, and returns an exit code.
#include "cli.hpp"

namespace edgewise::cli {

int node_train(Args args);
int node_predict(Args args);
int node_evaluate(Args args);
int node_attention(Args args);
int graph_info(Args args);
int mol_info(Args args);
int mol_train(Args args);
int mol_evaluate(Args args);
int mol_split(Args args);
int mol_predict(Args args);
int mol_explain(Args args);
int model_import(Args args);
int graph_train(Args args);
int graph_predict(Args args);
int version(Args args);

}  // namespace edgewise::cli
