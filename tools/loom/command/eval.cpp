// loom eval [--list] < lines
#include <CLI/CLI.hpp>
#include <iostream>

#include "tools/loom/command/command.hpp"
#include "tools/loom/eval/operation.hpp"
#include "tools/loom/eval/run.hpp"

namespace loom::command {

void add_eval(CLI::App& program, int& status) {
  CLI::App* app = program.add_subcommand(
      "eval", "Answer questions to the simulators: one JSON object per line in, one per line out");
  app->footer(
      "Each line names an operation and its fields: {\"op\": \"numerics.accumulate\", "
      "\"mantissa_bits\": 3, \"terms\": [1, 2]}.\n"
      "A number may be given as float32 bits, \"0x3f800000\"; results that are not finite are "
      "\"nan\", \"inf\", \"-inf\".\n"
      "A bad line is answered with {\"error\": …} and the run goes on.\n"
      "Exit status: 0, or 1 when a line was bad.");
  const auto list = std::make_shared<bool>(false);
  app->add_flag("--list", *list, "print every operation with its fields");
  app->callback([list, &status] {
    if (*list)
      std::cout << eval::list_operations();
    else
      status = eval::run(std::cin, std::cout) ? ok : mistakes;
  });
}

}  // namespace loom::command
