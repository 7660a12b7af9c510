// The text is cut into chunks of about a mebibyte, a few of which make a wave.  In a wave, chunks are parsed side by side against the names known
// so far; then, chunk by chunk, the new names get their numbers; then the chunks are put in place side by side.
#include "edge_list.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <tuple>

#include "../graph/error.hpp"
#include "../graph/rows.hpp"
#include "edge_chunk.hpp"
#include "parse.hpp"

namespace edgewise::io {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 20;
constexpr std::size_t kWaveChunks = 16;
constexpr std::size_t kSampleLines = 100;

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// Words for what an edge or a node has, never for a node itself.
constexpr std::array<std::string_view, 12> kAttributeWords = {"label",   "labels", "class", "set",      "split",     "weight",
                                                              "weights", "type",   "kind",  "relation", "edge_type", "timestamp"};

/// The columns of a header by what they are called.
struct Header {
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
std::pair<std::size_t, std::size_t> find_ends(const Header& header) {
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
    const auto most = std::max_element(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.second <= b.second; });
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

  std::string name(std::size_t c) const { return c < plan.header.size() ? plan.header[c] : std::to_string(c + 1); }
  std::size_t operator()(const std::string& wanted) const {
    std::string all;
    for (std::size_t c = 0; c < plan.fields; ++c) {
      if (name(c) == wanted) return c;
      all += (c > 0 ? ", " : "") + name(c);
    }
    fail<DataError>(plan.file, plan.header.empty() ? "" : ":1", ": no column ", shown(wanted), "; columns: ", all,
                    plan.header.empty() ? " (no header: they go by number)" : "");
  }
};

/// Everything about the columns, and which list in the result each of them fills.
struct Layout {
  EdgePlan plan;
  bool has_weight = false;  // the last of plan.numbers
};

Layout make_layout(const Table& table, const EdgeListOptions& options, EdgeList& list) {
  Layout layout;
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

  const Header header{plan.header, plan.file + ":" + std::to_string(table.body_line() - 1)};
  std::tie(plan.source, plan.target) = find_ends(header);
  std::vector<bool> used(plan.fields, false);
  used[plan.source] = used[plan.target] = true;

  const ColumnFinder find{plan};
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

/// The next piece of `text` that ends with a line; the text loses it.
std::string_view take_chunk(std::string_view& text) {
  std::size_t size = text.size();
  if (size > kChunkBytes) {
    const std::size_t end = text.find('\n', kChunkBytes - 1);
    if (end != std::string_view::npos) size = end + 1;
  }
  const std::string_view chunk = text.substr(0, size);
  text.remove_prefix(size);
  return chunk;
}

/// Room for `more` values, and for the rest of the file at the rate so far: the list is then moved seldom or never.
template <class Value>
void make_room(std::vector<Value>& values, std::size_t more, std::size_t bytes_done, std::size_t bytes_left) {
  const std::size_t size = values.size() + more;
  if (size > values.capacity())
    values.reserve(size +
                   static_cast<std::size_t>(static_cast<double>(size) * 1.02 * static_cast<double>(bytes_left) / static_cast<double>(bytes_done)));
  values.resize(size);
}

}  // namespace

void LineIndex::add(std::size_t edge, std::size_t line) { runs_.push_back({edge, line}); }

std::size_t LineIndex::operator[](std::size_t edge) const {
  const auto above = std::upper_bound(runs_.begin(), runs_.end(), edge, [](std::size_t e, const Run& run) { return e < run.edge; });
  return above == runs_.begin() ? 0 : (above - 1)->line + (edge - (above - 1)->edge);
}

std::string EdgeList::where(std::size_t edge) const { return lines[edge] == 0 ? file : file + ":" + std::to_string(lines[edge]); }

EdgeList read_edge_list(const TextFile& file, Names& names, const EdgeListOptions& options) {
  const Table table(file, options.format);
  EdgeList list;
  list.file = file.name();
  const auto [plan, has_weight] = make_layout(table, options, list);
  std::vector<std::vector<float>*> numbers;
  for (EdgeColumn& column : list.columns) numbers.push_back(&column.values);
  if (has_weight) numbers.push_back(&list.weight->values);
  Names words;

  std::string_view rest = table.body();
  std::size_t next_line = table.body_line();
  std::size_t comments = table.comments();
  // Early waves are short: most names are new then, and chunks of one wave do not see each other's.
  for (std::size_t chunks = 2; !rest.empty(); chunks = std::min(chunks + 1, kWaveChunks)) {
    std::vector<EdgeChunk> wave;
    while (!rest.empty() && wave.size() < chunks) wave.emplace_back().text = take_chunk(rest);
    std::vector<std::size_t> lines(wave.size());
    parallel_blocks(wave.size(),
                    [&](std::size_t k) { lines[k] = static_cast<std::size_t>(std::count(wave[k].text.begin(), wave[k].text.end(), '\n')); });
    for (std::size_t k = 0; k < wave.size(); ++k) {
      wave[k].first_line = next_line;
      next_line += lines[k];
    }
    parallel_blocks(wave.size(), [&, &plan = plan](std::size_t k) { parse_chunk(plan, names, wave[k]); });

    std::vector<std::size_t> first_edge;
    std::vector<std::vector<NodeId>> number_of_fresh;
    std::vector<std::vector<NodeId>> number_of_word;
    std::size_t edges = list.edges.size();
    for (const EdgeChunk& chunk : wave) {
      if (chunk.error) std::rethrow_exception(chunk.error);
      number_of_fresh.push_back(names.add_all(chunk.fresh));
      number_of_word.push_back(words.add_all(chunk.words));
      for (const auto& [edge, line] : chunk.runs) list.lines.add(edges + edge, line);
      comments += chunk.comments;
      first_edge.push_back(edges);
      edges += chunk.edges.size();
    }
    const std::size_t more = edges - list.edges.size();
    const auto bytes_done = static_cast<std::size_t>(table.body().size() - rest.size());
    make_room(list.edges, more, bytes_done, rest.size());
    for (std::vector<float>* values : numbers) make_room(*values, more, bytes_done, rest.size());
    if (list.type) make_room(list.type->word, more, bytes_done, rest.size());
    parallel_blocks(wave.size(), [&](std::size_t k) {
      EdgeChunk& chunk = wave[k];
      for (const std::size_t end : chunk.fresh_ends) {
        Edge& edge = chunk.edges[end / 2];
        NodeId& id = end % 2 == 0 ? edge.source : edge.target;
        id = number_of_fresh[k][id];
      }
      const auto offset = static_cast<std::ptrdiff_t>(first_edge[k]);
      std::copy(chunk.edges.begin(), chunk.edges.end(), list.edges.begin() + offset);
      for (std::size_t c = 0; c < numbers.size(); ++c) std::copy(chunk.numbers[c].begin(), chunk.numbers[c].end(), numbers[c]->begin() + offset);
      std::transform(chunk.word.begin(), chunk.word.end(), list.type ? list.type->word.begin() + offset : std::vector<std::uint32_t>::iterator(),
                     [&](std::uint32_t word) { return number_of_word[k][word]; });
    });
  }
  for (NodeId w = 0; w < words.size(); ++w) list.type->words.push_back(words[w]);
  list.notes.insert(list.notes.begin(), table_note(list.file, table.separator(), table.has_header(), comments));
  return list;
}

}  // namespace edgewise::io
