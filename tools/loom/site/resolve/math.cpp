#include "tools/loom/site/resolve/math.hpp"

#include <nlohmann/json.hpp>

#include "tools/loom/base/failure.hpp"

namespace loom::site {

void MathProcess::start() {
  if (formulas_.known.empty()) launch();
}

void MathProcess::launch() {
  if (!std::filesystem::exists(script_)) return;
  // The optimizing compiler does not help a process that runs for a moment. Node.js also reads
  // extra certificates when it starts, which takes longer than all our formulas, and it needs no
  // network.
  const std::vector<std::string> command = {"node", "--no-opt", script_.string()};
  child_ = std::make_unique<Child>(command, "NODE_EXTRA_CA_CERTS");
}

std::string MathProcess::exchange(const std::string& input) {
  if (!child_) launch();
  if (!child_) throw Failure("no script '" + script_.string() + "' to turn formulas into MathML");
  if (const std::string why = child_->why_not_started(); !why.empty())
    throw Failure(why + "; Node.js turns formulas into MathML: run tools/setup, or install it");
  return child_->exchange(input);
}

void MathProcess::ask(std::vector<Formula> formulas) {
  answers_ = std::async([this, all = std::move(formulas)] { return render(all); }).share();
}

MathProcess::Answers MathProcess::render(const std::vector<Formula>& formulas) {
  std::vector<Formula> fresh;
  for (const Formula& formula : formulas)
    if (!formulas_.known.contains(formula)) fresh.push_back(formula);
  std::vector<Rendered> rendered = run(fresh);
  for (size_t i = 0; i < fresh.size(); ++i) formulas_.known[fresh[i]] = std::move(rendered[i]);
  Answers out;
  for (const Formula& formula : formulas) out.push_back(&formulas_.known.at(formula));
  return out;
}

std::vector<Rendered> MathProcess::run(const std::vector<Formula>& formulas) {
  std::vector<Rendered> out;
  if (formulas.empty()) return out;
  std::string input;
  for (const Formula& formula : formulas)
    input += nlohmann::json{{"tex", formula.tex}, {"display", formula.display}}.dump() + "\n";
  const std::string output = exchange(input);
  std::string missing;
  try {
    for (size_t at = 0; at < output.size();) {
      const size_t end = std::min(output.find('\n', at), output.size());
      const auto answer = nlohmann::json::parse(output.begin() + static_cast<std::ptrdiff_t>(at),
                                                output.begin() + static_cast<std::ptrdiff_t>(end));
      if (missing = answer.value("missing", ""); !missing.empty()) break;
      Rendered rendered;
      rendered.html = answer.value("html", "");
      rendered.error = answer.value("error", "");
      rendered.at = answer.value("at", size_t{0});
      out.push_back(std::move(rendered));
      at = end + 1;
    }
  } catch (const nlohmann::json::exception&) {
    out.clear();
  }
  if (!missing.empty())
    throw Failure("no npm package '" + missing + "' beside '" + script_.string() +
                  "', which turns formulas into MathML: run tools/setup, or npm ci --prefix '" +
                  script_.parent_path().string() + "'");
  if (out.size() != formulas.size())
    throw Failure("'" + script_.string() + "' did not answer every formula");
  return out;
}

}  // namespace loom::site
