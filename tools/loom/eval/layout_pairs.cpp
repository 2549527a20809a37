// layout.*: two layouts. If no layout is the exact result, an error says which condition fails.
#include "core/layout/compose.hpp"
#include "core/layout/divide.hpp"
#include "core/layout/product.hpp"
#include "tools/loom/eval/layout_fields.hpp"

namespace loom::eval {
namespace {

using namespace layout;

constexpr Field compose_in[] = {
    {"a", "a layout such as (4,8):(8,1), also behind a swizzle: Sw<3,3,3> o 0 o (8,64):(64,1)"},
    {"b", "a layout; or a list of layouts, one for each mode of a"},
};
constexpr Field divide_in[] = {
    {"a", "a layout such as (4,8):(8,1)"},
    {"b", "the tile, a layout; or a list of layouts, one for each of a's first modes"},
};
constexpr Field product_in[] = {
    {"a", "the block, a layout such as (4,8):(8,1)"},
    {"b", "how it is repeated, a layout"},
};

Json run_compose(const Value& fields) {
  const SwizzledLayout result =
      accept(compose(swizzled_of(fields["a"], "a"), tiler_of(fields["b"], "b")));
  return {{"layout", to_text(result)}, {"offsets", offsets_of(result)}};
}

template <Result<Layout> (*Divide)(const Layout&, const Tiler&)>
Json run_divide(const Value& fields) {
  return described_by_mode(accept(Divide(layout_of(fields["a"], "a"), tiler_of(fields["b"], "b"))));
}

template <Result<Layout> (*Product)(const Layout&, const Layout&)>
Json run_product(const Value& fields) {
  return described_by_mode(
      accept(Product(layout_of(fields["a"], "a"), layout_of(fields["b"], "b"))));
}

}  // namespace

const Operation layout_compose = {"layout.compose", "a in the order of b: r(x) = a(b(x))",
                                  compose_in, layout_out, run_compose};
const Operation layout_logical_divide = {"layout.logical_divide",
                                         "tiles of a: (tile, from tile to tile), in each mode",
                                         divide_in, modes_out, run_divide<logical_divide>};
const Operation layout_zipped_divide = {"layout.zipped_divide",
                                        "tiles of a: (tiles, from tile to tile)", divide_in,
                                        modes_out, run_divide<zipped_divide>};
const Operation layout_tiled_divide = {"layout.tiled_divide",
                                       "tiles of a: (tiles, then each rest alone)", divide_in,
                                       modes_out, run_divide<tiled_divide>};
const Operation layout_flat_divide = {"layout.flat_divide",
                                      "tiles of a: each tile alone, then each rest", divide_in,
                                      modes_out, run_divide<flat_divide>};
const Operation layout_logical_product = {"layout.logical_product",
                                          "a repeated as b says: (block, from block to block)",
                                          product_in, modes_out, run_product<logical_product>};
const Operation layout_blocked_product = {"layout.blocked_product",
                                          "a repeated in each mode, blocks side by side",
                                          product_in, modes_out, run_product<blocked_product>};
const Operation layout_raked_product = {"layout.raked_product",
                                        "a repeated in each mode, blocks interleaved", product_in,
                                        modes_out, run_product<raked_product>};

}  // namespace loom::eval
