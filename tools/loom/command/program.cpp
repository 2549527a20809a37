#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "core/text/nearest.hpp"
#include "tools/loom/command/command.hpp"
#include "tools/loom/command/guarded.hpp"

namespace loom::command {
namespace {

// "; did you mean '--port'?" for the first option that the command does not have, or "".
std::string meant_option(const CLI::App& program) {
  for (const CLI::App* command : program.get_subcommands()) {
    std::vector<std::string> options;
    for (const CLI::Option* option : command->get_options())
      for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
    const std::vector<std::string_view> candidates(options.begin(), options.end());
    for (const std::string& left : command->remaining())
      if (left.starts_with("-")) return did_you_mean(left.substr(0, left.find('=')), candidates);
  }
  return "";
}

bool is_command(std::string_view word) {
  return std::find(std::begin(names), std::end(names), word) != std::end(names);
}

int follow(int argc, char** argv) {
  CLI::App program("Loom: explains how a GPU does the arithmetic of a language model.", "loom");
  program.require_subcommand(1);
  program.footer(
      "Exit status: 0 when all is well, 1 for mistakes in the content or in a line of input,\n"
      "2 for a command line that cannot be followed, a file that cannot be read, or no memory.\n"
      "'loom COMMAND --help' tells more about a command.");
  int status = ok;
  add_build(program, status);
  add_serve(program, status);
  add_scene(program, status);
  add_eval(program, status);
  add_convert(program, status);
  add_number(program, status);
  add_run(program, status);
  if (argc > 1 && argv[1][0] != '-' && !is_command(argv[1])) {
    std::cerr << "loom: unknown command '" << argv[1]
              << "', expected build, check, serve, scene, eval, convert, number or run"
              << did_you_mean(argv[1], names) << "\n";
    return usage;
  }
  try {
    program.parse(argc, argv);
  } catch (const CLI::ExtrasError& error) {
    std::cerr << error.what() << meant_option(program)
              << "\nRun with --help for more information.\n";
    status = usage;
  } catch (const CLI::ParseError& error) {
    status = program.exit(error) == 0 ? ok : usage;
  }
  if (std::cout.flush()) return status;
  std::cerr << "loom: cannot write to standard output\n";
  return usage;
}

}  // namespace

int run(int argc, char** argv) {
  const bool known = argc > 1 && is_command(argv[1]);
  const std::string name = known ? std::string("loom ") + argv[1] : "loom";
  return guarded(name, [&] { return follow(argc, argv); });
}

}  // namespace loom::command
