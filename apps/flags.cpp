// The only file that includes cxxopts: it splits the command line; what values mean is said here.
#include "flags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cxxopts.hpp>

#include "../graph/error.hpp"
#include "suggest.hpp"

namespace edgewise::cli {
namespace {

template <class T>
bool parse_number(const std::string& text, T& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

std::string describe(Flags::Whole range) {
  if (range.most == std::numeric_limits<std::uint64_t>::max()) return fmt::format("a whole number, {} or more", range.least);
  return fmt::format("a whole number from {} to {}", range.least, range.most);
}
std::string describe(Flags::Range range) {
  if (std::isinf(range.most)) return fmt::format("a number {} {}", range.above ? "above" : "not below", range.least);
  return fmt::format("a number {} {} and {} {}", range.above ? "above" : "not below", range.least, range.below ? "below" : "not above", range.most);
}

[[noreturn]] void refuse(const std::string& name, const std::string& got, const std::string& wanted) {
  fail<UsageError>("--", name, ": got '", got, "', expected ", wanted);
}

std::vector<std::string> split(const std::string& text, char mark) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == mark)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

std::string join(const std::vector<std::string>& words, const char* mark) { return fmt::format("{}", fmt::join(words, mark)); }

}  // namespace

Flags::Flags(std::string verb, std::string sentence) : verb_(std::move(verb)), sentence_(std::move(sentence)) { sections_.emplace_back(); }

Flags& Flags::section(std::string title) {
  sections_.push_back(std::move(title));
  return *this;
}

Flags& Flags::add(const char* name, std::string kind, const char* help, std::string standard, std::function<void(const std::string&)> set,
                  std::function<io::ConfigValue()> get) {
  Flag& flag = flags_.emplace_back();
  flag.name = name;
  flag.kind = std::move(kind);
  flag.text = help;
  flag.standard = std::move(standard);
  flag.section = sections_.size() - 1;
  flag.set = std::move(set);
  flag.get = std::move(get);
  return *this;
}

Flags& Flags::text(const char* name, const char* kind, std::string& value, const char* help) {
  return add(
      name, kind, help, value, [&value](const std::string& got) { value = got; }, [&value] { return value; });
}

Flags& Flags::texts(const char* name, const char* kind, std::vector<std::string>& value, const char* help) {
  const auto set = [&value, name](const std::string& got) {
    value = split(got, ',');
    if (std::count(value.begin(), value.end(), "") > 0) refuse(name, got, "names with one comma between them");
  };
  return add(name, kind, help, join(value, ","), set, [&value] { return value; });
}

Flags& Flags::whole(const char* name, std::size_t& value, Whole range, const char* help) {
  const auto set = [&value, range, name](const std::string& got) {
    std::uint64_t number = 0;
    if (!parse_number(got, number) || number < range.least || number > range.most) refuse(name, got, describe(range));
    value = number;
  };
  return add(name, "N", help, fmt::format("{}", value), set, [&value] { return std::uint64_t{value}; });
}

Flags& Flags::number(const char* name, float& value, Range range, const char* help) {
  const auto set = [&value, range, name](const std::string& got) {
    float number = 0;
    const bool read = parse_number(got, number) && std::isfinite(number);
    const double x = static_cast<double>(number);
    if (!read || x < range.least || (range.above && x == range.least) || x > range.most || (range.below && x == range.most))
      refuse(name, got, describe(range));
    value = number;
  };
  // Through the shortest text that means the same float: 0.0005, not 0.0005000000237.
  const auto get = [&value] {
    const std::string text = fmt::format("{}", value);
    double number = 0;
    parse_number(text, number);
    return number;
  };
  return add(name, "X", help, fmt::format("{}", value), set, get);
}

Flags& Flags::yes_no(const char* name, bool& value, const char* help) {
  return words(
      name, {"yes", "no"}, value ? "yes" : "no", [&value](std::size_t k) { value = k == 0; }, [&value] { return value; }, help);
}

Flags& Flags::on(const char* name, bool& value, const char* help) {
  return add(
      name, "", help, "", [&value](const std::string&) { value = true; }, [&value] { return value; });
}

Flags& Flags::words(const char* name, const std::vector<std::string>& known, std::string standard, std::function<void(std::size_t)> pick,
                    std::function<io::ConfigValue()> get, const char* help) {
  const auto set = [known, pick = std::move(pick), name](const std::string& got) {
    const auto found = std::find(known.begin(), known.end(), got);
    if (found == known.end()) refuse(name, got, join(known, ", ") + did_you_mean(got, known));
    pick(static_cast<std::size_t>(found - known.begin()));
  };
  return add(name, join(known, "|"), help, std::move(standard), set, std::move(get));
}

Flags& Flags::required() {
  flags_.back().required = true;
  return *this;
}
Flags& Flags::rare() {
  flags_.back().rare = true;
  return *this;
}
Flags& Flags::session() {
  flags_.back().session = true;
  return *this;
}
Flags& Flags::example(std::string command) {
  example_ = std::move(command);
  return *this;
}

Flags::Flag* Flags::find(const std::string& name) {
  const auto found = std::find_if(flags_.begin(), flags_.end(), [&](const Flag& flag) { return flag.name == name; });
  return found == flags_.end() ? nullptr : &*found;
}

std::vector<std::string> Flags::names() const {
  std::vector<std::string> names{"help", "help-all"};
  for (const Flag& flag : flags_) names.push_back(flag.name);
  return names;
}

bool Flags::parse(Args args) {
  // Looked at first, so that help is there even beside a mistake.
  for (const std::string& arg : args)
    if (arg == "--help" || arg == "-h" || arg == "--help-all") {
      std::fputs(help(arg == "--help-all").c_str(), stdout);
      return false;
    }

  cxxopts::Options options("edgewise " + verb_);
  options.allow_unrecognised_options();
  for (const Flag& flag : flags_) {
    if (flag.kind.empty())
      options.add_options()(flag.name, "", cxxopts::value<bool>());
    else
      options.add_options()(flag.name, "", cxxopts::value<std::string>());
  }
  std::vector<const char*> words{"edgewise"};
  for (const std::string& arg : args) {
    const std::size_t equals = arg.find('=');
    const Flag* flag = arg.starts_with("--") && equals != std::string::npos ? find(arg.substr(2, equals - 2)) : nullptr;
    if (flag != nullptr && flag->kind.empty())
      fail<UsageError>("--", flag->name, ": got '", arg.substr(equals + 1), "', but it is a switch and takes no value");
    words.push_back(arg.c_str());
  }
  try {
    const cxxopts::ParseResult result = options.parse(static_cast<int>(words.size()), words.data());
    for (const cxxopts::KeyValue& pair : result.arguments()) {
      Flag& flag = *find(pair.key());
      if (flag.given && flag.got != pair.value())
        std::fprintf(stderr, "--%s: given twice; '%s' counts, '%s' does not\n", flag.name.c_str(), pair.value().c_str(), flag.got.c_str());
      flag.given = true;
      flag.got = pair.value();
      // A flag where a value should stand: the value was forgotten.
      if (flag.got.starts_with("--") && find(flag.got.substr(2)) != nullptr)
        fail<UsageError>("--", flag.name, ": got the flag '", flag.got, "' where its value (", flag.kind, ") should stand");
    }
    for (const std::string& stray : result.unmatched()) {
      if (!stray.starts_with("--"))
        fail<UsageError>("unexpected argument '", stray, "'; values follow their flags, as in --", flags_.front().name, " VALUE");
      const std::string name = stray.substr(2, stray.find('=') - 2);
      fail<UsageError>("unknown flag '--", name, "'", did_you_mean(name, names(), "--"));
    }
  } catch (const cxxopts::exceptions::exception& error) {
    // The one thing that can still be wrong is a last flag without its value.
    const Flag* last = args.empty() || !args.back().starts_with("--") ? nullptr : find(args.back().substr(2));
    if (last != nullptr) fail<UsageError>("--", last->name, ": its value (", last->kind, ") is missing");
    fail<UsageError>(error.what());
  }
  return true;
}

const std::string* Flags::given(const std::string& name) const {
  for (const Flag& flag : flags_)
    if (flag.name == name && flag.given) return &flag.got;
  return nullptr;
}

void Flags::apply() const {
  for (const Flag& flag : flags_)
    if (flag.given) flag.set(flag.got);
  for (const Flag& flag : flags_)
    if (flag.required && !flag.given) fail<UsageError>("--", flag.name, " ", flag.kind, " is missing: ", flag.text);
}

bool Flags::read(Args args) {
  if (!parse(args)) return false;
  apply();
  return true;
}

io::Config Flags::settings() const {
  io::Config settings;
  for (const Flag& flag : flags_)
    if (!flag.session) settings.emplace_back(flag.name, flag.get());
  return settings;
}

}  // namespace edgewise::cli
