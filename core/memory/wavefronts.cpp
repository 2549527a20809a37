#include "core/memory/wavefronts.hpp"

#include <algorithm>
#include <optional>
#include <utility>

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

}  // namespace

void Wavefronts::add(std::int64_t word, int lane) {
  int at = count_;
  while (at > 0 && deliveries_[static_cast<std::size_t>(at - 1)].group == groups_ &&
         deliveries_[static_cast<std::size_t>(at - 1)].word != word)
    --at;
  if (at > 0 && deliveries_[static_cast<std::size_t>(at - 1)].group == groups_) {
    deliveries_[static_cast<std::size_t>(at - 1)].lanes |= 1u << lane;
    return;
  }
  deliveries_[static_cast<std::size_t>(count_++)] = {word, 1u << lane, 0,
                                                     static_cast<std::uint8_t>(groups_)};
}

// Gives the group's words, from `first` on, their turns, and puts them in order.
void Wavefronts::close_group(int first) {
  const std::span<Delivery> group(deliveries_.data() + first,
                                  static_cast<std::size_t>(count_ - first));
  int turns = 0;
  for (Delivery& delivery : group) {
    int before = 0;
    for (const Delivery& other : group)
      before += other.bank() == delivery.bank() && other.word < delivery.word;
    delivery.wavefront = static_cast<std::uint8_t>(wavefronts_ + before);
    turns = std::max(turns, before + 1);
  }
  const auto place = [](const Delivery& delivery) {
    return delivery.wavefront * bank_count + delivery.bank();
  };
  for (std::size_t i = 1; i < group.size(); ++i)
    for (std::size_t at = i; at > 0 && place(group[at]) < place(group[at - 1]); --at)
      std::swap(group[at], group[at - 1]);
  wavefronts_ += turns;
  groups_ += !group.empty();
}

Result<Wavefronts> wavefronts(const WarpAccess& access, Access kind) {
  if (std::optional<Error> error = refused(access)) return *error;
  Wavefronts out;
  out.merged_ =
      access.width > 4 && kind == Access::load && (paired(access, 1) || paired(access, 2));
  const int lanes = std::min(warp_lanes, warp_lanes * 4 / access.width * (out.merged_ ? 2 : 1));
  for (int first = 0; first < warp_lanes; first += lanes) {
    const int start = out.count_;
    for (int lane = first; lane < first + lanes; ++lane) {
      if (!active(access, lane)) continue;
      const std::int64_t word = access.offsets[static_cast<std::size_t>(lane)] >> 2;
      for (int i = 0; i < access.width; i += word_bytes) out.add(word + i / word_bytes, lane);
    }
    out.close_group(start);
  }
  return out;
}

}  // namespace loom::memory
