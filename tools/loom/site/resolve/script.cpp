#include "tools/loom/site/resolve/script.hpp"

#include <algorithm>

#include "tools/loom/base/failure.hpp"

namespace loom::site {

void Script::launch() {
  if (!std::filesystem::exists(path_)) return;
  // The optimizing compiler does not help a process that runs for a moment. Node.js also reads
  // extra certificates when it starts, which takes longer than all our formulas, and it needs no
  // network.
  const std::vector<std::string> command = {"node", "--no-opt", path_.string()};
  child_ = std::make_unique<Child>(command, "NODE_EXTRA_CA_CERTS");
}

std::string Script::exchange(const std::string& input) {
  if (!child_) launch();
  if (!child_) throw Failure("no script '" + path_.string() + "' to " + work_.infinitive);
  if (const std::string why = child_->why_not_started(); !why.empty())
    throw Failure(why + "; Node.js " + work_.present + ": run tools/setup, or install it");
  return child_->exchange(input);
}

std::vector<nlohmann::json> Script::parse(const std::string& output) const {
  std::vector<nlohmann::json> answers;
  for (size_t at = 0; at < output.size();) {
    const size_t end = std::min(output.find('\n', at), output.size());
    answers.push_back(nlohmann::json::parse(output.begin() + static_cast<std::ptrdiff_t>(at),
                                            output.begin() + static_cast<std::ptrdiff_t>(end)));
    const auto missing = answers.back().find("missing");
    if (missing != answers.back().end())
      throw Failure("no npm package '" + missing->get<std::string>() + "' beside '" +
                    path_.string() + "', which " + work_.present +
                    ": run tools/setup, or npm ci --prefix '" + path_.parent_path().string() + "'");
    at = end + 1;
  }
  return answers;
}

std::vector<nlohmann::json> Script::ask(const std::vector<nlohmann::json>& questions) {
  std::string input;
  for (const nlohmann::json& question : questions) input += question.dump() + "\n";
  const std::string output = exchange(input);
  try {
    std::vector<nlohmann::json> answers = parse(output);
    if (answers.size() == questions.size()) return answers;
  } catch (const nlohmann::json::exception&) {
    did_not_answer();
  }
  did_not_answer();
}

void Script::did_not_answer() const {
  throw Failure("'" + path_.string() + "' did not answer every " + work_.question);
}

}  // namespace loom::site
