#include "web/program/exchange.hpp"

#include <utility>

#include "web/program/interface.hpp"

namespace loom::program {

std::string Exchange::take() { return std::exchange(input, {}); }

Exchange::Two Exchange::take_two() {
  const std::string all = take();
  const size_t zero = all.find('\0');
  if (zero == all.npos) return {all, ""};
  return {all.substr(0, zero), all.substr(zero + 1)};
}

bool Exchange::report(const std::optional<Error>& error) {
  reply = error ? error->message : "";
  return !error;
}

Exchange& exchange() {
  static auto* only = new Exchange;  // lives as long as the page
  return *only;
}

}  // namespace loom::program

extern "C" {

char* loom_input(int size) {
  loom::program::exchange().input.assign(size > 0 ? static_cast<size_t>(size) : 0, '\0');
  return loom::program::exchange().input.data();
}
const char* loom_reply() { return loom::program::exchange().reply.data(); }
int loom_reply_size() { return static_cast<int>(loom::program::exchange().reply.size()); }

}  // extern "C"
