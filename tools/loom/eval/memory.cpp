#include "core/memory/own_index.hpp"
#include "core/memory/sectors.hpp"
#include "core/memory/wavefronts.hpp"
#include "tools/loom/eval/fields.hpp"
#include "tools/loom/eval/layout_fields.hpp"

namespace loom::eval {
namespace {

constexpr std::string_view expression_is =
    "in place of 'offsets': an expression in 'lane' (also tid, threadIdx.x, warp, warpSize) with "
    "C's "
    "operators, min and max, or a layout like '(8,4):(4,1)'; the lane's offset is its value times "
    "'width'";

constexpr Field sectors_in[] = {
    {"width", "bytes per lane: 1, 2, 4, 8 or 16"},
    {"offsets",
     "32 byte offsets from an address that is a multiple of 128, one per lane; whole multiples of "
     "'width'; "
     "null: the lane takes no part",
     true},
    {"expression", expression_is, true},
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

void read_expression(const Value& expression, memory::WarpAccess& access) {
  const auto indices = memory::own_indices(text(expression, "expression"));
  if (!indices) throw Refused("field 'expression': " + indices.error().message);
  const std::int64_t most = most_exact / access.width;
  for (size_t lane = 0; lane < indices->size(); ++lane) {
    const std::int64_t index = (*indices)[lane];
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
    read_expression(fields["expression"], access);
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
