#include "core/async/ring.hpp"

#include <algorithm>

namespace loom::async {
namespace {

using Kind = RingEvent::Kind;
using Holds = RingStage::Holds;

// One of the two sides: waits for a barrier or works until a cycle.
struct Side {
  int tile = 0;
  bool working = false;
  int until = 0;  // working: when it hands over; else: from when on it looks at the barrier
};

struct Copy {
  int tile, end;
};

class Simulation {
 public:
  explicit Simulation(const RingOptions& options) : o_(options) {
    ring_.options = options;
    ring_.tiles.resize(static_cast<size_t>(o_.tiles));
    const Mbarrier full = *Mbarrier::init(1),
                   empty = *Mbarrier::init(o_.broken == Broken::arrivals ? 2 : 1);
    stages_.assign(static_cast<size_t>(o_.stages), {.full = full, .empty = empty});
    ring_.fresh = stages_;
    for (int i = 0; i < o_.tiles; ++i) tile(i).stage = i % o_.stages;
  }

  Ring run() {
    do {
      while (!ring_.overrun && (land() || produce() || consume())) {
      }
    } while (!ring_.overrun && advance());
    ring_.stuck = producer_.tile < o_.tiles || consumer_.tile < o_.tiles;
    ring_.producer = wait_of(producer_);
    ring_.consumer = wait_of(consumer_);
    ring_.total = now_;
    find_spoiled();
    if (ring_.stuck) note(Kind::stuck, std::min(consumer_.tile, o_.tiles - 1));
    return std::move(ring_);
  }

 private:
  RingTile& tile(int index) { return ring_.tiles[static_cast<size_t>(index)]; }
  RingStage& stage(int of_tile) { return stages_[static_cast<size_t>(of_tile % o_.stages)]; }
  RingWait wait_of(const Side& side) const {
    return {side.tile < o_.tiles, side.tile, side.tile % o_.stages};
  }
  void note(Kind kind, int of_tile) { ring_.events.push_back({kind, now_, of_tile, stages_}); }
  void count(const std::optional<Error>& refused) { ring_.overrun |= refused.has_value(); }

  // Each does one thing that happens in this cycle, and returns whether there was one.
  bool land();
  bool produce();
  bool consume();
  bool advance();
  void fill(int index);
  void hand_over();
  void release();
  void find_spoiled();

