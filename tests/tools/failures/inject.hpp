// Failures on purpose: one allocation, or one call that reads or writes files.
#pragma once

namespace loom::test {

enum class Resource { memory, files };

struct Counts {
  long long memory = 0, files = 0;  // calls so far in this process
};
Counts counts();

// The n-th call from now fails, n from 1; with `for_good`, all later ones, too.
void fail_from_now(Resource resource, long long n, bool for_good);

}  // namespace loom::test
