// Sizes, alignments, names and conversions of types, against what CUDA's headers and the C++
// standard say.
#include "core/cuda/check/ctype.hpp"

#include <string>

#include "tests/doctest.hpp"

TESTS_OF(core::cuda::check::ctype) {

using namespace loom::cuda;

TEST_CASE("Arithmetic types have the sizes of CUDA on 64-bit Linux") {
  const CTypes types;
  for (const auto& [name, size] :
       std::vector<std::pair<std::string_view, int>>{{"bool", 1},
                                                     {"char", 1},
                                                     {"short", 2},
                                                     {"int", 4},
                                                     {"long", 8},
                                                     {"long long", 8},
                                                     {"size_t", 8},
                                                     {"float", 4},
                                                     {"double", 8},
                                                     {"__half", 2},
                                                     {"__nv_bfloat16", 2},
                                                     {"uint8_t", 1},
                                                     {"int64_t", 8}}) {
    const CType* type = types.scalar(name);
    REQUIRE(type);
    CHECK(type->size == size);
    CHECK(type->alignment == size);
  }
  CHECK(types.scalar("size_t") == types.scalar("unsigned long"));
  CHECK(types.scalar("uint64_t") != types.scalar("unsigned long long"));  // as on Linux
  CHECK(types.scalar("quad") == nullptr);
}

TEST_CASE("Arithmetic happens in the type that C++ says") {
  const CTypes types;
  const auto both = [&](std::string_view a, std::string_view b) {
    return common(types, types.scalar(a), types.scalar(b))->name;
  };
  CHECK(both("char", "char") == "int");
  CHECK(both("bool", "unsigned short") == "int");
  CHECK(both("int", "unsigned int") == "unsigned int");
  CHECK(both("unsigned int", "long") == "long");
  CHECK(both("long", "unsigned long") == "unsigned long");
  CHECK(both("unsigned long", "long long") == "unsigned long long");
  CHECK(both("long long", "float") == "float");
  CHECK(both("float", "double") == "double");
  CHECK(both("__half", "int") == "__half");
}

TEST_CASE("Types are spelled as in C++, and each exists once") {
  CTypes types;
  const CType* real = types.scalar("float");
  CHECK(spelled(types.pointer_to(types.const_of(real))) == "const float*");
  CHECK(spelled(types.array_of(types.array_of(real, 3), 2)) == "float[2][3]");
  CHECK(types.array_of(types.array_of(real, 3), 2)->size == 24);
  CHECK(types.pointer_to(real) == types.pointer_to(real));
  CHECK(same(types.const_of(real), real));
  CHECK(fit(types, types.pointer_to(real), types.pointer_to(types.const_of(real))) == 0);
  CHECK(fit(types, types.pointer_to(types.const_of(real)), types.pointer_to(real)) == -1);
  CHECK(fit(types, types.scalar("short"), types.int_()) == 1);
  CHECK(fit(types, types.int_(), real) == 2);
}

}  // TESTS_OF(core::cuda::check::ctype)
