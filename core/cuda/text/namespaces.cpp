#include "core/cuda/text/namespaces.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "core/text/word_list.hpp"

namespace loom::cuda {
namespace {

// "" is the file's, "A::B" a namespace's.
using Path = std::string;

Path joined(const Path& outer, std::string_view inner) {
  return outer.empty() ? Path(inner) : outer + "::" + std::string(inner);
}
Path outside(const Path& space) {
  const std::size_t cut = space.rfind("::");
  return cut == Path::npos ? "" : space.substr(0, cut);
}

// Goes through the tokens once; at each it is known which namespace they are in.
class Walk {
 public:
  explicit Walk(const std::vector<Token>& tokens) : tokens_(tokens) {}

  struct Directive {  // using namespace `from`, or using from::name
    Path within, from;
    std::string_view name;
  };
  std::map<std::string_view, Path> aliases;
  std::vector<Directive> directives;

  const Path& space() const { return space_; }
  const Token& at(std::size_t i) const { return tokens_[std::min(i, tokens_.size() - 1)]; }
  bool is(std::size_t i, const char* text) const { return at(i).is(text); }
  bool is_name(std::size_t i) const { return at(i).word == Word::name; }

  // The names before "::" before the token, the outermost first.
  std::vector<std::string_view> qualifiers(std::size_t i) const {
    std::vector<std::string_view> out;
    while (i >= 2 && is(i - 1, "::") && is_name(i - 2) &&
           !is_one_of(at(i - 2).text, "return case else do"))  // ::name stands behind these
      out.insert(out.begin(), at(i -= 2).text);
    return out;
  }

  // f(index, name): a declaration of the namespace space().
  template <class F>
  void step(std::size_t& i, F declares) {
    const Token& token = at(i);
    if (token.is("namespace")) return name_space(i);
    if (token.is("using") && is(i + 1, "namespace")) return directive(i);
    if (token.is("template") && is(i + 1, "<")) {
      skip_angles(++i);
      return;
    }
    if (token.is("{")) return open(i);
    if (token.is("}")) {
      if (!open_.empty()) {
        if (open_.back().first == Kind::space) space_ = open_.back().second;
        open_.pop_back();
      }
      head_ = Head::none, kernel_ = false;
      return;
    }
    if (token.is("(") || token.is("[")) ++inside_;
    if ((token.is(")") || token.is("]")) && inside_ > 0) --inside_;
    if (inside_ > 0 && !token.is("(")) return;
    if (!open_.empty() && open_.back().first == Kind::enumerators) {
      if (token.word == Word::name && (is(i - 1, "{") || is(i - 1, ","))) declares(i, false);
      return;
    }
    const bool top = open_.empty() || open_.back().first == Kind::space;
    if (token.is("struct") || token.is("class") || token.is("union")) {
      head_ = Head::structure;
    } else if (token.is("enum")) {
      const bool scoped = is(i + 1, "class") || is(i + 1, "struct");
      head_ = scoped ? Head::structure : Head::enumeration;
      if (scoped) ++i;
    } else if (token.is(";")) {
      head_ = Head::none, kernel_ = false;
    } else if (token.is("__global__")) {
      kernel_ = true;
    }
    if (top && inside_ == 0 && token.word == Word::name && declaration(i)) declares(i, kernel_);
    if (token.is("using") && !is(i + 1, "namespace") && !is(i + 2, "=")) using_name(i);
  }

 private:
  enum class Kind { space, enumerators, other };
  enum class Head { none, structure, enumeration };

  void name_space(std::size_t& i) {
    Path inner = space_;
    std::string_view first;
    for (++i; is_name(i) || is(i, "::"); ++i)
      if (is_name(i)) {
        first = at(i).text;
        inner = joined(inner, first);
      }
    if (is(i, "=")) {
      Path of;
      for (++i; is_name(i) || is(i, "::"); ++i)
        if (is_name(i)) of = joined(of, at(i).text);
      aliases[first] = of;
    } else if (is(i, "{")) {
      constexpr std::size_t longest = 1000;  // deeper ones are not told apart
      open_.emplace_back(Kind::space, space_);
      if (inner.size() < longest) space_ = inner;
    }
  }

  void directive(std::size_t& i) {
    Path from;
    for (i += 2; is_name(i) || is(i, "::"); ++i)
      if (is_name(i)) from = joined(from, at(i).text);
    directives.push_back({space_, from, ""});
  }
  void using_name(std::size_t i) {
    std::size_t last = i + 1;
    while (is(last, "::") || is(last + 1, "::")) ++last;
    Path from;
    for (const std::string_view each : qualifiers(last)) from = joined(from, each);
    if (!from.empty()) directives.push_back({space_, from, at(last).text});
  }

  void skip_angles(std::size_t& i) {
    int depth = 0;
    for (; at(i).word != Word::end; ++i) {
      const std::string_view text = at(i).text;
      if (text == "<") ++depth;
      if (text.find_first_not_of('>') == std::string_view::npos)
        depth -= static_cast<int>(text.size());
      if (text == "{" || text == ";") break;
      if (depth <= 0) return;
    }
    --i;
  }

