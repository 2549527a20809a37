// layouts_rate FILE: how many layouts a second are composed, inverted and divided, on those cases
// of tests/data/pycute/layouts.json that CuTe's Python reference answers correctly, and how many
// swizzles are found.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/layout/compose.hpp"
#include "core/layout/divide.hpp"
#include "core/layout/inverse.hpp"
#include "core/layout/parse.hpp"
#include "core/memory/swizzle_search.hpp"
#include "tools/measure/rate.hpp"

namespace loom {
namespace {

using namespace layout;
using memory::find_swizzle, memory::tile_accesses, memory::Walk;
using Json = nlohmann::json;

template <class T>
T accepted(Result<T> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "refused: %s\n", result.error().message.c_str());
  std::exit(1);
}

struct Pair {
  Layout a, b;
};

std::vector<Pair> pairs(const Json& rows) {
  std::vector<Pair> out;
  for (const Json& row : rows) {
    if (row.back() != true) continue;
    out.push_back({accepted(parse_layout(row[0].get<std::string>())), {}});
    if (row.size() == 4) out.back().b = accepted(parse_layout(row[1].get<std::string>()));
  }
  return out;
}

void search(const char* name, const char* tile, int element_bytes, int width = 16) {
  const auto accesses = accepted(
      tile_accesses(accepted(parse_layout(tile)), element_bytes, {Walk::along_column, width}));
  measure::rate(name, "searches", 1, [&] { return accepted(find_swizzle(accesses)).tried; });
}

void run(const Json& cases) {
  measure::rate("compose", "layouts", pairs(cases["compose"]),
                [](const Pair& each) { return accepted(compose(each.a, each.b)).shape; });
  measure::rate("right_inverse", "layouts", pairs(cases["right_inverse"]),
                [](const Pair& each) { return right_inverse(each.a).shape; });
  measure::rate("left_inverse", "layouts", pairs(cases["left_inverse"]),
                [](const Pair& each) { return accepted(left_inverse(each.a)).shape; });
  measure::rate("logical_divide", "layouts", pairs(cases["logical_divide"]),
                [](const Pair& each) { return accepted(logical_divide(each.a, each.b)).shape; });
  search("swizzle of a tile of 8 x 64 halves", "(8,64):(64,1)", 2);
  search("swizzle of a tile of 64 x 64 halves", "(64,64):(64,1)", 2);
  search("swizzle of a tile of 48 x 48 floats: none", "(48,48):(48,1)", 4, 4);
}

}  // namespace
}  // namespace loom

int main(int count, char** arguments) {
  if (count < 2) {
    std::fprintf(stderr, "usage: layouts_rate FILE [--smallest]\n");
    return 2;
  }
  loom::measure::take_options(count, arguments);
  std::ifstream file(arguments[1]);
  loom::run(loom::Json::parse(file));
}
