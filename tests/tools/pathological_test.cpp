// Pages that make a careless parser run forever or crash: each is built at a size at which
// quadratic work would take minutes.
#include <ctime>

#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"

TESTS_OF(tools::pathological) {

namespace {

std::string repeat(const std::string& text, size_t times) {
  std::string out;
  out.reserve(text.size() * times);
  for (size_t i = 0; i < times; ++i) out += text;
  return out;
}

// Builds the page; mistakes are allowed, slowness is not.
void survives(const std::string& text, bool lesson = false) {
  constexpr double patience_s = 10;  // of the processor; most take milliseconds, sanitizers more
  const std::clock_t start = std::clock();
  loom::test::Folder folder;
  folder.put("content/index.md", "# Page\n\n" + text);
  folder.put("glossary.json", loom::test::small_glossary);
  folder.put("references.json", loom::test::small_references());
  if (lesson) folder.put("content/site.json", R"({"title": "A", "pages": [{"file": "index.md"}]})");
  (void)folder.build();
  const double elapsed_s = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  CHECK_MESSAGE(elapsed_s < patience_s, text.substr(0, 40));
}

constexpr size_t many = 20000;

}  // namespace

TEST_CASE("pathological: brackets, emphasis, backticks") {
  for (const char* piece :
       {"[",  "](",   "[[",  "[[a",  "[@",     "[@a;", "![", "*a **a ", "_a __a ",
        "*",  "a**b", "`",   "~~",   "$",      "$a ",  "$$", "\\",      "&",
        "&#", "<",    "<a ", "<!--", "[a](<b", "[[a|", "]]", "|",       "\t"})
    survives(repeat(piece, many));
  std::string ticks;  // runs of every length, none of which closes another
  for (size_t i = 1; i < 600; ++i) ticks += "e" + std::string(i, '`');
  survives(ticks);
  survives(repeat("[", many / 2) + "a" + repeat("]", many / 2));
  survives(repeat("*", many) + "a" + repeat("*", many));
}

TEST_CASE("pathological: blocks") {
  for (const char* line : {"> ", "- ", "1. ", "* a\n", ">", "```\n", "```quiz\n", "# ", "| a ",
                           "---\n", "| a |\n|---|\n", "[a]: #b\n", "a\n\n", "    "})
    survives(repeat(line, many));
  survives(repeat("[@a;\n", 10 * many));  // joined and read in time that grows with their number
  std::string stairs;                     // each line one level deeper
  for (size_t i = 0; i < 400; ++i) stairs += std::string(2 * i, ' ') + "- a\n";
  survives(stairs);
  survives("|" + repeat("a|", 2000) + "\n|" + repeat("-|", 2000) + "\n" + repeat("|b\n", 200));
}

TEST_CASE("pathological: many of everything") {
  std::string headings, terms, links, citations;
  for (size_t i = 0; i < 5000; ++i) {
    headings += "## Heading " + std::to_string(i) + "\n\n";
    terms += "[[warp]] and [[unknown" + std::to_string(i % 10) + "]]\n";
    links += "[a](#heading-" + std::to_string(i) + ")\n";
    citations += "[@fa1; @fa2]\n";
  }
  survives(headings + terms + links + citations);
  survives(repeat("```quiz\nWhy?\n\n- [x] a\n\n  b\n- [ ] c\n\n  d\n```\n\n", 2000));
  survives(repeat("```scene accumulator\n```\n\n", 2000));
  survives(repeat(repeat("a", 1000) + "\n", 1000));
  survives(repeat("[5][a] ", 2 * many) + "\n\n[a]: =example\n");
}

TEST_CASE("pathological: a lesson with many numbers in one sentence") {
  for (const char* text : {"a 5 b ", "132 [@fa1] ", "three quarters of ", "\u22125 ",
                           "[5](=", "|5|6|\n", "Phase 4 ", "9. "})
    survives(repeat(text, 2 * many), true);
}

}  // TESTS_OF(tools::pathological)
