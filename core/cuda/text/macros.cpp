// Macro expansion after Dave Prosser's algorithm, which the C standard's text describes.
#include <algorithm>

#include "core/cuda/text/preprocess.hpp"
#include "core/text/word_list.hpp"

namespace loom::cuda {
namespace {

constexpr int deepest = 40;  // arguments within arguments
constexpr std::size_t most_sets = 20000,
                      most_work = 20'000'000;  // names in sets that were looked up, bytes of texts

bool is_of_the_place(std::string_view name) {
  return is_one_of(name, "__LINE__ __FILE__ __COUNTER__");
}

// Which parameter a token is; -1: none.
int index_of(const Macro& macro, const Token& token) {
  if (token.word != Word::name) return -1;
  if (macro.variadic && token.text == "__VA_ARGS__")
    return static_cast<int>(macro.parameters.size());
  const auto found = std::find(macro.parameters.begin(), macro.parameters.end(), token.text);
  return found == macro.parameters.end() ? -1 : static_cast<int>(found - macro.parameters.begin());
}

}  // namespace

const Macro* Macros::find(std::string_view name) const {
  if (const auto own = macros_.find(name); own != macros_.end()) return own->second.get();
  const auto found = header_macros().find(name);
  return found == header_macros().end() ? nullptr : found->second.get();
}

bool Macros::has(std::string_view name) const {
  return find(name) != nullptr || is_of_the_place(name);
}

Result<Macro> macro_of(const std::vector<Token>& line) {
  if (line.empty() || line[0].word != Word::name) return Error{"expected a name after #define"};
  Macro macro{line[0].text};
  std::size_t at = 1;
  if (at < line.size() && line[at].is("(") && !line[at].spaced) {
    macro.function = true;
    for (++at; at < line.size() && !line[at].is(")"); ++at) {
      if (line[at].is(",")) continue;
      if (line[at].is("..."))
        macro.variadic = true;
      else if (line[at].word == Word::name)
        macro.parameters.push_back(line[at].text);
      else
        return error_at(line[at].place, "expected a parameter's name");
    }
    if (at >= line.size())
      return error_at(line[0].place, "the macro's parameters have no end, expected ')'");
    ++at;
  }
  macro.body.assign(line.begin() + static_cast<std::ptrdiff_t>(at), line.end());
  return macro;
}

void Macros::define(Macro macro) {
  auto made = std::make_shared<const Macro>(std::move(macro));
  kept_.push_back(made);
  macros_[made->name] = made;
}

std::int32_t Macros::number_of(const Set& set) {
  work_ += set.size();
  const auto [at, fresh] = numbers_.try_emplace(set, static_cast<std::int32_t>(hidden_.size()));
  if (fresh) hidden_.push_back(&at->first);
  return at->second;
}

std::int32_t Macros::hide(std::int32_t set, const Macro* macro) {
  Set more = *hidden_[static_cast<std::size_t>(set)];
  const auto at = std::lower_bound(more.begin(), more.end(), macro);
  if (at == more.end() || *at != macro) more.insert(at, macro);
  return number_of(more);
}

std::int32_t Macros::both(std::int32_t one, std::int32_t other) {
  if (one == other) return one;
  Set common;
  const Set &a = *hidden_[static_cast<std::size_t>(one)],
            &b = *hidden_[static_cast<std::size_t>(other)];
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  return number_of(common);
}

std::int32_t Macros::either(std::int32_t one, std::int32_t other) {
  if (one == other || one == 0) return other;
  const Set &a = *hidden_[static_cast<std::size_t>(one)],
            &b = *hidden_[static_cast<std::size_t>(other)];
  Set all;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
  return number_of(all);
}

Result<std::vector<Token>> Macros::expand(std::vector<Token> tokens, int depth) {
  if (depth > deepest)
    return error_at(tokens.empty() ? Place{} : tokens[0].place, "macros are nested too deeply");
  std::vector<Token> out;
  std::reverse(tokens.begin(), tokens.end());
  while (!tokens.empty()) {
    const auto done = expand_one(tokens, out, depth);
    if (!done) return done.error();
  }
  return out;
}

// __LINE__ and its kin, whose value depends on where they stand.
std::optional<Token> Macros::of_the_place(const Token& token) {
  if (token.word != Word::name || !is_of_the_place(token.text)) return std::nullopt;
  const bool file = token.text == "__FILE__";
  made_.push_back(file ? "\"kernel.cu\""
                       : std::to_string(token.text == "__LINE__" ? token.place.line : counter_++));
  Token made = token;
  made.word = file ? Word::text : Word::number;
  made.text = made_.back();
  return made;
}

// Takes the next of the waiting tokens, whose last comes first.
Result<bool> Macros::expand_one(std::vector<Token>& waiting, std::vector<Token>& out, int depth) {
  const Token token = waiting.back();
  waiting.pop_back();
  if (const auto known = of_the_place(token)) {
    out.push_back(*known);
    return true;
  }
  const Macro* macro = token.word == Word::name ? find(token.text) : nullptr;
  const Set& set = *hidden_[static_cast<std::size_t>(token.hidden)];
  if (!macro || std::binary_search(set.begin(), set.end(), macro) ||
      (macro->function && (waiting.empty() || !waiting.back().is("(")))) {
    out.push_back(token);
    return true;
  }
  Arguments arguments;
  std::int32_t set_after = token.hidden;
  if (macro->function) {
    std::int32_t closing = 0;
    auto read = arguments_of(*macro, token.place, waiting, closing);
    if (!read) return read.error();
    arguments = std::move(*read);
    set_after = both(token.hidden, closing);
  }
  auto body = replaced(*macro, arguments, depth);
  if (!body) return body.error();
  made_tokens_ += static_cast<int>(body->size());
  if (made_tokens_ > most_tokens || hidden_.size() > most_sets || work_ > most_work)
    return error_at(token.place, "macros make too much text here");
  set_after = hide(set_after, macro);
  for (auto each = body->rbegin(); each != body->rend(); ++each) {
    each->place = token.place;
    each->hidden = either(each->hidden, set_after);
    waiting.push_back(*each);
  }
  return true;
}

Result<Macros::Arguments> Macros::arguments_of(const Macro& macro, const Place& place,
                                               std::vector<Token>& waiting, std::int32_t& closing) {
  waiting.pop_back();  // (
  Arguments arguments(1);
  int depth = 0;
  while (true) {
    if (waiting.empty())
      return error_at(place, "the arguments of macro '%' have no end", {macro.name});
    const Token token = waiting.back();
    waiting.pop_back();
    if (depth == 0 && token.is(")")) {
      closing = token.hidden;
      break;
    }
    const bool rest = macro.variadic && arguments.size() > macro.parameters.size();
    if (depth == 0 && token.is(",") && !rest) {
      arguments.emplace_back();
      continue;
    }
    if (token.is("(")) ++depth;
    if (token.is(")")) --depth;
    arguments.back().push_back(token);
  }
  const std::size_t expected = macro.parameters.size();
  if (expected == 0 && arguments.size() == 1 && arguments[0].empty() && !macro.variadic)
    arguments.clear();
  if (macro.variadic && arguments.size() == expected) arguments.emplace_back();
  if (arguments.size() != expected + (macro.variadic ? 1 : 0))
    return error_at(place, "macro '%' has % arguments, expected %",
                    {macro.name, arguments.size(), expected});
  return arguments;
}

Result<std::vector<Token>> Macros::replaced(const Macro& macro, const Arguments& arguments,
                                            int depth) {
  std::vector<Token> out;
  const auto& body = macro.body;
  const auto argument = [&](int index) -> const std::vector<Token>& {
    return arguments[static_cast<std::size_t>(index)];
  };
  for (std::size_t i = 0; i < body.size(); ++i) {
    const int next = i + 1 < body.size() ? index_of(macro, body[i + 1]) : -1;
    const int index = macro.function ? index_of(macro, body[i]) : -1;
    if (macro.function && body[i].is("#") && next >= 0) {
      out.push_back(text_of(argument(next), body[i].place));
      ++i;
    } else if (body[i].is("##") && i + 1 < body.size()) {
      const auto done = paste(out, next >= 0 ? argument(next) : std::vector<Token>{body[i + 1]});
      if (!done) return done.error();
      ++i;
    } else if (index < 0) {
      out.push_back(body[i]);
    } else if (i + 1 < body.size() && body[i + 1].is("##")) {  // not expanded before it is joined
      out.insert(out.end(), argument(index).begin(), argument(index).end());
      if (argument(index).empty()) out.push_back({Word::other, false, false, 0, "", body[i].place});
    } else {
      auto expanded = expand(argument(index), depth + 1);
      if (!expanded) return expanded.error();
      out.insert(out.end(), expanded->begin(), expanded->end());
    }
  }
  std::erase_if(out, [](const Token& token) { return token.text.empty(); });
  return out;
}

Token Macros::text_of(const std::vector<Token>& tokens, const Place& place) {
  std::string text = "\"";
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0 && tokens[i].spaced) text += ' ';
    for (char c : tokens[i].text) {
      const bool quoted = tokens[i].word == Word::text || tokens[i].word == Word::character;
      if (quoted && (c == '"' || c == '\\')) text += '\\';
      text += c;
    }
  }
  made_.push_back(text + "\"");
  work_ += text.size();  // a text of a text can be twice as long
  return {Word::text, false, true, 0, made_.back(), place};
}

// Joins the last token of `out` with the first of `right`.
Result<bool> Macros::paste(std::vector<Token>& out, const std::vector<Token>& right) {
  if (right.empty()) {
    if (!out.empty() && out.back().is(",")) out.pop_back();  // , ## __VA_ARGS__ without any
    return true;
  }
  if (out.empty()) {
    out = right;
    return true;
  }
  const Token left = out.back();
  if (left.is(",") && right[0].word != Word::mark) {
    out.insert(out.end(), right.begin(), right.end());
    return true;
  }
  made_.push_back(std::string(left.text) + std::string(right[0].text));
  work_ += made_.back().size();
  const auto joined = words_of(made_.back());
  if (!joined || joined->size() != 2)
    return error_at(left.place, "'%', made by ##, is no single word", {made_.back()});
  out.back().word = joined->front().word;
  out.back().text = joined->front().text;
  out.insert(out.end(), right.begin() + 1, right.end());
  return true;
}

}  // namespace loom::cuda
