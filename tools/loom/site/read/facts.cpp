#include "tools/loom/site/read/facts.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "core/text/nearest.hpp"
#include "core/text/utf8.hpp"
#include "tools/loom/site/read/json.hpp"
#include "tools/loom/text/strings.hpp"

namespace loom::site {
namespace {

// Reads a JSON object field by field and reports what is wrong with it.
class Reader {
 public:
  Reader(const Json& object, std::string what, const Source& source, Diagnostics& diagnostics)
      : object_(object), what_(std::move(what)), source_(source), diagnostics_(diagnostics) {
    if (object.kind != Json::Kind::object) wrong(object, what_ + " as an object {…}");
  }

  // A non-empty string.
  std::string text(const std::string& key, bool required = true) {
    const Json* value = find(key, required);
    if (!value) return "";
    if (value->kind == Json::Kind::string &&
        value->text.find_first_not_of(" \t\n") != std::string::npos)
      return value->text;
    wrong(*value, "'" + key + "' as a string that is not empty");
    return "";
  }

  std::string id(const std::string& key) {
    const std::string value = text(key);
    if (!value.empty() && !text::is_id(value))
      report(offset(key),
             "'" + key + "' is '" + value + "', expected letters, digits, '-', '_' and '.' only");
    return value;
  }

  int year(const std::string& key) {
    const Json* value = find(key, true);
    if (!value) return 0;
    if (value->kind == Json::Kind::number && value->number == std::floor(value->number) &&
        value->number >= 1800 && value->number < 2200)
      return static_cast<int>(value->number);
    wrong(*value, "'" + key + "' as a whole number from 1800 to 2199");
    return 0;
  }

  // `what` each of them is, for messages: "an id".
  std::vector<Named> names(const std::string& key, const std::string& what = "an id",
                           bool required = false) {
    std::vector<Named> out;
    const Json* value = find(key, required);
    if (!value) return out;
    if (value->kind != Json::Kind::array) {
      wrong(*value, "'" + key + "' as an array, each item " + what);
      return out;
    }
    if (required && value->items.empty()) wrong(*value, "at least " + what + " in '" + key + "'");
    for (const Json& item : value->items)
      if (item.kind == Json::Kind::string && text::count_words(item.text) > 0)
        out.push_back({item.text, item.offset});
      else
        wrong(item, what + " as a string");
    return out;
  }

  std::vector<std::string> texts(const std::string& key) {
    std::vector<std::string> out;
    for (Named& name : names(key, "a word")) out.push_back(std::move(name.text));
    return out;
  }

  bool flag(const std::string& key, bool otherwise) {
    const Json* value = find(key, false);
    if (!value) return otherwise;
    if (value->kind == Json::Kind::boolean) return source_.text[value->offset] == 't';
    wrong(*value, "'" + key + "' as true or false");
    return otherwise;
  }

  // {"a": "b"}
  std::vector<std::pair<Named, Named>> pairs(const std::string& key) {
    std::vector<std::pair<Named, Named>> out;
    const Json* value = find(key, false);
    if (value && value->kind != Json::Kind::object) wrong(*value, "'" + key + "' as an object {…}");
    for (const Member& each : value ? value->members : std::vector<Member>{})
      if (each.value.kind == Json::Kind::string)
        out.push_back({{each.key, each.offset}, {each.value.text, each.value.offset}});
      else
        wrong(each.value, "an address as a string");
    return out;
  }

  // A whole number; 0 where there is none.
  int count(const std::string& key) {
    const Json* value = find(key, false);
    if (!value) return 0;
    if (value->kind == Json::Kind::number && value->number == std::floor(value->number) &&
        value->number > 0 && value->number < 1e9)
      return static_cast<int>(value->number);
    wrong(*value, "'" + key + "' as a whole number above 0");
    return 0;
  }

  const Json* array(const std::string& key, bool required) {
    const Json* value = find(key, required);
    if (value && value->kind != Json::Kind::array) {
      wrong(*value, "'" + key + "' as an array");
      return nullptr;
    }
    return value;
  }

  // The position of the field's value; of the object's start if there is none.
  size_t offset(std::string_view key) const {
    for (const Member& member : object_.members)
      if (member.key == key) return member.value.offset;
    return object_.offset;
  }

  // Call it last: reports every field that was not asked for.
  void finish() {
    const std::vector<std::string_view> candidates(asked_.begin(), asked_.end());
    for (const Member& member : object_.members) {
      if (std::find(asked_.begin(), asked_.end(), member.key) != asked_.end()) continue;
      std::string list;
      for (const std::string& key : asked_) list += (list.empty() ? "" : ", ") + key;
      report(member.offset, "unknown field '" + member.key + "' in " + what_ + ", expected " +
                                list + did_you_mean(member.key, candidates));
    }
  }

  void report(size_t offset, std::string message) {
    diagnostics_.add(source_, offset, std::move(message));
  }

 private:
  const Json* find(const std::string& key, bool required) {
    asked_.push_back(key);
    for (const Member& member : object_.members)
      if (member.key == key) return &member.value;
    if (required && object_.kind == Json::Kind::object)
      report(object_.offset, what_ + " lacks the field '" + key + "'");
    return nullptr;
  }

