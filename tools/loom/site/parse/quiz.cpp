#include "tools/loom/site/parse/quiz.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace loom::site {
namespace {

bool is_block(Kind kind) { return kind < Kind::text; }

// In a tight list the answer's text is in the item itself; this moves it into a paragraph.
void wrap_text(Node& item, Arena& arena) {
  const auto end = std::find_if(item.children.begin(), item.children.end(),
                                [](const Node& n) { return is_block(n.kind); });
  if (end == item.children.begin()) return;
  Node paragraph;
  paragraph.kind = Kind::paragraph;
  paragraph.offset = item.children.front().offset;
  paragraph.children = {item.children.begin(), end};
  std::vector<Node> all = {paragraph};
  all.insert(all.end(), end, item.children.end());
  item.children = arena.copy<Node>(all);
}

void check_answer(Node& answer, Arena& arena, const Source& source, Diagnostics& diagnostics) {
  answer.kind = Kind::answer;
  wrap_text(answer, arena);
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

void check_quiz(Node& quiz, Arena& arena, const Source& source, Diagnostics& diagnostics) {
  const auto report = [&](size_t offset, std::string message) {
    diagnostics.add(source, offset, std::move(message));
  };
  const std::span<Node> body = std::exchange(quiz.children, {});
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
  if (body.size() > 2) {  // mistakes that follow from this one are not reported
    report(body[2].offset,
           "text behind a quiz's answers, expected the end of the block, or an explanation that is "
           "indented below its answer");
    return;
  }
  std::vector<Node> children = {body[0]};
  int right = 0;
  for (Node& item : body[1].children) {
    check_answer(item, arena, source, diagnostics);
    right += item.task == Task::done;
    children.push_back(item);
  }
  quiz.children = arena.copy<Node>(children);
  if (children.size() < 3) report(quiz.offset, "a quiz with one answer, expected at least two");
  if (right == 0)
    report(quiz.offset, "a quiz without a right answer, expected at least one '- [x]'");
}

}  // namespace loom::site
