// What do the operations of CuTe's algebra make of layouts? One operation, with its law at every
// index.
#include "web/scenes/layouts/layout_algebra.hpp"

#include "core/layout/parse.hpp"
#include "web/scenes/layouts/tiles.hpp"

namespace loom::scenes {
namespace {

// In the order of Operation.
constexpr Choice operations[] = {
    {"coalesce", "Coalesce"},
    {"composition", "Composition"},
    {"complement", "Complement"},
    {"logical_divide", "Logical divide"},
    {"zipped_divide", "Zipped divide"},
    {"logical_product", "Logical product"},
    {"blocked_product", "Blocked product"},
    {"raked_product", "Raked product"},
    {"left_inverse", "Left inverse"},
    {"right_inverse", "Right inverse"},
};
constexpr std::string_view takes_b =
    "operation=composition|logical_divide|zipped_divide|logical_product|blocked_product|"
    "raked_product";
constexpr int most_bytes = 160;

constexpr Parameter parameters[] = {
    one_of("operation", "Operation", operations, "composition"),
    free_text("a", "A", "(4,8):(8,1)", most_bytes, {.help = "shape:stride"}),
    free_text("b", "B", "(8,4):(4,1)", most_bytes,
              {.help = "shape:stride; to compose or divide also a layout for each mode of A: "
                       "<2:1, 4:1>",
               .when = takes_b}),
    whole_number("cotarget", "Up to offset", "24", {1, most_elements},
                 {.when = "operation=complement", .spacing = Spacing::binary}),
    number_list("at", "Index x", "5", {0, most_elements - 1}, {1, 1},
                {.help = "An index of the result. You can also click an element of any layout"}),
};

constexpr Preset presets[] = {
    {"Read by rows", ""},
    {"First row", "b=8:4"},
    {"By blocks", "b=((2,2),(2,4)):((1,4),(2,8))"},
    {"Refused", "b=(2,3):(1,2)"},
    {"A carry", "a=(4,4):(1,8)&b=(3,2):(1,2)"},
    {"Divide", "operation=zipped_divide&b=<2:1, 4:1>"},
    {"Ragged divide", "operation=logical_divide&a=10:1&b=4:1"},
    {"Blocked product", "operation=blocked_product&a=(2,2):(1,2)&b=(2,4):(4,1)"},
    {"Raked product", "operation=raked_product&a=(2,2):(1,2)&b=(2,4):(4,1)"},
    {"Complement", "operation=complement&a=(2,2):(1,6)"},
    {"Inverse", "operation=right_inverse&a=(8,4):(4,1)"},
};
constexpr std::string_view parts[] = {"law", "a", "b", "result", "chosen", "arrows"};
constexpr std::string_view references[] = {"cutlass", "cute-categories"};

// B as one layout: if there is a tiler for each mode, all of them.
Result<layout::Layout> as_one(const layout::Tiler& tiler) {
  if (!tiler.by_mode()) return tiler.layout;
  std::vector<layout::Layout> modes;
  for (const layout::Tiler& each : tiler.modes) {
    if (each.by_mode()) return Error{"'B': expected one layout for each mode, got a list of them"};
    modes.push_back(each.layout);
  }
  return layout::tuple(std::move(modes));
}

bool multiplies(Operation operation) {
  return operation == Operation::logical_product || operation == Operation::blocked_product ||
         operation == Operation::raked_product;
}

bool divides(Operation operation) {
  return operation == Operation::logical_divide || operation == Operation::zipped_divide;
}

std::string why_none(const Relation& relation) {
  if (relation.too_large) return too_large("the result", *relation.too_large)->message;
  if (relation.too_many == 0) return relation.refusal;
  return fill("the result: {} offsets, expected at most {} in a picture", relation.too_many,
              most_elements);
}

class LayoutAlgebraScene final : public Pictured<LayoutAlgebraScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    LayoutAlgebraState next;
    next.operation = static_cast<Operation>(values.choice("operation"));
    const auto a = layout::parse_layout(values.text("a"));
    if (!a) return Error{fill("'A': {}", a.error().message)};
    if (auto error = too_large("'A'", *a)) return error;
    const auto b = layout::parse_tiler(values.text("b"));
    if (!b) return Error{fill("'B': {}", b.error().message)};
    const auto one = as_one(*b);
    if (!one) return one.error();
    if (auto error = too_large("'B'", *one)) return error;
    if (b->by_mode() && multiplies(next.operation))
      return Error{"'B': expected one layout to multiply with, got one for each mode"};
    next.a = *a;
    next.has_b = multiplies(next.operation) || divides(next.operation) ||
                 next.operation == Operation::composition;
    next.cotarget = values.integer("cotarget");
    next.relation = layout::relate(next.operation, *a, *b, next.cotarget);
    next.refusal = why_none(next.relation);
    if (next.has_b) {
      next.b = *one;
      next.by_mode = b->by_mode();
    } else if (next.operation == Operation::complement && next.relation.result) {
      next.b = *next.relation.result;
    }
    const int most = static_cast<int>(next.relation.offsets.size()) - 1;
    next.at = std::clamp(static_cast<int>(values.number("at", 0)), 0, std::max(most, 0));
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    const Relation& relation = shown.relation;
    if (!relation.result) return refusal();
    std::string sentence =
        fill("{} is {}. {}.", shown.formula(), layout::to_text(*relation.result), shown.law());
    const auto beyond = std::count(relation.in_a.begin(), relation.in_a.end(), -1);
    if (divides(shown.operation) && beyond > 0)
      sentence += fill(" {} of its {} are beyond A’s {}.", beyond,
                       Word(relation.in_a.size(), "element"), layout::size(shown.a));
    return sentence + " " + shown.chosen();
  }

