// String literals: texts for printf and assert, arrays of const char for all else.
#include <algorithm>

#include "core/cuda/lower/lowerer.hpp"

namespace loom::cuda {

using Form = CType::Form;

constexpr std::size_t longest_array = 4096;  // that a string gives its values to

// The number of a text, from 1. What needs its characters: see characters().
Value Lowerer::string(const Node* node) {
  auto text = characters_of(node->token);
  return text ? text_value(*text) : failed(node->place, "this string cannot be read");
}

Value Lowerer::text_value(std::string_view text) {
  if (code_.texts.empty()) code_.texts.push_back({});
  code_.texts.push_back({std::string(text), {}});
  return number(types_.text(), static_cast<std::int64_t>(code_.texts.size()) - 1);
}

// The array of a string's characters. All lie in one variable; a string may be the end of another.
Value Lowerer::characters(const Value& text) {
  if (!text.is_constant()) return failed({}, "this string is not known before the kernel runs");
  const CType* type = types_.const_of(types_.scalar("char"));
  auto holds = [](const Variable& each) { return each.characters; };
  auto all = std::find_if(code_.variables.begin(), code_.variables.end(), holds);
  if (strings_ == none || all == code_.variables.end()) {
    const std::size_t made =
        add_variable("string", Space::global, types_.array_of(type->plain, 0), 0);
    code_.variables[made].characters = true;
    strings_ = address_of_variable(made);
    all = code_.variables.begin() + static_cast<std::ptrdiff_t>(made);
    known_.insert(strings_);
  }
  std::string bytes = code_.texts[static_cast<std::size_t>(text.bits)].text;
  bytes += '\0';
  auto& initial = all->initial;
  const auto found =
      std::search(initial.begin(), initial.end(), bytes.begin(), bytes.end(),
                  [](std::uint8_t a, char b) { return a == static_cast<std::uint8_t>(b); });
  const std::int64_t offset = found - initial.begin();
  if (found == initial.end()) initial.insert(initial.end(), bytes.begin(), bytes.end());
  all->bytes = all->dimensions[0] = static_cast<std::int64_t>(initial.size());
  Value made{types_.array_of(type, static_cast<std::int64_t>(bytes.size()))};
  made.where = Value::Where::memory;
  made.lvalue = true;
  made.first = strings_;
  made.bits = offset;
  return made;
}

// What an array or a string becomes where a value of its own is made of it.
const CType* Lowerer::decayed(const CType* type) {
  if (type->is(Form::array)) return types_.pointer_to(type->of);
  return type->is(Form::text) ? types_.pointer_to(types_.const_of(types_.scalar("char")))
                              : type->plain;
}

// "ab" as {'a', 'b', 0}, where it gives an array its values; other nodes stay.
const Node* Lowerer::spelled_out(const Node* node, const CType* array) {
  if (!node || !array->is(Form::array) || array->of->size != 1) return node;
  const Node* inner = in_braces(node) && node->kids.size() == 1 ? node->kids[0] : node;
  const auto text = inner && inner->kind == NodeKind::text ? characters_of(inner->token)
                                                           : Result<std::string>(Error{});
  if (!text) return node;
  if (text->size() > longest_array) {
    fail(node->place, "a string of % characters, expected at most %",
         {text->size(), longest_array});
    return node;
  }
  const auto make = [&](NodeKind kind) {
    unit_.nodes.push_back({kind, node->place});
    return &unit_.nodes.back();
  };
  Node* list = make(NodeKind::braces);
  for (std::size_t i = 0; i <= text->size(); ++i) {
    Node* each = make(NodeKind::literal);
    const auto byte = static_cast<std::uint8_t>(i < text->size() ? (*text)[i] : '\0');
    unit_.sources.back().made->push_back(std::to_string(byte));
    each->token = {Word::number, false, false, 0, unit_.sources.back().made->back(), node->place};
    list->kids.push_back(each);
  }
  return list;
}

}  // namespace loom::cuda
