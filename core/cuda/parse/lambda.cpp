#include "core/cuda/parse/parser.hpp"

namespace loom::cuda {

void Parser::captures(Node* made) {
  ++at_;
  while (!error_ && !is("]")) {
    const Place& place = peek().place;
    if ((is("=") || is("&")) && (peek(1).is("]") || peek(1).is(","))) {
      made->name = tokens_[at_++].text;
    } else if (take("this")) {
    } else if (is("*") && peek(1).is("this")) {
      at_ += 2;
      made->kids.push_back(node(NodeKind::this_pointer, place));
    } else {
      const bool reference = take("&");
      Node* capture = node(NodeKind::variable, place);
      capture->name = expect_name("a captured name");
      capture->flags.reference = reference;
      capture->flags.pack = take("...");
      note_used(capture->name);
      if (take("=")) capture->kids = {assignment()};
      made->kids.push_back(finish(capture));
    }
    if (!take(",")) break;
  }
  expect("]", "after what a lambda captures");
}

Node* Parser::lambda() {
  Deeper deeper(*this);
  Node* made = node(NodeKind::lambda, peek().place);
  captures(made);
  if (is("<"))
    return fail("a lambda with template parameters is not taken; write 'auto' in its parameters");
  unit_.functions.emplace_back();
  Callable& function = unit_.functions.back();
  function.name = "operator()";
  function.place = made->place;
  function.device = true;
  function.tokens = list_;
  made->function = &function;
  functions_.push_back(&function);
  open();
  while (take("__device__") || take("__host__")) {
  }
  if (is("(")) {
    ++at_;
    parameters(function);
  }
  function.is_const = true;
  while (is("mutable") || take("constexpr") || take("__device__") || take("__host__") ||
         take("noexcept")) {
    if (take("mutable")) function.is_const = false;
  }
  if (take("->")) function.result = type_id();
  function.body_at = at_;
  if (is("{"))
    function.body = block();
  else
    fail("expected '{' after a lambda's parameters, got %", {shown()});
  close();
  functions_.pop_back();
  return finish(made);
}

}  // namespace loom::cuda
