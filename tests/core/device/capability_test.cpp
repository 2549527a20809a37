#include "core/device/capability.hpp"

#include <string>

#include "tests/doctest.hpp"

TESTS_OF(core::device::capability) {

using namespace loom::device;

TEST_CASE("capabilities: one row each, in order, consistent with itself") {
  double last = 0;
  for (const Capability& capability : capabilities()) {
    CAPTURE(capability.name);
    const double number = std::stod(std::string(capability.name));
    CHECK(number > last);
    last = number;
    CHECK(find_capability(capability.name) == &capability);
    CHECK(capability.threads_per_sm % warp_threads == 0);
    CHECK(capability.warps_per_sm() % sub_partitions == 0);
    // The largest block fits, and what the system keeps is what a block cannot have.
    CHECK(capability.shared_per_sm == capability.shared_per_block + capability.shared_reserved);
    CHECK(capability.shared_per_sm % capability.shared_unit == 0);
    CHECK(capability.shared_reserved % capability.shared_unit == 0);
    // Shared memory can take as much of the pool as an SM may have, and never all of it.
    CHECK(capability.carveouts_kib.back() * 1024 == capability.shared_per_sm);
    CHECK(capability.carveouts_kib.back() < capability.pool_kib);
    for (size_t i = 1; i < capability.carveouts_kib.size(); ++i)
      CHECK(capability.carveouts_kib[i - 1] < capability.carveouts_kib[i]);
  }
  CHECK(find_capability("9.1") == nullptr);
  CHECK(find_capability("") == nullptr);
}

}  // TESTS_OF(core::device::capability)
