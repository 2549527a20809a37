#include "core/kernels/flash_schedule.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/limits.hpp"

namespace loom::kernels {
namespace {

using Part = FlashPart;

// Operations for a score: the maximum, a fused multiply and subtract, the sum, half a conversion of
// two.
constexpr double lane_operations = 3.5;
// Operations for an exponential on the lanes: splitting off the whole part, a cubic, and combining
// the two.
constexpr double emulation_operations = 8;

std::optional<Error> check_schedule(const FlashScheduleOptions& o) {
  if (auto error = check_limits({{"version", 1.0 * o.version, 1, flash_versions},
                                 {"width", 1.0 * o.width, 16, 256},
                                 {"keys", 1.0 * o.keys, 16, 256},
                                 {"steps", 1.0 * o.steps, 1, most_flash_steps},
                                 {"emulated", o.emulated, 0, 1},
                                 {"rescaled", o.rescaled, 0, 1}}))
    return error;
  for (const auto& [name, rate] :
       {std::pair{"tensor", o.chip.tensor}, std::pair{"exponentials", o.chip.exponentials},
        std::pair{"lanes", o.chip.lanes}, std::pair{"copy", o.chip.copy},
        std::pair{"synchronous", o.chip.synchronous}, std::pair{"peak", o.chip.peak}})
    if (!(rate > 0 && rate <= 1e9))
      return Error{std::string(name) + ": expected a rate above 0, up to 1e9"};
  return std::nullopt;
}

FlashUnit unit_of(Part part) {
  switch (part) {
    case Part::load:
      return FlashUnit::copy;
    case Part::scores:
    case Part::output:
      return FlashUnit::tensor;
    case Part::exponentials:
      return FlashUnit::exponential;
    default:
      return FlashUnit::lanes;
  }
}

class FlashSimulation {
 public:
  explicit FlashSimulation(const FlashScheduleOptions& options)
      : o_(options),
        streams_(options.version == 1 ? 1 : 2),
        rows_(options.version == 3 ? 64 : 128),
        ends_(static_cast<std::size_t>(streams_ * options.steps * parts), not_yet) {}

  FlashSchedule run() {
    FlashSchedule found;
    std::array<double, 4> free_at = {};
    for (std::size_t left = ends_.size(); left > 0; --left) {
      FlashEvent next;
      next.start = -1;
      // In the order of steps, streams and parts: if two can begin at the same time, the first
      // does.
      for (int step = done_steps_; step < std::min(o_.steps, done_steps_ + 4); ++step)
        for (int stream = 0; stream < streams_; ++stream)
          for (int part = 0; part < parts; ++part) {
            const auto p = static_cast<Part>(part);
            if (end(stream, step, p) != not_yet) continue;
            const double ready = ready_at(stream, step, p);
            if (ready == not_yet) continue;
            const FlashUnit unit = unit_of(p);
            const double start = std::max(ready, free_at[static_cast<std::size_t>(unit)]);
            if (next.start < 0 || start < next.start) next = {stream, step, p, unit, start, start};
          }
      next.end += cycles(next.stream, next.part);
      end(next.stream, next.step, next.part) = next.end;
      if (next.end > next.start) {
        free_at[static_cast<std::size_t>(next.unit)] = next.end;
        found.busy[static_cast<std::size_t>(next.unit)] += next.end - next.start;
        found.events.push_back(next);
      }
      found.cycles = std::max(found.cycles, next.end);
      while (done_steps_ < o_.steps && step_done(done_steps_)) ++done_steps_;
    }
    for (double& busy : found.busy) busy /= found.cycles;
    found.bound = static_cast<FlashUnit>(std::max_element(found.busy.begin(), found.busy.end()) -
                                         found.busy.begin());
    const double operations = 4.0 * streams_ * rows_ * o_.keys * o_.width * o_.steps;
    found.tflops = o_.chip.peak * operations / (found.cycles * o_.chip.tensor);
    return found;
  }

 private:
  static constexpr int parts = 7;
  static constexpr double not_yet = -1;

  double& end(int stream, int step, Part part) {
    return ends_[static_cast<std::size_t>((step * streams_ + stream) * parts) +
                 static_cast<std::size_t>(part)];
  }
  bool step_done(int step) {
    for (int stream = 0; stream < streams_; ++stream)
      for (int part = 0; part < parts; ++part)
        if (end(stream, step, static_cast<Part>(part)) == not_yet) return false;
    return true;
  }

