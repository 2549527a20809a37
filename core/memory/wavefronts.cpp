#include "core/memory/wavefronts.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "core/memory/ordered.hpp"

namespace loom::memory {
namespace {

bool active(const WarpAccess& access, int lane) { return (access.active >> lane & 1) != 0; }

// Every lane names the address of lane l^x, or one of the two is inactive.
bool paired(const WarpAccess& access, int x) {
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const int other = lane ^ x;
    if (active(access, lane) && active(access, other) &&
        access.offsets[static_cast<std::size_t>(lane)] !=
            access.offsets[static_cast<std::size_t>(other)])
      return false;
  }
  return true;
}

using Group = std::array<Delivery, warp_lanes>;

// The words that a group of lanes wants, by address, and their number; of atomics, one for each
// lane. Aligned addresses share no words, so 32 is the most, also in groups that are joined.
int collect(const WarpAccess& access, Access kind, int first, int lanes, Group& wanted) {
  int count = 0;  // of addresses
  for (int lane = first; lane < first + lanes; ++lane) {
    if (!active(access, lane)) continue;
    const std::int64_t word = access.offsets[static_cast<std::size_t>(lane)] >> 2;
    if (kind == Access::atomic)
      wanted[static_cast<std::size_t>(count++)] = {word, 1u << lane};
    else
      entry_with(wanted.data(), count, &Delivery::word, word).lanes |= 1u << lane;
  }
  if (kind == Access::atomic)
    std::stable_sort(wanted.begin(), wanted.begin() + count,
                     [](const Delivery& a, const Delivery& b) { return a.word < b.word; });
  const int words = std::max(1, access.width / word_bytes);  // of an address
  for (int i = count * words - 1; i >= 0; --i) {             // in place, so the last goes first
    const Delivery& whole = wanted[static_cast<std::size_t>(i / words)];
    wanted[static_cast<std::size_t>(i)] = {whole.word + i % words, whole.lanes};
  }
  return count * words;
}

// Whether two neighboring groups of lanes are one.
bool merges(const WarpAccess& access, Access kind) {
  return access.width > 4 && kind == Access::load && (paired(access, 1) || paired(access, 2));
}

int lanes_of_group(const WarpAccess& access, bool merged) {
  return std::min(warp_lanes, warp_lanes * 4 / access.width * (merged ? 2 : 1));
}

}  // namespace

// A bank delivers its words by address, one in each turn; the turns of the group follow those
// before.
void Wavefronts::deliver(std::span<Delivery> wanted) {
  std::array<std::uint8_t, bank_count> turns_of{};  // of each bank, so far
  std::array<std::uint32_t, warp_lanes> banks{};    // of each turn; bit b: bank b has a word
  int turns = 0;
  for (Delivery& delivery : wanted) {
    const int turn = turns_of[static_cast<std::size_t>(delivery.bank())]++;
    banks[static_cast<std::size_t>(turn)] |= 1u << delivery.bank();
    delivery.wavefront = static_cast<std::uint8_t>(turn);
    delivery.group = static_cast<std::uint8_t>(groups_);
    turns = std::max(turns, turn + 1);
  }
  std::array<int, warp_lanes> first{};  // place of each turn's first delivery
  for (std::size_t turn = 0; turn < banks.size(); ++turn) {
    first[turn] = count_;
    count_ += std::popcount(banks[turn]);
  }
  for (Delivery& delivery : wanted) {
    const std::uint32_t before = banks[delivery.wavefront] & ((1u << delivery.bank()) - 1);
    const int place = first[delivery.wavefront] + std::popcount(before);
    delivery.wavefront = static_cast<std::uint8_t>(wavefronts_ + delivery.wavefront);
    deliveries_[static_cast<std::size_t>(place)] = delivery;
  }
  wavefronts_ += turns;
  groups_ += !wanted.empty();
}

Result<Wavefronts> wavefronts(const WarpAccess& access, Access kind) {
  if (std::optional<Error> error = refused(access)) return *error;
  Wavefronts out;
  out.merged_ = merges(access, kind);
  const int lanes = lanes_of_group(access, out.merged_);
  for (int first = 0; first < warp_lanes; first += lanes) {
    Group wanted{};
    const int count = collect(access, kind, first, lanes, wanted);
    out.deliver({wanted.data(), static_cast<std::size_t>(count)});
  }
  return out;
}

// What a lane takes is one piece of its own banks, so a group needs as many turns as there are
// distinct pieces of the same banks.
TurnCount count_turns(const WarpAccess& access, Access kind) {
  const int bytes = std::max(access.width, word_bytes),
            shift = std::countr_zero(static_cast<unsigned>(bytes)),
            lanes = lanes_of_group(access, merges(access, kind));
  const std::int64_t places = bank_count * word_bytes / bytes;
  const auto piece = [&](int lane) {
    return access.offsets[static_cast<std::size_t>(lane)] >> shift;
  };
  TurnCount found;
  for (int first = 0; first < warp_lanes; first += lanes) {
    std::array<std::uint32_t, bank_count> takers{};  // by place: a lane for each piece
    std::array<std::uint8_t, bank_count> pieces{};   // and how many these are
    int most = 0;
    for (int lane = first; lane < first + lanes; ++lane) {
      if (!active(access, lane)) continue;
      const auto place = static_cast<std::size_t>(piece(lane) & (places - 1));
      std::uint32_t others = takers[place];
      while (others != 0 && piece(std::countr_zero(others)) != piece(lane)) others &= others - 1;
      if (others != 0 && kind != Access::atomic) continue;
      takers[place] |= 1u << lane;
      most = std::max<int>(most, ++pieces[place]);
    }
    found.wavefronts += most;
    found.groups += most > 0;
  }
  return found;
}

}  // namespace loom::memory
