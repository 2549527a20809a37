#include "core/cuda/text/preprocess.hpp"

#include <array>
#include <optional>

#include "core/cuda/text/namespaces.hpp"
#include "core/text/word_list.hpp"

namespace loom::cuda {
namespace {

constexpr std::size_t deepest = 64;  // #if within #if

class Preprocessor {
 public:
  Preprocessor() : macros_(*(source_.made = std::make_shared<std::list<std::string>>())) {}

  Result<Source> run(std::string_view text) {
    const auto words = words_of(text);
    if (!words) return words.error();
    std::size_t at = 0;
    while (!error_ && (*words)[at].word != Word::end) {
      const bool directive = (*words)[at].first && (*words)[at].is("#");
      std::vector<Token> part;
      if (directive) ++at;
      while ((*words)[at].word != Word::end && !(directive && (*words)[at].first) &&
             !((*words)[at].first && (*words)[at].is("#")))
        part.push_back((*words)[at++]);
      if (directive)
        read_directive((*words)[at - part.size() - 1].place, part);
      else if (active())
        expand(part);
    }
    if (!error_ && !conditions_.empty())
      error_ = error_at(conditions_.back().place, "this #if has no #endif");
    if (error_) return *error_;
    source_.tokens.push_back(words->back());
    return std::move(source_);
  }

 private:
  struct Condition {
    Place place;
    bool active = false, done = false, outer = true;  // done: a branch was taken
  };

  bool active() const { return conditions_.empty() || conditions_.back().active; }

  void fail(const Place& place, const char* pattern, const Parts& parts = {}) {
    if (!error_) error_ = error_at(place, pattern, parts);
  }

  // A quote that is not closed is an error where the text is read.
  bool closed(const std::vector<Token>& part) {
    for (const Token& token : part)
      if (token.word == Word::other && (token.text[0] == '\'' || token.text[0] == '"'))
        fail(token.place, "this has no end in its line, expected %", {token.text.substr(0, 1)});
    return !error_;
  }

  void expand(std::vector<Token>& part) {
    if (!closed(part)) return;
    auto made = macros_.expand(std::move(part));
    if (!made) {
      error_ = made.error();
      return;
    }
    source_.tokens.insert(source_.tokens.end(), made->begin(), made->end());
    if (static_cast<int>(source_.tokens.size()) > most_tokens)
      fail(source_.tokens.back().place, "macros make too much text");
  }

  void read_directive(const Place& place, const std::vector<Token>& line) {
    if (line.empty()) return;
    const std::string_view name = line[0].text;
    const std::vector<Token> rest(line.begin() + 1, line.end());
    if (is_one_of(name, "if ifdef ifndef")) return open(place, name, rest);
    if (is_one_of(name, "elif else endif")) return next(place, name, rest);
    if (!active() || (!is_one_of(name, "error warning pragma") && !closed(rest))) return;
    if (name == "define") {
      auto done = macro_of(rest);
      if (done)
        macros_.define(std::move(*done));
      else
        error_ = done.error().message.starts_with("expected")
                     ? error_at(place, "%", {done.error().message})
                     : done.error();
    } else if (name == "undef") {
      if (!rest.empty()) macros_.undefine(rest[0].text);
    } else if (name == "include") {
      include(place, rest);
    } else if (name == "error") {
      std::string text;
      for (const Token& token : rest) text += (text.empty() ? "" : " ") + std::string(token.text);
      fail(place, "#error %", {text});
    } else if (name != "pragma" && name != "warning" && name != "line" && name != "ident") {
      fail(place, "unknown directive '#%'", {name});
    }
  }

  void include(const Place& place, const std::vector<Token>& rest) {
    if (rest.empty()) return fail(place, "expected a header after #include");
    std::string name;
    for (const Token& token : rest) name += token.text;
    const bool quoted = name[0] == '"';
    const std::size_t end = name.find(quoted ? '"' : '>', 1);
    if (end == std::string::npos)
      return fail(place, "expected a header after #include, such as <cuda_fp16.h>");
    name = name.substr(1, end - 1);
    if (known_header(name)) return;
    const std::string guess = nearest_header(name);
    if (!quoted && !guess.empty()) return fail(place, "no header <%>%", {name, guess});
    source_.missing.push_back(name);
  }

  bool holds(const Place& place, std::string_view name, const std::vector<Token>& rest) {
    if (name == "ifdef" || name == "ifndef") {
      if (rest.empty()) fail(place, "expected a name after #%", {name});
      return !rest.empty() && macros_.has(rest[0].text) == (name == "ifdef");
    }
    static constexpr std::string_view digits[] = {"0", "1"};
    std::vector<Token> line;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      if (!rest[i].is("defined")) {
        line.push_back(rest[i]);
        continue;
      }
      const bool wrapped = i + 1 < rest.size() && rest[i + 1].is("(");
      i += wrapped ? 2 : 1;
      if (i >= rest.size()) break;
      line.push_back(
          {Word::number, false, true, 0, digits[macros_.has(rest[i].text)], rest[i].place});
      if (wrapped) ++i;
    }
    const auto expanded = macros_.expand(std::move(line));
    const auto value = expanded ? condition_of(place, *expanded) : Result<bool>(expanded.error());
    if (!value) error_ = value.error();
    return value && *value;
  }

  void open(const Place& place, std::string_view name, const std::vector<Token>& rest) {
    if (conditions_.size() >= deepest) return fail(place, "#if is nested too deeply");
    const bool outer = active();
    const bool taken = outer && holds(place, name, rest);
    conditions_.push_back({place, taken, taken, outer});
  }

  void next(const Place& place, std::string_view name, const std::vector<Token>& rest) {
    if (conditions_.empty()) return fail(place, "#% without #if", {name});
    if (name == "endif") return conditions_.pop_back();
    Condition& last = conditions_.back();
    const bool possible = last.outer && !last.done;
    last.active = possible && (name == "else" || holds(place, "if", rest));
    last.done = last.done || last.active;
  }

  Source source_;
  Macros macros_;
  std::vector<Condition> conditions_;
  std::optional<Error> error_;
};

}  // namespace

const MacroTable& header_macros() {
  static const MacroTable made = [] {
    MacroTable table;
    std::string_view rest = header_macro_lines();
    while (!rest.empty()) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(rest.size(), line.size() + 1));
      auto words = words_of(line);
      if (!words) continue;
      words->pop_back();
      if (auto macro = macro_of(*words))
        table[macro->name] = std::make_shared<const Macro>(std::move(*macro));
    }
    return table;
  }();
  return made;
}

Result<Source> preprocess(std::string_view text) {
  auto read = Preprocessor().run(text);
  if (read) tell_namespaces_apart(read->tokens, *read->made);
  return read;
}

}  // namespace loom::cuda
