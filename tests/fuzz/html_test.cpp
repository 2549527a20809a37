// What the check of the fuzzed site's pages finds, and what it accepts.
#include "tests/fuzz/html.hpp"

#include "tests/doctest.hpp"

TESTS_OF(fuzz::html) {

using loom::fuzz::html_problem;

TEST_CASE("html: whole pages") {
  for (const char* html :
       {"<!DOCTYPE html>\n<p>a &lt;b&gt; &amp; c<br>\n<img src=\"/a.png\" alt=\"a &quot;b\"></p>",
        "<h2 id=\"a\">A <a href=\"#a\">#</a></h2><input type=\"checkbox\" checked>",
        "<svg viewBox=\"0 0 1 1\"><rect x=\"0\"/><g><path d=\"M0 0\"/></g></svg>",
        "<a href=\"#figure?stride=2\">state</a><a href=\"#figure/part\">part</a>",
        "<script type=\"application/ld+json\">{\"a\": \"b & c > d\"}</script>",
        "<p><code>loom_<wbr>tests</code></p>", "<p id=\"é\">€</p><label for=\"é\">x</label>"})
    CHECK_MESSAGE(html_problem(html) == "", std::string(html));
}

TEST_CASE("html: what is wrong") {
  const std::pair<const char*, const char*> cases[] = {
      {"<p>a", "<p> is not closed"},
      {"</p>", "</p> closes nothing"},
      {"<em><b></em></b>", "</em> closes nothing"},
      {"<p", "a tag without an end"},
      {"a > b", "a stray '>' in 'a > b'"},
      {"a & b;", "a stray '&' in 'a & b;'"},
      {"a &amp b", "a stray '&' in 'a &amp b'"},
      {"<3>", "<3> is no element"},
      {"<p class=x></p>", "an attribute of <p> without quotes"},
      {"<p title=\"a\" title=\"b\"></p>", "<p> has an attribute 'title'"},
      {"<p onclick=\"x\"></p>", "<p> has an attribute 'onclick'"},
      {"<p title=\"a<b\"></p>", "a stray '<' in 'a<b'"},
      {"<a href=\"javascript:x\">a</a>", "an address 'javascript:x'"},
      {"<p id=\"a\"></p><p id=\"a\"></p>", "the id 'a' a second time"},
      {"<a href=\"#a\">a</a>", "no element has the id 'a'"},
      {"<label for=\"a\">a</label>", "no element has the id 'a'"},
      {"<p><ul></ul></p>", "<ul> in a paragraph"},
      {"<a href=\"/\"><em><a href=\"/\">a</a></em></a>", "<a> in another"},
      {"<p/>", "<p/> outside of a picture"},
      {"<script>a & b", "<script> is not closed"},
      {"\xFF", "invalid UTF-8"},
      {"\x01", "a control character"},
  };
  for (const auto& [html, problem] : cases) CHECK(html_problem(html) == problem);
}

}  // TESTS_OF(fuzz::html)
