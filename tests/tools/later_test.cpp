// What the builder says about parts that browsers lay out later: about how high they are, and which
// forms wait.
#include <nlohmann/json.hpp>

#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"

TESTS_OF(tools::later) {

namespace {

using loom::test::html_of;

// The number in the first data-narrow or data-wide behind `mark`.
int number_behind(const std::string& html, const std::string& mark, const std::string& name) {
  const size_t from = html.find(mark);
  REQUIRE(from != html.npos);
  const std::string key = " data-" + name + "=\"";
  const size_t at = html.find(key, from);
  REQUIRE(at != html.npos);
  return std::stoi(html.substr(at + key.size()));
}

std::string paragraphs(int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text +=
        "A sentence of about seventy letters stands here, and then another one. It goes on.\n\n";
  return text;
}

}  // namespace

TEST_CASE("later: a section says about how high it is, higher on a phone") {
  const std::string html = html_of("## One\n\n" + paragraphs(10) + "## Two\n\n" + paragraphs(20));
  const int one = number_behind(html, "<section class=\"later\"", "wide"),
            two = number_behind(html.substr(html.find("</section>")), "<section", "wide");
  CHECK(one > 10 * 50);
  CHECK(one < 10 * 110);
  CHECK(two - one > (one * 8) / 10);
  CHECK(number_behind(html, "<section class=\"later\"", "narrow") > one);
}

TEST_CASE("later: a picture says exactly how high it is, at both widths") {
  const std::string html = html_of("## One\n\n```scene accumulator\n```\n");
  for (const std::string name : {"narrow", "wide"}) {
    const size_t svg = html.find("class=\"" + name + "\"");
    CHECK(number_behind(html, "<div class=\"picture later\"", name) ==
          std::stoi(html.substr(html.find(" height=\"", svg) + 9)));
  }
}

TEST_CASE("later: a picture below the first screens is a file, of which elements keep the place") {
  const loom::test::Folder folder;
  folder.put("content/index.md", "# Page\n\n```scene accumulator id=first\n```\n\n" +
                                     paragraphs(60) + "```scene accumulator id=second\n```\n\n");
  const loom::site::Built built = folder.build();
  REQUIRE(built.mistakes == std::vector<std::string>{});
  const std::string& html = built.files.at("index.html");
  const size_t middle = html.find("id=\"second\"");
  const std::string first = html.substr(0, middle), second = html.substr(middle);
  CHECK(first.find("<img") == first.npos);
  const auto opening = [](const std::string& text, size_t from, std::string_view name) {
    const size_t at = text.find("<svg class=\"" + std::string(name), from);
    return text.substr(at, text.find('>', at) - at);
  };
  const auto inside = [](const std::string& text, size_t from) {
    const size_t start = text.find("<g aria-hidden", from);
    return text.substr(start, text.find("</svg>", start) - start);
  };
  for (const auto& [name, address] :
       {std::pair<std::string, std::string>{"narrow", " src=\"/"}, {"wide", " srcset=\"/"}}) {
    CHECK(opening(second, 0, name) == opening(first, 0, name));
    const size_t at = second.find(address) + address.size();
    const std::string file = second.substr(at, second.find('"', at) - at);
    REQUIRE(built.files.contains(file));
    CHECK(inside(built.files.at(file), 0) == inside(first, first.find("<svg class=\"" + name)));
  }
  CHECK(second.find("<g") == std::string::npos);
}

TEST_CASE("later: controls below the first screens are a file of the page's, as JSON") {
  const loom::test::Folder folder;
  folder.put("frame.html", "{{controls}}\n{{main}}");
  folder.put("content/index.md", "# Page\n\n```scene accumulator id=first\n```\n\n" +
                                     paragraphs(60) + "```scene accumulator id=second\n```\n\n");
  const loom::site::Built built = folder.build();
  REQUIRE(built.mistakes == std::vector<std::string>{});
  const std::string& html = built.files.at("index.html");
  const std::string file = html.substr(1, html.find('\n') - 1), form = "<div class=\"presets\"";
  REQUIRE(built.files.contains(file));
  const nlohmann::json controls = nlohmann::json::parse(built.files.at(file));
  CHECK(controls.size() == 1);
  // Those of the first figure, with the other's name.
  std::string first = html.substr(html.find(form));
  first.resize(first.find("</form>") + 8);
  for (size_t name; (name = first.find("first")) != first.npos;) first.replace(name, 5, "second");
  CHECK(controls.at("second").get<std::string>() == first);

  folder.put("content/index.md", "# Page\n\n```scene accumulator id=first\n```\n");
  CHECK(folder.build().files.at("index.html").starts_with("\n<"));
}

TEST_CASE("later: questions below the first screens wait in templates, those on them do not") {
  const std::string blocks =
      "```scene accumulator id=N\n```\n\n```quiz N-quiz\nWhy?\n\n- [x] yes\n\n  Because.\n- [ ] "
      "no\n\n  "
      "Because not.\n```\n\n```predict N metric=final bits=1\nHow much?\n```\n\n";
  const auto named = [&](std::string text, const std::string& name) {
    for (size_t at; (at = text.find('N')) != text.npos;) text.replace(at, 1, name);
    return text;
  };
  const std::string html = html_of("## One\n\n" + named(blocks, "first") + paragraphs(60) +
                                   "## Two\n\n" + named(blocks, "second"));
  const size_t middle = html.find("<h2 id=\"two\"");
  const std::string first = html.substr(0, middle), second = html.substr(middle);
  CHECK(first.find("<form class=\"controls\"") != first.npos);
  CHECK(second.find("<form class=\"controls\"") == second.npos);
  CHECK(second.find("<div class=\"quiz\" id=\"second-quiz\"") != second.npos);
  CHECK(second.find("<label class=\"answer\"><template><input type=\"radio\"") != second.npos);
  CHECK(second.find("<template><p class=\"guess\">") != second.npos);
  CHECK(second.find("<form class=\"quiz\"") == second.npos);
  CHECK(second.find("<form class=\"predict\"") == second.npos);
}

}  // TESTS_OF(tools::later)
