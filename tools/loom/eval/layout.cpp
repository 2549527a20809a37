// layout.*: one layout.
#include "core/layout/coalesce.hpp"
#include "core/layout/complement.hpp"
#include "core/layout/inverse.hpp"
#include "tools/loom/eval/layout_fields.hpp"

namespace loom::eval {
namespace {

using namespace layout;

constexpr Field evaluate_in[] = {
    {"layout", "a layout such as (4,8):(8,1), or Sw<3,3,3> o 0 o (8,64):(64,1)"},
};
constexpr Field evaluate_out[] = {
    {"size", "how many indices it has"},
    {"cosize", "1 + Σ (shape − 1)·|stride|; behind a swizzle 1 + the largest offset"},
    {"rank", "top-level modes"},
    {"depth", "of nesting; 0 for one mode"},
    {"offsets", "the offset of each index, the leftmost mode fastest"},
};

constexpr Field one_in[] = {{"a", "a layout such as (4,8):(8,1)"}};
constexpr Field coalesce_in[] = {
    {"a", "a layout such as (4,8):(8,1)"},
    {"profile", "which modes stay apart, as \"(1,1)\" or [1, 1]; without: none", true},
};
constexpr Field complement_in[] = {
    {"a", "a layout such as (4,8):(8,1)"},
    {"cotarget", "how many offsets are to be reached together, 1 or more; without: cosize(a)",
     true},
};

constexpr Field swizzle_in[] = {
    {"b", "bits that are changed, 0 or more"},
    {"m", "low bits that stay, 0 or more"},
    {"s", "how much higher the bits stand that are read; below 0: lower; at least b in size"},
    {"layout", "a layout such as (8,64):(64,1), instead of 'offsets'", true},
    {"offset", "is added to the layout's offsets before the swizzle; 0", true},
    {"offsets", "whole numbers of 0 or more, instead of 'layout'", true},
};
constexpr Field swizzle_out[] = {{"offsets", "each offset, swizzled"}};

Json run_evaluate(const Value& fields) {
  const SwizzledLayout layout = swizzled_of(fields["layout"], "layout");
  Json all = offsets_of(layout);
  return {{"size", size(layout.layout)},
          {"cosize", cosize(layout)},
          {"rank", rank(layout.layout)},
          {"depth", depth(layout.layout)},
          {"offsets", std::move(all)}};
}

Json run_coalesce(const Value& fields) {
  const Layout a = layout_of(fields["a"], "a");
  if (!fields.contains("profile")) return described(coalesce(a));
  return described(accept_field(coalesce(a, profile_of(fields["profile"], "profile")), "profile"));
}

Json run_filter(const Value& fields) { return described(filter(layout_of(fields["a"], "a"))); }

Json run_complement(const Value& fields) {
  const Layout a = layout_of(fields["a"], "a");
  if (!fields.contains("cotarget")) return described(accept(complement(a)));
  return described(accept(complement(a, integer(fields["cotarget"], "cotarget", 1, most_number))));
}

Json run_left_inverse(const Value& fields) {
  return described(accept(left_inverse(layout_of(fields["a"], "a"))));
}

Json run_right_inverse(const Value& fields) {
  return described(right_inverse(layout_of(fields["a"], "a")));
}

Json swizzle_all(const Swizzle& swizzle, const Value& given) {
  const Value::Array& offsets = array(given, "offsets");
  if (offsets.size() > most_listed)
    throw Refused("field 'offsets': expected at most " + std::to_string(most_listed) + ", got " +
                  std::to_string(offsets.size()));
  Json out = Json::array();
  for (std::size_t i = 0; i < offsets.size(); ++i)
    out.push_back(
        swizzle(integer(offsets[i], "offsets[" + std::to_string(i) + "]", 0, most_number - 1)));
  return out;
}

Json run_swizzle(const Value& fields) {
  const auto part = [&](const char* name) {
    return integer(fields[name], name, -most_swizzle_bits, most_swizzle_bits);
  };
  const Swizzle swizzle = accept(make_swizzle(part("b"), part("m"), part("s")));
  if (fields.contains("offsets") == fields.contains("layout"))
    throw Refused("expected one of the fields 'layout' and 'offsets'");
  if (fields.contains("offsets")) {
    if (fields.contains("offset"))
      throw Refused("field 'offset': expected only with 'layout', not with 'offsets'");
    return {{"offsets", swizzle_all(swizzle, fields["offsets"])}};
  }
  const long long offset = fields.contains("offset")
                               ? integer(fields["offset"], "offset", -most_number, most_number)
                               : 0;
  return {{"offsets",
           offsets_of(accept(make(swizzle, offset, layout_of(fields["layout"], "layout"))))}};
}

}  // namespace

const Operation layout_evaluate = {"layout.evaluate", "what a layout is as a function", evaluate_in,
                                   evaluate_out, run_evaluate};
const Operation layout_coalesce = {"layout.coalesce", "the same function with the fewest modes",
                                   coalesce_in, layout_out, run_coalesce};
const Operation layout_filter = {"layout.filter", "without modes of stride 0, coalesced", one_in,
                                 layout_out, run_filter};
const Operation layout_complement = {"layout.complement", "the layout of what a leaves out",
                                     complement_in, layout_out, run_complement};
const Operation layout_left_inverse = {"layout.left_inverse",
                                       "from an offset of a back to the index: r(a(x)) = x", one_in,
                                       layout_out, run_left_inverse};
const Operation layout_right_inverse = {"layout.right_inverse",
                                        "an index of a for each offset: a(r(x)) = x", one_in,
                                        layout_out, run_right_inverse};
const Operation layout_swizzle = {"layout.swizzle", "offsets, swizzled by Sw<b,m,s>", swizzle_in,
                                  swizzle_out, run_swizzle};

}  // namespace loom::eval
