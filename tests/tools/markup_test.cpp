// Markup that style sheets and scripts rely on: figures, predictions, glossary, references.
#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"

TESTS_OF(tools::markup) {

namespace {

using loom::test::html_of;

void has(const std::string& html, const std::string& part) {
  CHECK_MESSAGE(html.find(part) != std::string::npos, part);
}

size_t count(const std::string& html, const std::string& part) {
  size_t count = 0;
  for (size_t at = 0; (at = html.find(part, at)) != html.npos; ++at) ++count;
  return count;
}

}  // namespace

TEST_CASE("markup: a figure says what it is and in which state") {
  const std::string html =
      html_of("## Part\n\n```scene accumulator bits=7 step=3 id=sum\nA *caption*.\n```\n");
  has(html,
      "<figure class=\"scene\" id=\"sum\" data-scene=\"accumulator\" data-group=\"kernels\" "
      "data-query=\"bits=7&amp;step=3\" data-steps=\"64\" aria-labelledby=\"sum-title\">");
  has(html, "<h3 id=\"sum-title\">");
  has(html, "<p class=\"question\">");
  has(html, "<div class=\"caption\"><p>A <em>caption</em>.</p>\n</div>");
  has(html,
      "<a class=\"permalink\" aria-label=\"Link to this state\" href=\"#sum?bits=7&amp;step=3\">");
  has(html, "Computed by <code>core/numerics/accumulate.hpp</code>");
}

TEST_CASE("markup: a long name of code breaks between its parts, a short one does not") {
  const std::string html = html_of(
      "`smsp__inst_executed_op.sum`, `ns::Long.nameOf_someThing<T>(x)`, `short_name.sum`, `a long "
      "text of_short names`\n");
  has(html, "<code>smsp__<wbr>inst_<wbr>executed_<wbr>op.<wbr>sum</code>");
  has(html, "<code>ns::<wbr>Long.<wbr>name<wbr>Of_<wbr>some<wbr>Thing&lt;T&gt;(x)</code>");
  has(html, "<code>short_name.sum</code>");
  has(html, "<code>a long text of_short names</code>");
}

TEST_CASE("markup: a figure before the first section has a title of the second level") {
  has(html_of("```scene accumulator\n```\n"), "<h2 id=\"accumulator-title\">");
}

TEST_CASE("markup: a figure may have a title of its own") {
  const std::string html = html_of(
      "```scene accumulator\n```\n\n```scene accumulator id=again title=\"Sums & bits\"\n```\n");
  CHECK(count(html, ">A narrow accumulator</h2>") == 1);
  has(html, "<h2 id=\"again-title\">Sums &amp; bits</h2>");
  CHECK(count(html, " alt=\"Sums &amp; bits\"") == 1);
  has(html, "aria-label=\"Sums &amp; bits: data\"");
  CHECK(count(html, "data-scene=\"accumulator\" data-group=\"kernels\" data-query=\"\"") ==
        2);  // it is no parameter
}

TEST_CASE("markup: a control that means nothing in the figure's state waits") {
  const std::string html =
      html_of("```scene moe-routing\n```\n\n```scene moe-routing id=limited capacity=on\n```\n");
  CHECK(count(html, "data-key=\"factor\" data-when=\"capacity=on\" hidden>") == 1);
  CHECK(count(html, "data-key=\"factor\" data-when=\"capacity=on\">") == 1);
}

TEST_CASE("markup: a select that is wider than a column takes the room of two") {
  const std::string html = html_of("```scene where-time-goes\n```\n");
  has(html,
      "<div class=\"control choice broad\" data-key=\"task\">");  // Write a token, 32 sequences
  has(html_of("```scene occupancy\n```\n"), "<div class=\"control choice\" data-key=\"gpu\">");
}

TEST_CASE("markup: a slider ends where another parameter's number does") {
  const std::string html = html_of("```scene masks tokens=16 query=40\n```\n");
  has(html, "data-key=\"query\" data-most=\"tokens-1\" data-maximum=\"63\">");
  has(html, "name=\"query\" min=\"0\" max=\"15\" step=\"1\" value=\"15\"");
}

TEST_CASE("markup: controls stand for the figure's state") {
  const std::string html = html_of("```scene accumulator bits=7\n```\n");
  has(html, "<form class=\"controls\" autocomplete=\"off\">");
  has(html, "<div class=\"control range\" data-key=\"bits\"><label for=\"accumulator_bits\">");
  has(html, "<label for=\"accumulator_bits\">Mantissa bits</label>");  // no unit that the label
                                                                       // names already
  has(html,
      "<input type=\"range\" id=\"accumulator_bits\" name=\"bits\" min=\"1\" max=\"23\" step=\"1\" "
      "value=\"7\"");
  has(html, "<output for=\"accumulator_bits\" aria-live=\"off\">7</output>");

  // Positions for factors, and the number itself, which lies between two of them.
  const std::string roof = html_of("```scene where-math-runs batch=100\n```\n");
  has(roof,
      "<input type=\"range\" id=\"where-math-runs_batch\" name=\"batch\" min=\"0\" max=\"43\" "
      "step=\"1\" value=\"21\" data-stops=\"1 2 3 4 5 6 7 8 10 12 14 16 20 24 28 32 40 48 56 64 80 "
      "96 "
      "112 ");
  has(roof,
      " 4096\" data-text=\"100\" data-unit=\"tokens\" aria-valuetext=\"100 tokens\" "
      "aria-describedby=\"where-math-runs_batch_help\"><output for=\"where-math-runs_batch\" "
      "aria-live=\"off\" data-widest=\"1,024\">100</output>");
  has(html,
      "<div class=\"presets\" role=\"group\" aria-label=\"Presets: A narrow accumulator\"><button "
      "type=\"button\" "
      "class=\"preset\" data-query=\"bits=3\" aria-pressed=\"false\">FP8</button>");
  has(html_of("```scene accumulator bits=10\n```\n"),
      "data-query=\"bits=10\" aria-pressed=\"true\">");

  const std::string moe = html_of("```scene moe-routing routing=skewed capacity=on\n```\n");
  has(moe, "<input type=\"radio\" name=\"moe-routing_routing\" value=\"skewed\" checked>");
  has(moe, "<input type=\"radio\" name=\"moe-routing_routing\" value=\"balanced\"><span>");
  has(moe, "<input type=\"checkbox\" name=\"capacity\" checked");
  CHECK(html_of("```scene moe-routing\n```\n").find("name=\"capacity\" checked") ==
        std::string::npos);

  const std::string softmax = html_of("```scene online-softmax\n```\n");
  has(softmax,
      "<div class=\"control text numbers\" data-key=\"scores\"><label "
      "for=\"online-softmax_scores\">");
  has(softmax,
      "<input type=\"text\" id=\"online-softmax_scores\" name=\"scores\" "
      "value=\"1,3,0.5,2,2.5,0,5,1,3,1,4,2,0,2,6,1\"");
}

TEST_CASE("markup: an expression has a field of two lines") {
  has(html_of("```scene mask-mod\n```\n"),
      "<textarea rows=\"2\" id=\"mask-mod_expression\" name=\"expression\"");
  has(html_of("```scene kv-cache\n```\n"), "<textarea rows=\"1\" id=\"kv-cache_");
}

TEST_CASE("markup: a table that is wider than a phone says in each cell under which head it is") {
  const std::string narrow = html_of("| a | b |\n|---|---:|\n| one | 2 |\n");
  has(narrow, "<div class=\"scroll\" tabindex=\"0\"");
  has(narrow, "<tr><td>one</td><td class=\"number\">2</td></tr>");
  const std::string head =
      "| What it is | *Latency* | Rate | Most | Least |\n|---|---:|---|---|---|\n";
  const std::string wide =
      html_of(head + "| reduce-scatter | 12.5 microseconds | 251 gigabytes | 1,024 | |\n");
  has(wide, "<div class=\"scroll stack\" tabindex=\"0\"");
  has(wide, "<th scope=\"col\" class=\"number\"><em>Latency</em></th>");
  has(wide,
      "<tr><td>reduce-scatter</td><td class=\"number\" data-head=\"Latency\">12.5 "
      "microseconds</td><td data-head=\"Rate\">251 gigabytes</td>");
  has(wide, "<td data-head=\"Least\"></td></tr>");
  // A long text is broken, a long word is not.
  const std::string text = "many words, which may well be broken between any two of them";
  CHECK(html_of("| a | b |\n|---|---|\n| one | " + text + " |\n").find("stack") ==
        std::string::npos);
  has(html_of("| a | b |\n|---|---|\n| one | " + std::string(60, 'w') + " |\n"), "scroll stack");
}

TEST_CASE("markup: a block says about how high it will be") {
  const auto steps = [](const std::string& block) {
    const std::string html = html_of("## A\n\nFirst.\n\n## B\n\n" + block + "\n");
    const size_t at = html.find("data-far=\"", html.find("id=\"b\""));
    REQUIRE(at != std::string::npos);
    const size_t from = at + 10, to = html.find('"', from);
    const std::string text = html.substr(from, to - from);
    return std::pair(std::stoi(text), std::stoi(text.substr(text.find(' '))));
  };
  std::string words = "words";
  CHECK(steps(words) == std::pair(0, 0));  // a line
  for (int i = 0; i < 100; ++i) words += " words";
  const auto [narrow, wide] = steps(words);
  CHECK(narrow > wide);  // 606 letters: 16 lines on a phone, 10 on a wide screen
  CHECK(narrow == 20);
  CHECK(wide == 17);
  CHECK(steps("```\na\nb\nc\n```").first == steps("```\na\nb\nc\n```").second);
  CHECK(steps("- one\n- two\n- three").first > 0);
  const auto [phone, desk] = steps("```scene accumulator\n```");
  CHECK(phone > 18);
  CHECK(desk > 15);
}

TEST_CASE("markup: a timeline stands at the figure's step") {
  const std::string html = html_of("```scene online-softmax step=2\n```\n");
  has(html, "<div class=\"timeline\"><button type=\"button\" data-do=\"reset\" aria-label=\"");
  has(html,
      "<input type=\"range\" autocomplete=\"off\" class=\"scrub\" aria-label=\"Step: Online "
      "softmax\" min=\"0\" max=\"4\" value=\"2\"");
  has(html, "<output class=\"step\" aria-live=\"off\">2 / 4</output>");
}

TEST_CASE("markup: the picture is there in two widths, the sentence and the table beside it") {
  const std::string html = html_of("```scene online-softmax step=4\n```\n");
  has(html, "<div class=\"picture\"><svg class=\"narrow\"");
  CHECK(count(html, "<svg ") == 2);
  CHECK(count(html, "<svg class=\"wide\"") == 1);
  CHECK(count(html, " xmlns=") == 0);
  CHECK(count(html, "style=") == 0);
  has(html, "<p class=\"status\" data-narrow=\"");
  has(html, "<details class=\"data\"><summary>Show as data</summary>");
  // The documented last row, and the number that its text rounds.
  has(html, "<td class=\"number\" data-value=\"14.054202493934383\">14.054</td>");
  has(html, "<p class=\"problem\" role=\"alert\" hidden></p>");
  has(html, "<details class=\"take\"><summary aria-label=\"Download: Online softmax\">Download");
  has(html, ".svg\" download=\"online-softmax.svg\">The still picture as SVG</a>");
}

TEST_CASE("markup: one state is drawn once, however often it is shown") {
  const std::string html =
      html_of("```scene accumulator\n```\n\n```scene accumulator id=again\n```\n");
  has(html, "id=\"again_bits\"");
  CHECK(count(html, "id=\"accumulator_bits\"") == 1);
}

TEST_CASE("markup: a prediction knows its figure, its metric and the answer") {
  const std::string html = html_of(
      "```predict moe-routing metric=useful experts=8\nHow *much*?\n\n---\n\nSo *much*.\n```\n\n"
      "```scene moe-routing step=2\n```\n");
  has(html,
      "<form class=\"predict\" id=\"moe-routing-useful\" data-figure=\"moe-routing\" "
      "data-metric=\"useful\" data-query=\"experts=8\" "
      "autocomplete=\"off\"><p>How <em>much</em>?</p>");
  has(html, "<label>Your guess <input type=\"number\" step=\"any\"");
  has(html,
      "<details class=\"reveal\"><summary>Show me</summary><p class=\"told\">Useful slots: "
      "50%.</p>\n"
      "<p>So <em>much</em>.</p>\n</details></form>");
}

TEST_CASE("markup: a prediction may ask about another state than its figure's first") {
  const std::string html = html_of(
      "```predict accumulator bits=1 metric=final\nHow much?\n```\n\n```scene "
      "accumulator bits=3\n```\n");
  has(html,
      "<form class=\"predict\" id=\"accumulator-final\" data-figure=\"accumulator\" "
      "data-metric=\"final\" data-query=\"bits=1\" autocomplete=\"off\">");
  has(html, "<summary>Show me</summary><p class=\"told\">Final sum: ");
}

TEST_CASE("markup: links into figures") {
  const std::string html = html_of(
      "```scene accumulator\n```\n\n[seven](#accumulator?bits=7&step=2) "
      "[frozen](#accumulator/freeze) [it](#accumulator)\n");
  has(html, "<a class=\"state\" href=\"#accumulator?bits=7&amp;step=2\">seven</a>");
  has(html, "<a class=\"part\" href=\"#accumulator/freeze\">frozen</a>");
  has(html, "<a class=\"state\" href=\"#accumulator\">it</a>");
}

TEST_CASE("markup: the glossary") {
  const std::string html = html_of("```glossary\n```\n\n```references\n```\n\nA [[warp]].\n");
  has(html, "<input type=\"search\" id=\"glossary-filter\" data-filter>");
  has(html,
      "<h2 id=\"threads\">Threads <a class=\"anchor\" href=\"#threads\" aria-label=\"Link to "
      "Threads\">#</a></h2>");
  has(html, "<div class=\"entry\" id=\"warp\"><dt>Warp</dt><dd>32 threads in step.</dd></div>");
  has(html,
      "<div class=\"entry\" id=\"hbm\"><dt>HBM</dt><dd>Large, distant memory. 3.35 TB/s. <a "
      "class=\"cite\" href=\"#fa1\" title=\"[1] FlashAttention\">[1]</a>");
  has(html, "<p class=\"see\">See also <a href=\"#warp\">Warp</a></p>");
  has(html,
      "A <a class=\"term\" href=\"/#warp\" data-definition=\"Warp: 32 threads in "
      "step.\">warp</a>.");
}

TEST_CASE("markup: the references, and who cites them") {
  const loom::test::Folder folder;
  folder.put("glossary.json", loom::test::small_glossary);
  folder.put("references.json", loom::test::small_references());
  folder.put("content/index.md", "# Start\n\n[@fa2] [[warp]]\n");
  folder.put("content/lists.md", "# Lists\n\n```references\n```\n\n```glossary\n```\n");
  const loom::site::Built built = folder.build();
  REQUIRE(built.mistakes.empty());
  const std::string& lists = built.files.at("lists/index.html");
  has(lists,
      "<li class=\"entry\" id=\"fa2\"><cite><a "
      "href=\"https://arxiv.org/abs/2307.08691\">FlashAttention-2</a></cite> "
      "<span class=\"by\">Dao, 2023</span><p class=\"caveat\">Rates differ.</p><p "
      "class=\"used\">Cited on <a href=\"/\">Start</a></p></li>");
  has(lists, "<dd>32 threads in step.<p class=\"used\">On <a href=\"/\">Start</a></p></dd>");
  const std::string& start = built.files.at("index.html");
  // A citation stays on its page, whose list leads to the source itself and to what is noted on it.
  has(start, "<a class=\"cite\" href=\"#sources_fa2\" title=\"[1] FlashAttention-2\">[1]</a>");
  has(start,
      "<li id=\"sources_fa2\"><cite><a "
      "href=\"https://arxiv.org/abs/2307.08691\">FlashAttention-2</a></cite> "
      "<span class=\"by\">Dao, 2023</span>&nbsp;· <a class=\"more\" href=\"/lists/#fa2\" "
      "aria-label=\"Notes on FlashAttention-2\">notes</a></li>");
}

TEST_CASE("markup: the first picture of a page is in it, the others are files that show the same") {
  const loom::test::Folder folder;
  folder.put(
      "content/index.md",
      "# Page\n\n```scene accumulator id=first\n```\n\n```scene accumulator id=second\n```\n");
  const loom::site::Built built = folder.build();
  REQUIRE(built.mistakes == std::vector<std::string>{});
  const std::string& html = built.files.at("index.html");
  const size_t middle = html.find("id=\"second\"");
  const std::string first = html.substr(0, middle), second = html.substr(middle);
  CHECK(count(first, "<img") == 0);
  CHECK(count(second, "<svg") == 0);
  has(second, "<img loading=\"lazy\" alt=\"A narrow accumulator\" width=\"340\" height=\"");
  // What is drawn: a file leaves out the places that a hand could take.
  const auto inside = [](const std::string& text, size_t from) {
    const size_t start = text.find("<g aria-hidden", from);
    std::string drawn = text.substr(start, text.find("</svg>", start) - start);
    for (size_t hot; (hot = drawn.find("class=\"hot\"")) != drawn.npos;) {
      const size_t begin = drawn.rfind("<rect", hot);
      drawn.erase(begin, drawn.find("</rect>", hot) + 7 - begin);
    }
    return drawn;
  };
  for (const auto& [name, address] :
       {std::pair<std::string, std::string>{"narrow", " src=\"/"}, {"wide", " srcset=\"/"}}) {
    const size_t at = second.find(address) + address.size();
    const std::string file = second.substr(at, second.find('"', at) - at);
    REQUIRE(built.files.contains(file));
    CHECK(inside(built.files.at(file), 0) == inside(first, first.find("<svg class=\"" + name)));
  }
}

TEST_CASE("markup: controls and forms are in the page, however far down") {
  const std::string html = html_of(
      "```scene accumulator id=first\n```\n\n```scene accumulator id=second\n```\n\n"
      "```quiz why\nWhy?\n\n- [x] yes\n\n  Because.\n- [ ] no\n\n  Because not.\n```\n\n"
      "```predict second metric=final bits=1\nHow much?\n\n---\n\nSo much.\n```\n");
  CHECK(count(html, "<form class=\"controls\"") == 2);
  has(html, "<form class=\"quiz\" id=\"why\"");
  has(html, "<label class=\"answer\"><input type=\"radio\"");
  has(html, "<form class=\"predict\"");
  CHECK(count(html, "<template") == 0);
}

}  // TESTS_OF(tools::markup)
