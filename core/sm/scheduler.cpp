#include "core/sm/scheduler.hpp"

#include <algorithm>
#include <array>

namespace loom::sm {
namespace {

struct Warp {
  int segment = 0;  // 0: the loads; j: the instructions that need load j − 1
  int left = 0;     // instructions of the segment still to issue
  int ready = 0;    // first cycle in which the next one can issue
  std::array<int, max_loads_in_flight> arrival{};
};

// Appends issues to a trace; they join the last run if they keep the same step.
void append(std::vector<IssueRun>& issues, const IssueRun& run) {
  if (!issues.empty()) {
    IssueRun& last = issues.back();
    const int stride = last.count > 1 ? last.stride : run.first - last.first;
    const bool goes_on = last.load == run.load && run.first == last.last() + stride &&
                         (run.count == 1 || run.stride == stride);
    if (goes_on) {
      last.stride = stride;
      last.count += run.count;
      return;
    }
  }
  issues.push_back(run);
}

class Simulator {
 public:
  Simulator(const SchedulerOptions& options, int turns)
      : options_(options), turns_(turns), warps_(static_cast<size_t>(options.warps)) {
    for (Warp& warp : warps_) warp.left = options.in_flight;
    schedule_.options = options;
    schedule_.warps.resize(warps_.size());
  }

  WarpSchedule run() {
    while (end_ < 0) {
      find_eligible();
      if (eligible_.empty()) {
        schedule_.gaps.push_back({now_, next_ready_});
        now_ = next_ready_;
      } else if (options_.policy == Policy::greedy_then_oldest) {
        pick_greedy();
      } else {
        pick_in_turn();
      }
    }
    clip();
    return std::move(schedule_);
  }

 private:
  // The eligible warps in the order in which round-robin would pick them, and the time when the
  // next one joins.
  // joins.
  void find_eligible() {
    const int count = options_.warps;
    eligible_.clear();
    next_ready_ = 1 << 30;
    for (int i = 1; i <= count; ++i) {
      const int w = (last_ + i) % count, ready = warp(w).ready;
      if (ready <= now_)
        eligible_.push_back(w);
      else
        next_ready_ = std::min(next_ready_, ready);
    }
  }

  void pick_greedy() {
    int chosen = eligible_.front();
    for (int w : eligible_) {
      if (w == last_) {
        chosen = w;
        break;
      }
      chosen = std::min(chosen, w);
    }
    const int count = warp(chosen).left;  // no other warp takes over before the end of the segment
    issue(chosen, now_, 1, count);
    now_ += count;
  }

  // As many whole rounds as the eligible warps stay the same, or else one instruction.
  void pick_in_turn() {
    const int size = static_cast<int>(eligible_.size());
    int rounds = (next_ready_ - now_) / size;
    for (int w : eligible_) rounds = std::min(rounds, warp(w).left);
    if (rounds == 0) {
      issue(eligible_.front(), now_++, 1, 1);
      return;
    }
    for (int i = 0; i < size; ++i) issue(eligible_[static_cast<size_t>(i)], now_ + i, size, rounds);
    now_ += size * rounds;
  }

  void issue(int index, int first, int stride, int count) {
    Warp& warp = this->warp(index);
    WarpTrace& trace = schedule_.warps[static_cast<size_t>(index)];
    const int loads = options_.in_flight;
    if (warp.segment == 0) {
      if (index == 0 && warp.left == loads) begin_turn(first);
      for (int n = 0; n < count; ++n)
        warp.arrival[static_cast<size_t>(loads - warp.left + n)] =
            first + stride * n + options_.latency;
    }
    append(trace.issues, {first, stride, count, warp.segment == 0});
    last_ = index;
    warp.left -= count;
    warp.ready = first + stride * (count - 1) + 1;
    if (warp.left == 0) next_segment(warp, trace);
  }

  void next_segment(Warp& warp, WarpTrace& trace) {
    warp.segment = warp.segment == options_.in_flight ? 0 : warp.segment + 1;
    warp.left = warp.segment == 0 ? options_.in_flight : options_.between;
    if (warp.segment == 0) return;
    const int arrival = warp.arrival[static_cast<size_t>(warp.segment - 1)];
    if (arrival <= warp.ready) return;
    trace.stalls.push_back({warp.ready, arrival});
    warp.ready = arrival;
  }

