// Numbers of a page with an origin: compared, shown on the page, corrected; and numbers without
// one.
#include <nlohmann/json.hpp>

#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"
#include "tests/tools/program.hpp"
#include "tools/loom/numbers/origins.hpp"

TESTS_OF(tools::number_marks) {

using namespace loom;
using Lines = std::vector<std::string>;

namespace {

Lines in_page(const std::string& text) { return test::mistakes_of("# Page\n\n" + text + "\n"); }
Lines one(const std::string& message) { return {"content/index.md:" + message}; }

// A page that has to account for its numbers.
Lines in_lesson(const std::string& text) {
  test::Folder folder;
  folder.put("content/index.md", "# Page\n\n" + text + "\n");
  folder.put("content/site.json",
             R"({"title": "T", "pages": [{"file": "index.md"}], "numbered": ["Phases", "CUDA"]})");
  folder.put("references.json", test::small_references());
  folder.put("glossary.json", test::small_glossary);
  return folder.mistakes();
}
Lines loose(const std::string& place, const std::string& number) {
  return one(place + ": error: nothing says where " + number + " is from, expected [" + number +
             "](=ORIGIN), a citation in its sentence, or [" + number + "](=example) and the like");
}

}  // namespace

TEST_CASE("a marked number is what its origin gives") {
  for (const char* right :
       {"[256](=coalescing.bytes?pattern=strided&stride=2) bytes",
        "[**256** bytes](=coalescing.bytes?pattern=strided&stride=2)",
        "[Thirty-two](=core:warp_lanes) lanes",
        "[12](=eval:sm.divergence.warp_instructions?then=8&otherwise=8&lanes=0)",
        "[half](<=coalescing.bytes?pattern=strided&stride=2 / "
        "coalescing.bytes?pattern=strided&stride=4>)",
        "[$2 \\cdot 32 = 64$](<=core:warp_lanes; core:warp_lanes * 2>)",
        "[stride 8: 32 sectors](#coalescing?pattern=strided&stride=8 \"=8 + 0; "
        ".sectors\")\n\n```scene coalescing\n```",
        "[9](=example) and [9](=definition)", "| a |\n|---|\n| [32](=core:warp_lanes) |"}) {
    CAPTURE(right);
    CHECK(in_page(right) == Lines{});
  }
}

TEST_CASE("a number that is another is reported where it stands, with the right one") {
  CHECK(in_page("A load of [256 bytes](=coalescing.bytes?pattern=strided&stride=4).") ==
        one("3:12: error: the text says 256, computed 512 "
            "(coalescing.bytes?pattern=strided&stride=4)"));
  CHECK(in_page("ä [Eight](=core:warp_lanes)") ==
        one("3:4: error: the text says Eight, computed Thirty-two (core:warp_lanes)"));
  CHECK(in_page("```quiz\nWhich?\n\n- [x] [31](=core:warp_lanes)\n\n  Yes.\n- [ ] none\n\n  "
                "No.\n```") == one("6:8: error: the text says 31, computed 32 (core:warp_lanes)"));
}

TEST_CASE("an origin that is not there is reported with those that are") {
  CHECK(in_page("[1](=coalescing.bites)")
            .front()
            .starts_with("content/index.md:3:5: error: 'coalescing.bites': unknown name 'bites'"));
  CHECK(in_page("[1](=coalesing.bytes)") ==
        one("3:5: error: 'coalesing.bytes': unknown figure, expected one of this page, a scene, or "
            "why the number is free (definition, example, name, question, setting); did you mean "
            "'coalescing'?"));
  CHECK(in_page("[1](=exmaple)").front().ends_with("; did you mean 'example'?"));
  CHECK(in_page("[1](=mesured:snippets.x)") ==
        one("3:5: error: 'mesured:snippets.x': unknown origin, expected measured:…, published:…, "
            "eval:…, core:… or FIGURE.NAME; did you mean 'measured'?"));
  CHECK(in_page("[1](=core:warp_lane)").front().ends_with("; did you mean 'warp_lanes'?"));
  CHECK(in_page("[1](=eval:sm.divergense.x)")
            .front()
            .starts_with(
                "content/index.md:3:5: error: 'eval:sm.divergense.x': no operation of 'loom eval'; "
                "did you mean 'sm.divergence'?"));
  CHECK(in_page("[8 and 9](=core:warp_lanes)") ==
        one("3:11: error: '8 and 9' has 2 numbers and 1 origins, expected one origin for each "
            "number"));
  CHECK(in_page("[none](=example)") == one("3:2: error: no number in 'none'"));
  CHECK(in_page("[5](=cited:fa2)") == one("3:5: error: 'fa2' is cited nowhere on this page"));
  CHECK(in_page("[5](=cited:fa2) and [@fa2]") == Lines{});
}

TEST_CASE("a number in a formula of several lines has its place in each line") {
  CHECK(in_lesson("- x\n\n  $$\n  a\n  b = 88\n  $$") == loose("7:7", "88"));
  CHECK(in_lesson("10. x\n\n    $$\n    a\n    b = 88\n    $$") == loose("7:9", "88"));
  CHECK(in_lesson("> $$\n> a\n> b = 88\n> $$") == loose("5:7", "88"));
  CHECK(in_lesson("- x $a +\n  b 77$") == loose("4:5", "77"));
  CHECK(in_lesson("$a +\n   b 77$") == loose("4:6", "77"));
  CHECK(in_lesson("x $a + 77$ and\n$b$") == loose("3:8", "77"));
}

TEST_CASE("an origin holds text, however deep its brackets are") {
  for (const char* field :
       {"=eval:sm.divergence.warp_instructions?then=%FF&otherwise=8&lanes=0",
        "=eval:sm.divergence.warp_instructions?th%C3=8",
        "=measured:snippets.gb_per_s?name=coalesced-copy%FF", "=coalescing.bytes?pattern=%80"}) {
    CAPTURE(field);
    const Lines found = in_page("[12](" + std::string(field) + ")");
    REQUIRE(found.size() == 1);
    CHECK(found[0].starts_with("content/index.md:3:6: error: "));
    CHECK(found[0].find("': expected text in UTF-8, got the bytes ") != std::string::npos);
  }
  constexpr size_t many = 200'000;
  const Lines deep =
      in_page("[12](=eval:sm.divergence.warp_instructions?then=" + std::string(many, '[') +
              std::string(many, ']') + ")");
  REQUIRE(deep.size() == 1);
  CHECK(deep[0].ends_with(
      "[[[…': 'then': malformed JSON at byte 65: expected brackets at most 64 deep, got '['"));
}

TEST_CASE("an origin that stands apart from its number is refused") {
  const std::string message = "a number whose origin stands apart, expected [256](=ORIGIN)";
  // The text between the brackets is not the last link's before the origin, and not cut within 'é'.
  CHECK(in_page("`é](`\n[5][a]\n\n[a]: =example") == one("4:2: error: " + message));
  CHECK(in_page("[31](=core:warp_lanes \"\") [32][a]\n\n[a]: =core:warp_lanes") ==
        Lines{one("3:2: error: the text says 31, computed 32 (core:warp_lanes)")[0],
              one("3:28: error: " + message)[0]});
  CHECK(in_page("[64 bytes][a]\n\n```scene coalescing\n```\n\n[a]: #coalescing?stride=2 "
                "\"=.bytes\"") == one("3:2: error: " + message));
}

TEST_CASE("in a lesson every number is marked, cited, or free") {
  CHECK(in_lesson("It has 132 of them.") == loose("3:8", "132"));
  CHECK(in_lesson("It has *seven* of them.") == loose("3:9", "seven"));
  CHECK(in_lesson("- A list with 64.") == loose("3:15", "64"));
  CHECK(in_lesson("First [@fa1]. Then 64.") == loose("3:20", "64"));
  CHECK(in_lesson("| a | b |\n|---|---|\n| 8 | 9 |") == loose("5:7", "9"));
  CHECK(in_lesson("| a |\n|---|\n| [[warp\\|5 warps]] |") == loose("5:11", "5"));
  CHECK(in_lesson("$x^{24}$") == loose("3:5", "24"));
  CHECK(in_lesson("[stride 9](#coalescing?stride=8)\n\n```scene coalescing\n```") ==
        loose("3:9", "9"));
  CHECK(in_lesson("```quiz\nOf 40?\n\n- [x] 5\n\n  Yes.\n- [ ] 6\n\n  No, 7.\n```") ==
        Lines{loose("6:7", "5")[0], loose("11:7", "7")[0]});
  for (const char* good :
       {"It has 132 of them [@fa1].", "An H100, `64`, four, half, 0 or 1.", "Phases 4, 5 and 6.",
        "CUDA 13.1 came.", "| a | b |\n|---|---|\n| 8 | 9 [@fa1] |", "$x_2 + 10^3$",
        "[stride 8](#coalescing?stride=8)\n\n```scene coalescing\n```",
        "```scene coalescing pattern=strided stride=8\nEvery 8th, or 8.\n```", "[132](=example)"}) {
    CAPTURE(good);
    CHECK(in_lesson(good) == Lines{});
  }
  CHECK(in_page("Pages that are no lessons have 132.") == Lines{});
}

TEST_CASE("in a lesson, a number beside a refused value is not reported besides") {
  const std::string figure = "\n\n```scene coalescing\n```";
  for (const char* bad :
       {"[64 of them](#coalescing?stride=sixty)", "[64 of them](#coalescing?strid=64)",
        "[64 of them](#coalesing?stride=8)", "[64 of them](/nowhere#coalescing?stride=8)",
        "```scene coalescing id=a stride=99\nWith 99.\n```",
        "```predict coalescing metric=bytes stride=99\nWith 99?\n\n---\n\nSo.\n```"}) {
    CAPTURE(bad);
    const Lines mistakes = in_lesson(bad + figure);
    CHECK(mistakes.size() == 1);
    CHECK((mistakes.empty() || mistakes[0].find("nothing says where") == std::string::npos));
  }
  CHECK(in_lesson("[64 of them](https://example.org/#a?b=8)") == loose("3:2", "64"));
}

TEST_CASE("the page tells on demand what computed a number, and a click leads to the figure") {
  test::Folder folder;
  folder.put("content/index.md",
             "# Page\n\nGets [256](=coalescing.bytes?pattern=strided&stride=2), [9](=example), "
             "[32](=core:warp_lanes).\n\n```scene coalescing\n```\n\n```quiz\nHow?\n\n- [x] "
             "[32](=core:warp_lanes)\n\n  As [32](=core:warp_lanes).\n- [ ] x\n\n  No.\n```\n");
  const site::Built built = folder.build();
  REQUIRE(built.mistakes == Lines{});
  const std::string& html = built.files.at("index.html");
  CHECK(html.find("Gets <u>256</u>, 9, <u>32</u>.") != html.npos);
  CHECK(html.find("<span>32</span></label>") != html.npos);
  CHECK(html.find("As <u>32</u>.") != html.npos);
  std::string origins;
  for (const auto& [name, bytes] : built.files)
    if (name.find(".numbers.") != name.npos) origins = bytes;
  const auto told = nlohmann::json::parse(origins);
  REQUIRE(told.size() == 3);
  CHECK(told[0][0] ==
        "Computed by the figure ‘Coalescing’ with Pattern strided, Stride 2: Bytes fetched 256");
  CHECK(told[0][1] == "#coalescing?pattern=strided&stride=2");
  CHECK(told[1][0] == "A constant of the simulators: warp_lanes 32");
  CHECK(told[1][1] == "");
  CHECK(built.counted.marked == 4);
  CHECK(built.counted.free == 1);
}

TEST_CASE("the origin of a number that the page does not show is not told") {
  test::Folder folder;
  folder.put("content/plot.svg", "<svg/>");
  folder.put("content/index.md",
             "# Page\n\n![Of [32](=core:warp_lanes) lanes](plot.svg) and "
             "[32](=core:warp_lanes).\n");
  const site::Built built = folder.build();
  REQUIRE(built.mistakes == Lines{});
  for (const auto& [name, bytes] : built.files)
    if (name.find(".numbers.") != name.npos) CHECK(nlohmann::json::parse(bytes).size() == 1);
  CHECK(built.counted.marked == 2);
}

TEST_CASE("loom check --fix writes the right numbers, and nothing else") {
  test::Folder folder;
  const std::string page =
      "\xEF\xBB\xBF# Page\n\nOf [nine](=core:warp_lanes) and [8.00](<=core:warp_lanes / 3>): "
      "[31](=core:warp_lanes); [32](=core:warp_lanes).\n";
  folder.put("content/index.md", page);
  const std::string content = folder.path("content").string();
  const test::Ran ran = test::run_loom({"check", "--content", content, "--fix"});
  CHECK(ran.status == 0);
  CHECK(ran.out.find("3 numbers written anew") != std::string::npos);
  CHECK(folder.get("content/index.md") ==
        "\xEF\xBB\xBF# Page\n\nOf [thirty-two](=core:warp_lanes) and "
        "[10.67](<=core:warp_lanes / 3>): [32](=core:warp_lanes); [32](=core:warp_lanes).\n");
  const test::Ran again = test::run_loom({"check", "--content", content});
  CHECK(again.out == "1 page, no mistakes; 4 numbers: 4 computed or measured, 0 cited, 0 free\n");
}

TEST_CASE("loom number computes an origin, or says why not") {
  const test::Ran ran = test::run_loom({"number", "core:warp_lanes * 2"});
  CHECK(ran.out == "64\nA constant of the simulators: warp_lanes 32\n= 64\n");
  const test::Ran measured =
      test::run_loom({"number", "measured:snippets.coalesced-copy.gb_per_s"});
  CHECK(measured.out.starts_with("2608.4\nMeasured on an NVIDIA H200, "));
  CHECK(test::run_loom({"number", "1e300 * core:warp_lanes"}).out.starts_with("3.2e+301\n"));
  const test::Ran near = test::run_loom({"number", "accumulator.finel"});
  CHECK(near.status == 1);
  CHECK(near.err ==
        "loom number: 'accumulator.finel': unknown name 'finel'; did you mean 'final'?\n"
        "metrics: final, error, freeze;\n"
        "rows of the table: FP8, FP16, FP32;\n"
        "columns: Accumulator, Mantissa bits, Final sum, Error\n");
  CHECK(test::run_loom({"number", "accumulator.zzz"})
            .err.starts_with("loom number: 'accumulator.zzz': unknown name 'zzz', expected one of "
                             "these:\nmetrics: final"));
  const test::Ran bad = test::run_loom({"number", "core:lanes"});
  CHECK(bad.status == 1);
  CHECK(bad.err.starts_with("loom number: 'core:lanes': unknown constant 'lanes'"));
}

}  // TESTS_OF(tools::number_marks)