  Table table() const override {
    Table table{
        {{"Index x"}, {"Index in A"}, {shown.has_b ? "Index in B" : "Index in R"}, {"Offset"}}};
    const auto there = [](const std::vector<int>& all, size_t x) {
      return x < all.size() && all[x] >= 0 ? cell(all[x]) : no_cell();
    };
    for (size_t x = 0; x < shown.relation.offsets.size(); ++x)
      table.rows.push_back({cell(static_cast<long long>(x)), there(shown.relation.in_a, x),
                            there(shown.relation.in_b, x), cell(shown.relation.offsets[x])});
    return table;
  }

  std::vector<Metric> metrics() const override {
    const auto& result = shown.relation.result;
    const auto number = [](std::int64_t value) { return static_cast<double>(value); };
    return {{"size", "Size of the result", result ? number(layout::size(*result)) : 0, 0},
            {"cosize", "Cosize of the result", result ? number(layout::cosize(*result)) : 0, 0},
            {"rank", "Rank of the result", result ? number(layout::rank(*result)) : 0, 0}};
  }

  LayoutAlgebraState shown;

 private:
  std::string refusal() const {
    const Relation& relation = shown.relation;
    std::string sentence = fill("No layout is {}: {}.", shown.formula(), shown.refusal);
    if (relation.misfit)
      sentence += fill(" Its offset at index {} is {}, where no stride fits.", *relation.misfit,
                       nth(relation.offsets, *relation.misfit));
    return sentence;
  }
};

}  // namespace

std::string LayoutAlgebraState::formula() const {
  if (operation == Operation::composition) return "A o B";
  const std::string_view name = nth(operations, operation).value;
  if (operation == Operation::complement) return fill("{}(A, {})", name, cotarget);
  return fill(has_b ? "{}(A, B)" : "{}(A)", name);
}

std::string LayoutAlgebraState::law() const {
  if (operation == Operation::complement)
    return fill("A(i) + R(j) is each of 0 … {} once", relation.asked - 1);
  return fill("{} for all {} indices", law_of(operation), relation.asked);
}

std::string LayoutAlgebraState::chosen() const {
  if (relation.offsets.empty()) return "";
  const std::int64_t offset = nth(relation.offsets, at);
  switch (operation) {
    case Operation::coalesce:
      return fill("A({}) = R({}) = {}.", at, at, offset);
    case Operation::left_inverse:
      if (in_a() < 0) return fill("No element of A is at offset {}.", at);
      return fill("A({}) = {} and R({}) = {}.", in_a(), at, at, offset);
    case Operation::right_inverse:
      return fill("R({}) = {} and A({}) = {}.", at, offset, offset, at);
    case Operation::complement:
      return fill("A({}) + R({}) = {}.", in_a(), in_b(), offset);
    case Operation::composition:
      if (in_a() < 0 || by_mode) break;
      return fill("B({}) = {} and A({}) = {}.", at, in_a(), in_a(), offset);
    default:
      break;
  }
  if (in_a() < 0) return fill("Index {} is beyond A, at offset {}.", at, offset);
  if (multiplies(operation)) return fill("A({}) + C(B({})) = {}.", in_a(), in_b(), offset);
  return fill("Index {} is element {} of A, at offset {}.", at, in_a(), offset);
}

Description layout_algebra() {
  return describe<LayoutAlgebraScene, parameters>(
      "layout-algebra", "layouts", "Layout algebra",
      "Which layout does an operation on two layouts give?", "core/layout/compose.hpp",
      {.presets = presets, .parts = parts, .references = references});
}

}  // namespace loom::scenes
