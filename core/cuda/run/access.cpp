#include "core/cuda/run/access.hpp"

#include "core/cuda/message.hpp"
#include "core/cuda/run/watch.hpp"

namespace loom::cuda {
namespace {

std::string bytes_text(int width) { return message(width == 1 ? "% byte" : "% bytes", {width}); }

}  // namespace

Mask for_regions(const Step& step, const Lanes& addresses, Mask lanes, int width, bool writes,
                 ForHits f, void* with) {
  Mask good = 0;
  while (lanes != 0) {
    const int first = first_lane(lanes);
    const Address address = addresses[first];
    Hits hits;
    hits.access.width = width;
    const int kind = window::kind(address);
    if (kind == 3) {
      hits.region = frame_region(step, first);
      hits.lanes = 1u << first;
      const std::uint64_t offset = address - hits.region.base;
      hits.access.offsets[static_cast<std::size_t>(first)] = static_cast<std::int64_t>(offset);
      if (hits.region.size < static_cast<std::uint64_t>(width) ||
          offset > hits.region.size - static_cast<std::uint64_t>(width) ||
          (offset & static_cast<std::uint64_t>(width - 1)) != 0)
        hits.lanes = 0;
    } else {
      hits.region = kind == 2 ? step.block.shared_region() : step.machine.memory.region(address);
      const bool room = hits.region.size >= static_cast<std::uint64_t>(width) &&
                        !(writes && hits.region.constant);
      const std::uint64_t last = room ? hits.region.size - static_cast<std::uint64_t>(width) : 0;
      const auto odd = static_cast<std::uint64_t>(width - 1);
      std::uint64_t bad[warp_lanes], any = 0;
      for (int lane = 0; lane < warp_lanes; ++lane) {
        const std::uint64_t offset = addresses[lane] - hits.region.base;
        hits.access.offsets[static_cast<std::size_t>(lane)] = static_cast<std::int64_t>(offset);
        bad[lane] = (offset | (last - offset)) >> 63 | (offset & odd);  // beyond 0 … last, or odd
        any |= bad[lane];
      }
      hits.lanes = all_lanes;
      for (int lane = 0; any != 0 && lane < warp_lanes; ++lane)
        hits.lanes &= ~(static_cast<Mask>(bad[lane] != 0) << lane);
      hits.lanes &= room ? lanes : 0;
    }
    if (hits.lanes == 0 || !has(hits.lanes, first)) {
      report_bad(step, first, address, width, writes);
      lanes &= ~(1u << first);
      continue;
    }
    hits.access.active = hits.lanes;
    if (step.machine.watch && kind != 3) note_watched(step, hits, writes);
    f(with, hits);
    good |= hits.lanes;
    lanes &= ~hits.lanes;
  }
  return good;
}

Region frame_region(const Step& step, int lane) {
  const auto size = static_cast<std::size_t>(step.machine.code.frame_bytes);
  return {window::local_base,
          size,
          step.block.frames.data() + size * static_cast<std::size_t>(step.thread(lane)),
          {},
          false,
          3,
          -1};
}

void count(const Step& step, const Hits& hits, memory::Access kind) {
  Patterns& patterns = step.machine.patterns[static_cast<std::size_t>(step.ready().patterns)];
  if (hits.region.constant) return;  // through a cache of its own, which these counters do not see
  std::array<std::uint64_t, warp_lanes> places;
  for (std::size_t lane = 0; lane < places.size(); ++lane)
    places[lane] = static_cast<std::uint64_t>(hits.access.offsets[lane]);
  Traffic& traffic = step.tally().traffic;
  if (hits.region.kind == 2)
    Patterns::count_shared(patterns.shared(places.data(), 0, hits.lanes, hits.access.width, kind),
                           traffic);
  else
    Patterns::count_global(patterns.global(places.data(), 0, hits.lanes, hits.access.width),
                           traffic);
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
    finding.object = described(m.memory, m.code, address, width);
    finding.message =
        message("% % at %", {writes ? "writes" : "reads", bytes_text(width), finding.object});
    if (fault == Fault::null)
      finding.message = "a null pointer is used: it " + finding.message;
    else if (fault == Fault::misaligned)
      finding.message += message(", whose address is not a multiple of %", {width});
    else if (fault == Fault::read_only)
      finding.message += ", which is constant";
    else if (region.bytes && kind == 1 && m.memory.at(region.slot).element.size > 0)
      finding.message += message(
          ", but there are % elements",
          {region.size / static_cast<std::uint64_t>(m.memory.at(region.slot).element.size)});
    else if (region.bytes && kind == 2)
      finding.message += message(", beyond the % of shared memory of the block",
                                 {bytes_text(static_cast<int>(region.size))});
    else if (kind == 2)
      finding.message += ", but the launch gives its blocks no shared memory: 'shared' is 0";
    else
      finding.message += ", where nothing is";
  });
}

void report_uninitialized(const Step& step, int lane, Address address) {
  Machine& m = step.machine;
  const std::int64_t subject =
      static_cast<std::int64_t>(window::kind(address)) << 32 | window::slot(address);
  m.report(Fault::uninitialized, step.pc, subject, step.block, step.warp, 1u << lane,
           [&](Finding& finding) {
             finding.object = described(m.memory, m.code, address);
             finding.message =
                 message("% is read before anything was written there", {finding.object});
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
  return message("thread % of block %", {text(step.machine.thread_index(rival.thread)),
                                         text(step.machine.block_index(rival.block))});
}

// Makes the other side certain, if that can be.
void name_rival(const Step& step, int lane, Address address, Rival& rival) {
  Machine& m = step.machine;
  const Address word = word_of(address);
  if (rival.certain || (m.watch && m.watch->find(step, lane, word, rival))) return;
  if (m.unnamed.size() < Watch::most_words) m.unnamed.insert(word);
}

}  // namespace

void report_race(const Step& step, int lane, Address address, bool writes, Rival rival) {
  Machine& m = step.machine;
  if (rival.word != 0)
    address = word_of(address) + 4 * static_cast<Address>(std::exchange(rival.word, 0));
  name_rival(step, lane, address, rival);
  const bool known = rival.certain && rival.stamp < m.stamped.size();
  const std::int32_t there = known ? m.stamped[rival.stamp] : none;
  // Whichever side comes second: a pair of places is one finding.
  const std::int32_t here = m.at(step.pc).place, other = there == none ? here : m.at(there).place;
  const std::int64_t slot =
      static_cast<std::int64_t>(window::kind(address)) << 8 | window::slot(address);
  const std::int64_t subject = slot << 32 | std::min(here, other);
  const Mask one = 1u << lane;
  m.report_at(Fault::race, std::max(here, other), step.pc, subject, step.block, step.warp, one,
              [&](Finding& finding) {
                finding.object = described(m.memory, m.code, address);
                if (rival.certain)
                  finding.other = Party{m.block_index(rival.block), m.thread_index(rival.thread)};
                if (there != none) finding.other_place = m.place(there);
                finding.message =
                    message("thread % of block % % %, which % %",
                            {text(finding.who->thread), text(finding.who->block),
                             writes ? "writes" : "reads", finding.object, rival_text(step, rival),
                             rival.wrote() ? "wrote" : "read"});
                if (finding.other_place)
                  finding.message += message(" in line %", {finding.other_place->line});
                finding.message += !rival.certain ? ", and nothing orders the two"
                                   : step.block.number == rival.block
                                       ? ", and no barrier lies between"
                                       : ", and nothing orders the two blocks";
              });
}

}  // namespace loom::cuda
