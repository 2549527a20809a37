#include "tools/loom/site/parse/quiz.hpp"

#include <algorithm>

namespace loom::site {
namespace {

bool is_block(Kind kind) { return kind < Kind::text; }

// In a tight list the answer's text stands in the item itself: gathers it into a paragraph.
void wrap_text(Node& item) {
  const auto end = std::find_if(item.children.begin(), item.children.end(),
                                [](const Node& n) { return is_block(n.kind); });
  if (end == item.children.begin()) return;
  Node paragraph;
  paragraph.kind = Kind::paragraph;
  paragraph.offset = item.children.front().offset;
  paragraph.children.assign(std::make_move_iterator(item.children.begin()),
                            std::make_move_iterator(end));
  item.children.erase(item.children.begin(), end);
  item.children.insert(item.children.begin(), std::move(paragraph));
}

void check_answer(Node& answer, const Source& source, Diagnostics& diagnostics) {
  answer.kind = Kind::answer;
  wrap_text(answer);
  if (answer.task == Task::none)
    diagnostics.add(source, answer.offset,
                    "an answer without a box, expected '- [ ] wrong' or '- [x] right'");
  else if (answer.children.empty() || answer.children.front().kind != Kind::paragraph)
    diagnostics.add(source, answer.offset, "an answer without text");
  else if (answer.children.size() < 2)
    diagnostics.add(source, answer.offset,
                    "an answer without an explanation, expected an indented paragraph below it");
}

}  // namespace

void check_quiz(Node& quiz, const Source& source, Diagnostics& diagnostics) {
  const auto report = [&](size_t offset, std::string message) {
    diagnostics.add(source, offset, std::move(message));
  };
  std::vector<Node> body = std::move(quiz.children);
  quiz.children.clear();
  if (body.empty() || body.front().kind != Kind::paragraph) {
    report(quiz.offset,
           "a quiz without a question, expected a paragraph and then a list of answers");
    return;
  }
  if (body.size() < 2 || body[1].kind != Kind::list || body[1].ordered) {
    report(body.size() < 2 ? quiz.offset : body[1].offset,
           "a quiz without answers, expected one paragraph and then a list of '- [ ] wrong' and '- "
           "[x] right'");
    return;
  }
  if (body.size() > 2)
    report(body[2].offset, "text behind a quiz's answers, expected the end of the block");
  quiz.children.push_back(std::move(body[0]));
  int right = 0;
  for (Node& item : body[1].children) {
    check_answer(item, source, diagnostics);
    right += item.task == Task::done;
    quiz.children.push_back(std::move(item));
  }
  if (quiz.children.size() < 3)
    report(quiz.offset, "a quiz with one answer, expected at least two");
  if (right == 0)
    report(quiz.offset, "a quiz without a right answer, expected at least one '- [x]'");
}

}  // namespace loom::site
