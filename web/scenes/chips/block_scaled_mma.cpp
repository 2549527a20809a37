// How do 4-bit numbers stay accurate? One dot product of an instruction that applies block scales.
#include "web/scenes/chips/block_scaled_mma.hpp"

#include "core/find.hpp"
#include "web/scene/seed.hpp"

namespace loom::scenes {
namespace {

constexpr Choice kinds[] = {{"mxf4nvf4", "mxf4nvf4"}, {"mxf4", "mxf4"}, {"mxf8f6f4", "mxf8f6f4"}};
constexpr Choice elements[] = {{"mxfp8_e4m3", "FP8 E4M3"},
                               {"mxfp8_e5m2", "FP8 E5M2"},
                               {"mxfp6_e3m2", "FP6 E3M2"},
                               {"mxfp6_e2m3", "FP6 E2M3"},
                               {"mxfp4", "FP4 E2M1"}};
constexpr std::string_view mixed = "kind=mxf8f6f4";

constexpr Choice sources[] = {{"drawn", "Random"}, {"own", "Your own"}};
constexpr std::string_view drawn_when = "numbers=drawn", own_when = "numbers=own";

constexpr Parameter parameters[] = {
    one_of("kind", "Kind of instruction", kinds, "mxf4nvf4"),
    one_of("elementa", "Elements of A", elements, "mxfp8_e4m3", {.when = mixed}),
    one_of("elementb", "Elements of B", elements, "mxfp4", {.when = mixed}),
    one_of("numbers", "Numbers", sources, "drawn"),
    real_number("outlier", "Outlier in A", "16", {1, 64}, {.unit = "×", .when = drawn_when}),
    seed_parameter({.when = drawn_when}),
    free_text("a", "Your row of A", "1,-0.5,0.25,6,0.1,0.2,-0.3,0.4", 600,
              {.help = "Up to 64 numbers; the others are zero.", .when = own_when, .leads = true}),
    free_text("b", "Your column of B", "1,1,1,1,2,2,2,2", 600,
              {.help = "Up to 64 numbers.", .when = own_when, .leads = true}),
    whole_number("row", "Row in the tile", "37", {0, 127},
                 {.help = "One of 128 rows of A. It decides where the scales are."}),
};

constexpr Preset presets[] = {
    {"NVFP4", ""},
    {"MXFP4", "kind=mxf4"},
    {"FP8 by FP4", "kind=mxf8f6f4"},
    {"FP6 by FP6", "kind=mxf8f6f4&elementa=mxfp6_e2m3&elementb=mxfp6_e2m3"},
    {"No outlier", "outlier=1"},
    {"Your own", "numbers=own"},
};
constexpr std::string_view parts[] = {"a",     "b",       "scales", "products",
                                      "total", "storage", "packed", "noise"};
constexpr std::string_view references[] = {"cutlass", "ptx", "colfax-subbyte", "colfax-blockscale"};

constexpr Parameter row_of_a = number_list("a", "Your row of A", "1", {-1e6, 1e6}, {1, 64}),
                    column_of_b = number_list("b", "Your column of B", "1", {-1e6, 1e6}, {1, 64});

void add_noise(BlockScaledMma& shown) {
  const std::vector<float> rows = gemm::outlier_rows(shown.outlier, 32);
  for (std::size_t fine : {0u, 1u})
    for (std::size_t i = 0; i < noise_blocks.size(); ++i)
      shown.noise[fine][i] =
          gemm::noise_beside_outlier(gemm::four_bits(noise_blocks[i], fine == 1), rows);
  shown.noise_of_eight_bits =
      gemm::noise_beside_outlier(*numerics::find_block_scheme("mxfp8_e4m3"), rows);
}

class BlockScaledMmaScene final : public Pictured<BlockScaledMmaScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    BlockScaledMma next;
    next.kind = find_by_id(gemm::block_scaled_kinds(), values.text("kind"));
    const bool mixing = next.kind->schemes.size() > 2;
    const auto scheme = [&](std::string_view key) {
      return numerics::find_block_scheme(mixing ? values.text(key) : next.kind->schemes.front());
    };
    next.a_scheme = scheme("elementa");
    next.b_scheme = scheme("elementb");
    next.row = values.integer("row");
    next.outlier = values.real("outlier");
    next.own = values.text("numbers") == "own";
    if (next.own) {
      for (const Parameter* list : {&row_of_a, &column_of_b}) {
        const auto numbers = numbers_in(values.text(list->key), *list);
        if (!numbers) return numbers.error();
        (list == &row_of_a ? next.a : next.b).assign(numbers->begin(), numbers->end());
      }
    } else {
      auto drawn = gemm::dot_numbers(chosen_seed(values), 64, next.outlier);
      next.a = std::move(drawn.a);
      next.b = std::move(drawn.b);
    }
    for (auto* numbers : {&next.a, &next.b})
      numbers->resize(static_cast<std::size_t>(next.depth()));
    next.dot = *gemm::block_scaled_dot(*next.kind, *next.a_scheme, *next.b_scheme, next.a, next.b);
    next.noise = shown.noise;
    next.noise_of_eight_bits = shown.noise_of_eight_bits;
    if (next.outlier != shown.outlier) add_noise(next);
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    std::string text = fill(
        "One {} multiplies {} numbers of a row and of a column, with a scale for "
        "every {}. It returns {} instead of {}. ",
        shown.kind->id, shown.depth(), shown.dot.block,
        readable(static_cast<double>(shown.dot.result)), readable(shown.dot.exact));
    if (shown.size() > 0)
      text += fill("The error is {} of the products’ sizes, added up. ",
                   percent(std::fabs(shown.error()) / shown.size(), 1));
    return text + fill("{} of {} numbers of A became zero.", zeros(), shown.depth());
  }

