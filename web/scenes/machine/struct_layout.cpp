// Array of structs or struct of arrays? A warp reads some fields of 32 structs. A still: each
// further field that is read is one more load.
#include "core/memory/struct_layout.hpp"

#include "web/scenes/machine/struct_layout.hpp"

namespace loom::scenes {
namespace {

using memory::StructCost, memory::StructLayout;

constexpr Choice layouts[] = {{"aos", "Array of structs"}, {"soa", "Struct of arrays"}};

constexpr Parameter parameters[] = {
    whole_number("fields", "Fields of a struct", "4", {1, memory::most_fields},
                 {.help = "4 bytes each."}),
    whole_number("read", "Fields read", "1", {1, memory::most_fields},
                 {.help = "The first fields of the struct, one load for each."}),
    one_of("layout", "Layout", layouts, "aos"),
};

constexpr Preset presets[] = {
    {"One field of four", ""},
    {"Three of eight", "fields=8&read=3"},
};

constexpr std::string_view parts[] = {"fields", "sectors", "waste", "bytes", "measured"};
constexpr std::string_view references[] = {"best-practices"};

StructCost cost_of(StructLayout layout, const memory::StructOptions& options) {
  return *memory::struct_cost(layout, options);  // the parameters' ranges are the simulator's
}

class StructLayoutScene final : public Pictured<StructLayoutScene> {
 public:
  StructLayoutScene()
      : of_structs_(cost_of(StructLayout::array_of_structs, options_)),
        of_arrays_(cost_of(StructLayout::struct_of_arrays, options_)) {}

  std::optional<Error> set(const Values& values) override {
    options_.fields = values.integer("fields");
    options_.read = std::min(values.integer("read"), options_.fields);
    of_structs_ = cost_of(StructLayout::array_of_structs, options_);
    of_arrays_ = cost_of(StructLayout::struct_of_arrays, options_);
    chosen_ = values.text("layout") == "soa" ? StructLayout::struct_of_arrays
                                             : StructLayout::array_of_structs;
    return std::nullopt;
  }

  std::string status(int) const override {
    const bool structs = chosen_ == StructLayout::array_of_structs;
    const StructCost &cost = structs ? of_structs_ : of_arrays_,
                     &other = structs ? of_arrays_ : of_structs_;
    return fill(structs ? "A warp reads {} of 32 structs, {} bytes. Array of structs: {}, {} per "
                          "useful byte. Struct of arrays: {}, {}. {}"
                        : "A warp reads {} of 32 structs, {} bytes. Struct of arrays: {}, {} per "
                          "useful byte. Array of structs: {}, {}. {}",
                what(), cost.bytes_useful(), Word(cost.sectors_fetched(), "sector"),
                bytes_moved(cost.moved_per_useful()), Word(other.sectors_fetched(), "sector"),
                bytes_moved(other.moved_per_useful()),
                options_.read == 1 ? measured() : without_cache(cost, other));
  }

  Table table() const override {
    Table table{.columns = {{"Layout", false},
                            {"Loads"},
                            {"Sectors requested"},
                            {"Sectors fetched"},
                            {"Bytes fetched"},
                            {"Bytes useful"},
                            {"Moved per useful byte"}},
                .rows = {}};
    for (const StructCost* cost : {&of_structs_, &of_arrays_})
      table.add({cost == &of_structs_ ? "Array of structs" : "Struct of arrays", options_.read,
                 cost->sectors_requested(), cost->sectors_fetched(), cost->bytes_fetched(),
                 cost->bytes_useful(), cell(cost->moved_per_useful(), 2)});
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {{"aos", "Sectors, array of structs", of_structs_.sectors_fetched()},
            {"soa", "Sectors, struct of arrays", of_arrays_.sectors_fetched()},
            {"moved", "Bytes fetched per useful byte, array of structs",
             of_structs_.moved_per_useful(), 2}};
  }

  StructPicture shown() const { return {of_structs_, of_arrays_, options_, chosen_}; }

 private:
  // "field A", "fields A and B", "all 4 fields"
  std::string what() const {
    if (options_.read == options_.fields)
      return options_.fields == 1 ? "the only field" : "all " + plural(options_.fields, "field");
    const std::string last = field_name(options_.read - 1);
    if (options_.read == 1) return "field A";
    return (options_.read == 2 ? "fields A and " : "fields A to ") + last;
  }

  std::string measured() const {
    const auto count = [&](StructLayout layout) {
      return integer(memory::measured_first_load(layout, options_.fields).value_or(0));
    };
    const std::string structs = count(StructLayout::array_of_structs),
                      arrays = count(StructLayout::struct_of_arrays);
    return chosen_ == StructLayout::array_of_structs
               ? fill("Measured on an H200: {} and {}.", structs, arrays)
               : fill("Measured on an H200: {} and {}.", arrays, structs);
  }

  static std::string without_cache(const StructCost& cost, const StructCost& other) {
    return fill(
        "Each field is a load of its own. If no cache kept sectors from one load to the next, "
        "they would fetch {} and {}.",
        cost.sectors_requested(), other.sectors_requested());
  }

  memory::StructOptions options_;
  StructCost of_structs_, of_arrays_;
  StructLayout chosen_ = StructLayout::array_of_structs;
};

}  // namespace

std::string bytes_moved(double ratio) {
  return ratio == 1 ? "1 byte" : fixed(ratio, ratio == static_cast<int>(ratio) ? 0 : 2) + " bytes";
}

std::string field_name(int field) { return std::string(1, static_cast<char>('A' + field)); }
Description struct_layout() {
  return describe<StructLayoutScene, parameters>(
      "struct-layout", "index", "Struct layout",
      "Array of structs or struct of arrays: which fetches less?", "core/memory/struct_layout.hpp",
      {presets, parts, references});
}

}  // namespace loom::scenes
