#include "core/async/mbarrier.hpp"

#include <string>

namespace loom::async {
namespace {

Error out_of(const char* what, std::int64_t most, std::int64_t found) {
  return Error{std::string(what) + ": expected a number from 0 to " + std::to_string(most) +
               ", got " + std::to_string(found)};
}

}  // namespace

Result<Mbarrier> Mbarrier::init(std::int64_t arrivals) {
  if (arrivals < 1 || arrivals > most_arrivals)
    return Error{"arrivals: expected a number from 1 to " + std::to_string(most_arrivals) +
                 ", got " + std::to_string(arrivals)};
  return Mbarrier(arrivals);
}

std::optional<Error> Mbarrier::arrive(std::int64_t count) {
  if (count < 0 || count > pending_) return out_of("arrivals", pending_, count);
  if (count == 0) return std::nullopt;
  pending_ -= count;
  settle();
  return std::nullopt;
}

std::optional<Error> Mbarrier::expect_tx(std::int64_t bytes) {
  if (bytes < 0) return out_of("bytes", most_bytes, bytes);
  return outstanding(bytes);
}

std::optional<Error> Mbarrier::complete_tx(std::int64_t bytes) {
  if (bytes < 0) return out_of("bytes", most_bytes, bytes);
  return outstanding(-bytes);
}

std::optional<Error> Mbarrier::arrive_expect_tx(std::int64_t bytes) {
  if (pending_ < 1) return out_of("arrivals", pending_, 1);
  if (auto error = expect_tx(bytes)) return error;
  return arrive();
}

std::optional<Error> Mbarrier::outstanding(std::int64_t change) {
  const std::int64_t next = bytes_ + change;
  if (next > most_bytes || next < -most_bytes)
    return Error{"bytes outstanding: expected at most " + std::to_string(most_bytes) +
                 " either way, got " + std::to_string(next)};
  bytes_ = next;
  settle();
  return std::nullopt;
}

void Mbarrier::settle() {
  if (pending_ != 0 || bytes_ != 0) return;
  ++phase_;
  pending_ = expected_;
}

Mbarrier::Test Mbarrier::test(std::int64_t of_phase) const {
  return {ended(static_cast<int>(of_phase & 1)), of_phase != phase_ && of_phase != phase_ - 1};
}

}  // namespace loom::async
