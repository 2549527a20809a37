// interface.def for C++: the functions that a script calls, and what their numbers stand for.
#pragma once

#include <cstdint>

extern "C" {
#define LOOM_CALL(program, result, name, parameters) result loom_##name parameters;
#include "web/program/interface.def"  // IWYU pragma: export
}

namespace loom::program {

enum class Answer {
#define LOOM_BIT(name) name,
#include "web/program/interface.def"  // IWYU pragma: export
};
constexpr int bit(Answer answer, bool set) { return set ? 1 << static_cast<int>(answer) : 0; }

enum class Pointer {
#define LOOM_POINTER(name) name,
#include "web/program/interface.def"  // IWYU pragma: export
};

enum class Text {
#define LOOM_TEXT(name) name,
#include "web/program/interface.def"  // IWYU pragma: export
};

enum class Progress {
#define LOOM_PROGRESS(name) name,
#include "web/program/interface.def"  // IWYU pragma: export
};

enum class Cursor {
#define LOOM_CURSOR(name, css) name,
#include "web/program/interface.def"  // IWYU pragma: export
};

enum class Role {
#define LOOM_ROLE(name) name,
#include "web/program/interface.def"  // IWYU pragma: export
};

}  // namespace loom::program
