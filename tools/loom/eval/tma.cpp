#include "core/memory/tma.hpp"

#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

constexpr Field load_in[] = {
    {"element_bytes", "of an element: 1, 2, 4 or 8"},
    {"tensor",
     "[columns, rows] of the matrix in global memory, its first element at an address "
     "that is a multiple of 16"},
    {"box",
     "[columns, rows] of what is loaded, each 1 to 256; a row of the box is a multiple of "
     "16 bytes, and with a swizzle at most as long as that"},
    {"origin",
     "[x, y] of the box's first element; may be negative, and beyond the matrix; "
     "x · element_bytes is a multiple of 16"},
    {"swizzle", "bytes: 0 (none), 32, 64 or 128"},
    {"pitch",
     "bytes from one row of the matrix to the next, a multiple of 16; by default columns "
     "· element_bytes, which has to be one, too",
     true},
    {"misalign",
     "where in shared memory the box goes, in bytes from a multiple of 1024: 0 (the "
     "default) to 1023, a multiple of 128",
     true},
};
constexpr Field load_out[] = {
    {"slots",
     "for each element of shared memory, from that multiple of 1024 on (not from "
     "'misalign') to the end of the box's rows, which take no less than the swizzle: "
     "y · columns + x of its source, -1 for a zero from outside of the matrix, null where "
     "nothing is written"},
    {"bytes", "what the barrier is told to expect, and gets (expect_tx)"},
};

// Numbers up to this one are exact in JSON; the rules have narrower ranges and report them.
constexpr long long most = 1ll << 53;

struct Pair {
  long long x, y;
};
Pair pair_of(const Value& fields, const std::string& name, const std::string& expected) {
  const Value::Array& list = array(fields[name], name);
  if (list.size() != 2)
    throw Refused("field '" + name + "': expected " + expected + ", got " + display(list));
  return {integer(list[0], name + "[0]", -most, most), integer(list[1], name + "[1]", -most, most)};
}

// The field that the reader has to change.
std::string field_of(memory::TmaRule rule) {
  using enum memory::TmaRule;
  switch (rule) {
    case element_bytes:
      return "element_bytes";
    case swizzle:
    case row_in_swizzle:
      return "swizzle";
    case width:
      return "tensor[0]";
    case height:
      return "tensor[1]";
    case pitch:
    case pitch_range:
      return "pitch";
    case box_width:
    case row_bytes:
      return "box[0]";
    case box_height:
      return "box[1]";
    case x_bytes:
    case x_range:
      return "origin[0]";
    case y_range:
      return "origin[1]";
    case address:  // always 0 here
    case destination:
      break;
  }
  return "misalign";
}

memory::TmaLoad read_load(const Value& fields) {
  memory::TmaLoad load;
  memory::TensorMap& map = load.map;
  map.element_bytes = integer(fields["element_bytes"], "element_bytes", 1, 8);
  const auto [width, height] = pair_of(fields, "tensor", "[columns, rows]");
  map.width = width, map.height = height;
  const auto [box_width, box_height] = pair_of(fields, "box", "[columns, rows]");
  map.box_width = box_width, map.box_height = box_height;
  const auto [x, y] = pair_of(fields, "origin", "[x, y]");
  load.x = x, load.y = y;
  map.swizzle = integer(fields["swizzle"], "swizzle", -most, most);
  map.pitch = fields.contains("pitch") ? integer(fields["pitch"], "pitch", -most, most)
                                       : map.width * map.element_bytes;
  if (fields.contains("misalign"))
    load.destination = integer(fields["misalign"], "misalign", 0, 1023);
  return load;
}

Json run_load(const Value& fields) {
  const memory::TmaLoad load = read_load(fields);
  if (const auto refused = memory::refusal(load))
    throw Refused("field '" + field_of(refused->rule) + "': " + to_text(*refused) +
                  (refused->by_load() ? "; the load faults" : "; cuTensorMapEncodeTiled refuses"));
  Json slots = Json::array();
  for (const std::int64_t slot : memory::landed(load))
    slots.push_back(slot == memory::tma_not_written ? Json() : Json(slot));
  return {{"slots", std::move(slots)}, {"bytes", load.map.bytes()}};
}

}  // namespace

const Operation tma_load = {"tma.load",
                            "what Hopper's tensor copy engine leaves in shared memory, or why it "
                            "refuses",
                            load_in, load_out, run_load};

}  // namespace loom::eval
