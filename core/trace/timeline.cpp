#include "core/trace/timeline.hpp"

#include <algorithm>
#include <numeric>

namespace loom::trace {

namespace {

Span within(const Span& span, Ticks length) {
  return {std::clamp<Ticks>(span.start, 0, length), std::clamp<Ticks>(span.end, 0, length)};
}

Ticks sum(std::span<const Ticks> all) { return std::accumulate(all.begin(), all.end(), Ticks{0}); }

// The work of the step in the order in which it starts; work that takes no time is kept: the GPU
// waited for it.
std::vector<Work> in_order(const Trace& trace) {
  std::vector<Work> all = trace.work;
  std::erase_if(all, [&](const Work& work) { return work.run.start >= trace.length; });
  std::stable_sort(all.begin(), all.end(),
                   [](const Work& a, const Work& b) { return a.run.start < b.run.start; });
  return all;
}

}  // namespace

Ticks Account::busy() const { return sum(std::span(of).first(std::size_t{5})); }
Ticks Account::idle() const { return sum(std::span(of).subspan(5)); }
Cause Account::largest() const {
  return static_cast<Cause>(std::max_element(of.begin(), of.end()) - of.begin());
}

std::vector<Span> united(std::vector<Span> spans) {
  std::sort(spans.begin(), spans.end(),
            [](const Span& a, const Span& b) { return a.start < b.start; });
  std::vector<Span> all;
  for (const Span& span : spans) {
    if (span.end <= span.start) continue;
    if (all.empty() || span.start > all.back().end)
      all.push_back(span);
    else
      all.back().end = std::max(all.back().end, span.end);
  }
  return all;
}

Ticks covered(std::span<const Span> parts, const Span& span) {
  auto part = std::upper_bound(parts.begin(), parts.end(), span.start,
                               [](Ticks at, const Span& each) { return at < each.end; });
  Ticks all = 0;
  for (; part != parts.end() && part->start < span.end; ++part)
    all += std::max<Ticks>(0, std::min(part->end, span.end) - std::max(part->start, span.start));
  return all;
}

Account account(const Trace& trace) {
  Account result;
  std::vector<Span> operations, calls;
  for (const Operation& operation : trace.host) operations.push_back(operation.span);
  operations = united(std::move(operations));

  Ticks now = 0;
  const auto add = [&](Cause cause, Ticks ticks) {
    result.of[static_cast<std::size_t>(cause)] += ticks;
  };
  const auto wait = [&](Ticks asked, Ticks until) {
    const Span for_host = {now, std::clamp(asked, now, until)};
    const Ticks inside = covered(operations, for_host);
    add(Cause::operators, inside);
    add(Cause::host, for_host.end - for_host.start - inside);
    add(Cause::between, until - for_host.end);
    now = until;
  };
  const std::vector<Work> all = in_order(trace);
  for (const Work& work : all) {
    const Span run = within(work.run, trace.length);
    if (run.start > now) wait(work.call.end, run.start);
    if (run.end > now) add(work.kind, run.end - now);
    now = std::max(now, run.end);
    calls.push_back(work.call);
  }
  if (trace.length > now) wait(trace.length, trace.length);

  result.pieces = static_cast<int>(all.size());
  std::sort(calls.begin(), calls.end(), [](const Span& a, const Span& b) {
    return a.start != b.start ? a.start < b.start : a.end < b.end;
  });
  result.calls = static_cast<int>(std::unique(calls.begin(), calls.end()) - calls.begin());
  return result;
}

std::vector<double> busy_shares(const Trace& trace, int count) {
  std::vector<Span> runs;
  for (const Work& work : trace.work) runs.push_back(within(work.run, trace.length));
  runs = united(std::move(runs));
  std::vector<double> shares;
  for (int i = 0; i < count; ++i) {
    const Span part = {trace.length * i / count, trace.length * (i + 1) / count};
    const Ticks whole = part.end - part.start;
    shares.push_back(
        whole > 0 ? static_cast<double>(covered(runs, part)) / static_cast<double>(whole) : 0);
  }
  return shares;
}

}  // namespace loom::trace
