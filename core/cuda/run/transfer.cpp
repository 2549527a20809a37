// Loads and stores. Where all lanes reach one array, as they should, runs of lanes are served at
// once; else lane after lane. Both give the same (tests/core/cuda/run/transfer_test.cpp).
#include <cstring>

#include "core/cuda/run/access.hpp"
#include "core/cuda/run/touch.hpp"
#include "core/cuda/run/undefined.hpp"
#include "core/cuda/run/values.hpp"

namespace loom::cuda {
namespace {

// The bytes of a lane's access within one cell.
unsigned cell_bytes(std::size_t offset, int width) {
  return width >= 4 ? 0xfu : ((1u << width) - 1) << (offset & 3);
}

unsigned equal_bytes(const std::uint8_t* a, const std::uint8_t* b, int count) {
  unsigned out = 0;
  for (int k = 0; k < count; ++k) out |= static_cast<unsigned>(a[k] == b[k]) << k;
  return out;
}

class Transfer {
 public:
  // `width` bytes of each lane at an address
  Transfer(const Step& step, bool store, bool strong, int width, int count, Register first)
      : step_(step),
        touch_(step, !store   ? Touch::read
                     : strong ? Touch::atomic
                              : Touch::write),
        store_(store),
        strong_(strong),
        width_(width),
        count_(count),
        size_(static_cast<std::size_t>(width / count)),
        first_(first) {
    if (store) take_values();
  }

  // Lanes of one region, one after another.
  void operator()(const Hits& hits) {
    const Region& region = hits.region;
    if (region.kind != 3) count(step_, hits, kind());
    const auto offset_of = [&](int lane) {
      return static_cast<std::size_t>(hits.access.offsets[static_cast<std::size_t>(lane)]);
    };
    acquire(region, hits.lanes, offset_of);
    for_lanes(hits.lanes, [&](int lane) {
      const std::size_t offset = offset_of(lane);
      if (store_ && strong_) step_.machine.order.atomic(step_.warp.clock, region.base + offset);
      if (region.kind == 3)
        frame(region, lane, offset);
      else if (!region.constant)
        shadow(region, lane, offset);
      if (store_)
        put(region.bytes + offset, lane, 1);
      else
        get_lane(region.bytes + offset, lane);
      if (store_ && step_.machine.careful && may_lack(step_.instruction(), region.kind))
        keep_lacking(region, lane, offset);
    });
  }

  // All lanes at once. False: they are not all of one region and good; nothing was done.
  bool at_once(const Lanes& places, std::uint64_t imm) {
    Machine& m = step_.machine;
    const Address address = places[first_lane(step_.lanes)] + imm;
    const int window = window::kind(address);
    if (window == 3) return frames_at_once(places, imm);
    if ((window != 1 && window != 2) || m.watch || (store_ && strong_)) return false;
    const Region region = window == 2 ? step_.block.shared_region() : m.memory.region(address);
    const auto width = static_cast<std::uint64_t>(width_);
    const std::uint64_t offset = address - region.base;
    if (region.size < width || offset > region.size - width || (offset & (width - 1)) != 0 ||
        (store_ && region.constant))
      return false;
    Patterns& patterns = m.patterns[static_cast<std::size_t>(step_.ready().patterns)];
    const Pattern& pattern =
        window == 2 ? patterns.shared(places.at.data(), imm, step_.lanes, width_, kind())
                    : patterns.global(places.at.data(), imm, step_.lanes, width_);
    if (!pattern.aligned || pattern.least < -static_cast<std::int64_t>(offset) ||
        pattern.most > static_cast<std::int64_t>(region.size - width - offset))
      return false;
    if (window == 2)
      Patterns::count_shared(pattern, step_.tally().traffic);
    else if (!region.constant)
      Patterns::count_global(pattern, step_.tally().traffic);
    const auto offset_of = [&](int lane) {
      return static_cast<std::size_t>(offset + pattern.distances[static_cast<std::size_t>(lane)]);
    };
    if (store_)
      store_runs(region, pattern, offset_of);
    else
      load_runs(region, pattern, offset_of);
    return true;
  }

  bool changed() const { return changed_; }

 private:
  memory::Access kind() const { return store_ ? memory::Access::store : memory::Access::load; }

