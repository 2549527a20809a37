// A table as JSON text, for the page's script.
#pragma once

#include <string>
#include <string_view>

#include "web/scene/table.hpp"

namespace loom::live {

// {"columns":[{"name":"Error","number":true,"unit":"%"},…],"rows":[[{"shown":"4.0%","value":4.04},…],…]}
// `unit`: where the name, as the page shows it, does not have it. `value`: of every cell of a
// column of numbers, null where there is none; of others, where there is one.
std::string table_json(const scene::Table& table);

// With the quotes around it.
std::string json_string(std::string_view text);

}  // namespace loom::live
