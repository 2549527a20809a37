// A table as JSON text, for the page's script.
#pragma once

#include <string>

#include "web/scene/table.hpp"

namespace loom::live {

// {"columns":[{"name":"Error","number":true,"unit":"%"},…],"rows":[[{"shown":"4.0%","value":4.04},…],…]}
// `unit` is there if the name, as the page shows it, does not include it. `value` is there for
// every cell of a column of numbers, null where there is no number; in other columns only for cells
// with a number.
std::string table_json(const scene::Table& table);

}  // namespace loom::live
