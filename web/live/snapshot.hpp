// What the page shows of a figure beside its picture and its table, all at once: the page asks for
// it after each change.
#pragma once

#include <string>
#include <vector>

#include "web/live/figure.hpp"

namespace loom::live {

using text = std::string;
using number = double;
using flag = bool;
using flags = std::vector<bool>;
using fields = std::vector<scene::Field>;

// The figure's state.
struct Snapshot {
#define LOOM_SNAPSHOT(type, name) type name = {};
#include "web/program/interface.def"
};
Snapshot snapshot(const Figure& figure);

// What the pointer is over, and what it does there.
struct Pointed {
#define LOOM_POINTED(type, name) type name = {};
#include "web/program/interface.def"
};
Pointed pointed(const Figure& figure);

// As a JSON array, in the order of interface.def.
std::string json(const Snapshot& snapshot);
std::string json(const Pointed& pointed);

}  // namespace loom::live
