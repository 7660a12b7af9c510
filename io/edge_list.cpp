// The text is cut into chunks of about a mebibyte, a few of which make a wave.  In a wave, chunks are parsed side by side against the names known
// so far; then, chunk by chunk, the new names get their numbers; then the chunks are put in place side by side.
#include "edge_list.hpp"

#include <algorithm>

#include "../graph/rows.hpp"
#include "edge_chunk.hpp"
#include "edge_columns.hpp"
#include "parse.hpp"

namespace edgewise::io {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 20;
constexpr std::size_t kWaveChunks = 16;

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

/// Two words that occur nowhere else in a file of several edges: a header, perhaps.
bool first_edge_stands_alone(const EdgeList& list, const Names& names) {
  if (list.edges.size() < 3) return false;
  const Edge first = list.edges[0];
  if (first.source == first.target || parse<double>(names[first.source]) || parse<double>(names[first.target])) return false;
  return std::none_of(list.edges.begin() + 1, list.edges.end(), [&](const Edge& edge) {
    return edge.source == first.source || edge.source == first.target || edge.target == first.source || edge.target == first.target;
  });
}

}  // namespace

void LineIndex::add(std::size_t edge, std::size_t line) { runs_.push_back({edge, line}); }

std::size_t LineIndex::operator[](std::size_t edge) const {
  const auto above = std::upper_bound(runs_.begin(), runs_.end(), edge, [](std::size_t e, const Run& run) { return e < run.edge; });
  return above == runs_.begin() ? 0 : (above - 1)->line + (edge - (above - 1)->edge);
}

LineIndex LineIndex::kept(const std::vector<bool>& keep) const {
  LineIndex some;
  if (runs_.empty()) return some;
  std::size_t number = 0, next = 0;  // of the edge, and the line that it stands on if nothing lies between it and the one before
  for (std::size_t edge = 0; edge < keep.size(); ++edge) {
    if (!keep[edge]) continue;
    const std::size_t line = (*this)[edge];
    if (number == 0 || line != next) some.add(number, line);
    next = line + 1;
    ++number;
  }
  return some;
}

std::string LineIndex::where(const std::string& file, std::size_t edge) const {
  const std::size_t line = (*this)[edge];
  return line == 0 ? file : file + ":" + std::to_string(line);
}

EdgeList read_edge_list(const TextFile& file, Names& names, const EdgeListOptions& options) {
  const Table table(file, options.format);
  EdgeList list;
  list.file = file.name();
  const auto [plan, has_weight] = find_edge_columns(table, options, list);
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
  list.notes.insert(list.notes.begin(), table.note(comments));
  if (list.edges.empty()) list.notes.push_back(list.file + ": no edge in it");
  const bool doubtful = !table.has_header() && options.format.header == Header::automatic && !list.edges.empty();
  if (doubtful) list.header_hint = " (no header was seen; --header yes, if line " + std::to_string(list.lines[0]) + " names the columns)";
  if (doubtful && first_edge_stands_alone(list, names))
    list.notes.push_back(list.where(0) + ": its nodes, " + shown(names[list.edges[0].source]) + " and " + shown(names[list.edges[0].target]) +
                         ", are on no other line; --header yes, if they name the columns");
  return list;
}

}  // namespace edgewise::io
