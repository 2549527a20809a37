#include "core/attention/serving.hpp"

#include <algorithm>
#include <string>

namespace loom::attention {
namespace {

constexpr int most_requests = 4096, most_slots = 1 << 20;

Error expected(size_t request, const std::string& what, long long found) {
  return Error{"request " + std::to_string(request + 1) + ": expected " + what + ", got " +
               std::to_string(found)};
}

// The most tokens that one request may have.
long long room(const ServingOptions& options) {
  return options.policy == ServingOptions::Policy::paged
             ? 1ll * options.slots / options.page * options.page
             : options.slots;
}

std::optional<Error> check(std::span<const Request> requests, const ServingOptions& options) {
  if (requests.empty() || requests.size() > most_requests)
    return Error{"requests: expected 1 to " + std::to_string(most_requests)};
  if (options.slots < 1 || options.slots > most_slots)
    return Error{"slots: expected 1 to " + std::to_string(most_slots)};
  if (options.page < 1 || options.page > options.slots)
    return Error{"page: expected 1 to as many tokens as there are slots"};
  if (options.reserve < 0 || options.reserve > options.slots)
    return Error{"reserve: expected 0 to as many tokens as there are slots"};
  for (size_t i = 0; i < requests.size(); ++i) {
    const Request& request = requests[i];
    for (int tokens : {request.prompt, request.output})
      if (tokens < 1 || tokens > most_slots)
        return expected(i, "1 to " + std::to_string(most_slots) + " tokens", tokens);
    if (request.shared < 0 || request.shared > request.prompt)
      return expected(i, "0 to as many shared tokens as the prompt has", request.shared);
    const long long length = 1ll * request.prompt + request.output;
    if (length > room(options))
      return expected(i, "at most " + std::to_string(room(options)) + " tokens, which fit", length);
    if (options.policy == ServingOptions::Policy::contiguous && options.reserve > 0 &&
        length > options.reserve)
      return expected(i, "at most the reserve, " + std::to_string(options.reserve) + " tokens",
                      length);
  }
  return std::nullopt;
}

}  // namespace

Result<Serving> Serving::make(std::span<const Request> requests, const ServingOptions& options) {
  if (auto error = check(requests, options)) return *error;
  return Serving(requests, options);
}

Serving::Serving(std::span<const Request> requests, const ServingOptions& options)
    : options_(options),
      requests_(requests.begin(), requests.end()),
      states_(requests.size()),
      pool_(std::max(1, options.slots / options.page), options.page) {
  if (options_.reserve == 0)
    for (const Request& request : requests)
      options_.reserve = std::max(options_.reserve, request.prompt + request.output);
  for (int i = static_cast<int>(requests.size()) - 1; i >= 0; --i) waiting_.push_back(i);
}

bool Serving::let_into_pages(int request) {
  // Begins like the running request with which it shares most.
  int like = -1, common = 0;
  for (int other : running_) {
    const int both = std::min(asked(request).shared, asked(other).shared);
    if (both > common) {
      like = other;
      common = both;
    }
  }
  const int stored = asked(request).prompt + of(request).made, page = options_.page;
  const int shared_pages = (common + page - 1) / page,
            copied = common % page != 0 && stored > common ? 1 : 0;
  if ((stored + page - 1) / page - shared_pages + copied > pool_.free_pages()) return false;
  State& state = of(request);
  state.place = like < 0 ? pool_.begin() : pool_.begin_like(of(like).place, common);
  for (state.length = common; state.length < stored; ++state.length)
    if (pool_.append(state.place)->copied_from >= 0) ++copies_;
  return true;
}

bool Serving::let_into_gap(int request) {
  std::vector<int> taken;
  for (int other : running_) taken.push_back(of(other).place);
  std::sort(taken.begin(), taken.end());
  int begin = 0;
  for (int other : taken) {
    if (begin + options_.reserve <= other) break;
    begin = other + options_.reserve;
  }
  if (begin + options_.reserve > options_.slots) return false;
  of(request).place = begin;
  of(request).length = asked(request).prompt;
  return true;
}

bool Serving::let_in(int request) {
  if (!(paged() ? let_into_pages(request) : let_into_gap(request))) return false;
  of(request).phase = Phase::running;
  running_.push_back(request);
  return true;
}

void Serving::take_back(int request) {
  if (paged()) pool_.end(of(request).place);
  of(request).length = 0;
  std::erase(running_, request);
}

void Serving::drop_last() {
  const int last = running_.back();
  take_back(last);
  of(last).phase = Phase::waiting;
  waiting_.push_back(last);
  ++preempted_;
}

bool Serving::store(int request) {
  if (paged()) {
    auto place = pool_.append(of(request).place);
    while (!place) {
      const bool own = running_.back() == request;
      drop_last();
      if (own) return false;
      place = pool_.append(of(request).place);
    }
    if (place->copied_from >= 0) ++copies_;
  }
  ++of(request).length;
  return true;
}

void Serving::advance() {
  if (finished()) return;
  ++steps_;
  while (!waiting_.empty() && let_in(waiting_.back())) waiting_.pop_back();
  // A request that is dropped in this step makes no token.
  const std::vector<int> batch = running_;
  for (int request : batch) {
    State& state = of(request);
    if (state.phase != Phase::running || !store(request)) continue;
    ++state.made;
    ++tokens_made_;
    if (state.made < asked(request).output) continue;
    take_back(request);
    state.phase = Phase::done;
    ++done_;
  }
}

Occupied Serving::memory() const {
  if (paged()) {
    std::vector<int> sequences;
    for (int request : running_) sequences.push_back(of(request).place);
    return occupied(pool_, sequences);
  }
  Occupied found;
  for (int request : running_) {
    found.allocated += options_.reserve;
    found.used += of(request).length;
  }
  found.tokens = found.used;
  return found;
}

std::vector<Serving::Slot> Serving::slots() const {
  std::vector<Slot> all(static_cast<std::size_t>(options_.slots));
  for (int request : running_) {
    const int page = options_.page, stored = length(request);
    const int room = paged() ? static_cast<int>(table(request).size()) * page : options_.reserve;
    for (int token = 0; token < room; ++token) {
      const int place =
          paged() ? table(request)[static_cast<std::size_t>(token / page)] * page + token % page
                  : stretch(request) + token;
      Slot& slot = all[static_cast<std::size_t>(place)];
      slot.given = true;
      if (token >= stored) continue;
      if (slot.owners++ == 0) slot.owner = request;
      slot.newest = token == stored - 1;
    }
  }
  return all;
}

Result<Served> serve(std::span<const Request> requests, const ServingOptions& options) {
  Result<Serving> serving = Serving::make(requests, options);
  if (!serving) return serving.error();
  Served served{{*serving}};
  while (!serving->finished()) {
    serving->advance();
    served.after.push_back(*serving);
  }
  return served;
}

int Served::last_step(int request) const {
  int step = 0;
  while (at(step).phase(request) != Serving::Phase::done) ++step;
  return step;
}

int Served::most_running() const {
  size_t most = 0;
  for (const Serving& serving : after) most = std::max(most, serving.running().size());
  return static_cast<int>(most);
}

double Served::wasted_share() const {
  double allocated = 0, used = 0;
  for (const Serving& serving : after) {
    const Occupied memory = serving.memory();
    allocated += static_cast<double>(memory.allocated);
    used += static_cast<double>(memory.used);
  }
  return allocated > 0 ? 1 - used / allocated : 0;
}

}  // namespace loom::attention
