#include "core/sm/occupancy.hpp"
#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

constexpr Field occupancy_in[] = {
    {"compute_capability",
     "\"7.0\", \"7.5\", \"8.0\", \"8.6\", \"8.9\", \"9.0\", \"10.0\", \"10.3\" or \"12.0\""},
    {"threads", "per block, a whole number from 1; above 1024 no block fits"},
    {"registers", "per thread, a whole number from 0; above 255 no block fits"},
    {"shared_bytes",
     "dynamic shared memory per block in bytes, for a kernel that may use all the device allows"},
    {"static_shared_bytes", "static shared memory per block in bytes; default 0", true},
    {"barriers",
     "named barriers that the kernel uses, 16 for a number known only at run time; default 0",
     true},
};
constexpr Field occupancy_out[] = {
    {"blocks", "resident on one SM; 0 when the kernel cannot run"},
    {"warps", "resident on one SM"},
    {"occupancy", "warps as a share of what the SM holds, 0 to 1"},
    {"limiter",
     "what allows no more: \"warps\", \"registers\", \"shared_memory\", \"blocks\" or "
     "\"barriers\"; an array "
     "of them, in this order, when several tie"},
};

const device::Capability& capability(const Json& value) {
  std::vector<std::string_view> names;
  for (const device::Capability& known : device::capabilities()) names.push_back(known.name);
  return *device::find_capability(choice(value, "compute_capability", names));
}

Json limiters(const sm::Occupancy& found) {
  Json all = Json::array();
  for (int i = 0; i < sm::limiter_count; ++i)
    if (const auto limiter = static_cast<sm::Limiter>(i); found.limited_by(limiter))
      all.push_back(sm::name(limiter));
  return all.size() == 1 ? all[0] : all;
}

Json run_occupancy(const Json& fields) {
  const auto count = [&](const char* name, int least) {
    return fields.contains(name) ? static_cast<int>(integer(fields[name], name, least, INT_MAX))
                                 : 0;
  };
  const device::Capability& device = capability(fields["compute_capability"]);
  const sm::Kernel kernel = {.threads = count("threads", 1),
                             .registers = count("registers", 0),
                             .static_shared = count("static_shared_bytes", 0),
                             .dynamic_shared = count("shared_bytes", 0),
                             .barriers = count("barriers", 0)};
  const sm::Occupancy found = accept(sm::occupancy(device, kernel));
  return {{"blocks", found.blocks},
          {"warps", found.warps},
          {"occupancy", answer(found.share)},
          {"limiter", limiters(found)}};
}

}  // namespace

const Operation occupancy = {
    "sm.occupancy", "how many blocks of a kernel one SM holds, as the CUDA runtime answers",
    occupancy_in, occupancy_out, run_occupancy};

}  // namespace loom::eval
