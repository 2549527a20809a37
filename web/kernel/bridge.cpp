// +-----------------------------------------------------------------------------------------------+
// | The program for kernels: every function that the page's worker (web/shell/js/kernel/worker.js)|
// | calls, and nothing else. One run at a time:                                                   |
// |                                                                                               |
// |   loom_begin       a request (web/kernel/request.hpp); false: it is refused                   |
// |     loom_go        so many steps more, again and again; false: it has ended                   |
// |     loom_progress  how far it is                                                              |
// |   loom_end         forgets it before its end                                                  |
// |                                                                                               |
// | Texts go in and out through the buffers in program/exchange.hpp. After a false the reply is   |
// | the answer, as JSON. Where memory ends, the program calls out_of_memory, which stops it.      |
// +-----------------------------------------------------------------------------------------------+
#include <memory>
#include <new>
#include <optional>
#include <string>

#include "core/json/text.hpp"
#include "web/kernel/answer.hpp"
#include "web/kernel/request.hpp"
#include "web/program/exchange.hpp"
#include "web/program/interface.hpp"

namespace {

using namespace loom;  // NOLINT: this file is nothing but glue
using program::exchange;

struct Running {
  std::unique_ptr<kernel::Request> request;
  std::optional<cuda::Run> run;
};

#ifdef __EMSCRIPTEN__
// The page's worker stops the program here.
extern "C" void out_of_memory();
#endif

// Lives as long as the worker.
Running& running() {
  static auto* only = new Running;
  return *only;
}

void forget() {
  running().run.reset();
  running().request.reset();
}

bool reply(const json::Value& answer) {
  exchange().reply = json::write(answer, json::Large::text);
  return false;
}

bool refuse(const Error& error) {
  forget();
  json::Value answer;
  answer.add("error", error.message);
  return reply(answer);
}

}  // namespace

extern "C" {

// Input: the request.
bool loom_begin() {
#ifdef __EMSCRIPTEN__
  std::set_new_handler(out_of_memory);
#endif
  forget();
  const std::string input = exchange().take();
  const Result<json::Value> fields = json::read(input);
  if (!fields) return refuse(fields.error());
  auto request = kernel::read_request(*fields);
  if (!request) return refuse(request.error());
  Running& now = running();
  now.request = std::move(*request);
  auto run = cuda::Run::begin(now.request->code, now.request->launch);
  if (!run) return refuse(run.error());
  now.run.emplace(std::move(*run));
  return true;
}

bool loom_go(int steps) {
  Running& now = running();
  if (!now.run) return refuse({"there is no run"});
  if (now.run->go(steps)) return true;
  const cuda::Outcome outcome = std::move(*now.run).outcome();
  now.run.reset();
  reply(kernel::answer(now.request->code, now.request->types, outcome));
  forget();
  return false;
}

double loom_progress(int what) {
  using program::Progress;
  const Running& now = running();
  const cuda::Progress far = now.run ? now.run->progress() : cuda::Progress{};
  switch (static_cast<Progress>(what)) {
    case Progress::steps:
      return static_cast<double>(far.steps);
    case Progress::most_steps:
      return static_cast<double>(far.most_steps);
    case Progress::blocks_done:
      return static_cast<double>(far.blocks_done);
    case Progress::blocks:
      return static_cast<double>(far.blocks);
  }
  return 0;
}

void loom_end() { forget(); }

}  // extern "C"