  const RingOptions o_;
  Ring ring_;
  std::vector<RingStage> stages_;
  std::vector<Copy> copies_;  // in order of their ends
  Side producer_, consumer_;
  int now_ = 0;
};

bool Simulation::land() {
  if (copies_.empty() || copies_.front().end > now_) return false;
  const int index = copies_.front().tile;
  copies_.erase(copies_.begin());
  fill(index);
  count(stage(index).full.complete_tx(ring_bytes));
  note(Kind::arrive, index);
  return true;
}

void Simulation::fill(int index) {
  RingStage& to = stage(index);
  to.holds = Holds::tile;
  to.tile = index;
  tile(index).arrived = now_;
}

bool Simulation::produce() {
  const int index = producer_.tile;
  if (index >= o_.tiles || producer_.until > now_) return false;
  if (producer_.working) {
    hand_over();
    return true;
  }
  RingTile& times = tile(index);
  if (times.wanted < 0) times.wanted = now_;
  const int lap = index / o_.stages, phase = o_.broken == Broken::parity ? lap : lap - 1;
  if (o_.broken != Broken::waiting && !stage(index).empty.test(phase).ended) return false;
  times.claimed = now_;
  if (RingStage& to = stage(index); to.holds == Holds::nothing) {
    to.holds = Holds::coming;
    to.tile = index;
  }
  producer_ = {index, true, now_ + o_.produce};
  note(Kind::claim, index);
  return true;
}

void Simulation::hand_over() {
  const int index = producer_.tile;
  tile(index).asked = now_;
  producer_ = {index + 1, false, now_ + o_.producer_loop};
  if (o_.copy > 0) {
    count(stage(index).full.arrive_expect_tx(o_.broken == Broken::bytes ? 2 * ring_bytes
                                                                        : ring_bytes));
    copies_.push_back({index, now_ + o_.copy});
    note(Kind::ask, index);
  } else {
    fill(index);
    count(stage(index).full.arrive());
    note(Kind::arrive, index);
  }
}

bool Simulation::consume() {
  const int index = consumer_.tile;
  if (index >= o_.tiles || consumer_.until > now_) return false;
  if (consumer_.working) {
    release();
    return true;
  }
  RingTile& times = tile(index);
  if (times.awaited < 0) times.awaited = now_;
  RingStage& from = stage(index);
  const Mbarrier::Test test = from.full.test(index / o_.stages);
  times.aliased |= test.aliases && from.full.phase() > index / o_.stages;
  if (!test.ended) return false;
  times.taken = now_;
  from.holds = Holds::read;
  from.tile = index;
  consumer_ = {index, true, now_ + o_.consume};
  note(Kind::take, index);
  return true;
}

void Simulation::release() {
  const int index = consumer_.tile;
  tile(index).released = now_;
  if (RingStage& from = stage(index); from.holds == Holds::read) {
    from.holds = Holds::nothing;
    from.tile = -1;
  }
  if (o_.broken != Broken::release) count(stage(index).empty.arrive());
  consumer_ = {index + 1, false, now_ + o_.consumer_loop};
  note(Kind::release, index);
}

// A copy's bytes arrive while it runs, in any order, so a consumer that reads during the copy, or
// later, may read them. Of all later tiles in a buffer, only the next one matters, because its
// bytes arrive first.
void Simulation::find_spoiled() {
  for (int index = 0; index + o_.stages < o_.tiles; ++index) {
    const RingTile& next = tile(index + o_.stages);
    const int begins = o_.copy > 0 ? next.asked : next.claimed;
    RingTile& times = tile(index);
    const int ends = times.released < 0 ? now_ : times.released;
    times.spoiled = times.taken >= 0 && begins >= 0 && begins < ends;
  }
}

// Advances to the next cycle in which something ends.
bool Simulation::advance() {
  int next = -1;
  const auto consider = [&](int at) {
    if (at > now_ && (next < 0 || at < next)) next = at;
  };
  if (!copies_.empty()) consider(copies_.front().end);
  for (const Side* side : {&producer_, &consumer_})
    if (side->tile < o_.tiles) consider(side->until);
  if (next < 0) return false;
  now_ = next;
  return true;
}

}  // namespace

int Ring::spoiled() const {
  return static_cast<int>(
      std::count_if(tiles.begin(), tiles.end(), [](const RingTile& tile) { return tile.spoiled; }));
}

Result<Ring> run_ring(const RingOptions& options) {
  const struct {
    const char* name;
    int value, minimum, maximum;
  } limits[] = {{"stages", options.stages, 1, most_ring_stages},
                {"tiles", options.tiles, 1, most_ring_tiles},
                {"produce", options.produce, 1, most_ring_cycles},
                {"copy", options.copy, 0, most_ring_cycles},
                {"consume", options.consume, 1, most_ring_cycles},
                {"producer_loop", options.producer_loop, 0, most_ring_cycles},
                {"consumer_loop", options.consumer_loop, 0, most_ring_cycles}};
  for (const auto& limit : limits)
    if (limit.value < limit.minimum || limit.value > limit.maximum)
      return Error{std::string(limit.name) + ": expected a whole number from " +
                   std::to_string(limit.minimum) + " to " + std::to_string(limit.maximum)};
  if (options.broken == Broken::bytes && options.copy == 0)
    return Error{"copy: expected at least 1 where bytes are expected"};
  return Simulation(options).run();
}

double ring_pace(const RingOptions& o) {
  return std::max({static_cast<double>(o.produce + o.producer_loop),
                   static_cast<double>(o.consume + o.consumer_loop),
                   static_cast<double>(o.produce + o.copy + o.consume) / o.stages});
}

}  // namespace loom::async
