// The warpgroup's matrix instruction: every form that an H200 ran, against the rule.
#include "core/gemm/wgmma.hpp"

#include <set>
#include <string>

#include "core/find.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::wgmma) {

using namespace loom;
using loom::test::Json;

TEST_CASE("wgmma: cycles, of every type, shape and place of A") {
  const Json recorded = test::recorded("h200/wgmma.json");
  CHECK(recorded["cases"].size() == 172);
  std::set<std::string> types;
  for (const Json& row : recorded["cases"]) {
    CAPTURE(row.dump());
    const std::string id = row["type"];
    types.insert(id);
    const gemm::WgmmaType* type = find_by_id(gemm::wgmma_types(), id);
    REQUIRE(type);
    const auto made = gemm::wgmma(*type, {row["n"], row["a"] == "registers"});
    REQUIRE(made);
    CHECK(row["cycles"].get<double>() == doctest::Approx(made->cycles).epsilon(0.0005));
    CHECK(std::abs(row["cycles"].get<double>() - made->cycles) < 0.0101);
    // Two warpgroups in turn are not faster; the tensor cores are one warpgroup's already.
    CHECK(row["cycles_of_two"].get<double>() == doctest::Approx(made->cycles).epsilon(0.02));
    CHECK(row["single"].get<double>() > made->cycles);
  }
  CHECK(types.size() == gemm::wgmma_types().size());
  CHECK(recorded["products"] == 64 * 8);
}

}  // TESTS_OF(data::wgmma)
