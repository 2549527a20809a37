// loom scene [ID] [--PARAMETER VALUE …] [--step N] [--format text|json|csv|svg] [--width W]
#include <CLI/CLI.hpp>
#include <iostream>

#include "tools/loom/command/command.hpp"
#include "tools/loom/command/scene_options.hpp"
#include "tools/loom/command/scene_output.hpp"
#include "tools/loom/site/render/standalone.hpp"

namespace loom::command {
namespace {

constexpr const char* help =
    "Prints a scene's sentence, table or picture for a state.\n"
    "Usage: loom scene                     lists the scenes and their parameters\n"
    "       loom scene ID --help           the options of one scene\n"
    "       loom scene ID [--PARAMETER VALUE …] [--step N] [--format text|json|csv|svg] [--width "
    "W]\n"
    "\n"
    "Exit status: 0, or 2 for an unknown scene, option or value.\n";

std::string print(const SceneOptions& options) {
  switch (options.format) {
    case OutputFormat::text:
      return as_text(options.state);
    case OutputFormat::json:
      return as_json(options.state);
    case OutputFormat::csv:
      return as_csv(options.state);
    case OutputFormat::svg:
      return site::standalone_picture(options.state, options.width);
  }
  return "";
}

int run_scene(std::vector<std::string> arguments) {
  if (arguments.empty()) {
    std::cout << list_scenes();
    return ok;
  }
  const std::string id = arguments.front();
  if (id == "--help" || id == "-h") {
    std::cout << help;
    return ok;
  }
  const scene::Description* description = scene::find(id);
  if (!description) {
    std::cerr << "loom scene: " << unknown_scene(id) << "\n";
    return usage;
  }
  arguments.erase(arguments.begin());
  try {
    std::cout << print(parse_scene_options(*description, std::move(arguments)));
  } catch (const CLI::Success& asked) {
    std::cout << asked.what();
  } catch (const CLI::ParseError& error) {
    std::cerr << "loom scene " << id << ": " << error.what() << "\n";
    return usage;
  }
  return ok;
}

}  // namespace

void add_scene(CLI::App& program, int& status) {
  CLI::App* app =
      program.add_subcommand("scene", "Print a scene's sentence, table or picture for a state");
  app->set_help_flag();
  app->prefix_command();  // the remaining arguments depend on the scene: see scene_options.hpp
  app->callback([app, &status] { status = run_scene(app->remaining()); });
}

}  // namespace loom::command
