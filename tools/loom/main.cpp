// loom: builds, checks and serves the site, prints scenes, and answers questions to the simulators.
#include "tools/loom/command/command.hpp"

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
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? command::ok : command::usage;
  }
  return status;
}