  double cycles(int stream, Part part) const {
    const FlashChip& chip = o_.chip;
    const double scores = 1.0 * rows_ * o_.keys, numbers = 1.0 * rows_ * o_.width;
    const bool last = o_.version == 4;
    switch (part) {
      case Part::load: {
        if (o_.version >= 3 && stream > 0) return 0;  // the first one's serves both
        const double bytes = o_.version == 1 ? numbers * (2 + 4 + 4) : 4.0 * o_.keys * o_.width;
        return bytes / chip.copy;
      }
      case Part::scores:
      case Part::output:
        return 2 * scores * o_.width / (chip.tensor * (o_.version < 3 ? chip.synchronous : 1));
      case Part::maxima:
        return scores * lane_operations / chip.lanes;
      case Part::exponentials:
        return scores * (last ? 1 - o_.emulated : 1) / chip.exponentials;
      case Part::emulated:
        return last ? scores * o_.emulated * emulation_operations / chip.lanes : 0;
      default:
        return numbers * (last ? o_.rescaled : 1) / chip.lanes;
    }
  }

  // When everything that a part needs is done; not_yet if some of it has no time yet.
  double ready_at(int stream, int step, Part part) {
    double ready = 0;
    bool good = true;
    const auto after = [&](int of_stream, int of_step, Part needed) {
      if (of_step < 0) return;
      const double done = end(of_stream, of_step, needed);
      good = good && done != not_yet;
      ready = std::max(ready, done);
    };
    const bool ahead = o_.version >= 3;
    switch (part) {
      case Part::load:
        if (o_.version >= 3)  // two buffers, with which both streams must be finished
          for (int each = 0; each < streams_; ++each) after(each, step - 2, Part::output);
        else
          after(stream, step - (o_.version == 1 ? 1 : 2), Part::output);
        break;
      case Part::scores:
        after(ahead ? 0 : stream, step, Part::load);
        after(stream, step - (ahead ? 2 : 1), Part::output);
        after(stream, step - 1, Part::scores);
        break;
      case Part::maxima:
        after(stream, step, Part::scores);
        after(stream, step - 1, o_.version == 4 ? Part::exponentials : Part::rescale);
        if (o_.version == 4) after(stream, step - 1, Part::emulated);
        break;
      case Part::exponentials:
      case Part::emulated:
        after(stream, step, Part::maxima);
        break;
      case Part::rescale:
        after(stream, step, o_.version == 4 ? Part::maxima : Part::exponentials);
        after(stream, step - 1, Part::output);
        break;
      case Part::output:
        after(stream, step, Part::exponentials);
        after(stream, step, Part::emulated);
        after(stream, step, Part::rescale);
        break;
    }
    return good ? ready : not_yet;
  }

  FlashScheduleOptions o_;
  int streams_, rows_, done_steps_ = 0;
  std::vector<double> ends_;
};

}  // namespace

Result<FlashSchedule> flash_schedule(const FlashScheduleOptions& options) {
  if (auto error = check_schedule(options)) return *error;
  return FlashSimulation(options).run();
}

std::vector<double> FlashSchedule::step_ends() const {
  std::vector<double> ends = {0};
  for (const FlashEvent& event : events) {
    if (event.part != Part::output) continue;
    const auto step = static_cast<std::size_t>(event.step) + 1;
    if (ends.size() <= step) ends.resize(step + 1);
    ends[step] = std::max(ends[step], event.end);
  }
  return ends;
}

double FlashSchedule::busy_until(FlashUnit unit, double time) const {
  double works = 0;
  for (const FlashEvent& event : events)
    if (event.unit == unit) works += std::max(0.0, std::min(event.end, time) - event.start);
  return works / time;
}

Result<std::array<FlashVersion, flash_versions>> all_flash_versions(FlashScheduleOptions options) {
  std::array<FlashVersion, flash_versions> all;
  options.version = 0;
  for (FlashVersion& each : all) {
    ++options.version;
    auto run = flash_schedule(options);
    if (!run) return run.error();
    run->events.clear();
    each = {options.version, std::move(*run), published_flash(options.version, options.chip),
            flash_missing(options.version, options.chip)};
  }
  return all;
}

}  // namespace loom::kernels