  void wrong(const Json& value, const std::string& expected) {
    const bool empty = value.kind == Json::Kind::string &&
                       value.text.find_first_not_of(" \t\n") == std::string::npos;
    const std::string found = value.kind == Json::Kind::string
                                  ? (empty ? "an empty string" : "the text '" + value.text + "'")
                                  : std::string(name(value.kind));
    report(value.offset, "found " + found + ", expected " + expected);
  }

  const Json& object_;
  std::string what_;
  const Source& source_;
  Diagnostics& diagnostics_;
  std::vector<std::string> asked_;
};

// Calls `each` with every entry of a file that is an array of objects.
void for_entries(const Json& json, const Source& source, Diagnostics& diagnostics,
                 const std::string& what, const std::function<void(Reader&)>& each) {
  if (json.kind != Json::Kind::array) {
    diagnostics.add(source, json.offset,
                    "found " + std::string(name(json.kind)) + ", expected an array of entries");
    return;
  }
  for (const Json& item : json.items) {
    Reader reader(item, what, source, diagnostics);
    each(reader);
    if (item.kind == Json::Kind::object) reader.finish();
  }
}

// Reports a second use of the same name.
class Unique {
 public:
  Unique(const Source& source, std::string what) : source_(source), what_(std::move(what)) {}

  void add(Reader& reader, const std::string& name, size_t offset) {
    if (name.empty()) return;
    const auto [first, fresh] = first_.emplace(text::lower_case(name), offset);
    if (!fresh)
      reader.report(offset, "duplicate " + what_ + " '" + name + "', first in line " +
                                std::to_string(line_of(source_, first->second)));
  }

