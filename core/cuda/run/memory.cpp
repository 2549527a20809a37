#include "core/cuda/run/memory.hpp"

#include <algorithm>

#include "core/cuda/message.hpp"
#include "core/cuda/run/format.hpp"

namespace loom::cuda {
namespace {

std::string bare(Address address) {
  return message("address 0x%", {format_integer("", 'x', address)});
}

// Where a variable begins: dynamic shared memory behind the static.
std::int64_t offset_of(const Code& code, const Variable& variable) {
  return variable.space == Space::shared && variable.offset < 0 ? (code.shared_bytes + 15) / 16 * 16
                                                                : variable.offset;
}

// The variable of that space whose bytes hold the offset, or the nearest one before it.
const Variable* variable_at(const Code& code, Space space, std::int64_t offset) {
  const Variable* found = nullptr;
  for (const Variable& each : code.variables) {
    if (each.space != space) continue;
    const std::int64_t begin = offset_of(code, each);
    const std::int64_t known = found ? offset_of(code, *found) : 0;
    if (!found || (begin <= offset ? known > offset || begin >= known : begin < known))
      found = &each;
  }
  return found;
}

// Whether the bytes are of this member.
bool holds(const Scalar& member, std::int64_t offset, int width) {
  return !member.name.empty() && offset >= member.offset &&
         offset + width <= member.offset + size_of(member.type);
}

}  // namespace

std::string element_at(const std::string& name, const Shape& element,
                       const std::vector<std::int64_t>& dimensions, std::int64_t offset,
                       int width) {
  const std::int64_t size = std::max(1, element.size);
  std::int64_t index = offset / size - (offset % size < 0 ? 1 : 0);
  const std::int64_t inside = offset - index * size;
  std::string out;
  for (std::size_t i = dimensions.size(); i-- > 1;) {  // the first dimension takes what is left
    const std::int64_t length = std::max<std::int64_t>(1, dimensions[i]);
    const std::int64_t rest = (index % length + length) % length;
    out = message("[%]%", {rest, out});
    index = (index - rest) / length;
  }
  out = message("%[%]%", {name, index, out});
  for (const Scalar& scalar : element.scalars)
    if (holds(scalar, inside, width)) return out + "." + scalar.name;
  return out;
}

std::string described(const Memory& memory, const Code& code, Address address, int width) {
  if (address < window::null_end) return bare(address);
  if (window::kind(address) == 1 && window::slot(address) < memory.count()) {
    const Array& array = memory.at(window::slot(address));
    const auto offset = static_cast<std::int64_t>(address - window::array(window::slot(address)));
    return element_at(array.name, array.element, array.dimensions, offset, width);
  }
  const bool shared = window::kind(address) == 2;
  if (!shared && window::kind(address) != 3) return bare(address);
  const auto offset =
      static_cast<std::int64_t>(address - (shared ? window::shared_base : window::local_base));
  const Variable* variable = variable_at(code, shared ? Space::shared : Space::local, offset);
  if (!variable) return message("% memory[%]", {shared ? "shared" : "local", offset});
  const std::int64_t in_variable = offset - offset_of(code, *variable);
  const bool inside = in_variable >= 0 && in_variable < std::max<std::int64_t>(1, variable->bytes);
  if (variable->dimensions.empty() && variable->element.size > 0 && variable->bytes != 0 &&
      inside) {
    for (const Scalar& scalar : variable->element.scalars)
      if (holds(scalar, in_variable, width)) return variable->name + "." + scalar.name;
    return variable->name;
  }
  return element_at(variable->name, variable->element, variable->dimensions, in_variable, width);
}

}  // namespace loom::cuda
