#include "table_settings.hpp"

#include <algorithm>

#include "../graph/error.hpp"

namespace edgewise::io {
namespace {

std::string setting_for(const std::string& table, const std::string& flag, const std::string& text) {
  if (text.find('=') == std::string::npos) return text;
  std::string word = "auto";
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string item = text.substr(at, end - at);
    const std::size_t equals = item.find('=');
    const std::string name = item.substr(0, equals);
    if (equals == std::string::npos || (name != "edges" && name != "features" && name != "labels" && name != "split"))
      fail<UsageError>(flag, ": got '", item, "', expected edges=, features=, labels= or split= and a word");
    if (name == table) word = item.substr(equals + 1);
    at = end + 1;
  }
  return word;
}

}  // namespace

TableFormat format_for(const std::string& table, const NodeFiles& files) {
  return table_format(setting_for(table, "--separator", files.separator), setting_for(table, "--header", files.header), files.comment);
}

}  // namespace edgewise::io
