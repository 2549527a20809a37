// The page frame, hashed assets, ids of headings, places in JSON and text.
#include "tools/loom/site/render/frame.hpp"

#include <map>

#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"
#include "tools/loom/base/failure.hpp"
#include "tools/loom/base/hash.hpp"
#include "tools/loom/site/parse/text_map.hpp"
#include "tools/loom/site/read/json.hpp"
#include "tools/loom/site/write/assets.hpp"
#include "tools/loom/text/slug.hpp"
#include "tools/loom/text/utf8.hpp"

TESTS_OF(tools::frame) {

using namespace loom::site;
using namespace loom::text;
using loom::content_hash, loom::Failure, loom::hashed_name, loom::policy_hash;
using Texts = std::map<std::string, std::string>;

namespace {

std::string render(const std::string& frame, const Texts& assets,
                   std::vector<std::string>* mistakes = nullptr, const Texts& texts = {}) {
  Diagnostics diagnostics;
  const Source source{"page.html", frame};
  const Frame filled(source, assets, texts, diagnostics);
  if (mistakes) *mistakes = diagnostics.lines();
  std::map<std::string_view, std::string> values;
  for (std::string_view place : Frame::placeholders())
    values[place] = "(" + std::string(place) + ")";
  return filled.fill(values);
}

}  // namespace

TEST_CASE("frame: places are filled") {
  CHECK(render("<title>{{title}}</title>{{main}}{{title}}", {}) ==
        "<title>(title)</title>(main)(title)");
}

TEST_CASE("frame: what belongs to an asset goes with it") {
  const std::string frame =
      "<html lang=\"en\" data-a=\"{{asset:a.js}}\" data-b=\"{{asset:b.js}} "
      "{{asset:c.js}}\">\n<link href=\"{{asset:a.css}}\">\n"
      "<noscript><link href=\"{{asset:n.css}}\"></noscript>\n<script "
      "src=\"{{asset:b.js}}\"></script>\n<p>";
  CHECK(render(frame, Texts{}) == "<html lang=\"en\">\n<p>");
  CHECK(render(frame, Texts{{"a.js", "/A"}, {"b.js", "/B"}}) ==
        "<html lang=\"en\" data-a=\"/A\">\n<script src=\"/B\"></script>\n<p>");
  CHECK(render(frame, Texts{{"a.css", "/AC"}, {"n.css", "/N"}}) ==
        "<html lang=\"en\">\n<link href=\"/AC\">\n<noscript><link href=\"/N\"></noscript>\n<p>");
}

TEST_CASE("frame: texts are within the page, and its policy allows them") {
  const std::string frame =
      "<meta content=\"style-src 'self' {{hash:a.css}}\">\n<style>{{text:a.css}}</style>\n<p>";
  CHECK(render(frame, {}, nullptr, {{"a.css", "b{{main}}c"}}) ==
        "<meta content=\"style-src 'self' " + policy_hash("b{{main}}c") +
            "\">\n<style>b{{main}}c</style>\n<p>");
  CHECK(render(frame, {}) == "<meta content=\"style-src 'self' \">\n<p>");
}

TEST_CASE("frame: unknown places are mistakes") {
  std::vector<std::string> mistakes;
  render("<p>\n{{titel}} {{main", {}, &mistakes);
  CHECK(mistakes ==
        std::vector<std::string>{
            "page.html:2:1: error: unknown placeholder '{{titel}}'; did you mean 'title'?",
            "page.html:2:11: error: '{{' without '}}'"});
}

TEST_CASE("assets: names change with bytes and with what they mention") {
  CHECK(hashed_name("a.css", "") == "a.cbf29ce484222325.css");  // FNV-1a's offset basis
  CHECK(content_hash("a") == "af63dc4c8601ec8c");               // and a published test vector
  // FIPS 180-2, its example "abc".
  CHECK(policy_hash("abc") == "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='");
  const HashedAssets hashed = hash_assets(Texts{
      {"a.js", "f('b.js'); g(\"./c.wasm\"); 'nota.js'; b.js"}, {"b.js", "1"}, {"c.wasm", "2"}});
  CHECK(hashed.files.at(hashed.names.at("a.js")) == "f('" + hashed.names.at("b.js") + "'); g(\"./" +
                                                        hashed.names.at("c.wasm") +
                                                        "\"); 'nota.js'; b.js");
  CHECK_THROWS_AS(hash_assets(Texts{{"a.js", "'b.js'"}, {"b.js", "'a.js'"}}), Failure);
  CHECK(hash_assets(Texts{{"a.js", "'a.js'"}}).files.size() == 1);  // its own name is no circle
}

TEST_CASE("slug: as GitHub names headings") {
  CHECK(slug("Versions 1 to 4") == "versions-1-to-4");
  CHECK(slug("What's new: FP8 & C++?") == "whats-new-fp8--c");
  CHECK(slug("a_b-c  d") == "a_b-c--d");
  CHECK(slug("Größe — 2×3 µs…") == "größe--23-µs");
  CHECK(slug("重み") == "重み");
  CHECK(slug("…!") == "");
}

TEST_CASE("json: every value knows its place") {
  const Source source{"f.json",
                      "{\"a\": [1, -2.5e3 ,\"x\\u00e9\"],\n \"b\":{\"c\" : null, \"d\":true}}"};
  Diagnostics diagnostics;
  const std::optional<Json> json = parse_json(source, diagnostics);
  REQUIRE(json);
  const auto at = [&](size_t offset, const char* text) {
    CHECK(source.text.substr(offset, std::string(text).size()) == text);
  };
  const std::vector<Json>& items = json->members[0].value.items;
  at(json->members[0].offset, "\"a\"");
  at(items[0].offset, "1,");
  at(items[1].offset, "-2.5e3");
  at(items[2].offset, "\"x");
  CHECK(items[2].text == "xé");
  CHECK(items[1].number == -2500);
  at(json->members[1].offset, "\"b\"");
  at(json->members[1].value.offset, "{\"c\"");
  at(json->members[1].value.members[0].value.offset, "null");
  at(json->members[1].value.members[1].value.offset, "true");
  CHECK(diagnostics.empty());
}

TEST_CASE("text map: places of lines that stand apart") {
  loom::site::Arena arena(0);
  TextMap map(arena);
  map.append("ab", 10);
  map.append("\n");
  map.append("  ");
  map.append("cd", 20);
  CHECK(map.text() == "ab\n  cd");
  CHECK(map.source_offset(0) == 10);
  CHECK(map.source_offset(1) == 11);
  CHECK(map.source_offset(2) == 12);
  CHECK(map.source_offset(5) == 20);
  CHECK(map.source_offset(6) == 21);
}

TEST_CASE("source: UTF-8, strictly") {
  for (const char* good : {"", "a", "é", "€", "😀", "\xEF\xBF\xBF", "\xF4\x8F\xBF\xBF"})
    CHECK(invalid_utf8(good) == std::string_view::npos);
  for (const char* bad :
       {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE2\x82", "\xFF"})
    CHECK(invalid_utf8(bad) == 0);
  CHECK(invalid_utf8("ab\xE2\x82") == 2);
  for (size_t before = 0; before < 40; ++before) {
    const std::string text(before, 'a');
    CHECK(invalid_utf8(text + "é\xFF") == before + 2);
    CHECK(control_character(text + "é\x7F") == before + 2);
    CHECK(control_character(text + "\xC2\x80") == before);
  }
  CHECK(control_character("a\tb\r\n\xC2\xA0") == std::string_view::npos);
  CHECK(control_character("a\x1B") == 1);
  CHECK(control_character("é\xC2\x85") == 2);
}

TEST_CASE("source: the character to which a byte belongs") {
  const std::string text = "aé€😀";
  for (const size_t start : {size_t{0}, size_t{1}, size_t{3}, size_t{6}})
    for (size_t at = start; at < start + loom::text::sequence(text, start); ++at)
      CHECK(character_start(text, at) == start);
  CHECK(character_start(text, text.size()) == text.size());
  CHECK(character_start(text, std::string::npos) == text.size());
  CHECK(character_start("", 0) == 0);
  // What is no character stands for itself.
  for (const char* bad : {"a\x80\x80", "\xE2\x82", "\xF0\x80\x80\x80\x80", "\xFF\x80"})
    for (size_t at = 0; at < std::string_view(bad).size(); ++at)
      CHECK(character_start(bad, at) == at);
}

TEST_CASE("source: a mistake at any byte has the place of its character") {
  const Source source{"f", "é\nö"};
  const char* const places[] = {"1:1", "1:1", "1:2", "2:1", "2:1", "2:2", "2:2"};
  for (size_t at = 0; at < std::size(places); ++at) {
    loom::site::Diagnostics diagnostics;
    diagnostics.add(source, at, "wrong");
    CHECK(diagnostics.lines()[0] == "f:" + std::string(places[at]) + ": error: wrong");
  }
}

TEST_CASE("source: places") {
  const Source source{"f", "aé\n\nb"};
  CHECK(locate(source, 0).column == 1);
  CHECK(locate(source, 3).column == 3);
  CHECK(locate(source, 4).line == 2);
  CHECK(locate(source, 5).line == 3);
  CHECK(locate(source, 500).line == 3);
}

}  // TESTS_OF(tools::frame)
