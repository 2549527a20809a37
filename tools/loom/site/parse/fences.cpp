#include "tools/loom/site/parse/fences.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <span>

#include "core/text/nearest.hpp"
#include "tools/loom/site/parse/languages.hpp"
#include "tools/loom/site/parse/markdown.hpp"
#include "tools/loom/site/parse/quiz.hpp"
#include "tools/loom/text/strings.hpp"

namespace loom::site {
namespace {

constexpr std::array<std::pair<std::string_view, Kind>, 13> fences = {{
    {"scene", Kind::scene},
    {"quiz", Kind::quiz},
    {"mnemonic", Kind::mnemonic},
    {"fold", Kind::fold},
    {"predict", Kind::predict},
    {"glossary", Kind::glossary},
    {"references", Kind::references},
    {"phases", Kind::phases},
    {"gallery", Kind::gallery},
    {"figures", Kind::figures},
    {"taught", Kind::taught},
    {"ways", Kind::ways},
    {"licenses", Kind::licenses},
}};

// Splits `scene ID key=value key="a value"`. Quotes protect spaces.
std::vector<Attribute> split_words(std::string_view line, size_t offset, const Source& source,
                                   Diagnostics& diagnostics) {
  std::vector<Attribute> words;
  for (size_t at = 0; (at = line.find_first_not_of(" \t", at)) != line.npos;) {
    Attribute word;
    word.key_offset = word.value_offset = offset + at;
    size_t end = std::min(line.find_first_of(" \t=", at), line.size());
    if (end == at) end = std::min(line.find_first_of(" \t", at), line.size());  // "=2": no key
    const std::string_view first = line.substr(at, end - at);
    if (end < line.size() && line[end] == '=') {
      word.key = first;
      word.value_offset = offset + end + 1;
      const bool quoted = end + 1 < line.size() && line[end + 1] == '"';
      const size_t begin = end + 1 + (quoted ? 1 : 0);
      end = quoted ? line.find('"', begin) : line.find_first_of(" \t", begin);
      if (quoted && end == line.npos)
        diagnostics.add(source, word.value_offset, "'\"' without a closing '\"'");
      end = std::min(end, line.size());
      word.value = line.substr(begin, end - begin);
      if (quoted && end < line.size()) ++end;
      if (quoted && end < line.size() && line[end] != ' ' && line[end] != '\t')
        diagnostics.add(source, offset + end, "text behind a closing '\"', expected a space");
    } else {
      word.value = first;
    }
    words.push_back(std::move(word));
    at = end;
  }
  return words;
}

std::string shown(const Attribute& word) {
  return (word.key.empty() ? "" : std::string(word.key) + "=") + std::string(word.value);
}

// Takes the single word without '=' that may follow the fence's name.
std::string_view take_name(std::vector<Attribute>& words, size_t& offset) {
  if (words.empty() || !words.front().key.empty()) return "";
  const std::string_view name = words.front().value;
  offset = words.front().value_offset;
  words.erase(words.begin());
  return name;
}

// "mnemo": the name that begins this way, although the distance is too large for a typing error.
std::string_view whole_name(std::string_view start, std::span<const std::string_view> names) {
  constexpr size_t least = 3;
  for (std::string_view name : names)
    if (start.size() >= least && name.starts_with(start)) return name;
  return start;
}

class Fence {
 public:
  Fence(Node& node, const TextMap& body, bool nested, Tree& tree, const Source& source,
        Diagnostics& diagnostics)
      : node_(node),
        more_(*node.more),
        body_(body),
        nested_(nested),
        tree_(tree),
        source_(source),
        diagnostics_(diagnostics) {}

  void finish() {
    std::vector<Attribute> words = split_words(more_.target, node_.offset, source_, diagnostics_);
    if (words.empty()) return code("");
    const std::string word = shown(words.front());
    const auto known = std::find_if(fences.begin(), fences.end(),
                                    [&](const auto& fence) { return fence.first == word; });
    words.erase(words.begin());
    if (known == fences.end()) return code(word, words);
    if (nested_) {
      report(node_.offset, "a '" + word + "' block inside another block, expected it outside");
      return code("");
    }
    node_.kind = known->second;
    more_.target = {};
    words_ = std::move(words);
    fill(known->first);
    more_.attributes = tree_.arena.copy<Attribute>(words_);
  }

 private:
  void fill(std::string_view name) {
    switch (node_.kind) {
      case Kind::scene:
        return scene();
      case Kind::quiz:
        return quiz();
      case Kind::mnemonic:
        return mnemonic();
      case Kind::fold:
        return fold();
      case Kind::predict:
        return predict();
      case Kind::taught:
        return taught();
      default:
        return list(std::string(name));
    }
  }

  void report(size_t offset, std::string message) {
    diagnostics_.add(source_, offset, std::move(message));
  }

  void code(const std::string& language, std::vector<Attribute> words = {}) {
    more_.target = tree_.arena.copy(language);
    node_.text = body_.text();
    if (!language.empty() && !find_language(language)) return unknown_block(language);
    const auto id = std::find_if(words.begin(), words.end(),
                                 [](const Attribute& word) { return word.key == "id"; });
    if (id != words.end()) {
      if (id->value.empty()) report(id->value_offset, "an empty id, expected id=NAME");
      more_.id = id->value;
      more_.target_offset = id->value_offset;
      words.erase(id);
    }
    refuse(words, "the name of a language, and id=NAME");
  }

