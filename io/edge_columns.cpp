#include "edge_columns.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <tuple>

#include "../graph/error.hpp"
#include "parse.hpp"

namespace edgewise::io {
namespace {

constexpr std::size_t kSampleLines = 100;

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// Words for what an edge or a node has, never for a node itself.
constexpr std::array<std::string_view, 12> kAttributeWords = {"label",   "labels", "class", "set",      "split",     "weight",
                                                              "weights", "type",   "kind",  "relation", "edge_type", "timestamp"};

/// The columns of a header by what they are called.
struct HeaderWords {
  const std::vector<std::string>& words;
  std::string where;  // file:line

  std::optional<std::size_t> operator()(std::initializer_list<std::string_view> known) const {
    std::optional<std::size_t> found;
    for (std::size_t c = 0; c < words.size(); ++c) {
      if (std::find(known.begin(), known.end(), lower(words[c])) == known.end()) continue;
      if (found) fail<DataError>(where, ": both column ", *found + 1, " and ", c + 1, " could be '", *known.begin(), "' (", all(), "); rename one");
      found = c;
    }
    return found;
  }
  std::string all() const {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
  }
  bool attribute(std::size_t c) const {
    return c < words.size() && std::find(kAttributeWords.begin(), kAttributeWords.end(), lower(words[c])) != kAttributeWords.end();
  }
};

/// Where the two nodes of an edge stand: as the header says, else in the first two columns, unless it calls those something else.
std::pair<std::size_t, std::size_t> find_ends(const HeaderWords& header) {
  const auto source = header({"source", "src", "from", "source_id", "fromnodeid", "head"});
  const auto target = header({"target", "dst", "to", "target_id", "tonodeid", "tail"});
  std::pair<std::size_t, std::size_t> ends{source.value_or(0), target.value_or(1)};
  if (source && target) return ends;
  const bool one_is_named = source || target;
  if (source && header.words.size() == 2) ends.second = 1 - *source;
  if (target && header.words.size() == 2) ends.first = 1 - *target;
  if ((one_is_named && header.words.size() != 2) || header.attribute(ends.first) || header.attribute(ends.second))
    fail<DataError>(header.where, ": the header does not say where the two nodes of an edge stand (", header.all(),
                    "); call their columns source and target");
  return ends;
}

/// The first data lines, as fields.
struct Sample {
  std::vector<std::vector<std::string>> rows;
  Line first;

  /// How many fields most lines have, at least two; the larger number where two are equally frequent.
  std::size_t fields() const {
    std::map<std::size_t, std::size_t> lines;
    for (const auto& row : rows)
      if (row.size() >= 2) ++lines[row.size()];
    const auto most = std::max_element(lines.begin(), lines.end(),
                                       [](const auto& a, const auto& b) { return std::pair(a.second, a.first) < std::pair(b.second, b.first); });
    return most == lines.end() ? 2 : most->first;
  }
  bool numeric(std::size_t c) const {
    return std::all_of(rows.begin(), rows.end(), [&](const auto& row) { return row.size() <= c || parse<double>(row[c]); });
  }
};

Sample take_sample(const Table& table, bool comments) {
  Sample sample;
  FieldSplitter splitter(table.separator(), table.file().name());
  std::vector<std::string_view> fields;
  LineWalk walk(table.body(), table.body_line());
  for (Line line; sample.rows.size() < kSampleLines && walk.next(line);) {
    if (trimmed(line.text).empty() || (comments && (line.text[0] == '#' || line.text[0] == '%'))) continue;
    splitter.split(line, fields);
    sample.rows.emplace_back(fields.begin(), fields.end());
  }
  return sample;
}

/// The columns of a file by name: its header, or their numbers from 1.
struct ColumnFinder {
  const EdgePlan& plan;
  std::string where;  // of the header, where there is one

  std::string name(std::size_t c) const { return c < plan.header.size() ? plan.header[c] : std::to_string(c + 1); }
  std::size_t operator()(const std::string& wanted) const {
    std::string all;
    for (std::size_t c = 0; c < plan.fields; ++c) {
      if (name(c) == wanted) return c;
      all += (c > 0 ? ", " : "") + name(c);
    }
    fail<DataError>(where, ": no column ", shown(wanted), "; there are: ", all, plan.header.empty() ? " (no header: they go by number)" : "");
  }
};

}  // namespace

EdgeColumns find_edge_columns(const Table& table, const EdgeListOptions& options, EdgeList& list) {
  EdgeColumns layout;
  EdgePlan& plan = layout.plan;
  plan.file = table.file().name();
  plan.separator = table.separator();
  plan.comments = options.format.comments;
  plan.header = table.header();

  const Sample sample = take_sample(table, plan.comments);
  plan.fields = sample.rows.empty() ? std::max<std::size_t>(2, plan.header.size()) : sample.fields();
  if (table.has_header() && plan.header.size() != plan.fields)
    fail<DataError>(plan.file, ":", table.body_line() - 1, ": expected ", plan.fields, " fields, got ", plan.header.size(), " (",
                    shown(plan.header[0]), plan.header.size() > 1 ? " ..." : "", "); mend the header, or begin the line with # if it is a comment");

  const HeaderWords header{plan.header, plan.file + ":" + std::to_string(table.body_line() - 1)};
  std::tie(plan.source, plan.target) = find_ends(header);
  std::vector<bool> used(plan.fields, false);
  used[plan.source] = used[plan.target] = true;

  const ColumnFinder find{plan, plan.header.empty() ? plan.file : header.where};
  const auto further = [&](const std::string& wanted) {
    const std::size_t c = find(wanted);
    if (c == plan.source || c == plan.target) fail<DataError>(plan.file, ": column ", shown(wanted), " holds nodes; name one of the others");
    return c;
  };
  for (const std::string& wanted : options.columns) {
    plan.numbers.push_back(further(wanted));
    if (used[plan.numbers.back()]) fail<DataError>(plan.file, ": column ", shown(wanted), " is asked for twice; name it once");
    used[plan.numbers.back()] = true;
    list.columns.push_back({wanted, {}});
  }
  if (!options.type.empty()) {
    plan.words = further(options.type);
    used[*plan.words] = true;
    list.type = EdgeWords{options.type, {}, {}};
  }
  auto weight = header({"weight", "weights"});
  if (plan.header.empty() && plan.fields == 3 && !sample.rows.empty() && sample.numeric(2)) weight = 2;
  if (weight && !used[*weight]) {
    used[*weight] = true;
    if (options.weights) {
      layout.has_weight = true;
      plan.numbers.push_back(*weight);
      list.weight = EdgeColumn{plan.header.empty() ? "weight" : plan.header[*weight], {}};
      list.notes.push_back(plan.file + ": edge weight column (column " + std::to_string(*weight + 1) + "): used as edge feature");
    }
  }
  std::string unused;
  for (std::size_t c = 0; c < plan.fields; ++c)
    if (!used[c]) unused += (unused.empty() ? "" : ", ") + find.name(c);
  if (!unused.empty())
    list.notes.push_back(plan.file + ": columns not used: " + unused + " (take numbers with --edge-columns, words with --edge-type)");
  return layout;
}

}  // namespace edgewise::io
