#include "load.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "../../graph/error.hpp"
#include "../../graph/rows.hpp"
#include "../listed.hpp"
#include "fingerprint.hpp"
#include "labels.hpp"

namespace edgewise::mol {
namespace {

constexpr std::size_t kChunk = 4096;  // records that are parsed side by side
constexpr std::size_t kGrain = 16;    // of them, one task takes
constexpr std::size_t kShown = 200;   // bytes of a bad record that are kept

/// What becomes of one record.
struct Outcome {
  Status status = Status::ok;
  std::string reason;
  MoleculeGraph graph;
  std::string key, scaffold;
  std::vector<std::uint64_t> fingerprint;
  std::vector<std::string> elements;
  std::size_t atoms = 0, fragments = 0, charged = 0;
  bool cut = false;
};

Outcome work_on(const Record& record, const LoadOptions& options, const Featuriser& featuriser) {
  Outcome outcome;
  Prepared prepared = prepare(record, options.preparation);
  outcome.status = prepared.status;
  outcome.reason = std::move(prepared.reason);
  if (prepared.status != Status::ok) return outcome;
  const Molecule& molecule = prepared.molecule;
  outcome.cut = prepared.cut;
  outcome.atoms = molecule.atoms();
  outcome.fragments = molecule.fragments();
  outcome.charged = molecule.charged_atoms();
  outcome.elements = molecule.elements();
  if (options.graphs) outcome.graph = featuriser(molecule);
  if (options.structures) {
    outcome.key = molecule.canonical();
    outcome.scaffold = molecule.scaffold();
  }
  if (options.fingerprints) outcome.fingerprint = fingerprint(molecule);
  return outcome;
}

/// Which descriptors RDKit could not compute, and for how many molecules.
void note_gaps(const Tensor& extras, const std::string& file, std::vector<std::string>& notes) {
  std::string gaps;
  for (std::size_t k = 0; k < descriptor_names().size(); ++k) {
    std::size_t count = 0;
    for (std::size_t m = 0; m < extras.rows(); ++m) count += std::isfinite(extras(m, k)) ? 0U : 1U;
    if (count > 0) gaps += (gaps.empty() ? "" : ", ") + descriptor_names()[k] + " (" + std::to_string(count) + ")";
  }
  if (!gaps.empty()) notes.push_back(file + ": descriptors that are not finite count as their training mean: " + gaps);
}

std::size_t column_named(const std::vector<std::string>& columns, const std::string& name, const std::string& file) {
  const auto found = std::find(columns.begin(), columns.end(), name);
  if (found == columns.end()) fail<DataError>(file, ": no column '", name, "' for the split; there are: ", io::listed(columns));
  return static_cast<std::size_t>(found - columns.begin());
}

}  // namespace

MoleculeData load_molecules(io::ByteStream stream, const LoadOptions& options) {
  RecordReader reader(std::move(stream), options.records);
  const std::string file = reader.name();
  const Featuriser featuriser(options.features);
  train::GraphTableBuilder builder({featuriser.atom_columns().size(), featuriser.bond_columns().size(), featuriser.extra_columns().size()});
  const std::size_t set_column = options.split_column.empty() ? 0 : column_named(reader.columns(), options.split_column, file);

  MoleculeData data;
  data.notes.push_back(reader.note());
  std::vector<LabelRow> rows;
  std::map<std::string, std::size_t> elements;
  std::size_t cut = 0;
  std::vector<Record> chunk;
  for (bool more = true; more;) {
    chunk.clear();
    for (Record record; chunk.size() < kChunk && (more = reader.next(record));) chunk.push_back(std::move(record));
    std::vector<Outcome> outcomes(chunk.size());
    parallel_ranges(chunk.size(), kGrain, [&](std::size_t first, std::size_t last) {
      for (std::size_t k = first; k < last; ++k) outcomes[k] = work_on(chunk[k], options, featuriser);
    });
    for (std::size_t k = 0; k < chunk.size(); ++k) {
      Record& record = chunk[k];
      Outcome& outcome = outcomes[k];
      ++data.records;
      if (outcome.status != Status::ok) {
        data.bad.push_back({record.number, record.line, outcome.status, std::move(outcome.reason),
                            (record.block ? record.text : record.structure).substr(0, kShown)});
        continue;
      }
      if (options.graphs) builder.add(outcome.graph.nodes, outcome.graph.arcs, outcome.graph.atoms, outcome.graph.bonds, outcome.graph.extras);
      data.structures.key.push_back(std::move(outcome.key));
      data.structures.scaffold.push_back(std::move(outcome.scaffold));
      if (options.fingerprints) data.fingerprints.push_back(std::move(outcome.fingerprint));
      data.row.push_back(record.number);
      data.atoms.push_back(static_cast<std::uint32_t>(outcome.atoms));
      data.fragments.push_back(static_cast<std::uint32_t>(outcome.fragments));
      data.charged.push_back(static_cast<std::uint32_t>(outcome.charged));
      cut += outcome.cut ? 1U : 0U;
      const std::set<std::string> different(outcome.elements.begin(), outcome.elements.end());
      for (const std::string& element : different) ++elements[element];
      data.elements_in.emplace_back(different.begin(), different.end());
      if (!options.split_column.empty()) {
        data.sets.push_back(record.fields[set_column]);
        data.set_line.push_back(record.line);
      }
      rows.push_back({record.number, record.line, std::move(record.fields)});
    }
  }
  if (rows.empty())
    fail<DataError>(file, ": no molecule in ", data.records, " records", data.bad.empty() ? "" : "; the first: " + data.bad[0].reason);
  for (const auto& [element, count] : elements) {
    data.elements.push_back(element);
    data.molecules_with.push_back(count);
  }
  if (!data.bad.empty()) {
    std::map<std::string, std::size_t> by_status;
    for (const BadRecord& bad : data.bad) ++by_status[word_of(bad.status)];
    std::string text;
    for (const auto& [status, count] : by_status) text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + status;
    data.notes.push_back(file + ": " + std::to_string(data.bad.size()) + " of " + std::to_string(data.records) + " records left out: " + text);
  }
  if (cut > 0) data.notes.push_back(file + ": " + std::to_string(cut) + " molecules were cut to their largest piece");
  if (reader.late_items() > 0) data.notes.push_back(file + ": " + std::to_string(reader.late_items()) + " data items came too late to get a column");

  data.features = options.features;
  if (options.graphs) data.data.graphs = builder.finish();
  if (options.graphs && options.features.descriptors) note_gaps(data.data.graphs.extras, file, data.notes);
  if (options.labels) read_tasks(rows, reader.columns(), reader.smiles_column(), file, options, data);
  return data;
}

MoleculeData load_molecules(const LoadOptions& options) { return load_molecules(io::ByteStream::open(options.path), options); }

}  // namespace edgewise::mol
