// tests/spec/*.md: Markdown and the HTML it becomes, side by side. With LOOM_COLLECT=1 in the
// environment the files are rewritten with what comes out, to be looked at before they are
// committed.
#include <cstdlib>
#include <fstream>

#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"

TESTS_OF(tools::spec) {

namespace {

const std::string fence(32, '`');

struct Example {
  std::string markdown, html;
  size_t html_begin = 0;  // in the file
};

std::vector<Example> read_examples(const std::string& text) {
  std::vector<Example> examples;
  const std::string open = fence + " example\n", close = "\n" + fence + "\n";
  for (size_t at = 0; (at = text.find(open, at)) != text.npos;) {
    at += open.size();
    const size_t middle = text.find("\n.\n", at), end = text.find(close, middle);
    REQUIRE(middle != text.npos);
    REQUIRE(end != text.npos);
    Example example;
    example.markdown = text.substr(at, middle + 1 - at);
    example.html_begin = middle + 3;
    example.html = example.html_begin > end
                       ? ""
                       : text.substr(example.html_begin, end + 1 - example.html_begin);
    examples.push_back(std::move(example));
    at = end;
  }
  return examples;
}

// The example's own HTML: the page has a paragraph before it, which is the lead.
std::string render(const std::string& markdown) {
  const std::string html = loom::test::html_of("Lead.\n\n" + markdown),
                    lead = "<p class=\"lead\">Lead.</p>\n";
  return html.starts_with(lead) ? html.substr(lead.size()) : html;
}

void collect(const std::filesystem::path& path, std::string text,
             const std::vector<Example>& examples) {
  for (auto example = examples.rbegin(); example != examples.rend(); ++example)
    text.replace(example->html_begin, example->html.size(), render(example->markdown));
  std::ofstream(path, std::ios::binary) << text;
}

void run(const std::string& name) {
  const std::filesystem::path path = LOOM_SOURCE_DIR "/tests/spec/" + name + ".md";
  const std::string text = loom::site::read_file(path);
  const std::vector<Example> examples = read_examples(text);
  REQUIRE(examples.size() > 1);
  if (std::getenv("LOOM_COLLECT")) return collect(path, text, examples);
  for (const Example& example : examples) {
    CAPTURE(example.markdown);
    CHECK(render(example.markdown) == example.html);
  }
}

}  // namespace

TEST_CASE("spec: blocks") { run("blocks"); }
TEST_CASE("spec: citations") { run("citations"); }
TEST_CASE("spec: formulas") { run("math"); }
TEST_CASE("spec: links") { run("links"); }
TEST_CASE("spec: mnemonics") { run("mnemonic"); }
TEST_CASE("spec: quizzes") { run("quiz"); }
TEST_CASE("spec: regressions") { run("regressions"); }
TEST_CASE("spec: terms") { run("terms"); }

}  // TESTS_OF(tools::spec)
