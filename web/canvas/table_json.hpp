// A table as JSON text, for the page's script.
#pragma once

#include <string>
#include <string_view>

#include "web/scene/table.hpp"

namespace loom::canvas {

// {"columns":[{"name":"Tile","number":true},…],"rows":[["0",…],…]}
std::string table_json(const scene::Table& table);

// With the quotes around it.
std::string json_string(std::string_view text);

}  // namespace loom::canvas
