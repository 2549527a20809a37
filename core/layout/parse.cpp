#include "core/layout/parse.hpp"

#include <array>
#include <utility>

#include "core/layout/reader.hpp"

namespace loom::layout {
namespace {

// A number or a tuple, with its place in the text, so that errors about nesting can point there.
struct Node {
  std::size_t at = 0;
  std::int64_t value = 0;
  std::vector<Node> items;
};

enum class Order { left, right };  // of compact strides

constexpr std::string_view tuple_names[] = {"Shape", "Stride", "Step", "Coord", "tuple"};
constexpr std::string_view call_names[] = {"make_shape", "make_stride", "make_coord", "make_tuple"};
constexpr std::string_view left_names[] = {"LayoutLeft", "GenColMajor"};
constexpr std::string_view right_names[] = {"LayoutRight", "GenRowMajor"};
constexpr std::string_view integer_names[] = {"Int", "C"};
constexpr std::string_view swizzle_names[] = {"Sw", "S", "Swizzle"};

std::int64_t count(const Node& node) {
  if (node.items.empty()) return 1;
  std::int64_t out = 0;
  for (const Node& item : node.items) out += count(item);
  return out;
}

IntTuple bare(const Node& node) {
  if (node.items.empty()) return number(node.value);
  std::vector<IntTuple> items;
  for (const Node& item : node.items) items.push_back(bare(item));
  return tuple(std::move(items));
}

class LayoutReader : public Reader {
 public:
  explicit LayoutReader(std::string_view text) : Reader(text) {
    if (text.size() > longest_text)
      fail(longest_text, "expected at most " + std::to_string(longest_text) + " characters");
  }

  std::int64_t integer();
  Node node(int depth = 0);
  SwizzledLayout swizzled();
  Layout layout();
  Swizzle swizzle();
  Tiler tiler(int depth = 0);

