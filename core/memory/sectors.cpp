#include "core/memory/sectors.hpp"

#include <string>

namespace loom::memory {
namespace {

Error misaligned(int lane, std::int64_t offset, int width) {
  return {"'offsets[" + std::to_string(lane) + "]': " + std::to_string(offset) + " is not a multiple of the width, " +
          std::to_string(width) + " bytes; the hardware refuses a misaligned address"};
}

}  // namespace

std::optional<Error> refused(const WarpAccess& access) {
  const int width = access.width;
  if (width < 1 || width > 16 || !std::has_single_bit(static_cast<unsigned>(width)))
    return Error{"'width': got " + std::to_string(width) + ", expected 1, 2, 4, 8 or 16 bytes"};
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const std::int64_t offset = access.offsets[static_cast<std::size_t>(lane)];
    if ((access.active >> lane & 1) != 0 && (offset & (width - 1)) != 0) return misaligned(lane, offset, width);
  }
  return std::nullopt;
}

Result<Request> request(const WarpAccess& access) {
  if (std::optional<Error> error = refused(access)) return *error;
  const int width = access.width;
  Request out;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const auto index = static_cast<std::size_t>(lane);
    if ((access.active >> lane & 1) == 0) continue;
    const std::int64_t offset = access.offsets[index];
    out.requested_ += width;

    // Inserted in order of address: 32 at most, mostly at the end.
    const std::int64_t address = offset & ~std::int64_t{sector_bytes - 1};
    int at = out.count_;
    while (at > 0 && out.sectors_[static_cast<std::size_t>(at - 1)].address >= address) --at;
    if (at == out.count_ || out.sectors_[static_cast<std::size_t>(at)].address != address) {
      for (int i = out.count_++; i > at; --i)
        out.sectors_[static_cast<std::size_t>(i)] = out.sectors_[static_cast<std::size_t>(i - 1)];
      out.sectors_[static_cast<std::size_t>(at)] = {address, 0, 0};
    }
    Sector& sector = out.sectors_[static_cast<std::size_t>(at)];
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
