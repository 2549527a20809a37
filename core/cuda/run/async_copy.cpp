// cp.async: the bytes are copied at once, but count as being on their way until their thread waits
// for them.
#include <algorithm>
#include <cstring>

#include "core/cuda/run/access.hpp"
#include "core/cuda/run/touch.hpp"

namespace loom::cuda {
namespace {

// The cells of `bytes` bytes of shared memory from `offset` on: f(cells, which, bytes of
// it).
template <class F>
void for_cells(Block& block, std::uint32_t offset, std::uint32_t bytes, F f) {
  for (std::uint32_t at = offset; at < offset + bytes;) {
    const std::uint32_t end = std::min(offset + bytes, (at / 4 + 1) * 4);
    f(block.shadow.cells(), at / 4, ((1u << (end - at)) - 1) << (at & 3));
    at = end;
  }
}

// Reads what is copied; the lanes whose source is good.
Mask read_source(const Step& step, int width, const Lanes& kept,
                 std::array<std::array<std::uint8_t, 16>, warp_lanes>& bytes) {
  Toucher touch(step, Touch::read);
  Mask wanted = 0;
  for_lanes(step.lanes, [&](int lane) { wanted |= Mask{kept[lane] != 0} << lane; });
  return for_regions(
      step, step.warp[step.instruction().b], wanted, width, false, [&](const Hits& hits) {
        if (hits.region.kind != 3) count(step, hits, memory::Access::load);
        for_lanes(hits.lanes, [&](int lane) {
          const auto offset =
              static_cast<std::size_t>(hits.access.offsets[static_cast<std::size_t>(lane)]);
          std::memcpy(bytes[static_cast<std::size_t>(lane)].data(), hits.region.bytes + offset,
                      static_cast<std::size_t>(kept[lane]));
          if (!hits.region.cells || hits.region.constant) return;
          std::size_t unwritten = none_unwritten;
          for (std::size_t byte = 0; byte < kept[lane]; byte += 4) {
            const Cells& cells = hits.region.cells;
            const std::size_t at = (offset + byte) / 4;
            Rival rival;
            unwritten = std::min(unwritten, first_unwritten(cells, at, 0xf));
            if (touch(cells, at, step.thread(lane), 0xf, 0, rival)) {
              rival.word = static_cast<int>(byte / 4);
              report_race(step, lane, hits.region.base + offset, false, rival);
            }
          }
          if (unwritten != none_unwritten)
            report_uninitialized(step, lane, hits.region.base + unwritten);
        });
      });
}

}  // namespace

void copy_async(const Step& step) {
  const Instruction& i = step.instruction();
  Warp& warp = step.warp;
  const int width = i.count;
  Lanes kept;  // bytes that are copied
  for (int lane = 0; lane < warp_lanes; ++lane)
    kept[lane] = i.c == none ? static_cast<std::uint64_t>(width)
                             : std::min(warp[i.c][lane], static_cast<std::uint64_t>(width));
  std::array<std::array<std::uint8_t, 16>, warp_lanes> bytes{};
  read_source(step, width, kept, bytes);
  Toucher touch(step, Touch::pending);
  Lanes targets;
  for (int lane = 0; lane < warp_lanes; ++lane)
    targets[lane] = warp[i.a][lane] + static_cast<std::uint64_t>(i.imm);
  for_regions(step, targets, step.lanes, width, true, [&](const Hits& hits) {
    if (hits.region.kind != 2) {
      for_lanes(hits.lanes, [&](int lane) { report_bad(step, lane, targets[lane], width, true); });
      return;
    }
    count(step, hits, memory::Access::store);
    for_lanes(hits.lanes, [&](int lane) {
      const auto offset =
          static_cast<std::uint32_t>(hits.access.offsets[static_cast<std::size_t>(lane)]);
      int word = 0;
      for_cells(step.block, offset, static_cast<std::uint32_t>(width),
                [&](const Cells& cells, std::size_t at, unsigned mask) {
                  Rival rival;
                  if (touch(cells, at, step.thread(lane), mask, 0, rival)) {
                    rival.word = word;
                    report_race(step, lane, hits.region.base + offset, true, rival);
                  }
                  cells.mark(at, mask);
                  ++word;
                });
      std::memcpy(hits.region.bytes + offset, bytes[static_cast<std::size_t>(lane)].data(),
                  static_cast<std::size_t>(width));
      warp.copies.push_back({offset, static_cast<std::uint32_t>(width), lane,
                             warp.open_group[static_cast<std::size_t>(lane)]});
      warp.stored = true;
      ++step.machine.changes;
    });
  });
}

void commit_copies(const Step& step) {
  for_lanes(step.lanes, [&](int lane) { ++step.warp.open_group[static_cast<std::size_t>(lane)]; });
}

void wait_for_copies(const Step& step) {
  const Instruction& i = step.instruction();
  Warp& warp = step.warp;
  const std::uint32_t stretch = step.machine.order.stretch(warp.clock);
  const auto arrived = [&](const AsyncCopy& copy) {
    if (!has(step.lanes, copy.lane)) return false;
    const int open = warp.open_group[static_cast<std::size_t>(copy.lane)];
    if (i.imm >= 0 && copy.group >= open - i.imm) return false;
    for_cells(step.block, copy.offset, copy.bytes,
              [&](const Cells& cells, std::size_t at, unsigned mask) {
                arrive(cells, at, mask, step.thread(copy.lane), stretch);
              });
    return true;
  };
  std::erase_if(warp.copies, arrived);
}

}  // namespace loom::cuda
