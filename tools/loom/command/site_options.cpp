#include "tools/loom/command/site_options.hpp"

#include <CLI/CLI.hpp>

namespace loom::command {

std::shared_ptr<site::Options> add_site_options(CLI::App& app) {
  auto options = std::make_shared<site::Options>();
  const std::filesystem::path tools = tools_folder;
  options->math = tools / "math.cjs";
  options->highlight = tools / "highlight.cjs";
  options->content = "content";
  const auto file = [&](const char* name, std::optional<std::filesystem::path>& target,
                        const char* what, const char* type) {
    app.add_option_function<std::string>(
           name, [&target](const std::string& path) { target = path; }, what)
        ->option_text(type);
  };
  app.add_option_function<std::string>(
         "--content", [options](const std::string& path) { options->content = path; },
         "folder of the pages (*.md except README.md) and site.json, which gives their order; "
         "default: content")
      ->option_text("DIR");
  file("--glossary", options->glossary,
       "default: glossary.json beside the content folder, if there", "FILE");
  file("--references", options->references,
       "default: references.json beside the content folder, if there", "FILE");
  file("--assets", options->assets,
       "folder of styles, scripts, fonts and wasm, as tools/assets makes it", "DIR");
  file("--frame", options->frame,
       "page frame with {{placeholders}}; default: web/shell/page.html, compiled in", "FILE");
  app.add_option_function<std::string>(
         "--math", [options](const std::string& path) { options->math = path; },
         "script that turns TeX into MathML; default: this checkout's tools/math.cjs")
      ->option_text("FILE");
  app.add_option_function<std::string>(
         "--highlight", [options](const std::string& path) { options->highlight = path; },
         "script that colors code; default: this checkout's tools/highlight.cjs")
      ->option_text("FILE");
  return options;
}

}  // namespace loom::command
