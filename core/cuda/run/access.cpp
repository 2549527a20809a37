#include "core/cuda/run/access.hpp"

#include <cstring>

#include "core/cuda/run/touch.hpp"
#include "core/cuda/run/watch.hpp"

namespace loom::cuda {
namespace {

std::string bytes_text(int width) {
  return std::to_string(width) + (width == 1 ? " byte" : " bytes");
}

// The bytes of a lane's access within one cell.
unsigned cell_bytes(std::uint64_t offset, int width) {
  return width >= 4 ? 0xfu : ((1u << width) - 1) << (offset & 3);
}

template <class Bytes, bool store>
struct Transfer {
  const Step& step;
  Toucher touch;
  int count;  // scalars, in registers from `first` on
  Register first;
  Type type;
  bool strong;  // a store through volatile to global memory
  bool changed = false;

  // Shadow of a lane's bytes in global or shared memory. `put`: what a store writes.
  void shadow(const Region& region, int lane, std::uint64_t offset, int width,
              const std::uint8_t* put) {
    bool raced = false, unwritten = false;
    Rival rival, found;
    const int thread = step.thread(lane), words = width <= 4 ? 1 : width / 4;
    Cell* cell = region.cells + offset / 4;
    const unsigned bytes = cell_bytes(offset, width);
    for (int word = 0; word < words; ++word, ++cell) {
      unsigned same = 0;
      if (store) {
        same = equal_bytes(region.bytes + offset + 4 * word, put + 4 * word, std::min(4, width))
               << (width < 4 ? offset & 3 : 0);
        cell->head |= bytes << 24;
      } else {
        unwritten |= (cell->written() & bytes) != bytes;
      }
      if (touch(*cell, thread, bytes, same, found) && !raced) {
        raced = true;
        rival = found;
        rival.word = word;
      }
    }
    if (raced) report_race(step, lane, region.base + offset, store, rival);
    if (unwritten) report_uninitialized(step, lane, region.base + offset);
  }

  static unsigned equal_bytes(const std::uint8_t* a, const std::uint8_t* b, int count) {
    unsigned out = 0;
    for (int k = 0; k < count; ++k) out |= static_cast<unsigned>(a[k] == b[k]) << k;
    return out;
  }

  void frame(const Region& region, int lane, std::uint64_t offset, int width) {
    FrameByte* state =
        step.block.frame_bytes.data() + (region.bytes - step.block.frames.data()) + offset;
    bool hole = false, unwritten = false;
    for (int k = 0; k < width; ++k) {
      hole |= state[k] == FrameByte::hole;
      unwritten |= state[k] == FrameByte::unwritten;
      if (store) state[k] = FrameByte::written;
    }
    if (hole)
      report_bad(step, lane, region.base + offset, width, store);
    else if (unwritten && !store)
      report_uninitialized(step, lane, region.base + offset);
  }

  void operator()(const Hits& hits) {
    if (hits.region.kind != 3)
      loom::cuda::count(step, hits, store ? memory::Access::store : memory::Access::load);
    if (store)
      put(hits);
    else
      get(hits);
  }

  void get(const Hits& hits) {
    const auto offset_of = [&](int lane) {
      return static_cast<std::uint64_t>(hits.access.offsets[static_cast<std::size_t>(lane)]);
    };
    const int width = hits.access.width;
    if (hits.region.kind == 1 && !step.machine.order.quiet())
      for_lanes(hits.lanes, [&](int lane) {
        step.machine.order.acquire(step.warp.clock, hits.region.base + offset_of(lane));
      });
    if (hits.region.kind == 3) {
      for_lanes(hits.lanes, [&](int lane) { frame(hits.region, lane, offset_of(lane), width); });
    } else if (!hits.region.constant) {
      const Mask settled = width != 4 ? 0
                                      : touch.settled(hits.region.cells, hits.access.offsets,
                                                      hits.lanes, step.thread(0));
      for_lanes(hits.lanes & ~settled,
                [&](int lane) { shadow(hits.region, lane, offset_of(lane), width, nullptr); });
    }
    for (int k = 0; k < count; ++k) get_scalar(hits, k);
  }

  // A scalar of each lane.
  void get_scalar(const Hits& hits, int k) {
    Lanes& lanes = step.warp[first + k];
    const std::uint8_t* bytes = hits.region.bytes + static_cast<std::size_t>(k) * sizeof(Bytes);
    const auto read = [&](auto in_register) {
      for_lanes(hits.lanes, [&](int lane) {
        Bytes value;
        std::memcpy(&value, bytes + hits.access.offsets[static_cast<std::size_t>(lane)],
                    sizeof value);
        lanes[lane] = in_register(value);
      });
    };
    if (type == Type::boolean)
      read([](Bytes value) { return std::uint64_t{value != 0}; });
    else if (is_signed(type))
      read([](Bytes value) { return bits_of(static_cast<std::make_signed_t<Bytes>>(value)); });
    else
      read([](Bytes value) { return std::uint64_t{value}; });
  }

