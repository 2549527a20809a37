// loom-run: `loom run` as a program of its own, for machines without the rest of Loom.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "tools/loom/base/embedded.hpp"
#include "tools/loom/command/command.hpp"
#include "tools/loom/command/guarded.hpp"

namespace loom {
namespace {

// CLI11 prints the text and ends, as it does for --version.
void print_licenses() { throw CLI::CallForVersion(std::string(embedded_licenses()), 0); }

int follow(int argc, char** argv) {
  CLI::App program("Loom: runs kernels in CUDA C++ without a GPU.", "loom");
  program.require_subcommand(1);
  int status = command::ok;
  command::add_run(program, status);
  CLI::App& run = *program.get_subcommand("run");
  run.set_version_flag("--version", "loom-run " LOOM_RUN_VERSION, "Print the version and end");
  run.add_flag_callback(
      "--licenses", print_licenses,
      "Print the licenses of everything that is linked into this program and end");
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