  void open(std::size_t i) {
    const bool language = i >= 2 && at(i - 1).word == Word::text && is(i - 2, "extern");
    const bool top = open_.empty() || open_.back().first == Kind::space;
    open_.emplace_back(language                            ? Kind::space
                       : top && head_ == Head::enumeration ? Kind::enumerators
                                                           : Kind::other,
                       space_);
    head_ = Head::none;
  }

  // Whether the name at the place is being declared; not by its qualified name.
  bool declaration(std::size_t i) const {
    if (is(i - 1, "::") || is(i - 1, "operator")) return false;
    const char* const ends[] = {"{", ":", ";", "final"};
    if (head_ != Head::none)
      return std::any_of(std::begin(ends), std::end(ends),
                         [&](const char* end) { return is(i + 1, end); });
    if (i == 0) return false;
    const bool typed = is_name(i - 1) || is(i - 1, ">") || is(i - 1, "*") || is(i - 1, "&") ||
                       is(i - 1, ")") || is(i - 1, ",");
    if (!typed || is(i - 1, "return")) return false;
    return is(i + 1, "(") || is(i + 1, "=") || is(i + 1, ";") || is(i + 1, "[") || is(i + 1, "{") ||
           is(i + 1, ",");
  }

  const std::vector<Token>& tokens_;
  Path space_;
  std::vector<std::pair<Kind, Path>> open_;
  Head head_ = Head::none;
  bool kernel_ = false;
  int inside_ = 0;  // parentheses and brackets
};

using Declared = std::map<std::string_view, std::set<Path>>;

// Names of more than one namespace, which nothing else has.
Declared ambiguous(const std::vector<Token>& tokens) {
  Declared all;
  std::set<std::string_view> spared;
  Walk walk(tokens);
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
    walk.step(i, [&](std::size_t at, bool kernel) {
      all[tokens[at].text].insert(walk.space());
      if (kernel) spared.insert(tokens[at].text);
    });
  for (std::size_t i = 1; i + 1 < tokens.size(); ++i)
    if (tokens[i - 1].is(".") || tokens[i - 1].is("->")) spared.insert(tokens[i].text);
  std::erase_if(
      all, [&](const auto& each) { return each.second.size() < 2 || spared.contains(each.first); });
  return all;
}

// What a use at this place means; nullptr: none of the namespaces'.
const Path* meaning(const Walk& walk, std::size_t i, const std::set<Path>& spaces) {
  const auto known = [&](const Path& space) {
    const auto found = spaces.find(space);
    return found == spaces.end() ? nullptr : &*found;
  };
  Path inner;
  auto before = walk.qualifiers(i);
  if (!before.empty())
    if (const auto alias = walk.aliases.find(before[0]); alias != walk.aliases.end())
      before[0] = alias->second;
  for (const std::string_view each : before) inner = joined(inner, each);
  if (before.empty() && walk.is(i - 1, "::")) return known("");
  for (Path outer = walk.space();; outer = outside(outer)) {
    const Path here = before.empty() ? outer : joined(outer, inner);
    if (outer.empty() && before.empty()) break;
    if (const Path* found = known(here)) return found;
    if (outer.empty()) return nullptr;
  }
  for (auto each = walk.directives.rbegin(); each != walk.directives.rend(); ++each) {
    if (!(each->name.empty() || each->name == walk.at(i).text)) continue;
    if (!(each->within.empty() || walk.space().starts_with(each->within))) continue;
    if (const Path* found = known(joined(each->within, each->from))) return found;
    if (const Path* found = known(each->from)) return found;
  }
  return known("");
}

}  // namespace

void tell_namespaces_apart(std::vector<Token>& tokens, std::list<std::string>& made) {
  if (std::none_of(tokens.begin(), tokens.end(),
                   [](const Token& token) { return token.is("namespace"); }))
    return;
  Declared names = ambiguous(tokens);
  std::vector<std::pair<std::size_t, const Path*>> uses;
  Walk walk(tokens);
  for (std::size_t next = 0; next + 1 < tokens.size(); ++next) {
    const std::size_t from = next;
    walk.step(next, [](std::size_t, bool) {});
    for (std::size_t i = from; i <= next && i < tokens.size(); ++i) {
      const auto found = tokens[i].word == Word::name ? names.find(tokens[i].text) : names.end();
      if (found == names.end()) continue;
      const Path* space = meaning(walk, i, found->second);
      if (space)
        uses.emplace_back(i, space);
      else if (tokens[i > 0 ? i - 1 : 0].is("::"))
        names.erase(found);  // a structure's member is called so, too
    }
  }
  for (const auto& [i, space] : uses) {
    if (!names.contains(tokens[i].text) || space->empty()) continue;
    made.push_back(*space + "::" + std::string(tokens[i].text));
    tokens[i].text = made.back();
  }
}

}  // namespace loom::cuda