  template <class F>
  void acquire(const Region& region, Mask lanes, F offset_of) {
    Order& order = step_.machine.order;
    const bool may = region.kind == 1 || (region.kind == 2 && step_.instruction().strong);
    if (store_ || !may || order.quiet()) return;
    for_lanes(lanes,
              [&](int lane) { order.acquire(step_.warp.clock, region.base + offset_of(lane)); });
  }

  template <class F>
  void load_runs(const Region& region, const Pattern& pattern, F offset_of) {
    acquire(region, step_.lanes, offset_of);
    const bool few = pattern.run_count <= most_runs;
    if (!region.constant) {
      if (few && width_ >= 4)
        for (int i = 0; i < pattern.run_count; ++i) {
          const LaneRun& run = pattern.runs[static_cast<std::size_t>(i)];
          for_lanes(unsettled(region, run, offset_of(run.first)) << run.first,
                    [&](int lane) { shadow(region, lane, offset_of(lane)); });
        }
      else
        for_lanes(step_.lanes, [&](int lane) { shadow(region, lane, offset_of(lane)); });
    }
    if (few && count_ == 1 && width_ >= 4)
      for (int i = 0; i < pattern.run_count; ++i) {
        const LaneRun& run = pattern.runs[static_cast<std::size_t>(i)];
        get_run(region.bytes + offset_of(run.first), run);
      }
    else
      for_lanes(step_.lanes, [&](int lane) { get_lane(region.bytes + offset_of(lane), lane); });
  }

  template <class F>
  void store_runs(const Region& region, const Pattern& pattern, F offset_of) {
    for (int i = 0; i < pattern.run_count; ++i) {
      const LaneRun& run = pattern.runs[static_cast<std::size_t>(i)];
      const std::size_t at = offset_of(run.first);
      if (run.same || run.count == 1 || width_ < 4) {
        for (int lane = run.first; lane < run.first + run.count; ++lane) {
          const std::size_t its = offset_of(lane);
          shadow(region, lane, its);
          put(region.bytes + its, lane, 1);
        }
        continue;
      }
      const int words = width_ / 4;
      const Mask others =
          touch_.neighbors(region.cells, at / 4, words, run.count, step_.thread(run.first));
      for_lanes(others << run.first, [&](int lane) { shadow(region, lane, offset_of(lane)); });
      std::uint32_t* heads = region.cells.heads + at / 4;
      for (int word = 0; word < words * run.count; ++word) heads[word] |= 0xfu << 24;
      put(region.bytes + at, run.first, run.count);
    }
  }

  // Visits the words that a run reads, but for those of the lanes that it returns: bit 0 is the
  // run's first lane.
  Mask unsettled(const Region& region, const LaneRun& run, std::size_t offset) {
    const Mask all = all_lanes >> (warp_lanes - run.count);
    if (run.count == 1) return all;
    const int words = width_ / 4, thread = step_.thread(run.first);
    const std::size_t at = offset / 4;
    std::uint32_t written = ~0u;
    const std::uint32_t* heads = region.cells.heads + at;
    for (int word = 0; word < words * (run.same ? 1 : run.count); ++word) written &= heads[word];
    if ((written >> 24 & 0xf) != 0xf) return all;
    if (run.same) return touch_.together(region.cells, at, words, run.count, thread) ? 0 : all;
    return touch_.neighbors(region.cells, at, words, run.count, thread);
  }

  // The shadow of a lane's bytes in global or shared memory.
  void shadow(const Region& region, int lane, std::size_t offset) {
    bool raced = false;
    std::size_t unwritten = none_unwritten;
    Rival rival, found;
    const int thread = step_.thread(lane), words = width_ <= 4 ? 1 : width_ / 4;
    const unsigned bytes = cell_bytes(offset, width_);
    const std::uint8_t* value = values_ + lane * width_;
    for (int word = 0; word < words; ++word) {
      const std::size_t at = offset / 4 + static_cast<std::size_t>(word);
      unsigned same = 0;
      if (store_) {
        same = equal_bytes(region.bytes + offset + 4 * word, value + 4 * word, std::min(4, width_))
               << (width_ < 4 ? offset & 3 : 0);
        region.cells.mark(at, bytes);
      } else {
        unwritten = std::min(unwritten, first_unwritten(region.cells, at, bytes));
      }
      if (touch_(region.cells, at, thread, bytes, same, found) && !raced) {
        raced = true;
        rival = found;
        rival.word = word;
      }
    }
    if (raced) report_race(step_, lane, region.base + offset, store_, rival);
    if (unwritten != none_unwritten) without_value(region, lane, offset, unwritten);
  }

