// A scene's state as text, JSON or CSV.
#pragma once

#include <string>

#include "web/scene/scene.hpp"

namespace loom::command {

// Columns under their headings, with numbers aligned to the right.
std::string aligned(const scene::Table& table);

// The sentence, then the table.
std::string as_text(const scene::State& state);

// {"scene", "parameters", "status", "table": {"columns", "rows"}, "steps"}, cells as the page shows
// them. Parameters have their natural types: numbers, booleans, arrays of numbers, strings.
std::string as_json(const scene::State& state);

// The table by RFC 4180, with a header row.
std::string as_csv(const scene::State& state);

}  // namespace loom::command