 private:
  std::vector<Node> items(std::string_view close, int depth);
  Layout paired(const Node& shape, const Node& stride);
  Layout counted(const Node& shape, Order order);
  Layout called(std::string_view close);
  Layout checked(Layout layout, std::size_t at);
  bool lists_layouts();
};

// 4, -4, _4, Int<4>, C<-4>, each perhaps with {}.
std::int64_t LayoutReader::integer() {
  if (failed()) return 1;
  std::int64_t value = 1;
  if (take_name(integer_names)) {
    want("<", "'<'");
    value = digits(most_number);
    want(">", "'>'");
  } else {
    const bool negative = take("-_");
    if (!negative) take("_");
    value = digits(most_number);
    if (negative) value = -value;
  }
  if (take("{")) want("}", "'}'");
  return value;
}

std::vector<Node> LayoutReader::items(std::string_view close, int depth) {
  std::vector<Node> out;
  do {
    if (!out.empty() && take(close)) return out;  // (8,)
    out.push_back(node(depth));
    if (out.size() > most_leaves) expected("at most " + std::to_string(most_leaves) + " modes");
  } while (take(","));
  want(close, "',' or '" + std::string(close) + "'");
  return out;
}

Node LayoutReader::node(int depth) {
  Node out{at(), 0, {}};
  if (failed()) return out;
  if (depth > most_depth) {
    expected("a nesting of at most " + std::to_string(most_depth));
  } else if (take_name(tuple_names)) {
    want("<", "'<'");
    out.items = items(">", depth + 1);
    if (take("{")) want("}", "'}'");
  } else if (take_name(call_names)) {
    want("(", "'('");
    out.items = items(")", depth + 1);
  } else if (take("(")) {
    out.items = items(")", depth + 1);
  } else if (is_digit(peek()) || peek() == '-' || peek() == '_' || among(name(), integer_names)) {
    out.value = integer();
  } else {
    expected("a number or '('");
  }
  return out;
}

Layout LayoutReader::checked(Layout layout, std::size_t at) {
  if (auto error = beyond_limits(layout)) fail(at, error->message);
  return layout;
}

Layout LayoutReader::paired(const Node& shape, const Node& stride) {
  if (failed()) return {};
  const std::size_t modes = shape.items.size();
  if (modes != stride.items.size()) {
    expected(stride.at, modes == 0 ? "one stride, as the shape has one number there"
                                   : std::to_string(modes) + " strides, as the shape " +
                                         to_text(bare(shape)) + " has modes");
    return {};
  }
  if (modes == 0) {
    if (shape.value < 1) expected(shape.at, "a shape of 1 or more");
    return mode(shape.value, stride.value);
  }
  std::vector<Layout> out;
  for (std::size_t i = 0; i < modes; ++i) out.push_back(paired(shape.items[i], stride.items[i]));
  return tuple(std::move(out));
}

// Computes strides that are not given.
Layout LayoutReader::counted(const Node& shape, Order order) {
  const Layout ones = paired(shape, shape);
  if (failed()) return {};
  IntTuple reversed = bare(shape);
  const auto reverse = [](auto& self, IntTuple& tuple) -> void {
    for (std::size_t i = 0; i < tuple.items.size() / 2; ++i)
      std::swap(tuple.items[i], tuple.items[tuple.items.size() - 1 - i]);
    for (IntTuple& item : tuple.items) self(self, item);
  };
  if (order == Order::right) reverse(reverse, reversed);
  const Result<Layout> result = compact(reversed);
  if (!result) {
    fail(shape.at, result.error().message);
    return {};
  }
  if (order == Order::left) return *result;
  IntTuple strides = stride_of(*result);
  reverse(reverse, strides);
  return *make(bare(shape), strides);
}

// The content of the brackets of Layout<…>, Layout(…) and make_layout(…).
Layout LayoutReader::called(std::string_view close) {
  take("shape=");
  const Node shape = node();
  Layout out;
  if (!take(",")) {
    out = counted(shape, Order::left);
  } else if (const bool right = take_name(right_names); right || take_name(left_names)) {
    out = counted(shape, right ? Order::right : Order::left);
    if (take("{")) want("}", "'}'");
  } else {
    take("stride=");
    out = paired(shape, node());
  }
  want(close, "',' or '" + std::string(close) + "'");
  if (take("{")) want("}", "'}'");
  return out;
}

Layout LayoutReader::layout() {
  static constexpr std::string_view kind[] = {"Layout"}, call[] = {"make_layout"};
  const std::size_t start = at();
  if (among(name(), swizzle_names)) {
    expected("a layout without a swizzle");
    return {};
  }
  if (take_name(kind)) {
    if (take("<")) return checked(called(">"), start);
    want("(", "'<' or '('");
    return checked(called(")"), start);
  }
  if (take_name(call)) {
    want("(", "'('");
    return checked(called(")"), start);
  }
  const Node shape = node();
  if (failed()) return {};
  return checked(take(":") ? paired(shape, node()) : counted(shape, Order::left), start);
}

Swizzle LayoutReader::swizzle() {
  const std::size_t start = at();
  if (!take_name(swizzle_names)) expected("a swizzle such as Sw<3,3,3>");
  std::array<std::int64_t, 3> numbers{};
  for (std::size_t i = 0; i < 3; ++i) {
    want(i == 0 ? "<" : ",", i == 0 ? "'<'" : "','");
    numbers[i] = integer();
  }
  want(">", "'>'");
  if (take("{")) want("}", "'}'");
  if (failed()) return {};
  const Result<Swizzle> made = make_swizzle(numbers[0], numbers[1], numbers[2]);
  if (made) return *made;
  fail(start, made.error().message);
  return {};
}

SwizzledLayout LayoutReader::swizzled() {
  SwizzledLayout out;
  if (!among(name(), swizzle_names)) {
    out.layout = layout();
    return out;
  }
  const std::size_t start = at();
  out.swizzle = swizzle();
  const auto circle = [&] {
    if (!take("o") && !take("∘")) expected("'o' and what the swizzle is applied to");
  };
  circle();
  out.offset = integer();
  circle();
  out.layout = layout();
  if (failed()) return out;
  if (const auto made = make(out.swizzle, out.offset, out.layout); !made)
    fail(start, made.error().message);
  return out;
}

// Whether the next bracket contains a ':', which only layouts have.
bool LayoutReader::lists_layouts() {
  if (peek() == '<') return true;
  if (peek() != '(') return false;
  int open = 0;
  for (std::size_t i = at(); i < text().size(); ++i) {
    const char c = text()[i];
    if (c == ':' && text().substr(i, 2) != "::" && text()[i - 1] != ':') return true;
    open += c == '(';
    open -= c == ')';
    if (open == 0) return false;
  }
  return false;
}

Tiler LayoutReader::tiler(int depth) {
  if (failed()) return {};
  if (depth > most_depth) expected("a nesting of at most " + std::to_string(most_depth));
  if (!lists_layouts()) return layout();
  const std::string_view close = take("<") ? ">" : take("(") ? ")" : "";
  std::vector<Tiler> modes;
  do {
    modes.push_back(tiler(depth + 1));
    if (modes.size() > most_leaves) expected("at most " + std::to_string(most_leaves) + " modes");
  } while (take(","));
  want(close, "',' or '" + std::string(close) + "'");
  return Tiler(std::move(modes));
}

template <class T>
Result<T> finished(LayoutReader& reader, T value) {
  reader.end();
  if (reader.failed()) return reader.error();
  return value;
}

}  // namespace

Result<IntTuple> parse_int_tuple(std::string_view text) {
  LayoutReader reader(text);
  const Node node = reader.node();
  if (!reader.failed() && count(node) > most_leaves)
    reader.expected(node.at, "at most " + std::to_string(most_leaves) + " numbers");
  return finished(reader, bare(node));
}

Result<Layout> parse_layout(std::string_view text) {
  LayoutReader reader(text);
  return finished(reader, reader.layout());
}

Result<SwizzledLayout> parse_swizzled(std::string_view text) {
  LayoutReader reader(text);
  return finished(reader, reader.swizzled());
}

Result<Swizzle> parse_swizzle(std::string_view text) {
  LayoutReader reader(text);
  return finished(reader, reader.swizzle());
}

Result<Tiler> parse_tiler(std::string_view text) {
  LayoutReader reader(text);
  return finished(reader, reader.tiler());
}

}  // namespace loom::layout
