// The query of an address that names a state: "stride=2&offset=1&step=3", percent-encoded. Encoding
// and decoding of one component are in parameter.hpp. This is the only place that knows the
// grammar: the page's script hands queries on.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "web/scene/parameter.hpp"

namespace loom::scene {

// The parts of a query as they are written, "a=1" and "b=2".
std::vector<std::string_view> query_parts(std::string_view query);

// "a=1&b=2": what parse_query() reads.
std::string query_of(std::span<const Field> fields);

// What a query says: values on top of the defaults, and a step.
struct Named {
  Values values;
  std::optional<std::string> step;
};
Result<Named> named(std::span<const Parameter> parameters, std::string_view query);

// Whether the values are those of a preset. Its step does not count.
bool shows(const Values& values, const Preset& preset);

}  // namespace loom::scene