  void put(const Hits& hits) {
    const int width = hits.access.width;
    for_lanes(hits.lanes, [&](int lane) {
      const auto offset =
          static_cast<std::uint64_t>(hits.access.offsets[static_cast<std::size_t>(lane)]);
      std::uint8_t* at = hits.region.bytes + offset;
      std::uint8_t bytes[16];
      if (strong) step.machine.order.atomic(step.warp.clock, hits.region.base + offset);
      for (int k = 0; k < count; ++k) {
        const auto value = static_cast<Bytes>(step.warp[first + k][lane]);
        std::memcpy(bytes + static_cast<std::size_t>(k) * sizeof value, &value, sizeof value);
      }
      changed = changed || std::memcmp(at, bytes, static_cast<std::size_t>(width)) != 0;
      if (hits.region.kind == 3)
        frame(hits.region, lane, offset, width);
      else if (!hits.region.constant)
        shadow(hits.region, lane, offset, width, bytes);
      std::memcpy(at, bytes, static_cast<std::size_t>(width));
    });
  }
};

template <class Bytes, bool store>
void transfer_of(const Step& step, const Lanes& addresses, int count, Register first) {
  const bool strong =
      store && step.instruction().strong && window::kind(addresses[first_lane(step.lanes)]) == 1;
  const Touch touch = !store ? Touch::read : strong ? Touch::atomic : Touch::write;
  Transfer<Bytes, store> transfer{step,  {step, touch},           count,
                                  first, step.instruction().type, strong};
  const int width = static_cast<int>(sizeof(Bytes)) * count;
  const Mask good = for_regions(step, addresses, step.lanes, width, store,
                                [&](const Hits& hits) { transfer(hits); });
  if (transfer.changed) {
    step.warp.stored = true;
    ++step.machine.changes;
  }
  if (store || good == step.lanes) return;
  for (int k = 0; k < count; ++k)
    for_lanes(step.lanes & ~good, [&](int lane) { step.warp[first + k][lane] = 0; });
}
template <class Bytes>
void transfer_bytes(const Step& step, const Lanes& addresses, int count, Register first) {
  if (step.instruction().op == Op::store)
    transfer_of<Bytes, true>(step, addresses, count, first);
  else
    transfer_of<Bytes, false>(step, addresses, count, first);
}

// `count` scalars at once.
void transfer(const Step& step, const Lanes& addresses, int count, Register first) {
  switch (size_of(step.instruction().type)) {
    case 1:
      return transfer_bytes<std::uint8_t>(step, addresses, count, first);
    case 2:
      return transfer_bytes<std::uint16_t>(step, addresses, count, first);
    case 4:
      return transfer_bytes<std::uint32_t>(step, addresses, count, first);
    default:
      return transfer_bytes<std::uint64_t>(step, addresses, count, first);
  }
}

}  // namespace

Region frame_region(const Step& step, int lane) {
  const auto size = static_cast<std::size_t>(step.machine.code.frame_bytes);
  return {window::local_base,
          size,
          step.block.frames.data() + size * static_cast<std::size_t>(step.thread(lane)),
          nullptr,
          false,
          3,
          -1};
}

void count(const Step& step, const Hits& hits, memory::Access kind) {
  Patterns& patterns = step.machine.patterns[static_cast<std::size_t>(step.ready().patterns)];
  Traffic& traffic = step.tally().traffic;
  if (hits.region.constant) return;  // through a cache of its own, which these counters do not see
  if (hits.region.kind == 2)
    patterns.shared(hits.access, kind, traffic);
  else
    patterns.global(hits.access, traffic);
}

void report_bad(const Step& step, int lane, Address address, int width, bool writes) {
  Machine& m = step.machine;
  const int kind = window::kind(address);
  const Region region = kind == 2   ? step.block.shared_region()
                        : kind == 3 ? frame_region(step, lane)
                                    : m.memory.region(address);
  const std::uint64_t offset = address - region.base;
  const bool inside = region.bytes && offset <= region.size &&
                      static_cast<std::uint64_t>(width) <= region.size - offset;
  const bool aligned = (address & static_cast<Address>(width - 1)) == 0;
  const Fault fault = address < window::null_end  ? Fault::null
                      : !inside                   ? Fault::out_of_bounds
                      : !aligned                  ? Fault::misaligned
                      : region.constant && writes ? Fault::read_only
                                                  : Fault::out_of_bounds;
  const std::int64_t subject = static_cast<std::int64_t>(kind) << 32 | window::slot(address);
  m.report(fault, step.pc, subject, step.block, step.warp, 1u << lane, [&](Finding& finding) {
    finding.object = described(m.memory, m.code, address);
    const std::string what =
        std::string(writes ? "writes " : "reads ") + bytes_text(width) + " at " + finding.object;
    if (fault == Fault::null)
      finding.message = "a null pointer is used: it " + what;
    else if (fault == Fault::misaligned)
      finding.message = what + ", whose address is not a multiple of " + std::to_string(width);
    else if (fault == Fault::read_only)
      finding.message = what + ", which is constant";
    else if (region.bytes && kind == 1 && m.memory.at(region.slot).element.size > 0)
      finding.message = what + ", but there are " +
                        std::to_string(region.size / static_cast<std::uint64_t>(
                                                         m.memory.at(region.slot).element.size)) +
                        " elements";
    else if (region.bytes && kind == 2)
      finding.message = what + ", beyond the " + bytes_text(static_cast<int>(region.size)) +
                        " of shared memory of the block";
    else
      finding.message = what + ", where nothing is";
  });
}

void report_uninitialized(const Step& step, int lane, Address address) {
  Machine& m = step.machine;
  const std::int64_t subject =
      static_cast<std::int64_t>(window::kind(address)) << 32 | window::slot(address);
  m.report(Fault::uninitialized, step.pc, subject, step.block, step.warp, 1u << lane,
           [&](Finding& finding) {
             finding.object = described(m.memory, m.code, address);
             finding.message = finding.object + " is read before anything was written there";
           });
}

void note_watched(const Step& step, const Hits& hits, bool writes) {
  const bool atomic = step.instruction().op == Op::atomic;
  step.machine.watch->note(step, hits,
                           atomic   ? Touch::atomic
                           : writes ? Touch::write
                                    : Touch::read);
}

namespace {

// "thread (3,0,0) of block (0,0,0)", or as much of it as is known.
std::string rival_text(const Step& step, const Rival& rival) {
  if (!rival.certain) return "another thread";
  return "thread " + text(step.machine.thread_index(rival.thread)) + " of block " +
         text(step.machine.block_index(rival.block));
}

// Makes the other side certain, if that can be.
void name_rival(const Step& step, int lane, Address address, Rival& rival) {
  Machine& m = step.machine;
  const Address word = word_of(address) + 4 * static_cast<Address>(rival.word);
  if (rival.certain || (m.watch && m.watch->find(step, lane, word, rival))) return;
  if (m.unnamed.size() < Watch::most_words) m.unnamed.insert(word);
}

}  // namespace

void report_race(const Step& step, int lane, Address address, bool writes, Rival rival) {
  Machine& m = step.machine;
  name_rival(step, lane, address, rival);
  const bool known = rival.certain && rival.stamp < m.stamped.size();
  const std::int32_t there = known ? m.stamped[rival.stamp] : none;
  // Whichever side comes second: a pair of places is one finding.
  const std::int32_t here = m.at(step.pc).place, other = there == none ? here : m.at(there).place;
  const std::int64_t slot =
      static_cast<std::int64_t>(window::kind(address)) << 8 | window::slot(address);
  const std::int64_t subject = slot << 32 | std::min(here, other);
  const Mask one = 1u << lane;
  m.report_at(
      Fault::race, std::max(here, other), step.pc, subject, step.block, step.warp, one,
      [&](Finding& finding) {
        finding.object = described(m.memory, m.code, address);
        if (rival.certain)
          finding.other = Party{m.block_index(rival.block), m.thread_index(rival.thread)};
        if (there != none) finding.other_place = m.place(there);
        finding.message =
            "thread " + text(finding.who->thread) + " of block " + text(finding.who->block) +
            (writes ? " writes " : " reads ") + finding.object + ", which " +
            rival_text(step, rival) + (rival.wrote() ? " wrote" : " read") +
            (finding.other_place ? " in line " + std::to_string(finding.other_place->line) : "") +
            (!rival.certain                     ? ", and nothing orders the two"
             : step.block.number == rival.block ? ", and no barrier lies between"
                                                : ", and nothing orders the two blocks");
      });
}

void load_or_store(const Step& step) {
  const Instruction& i = step.instruction();
  Lanes addresses;
  const Lanes& base = step.warp[i.a];
  for (int lane = 0; lane < warp_lanes; ++lane)
    addresses[lane] = base[lane] + static_cast<std::uint64_t>(i.imm);
  const Register first = i.op == Op::store ? i.b : i.result;
  (i.op == Op::store ? step.warp.wrote : step.warp.read) = true;
  const int width = size_of(i.type) * i.count;
  if (std::has_single_bit(static_cast<unsigned>(width)) && width <= 16)
    return transfer(step, addresses, i.count, first);
  for (int k = 0; k < i.count; ++k) {
    transfer(step, addresses, 1, first + k);
    for (int lane = 0; lane < warp_lanes; ++lane)
      addresses[lane] += static_cast<std::uint64_t>(size_of(i.type));
  }
}

}  // namespace loom::cuda
