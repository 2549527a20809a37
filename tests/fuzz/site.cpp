#include "tests/fuzz/site.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "tests/fuzz/harness.hpp"
#include "tests/fuzz/html.hpp"
#include "tests/tools/small_facts.hpp"
#include "tools/loom/base/embedded.hpp"
#include "tools/loom/site/build.hpp"
#include "tools/loom/text/utf8.hpp"

namespace loom::fuzz {
namespace {

constexpr const char *page_name = "content/index.md", *glossary_name = "glossary.json",
                     *references_name = "references.json", *site_name = "content/site.json",
                     *synonyms_name = "content/synonyms.json",
                     *comparisons_name = "content/comparisons.json";

const std::string* text_of(std::string_view path, const Texts& texts) {
  if (path == page_name) return &texts.page;
  if (path == glossary_name) return &texts.glossary;
  if (path == references_name) return &texts.references;
  if (path == synonyms_name) return &texts.synonyms;
  if (path == comparisons_name) return &texts.comparisons;
  return path == site_name ? &texts.site : nullptr;
}

// Removes "12:" and returns the number; 0 if there is none.
size_t take_number(std::string_view& text) {
  size_t number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc() || end == text.data() + text.size() || *end != ':') return 0;
  text.remove_prefix(static_cast<size_t>(end - text.data()) + 1);
  return number;
}

// "content/index.md:3:7: error: …", with that line and column in the text.
void check_mistake(const std::string& mistake, const Texts& texts) {
  expect(text::invalid_utf8(mistake) == mistake.npos, "a mistake that is not UTF-8", mistake);
  expect(text::control_character(mistake) == mistake.npos &&
             mistake.find_first_of("\n\r") == mistake.npos,
         "a mistake that is not one line", mistake);
  std::string_view rest = mistake;
  const std::string_view path = rest.substr(0, rest.find(':'));
  rest.remove_prefix(std::min(path.size() + 1, rest.size()));
  const std::string* text = text_of(path, texts);
  expect(text, "a mistake in no text", mistake);
  const size_t line = take_number(rest), column = take_number(rest);
  expect(line > 0 && column > 0 && rest.starts_with(" error: "), "a mistake without a place",
         mistake);
  std::string_view lines = *text, last;
  for (size_t i = 0; i < line; ++i) {
    expect(i == 0 || last.data() + last.size() < text->data() + text->size(),
           "a mistake below its text", mistake);
    last = take_line(lines);
  }
  expect(column <= utf8::count(last) + 1, "a mistake beside its line", mistake);
}

}  // namespace

Texts small_site(std::string page) {
  return {std::move(page), test::small_glossary, test::small_references(), "", ""};
}

void check_site(const Texts& texts) {
  site::Diagnostics diagnostics;
  site::Inputs inputs;
  inputs.pages.push_back({"index.md", site::text_source(page_name, texts.page, diagnostics)});
  inputs.glossary = site::text_source(glossary_name, texts.glossary, diagnostics);
  inputs.references = site::text_source(references_name, texts.references, diagnostics);
  if (!texts.site.empty()) inputs.site = site::text_source(site_name, texts.site, diagnostics);
  if (!texts.synonyms.empty())
    inputs.synonyms = site::text_source(synonyms_name, texts.synonyms, diagnostics);
  if (!texts.comparisons.empty())
    inputs.comparisons = site::text_source(comparisons_name, texts.comparisons, diagnostics);
  inputs.frame = {"web/shell/page.html", std::string(embedded_frame())};
  const site::Built built = site::build(inputs, {}, std::move(diagnostics));
  for (const std::string& mistake : built.mistakes) check_mistake(mistake, texts);
  expect(built.mistakes.empty() != built.files.empty(), "a site with mistakes, or none without");
  for (const auto& [name, bytes] : built.files)
    if (name.ends_with(".html")) {
      const std::string problem = html_problem(bytes);
      expect(problem.empty(), name, problem);
    }
}

}  // namespace loom::fuzz

// The scripts' answers without Node.js, which would take nearly all of the time. A formula is
// refused if TeX has an unknown command, otherwise shown as it is, and code is plain.
namespace loom::site {

void Script::launch() {}

std::vector<nlohmann::json> Script::ask(const std::vector<nlohmann::json>& questions) {
  std::vector<nlohmann::json> answers;
  for (const nlohmann::json& question : questions) {
    if (question.contains("code")) {
      answers.push_back(
          {{"lengths", {question["code"].get<std::string>().size()}}, {"roles", " "}});
      continue;
    }
    const size_t at = question["tex"].get<std::string>().find("\\unknown");
    if (at == std::string::npos)
      answers.push_back({{"html", "<math></math>"}});
    else
      answers.push_back({{"error", "unknown command"}, {"at", at}});
  }
  return answers;
}

void Script::did_not_answer() const { std::abort(); }

}  // namespace loom::site
