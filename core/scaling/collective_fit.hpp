// What two numbers say of the time of a collective operation: latency + sent / rate, where `sent`
// is what each GPU sends. Each of NCCL's protocols has numbers of its own:
//
//   LL       every 8 bytes carry 4 of data and a flag: the receiver sees at once when they come
//   LL128    every 128 bytes carry 120 of data and a flag
//   Simple   no flags: whole chunks, and a signal behind each
//
// An all-to-all is made of sends. By NCCL's rules a send has a channel for every 64 KiB, 32 at
// most, and LL up to 16 KiB; its Simple sends are therefore told apart by whether all channels are
// used. Source: NCCL's source, src/enqueue.cc (addP2pToPlan) and src/device/prims_ll.h,
// prims_ll128.h, https://github.com/NVIDIA/nccl/tree/5067397c2676d5aed50042fc39e5c8ee96eb0027.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/scaling/measured_collectives.hpp"

namespace loom::scaling {

struct Timed {
  double sent = 0, seconds = 0;  // bytes by each GPU
};

struct LinkFit {
  double latency = 0;  // seconds
  double rate = 0;     // bytes a second
  double seconds(double sent) const { return latency + sent / rate; }
};

// The latency and the rate that make the sum of the squared relative errors least. At least two
// different sizes, and times above 0.
LinkFit fit_link(std::span<const Timed> runs);

// What NCCL takes for an all-to-all of so many bytes on each GPU.
std::string_view all_to_all_way(double bytes, int gpus);

struct CollectiveFit {
  Collective operation{};
  std::string_view way;
  double least = 0, most = 0;  // bytes held by each GPU
  int runs = 0;
  LinkFit fit;  // of every other run, from the first on
  // The error that is greatest in size, of the time: at the runs in between, and at all.
  double worst = 0, worst_of_all = 0;
};

// One for each way of an operation, in the order of the sizes.
std::vector<CollectiveFit> collective_fits(Collective operation,
                                           std::span<const h200::CollectiveRun> runs);

}  // namespace loom::scaling
