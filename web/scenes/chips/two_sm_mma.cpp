// Why would two SMs share one multiply? What each reads from shared memory, apart and as a pair.
#include "web/scenes/chips/two_sm_mma.hpp"

#include "web/scenes/chips/tile_columns.hpp"

namespace loom::scenes {
namespace {

constexpr Choice group_choices[] = {{"1", "apart"}, {"2", "as a pair"}};
constexpr Choice type_choices[] = {{"32", "TF32"}, {"16", "BF16"}, {"8", "FP8"}, {"4", "FP4"}};
constexpr Choice a_choices[] = {{"shared", "shared"}, {"tensor", "tensor"}};

constexpr Parameter parameters[] = {
    one_of("group", "Two SMs multiply", group_choices, "2", {.help = "cta_group::1 or ::2"}),
    one_of("n", "Columns of B", tile_columns, "128"),
    one_of("type", "Numbers", type_choices, "16"),
    one_of("a", "Memory of A", a_choices, "shared"),
};

constexpr Preset presets[] = {
    {"A pair", ""},
    {"Apart", "group=1"},
    {"Wide, apart", "group=1&n=256"},
    {"Wide, a pair", "n=256"},
    {"Narrow, a pair", "n=64"},
    {"A in Tensor Memory", "group=1&n=64&a=tensor"},
};
constexpr std::string_view parts[] = {"a", "b", "math", "apart", "pair", "stages"};
constexpr std::string_view references[] = {"ptx", "cutlass", "colfax-clusters",
                                           "blackwell-semianalysis"};

class TwoSmMmaScene final : public Pictured<TwoSmMmaScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    gemm::TwoSm product = {.sms = values.integer("group"),
                           .n = values.integer("n"),
                           .bits = values.integer("type"),
                           .a_in_tensor_memory = values.text("a") == "tensor"};
    shown.product = product;
    product.sms = 1;
    shown.apart = feeding(product);
    product.sms = 2;
    shown.pair = feeding(product);
    return std::nullopt;
  }

  std::string status(int) const override {
    const gemm::Feeding& it = shown.chosen();
    const int shared = it.shared_cycles(), math = it.math_cycles;
    const std::string pace =
        shared < math ? "the tensor cores do not wait for these reads"
        : shared == math
            ? "as long as the reads, with no time to spare"
            : fill("shared memory is the limit, and the tensor cores work {} of the time",
                   percent(it.busy(), 0));
    const std::string a =
        it.a_bytes > 0 ? fill("{} of A and ", binary_bytes(it.a_bytes)) : std::string();
    const std::string room =
        it.stages > 0
            ? fill("A stage takes {}; {} fit", binary_bytes(it.stage_a + it.stage_b), it.stages)
            : std::string("The copy of A to Tensor Memory is not counted");
    return fill(
        "{}, each SM reads {}{} of B for {} of {} × {} × {}, in {}. The math takes {}: {}. {}.",
        shown.paired() ? "As a pair" : "Apart", a, binary_bytes(it.b_bytes),
        shown.paired() ? "its half" : "an instruction", gemm::two_sm_rows * shown.product.sms,
        shown.product.n, it.k, Word(shared, "cycle"), math, pace, room);
  }

  Table table() const override {
    Table table = headed(text_column("SMs"), Column("A read", "B"), Column("B read", "B"),
                         Column("Shared memory", "cycles"), Column("Math", "cycles"),
                         "FLOPs a byte", Column("Stage", "KiB"), "Stages");
    add(table, "apart", shown.apart);
    add(table, "a pair", shown.pair);
    return table;
  }

  std::vector<Metric> metrics() const override {
    const gemm::Feeding& it = shown.chosen();
    return {{"shared", "Shared memory", it.shared_cycles(), "cycles"},
            {"math", "Math", it.math_cycles, "cycles"},
            {"busy", "Tensor cores busy", 100 * it.busy(), 0, "%"},
            {"bytes", "Bytes read by an SM", it.bytes(), "B"},
            {"intensity", "FLOPs per byte", it.intensity(), 1},
            Metric{"stages", "Stages that fit", it.stages}.told_in("", "Stages", "group")};
  }

  TwoSmPicture shown;

 private:
  static void add(Table& table, std::string_view name, const gemm::Feeding& it) {
    table.add({name, it.a_bytes, it.b_bytes, it.shared_cycles(), it.math_cycles,
               cell(it.intensity(), 1),
               it.stages > 0 ? cell((it.stage_a + it.stage_b) / 1024) : no_cell(),
               it.stages > 0 ? cell(it.stages) : no_cell()});
  }
};

}  // namespace

Description two_sm_mma() {
  return describe<TwoSmMmaScene, parameters>(
      "two-sm-mma", "blackwell", "One product on two SMs",
      "What do two SMs save by sharing a product?", "core/gemm/two_sm.hpp",
      {.presets = presets, .parts = parts, .references = references});
}

}  // namespace loom::scenes
