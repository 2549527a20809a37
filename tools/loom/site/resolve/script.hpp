// Scripts for Node.js that do a part of a build, each in one child process. A question is a line of
// JSON, and so is its answer.
#pragma once

#include <filesystem>
#include <future>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/loom/base/process.hpp"

namespace loom::site {

// What a script does, as messages say it: "turn formulas into MathML", "turns …", "formula".
struct Work {
  std::string infinitive, present, question;
};

class Script {
 public:
  Script(std::filesystem::path path, Work work) : path_(std::move(path)), work_(std::move(work)) {}

  // Starts Node.js before there are questions. ask() reports errors.
  void launch();

  // The answers, in order; call it once. Throws Failure if Node.js, the script or its npm package
  // is missing or fails.
  std::vector<nlohmann::json> ask(const std::vector<nlohmann::json>& questions);

  [[noreturn]] void did_not_answer() const;

 private:
  std::string exchange(const std::string& input);
  std::vector<nlohmann::json> parse(const std::string& output) const;

  std::filesystem::path path_;
  Work work_;
  std::unique_ptr<Child> child_;
};

// The script works while the builder does other things. What it has answered before it is not asked
// again, and if no question is new, it is not started.
// A Question is turned into JSON, and an Answer out of it, by their to_json() and from_json();
// fits(question, answer) says whether the answer can be one.
template <class Question, class Answer>
class Questions {
 public:
  using Known = std::map<Question, Answer>;
  using Answers = std::vector<const Answer*>;

  Questions(Script script, Known& known) : script_(std::move(script)), known_(known) {}

  // Not if earlier builds have asked: then probably nothing is new.
  void launch() {
    if (known_.empty()) script_.launch();
  }

  // All questions of a site; call it once. It does not wait.
  void ask(std::vector<Question> questions) {
    answers_ = std::async([this, all = std::move(questions)] { return answer(all); }).share();
  }

  // In order, once they have arrived. Throws what Script::ask() throws.
  const Answers& answers() const { return answers_.get(); }

 private:
  Answers answer(const std::vector<Question>& questions) {
    std::vector<Question> fresh;
    for (const Question& question : questions)
      if (!known_.contains(question)) fresh.push_back(question);
    if (!fresh.empty()) learn(fresh);
    Answers out;
    for (const Question& question : questions) out.push_back(&known_.at(question));
    return out;
  }

  void learn(const std::vector<Question>& fresh) {
    const std::vector<nlohmann::json> said = script_.ask({fresh.begin(), fresh.end()});
    try {
      for (size_t i = 0; i < fresh.size(); ++i) {
        Answer answer = said[i].template get<Answer>();
        if (!fits(fresh[i], answer)) script_.did_not_answer();
        known_[fresh[i]] = std::move(answer);
      }
    } catch (const nlohmann::json::exception&) {
      script_.did_not_answer();
    }
  }

  Script script_;
  Known& known_;
  std::shared_future<Answers> answers_;  // last, because it uses the other members
};

}  // namespace loom::site