  Table table() const override {
    Table table = headed("Place", "A", "Code of A", "Scale of A", "A as multiplied", "B",
                         "Code of B", "Scale of B", "B as multiplied", "Product", "Exact product");
    for (int k = 0; k < shown.depth(); ++k) {
      std::vector<Cell> row = cells({k});
      for (const bool of_b : {false, true}) {
        const auto at = static_cast<std::size_t>(k);
        const numerics::BlockQuantized& coded = of_b ? shown.dot.b : shown.dot.a;
        row.push_back(cell(static_cast<double>((of_b ? shown.b : shown.a)[at]), readable));
        row.push_back(cell(coded.codes[at], shown.code(of_b, k)));
        row.push_back(cell(shown.scale(of_b, k / shown.dot.block), readable));
        row.push_back(cell(shown.value(of_b, k), readable));
      }
      row.push_back(cell(shown.product(k), readable));
      row.push_back(cell(shown.exact_product(k), readable));
      table.rows.push_back(std::move(row));
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const std::int64_t byte = gemm::scale_offset(shown.row, 0, gemm::scale_tile_blocks);
    return {{"result", "Result", static_cast<double>(shown.dot.result), 2},
            {"exact", "Exact", shown.dot.exact, 2},
            {"zeros", "Numbers of A that became zero", zeros()},
            {"byte", "First scale of the row", byte, "B"},
            {"padding", "Unused bytes", padding_bytes(*shown.kind, *shown.a_scheme), "B"},
            {"noise64", "Noise, one scale for 64", 100 * shown.noise[0][0], 1, "%"},
            {"mxfp4", "Noise in MXFP4", 100 * shown.noise[0][1], 1, "%"},
            {"nvfp4", "Noise in NVFP4", 100 * shown.noise[1][2], 1, "%"},
            {"mxfp8", "Noise in MXFP8", 100 * shown.noise_of_eight_bits, 1, "%"}};
  }

  BlockScaledMma shown;

 private:
  int zeros() const {
    int count = 0;
    for (int k = 0; k < shown.depth(); ++k)
      count += nth(shown.a, k) != 0 && shown.value(false, k) == 0;
    return count;
  }
};

}  // namespace

double BlockScaledMma::value(bool of_b, int k) const {
  return nth((of_b ? dot.b : dot.a).values, k);
}

double BlockScaledMma::exact_product(int k) const {
  const auto at = static_cast<std::size_t>(k);
  return static_cast<double>(a[at]) * static_cast<double>(b[at]);
}

double BlockScaledMma::scale(bool of_b, int block) const {
  const numerics::BlockQuantized& coded = of_b ? dot.b : dot.a;
  return decode_scale(of_b ? *b_scheme : *a_scheme, nth(coded.scales, block), coded.tensor_scale);
}

std::string BlockScaledMma::code(bool of_b, int k) const {
  constexpr std::string_view digits = "0123456789ABCDEF";
  const std::uint8_t code = nth((of_b ? dot.b : dot.a).codes, k);
  const std::string low(1, digits[code % 16]);
  return (of_b ? b_scheme : a_scheme)->element_bits == 4 ? low : digits[code / 16] + low;
}

double BlockScaledMma::contribution(int block) const {
  return nth(dot.scaled, block) * dot.a.tensor_scale * dot.b.tensor_scale;
}

double BlockScaledMma::total(int block) const {
  return static_cast<double>(nth(dot.totals, block)) * dot.a.tensor_scale * dot.b.tensor_scale;
}

double BlockScaledMma::size() const {
  double sum = 0;
  for (int k = 0; k < depth(); ++k) sum += std::fabs(exact_product(k));
  return sum;
}

std::string size_text(double value) {
  if (value == 0) return "0";
  const double size = std::fabs(value);
  return size >= 1e5 || size < 1e-3 ? scientific(value, 1) : significant(value);
}

std::string BlockScaledMma::scale_text(bool of_b, int block) const {
  if ((of_b ? b_scheme : a_scheme)->tensor_scale) return size_text(scale(of_b, block));
  const numerics::BlockQuantized& coded = of_b ? dot.b : dot.a;
  return power(2, nth(coded.scales, block) - 127);
}

std::string BlockScaledMma::packed_text(bool of_b) const {
  const int unused = padding_bytes(*kind, of_b ? *b_scheme : *a_scheme);
  return unused == 0 ? fill("{} in 32 bytes", depth())
                     : fill("{} in {} of 32 bytes", depth(), gemm::operand_bytes - unused);
}

Description block_scaled_mma() {
  return describe<BlockScaledMmaScene, parameters>(
      "block-scaled-mma", "index", "Block-scaled products", "How do 4-bit numbers stay accurate?",
      "core/gemm/block_scaled.hpp", {.presets = presets, .parts = parts, .references = references});
}

}  // namespace loom::scenes
