// loom: builds, checks and serves the site, prints scenes, answers questions to the simulators, and
// converts numbers.
#include "tools/loom/command/command.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

int main(int argc, char** argv) {
#ifdef __GLIBC__
  // Building a site needs much memory at once. By default a thread asks the system for it in pieces
  // of four kilobytes.
  constexpr int step = 32 << 20;
  mallopt(M_TOP_PAD, step);
  mallopt(M_TRIM_THRESHOLD, 2 * step);
#endif
  return loom::command::run(argc, argv);
}
