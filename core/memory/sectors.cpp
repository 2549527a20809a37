#include "core/memory/sectors.hpp"

#include <string>

#include "core/memory/ordered.hpp"

namespace loom::memory {
namespace {

Error misaligned(int lane, std::int64_t offset, int width) {
  return {"'offsets[" + std::to_string(lane) + "]': " + std::to_string(offset) +
          " is not a multiple of the width, " + std::to_string(width) +
          " bytes; the hardware refuses a misaligned address"};
}

}  // namespace

std::optional<Error> refused(const WarpAccess& access) {
  const int width = access.width;
  if (width < 1 || width > 16 || !std::has_single_bit(static_cast<unsigned>(width)))
    return Error{"'width': got " + std::to_string(width) + ", expected 1, 2, 4, 8 or 16 bytes"};
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const std::int64_t offset = access.offsets[static_cast<std::size_t>(lane)];
    if ((access.active >> lane & 1) != 0 && (offset & (width - 1)) != 0)
      return misaligned(lane, offset, width);
  }
  return std::nullopt;
}

Result<Request> request(const WarpAccess& access) {
  if (std::optional<Error> error = refused(access)) return *error;
  const int width = access.width;
  Request out;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    if ((access.active >> lane & 1) == 0) continue;
    const std::int64_t offset = access.offsets[static_cast<std::size_t>(lane)];
    out.requested_ += width;
    const std::int64_t address = offset & ~std::int64_t{sector_bytes - 1};
    Sector& sector = entry_with(out.sectors_.data(), out.count_, &Sector::address, address);
    sector.lanes |= 1u << lane;
    sector.used |= ((1u << width) - 1) << (offset - address);
  }
  std::int64_t line = 1;  // no line's address
  for (const Sector& sector : out.sectors()) {
    out.used_ += sector.bytes_used();
    const std::int64_t next = sector.address & ~std::int64_t{line_bytes - 1};
    out.lines_ += next != line;
    line = next;
  }
  return out;
}

}  // namespace loom::memory
