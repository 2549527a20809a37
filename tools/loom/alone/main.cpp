// loom-run: `loom run` as a program of its own, for machines without the rest of Loom.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "tools/loom/command/command.hpp"
#include "tools/loom/command/guarded.hpp"

namespace {

int follow(int argc, char** argv) {
  CLI::App program("Loom: runs kernels in CUDA C++ without a GPU.", "loom");
  program.require_subcommand(1);
  int status = loom::command::ok;
  loom::command::add_run(program, status);
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  words.insert(words.begin(), "run");
  std::reverse(words.begin(), words.end());  // as CLI11 wants them
  try {
    program.parse(words);
  } catch (const CLI::ParseError& error) {
    status = program.exit(error) == 0 ? loom::command::ok : loom::command::usage;
  }
  if (std::cout.flush()) return status;
  std::cerr << "loom-run: cannot write to standard output\n";
  return loom::command::usage;
}

}  // namespace

int main(int argc, char** argv) {
  return loom::command::guarded("loom run", [&] { return follow(argc, argv); });
}
