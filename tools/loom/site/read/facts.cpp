#include "tools/loom/site/read/facts.hpp"

#include "tools/loom/site/read/fields.hpp"
#include "tools/loom/site/read/site_file.hpp"
#include "tools/loom/text/typeset.hpp"

namespace loom::site {
namespace {

std::vector<Term> read_glossary(const Json& json, const Source& source, Diagnostics& diagnostics) {
  std::vector<Term> terms;
  Unique ids(source, "id"), names(source, "term");
  for_entries(json, source, diagnostics, "a glossary entry", [&](Fields& reader) {
    Term term;
    term.id = reader.id("id");
    term.name = reader.text("term");
    term.category = reader.text("category");
    term.definition = text::typeset(reader.text("definition"));
    term.more = text::typeset(reader.text("more", false));
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
  for_entries(json, source, diagnostics, "a reference", [&](Fields& reader) {
    Reference reference;
    reference.id = reader.id("id");
    reference.title = text::typeset(reader.text("title"));
    reference.authors = reader.text("authors_short");
    reference.year = reader.year("year");
    reference.url = reader.text("url");
    reference.group = reader.text("group");
    reference.note = text::typeset(reader.text("note", false));
    reference.caveat = text::typeset(reader.text("caveat", false));
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
  for_entries(json, source, diagnostics, "an entry of synonyms", [&](Fields& reader) {
    Synonym synonym;
    synonym.words = reader.names("words", "a word", true);
    synonym.leads_to = reader.addresses("leads_to");
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
  for_entries(json, source, diagnostics, "a comparison", [&](Fields& reader) {
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
