// The command line of `loom scene`, which depends on the scene: its parameters are options.
#pragma once

#include <string>
#include <vector>

#include "web/scene/scene.hpp"

namespace loom::command {

enum class OutputFormat { text, json, csv, svg };

struct SceneOptions {
  OutputFormat format = OutputFormat::text;
  float width = scene::wide_width;  // svg only
  scene::State state;
};

// What `loom scene` prints without an ID: every scene with its question and its parameters.
std::string list_scenes();

// The options of one scene for people: name, what it accepts, default.
std::string describe(const scene::Parameter& parameter);

// Reads the arguments after `loom scene ID`. Throws CLI::ParseError if help was requested or if an
// option or value is wrong; the message names the nearest right name.
SceneOptions parse_scene_options(const scene::Description& description,
                                 std::vector<std::string> arguments);

// "unknown scene 'x', expected one of …; did you mean 'y'?"
std::string unknown_scene(std::string_view id);

}  // namespace loom::command
