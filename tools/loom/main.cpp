// loom: builds, checks and serves the site, prints scenes, answers questions to the simulators, and
// converts numbers.
#include <algorithm>
#include <iostream>

#include "tools/loom/command/command.hpp"
#include "web/scene/nearest.hpp"

int main(int argc, char** argv) {
  using namespace loom;
  CLI::App program("Loom: explains how a GPU does the arithmetic of a language model.", "loom");
  program.require_subcommand(1);
  program.footer(
      "Exit status: 0 when all is well, 1 for mistakes in the content or in a line of input,\n"
      "2 for a command line that cannot be followed.\n"
      "'loom COMMAND --help' tells more about a command.");
  int status = command::ok;
  command::add_build(program, status);
  command::add_serve(program, status);
  command::add_scene(program, status);
  command::add_eval(program, status);
  command::add_convert(program, status);
  const bool named = argc > 1 && argv[1][0] != '-';
  if (named && std::find(std::begin(command::names), std::end(command::names), argv[1]) ==
                   std::end(command::names)) {
    std::cerr << "loom: unknown command '" << argv[1]
              << "', expected build, check, serve, scene, eval or convert"
              << scene::did_you_mean(argv[1], command::names) << "\n";
    return command::usage;
  }
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    status = program.exit(error) == 0 ? command::ok : command::usage;
  }
  if (std::cout.flush()) return status;
  std::cerr << "loom: cannot write to standard output\n";
  return command::usage;
}
