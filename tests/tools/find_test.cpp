// Help for finding one's way: how long a page takes, the form for mistakes, links to phases, and
// links from the lists to where a word is explained.
#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"

TESTS_OF(tools::find) {

namespace {

using loom::test::Folder;
using Lines = std::vector<std::string>;

void has(const std::string& html, const std::string& part) {
  CAPTURE(html);
  CHECK_MESSAGE(html.find(part) != html.npos, "expected: " << part);
}

void lacks(const std::string& html, const std::string& part) {
  CAPTURE(html);
  CHECK_MESSAGE(html.find(part) == html.npos, "not expected: " << part);
}

std::string words(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "word ";
  return text + "\n\n";
}

// The start page of a site whose site.json has these fields too.
std::string start(const std::string& text, const std::string& fields = "", bool lesson = true) {
  const Folder folder;
  folder.put("frame.html", "<main data-report=\"{{report}}\">{{main}}</main>");
  folder.put("content/index.md", "# Page\n\n" + text);
  folder.put("content/site.json", "{\"title\": \"T\"" + fields +
                                      ", \"pages\": [{\"file\": \"index.md\"" +
                                      (lesson ? "" : ", \"lesson\": false") + "}]}");
  const loom::site::Built built = folder.build();
  CHECK(built.mistakes == Lines{});
  return built.files.at("index.html");
}

Lines site_mistakes(const std::string& report) {
  const Folder folder;
  folder.put("content/index.md", "# Page\n");
  folder.put("content/site.json", "{\"title\": \"T\",\n \"report\": \"" + report + "\"}");
  return folder.mistakes();
}

const std::string quiz =
    "```quiz\nWhy?\n\n- [x] yes, Phase 1\n\n  As Phase 1 says.\n- [ ] no\n\n  Never.\n```\n\n";

}  // namespace

TEST_CASE("a lesson says how long it takes: its words, its figures, its questions") {
  const std::string figure = "```scene coalescing\n```\n\n";
  has(start(words(599) + figure),
      "<div class=\"title\"><h1>Page</h1><p class=\"sitting\">About 5 minutes, 1 figure</p></div>");
  has(start(words(199) + quiz + figure), "About 4 minutes, 1 figure");
  has(start(words(10)), "<p class=\"sitting\">About 1 minute</p>");
  has(start(words(99 + 2 * 1200)), "<p class=\"sitting\">About 15 minutes</p>");  // 12.5 of them
  lacks(start(words(599), "", false), "sitting");
}

TEST_CASE("a page of the footer is linked below every page and stands in no navigation") {
  const Folder folder;
  folder.put("frame.html", "<nav>{{nav}}</nav><footer>{{footer}}</footer>");
  folder.put("content/index.md", "# Page\n");
  folder.put("content/new.md", "# New\n");
  folder.put("content/why.md", "# Why?\n");
  folder.put("content/site.json",
             "{\"title\": \"T\", \"footer\": \"A & b\", \"pages\": [{\"file\": \"index.md\"}, "
             "{\"file\": \"new.md\", \"label\": \"What is new\", \"footer\": true}, "
             "{\"file\": \"why.md\", \"footer\": true}]}");
  const loom::site::Built built = folder.build();
  CHECK(built.mistakes == Lines{});
  const std::string footer =
      "<footer><p>A &amp; b</p><p><a href=\"/new/\">What is new</a>&nbsp;· "
      "<a href=\"/why/\">Why?</a></p></footer>";
  has(built.files.at("index.html"),
      "<nav><li><a href=\"/\" aria-current=\"page\">Page</a></li></nav>" + footer);
  has(built.files.at("why/index.html"), "<nav><li><a href=\"/\">Page</a></li></nav>" + footer);
}

TEST_CASE("a mistake is reported from every section, and from the page") {
  const std::string form = ", \"report\": \"https://github.com/new?title={title}&body={body}\"";
  const std::string text =
      "## A & b\n\nText.\n\n### C\n\nText.\n\n#### D\n\nText.\n\n## E\n\n### F\n\nText.\n";
  const std::string html = start(text, form);
  has(html,
      "<main data-report=\"https://github.com/new?title=Page:%20{section}&amp;body=Page:%20"
      "https:%2F%2Floom.example%2F%23{id}%0ASection:%20{section}%0A%0A\">");
  has(html,
      "<p class=\"report-page\"><a href=\"https://github.com/new?title=Page&amp;body=Page:%20"
      "https:%2F%2Floom.example%2F%0A%0A\">Report a mistake on this page</a></p>");
  // At the end of A & b, of C, and of F; nothing stands between E and F.
  const std::string place = "<p class=\"report\"></p>\n";
  has(html, "<p>Text.</p>\n" + place + "<h3 id=\"c\">");
  has(html, place + "</section>");
  size_t places = 0;
  for (size_t at = 0; (at = html.find(place, at)) != html.npos; ++at) ++places;
  CHECK(places == 3);
  lacks(start(text), "report\"></p>");
  has(start(text), "<main data-report=\"\">");
  lacks(start(text, form, false), place);
  for (const char* host : {"example.org", "www.example.com", "forms.example"}) {
    const std::string none = start(
        text, ", \"report\": \"https://" + std::string(host) + "/new?title={title}&body={body}\"");
    lacks(none, "report\"></p>");
    lacks(none, "report-page");
    has(none, "<main data-report=\"\">");
  }
}

TEST_CASE("mistakes: the address for reports") {
  CHECK(site_mistakes("https://example.org/new?title={title}&body={body}").empty());
  CHECK(site_mistakes("https://example.org/new?about={title}").empty());
  const std::string file = "content/site.json:2:",
                    wanted = "https://example.org/new?title={title}&body={body}";
  CHECK(site_mistakes("mailto:a@example.org") ==
        Lines{file + "13: error: 'report' is 'mailto:a@example.org', expected an address like " +
              wanted});
  CHECK(site_mistakes("https://example.org/?t={titel}") ==
        Lines{file +
              "36: error: unknown placeholder '{titel}' in 'report', expected {title} or {body}; "
              "did you mean 'title'?"});
  CHECK(site_mistakes("https://example.org/?t={title") ==
        Lines{file + "36: error: '{' without '}' in 'report'"});
  CHECK(site_mistakes("https://example.org/?t=title}") ==
        Lines{file + "41: error: '}' without '{' in 'report'"});
  CHECK(
      site_mistakes("https://example.org/") ==
      Lines{file +
            "13: error: 'report' is 'https://example.org/' without {title} and {body}, expected " +
            wanted});
}

TEST_CASE("every 'Phase N' of a text is a link to the phase") {
  const Folder folder;
  folder.put(
      "content/index.md",
      "# Page\n\n```phases\n```\n\nFirst Phase 1, then Phase 10.\n\n## Phase 1: A\n\n"
      "Here is Phase 1, there Phase 10: *see Phase 10*.\n\n" +
          quiz +
          "## Phase 10: B, after Phase 1\n\n"
          "| Phase 1 |\n|---|\n| Phase 1 |\n\n[of Phase 1](#phase-1-a), `Phase 1`, Phase 1.5, "
          "XPhase 1, Phase 1st, Phase\n");
  folder.put("content/other.md", "# Other\n\nAs in Phase 10.\n");
  const loom::site::Built built = folder.build();
  CHECK(built.mistakes == Lines{});
  CHECK(built.warnings == Lines{});
  const std::string& html = built.files.at("index.html");
  const std::string one = "<a href=\"#phase-1-a\">Phase 1</a>",
                    ten = "<a href=\"#phase-10-b-after-phase-1\">Phase 10</a>";
  has(html, "<p>First " + one + ", then " + ten + ".</p>");
  has(html, "<p>Here is Phase 1, there " + ten + ": <em>see " + ten + "</em>.</p>");
  has(html, "<span>yes, Phase 1</span>");  // a click on it chooses the answer
  has(html, "As Phase 1 says.");
  has(html, ">Phase 10: B, after Phase 1 <a class=\"anchor\"");
  has(html, "<th scope=\"col\">" + one + "</th>");
  has(html, "<td>" + one + "</td>");
  has(html,
      "<a href=\"#phase-1-a\">of Phase 1</a>, <code>Phase 1</code>, Phase 1.5, XPhase 1, Phase "
      "1st, Phase</p>");
  has(built.files.at("other/index.html"),
      "As in <a href=\"/#phase-10-b-after-phase-1\">Phase 10</a>.");
}

TEST_CASE("a phase that is nowhere is worth a warning") {
  const Folder folder;
  folder.put("content/index.md",
             "# Page\n\n```phases\n```\n\n## Phase 0: A\n\n## Phase 4: B\n\nSee Phase 5.\n");
  const loom::site::Built built = folder.build();
  const std::string path = folder.path("content/index.md").string();
  CHECK(built.warnings ==
        Lines{path + ":10:5: warning: 'Phase 5', expected one from Phase 0 to Phase 4 of " + path});
}

TEST_CASE("the lists lead to the section or figure that explains a word, or cites a source") {
  const Folder folder;
  folder.put("glossary.json", loom::test::small_glossary);
  folder.put("references.json", loom::test::small_references());
  folder.put("content/index.md",
             "# Start\n\n## One\n\nNo.\n\n### Two & more\n\nA [[warp]] [@fa2], a [[warp]].\n\n## "
             "Three\n\n[[warp]]\n");
  folder.put("content/b.md",
             "# Bee\n\n## First\n\n```scene accumulator id=sum title=\"A sum\"\nFrom "
             "[[HBM]].\n```\n\n[[warp]]\n");
  folder.put("content/lists.md", "# Lists\n\n```references\n```\n\n```glossary\n```\n");
  const loom::site::Built built = folder.build();
  REQUIRE(built.mistakes.empty());
  const std::string& lists = built.files.at("lists/index.html");
  has(lists, "<p class=\"used\">Cited on <a href=\"/#two--more\">Start: “Two &amp; more”</a></p>");
  has(lists,
      "<p class=\"used\">On <a href=\"/#two--more\">Start: “Two &amp; more”</a>, "
      "<a href=\"/b/#first\">Bee: “First”</a></p>");
  has(lists, "<p class=\"used\">On <a href=\"/b/#sum\">Bee: “A sum”</a></p>");
}

}  // TESTS_OF(tools::find)
