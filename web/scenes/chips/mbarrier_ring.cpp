// How does a full buffer find its reader? A producer, a consumer, and two barriers for each buffer
// between them; and what happens if one rule is broken.
#include "web/scenes/chips/mbarrier_ring.hpp"

namespace loom::scenes {
namespace {

using async::Broken, async::RingEvent;
using async::RingStage, async::RingTile;

// In the order of Broken.
constexpr Choice rules[] = {
    {"none", "None"},
    {"parity", "Producer begins at parity 0"},
    {"release", "Consumer never arrives"},
    {"bytes", "Full expects twice the bytes"},
    {"arrivals", "Empty expects two arrivals"},
    {"waiting", "Producer never waits"},
};

constexpr Parameter parameters[] = {
    whole_number("stages", "Buffers", "3", {1, most_buffers}, {.help = "Stages of the ring."}),
    whole_number("tiles", "Tiles", "8", {1, 16}),
    whole_number("produce", "Producer", "100", {10, 500},
                 {.unit = "cycles", .help = "For each tile, before it requests the copy."}),
    whole_number("copy", "Copy", "300", {10, 1000},
                 {.unit = "cycles", .help = "From the request to the last byte."}),
    whole_number("consume", "Consumer", "150", {10, 500},
                 {.unit = "cycles", .help = "For each tile, until it releases the buffer."}),
    one_of("broken", "Broken rule", rules, "none"),
};

constexpr Preset presets[] = {
    {"3 buffers", ""},
    {"1 buffer", "stages=1"},
    {"Wrong parity", "broken=parity"},
    {"No release", "broken=release"},
    {"Wrong bytes", "broken=bytes"},
    {"Overwritten", "broken=waiting"},
    {"2 phases late", "broken=waiting&consume=250"},
};
constexpr std::string_view parts[] = {"producer", "consumer", "buffers", "full", "empty", "copies"};
constexpr std::string_view references[] = {"ptx", "cutlass", "cccl"};

std::string name_of(const char* barrier, int stage) { return fill("{}[{}]", barrier, stage); }

class MbarrierRingScene final : public Pictured<MbarrierRingScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    return keep(shown.ring,
                async::run_ring({.stages = values.integer("stages"),
                                 .tiles = values.integer("tiles"),
                                 .produce = values.integer("produce"),
                                 .copy = values.integer("copy"),
                                 .consume = values.integer("consume"),
                                 .broken = static_cast<Broken>(values.choice("broken"))}));
  }

  int steps() const override { return shown.steps(); }

  std::string status(int step) const override {
    if (step == 0)
      return "Every barrier is in phase 0. The producer first waits for parity 1, a phase that "
             "counts as ended: all buffers are empty.";
    if (step < steps()) return happened(shown.event(step), shown.stages(step - 1));
    if (shown.ring.stuck) return deadlock() + why();
    return fill("{} take {} cycles. ", Word(o().tiles, "tile"), shown.ring.total) +
           (o().broken == Broken::waiting ? overwritten()
            : o().broken == Broken::none
                ? pace()
                : "The broken rule had no effect: no buffer was used twice.");
  }