  void unknown_block(const std::string& name) {
    std::vector<std::string_view> names;
    std::string known;
    for (const Language& language : languages) {
      names.push_back(language.name);
      known += (known.empty() ? "" : ", ") + std::string(language.name);
    }
    for (const auto& [fence, kind] : fences) names.push_back(fence);
    const std::string hint = did_you_mean(whole_name(name, names), names);
    report(node_.offset, "unknown block or language '" + name + "'" +
                             (hint.empty() ? ", expected one of " + known : hint));
  }

  void refuse(const std::vector<Attribute>& words, const std::string& expected) {
    for (const Attribute& word : words)
      report(word.key_offset, "unknown attribute '" + shown(word) + "', expected " + expected);
  }

  void parse_body() { node_.children = parse_markdown(body_, tree_, source_, diagnostics_); }

  void scene() {
    more_.target = take_name(words_, more_.target_offset);
    if (more_.target.empty())
      report(node_.offset, "scene without a name, expected 'scene ID key=value …'");
    for (const Attribute& word : words_)
      if (word.key.empty())
        report(word.key_offset,
               "'" + std::string(word.value) + "' in a scene's first line, expected key=value");
    std::erase_if(words_, [](const Attribute& word) { return word.key.empty(); });
    parse_body();
    only_paragraphs("a caption");
  }

  void mnemonic() {
    refuse(words_, "nothing behind 'mnemonic'");
    parse_body();
    if (node_.children.empty())
      report(node_.offset, "empty mnemonic, expected a sentence to remember");
    only_paragraphs("a mnemonic");
  }

  void fold() {
    const std::string usage = "'fold title=\"…\"'";
    std::vector<Attribute> others;
    for (const Attribute& word : words_)
      if (word.key == "title" && more_.target.empty())
        more_.target = word.value;
      else
        others.push_back(word);
    if (more_.target.empty()) report(node_.offset, "fold without a title, expected " + usage);
    refuse(others, usage + " alone");
    words_.clear();
    parse_body();
    if (node_.children.empty()) report(node_.offset, "empty fold, expected text");
  }

  void predict() {
    const std::string usage = "'predict FIGURE metric=NAME', then the state as key=value …";
    more_.target = take_name(words_, more_.target_offset);
    if (more_.target.empty()) report(node_.offset, "predict without a figure, expected " + usage);
    std::vector<Attribute> others;
    std::set<std::string_view> seen;
    for (const Attribute& word : words_)
      if (word.key.empty())
        others.push_back(word);
      else if (!seen.insert(word.key).second)
        report(word.key_offset, "'" + std::string(word.key) + "' is given twice");
    if (!seen.contains("metric"))
      report(node_.offset, "predict without a metric, expected " + usage);
    refuse(others, usage);
    std::erase_if(words_, [](const Attribute& word) { return word.key.empty(); });
    parse_body();
    for (const Node& child : node_.children)
      if (child.kind == Kind::heading)
        return report(child.offset,
                      "a heading in a prediction; before the line '---' that parts its explanation "
                      "from its question stands an empty line");
    only_paragraphs("a prediction, with one line '---' before its explanation", Kind::rule);
    if (question_of(node_).empty()) report(node_.offset, "predict without a question");
    if (explanation_of(node_).empty() && question_of(node_).size() < node_.children.size())
      report(node_.offset,
             "nothing behind the line '---' of a prediction, expected an explanation");
    for (const Node& child : explanation_of(node_))
      if (child.kind == Kind::rule)
        report(node_.offset, "a second line '---' in a prediction, expected one");
  }

  void quiz() {
    more_.id = take_name(words_, more_.target_offset);
    refuse(words_, "'quiz' or 'quiz ID'");
    parse_body();
    check_quiz(node_, tree_.arena, source_, diagnostics_);
  }

  void taught() {
    more_.target = take_name(words_, more_.target_offset);
    if (more_.target.empty()) report(node_.offset, "taught without a scene, expected 'taught ID'");
    list("taught ID");
  }

  void list(const std::string& name) {
    refuse(words_, "nothing behind '" + name + "'");
    const size_t text = body_.text().find_first_not_of(text::spaces);
    if (text != std::string::npos)
      report(body_.source_offset(text),
             "text in a '" + name + "' block, which the builder fills, expected none");
  }

  void only_paragraphs(const std::string& where, Kind also = Kind::paragraph) {
    const auto other = [also](const Node& child) {
      return child.kind != Kind::paragraph && child.kind != also;
    };
    for (const Node& child : node_.children)
      if (other(child)) report(child.offset, "only paragraphs may stand in " + where);
    const auto end = std::remove_if(node_.children.begin(), node_.children.end(), other);
    node_.children = {node_.children.begin(), end};
  }

  Node& node_;
  More& more_;
  std::vector<Attribute> words_;
  const TextMap& body_;
  bool nested_;
  Tree& tree_;
  const Source& source_;
  Diagnostics& diagnostics_;
};

}  // namespace

void finish_fence(Node& node, const TextMap& body, bool nested, Tree& tree, const Source& source,
                  Diagnostics& diagnostics) {
  Fence(node, body, nested, tree, source, diagnostics).finish();
}

}  // namespace loom::site
