// The pages that the builder writes itself: one for each scene. And the page of all figures.
#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"
#include "tools/loom/numbers/headers.hpp"

TESTS_OF(tools::figure_pages) {

namespace {

using loom::test::Folder;

constexpr const char* site_file = R"({"title": "Site", "tagline": "All", "scenes": true, "pages": [
  {"file": "index.md", "label": "Start", "lesson": false}, {"file": "library.md", "label": "Kernels", "lesson": false}]})";

// Every page that a scene names, so that nothing is missing.
void fill(const Folder& folder) {
  folder.put("content/site.json", site_file);
  folder.put("references.json", loom::test::small_references());
  folder.put("content/index.md",
             "# Start\n\n```scene coalescing pattern=strided stride=4\n```\n\n## All\n\n"
             "```figures\n```\n");
  folder.put("content/library.md",
             "# Kernels\n\nText.\n\n## A narrow sum\n\n```scene accumulator bits=7\n```\n\n"
             "### Once more\n\n```scene accumulator id=again title=\"Ten bits\" bits=10\n```\n");
  for (const char* page :
       {"measure", "hopper", "blackwell", "layouts", "formats", "attention", "scaling"})
    folder.put(std::string("content/") + page + ".md", "# Title of " + std::string(page) + "\n");
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

std::string figure_page(const loom::site::Built& built, const std::string& id) {
  return built.files.at("figure/" + id + "/index.html");
}

// The rows of 'Its numbers'.
std::string numbers_of(const std::string& page) {
  const size_t begin = page.find("<h2 id=\"its-numbers\"");
  return begin == page.npos ? "" : page.substr(begin, page.find("<h2", begin + 1) - begin);
}

bool ungrouped(const std::string& rows) {
  int digits = 0;
  for (size_t at = 0; at < rows.size(); ++at) {
    const bool digit = rows[at] >= '0' && rows[at] <= '9';
    const bool starts = at > 0 && rows[at - 1] == '>';
    digits = digit && (digits > 0 || starts) ? digits + 1 : 0;
    if (digits > 3) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("figure pages: one for each scene, if the site shows all scenes") {
  const Folder folder;
  fill(folder);
  const loom::site::Built built = folder.build();
  REQUIRE(built.mistakes == std::vector<std::string>{});
  for (const loom::scene::Description& scene : loom::scene::registry()) {
    const std::string page = figure_page(built, std::string(scene.id));
    CAPTURE(scene.id);
    CHECK_MESSAGE(contains(page, "<h1 id=\"" + std::string(scene.id) + "-title\">"),
                  "the figure's title is the page's");
    CHECK(page.find("<h1") == page.rfind("<h1"));
    CHECK_FALSE_MESSAGE(contains(page, "page_figures"), "no list of one figure");
    CHECK(contains(page, "What it computes"));
    CHECK_FALSE_MESSAGE(ungrouped(numbers_of(page)), "digits are grouped, as in all prose");
    CHECK_MESSAGE(!loom::numbers::header_comment(scene.simulator).empty(), scene.simulator);
  }
  CHECK(contains(built.files.at("sitemap.xml"), "/figure/coalescing/"));
  folder.put("content/site.json", R"({"title": "Site"})");
  CHECK_FALSE(folder.build().files.contains("figure/coalescing/index.html"));
}

TEST_CASE("figure pages: where it is taught, its columns, numbers and parameters") {
  const Folder folder;
  fill(folder);
  const loom::site::Built built = folder.build();
  const std::string page = figure_page(built, "accumulator");
  CHECK(contains(page, "<a href=\"/library/#a-narrow-sum\">Kernels: A narrow sum</a>"));
  CHECK(contains(page, "<a href=\"/library/#once-more\">Kernels: Once more</a>"));
  CHECK_MESSAGE(contains(figure_page(built, "coalescing"), "<a href=\"/\">Start</a>"),
                "a figure before the first section");
  CHECK(contains(figure_page(built, "roofline"), "No page of this site shows it yet."));
  CHECK(contains(figure_page(built, "coalescing"), "<code>coalescing.bytes</code>"));
  CHECK(contains(figure_page(built, "coalescing"), "<code>stride</code>"));
  CHECK_MESSAGE(contains(figure_page(built, "mbarrier-ring"), "mbarriers: <code>full</code>, at"),
                "names in the comment of a header");
  CHECK_MESSAGE(contains(figure_page(built, "coalescing"), "data-query=\"\""),
                "it opens in the default state");
}

TEST_CASE("figure pages: a lesson's figure leads to its own page, in its state") {
  const Folder folder;
  fill(folder);
  const loom::site::Built built = folder.build();
  CHECK(contains(built.files.at("index.html"),
                 "href=\"/figure/coalescing/#coalescing?pattern=strided&amp;stride=4\""));
  CHECK(contains(built.files.at("library/index.html"),
                 "href=\"/figure/accumulator/#accumulator?bits=10\""));
  CHECK_FALSE(contains(figure_page(built, "coalescing"), "class=\"own\""));
}

TEST_CASE("figure pages: what a simulator was compared with is told, and what was not") {
  const Folder folder;
  fill(folder);
  folder.put("content/comparisons.json",
             R"([{"figures": ["coalescing"], "with": "A <GPU>", "cases": 1049, "what": "loads", )"
             R"("agreement": "every *count*", "files": ["a.json"], "tests": ["b_test.cpp"]}])");
  const loom::site::Built built = folder.build();
  REQUIRE(built.mistakes == std::vector<std::string>{});
  CHECK(contains(figure_page(built, "coalescing"),
                 "<strong>A &lt;GPU&gt;</strong>, 1,049 loads: every *count*. Kept in "
                 "<code>a.json</code>. Compared by <code>b_test.cpp</code>."));
  CHECK(contains(figure_page(built, "accumulator"),
                 "<code>tests/<wbr>core/<wbr>numerics/<wbr>accumulate_<wbr>test.<wbr>cpp</code>"));
}

TEST_CASE("comparisons.json: mistakes") {
  const Folder folder;
  fill(folder);
  folder.put("content/comparisons.json", R"([
  {"figures": ["coalesing"], "with": "A", "agreement": "B", "tests": ["t"]},
  {"figures": [], "with": "A", "cases": 2, "agreement": "B", "test": "t"}])");
  CHECK(folder.mistakes() ==
        std::vector<std::string>{
            "content/comparisons.json:2:16: error: unknown figure 'coalesing', expected one that "
            "'loom scene' lists; did you mean 'coalescing'?",
            "content/comparisons.json:3:3: error: a comparison lacks the field 'what'",
            "content/comparisons.json:3:3: error: a comparison without a test, expected files in "
            "'tests'",
            "content/comparisons.json:3:15: error: a comparison of no figure, expected ids in "
            "'figures'",
            "content/comparisons.json:3:62: error: unknown field 'test' in a comparison, expected "
            "figures, with, cases, what, agreement, files, tests; did you mean 'tests'?"});
}

TEST_CASE("figures: small pictures by page, each with its own page and its section") {
  const Folder folder;
  fill(folder);
  const std::string page = folder.build().files.at("index.html");
  CHECK(contains(page, "<h2 id=\"figures_library\">Kernels "));
  CHECK(contains(page, "<a href=\"/figure/accumulator/#accumulator?bits=10\"><img"));
  CHECK(contains(page, "<span class=\"name\">Ten bits</span>"));
  CHECK(contains(page, "<a class=\"in\" href=\"/library/#again\">A narrow sum</a>"));
  CHECK(contains(page, "<a class=\"in\" href=\"/#coalescing\">Start</a>"));
  CHECK_FALSE(contains(page, "figures_hopper"));
}

TEST_CASE("figures and taught: mistakes") {
  CHECK(loom::test::mistakes_of("# Page\n\n```taught\n```\n\n```taught coalesing\n```\n") ==
        std::vector<std::string>{
            "content/index.md:3:4: error: taught without a scene, expected 'taught ID'",
            "content/index.md:6:11: error: unknown scene 'coalesing', expected one that 'loom "
            "scene' lists; did you mean 'coalescing'?"});
  CHECK(loom::test::mistakes_of("# Page\n\n```figures all\n```\n").size() == 1);
}

}  // TESTS_OF(tools::figure_pages)
