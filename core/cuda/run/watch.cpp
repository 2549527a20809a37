#include "core/cuda/run/watch.hpp"

namespace loom::cuda {

Watch::Watch(const std::set<Address>& words) {
  for (const Address word : words) {
    maybe_.set(bit(word));
    words_[word];
  }
}

void Watch::note(const Step& step, const Hits& hits, Touch touch) {
  ++notes_;
  for_lanes(hits.lanes, [&](int lane) {
    const auto offset = hits.access.offsets[static_cast<std::size_t>(lane)];
    const Address begin = hits.region.base + static_cast<Address>(offset);
    const auto width = static_cast<Address>(hits.access.width);
    const unsigned bytes = width < 4 ? ((1u << width) - 1) << (begin & 3) : 0xf;
    for (Address word = word_of(begin); word < begin + width; word += 4) {
      if (!maybe_.test(bit(word))) continue;
      const auto found = words_.find(word);
      if (found == words_.end()) continue;
      std::vector<Access>& all = found->second;
      if (all.size() >= most_accesses)
        all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2));
      all.push_back({step.machine.order.stretch(step.warp.clock), step.thread(lane), touch, bytes,
                     step.ready().stamp, notes_});
    }
  });
}

bool Watch::find(const Step& step, int lane, Address word, Rival& rival) {
  const auto found = words_.find(word);
  if (found == words_.end()) return false;
  const Order& order = step.machine.order;
  for (auto each = found->second.rbegin(); each != found->second.rend(); ++each) {
    if (++work_ > most_work) return false;
    const bool later = each->note == notes_ && each->thread > step.thread(lane);
    if (later || each->touch != rival.touch || (each->bytes >> rival.byte & 1) == 0) continue;
    const std::uint32_t block = order.of(each->stretch).block;
    if ((block == step.block.number && each->thread == step.thread(lane)) ||
        order.before(each->stretch, each->thread, step.warp.clock, lane))
      continue;
    rival.block = block;
    rival.thread = each->thread;
    rival.stamp = each->stamp;
    rival.certain = true;
    return true;
  }
  return false;
}

}  // namespace loom::cuda