  // A load found none; `unwritten`: the offset of the first byte.
  void without_value(const Region& region, int lane, std::size_t offset, std::size_t unwritten) {
    Machine& m = step_.machine;
    const bool may = may_lack(step_.instruction(), region.kind);
    m.suspect |= may;
    if (!may || !m.careful) return report_uninitialized(step_, lane, region.base + unwritten);
    for (int k = 0; k < count_; ++k, offset += size_)
      if (const std::size_t at = first_lacking(region, offset); at != none_unwritten)
        lack(step_, first_ + k, 1u << lane, region.base + at);
  }

  // The first byte of a scalar that memory has no value for.
  std::size_t first_lacking(const Region& region, std::size_t offset) const {
    for (std::size_t at = offset; at < offset + size_; ++at)
      if (region.kind == 3 ? *frame_bytes(region, at) == FrameByte::unwritten
                           : first_unwritten(region.cells, at / 4, 1u << at % 4) != none_unwritten)
        return at;
    return none_unwritten;
  }

  // A store of registers that have no value leaves memory without one.
  void keep_lacking(const Region& region, int lane, std::size_t offset) {
    for (int k = 0; k < count_; ++k, offset += size_) {
      if (!has(step_.warp.undefined[static_cast<std::size_t>(first_ + k)], lane)) continue;
      for (std::size_t at = offset; at < offset + size_; ++at)
        region.kind == 3 ? void(*frame_bytes(region, at) = FrameByte::unwritten)
                         : region.cells.unmark(at / 4, 1u << at % 4);
    }
  }

  FrameByte* frame_bytes(const Region& region, std::size_t offset) const {
    return step_.block.frame_bytes.data() + (region.bytes - step_.block.frames.data()) + offset;
  }

  void frame(const Region& region, int lane, std::size_t offset) {
    FrameByte* state = frame_bytes(region, offset);
    bool hole = false, unwritten = false;
    for (int k = 0; k < width_; ++k) {
      hole |= state[k] == FrameByte::hole;
      unwritten |= state[k] == FrameByte::unwritten;
      if (store_) state[k] = FrameByte::written;
    }
    if (hole)
      report_bad(step_, lane, region.base + offset, width_, store_);
    else if (unwritten && !store_)
      without_value(region, lane, offset, offset);
  }

  bool frames_at_once(const Lanes& places, std::uint64_t imm) {
    const auto size = static_cast<std::uint64_t>(step_.machine.code.frame_bytes),
               width = static_cast<std::uint64_t>(width_);
    if (size < width) return false;
    bool good = true;
    const auto offset_of = [&](int lane) { return places[lane] + imm - window::local_base; };
    for_lanes(step_.lanes, [&](int lane) {
      const std::uint64_t offset = offset_of(lane);
      if (offset > size - width || (offset & (width - 1)) != 0) {
        good = false;
        return;
      }
      const FrameByte* state =
          frame_bytes(frame_region(step_, lane), static_cast<std::size_t>(offset));
      for (int k = 0; k < width_; ++k)
        good &= state[k] == FrameByte::written || (store_ && state[k] == FrameByte::unwritten);
    });
    if (!good) return false;
    for_lanes(step_.lanes, [&](int lane) {
      const Region region = frame_region(step_, lane);
      const auto offset = static_cast<std::size_t>(offset_of(lane));
      if (!store_) return get_lane(region.bytes + offset, lane);
      std::memset(frame_bytes(region, offset), static_cast<int>(FrameByte::written),
                  static_cast<std::size_t>(width_));
      put(region.bytes + offset, lane, 1);
    });
    return true;
  }

  void get_lane(const std::uint8_t* at, int lane) {
    const Type type = step_.instruction().type;
    for (int k = 0; k < count_; ++k)
      step_.warp[first_ + k][lane] = read_scalar(at + k * size_of(type), type);
  }

