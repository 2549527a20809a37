// loom-run: `loom run` as a program of its own, for machines without the rest of Loom.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "tools/loom/command/command.hpp"
#include "tools/loom/command/guarded.hpp"

namespace loom {
namespace {

int follow(int argc, char** argv) {
  CLI::App program("Loom: runs kernels in CUDA C++ without a GPU.", "loom");
  program.require_subcommand(1);
  int status = command::ok;
  command::add_run(program, status);
  program.get_subcommand("run")->set_version_flag("--version", "loom-run " LOOM_RUN_VERSION,
                                                  "Print the version and end");
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  words.insert(words.begin(), "run");
  std::reverse(words.begin(), words.end());  // as CLI11 wants them
  try {
    program.parse(words);
  } catch (const CLI::ParseError& error) {
    status = program.exit(error) == 0 ? command::ok : command::usage;
  }
  if (std::cout.flush()) return status;
  std::cerr << "loom-run: cannot write to standard output\n";
  return command::usage;
}

}  // namespace
}  // namespace loom

int main(int argc, char** argv) {
  return loom::command::guarded("loom run", [&] { return loom::follow(argc, argv); });
}
