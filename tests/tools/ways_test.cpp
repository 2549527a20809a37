// What a page needs, what comes next, and the ways through the site: site.json's `needs` and
// `ways`.
#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"
#include "tools/loom/site/resolve/sections.hpp"

TESTS_OF(tools::ways) {

namespace {

using loom::test::Folder;
using Lines = std::vector<std::string>;

std::string words(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "word ";
  return text + "\n\n";
}

const std::string quiz = "```quiz\nWhy?\n\n- [x] yes\n\n  So.\n- [ ] no\n\n  No.\n```\n\n";

// Three lessons and a page of ways. `fields` has site.json's "ways"; each of a, b and c may have
// "needs".
void put_site(const Folder& folder, const std::string& fields, const std::string& a = "",
              const std::string& b = "", const std::string& c = "") {
  folder.put("content/index.md", "# Start\n\nLead.\n\n## First\n\n" + words(397) +
                                     "```scene coalescing\n```\n\n### Inside\n\n" + quiz +
                                     "## Second\n\n" + words(999));
  folder.put("content/b.md", "# Bees\n\nOf bees.\n\n## Wings\n\n" + words(10));
  folder.put("content/c.md", "# Cats\n\n## Paws\n\n" + words(10));
  folder.put("content/ways.md", "# Ways\n\nLead.\n\n```ways\n```\n");
  const auto entry = [](const std::string& name, const std::string& label,
                        const std::string& needs) {
    return " {\"file\": \"" + name + "\", \"label\": \"" + label + "\"" +
           (needs.empty() ? "" : ", \"needs\": " + needs) + "}";
  };
  folder.put("content/site.json",
             "{\"title\": \"T\", \"pages\": [\n" + entry("index.md", "Home", a) + ",\n" +
                 entry("b.md", "Bees", b) + ",\n" + entry("c.md", "Cats", c) +
                 ",\n {\"file\": \"ways.md\", \"lesson\": false}],\n" + fields + "}");
}

const std::string everything = "\"ways\": [{\"name\": \"Everything\"}]";

Lines mistakes(const std::string& fields, const std::string& a = "", const std::string& b = "",
               const std::string& c = "") {
  const Folder folder;
  put_site(folder, fields, a, b, c);
  return folder.mistakes();
}

std::string route(const std::string& readers, const std::string& steps) {
  return "{\"for\": \"" + readers + "\", \"steps\": [" + steps + "]}";
}
std::string way(const std::string& name, const std::string& routes) {
  return "{\"name\": \"" + name + "\", \"routes\": [" + routes + "]}";
}

void has(const std::string& html, const std::string& part) {
  CAPTURE(html);
  CHECK_MESSAGE(html.find(part) != html.npos, "expected: " << part);
}

}  // namespace

TEST_CASE("ways: a lesson says at its top what it needs, and the lesson before it says so, too") {
  const Folder folder;
  put_site(folder, everything, "", "{\"/#first\": \"firsts\", \"/\": \"all <of> it\"}",
           "{\"/#second\": \"seconds\", \"/b#wings\": \"wings\", \"/b\": \"bees\"}");
  const loom::site::Built built = folder.build();
  CHECK(built.mistakes == Lines{});
  const std::string bees =
      "Needs <a href=\"/#first\">firsts</a> and <a href=\"/\">all &lt;of&gt; it</a> (Home).";
  const std::string cats =
      "Needs <a href=\"/#second\">seconds</a> (Home) and <a href=\"/b/#wings\">wings</a> and "
      "<a href=\"/b/\">bees</a> (Bees).";
  has(built.files.at("b/index.html"),
      "<p class=\"lead\">Of bees.</p>\n<p class=\"needs\">" + bees + "</p>");
  has(built.files.at("c/index.html"),
      "Cats</h1><p class=\"sitting\">About 1 minute</p></div>\n"
      "<p class=\"needs\">" +
          cats + "</p>");
  has(built.files.at("index.html"),
      "<a rel=\"next\" href=\"/b/\">Bees</a><p class=\"needs\">About 1 minute. " + bees +
          "</p></nav>");
  has(built.files.at("b/index.html"),
      "<a rel=\"next\" href=\"/c/\">Cats</a><p class=\"needs\">About 1 minute. " + cats +
          "</p></nav>");
  CHECK(built.files.at("index.html").find("Needs no") == std::string::npos);
}

TEST_CASE("ways: a page may need nothing, and says so") {
  const Folder folder;
  put_site(folder, everything, "", "{}");
  const loom::site::Built built = folder.build();
  has(built.files.at("b/index.html"), "<p class=\"needs\">Needs no other page.</p>");
  has(built.files.at("index.html"), "About 1 minute. Needs no other page.</p></nav>");
  CHECK(built.files.at("c/index.html").find("Needs no") == std::string::npos);
}

TEST_CASE("ways: an address that does not exist is a mistake, with the nearest right one") {
  CHECK(mistakes(everything, "", "{\"/#frist\": \"firsts\"}") ==
        Lines{"content/site.json:3:46: error: '/#frist' under 'needs', expected the address of a "
              "page or section, /page#section; did you mean '/#first'?"});
  CHECK(mistakes(everything, "", "", "{\"/bb#wings\": \"wings\", \"b#wings\": \"bees\"}") ==
        Lines{"content/site.json:4:46: error: '/bb#wings' under 'needs', expected the address of a "
              "page or section, /page#section; did you mean '/b#wings'?",
              "content/site.json:4:68: error: 'b#wings' under 'needs', expected the address of a "
              "page or "
              "section, /page#section; did you mean '/b#wings'?"});
  CHECK(
      mistakes(everything, "", "{\"/\": \" \"}") ==
      Lines{"content/site.json:3:51: error: found an empty string, expected what the reader needs "
            "of it as a string"});
}

TEST_CASE("ways: a page needs only what is before it, and no circle is possible") {
  CHECK(
      mistakes(everything, "", "{\"/c\": \"cats\"}") ==
      Lines{"content/site.json:3:46: error: '/c' under 'needs', c.md comes after b.md in the order "
            "of the pages, expected a page before it"});
  CHECK(mistakes(everything, "", "{\"/b#wings\": \"wings\"}") ==
        Lines{"content/site.json:3:46: error: '/b#wings' under 'needs', a section of the page "
              "itself, expected another page"});
  CHECK(mistakes(everything, "{\"/c#paws\": \"paws\"}", "{\"/\": \"it\"}", "{\"/b\": \"bees\"}") ==
        Lines{"content/site.json:2:50: error: '/c#paws' under 'needs', a circle: index.md needs "
              "c.md, which needs index.md, expected a page before it"});
}

TEST_CASE("ways: every step has its time, and what progress.js counts") {
  const Folder folder;
  put_site(folder,
           "\"ways\": [" +
               way("An hour", route("beekeepers", R"("/#first", "/b")") + "," +
                                  route("cats", R"("/#inside")")) +
               ", {\"name\": \"Everything\"}]",
           "", "{\"/#first\": \"firsts\"}");
  loom::site::Options options = folder.options();
  options.base_url = "https://example.org/loom/";
  const loom::site::Built built = loom::site::build(options);
  CHECK(built.mistakes == Lines{});
  const std::string& page = built.files.at("ways/index.html");
  // 397 words and two of headings, a figure, and a quiz of one word.
  has(page, "<h2 id=\"an-hour\">An hour</h2>");
  has(page,
      "<h3 id=\"an-hour-for-beekeepers\">For beekeepers</h3>\n<p><span class=\"where\">About 6 "
      "minutes.</span></p>\n<ol>\n<li data-items=\"/loom/#coalescing /loom/#quiz-1\"><a "
      "href=\"/loom/#first\">First</a> <span class=\"where\">Home, 5 minutes</span> <span "
      "class=\"phase-state\"></span></li>\n<li data-items=\"\"><a href=\"/loom/b/\">Bees</a> "
      "<span class=\"where\">1 minute</span> <span class=\"phase-state\"></span></li>\n</ol>");
  has(page, "<h3 id=\"an-hour-for-cats\">For cats</h3>");
  // All lessons, with what each needs.
  has(page, "<h2 id=\"everything\">Everything</h2>");
  has(page, "<a href=\"/loom/c/\">Cats</a>");
  has(page, "<p class=\"needs\">Needs <a href=\"/loom/#first\">firsts</a> (Home).</p></li>");
  has(built.files.at("index.html"),
      "Start</h1><div class=\"entrance\"><p>For beekeepers and cats</p><nav aria-label=\"Ways "
      "through "
      "the site\"><a href=\"/loom/ways/#an-hour\">An hour</a><a "
      "href=\"/loom/ways/#everything\">Everything</a></nav></div></div>");
  has(built.files.at("404.html"), "<a href=\"/loom/ways/#an-hour\">An hour</a>");
}

TEST_CASE("ways: mistakes in their steps and readers") {
  const auto one = [](const std::string& ways) { return mistakes("\"ways\": [" + ways + "]"); };
  CHECK(one(way("A", route("cats", R"("/#frist")"))) ==
        Lines{"content/site.json:6:61: error: '/#frist' under 'steps', expected the address of a "
              "page or section, /page#section; did you mean '/#first'?"});
  CHECK(one(way("A", route("cats", R"("/#first", "/#inside")"))) ==
        Lines{"content/site.json:6:72: error: '/#inside' under 'steps', which an earlier step has, "
              "or a part of it, expected each section once"});
  CHECK(one(way("A", route("cats", "\"/b\"")) + "," + way("B", route("cat", "\"/b\""))) ==
        Lines{"content/site.json:6:103: error: unknown readers 'cat', expected those of the first "
              "way; did you mean 'cats'?"});
  CHECK(one(way("A", route("cats", "\"/b\"") + "," + route("cats", "\"/c\""))) ==
        Lines{"content/site.json:6:76: error: a second route for 'cats' in 'A', expected one",
              "content/ways.md:5:4: error: duplicate id 'a-for-cats' of the way for cats, first in "
              "line 5"});
  CHECK(one(R"({"name": "A", "minutes": 60})") ==
        Lines{"content/site.json:6:35: error: 'minutes' of a way without 'routes', which has every "
              "lesson, expected none"});
  CHECK(
      one(R"({"name": "A", "routs": []})") ==
      Lines{
          "content/site.json:6:24: error: unknown field 'routs' in a way, expected name, minutes, "
          "routes; did you mean 'routes'?"});
}

TEST_CASE("ways: a name without letters has no address") {
  CHECK(mistakes("\"ways\": [{\"name\": \"!!\"}]") ==
        Lines{"content/ways.md:5:4: error: group '!!' without letters or digits, which has no "
              "address"});
}

TEST_CASE("ways: data without a page that shows them, and a page without data") {
  const Folder folder;
  put_site(folder, everything);
  folder.put("content/ways.md", "# Ways\n");
  CHECK(folder.mistakes() ==
        Lines{"content/site.json:6:19: error: ways that no page shows, expected a block ```ways on "
              "one"});
  put_site(folder, "\"footer\": \"F\"");
  CHECK(folder.mistakes() ==
        Lines{"content/ways.md:5:4: error: a ways block, but site.json has no \"ways\""});
}

TEST_CASE("ways: a route that does not take its time is warned of") {
  const auto warnings = [](int minutes) {
    const Folder folder;
    put_site(folder, "\"ways\": [{\"name\": \"A\", \"minutes\": " + std::to_string(minutes) +
                         ", \"routes\": [" + route("cats", "\"/\"") + "]}]");
    Lines about;
    for (const std::string& line : folder.build().warnings)
      if (line.find("the way") != line.npos) about.push_back(line.substr(line.find("the way")));
    return about;
  };
  CHECK(warnings(10) == Lines{});
  CHECK(warnings(11) == Lines{});
  CHECK(warnings(12) == Lines{"the way 'A' for cats takes 10 minutes, expected about 12"});
}

TEST_CASE("ways: minutes as readers are told them") {
  using loom::site::about;
  CHECK(about(0) == "1 minute");
  CHECK(about(1.5) == "2 minutes");
  CHECK(about(9.4) == "9 minutes");
  CHECK(about(12.4) == "10 minutes");
  CHECK(about(57.5) == "60 minutes");
  CHECK(about(117) == "115 minutes");
  CHECK(about(118) == "2 hours");
  CHECK(about(140) == "2.5 hours");
  CHECK(about(600) == "10 hours");
  CHECK(loom::site::Load{400, 2, 3}.minutes() == doctest::Approx(9));
}

}  // TESTS_OF(tools::ways)
