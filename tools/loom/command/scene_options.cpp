#include "tools/loom/command/scene_options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "core/text/clipped.hpp"
#include "core/text/nearest.hpp"
#include "tools/loom/base/read_file.hpp"
#include "web/scene/query.hpp"

namespace loom::command {
namespace {

const std::map<std::string, OutputFormat> formats = {{"text", OutputFormat::text},
                                                     {"json", OutputFormat::json},
                                                     {"csv", OutputFormat::csv},
                                                     {"svg", OutputFormat::svg}};

constexpr double narrowest = 120, widest = 4000;

// The first leftover argument, with the nearest right name if it is an option.
[[noreturn]] void refuse_leftover(const scene::Description& description,
                                  const std::string& argument) {
  if (!argument.starts_with("-")) throw CLI::ExtrasError({argument});
  std::vector<std::string> names = {"--format", "--step", "--width", "--help"};
  for (const scene::Parameter& parameter : description.parameters)
    names.push_back("--" + std::string(parameter.key));
  const std::string given = argument.substr(0, argument.find('='));
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  throw CLI::ParseError("unknown option '" + clipped(given, 40) + "', expected one of " + list +
                            did_you_mean(given, candidates),
                        CLI::ExitCodes::ExtrasError);
}

// CLI::Range would accept NaN.
std::string is_width(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const bool good = end == text.c_str() + text.size() && value >= narrowest && value <= widest;
  return good ? ""
              : "expected a number from " + scene::shortest(narrowest) + " to " +
                    scene::shortest(widest) + ", got '" + text + "'";
}

OutputFormat format_named(const std::string& name) {
  const auto found = formats.find(name);
  if (found != formats.end()) return found->second;
  std::vector<std::string_view> names;
  for (const auto& [known, format] : formats) names.push_back(known);
  throw CLI::ValidationError("--format: expected text, json, csv or svg, got '" + name + "'" +
                             did_you_mean(name, names));
}

// A text of many lines may be given as the name of a file.
std::string contents_or(const std::string& text) {
  std::error_code none;
  return std::filesystem::is_regular_file(text, none) ? read_file(text) : text;
}

void check(std::optional<Error> error) {
  if (error) throw CLI::ValidationError(error->message);
}

}  // namespace

std::string describe(const scene::Parameter& parameter) {
  std::string text = std::string(parameter.label) + ": " + scene::expected(parameter) +
                     "; default " + std::string(parameter.initial);
  if (parameter.reader) text += "; or the name of a file";
  if (!parameter.help.empty()) text += ". " + std::string(parameter.help);
  return text;
}

// What prose can ask the scene for, apart from its parameters.
std::string names_of(const scene::Description& description) {
  std::string metrics, parts, presets;
  for (const scene::Metric& metric : description.make()->metrics())
    metrics += "  " + std::string(metric.key) + "  " + std::string(metric.label) + "\n";
  for (std::string_view part : description.parts) parts += "  " + std::string(part) + "\n";
  for (const scene::Preset& preset : description.presets)
    presets += "  " + std::string(preset.query) + "  " + std::string(preset.label) + "\n";
  std::string out;
  if (!metrics.empty()) out += "Metrics, for predictions and numbers of the text:\n" + metrics;
  if (!parts.empty()) out += "Parts, which links light up:\n" + parts;
  if (!presets.empty()) out += "Presets:\n" + presets;
  return out;
}

std::string list_scenes() {
  std::string out;
  for (const scene::Description& scene : scene::registry()) {
    out += (out.empty() ? "" : "\n") + std::string(scene.id) + " (page " + std::string(scene.page) +
           "): " + std::string(scene.question) + "\n";
    for (const scene::Parameter& parameter : scene.parameters)
      out += "  --" + std::string(parameter.key) + "  " + describe(parameter) + "\n";
  }
  return out;
}

std::string unknown_scene(std::string_view id) {
  std::vector<std::string_view> ids;
  std::string list;
  for (const scene::Description& scene : scene::registry()) {
    ids.push_back(scene.id);
    list += (list.empty() ? "" : ", ") + std::string(scene.id);
  }
  return "unknown scene '" + clipped(id, 40) + "', expected one of " + list + did_you_mean(id, ids);
}

SceneOptions parse_scene_options(const scene::Description& description,
                                 std::vector<std::string> arguments) {
  SceneOptions options{.state = scene::State(description)};
  CLI::App app(std::string(description.title) + ". " + std::string(description.question),
               "loom scene " + std::string(description.id));
  app.allow_extras();
  app.add_option_function<std::string>(
         "--format", [&](const std::string& name) { options.format = format_named(name); },
         "text: sentence and table; json, csv: the table; svg: the picture")
      ->option_text("text|json|csv|svg");
  app.add_option("--width", options.width,
                 "width of the picture in CSS pixels, for svg; default 760")
      ->check(is_width)
      ->option_text("NUMBER");
  std::string step;
  CLI::Option* step_option =
      app.add_option("--step", step,
                     "position on the timeline, 0 to its length; default: where the scene opens")
          ->option_text("NUMBER");

  std::vector<std::string> texts(description.parameters.size());
  std::vector<CLI::Option*> given;
  for (size_t i = 0; i < texts.size(); ++i)
    given.push_back(app.add_option("--" + std::string(description.parameters[i].key), texts[i],
                                   describe(description.parameters[i]))
                        ->option_text("VALUE")
                        ->group("Parameters"));
  app.footer(names_of(description) +
             "Exit status: 0, or 2 for an option or value that the scene does not have.");

  std::reverse(arguments.begin(), arguments.end());  // in the form that CLI11 expects
  try {
    app.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    throw CLI::Success(app.help(), CLI::ExitCodes::Success);
  }
  if (!app.remaining().empty()) refuse_leftover(description, app.remaining().front());

  std::vector<scene::Field> fields;
  for (size_t i = 0; i < texts.size(); ++i)
    if (given[i]->count() > 0)
      fields.push_back({std::string(description.parameters[i].key),
                        description.parameters[i].reader ? contents_or(texts[i]) : texts[i]});
  if (step_option->count() > 0) fields.push_back({"step", step});
  check(options.state.load(scene::query_of(fields)));
  return options;
}

}  // namespace loom::command
