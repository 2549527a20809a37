// Paths into JSON, by which numbers of a text name recordings and answers.
#include "tools/loom/numbers/pick.hpp"

#include "tests/doctest.hpp"

TESTS_OF(tools::pick) {

using namespace loom;
using namespace loom::numbers;

namespace {

const Json sample = Json::parse(R"json({
  "about": {"device": "A chip", "max_clock": "1980 MHz"},
  "rungs": [{"rung": "tensor cores", "type": "bf16", "n": 4096, "ms": [3, 1, 2]},
            {"rung": "tensor cores", "type": "fp32", "n": 4096, "ms": [9]},
            {"rung": "Tiled (padded)", "type": "fp32", "n": 8192, "ms": [5]
}],
  "by_sm": [4, 5, 6.5],
  "columns": ["name", "width"],
  "patterns": [["one", 4], ["two", 8]]
})json");

std::vector<double> picked(std::string_view path, const Filters& filters = {}) {
  const auto found = pick(sample, path, filters);
  return found ? found->numbers : std::vector<double>{};
}
std::string refused(std::string_view path, const Filters& filters = {}) {
  const auto found = pick(sample, path, filters);
  return found ? "" : found.error().message;
}
using Numbers = std::vector<double>;

}  // namespace

TEST_CASE("keys, rows, fields, indices") {
  CHECK(picked("about.max_clock") == Numbers{1980});
  CHECK(picked("about.max-clock") == Numbers{1980});
  CHECK(picked("rungs.tiled-padded.n") == Numbers{8192});
  CHECK(picked("tiled-padded.n") == Numbers{8192});
  CHECK(picked("rungs.tensor-cores.bf16.ms") == Numbers{3, 1, 2});
  CHECK(picked("rungs.tensor-cores.ms.0", {{"type", "fp32"}}) == Numbers{9});
  CHECK(picked("rungs.*.n", {{"type", "fp32"}}) == Numbers{4096, 8192});
  CHECK(picked("rungs").size() == 3);
  CHECK(picked("by_sm") == Numbers{4, 5, 6.5});
  CHECK(picked("by_sm.2") == Numbers{6.5});
  CHECK(picked("patterns.two.width") == Numbers{8});
}

TEST_CASE("what is not there is refused with what is") {
  CHECK(refused("abuot") ==
        "unknown name 'abuot', expected one of about, rungs, by_sm, columns, patterns; did you "
        "mean 'about'?");
  CHECK(refused("rungs.tensor-cores.n") ==
        "2 rows, expected one: tell them apart with ?type=…, or take all with '*'");
  CHECK(refused("rungs.tensor-cores.n", {{"type", "fp8"}}) == "no row of 'rungs' has type=fp8");
  CHECK(refused("rungs.tiled-padded.n", {{"kind", "fp8"}}) == "no field 'kind' to choose rows by");
  CHECK(refused("by_sm.3") == "'3', expected an index from 0 to 2");
  CHECK(pick(Json::parse(R"({"list": []})"), "list.0", {}).error().message ==
        "'0', expected nothing, as 'list' is an empty list");
  // "columns" may also be a number of an answer.
  CHECK(pick(Json::parse(R"({"columns": 2, "rows": [[1, 2]]})"), "rows", {})->numbers.size() == 1);
  CHECK(refused("about") == "'about' is no number, expected one of device, max_clock");
  CHECK(refused("about.device") == "'device' is no number");
  CHECK(refused("by_sm.0.1") == "nothing below '0', got '1'");
}

}  // TESTS_OF(tools::pick)
