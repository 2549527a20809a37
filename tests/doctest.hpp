// doctest, set up alike for the native build and for wasm, which has no exceptions.
#pragma once

#ifdef __EMSCRIPTEN__
#define DOCTEST_CONFIG_NO_EXCEPTIONS_BUT_WITH_ALL_ASSERTS
#define DOCTEST_CONFIG_NO_POSIX_SIGNALS
#define DOCTEST_CONFIG_COLORS_NONE  // it cannot ask Node whether this is a terminal
#endif
#include <doctest/doctest.h>
