#include <cstdint>

#include "tests/fuzz/harness.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  try_input({reinterpret_cast<const char*>(data), size});
  return 0;
}