  Table table() const override {
    Table table = headed("Tile", "Buffer", "Parity of its full phase", Column("Begun", "cycle"),
                         Column("Arrived", "cycle"), Column("Read from", "cycle"),
                         Column("Released", "cycle"));
    const auto time = [](int cycle) { return cycle < 0 ? no_cell() : cell(cycle); };
    for (int i = 0; i < o().tiles; ++i) {
      const RingTile& tile = nth(shown.ring.tiles, i);
      table.add({i, tile.stage, i / o().stages % 2, time(tile.claimed), time(tile.arrived),
                 time(tile.taken), time(tile.released)});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const auto number = [](int value) { return static_cast<double>(value); };
    return {{"pace", "Cycles per tile in the long run", async::ring_pace(o()), 0},
            {"total", "Total cycles", number(shown.ring.total), 0},
            {"read", "Tiles that are read", number(read()), 0},
            {"expected", "Bytes that a full barrier expects", expected(), "B"},
            {"spoiled", "Tiles read with wrong data", number(shown.ring.spoiled()), 0},
            {"producer", "The producer waits", number(waited().first), 0, "cycles"},
            {"consumer", "The consumer waits", number(waited().second), 0, "cycles"}};
  }

  MbarrierRing shown;

 private:
  const async::RingOptions& o() const { return shown.ring.options; }

  int expected() const {
    return o().broken == Broken::bytes ? 2 * async::ring_bytes : async::ring_bytes;
  }

  int read() const {
    const auto& tiles = shown.ring.tiles;
    return static_cast<int>(std::count_if(tiles.begin(), tiles.end(),
                                          [](const RingTile& tile) { return tile.taken >= 0; }));
  }

  // Producer and consumer, for tiles that they have.
  std::pair<int, int> waited() const {
    std::pair<int, int> sum{0, 0};
    for (const RingTile& tile : shown.ring.tiles) {
      if (tile.claimed >= 0) sum.first += tile.claimed - tile.wanted;
      if (tile.taken >= 0) sum.second += tile.taken - tile.awaited;
    }
    return sum;
  }

  std::string happened(const RingEvent& event, const std::vector<RingStage>& before) const {
    const auto s = static_cast<size_t>(event.tile % o().stages);
    const RingStage& now = event.stages[s];
    const int lap = event.tile / o().stages, stage = event.tile % o().stages;
    const std::string full = name_of("full", stage), empty = name_of("empty", stage),
                      at = fill("Cycle {}: ", event.cycle);
    switch (event.kind) {
      case RingEvent::Kind::claim:
        if (o().broken == Broken::waiting)
          return at +
                 fill("the producer begins tile {} and does not check that buffer {} is empty.",
                      event.tile, stage);
        return at + fill(
                        "{} has ended its phase of parity {}: buffer {} is empty. The producer "
                        "begins tile {}.",
                        empty, (lap + 1) % 2, stage, event.tile);
      case RingEvent::Kind::ask:
        return at + fill(
                        "the producer requests the copy of tile {} and arrives at {}, which now "
                        "waits for {} bytes and no arrival.",
                        event.tile, full, now.full.bytes());
      case RingEvent::Kind::arrive:
        if (now.full.phase() == before[s].full.phase())
          return at + fill("the copy of tile {} is complete, but {} still waits for {} bytes.",
                           event.tile, full, now.full.bytes());
        return at + fill(
                        "the last byte of tile {} arrives. {} waits for nothing more: its phase of "
                        "parity {} ends.",
                        event.tile, full, before[s].full.parity());
      case RingEvent::Kind::take:
        return at + fill(
                        "{} has ended its phase of parity {}: buffer {} is full. The consumer "
                        "reads tile {}.",
                        full, lap % 2, stage, event.tile);
      default:
        return at + released(event, before[s], empty);
    }
  }

  std::string released(const RingEvent& event, const RingStage& before,
                       const std::string& empty) const {
    if (o().broken == Broken::release)
      return fill("the consumer is done with tile {} and arrives nowhere.", event.tile);
    if (o().broken == Broken::arrivals)
      return fill(
          "the consumer is done with tile {} and arrives at {}, which waits for one more arrival.",
          event.tile, empty);
    return fill(
        "the consumer is done with tile {} and arrives at {}, whose phase of parity {} ends.",
        event.tile, empty, before.empty.parity());
  }

  std::string pace() const {
    const int turn = o().produce + o().copy + o().consume;
    const double pace = async::ring_pace(o());
    const auto [producer, consumer] = waited();
    const std::string waits =
        fill(" In all, the producer waits {} cycles, the consumer {}.", producer, consumer);
    const char* sets = pace == o().consume && pace >= o().produce ? "consumer" : "producer";
    if (pace > std::max(o().produce, o().consume))
      return fill("In the long run a tile takes {}: {} cycles of a turn / {}.", brief(pace), turn,
                  Word(o().stages, "buffer")) +
             waits;
    return fill("In the long run a tile takes {}: the {} sets the pace.", brief(pace), sets) +
           waits;
  }

  std::string overwritten() const {
    const int spoiled = shown.ring.spoiled();
    if (spoiled == 0) return "No tile was overwritten, because the producer is slow enough.";
    return fill("Nothing is stuck, but {} of {} were overwritten before or while they were read.",
                spoiled, Word(o().tiles, "tile"));
  }

  std::string deadlock() const {
    const async::Ring& ring = shown.ring;
    if (ring.overrun) return fill("Stop at cycle {}. ", ring.total);
    const std::string reads = name_of("full", ring.consumer.stage);
    if (!ring.producer.waits)
      return fill("After cycle {} nothing moves: the producer is done, the consumer waits at {}. ",
                  ring.total, reads);
    return fill("After cycle {} nothing moves: the producer waits at {}, the consumer at {}. ",
                ring.total, name_of("empty", ring.producer.stage), reads);
  }

  std::string why() const {
    const async::Ring& ring = shown.ring;
    const std::string empty = name_of("empty", ring.producer.stage),
                      full = name_of("full", ring.consumer.stage);
    switch (o().broken) {
      case Broken::parity:
        return fill(
            "Parity 0 at {} is the phase that still runs. Only a reader could end it, and there is "
            "nothing to read.",
            empty);
      case Broken::release:
        return fill("All {} were filled and read, but no arrival said that they are empty.",
                    Word(o().stages, "buffer"));
      case Broken::bytes:
        return fill("{} of {} bytes have arrived, and {} waits for the others.", async::ring_bytes,
                    expected(), full);
      case Broken::arrivals:
        return fill("{} expects two arrivals, but there is one consumer.", empty);
      default:
        break;
    }
    if (ring.overrun)
      return "The producer arrived twice in one phase of a full barrier, which expects one "
             "arrival: the result is undefined.";
    return fill(
        "{} is two phases ahead of the consumer, so its parity says that the tile has not "
        "arrived.",
        full);
  }
};

}  // namespace

Description mbarrier_ring() {
  return describe<MbarrierRingScene, parameters>(
      "mbarrier-ring", "index", "A ring of buffers",
      "How does a reader know that its buffer is full?", "core/async/ring.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
