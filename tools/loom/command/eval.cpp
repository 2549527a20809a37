// loom eval [--list] < lines
#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "tools/loom/base/failure.hpp"
#include "tools/loom/command/command.hpp"
#include "tools/loom/eval/operation.hpp"
#include "tools/loom/eval/run.hpp"

namespace loom::command {
namespace {

int run_eval(bool list) {
  if (list) {
    std::cout << eval::list_operations();
    return ok;
  }
  const bool good = eval::run(std::cin, std::cout);
  // std::cin reads through stdin and takes its errors for the end.
  if (std::ferror(stdin))
    throw Failure(std::string("cannot read standard input: ") + std::strerror(errno));
  return good ? ok : mistakes;
}

}  // namespace

void add_eval(CLI::App& program, int& status) {
  CLI::App* app = program.add_subcommand(
      "eval", "Answer questions to the simulators: one JSON object per line in, one per line out");
  app->footer(
      "Each line names an operation and its fields: {\"op\": \"numerics.accumulate\", "
      "\"mantissa_bits\": 3, \"terms\": [1, 2]}.\n"
      "A number may be given as float32 bits, \"0x3f800000\"; results that are not finite are "
      "\"nan\", \"inf\", \"-inf\".\n"
      "A bad line is answered with {\"error\": …} and the run goes on.\n"
      "Exit status: 0; 1 when a line was bad; 2 when standard input cannot be read, or too little "
      "memory ends the run.");
  const auto list = std::make_shared<bool>(false);
  app->add_flag("--list", *list, "print every operation with its fields");
  app->callback([list, &status] { status = run_eval(*list); });
}

}  // namespace loom::command
