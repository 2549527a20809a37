// loom number EXPRESSION…
#include "tools/loom/text/number.hpp"

#include <CLI/CLI.hpp>
#include <iostream>

#include "core/text/nearest.hpp"
#include "tools/loom/command/command.hpp"
#include "tools/loom/numbers/origins.hpp"
#include "tools/loom/site/resolve/states.hpp"

namespace loom::command {
namespace {

int run_number(const std::vector<std::string>& expressions) {
  site::States states;
  const auto find = [&](std::string_view id,
                        const std::string& query) -> Result<std::shared_ptr<const scene::State>> {
    if (const scene::Description* scene = scene::find(id)) return states.get(*scene, query);
    std::vector<std::string_view> ids;
    for (const scene::Description& each : scene::registry()) ids.push_back(each.id);
    return Error{"unknown scene" + did_you_mean(id, ids)};
  };
  int status = ok;
  for (const std::string& expression : expressions) {
    const Result<numbers::Answer> answer = numbers::answer(expression, find);
    if (answer) {
      std::cout << text::number_text(answer->value) << "\n" << answer->origins << "\n";
    } else {
      std::cerr << "loom number: " << answer.error().message << "\n";
      status = mistakes;
    }
  }
  return status;
}

}  // namespace

void add_number(CLI::App& program, int& status) {
  CLI::App* app = program.add_subcommand(
      "number", "Compute what a text's number may say it is from: [128](=coalescing.bytes)");
  app->footer(
      "Origins: coalescing.bytes?stride=2 (a metric of a scene in a state), gemm-climb.ROW.COLUMN\n"
      "(its table), measured:FILE.ROW.FIELD, published:FILE.FIELD, eval:OPERATION.FIELD?IN=VALUE,\n"
      "core:CONSTANT. Between spaces: + - * / and ( ); min max sum count mean median round floor\n"
      "ceil abs sqrt log2 exp2. A name that is not there is answered with those that are.\n"
      "Exit status: 0, or 1 when there is no such number.");
  const auto expressions = std::make_shared<std::vector<std::string>>();
  app->add_option("EXPRESSION", *expressions, "what [256](=EXPRESSION) has")->required();
  app->callback([=, &status] { status = run_number(*expressions); });
}

}  // namespace loom::command