  void begin_turn(int cycle) {
    if (turn_ == warm_up_turns) schedule_.start = cycle;
    if (turn_ == warm_up_turns + turns_) end_ = cycle;
    ++turn_;
  }

  // Keeps the part in start…end − 1 and counts it.
  void clip() {
    const int start = schedule_.start, cycles = end_ - start;
    const auto clip_spans = [&](std::vector<Span>& spans) {
      size_t kept = 0;
      for (Span span : spans) {
        span = {std::max(span.from - start, 0), std::min(span.to - start, cycles)};
        if (span.from < span.to) spans[kept++] = span;
      }
      spans.resize(kept);
    };
    for (WarpTrace& trace : schedule_.warps) {
      size_t kept = 0;
      for (IssueRun run : trace.issues) {
        run.first -= start;
        const int before = run.first < 0 ? (-run.first + run.stride - 1) / run.stride : 0;
        run.first += before * run.stride;
        run.count -= before;
        if (run.count < 1 || run.first >= cycles) continue;
        run.count = std::min(run.count, (cycles - 1 - run.first) / run.stride + 1);
        trace.issues[kept++] = run;
        trace.issued += run.count;
      }
      trace.issues.resize(kept);
      clip_spans(trace.stalls);
      for (const Span& stall : trace.stalls) trace.stalled += stall.to - stall.from;
      trace.eligible = cycles - trace.issued - trace.stalled;
      schedule_.issued += trace.issued;
    }
    clip_spans(schedule_.gaps);
    schedule_.cycles = cycles;
    for (const Span& gap : schedule_.gaps) schedule_.idle += gap.to - gap.from;
    schedule_.utilization = static_cast<double>(schedule_.issued) / cycles;
  }

  Warp& warp(int index) { return warps_[static_cast<size_t>(index)]; }

  SchedulerOptions options_;
  int turns_;
  std::vector<Warp> warps_;
  std::vector<int> eligible_;
  int now_ = 0, next_ready_ = 0, end_ = -1, turn_ = 0;
  int last_ = -1;  // no warp has issued yet: warp 0 comes first
  WarpSchedule schedule_;
};

Error out_of_range(const char* name, int maximum) {
  return {std::string(name) + ": expected a whole number from 1 to " + std::to_string(maximum)};
}

}  // namespace

Result<WarpSchedule> schedule_warps(const SchedulerOptions& options, int turns) {
  const auto outside = [](int value, int maximum) { return value < 1 || value > maximum; };
  if (outside(options.warps, max_scheduler_warps))
    return out_of_range("warps", max_scheduler_warps);
  if (outside(options.latency, max_load_latency)) return out_of_range("latency", max_load_latency);
  if (outside(options.between, max_between)) return out_of_range("between", max_between);
  if (outside(options.in_flight, max_loads_in_flight))
    return out_of_range("in_flight", max_loads_in_flight);
  if (outside(turns, max_turns)) return out_of_range("turns", max_turns);
  return Simulator(options, turns).run();
}

WarpCounts counts_until(const WarpTrace& trace, int cycle) {
  WarpCounts counts;
  for (const IssueRun& run : trace.issues)
    if (run.first < cycle)
      counts.issued += std::min(run.count, (cycle - 1 - run.first) / run.stride + 1);
  for (const Span& stall : trace.stalls)
    counts.stalled += std::max(0, std::min(stall.to, cycle) - stall.from);
  counts.eligible = cycle - counts.issued - counts.stalled;
  return counts;
}

bool stalled_at(const WarpTrace& trace, int cycle) {
  for (const Span& stall : trace.stalls)
    if (stall.from <= cycle && cycle < stall.to) return true;
  return false;
}

int turn_cycles(const SchedulerOptions& options) {
  return std::max(options.latency, options.in_flight) + options.in_flight * options.between;
}

int turn_instructions(const SchedulerOptions& options) {
  return options.in_flight * (1 + options.between);
}

int littles_law_warps(const SchedulerOptions& options) {
  const int instructions = turn_instructions(options);
  return (turn_cycles(options) + instructions - 1) / instructions;
}

}  // namespace loom::sm
