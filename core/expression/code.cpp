#include "core/expression/code.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

#include "core/expression/code_tokens.hpp"

namespace loom::expression {
namespace {

template <std::size_t count>
bool one_of(std::string_view text, const std::string_view (&all)[count]) {
  return std::find(std::begin(all), std::end(all), text) != std::end(all);
}

constexpr std::string_view types[] = {
    "void",   "bool",     "char",   "short",  "int",     "long",    "float",    "double",
    "signed", "unsigned", "auto",   "size_t", "int64_t", "int32_t", "uint32_t", "uint64_t",
    "half",   "__half",   "float2", "float4", "int4",    "uint4",   "double2"};
constexpr std::string_view before_types[] = {
    "const",      "constexpr",  "static",     "extern",       "volatile",
    "__shared__", "inline",     "register",   "unsigned",     "signed",
    "long",       "__global__", "__device__", "__constant__", "__restrict__"};
// What such a variable holds is not the number that it is given.
constexpr std::string_view narrow_types[] = {
    "bool",   "char",          "short",   "float",   "double",  "half",
    "__half", "__nv_bfloat16", "int8_t",  "uint8_t", "int16_t", "uint16_t",
    "float2", "float4",        "double2", "int4",    "uint4"};
constexpr std::string_view unsigned_types[] = {"unsigned", "uint", "size_t", "uint32_t",
                                               "uint64_t"};
constexpr std::string_view wide_types[] = {"long",   "int64_t", "uint64_t", "ptrdiff_t",
                                           "size_t", "ssize_t", "auto"};
constexpr std::string_view controls[] = {"for", "if", "while", "switch"};
constexpr std::string_view no_types[] = {"return", "else", "do", "case", "goto", "delete", "new"};

class CodeReader {
 public:
  explicit CodeReader(CodeTokens tokens) : tokens_(std::move(tokens)), text_(tokens_.text()) {}

  Result<Code> run() {
    statements(0, tokens_.size());
    if (error_) return *error_;
    return std::move(code_);
  }

 private:
  std::string_view of(std::size_t token) const { return tokens_.of(token); }
  bool is(std::size_t token, std::string_view what) const { return of(token) == what; }
  bool is_word(std::size_t token) const { return tokens_.is_word(token); }
  Piece piece(std::size_t first, std::size_t last) const { return tokens_.piece(first, last); }
  std::size_t next(std::size_t first, std::size_t last, std::string_view sign) const {
    return tokens_.next(first, last, sign);
  }

  void statements(std::size_t first, std::size_t last);
  std::size_t statement(std::size_t first, std::size_t last);
  std::size_t behind(std::size_t first, std::size_t last) const;
  template <class Read>
  void within(std::size_t last, const Read& read);
  bool has(std::size_t first, std::size_t last,
           std::initializer_list<std::string_view> words) const;
  void end_jumps(std::size_t conditions, std::size_t first, std::size_t last);
  void branches(std::size_t first, std::size_t last);
  void loop(std::size_t first, std::size_t last);
  void simple(std::size_t first, std::size_t last);
  std::size_t declared(std::size_t first, std::size_t last) const;
  struct Type {
    Piece narrow;  // what is not followed
    Sign sign = Sign::has;
    bool wide = false;
  };
  void declarators(std::size_t first, std::size_t last, bool declares, const Type& type);
  void changes(std::size_t first, std::size_t last);
  bool joined(std::size_t first, std::string_view left, std::string_view right) const;
  void accesses(std::size_t first, std::size_t last);

