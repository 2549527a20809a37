// What cooperative groups give: ranks within a group, not lanes of the warp.
#include "tests/core/cuda/kernels.hpp"

TESTS_OF(core::cuda::groups) {

using loom::tests::cuda::check_left;

namespace {

const char* const head =
    "#include <cooperative_groups.h>\n#include <cooperative_groups/scan.h>\n"
    "namespace cg = cooperative_groups;\n";

}  // namespace

TEST_CASE("groups: votes and matches of coalesced threads count ranks") {
  // Threads 1, 4, … 31 have ranks 0 … 10; those above 10 have ranks 4 … 10.
  const std::string third =
      "int t = threadIdx.x; if (t % 3 == 1) { auto g = cg::coalesced_threads(); ";
  check_left(head, third + "unsigned b = g.ballot(t > 10); if (t == 31) o[0] = b; }", {2032}, 32);
  check_left(head, third + "unsigned b = g.match_any(t / 8); if (t % 9 == 4) o[t / 9] = b; }",
             {7, 24, 224, 1792}, 32);
  check_left(head,
             third +
                 "int same = 5; unsigned b = g.match_all(t, same); if (t == 4) o[0] = b, o[1] "
                 "= same; b = g.match_all(7, same); if (t == 7) o[2] = b, o[3] = same; }",
             {0, 0, 2047, 1}, 32);
  check_left(head,
             "int t = threadIdx.x; auto g = cg::tiled_partition<8>(cg::this_thread_block()); int "
             "same; unsigned b = g.match_all(t / 8, same); if (t == 9) o[0] = b, o[1] = same; b = "
             "g.match_all(t / 12, same); if (t == 9) o[2] = b, o[3] = same;",
             {255, 1, 0, 0}, 32);
}

TEST_CASE("groups: partitions know their rank among each other") {
  const std::string tile =
      "auto w = cg::tiled_partition<16>(cg::this_thread_block()); int t = threadIdx.x; ";
  const std::string show =
      "unsigned b = g.ballot(t & 1); int r = g.meta_group_rank() * 1000000 + g.meta_group_size() * "
      "100000 + g.size() * 1000 + b; if (t % 16 < 4) o[t / 16 * 4 + t % 16] = r;";
  // Labels 0, 1, 2 in turn: 6, 5 and 5 threads of each tile.
  check_left(head, tile + "auto g = cg::labeled_partition(w, t % 16 % 3); " + show,
             {306042, 1305021, 2305010, 306042, 306042, 1305021, 2305010, 306042}, 32);
  check_left(head, tile + "auto g = cg::binary_partition(w, t % 4 == 3); " + show,
             {213170, 213170, 213170, 1204015, 213170, 213170, 213170, 1204015}, 32);
  check_left(head, tile + "auto g = cg::labeled_partition(w, t % 4 == 3); " + show,
             {213170, 213170, 213170, 1204015, 213170, 213170, 213170, 1204015}, 32);
  // All on one side: one group.
  check_left(head, tile + "auto g = cg::binary_partition(w, t < 99); " + show,
             {159690, 159690, 159690, 159690, 159690, 159690, 159690, 159690}, 32);
  check_left(head,
             "auto g = cg::coalesced_threads(); o[threadIdx.x] = g.meta_group_rank() * 10 + "
             "g.meta_group_size();",
             {1, 1, 1, 1}, 4);
}

TEST_CASE("groups: scans with any operator") {
  const std::string tile =
      "auto w = cg::tiled_partition<4>(cg::this_thread_block()); int t = "
      "threadIdx.x, v = (t * 5 + 3) % 7; ";
  check_left(head, tile + "o[t] = cg::exclusive_scan(w, v, cg::plus<int>());",
             {0, 3, 4, 10, 0, 2, 2, 7}, 8);
  check_left(head, tile + "o[t] = cg::exclusive_scan(w, v, cg::greater<int>());",
             {0, 3, 3, 6, 0, 2, 2, 5}, 8);
  // An operator that is not commutative: the sum of the later values comes first.
  check_left(head, tile + "o[t] = cg::inclusive_scan(w, v, [](int a, int b) { return a - b; });",
             {3, -2, 2, 0, 2, -2, 3, 0}, 8);
  check_left(head,
             "if (threadIdx.x % 3 == 1) { auto g = cg::coalesced_threads(); o[threadIdx.x / "
             "3] = cg::exclusive_scan(g, (int)threadIdx.x) * 100 + cg::inclusive_scan(g, "
             "1); }",
             {1, 102, 503, 1204}, 12);
}

TEST_CASE("groups: one thread of the group, and a barrier in two parts") {
  check_left(head,
             "auto w = cg::tiled_partition<4>(cg::this_thread_block()); int n = 3; "
             "cg::invoke_one(w, [&](int by) { n += by; atomicAdd(o, n); }, 2); "
             "o[4 + threadIdx.x] = cg::invoke_one_broadcast(w, [&] { return n * 10 + "
             "(int)threadIdx.x; });",
             {10, 0, 0, 0, 50, 50, 50, 50, 54, 54, 54, 54}, 8);
  check_left(head,
             "__shared__ int s[8]; auto b = cg::this_thread_block(); s[threadIdx.x] = "
             "threadIdx.x; auto token = b.barrier_arrive(); int own = 10; "
             "b.barrier_wait(std::move(token)); o[threadIdx.x] = s[7 - threadIdx.x] + own; "
             "b.barrier_wait(b.barrier_arrive());",
             {17, 16, 15, 14, 13, 12, 11, 10}, 8);
  check_left(head,
             "auto g = cg::this_grid(); o[0] = g.is_valid(); o[1] = g.dim_blocks().x; o[2] = "
             "g.block_index().y; g.barrier_wait(g.barrier_arrive());",
             {1, 1, 0, 0});
}

}  // TESTS_OF(core::cuda::groups)
