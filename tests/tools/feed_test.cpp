// The dated sections of a page as an Atom feed.
#include <algorithm>

#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"

TESTS_OF(tools::feed) {

using loom::test::Folder;

namespace {

constexpr const char* site_file = R"({"title": "Site", "tagline": "A & B", "pages": [
  {"file": "index.md", "label": "Start", "lesson": false},
  {"file": "news.md", "label": "News", "lesson": false, "feed": true}]})";

void fill(const Folder& folder, const std::string& sections) {
  folder.put("content/site.json", site_file);
  folder.put("content/index.md", "# Start\n");
  folder.put("content/news.md", "# News\n\nWhat is new.\n\n" + sections);
  folder.put("frame.html", "{{social}}|{{footer}}|{{data}}|{{main}}");
}

std::vector<std::string> mistakes_of_sections(const std::string& sections) {
  const Folder folder;
  fill(folder, sections);
  return folder.mistakes();
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

constexpr const char* sections =
    "## November 29, 2026\n\n- A [start](/) & [this](#november-3-2026), "
    "[far](https://x.org/?a&b).\n\n"
    "## November 3, 2026\n\n- `a < b`\n";

}  // namespace

TEST_CASE("feed: an entry for each dated section, with absolute addresses") {
  const Folder folder;
  fill(folder, sections);
  loom::site::Options options = folder.options();
  options.base_url = "https://example.org:8080/below";
  const loom::site::Built built = loom::site::build(options);
  REQUIRE(built.mistakes == std::vector<std::string>{});
  const std::string feed = built.files.at("feed.xml");
  CHECK(feed.starts_with("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed "));
  CHECK(contains(feed, "<title>Site: News</title>"));
  CHECK(contains(feed, "<subtitle>A &amp; B</subtitle>"));
  CHECK(contains(feed, "<id>https://example.org:8080/below/</id>\n<updated>2026-11-29T00:00:00Z<"));
  CHECK(contains(feed, "<author><name>Site</name>\n</author>"));
  CHECK(contains(feed,
                 "rel=\"self\" type=\"application/atom+xml\" "
                 "href=\"https://example.org:8080/below/feed.xml\"/>"));
  CHECK(contains(feed,
                 "<id>tag:example.org,2026-11-03:/below/news/</id>\n"
                 "<updated>2026-11-03T00:00:00Z</updated>"));
  CHECK(contains(feed, "href=\"https://example.org:8080/below/news/#november-29-2026\"/>"));
  CHECK(contains(feed, "&lt;a href=&quot;https://example.org:8080/below/&quot;"));
  CHECK(contains(feed, "&quot;https://example.org:8080/below/news/#november-3-2026&quot;"));
  CHECK_MESSAGE(contains(feed, "&lt;a href=&quot;https://x.org/?a&amp;amp;b&quot;"),
                "an address of another site stays");
  CHECK_MESSAGE(contains(feed, "&lt;code&gt;a &amp;lt; b&lt;/code&gt;"), "escaped twice");
  CHECK(feed.find("<entry>") < feed.find("2026-11-03"));
  CHECK(feed.find("<entry>") != feed.rfind("<entry>"));
  CHECK_MESSAGE(!contains(feed, "What is new."), "only what is dated");
}

TEST_CASE("feed: an entry keeps its id when its text changes or the page gets another one") {
  const std::string id = "<id>tag:loom.example,2026-11-03:/news/</id>";
  const Folder folder;
  fill(folder, sections);
  CHECK(contains(folder.build().files.at("feed.xml"), id));
  fill(folder, "## December 1, 2026\n\n- New.\n\n## November 3, 2026\n\n- Other words.\n");
  CHECK(contains(folder.build().files.at("feed.xml"), id));
}

TEST_CASE("feed: pages lead to it, and the sitemap has its date") {
  const Folder folder;
  fill(folder, sections);
  const loom::site::Built built = folder.build();
  const std::string start = built.files.at("index.html");
  CHECK(contains(start,
                 "<link rel=\"alternate\" type=\"application/atom+xml\" title=\"Site: News\" "
                 "href=\"/feed.xml\">"));
  CHECK(contains(start, "<a href=\"/feed.xml\">Feed</a>"));
  CHECK(contains(built.files.at("news/index.html"), "\"dateModified\":\"2026-11-29\""));
  const std::string sitemap = built.files.at("sitemap.xml");
  CHECK(contains(sitemap, "<loc>https://loom.example/news/</loc><lastmod>2026-11-29</lastmod>"));
  CHECK_MESSAGE(contains(sitemap, "<loc>https://loom.example/</loc></url>"),
                "nobody knows when other pages changed");
}

TEST_CASE("feed: headings that are no dates are reported where they stand") {
  const std::string page = "content/news.md:5:4: error: heading '",
                    not_date =
                        "' on a page that is a feed, expected a date like 'November 29, 2026'";
  const auto first = [&](const std::string& heading) {
    const std::vector<std::string> mistakes = mistakes_of_sections("## " + heading + "\n\n- A.\n");
    REQUIRE(mistakes.size() == 1);
    return mistakes.front();
  };
  for (const char* heading : {"News", "29 November 2026", "November 29 2026", "November x, 2026",
                              "November 29, 26", "November 29, 20266", "November , 2026"})
    CHECK(first(heading) == page + heading + not_date);
  CHECK(first("Novembre 29, 2026") ==
        page + "Novembre 29, 2026" + not_date + "; did you mean 'November'?");
  CHECK(first("February 29, 2026") ==
        page + "February 29, 2026" + not_date + "; there is no such day");
  CHECK(mistakes_of_sections("## February 29, 2028\n\n- A.\n").empty());
  CHECK(mistakes_of_sections("") ==
        std::vector<std::string>{"content/news.md:1:1: error: a page that is a feed, without a "
                                 "section '## November 29, 2026'"});
}

TEST_CASE("feed: the newest date comes first") {
  for (const char* date : {"November 29, 2026", "December 1, 2026"}) {
    const std::string wrong =
        std::string("## November 29, 2026\n\n- A.\n\n## ") + date + "\n\n- B.\n";
    const std::vector<std::string> mistakes = mistakes_of_sections(wrong);
    REQUIRE_FALSE(mistakes.empty());
    CHECK(std::any_of(mistakes.begin(), mistakes.end(), [&](const std::string& mistake) {
      return mistake == std::string("content/news.md:9:4: error: '") + date +
                            "' below 'November 29, 2026' on a page that is a feed, expected the "
                            "newest date first";
    }));
  }
}

}  // TESTS_OF(tools::feed)