  CodeTokens tokens_;
  std::string_view text_;
  std::vector<Condition> conditions_;
  std::size_t until_ = std::string_view::npos;
  Code code_;
  std::optional<Error> error_;
};

void CodeReader::statements(std::size_t first, std::size_t last) {
  while (first < last) first = statement(first, last);
}

// The token behind a statement or a pair of braces.
std::size_t CodeReader::behind(std::size_t first, std::size_t last) const {
  if (first >= last) return last;
  if (is(first, "{")) {
    std::size_t after = first + 1;
    for (int depth = 1; depth > 0 && after < last; ++after)
      depth += is(after, "{") ? 1 : is(after, "}") ? -1 : 0;
    return after;
  }
  if (one_of(of(first), controls) && is(first + 1, "(")) {
    const std::size_t body = behind(tokens_[first + 1].partner + 1, last);
    return is(first, "if") && is(body, "else") ? behind(body + 1, last) : body;
  }
  if (is(first, "do")) return behind(first + 1, last);
  const std::size_t end = std::min(next(first, last, ";"), next(first, last, "}"));
  return std::min(is(end, ";") ? end + 1 : std::max(end, first + 1), last);
}

// What stands in braces, a branch or a loop: its names and conditions end with it; those of jumps
// hold behind braces, too.
template <class Read>
void CodeReader::within(std::size_t last, const Read& read) {
  const std::size_t until = until_, conditions = conditions_.size();
  until_ = last > 0 ? tokens_[last - 1].end : 0;
  read();
  until_ = until;
  const auto inner = conditions_.begin() + static_cast<std::ptrdiff_t>(conditions);
  conditions_.erase(
      std::remove_if(inner, conditions_.end(), [](const Condition& each) { return !each.leaves; }),
      conditions_.end());
}

bool CodeReader::has(std::size_t first, std::size_t last,
                     std::initializer_list<std::string_view> words) const {
  for (std::size_t i = first; i < last; ++i)
    if (std::find(words.begin(), words.end(), of(i)) != words.end()) return true;
  return false;
}

// Behind a loop or a branch: what its own jumps left, and where it may have returned.
void CodeReader::end_jumps(std::size_t conditions, std::size_t first, std::size_t last) {
  conditions_.resize(conditions);
  if (!has(first, last, {"return", "goto"})) return;
  conditions_.push_back({piece(first, last), true, true, false});
}

// One statement, or a brace; returns the token behind it.
std::size_t CodeReader::statement(std::size_t first, std::size_t last) {
  if (is(first, ";") || is(first, "}") || is(first, "else")) return first + 1;
  const std::size_t after = behind(first, last), conditions = conditions_.size();
  if (is(first, "do")) {
    statements(first + 1, after);
    end_jumps(conditions, first, after);
    return after;
  }
  if (one_of(of(first), controls) && !is(first + 1, "(") && !error_)
    error_ = Error{"column " + std::to_string(tokens_[first].end + 1) + ": expected '(' behind '" +
                   std::string(of(first)) + "'"};
  if (is(first, "{")) {
    within(after, [&] { statements(first + 1, after); });
    return after;
  }
  if (one_of(of(first), controls) && is(first + 1, "(")) {
    if (is(first, "if")) {
      branches(first, last);
    } else {
      within(after, [&] { loop(first, after); });
      end_jumps(conditions, first, after);
    }
    return after;
  }
  const std::size_t end = std::min(next(first, last, ";"), next(first, last, "}"));
  const std::size_t brace = next(first, end, "{");
  simple(first, brace);
  return std::max(brace, first + 1);
}

void CodeReader::branches(std::size_t first, std::size_t last) {
  const std::size_t begin = first + 2, end = tokens_[first + 1].partner;
  const std::size_t after = behind(end + 1, last);
  const Piece condition = piece(begin, end);
  accesses(begin, end);
  const std::size_t conditions = conditions_.size();
  const auto branch = [&](std::size_t from, std::size_t to, bool holds) {
    within(to, [&] {
      conditions_.push_back({condition, holds});
      statements(from, to);
    });
    conditions_.resize(conditions);
  };
  branch(end + 1, after, true);
  const bool otherwise = after < last && is(after, "else");
  const std::size_t end_of_all = otherwise ? behind(after + 1, last) : after;
  if (otherwise) branch(after + 1, end_of_all, false);
  for (const bool holds : {true, false}) {
    const auto [from, to] = holds ? std::pair(end + 1, after) : std::pair(after, end_of_all);
    if (has(from, to, {"return", "continue", "break", "goto"}))
      conditions_.push_back({condition, !holds, true, true});
  }
}

// A loop in its first round, or a switch.
void CodeReader::loop(std::size_t first, std::size_t last) {
  const std::size_t begin = first + 2, end = tokens_[first + 1].partner;
  std::size_t from = begin, to = end;
  if (is(first, "for")) {
    from = std::min(next(begin, end, ";") + 1, end);
    to = next(from, end, ";");
    statements(begin, from);
  }
  accesses(from, to);
  if (from < to) conditions_.push_back({piece(from, to), true, false, !is(first, "switch")});
  statements(end + 1, last);
  const std::size_t changed = code_.definitions.size();
  if (to < end) accesses(to, end);
  for (std::size_t i = changed; i < code_.definitions.size(); ++i)
    code_.definitions[i].from = last > 0 ? tokens_[last - 1].end - 1 : 0;
}

void CodeReader::simple(std::size_t first, std::size_t last) {
  if (const std::size_t names = declared(first, last); names < last) {
    Type type;
    for (std::size_t i = first; i < names; ++i) {
      if (one_of(of(i), narrow_types) || is(i, "&")) type.narrow = piece(i, i + 1);
      if (one_of(of(i), unsigned_types)) type.sign = Sign::none;
      if (one_of(of(i), wide_types)) type.wide = true;
      if (is(i, "auto")) type.sign = Sign::deduced;
    }
    if (next(first, names, "*") < names) type = {};  // a pointer holds all of an address
    return declarators(names, last, true, type);
  }
  if (is_word(first) && is(first + 1, "=") && first + 1 < last)
    return declarators(first, last, false, {});
  const std::size_t before = code_.accesses.size(), defined = code_.definitions.size();
  accesses(first, last);
  const bool all = first == 0 && last + (is(last, ";") ? 1 : 0) == tokens_.size();
  if (all && before == code_.accesses.size() && defined == code_.definitions.size())
    code_.value = piece(first, last);
}

// Where the names of a declaration begin; `last` if it is none.
std::size_t CodeReader::declared(std::size_t first, std::size_t last) const {
  std::size_t at = first;
  bool known = false;
  for (; at < last && (one_of(of(at), before_types) || is(at, "alignas")); ++at) {
    known = true;
    if (is(at, "alignas") && is(at + 1, "(")) at = tokens_[at + 1].partner;
  }
  if (!is_word(at) || one_of(of(at), no_types)) return last;
  if (one_of(of(at), types)) known = true;
  // After 'unsigned' alone stands the name.
  const bool name_follows = known && !one_of(of(at), types) && !is_word(at + 1) && !is(at + 1, "*");
  std::size_t name = name_follows ? at : at + 1;
  if (is(name, "<")) name = next(name, last, ">") + 1;
  bool pointer = false;
  for (; is(name, "*") || is(name, "&") || one_of(of(name), before_types); ++name) pointer = true;
  if (name >= last || !is_word(name) || (pointer && !known && !is(name + 1, "="))) return last;
  constexpr std::string_view behind_names[] = {"=", "[", ",", "(", ";", ""};
  return name + 1 == last || one_of(of(name + 1), behind_names) ? name : last;
}

// "i = …, a[32][33], b": what is declared, and what is assigned.
void CodeReader::declarators(std::size_t first, std::size_t last, bool declares, const Type& type) {
  const std::string_view narrow = type.narrow.of(text_);
  while (first < last) {
    const std::size_t end = next(first, last, ",");
    while (is(first, "*") || is(first, "&")) ++first;
    std::size_t at = first + 1;
    Array array{of(first), {}};
    for (; at < end && is(at, "["); at = tokens_[at].partner + 1)
      array.lengths.push_back(piece(at + 1, tokens_[at].partner));
    if (!array.lengths.empty()) code_.arrays.push_back(array);
    if (at < end && is(at, "=")) {
      accesses(at + 1, end);
      const Piece value = piece(at + 1, end);
      if (is_word(first))
        code_.definitions.push_back(
            {of(first), value, value.begin, until_, declares, narrow, type.sign, type.wide});
      if (narrow == "&" && is_word(at + 1))  // another name for it
        code_.definitions.push_back(
            {of(at + 1), value, value.begin, until_, false, piece(first - 1, end).of(text_)});
    }
    const bool bare = declares && array.lengths.empty() && at == end && is_word(first);
    if (bare && first < end)  // declared, and without a value until one is assigned
      code_.definitions.push_back({of(first), piece(first, end), piece(first, end).begin, until_,
                                   true, of(first), type.sign, type.wide});
    first = end + 1;
  }
}

// Two signs without a blank between them.
bool CodeReader::joined(std::size_t first, std::string_view left, std::string_view right) const {
  return is(first, left) && is(first + 1, right) && tokens_[first].end == tokens_[first + 1].begin;
}

// Names that change otherwise than by a statement 'name = value;'.
void CodeReader::changes(std::size_t first, std::size_t last) {
  constexpr std::string_view assigning[] = {"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "="};
  for (std::size_t i = first; i < last; ++i) {
    if (!is_word(i)) continue;
    const auto twice = [&](std::size_t at) { return joined(at, "+", "+") || joined(at, "-", "-"); };
    const bool shifted = joined(i + 1, "<", "<=") || joined(i + 1, ">", ">=");
    std::size_t from = i, to = i + 1;
    if (one_of(of(i + 1), assigning) || shifted)
      to = last;
    else if (twice(i + 1))
      to = i + 3;
    else if (i >= first + 2 && twice(i - 2) && tokens_[i - 1].end == tokens_[i].begin)
      from = i - 2;
    else if (i > first && is(i - 1, "&") && !is(i + 1, "[") &&
             (i == first + 1 || is(i - 2, "(") || is(i - 2, ",") || is(i - 2, "=")))
      from = i - 1;
    else
      continue;
    const Piece change = piece(from, std::min(to, last));
    code_.definitions.push_back({of(i), change, change.begin, until_, false, change.of(text_)});
  }
}

void CodeReader::accesses(std::size_t first, std::size_t last) {
  changes(first, last);
  for (std::size_t i = first; i + 1 < last; ++i) {
    if (!is_word(i) || !is(i + 1, "[") || one_of(of(i), no_types)) continue;
    Access access{of(i), {}, {}, conditions_};
    std::size_t at = i + 1;
    for (; at < last && is(at, "["); at = tokens_[at].partner + 1)
      access.indices.push_back(piece(at + 1, tokens_[at].partner));
    access.place = piece(i, at);
    code_.accesses.push_back(std::move(access));
  }
}

}  // namespace

Result<Code> read_code(std::string_view text) {
  Result<CodeTokens> tokens = CodeTokens::of_text(text);
  if (!tokens) return tokens.error();
  return CodeReader(*std::move(tokens)).run();
}

}  // namespace loom::expression
