#include "core/memory/own_index.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include "core/expression/code.hpp"
#include "core/layout/parse.hpp"
#include "core/memory/own_names.hpp"

namespace loom::memory {

using expression::Code;

namespace {

bool is_layout(std::string_view text) {
  const auto has = [&](std::string_view any) { return text.find_first_of(any) != text.npos; };
  if (has("?[;=")) return false;
  if (has(":")) return true;
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  for (std::string_view name : {"Layout", "make_layout", "Sw", "S<", "cute"})
    if (text.starts_with(name)) return true;
  const bool word = std::any_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
  return has(",") && !word;
}

Result<OwnIndex> layout_index(std::string_view text) {
  const Result<layout::SwizzledLayout> parsed = layout::parse_swizzled(text);
  if (!parsed) return parsed.error();
  if (const std::int64_t size = layout::size(parsed->layout); size < warp_lanes)
    return Error{"a layout of size " + std::to_string(size) + ", expected one for " +
                 std::to_string(warp_lanes) + " lanes or more"};
  OwnIndex own;
  for (int lane = 0; lane < warp_lanes; ++lane)
    own.elements[static_cast<std::size_t>(lane)] = (*parsed)(lane);
  return own;
}

// The list of names defines and declares; it accesses nothing.
std::optional<Error> add_list(OwnNames& names, std::string_view list) {
  const Result<Code> code = expression::read_code(list);
  if (!code) return Error{"in the list of names, " + code.error().message};
  std::size_t wrong = list.size();
  if (!code->accesses.empty()) wrong = code->accesses[0].place.begin;
  if (!code->value.empty()) wrong = code->value.begin;
  if (wrong < list.size())
    return Error{"in the list of names, " + column_at(wrong) + "expected 'name = value'"};
  names.define(list, *code, list.size() + 1);
  if (names.problem().empty()) return std::nullopt;
  return Error{"in the list of names, " + names.problem()};
}

// All lanes make the access, or the error says which do. A condition whose value the code does
// not determine is taken to hold.
std::optional<Error> everyone(const OwnNames& before, std::string_view text, const Code& code,
                              const expression::Access& access) {
  for (const expression::Condition& condition : access.conditions) {
    OwnNames names = before;  // as they are where it is asked
    names.define(text, code, condition.piece.begin);
    if (!condition.followed)
      return Error{
          column_at(condition.piece.begin) +
          "which lanes come through this branch or loop is not followed here; leave it out"};
    const Result<LaneValues> holds = names.values(text, condition.piece);
    if (!holds && names.unfollowed(text, condition.piece)) return holds.error();
    if (!holds) continue;
    const auto count = warp_lanes - std::count(holds->begin(), holds->end(), 0);
    if (count == (condition.holds ? warp_lanes : 0)) continue;
    return Error{column_at(condition.piece.begin) + "'" + std::string(condition.piece.of(text)) +
                 "' holds in " + std::to_string(count) + " of 32 lanes" +
                 (condition.holds ? "" : ", which do not make this access") +
                 ", and the figure needs an access of all of them; leave it out, or "
                 "change the list of names"};
  }
  return std::nullopt;
}

// Row by row, as C stores arrays.
Result<LaneValues> element(const OwnNames& names, std::string_view text,
                           const expression::Access& access) {
  const auto lengths = names.lengths(access.array, access.indices.size() - 1);
  if (!lengths) return Error{column_at(access.place.begin) + lengths.error().message};
  LaneValues found{};
  for (std::size_t i = 0; i < access.indices.size(); ++i) {
    const Result<LaneValues> index = names.values(text, access.indices[i]);
    if (!index) return index.error();
    for (std::size_t lane = 0; lane < found.size(); ++lane) {
      std::int64_t& at = found[lane];
      if ((i > 0 && __builtin_mul_overflow(at, (*lengths)[i - 1], &at)) ||
          __builtin_add_overflow(at, (*index)[lane], &at))
        return Error{column_at(access.place.begin) +
                     "the place of the element does not fit into 64 "
                     "bits, in lane " +
                     std::to_string(lane)};
    }
  }
  return found;
}

Result<OwnIndex> code_index(std::string_view text, OwnNames& names, int which) {
  const Result<Code> code = expression::read_code(text);
  if (!code) return code.error();
  OwnIndex own;
  own.of = static_cast<int>(code->accesses.size());
  own.which = std::min(which, own.of);
  if (own.of > 0) {
    const expression::Access& access = code->accesses[static_cast<std::size_t>(own.which - 1)];
    if (auto error = everyone(names, text, *code, access)) return *error;
    names.define(text, *code, access.place.begin);
    const Result<LaneValues> elements = element(names, text, access);
    if (!elements) return elements.error();
    own.elements = *elements;
    own.access = access.place.of(text);
    own.rows_assumed = access.indices.size() > 1 && !names.declared(access.array);
    return own;
  }
  expression::Piece value = code->value;
  if (!code->definitions.empty()) {  // of code without accesses: what it computes last
    const expression::Definition& last = code->definitions.back();
    if (!last.unclear.empty())
      return Error{column_at(last.value.begin) + "'" + std::string(last.unclear) +
                   "' is not followed here; write 'name = value'"};
    value = last.value;
    names.define(text, *code, value.begin);
  } else if (!code->arrays.empty()) {
    const std::string name(code->arrays[0].name);
    return Error{column_at(static_cast<std::size_t>(code->arrays[0].name.data() - text.data())) +
                 "'" + name +
                 "' is declared, and nothing accesses it; expected an access such as " + name +
                 "[threadIdx.x]"};
  }
  if (value.empty() && code->definitions.empty()) value = {0, text.size()};
  const Result<LaneValues> elements = names.values(text, value);
  if (!elements) return elements.error();
  own.elements = *elements;
  return own;
}

}  // namespace

Result<OwnIndex> own_index(std::string_view text, std::string_view names, int which) {
  if (is_layout(text)) return layout_index(text);
  OwnNames all;
  if (auto error = add_list(all, names)) return *error;
  return code_index(text, all, which);
}

Result<LaneIndices> own_elements(const OwnIndex& own, int last) {
  LaneIndices elements{};
  for (std::size_t lane = 0; lane < elements.size(); ++lane) {
    const std::int64_t index = own.elements[lane];
    if (index < 0 || index > last)
      return Error{"lane " + std::to_string(lane) + " has element " + std::to_string(index) +
                   ", expected 0 to " + std::to_string(last)};
    elements[lane] = static_cast<int>(index);
  }
  return elements;
}

Result<FromAddresses> from_addresses(const std::array<std::int64_t, warp_lanes>& addresses,
                                     int width) {
  constexpr std::int64_t last = std::numeric_limits<int>::max();
  FromAddresses found;
  const std::int64_t least = *std::min_element(addresses.begin(), addresses.end());
  found.base = least & ~std::int64_t{line_bytes - 1};
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) {
    const std::int64_t address = addresses[lane];
    const std::string entry =
        "entry " + std::to_string(lane + 1) + ", address " + std::to_string(address) + ", ";
    if (address < 0) return Error{entry + "is below 0"};
    if (address % width != 0)
      return Error{entry + "is not a multiple of " + std::to_string(width) +
                   " bytes; the hardware refuses a misaligned address"};
    const std::int64_t element = (address - found.base) / width;
    if (element > last)
      return Error{entry + "is " + std::to_string(element) +
                   " elements from the smallest, expected " + std::to_string(last) + " at most"};
    found.elements[lane] = static_cast<int>(element);
  }
  return found;
}

}  // namespace loom::memory