  // One scalar of 4 or 8 bytes each.
  void get_run(const std::uint8_t* at, const LaneRun& run) {
    const Type type = step_.instruction().type;
    std::uint64_t* out = step_.warp[first_].at.data() + run.first;
    if (width_ == 8)
      get_neighbors<std::uint64_t>(at, run, out);
    else if (type == Type::i32)
      get_neighbors<std::int32_t>(at, run, out);
    else
      get_neighbors<std::uint32_t>(at, run, out);
  }
  template <class T>
  static void get_neighbors(const std::uint8_t* at, const LaneRun& run, std::uint64_t* out) {
    T value;
    if (run.same) {
      std::memcpy(&value, at, sizeof value);
      const std::uint64_t bits = bits_of(value);
      for (int i = 0; i < run.count; ++i) out[i] = bits;
      return;
    }
    for (int i = 0; i < run.count; ++i) {
      std::memcpy(&value, at + static_cast<std::size_t>(i) * sizeof value, sizeof value);
      out[i] = bits_of(value);
    }
  }

  // What the lanes store, as it will lie in memory: the bytes of each lane behind those of the lane
  // before.
  void take_values() {
    switch (size_of(step_.instruction().type)) {
      case 1:
        return take<std::uint8_t>();
      case 2:
        return take<std::uint16_t>();
      case 4:
        return take<std::uint32_t>();
      default:
        return take<std::uint64_t>();
    }
  }
  template <class T>
  void take() {
    for (int k = 0; k < count_; ++k) {
      const Lanes& from = step_.warp[first_ + k];
      std::uint8_t* at = values_ + static_cast<std::size_t>(k) * sizeof(T);
      const std::size_t step = static_cast<std::size_t>(count_) * sizeof(T);
      for (int lane = 0; lane < warp_lanes; ++lane) {
        const auto value = static_cast<T>(from[lane]);
        std::memcpy(at + static_cast<std::size_t>(lane) * step, &value, sizeof value);
      }
    }
  }

  // Of so many lanes that store one behind the other.
  void put(std::uint8_t* at, int lane, int lanes) {
    const std::uint8_t* from = values_ + lane * width_;
    const auto bytes = static_cast<std::size_t>(width_ * lanes);
    changed_ = changed_ || std::memcmp(at, from, bytes) != 0;
    std::memcpy(at, from, bytes);
  }

  static constexpr int most_runs = 8;  // for more there is no gain

  const Step& step_;
  Toucher touch_;
  bool store_;
  bool strong_;        // a store through volatile to global memory
  int width_, count_;  // bytes; scalars, in registers from `first` on
  std::size_t size_;   // bytes of each
  Register first_;
  bool changed_ = false;
  alignas(16) std::uint8_t values_[warp_lanes * 16];
};

// `count` scalars at once, at the places + imm.
void transfer(const Step& step, const Lanes& places, std::uint64_t imm, int count, Register first) {
  const Instruction& i = step.instruction();
  const bool store = i.op == Op::store;
  const bool strong = store && i.strong && window::kind(places[first_lane(step.lanes)] + imm) == 1;
  const int width = size_of(i.type) * count;
  Transfer transfer(step, store, strong, width, count, first);
  const bool careful = step.machine.careful;
  for (int k = 0; careful && !store && k < count; ++k)
    step.warp.undefined[static_cast<std::size_t>(first + k)] &= ~step.lanes;
  if (careful || step.machine.launch.one_by_one || !transfer.at_once(places, imm)) {
    Lanes addresses;
    for (int lane = 0; lane < warp_lanes; ++lane) addresses[lane] = places[lane] + imm;
    const Mask good = for_regions(step, addresses, step.lanes, width, store,
                                  [&](const Hits& hits) { transfer(hits); });
    for (int k = 0; !store && k < count; ++k)
      for_lanes(step.lanes & ~good, [&](int lane) { step.warp[first + k][lane] = 0; });
  }
  if (transfer.changed()) {
    step.warp.stored = true;
    ++step.machine.changes;
    if (strong) step.told();
  }
}

}  // namespace

void load_or_store(const Step& step) {
  const Instruction& i = step.instruction();
  const Register first = i.op == Op::store ? i.b : i.result;
  (i.op == Op::store ? step.warp.wrote : step.warp.read) = true;
  if (i.op == Op::store) step.warp.note_store(step.lanes);
  const int size = size_of(i.type), width = size * i.count;
  auto imm = static_cast<std::uint64_t>(i.imm);
  if (std::has_single_bit(static_cast<unsigned>(width)) && width <= 16)
    return transfer(step, step.warp[i.a], imm, i.count, first);
  const Lanes places = step.warp[i.a];  // which a load may write
  for (int k = 0; k < i.count; ++k, imm += static_cast<std::uint64_t>(size))
    transfer(step, places, imm, 1, first + k);
}

}  // namespace loom::cuda
