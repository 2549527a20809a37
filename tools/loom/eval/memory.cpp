#include "core/memory/sectors.hpp"
#include "core/memory/wavefronts.hpp"
#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

constexpr Field sectors_in[] = {
    {"width", "bytes per lane: 1, 2, 4, 8 or 16"},
    {"offsets",
     "32 byte offsets from an address that is a multiple of 128, one per lane; whole multiples of "
     "'width'; "
     "null: the lane takes no part"},
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
     "multiples of 'width'; null: the lane takes no part"},
    {"store", "true: the lanes write; by default they read", true},
};
constexpr Field wavefronts_out[] = {
    {"wavefronts", "turns that the banks take"},
};

// Offsets up to here are exact as JSON numbers.
constexpr long long most_exact = 1ll << 53;

memory::WarpAccess read_access(const Json& fields) {
  memory::WarpAccess access;
  access.width = static_cast<int>(integer(fields["width"], "width", 1, 16));
  const Json& offsets = array(fields["offsets"], "offsets");
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
  return access;
}

Json run_sectors(const Json& fields) {
  const Result<memory::Request> request = memory::request(read_access(fields));
  if (!request) throw Refused("field " + request.error().message);
  return {{"sectors", request->sectors().size()},
          {"lines", request->lines()},
          {"bytes_used", request->bytes_used()},
          {"efficiency", answer(request->efficiency())}};
}

Json run_wavefronts(const Json& fields) {
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
