// doctest, set up alike for the native build and for wasm, which has no exceptions.
#pragma once

#ifdef __EMSCRIPTEN__
#define DOCTEST_CONFIG_NO_EXCEPTIONS_BUT_WITH_ALL_ASSERTS
#define DOCTEST_CONFIG_NO_POSIX_SIGNALS
#define DOCTEST_CONFIG_COLORS_NONE  // it cannot ask Node whether the output is a terminal
#endif
#define DOCTEST_CONFIG_SUPER_FAST_ASSERTS  // a call for each check, which compiles sooner
#include <doctest/doctest.h>

// TESTS_OF(core::gemm::copy_pipeline) { … }: the tests of core/gemm/copy_pipeline and their
// helpers, a doctest suite with a namespace of its own, so that many files can be compiled as one.
#define TESTS_OF(path) TEST_SUITE(#path)
