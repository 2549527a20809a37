#include "core/memory/own_index.hpp"
#include "core/memory/sectors.hpp"
#include "core/memory/wavefronts.hpp"
#include "tools/loom/eval/fields.hpp"
#include "tools/loom/eval/layout_fields.hpp"

namespace loom::eval {
namespace {

constexpr std::string_view expression_is =
    "in place of 'offsets': an index such as 'threadIdx.x % 8 * 32', a line of CUDA C++ such as "
    "'out[i] = in[i * stride];', or a layout like '(8,4):(4,1)'; the lane's offset is its value "
    "times 'width'";
constexpr std::string_view names_are =
    "values of names in 'expression': 'n = 64, x = threadIdx.x'; by default those of x, y, i, me, "
    "row, col, k, n and stride";
constexpr std::string_view access_is =
    "which access to an array in 'expression', from 1; default 1";

constexpr Field sectors_in[] = {
    {"width", "bytes per lane: 1, 2, 4, 8 or 16"},
    {"offsets",
     "32 byte offsets from an address that is a multiple of 128, one per lane; whole multiples of "
     "'width'; "
     "null: the lane takes no part",
     true},
    {"expression", expression_is, true},
    {"names", names_are, true},
    {"access", access_is, true},
};
constexpr Field sectors_out[] = {
    {"sectors", "32-byte sectors that are fetched"},
    {"lines", "128-byte lines that they lie in"},
    {"bytes_used", "distinct bytes that some lane reads"},
    {"efficiency", "bytes_used / bytes fetched, 0 to 1; 1 when no lane takes part"},
};

constexpr Field wavefronts_in[] = {
    {"width", "bytes per lane: 1, 2, 4, 8 or 16"},
    {"offsets",
     "32 byte offsets into shared memory from an address that is a multiple of 128, one per lane; "
     "whole "
     "multiples of 'width'; null: the lane takes no part",
     true},
    {"expression", expression_is, true},
    {"names", names_are, true},
    {"access", access_is, true},
    {"store", "true: the lanes write; by default they read", true},
};
constexpr Field wavefronts_out[] = {
    {"wavefronts", "turns that the banks take"},
};

// Offsets up to this one are exact as JSON numbers.
constexpr long long most_exact = 1ll << 53;

void read_offsets(const Value& given, memory::WarpAccess& access) {
  const Value::Array& offsets = array(given, "offsets");
  if (offsets.size() != memory::warp_lanes)
    throw Refused("field 'offsets': expected 32 byte offsets, got " +
                  std::to_string(offsets.size()));
  for (size_t lane = 0; lane < offsets.size(); ++lane) {
    if (offsets[lane].is_null())
      access.active &= ~(1u << lane);
    else
      access.offsets[lane] =
          integer(offsets[lane], "offsets[" + std::to_string(lane) + "]", -most_exact, most_exact);
  }
}

void read_expression(const Value& fields, memory::WarpAccess& access) {
  const std::string names =
      fields.contains("names") ? text(fields["names"], "names") : std::string(memory::usual_names);
  const auto which = fields.contains("access")
                         ? static_cast<int>(integer(fields["access"], "access", 1, 1000))
                         : 1;
  const auto indices = memory::own_index(text(fields["expression"], "expression"), names, which);
  if (!indices) throw Refused("field 'expression': " + indices.error().message);
  const std::int64_t most = most_exact / access.width;
  for (size_t lane = 0; lane < indices->elements.size(); ++lane) {
    const std::int64_t index = indices->elements[lane];
    if (index < -most || index > most)
      throw Refused("field 'expression': lane " + std::to_string(lane) + " has index " +
                    std::to_string(index) + ", expected " + std::to_string(-most) + " to " +
                    std::to_string(most));
    access.offsets[lane] = index * access.width;
  }
}

memory::WarpAccess read_access(const Value& fields) {
  memory::WarpAccess access;
  access.width = static_cast<int>(integer(fields["width"], "width", 1, 16));
  const bool listed = fields.contains("offsets"), expressed = fields.contains("expression");
  if (listed && expressed) throw Refused("fields 'offsets' and 'expression': expected one of them");
  if (!listed && !expressed)
    throw Refused("missing field 'offsets', expected 32 byte offsets, or 'expression'");
  if (listed)
    read_offsets(fields["offsets"], access);
  else
    read_expression(fields, access);
  return access;
}

Json run_sectors(const Value& fields) {
  const Result<memory::Request> request = memory::request(read_access(fields));
  if (!request) throw Refused("field " + request.error().message);
  return {{"sectors", request->sectors().size()},
          {"lines", request->lines()},
          {"bytes_used", request->bytes_used()},
          {"efficiency", answer(request->efficiency())}};
}

Json run_wavefronts(const Value& fields) {
  const bool store = fields.contains("store") && boolean(fields["store"], "store");
  const auto found =
      memory::wavefronts(read_access(fields), store ? memory::Access::store : memory::Access::load);
  if (!found) throw Refused("field " + found.error().message);
  return {{"wavefronts", found->count()}};
}

}  // namespace

const Operation sectors = {"memory.sectors", "what one warp's load of global memory really fetches",
                           sectors_in, sectors_out, run_sectors};
const Operation wavefronts = {"memory.wavefronts",
                              "how many turns one warp's access to shared memory takes",
                              wavefronts_in, wavefronts_out, run_wavefronts};

}  // namespace loom::eval
