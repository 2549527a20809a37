// `mma-fragment`: who holds what, against the closed forms written another way.
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(mma_fragment());

}  // namespace

TEST_CASE("mma-fragment: sentences") {
  CHECK(subject.status("") == "Thread 5 holds 4 of 128 elements; value 2 is (9, 2).");
}
