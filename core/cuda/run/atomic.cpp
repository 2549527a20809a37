#include <cstring>

#include "core/cuda/run/access.hpp"
#include "core/cuda/run/touch.hpp"

namespace loom::cuda {
namespace {

using Bits = std::uint64_t;

template <class T>
T combined(Atomic how, T old, T b) {
  switch (how) {
    case Atomic::add:
      return static_cast<T>(old + b);
    case Atomic::sub:
      return static_cast<T>(old - b);
    case Atomic::min:
      return b < old ? b : old;
    case Atomic::max:
      return old < b ? b : old;
    default:
      return b;
  }
}
template <class T>
Bits integer(Atomic how, Bits old, Bits b) {
  using U = std::make_unsigned_t<T>;
  const U x = static_cast<U>(old), y = static_cast<U>(b);
  switch (how) {
    case Atomic::bit_and:
      return old & b;
    case Atomic::bit_or:
      return old | b;
    case Atomic::bit_xor:
      return old ^ b;
    case Atomic::increment:
      return x >= y ? 0 : bits_of(static_cast<T>(x + 1));
    case Atomic::decrement:
      return x == 0 || x > y ? b : bits_of(static_cast<T>(x - 1));
    case Atomic::add:
      return bits_of(static_cast<T>(static_cast<U>(x + y)));
    case Atomic::sub:
      return bits_of(static_cast<T>(static_cast<U>(x - y)));
    default:
      return bits_of(combined(how, static_cast<T>(old), static_cast<T>(b)));
  }
}

// What an atomic leaves in memory.
Bits after(Atomic how, Type type, Bits old, Bits b, Bits c) {
  if (how == Atomic::compare_and_swap) return old == b ? c : old;
  if (how == Atomic::exchange) return b;
  switch (type) {
    case Type::f32:
      return bits_of(combined(how, value_in<float>(old), value_in<float>(b)));
    case Type::f64:
      return bits_of(combined(how, value_in<double>(old), value_in<double>(b)));
    case Type::f16:
    case Type::bf16:
      return half_bits(combined(how, half_value(old, type), half_value(b, type)), type);
    case Type::i32:
      return integer<std::int32_t>(how, old, b);
    case Type::i64:
      return integer<std::int64_t>(how, old, b);
    case Type::u64:
      return integer<std::uint64_t>(how, old, b);
    case Type::u32:
      return integer<std::uint32_t>(how, old, b);
    default:
      return extended(integer<std::uint32_t>(how, old, b), type);
  }
}

}  // namespace

void atomic(const Step& step) {
  const Instruction& i = step.instruction();
  Machine& m = step.machine;
  Warp& warp = step.warp;
  const int size = size_of(i.type), width = size * i.count;
  const Lanes addresses = warp[i.a];  // imm is the operation
  warp.read = true;
  Toucher touch(step, Touch::atomic);

  const auto one = [&](const Hits& hits, int lane) {
    const auto offset =
        static_cast<std::size_t>(hits.access.offsets[static_cast<std::size_t>(lane)]);
    const Address address = hits.region.base + offset;
    if (hits.region.cells) {
      bool raced = false;
      std::size_t unwritten = none_unwritten;
      Rival rival, found;
      const unsigned bytes = width >= 4 ? 0xf : ((1u << width) - 1) << (offset & 3);
      for (int word = 0; word < std::max(1, width / 4); ++word) {
        const Cells& cells = hits.region.cells;
        const std::size_t at = offset / 4 + static_cast<std::size_t>(word);
        unwritten = std::min(unwritten, first_unwritten(cells, at, bytes));
        cells.mark(at, bytes);
        if (touch(cells, at, step.thread(lane), bytes, 0, found) && !raced)
          raced = true, rival = found, rival.word = word;
      }
      if (raced) report_race(step, lane, address, true, rival);
      if (unwritten != none_unwritten && static_cast<Atomic>(i.imm) != Atomic::exchange)
        report_uninitialized(step, lane, hits.region.base + unwritten);
    }
    m.order.atomic(warp.clock, address);
    for (int k = 0; k < i.count; ++k) {
      std::uint8_t* at = hits.region.bytes + offset + k * size;
      Bits old = 0;
      std::memcpy(&old, at, static_cast<std::size_t>(size));
      old = extended(old, i.type);
      const Bits c = i.c == none ? 0 : warp[i.c + k][lane];
      const Bits next = after(static_cast<Atomic>(i.imm), i.type, old, warp[i.b + k][lane], c);
      if (next != old) warp.stored = true, ++m.changes, step.told();
      std::memcpy(at, &next, static_cast<std::size_t>(size));
      if (i.result != none) warp[i.result + k][lane] = old;
    }
  };
  const Mask good = for_regions(step, addresses, step.lanes, width, true, [&](const Hits& hits) {
    if (hits.region.kind != 3) {
      const auto access = i.at_once ? memory::Access::store : memory::Access::atomic;
      count(step, hits, access);
      // Two operands of each lane.
      if (static_cast<Atomic>(i.imm) == Atomic::compare_and_swap && hits.region.kind == 2)
        count(step, hits, access);
      step.tally().traffic.atomic_conflicts += conflicts(hits.access);
    }
    for_lanes(hits.lanes, [&](int lane) { one(hits, lane); });
  });
  if (i.result != none)
    for (int k = 0; k < i.count; ++k)
      for_lanes(step.lanes & ~good, [&](int lane) { warp[i.result + k][lane] = 0; });
}

}  // namespace loom::cuda