 private:
  const Source& source_;
  std::string what_;
  std::map<std::string, size_t> first_;
};

bool is_web_address(std::string_view url) {
  for (std::string_view scheme : {"https://", "http://"})
    if (url.starts_with(scheme))
      return url.size() > scheme.size() && url.find_first_of(" \t\n\"<>\\") == url.npos;
  return false;
}

// "https://example.org/issues/new?title={title}&body={body}": only these two names in braces are
// allowed, and at least one must be there.
void check_report(Reader& reader, const Source& source, const std::string& pattern) {
  const size_t value = reader.offset("report");
  const bool plain = source.text.compare(value + 1, pattern.size(), pattern) == 0;
  const auto report = [&](size_t at, std::string message) {
    reader.report(plain ? value + 1 + at : value, std::move(message));
  };
  const std::string form = "https://example.org/new?title={title}&body={body}";
  if (!is_web_address(pattern))
    return report(0, "'report' is '" + pattern + "', expected an address like " + form);
  const std::vector<std::string_view> placeholders = {"title", "body"};
  bool filled = false;
  for (size_t at = 0; (at = pattern.find_first_of("{}", at)) != pattern.npos;) {
    const size_t end = pattern.find_first_of("{}", at + 1);
    if (pattern[at] == '}') return report(at, "'}' without '{' in 'report'");
    if (end == pattern.npos || pattern[end] == '{')
      return report(at, "'{' without '}' in 'report'");
    const std::string placeholder = pattern.substr(at + 1, end - at - 1);
    if (std::find(placeholders.begin(), placeholders.end(), placeholder) == placeholders.end())
      return report(at, "unknown placeholder '{" + placeholder +
                            "}' in 'report', expected {title} or {body}" +
                            did_you_mean(placeholder, placeholders));
    filled = true;
    at = end + 1;
  }
  if (!filled)
    report(0, "'report' is '" + pattern + "' without {title} and {body}, expected " + form);
}

void check_description(Reader& reader, const std::string& description) {
  if (const size_t length = utf8::count(description); length > longest_description)
    reader.report(reader.offset("description"), "a description of " + std::to_string(length) +
                                                    " characters, expected at most " +
                                                    std::to_string(longest_description));
}

std::vector<Term> read_glossary(const Json& json, const Source& source, Diagnostics& diagnostics) {
  std::vector<Term> terms;
  Unique ids(source, "id"), names(source, "term");
  for_entries(json, source, diagnostics, "a glossary entry", [&](Reader& reader) {
    Term term;
    term.id = reader.id("id");
    term.name = reader.text("term");
    term.category = reader.text("category");
    term.definition = reader.text("definition");
    term.more = reader.text("more", false);
    term.see = reader.names("see");
    term.cite = reader.names("cite");
    ids.add(reader, term.id, reader.offset("id"));
    names.add(reader, term.name, reader.offset("term"));
    terms.push_back(std::move(term));
  });
  return terms;
}

std::vector<Reference> read_references(const Json& json, const Source& source,
                                       Diagnostics& diagnostics) {
  std::vector<Reference> references;
  Unique ids(source, "id");
  for_entries(json, source, diagnostics, "a reference", [&](Reader& reader) {
    Reference reference;
    reference.id = reader.id("id");
    reference.title = reader.text("title");
    reference.authors = reader.text("authors_short");
    reference.year = reader.year("year");
    reference.url = reader.text("url");
    reference.group = reader.text("group");
    reference.note = reader.text("note", false);
    reference.caveat = reader.text("caveat", false);
    if (!reference.url.empty() && !is_web_address(reference.url))
      reader.report(reader.offset("url"), "'url' is '" + reference.url +
                                              "', expected an address like https://example.org/");
    ids.add(reader, reference.id, reader.offset("id"));
    references.push_back(std::move(reference));
  });
  return references;
}

std::vector<Synonym> read_synonyms(const Json& json, const Source& source,
                                   Diagnostics& diagnostics) {
  std::vector<Synonym> synonyms;
  Unique unique(source, "synonym");
  for_entries(json, source, diagnostics, "an entry of synonyms", [&](Reader& reader) {
    Synonym synonym;
    synonym.words = reader.names("words", "a word", true);
    synonym.leads_to = reader.names("leads_to", "an address");
    synonym.means = {reader.text("means", false), reader.offset("means")};
    for (const Named& word : synonym.words) unique.add(reader, word.text, word.offset);
    if (!synonym.words.empty() && synonym.leads_to.empty() && synonym.means.text.empty())
      reader.report(reader.offset("words"),
                    "synonyms that lead nowhere, expected 'leads_to' or 'means'");
    synonyms.push_back(std::move(synonym));
  });
  return synonyms;
}

std::vector<Comparison> read_comparisons(const Json& json, const Source& source,
                                         Diagnostics& diagnostics) {
  std::vector<Comparison> comparisons;
  for_entries(json, source, diagnostics, "a comparison", [&](Reader& reader) {
    Comparison each;
    each.figures = reader.names("figures");
    each.with = reader.text("with");
    each.cases = reader.count("cases");
    each.what = reader.text("what", each.cases > 0);
    each.agreement = reader.text("agreement");
    each.files = reader.texts("files");
    each.tests = reader.texts("tests");
    if (each.figures.empty())
      reader.report(reader.offset("figures"),
                    "a comparison of no figure, expected ids in 'figures'");
    if (each.tests.empty())
      reader.report(reader.offset("tests"),
                    "a comparison without a test, expected files in 'tests'");
    comparisons.push_back(std::move(each));
  });
  return comparisons;
}

SiteFile read_site_file(const Json& json, const Source& source, Diagnostics& diagnostics) {
  SiteFile site;
  Reader reader(json, "the site's file", source, diagnostics);
  site.title = reader.text("title");
  site.tagline = reader.text("tagline", false);
  site.footer = reader.text("footer", false);
  site.report = reader.text("report", false);
  if (!site.report.empty()) check_report(reader, source, site.report);
  Unique files(source, "page");
  bool has_feed = false;
  if (const Json* pages = reader.array("pages", false)) {
    for (const Json& item : pages->items) {
      Reader entry(item, "a page", source, diagnostics);
      SiteFile::Entry page;
      page.file.text = entry.text("file");
      page.file.offset = entry.offset("file");
      page.label = entry.text("label", false);
      page.description = entry.text("description", false);
      check_description(entry, page.description);
      page.words = entry.count("words");
      page.lesson = entry.flag("lesson", true);
      page.footer = entry.flag("footer", false);
      page.feed = entry.flag("feed", false);
      if (page.feed && std::exchange(has_feed, true))
        entry.report(entry.offset("feed"), "a second feed, expected one page with \"feed\": true");
      if (item.kind == Json::Kind::object) entry.finish();
      files.add(entry, page.file.text, page.file.offset);
      site.pages.push_back(std::move(page));
    }
  }
  site.moved = reader.pairs("moved");
  site.numbered = reader.texts("numbered");
  if (reader.flag("scenes", false)) site.scenes = reader.offset("scenes");
  if (json.kind == Json::Kind::object) reader.finish();
  return site;
}

}  // namespace

std::optional<Facts> read_facts(const Inputs& inputs, Diagnostics& diagnostics) {
  bool well_formed = true;
  const auto parse = [&](const std::optional<Source>& file) {
    std::optional<Json> json = file ? parse_json(*file, diagnostics) : std::nullopt;
    well_formed = well_formed && json.has_value() == file.has_value();
    return json;
  };
  const auto glossary = parse(inputs.glossary), references = parse(inputs.references),
             site = parse(inputs.site), synonyms = parse(inputs.synonyms),
             comparisons = parse(inputs.comparisons);
  if (!well_formed) return std::nullopt;
  Facts facts;
  if (glossary) facts.glossary = read_glossary(*glossary, *inputs.glossary, diagnostics);
  if (references) facts.references = read_references(*references, *inputs.references, diagnostics);
  if (site) facts.site = read_site_file(*site, *inputs.site, diagnostics);
  if (synonyms) facts.synonyms = read_synonyms(*synonyms, *inputs.synonyms, diagnostics);
  if (comparisons)
    facts.comparisons = read_comparisons(*comparisons, *inputs.comparisons, diagnostics);
  return facts;
}

}  // namespace loom::site
