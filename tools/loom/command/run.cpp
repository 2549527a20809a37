// loom run FILE.cu --kernel NAME --grid 4,4 --block 16,16 --arg 'in=float[4096]:index' --arg n=4096
#include <CLI/CLI.hpp>
#include <iostream>
#include <limits>

#include "core/cuda/lower/compile.hpp"
#include "core/json/text.hpp"
#include "core/text/clipped.hpp"
#include "core/text/word_list.hpp"
#include "tools/loom/base/embedded.hpp"
#include "tools/loom/base/failure.hpp"
#include "tools/loom/base/read_file.hpp"
#include "tools/loom/command/checks.hpp"
#include "tools/loom/command/command.hpp"
#include "tools/loom/command/run_arguments.hpp"
#include "tools/loom/command/run_text.hpp"
#include "web/kernel/answer.hpp"

namespace loom::command {
namespace {

// For arrays, their shadows and live blocks; half of what WebAssembly's addresses reach.
constexpr long long most_memory = sizeof(void*) < 8 ? 2ll << 30 : 16ll << 30;

struct RunOptions {
  std::string file, kernel, against, chip = "9.0", grid = "1", block = "32";
  std::vector<std::string> arguments;
  long long shared = 0, steps = 2'000'000'000;
  std::optional<std::uint64_t> order;
  bool fmad = true, json = false, sarif = false;
};

// Tells what was wrong on standard error, and as JSON if that was asked for.
int refuse(const RunOptions& options, std::string_view before, std::string_view message) {
  std::cerr << before << message << "\n";
  json::Value answer;
  if (options.json) std::cout << json::write(answer.add("error", message)) << "\n";
  return usage;
}

// The same about a file. The compiler's and the launch's messages begin with a place: "12:5: …".
int refuse_file(const RunOptions& options, const std::string& file, const Error& error) {
  const std::string& message = error.message;
  const bool placed = !message.empty() && message[0] >= '0' && message[0] <= '9';
  return refuse(options, file + (placed ? ":" : ": "), message);
}

// Of a text without a size_mistake; what is left out is 1.
cuda::Index3 three(std::string_view text) {
  cuda::Index3 out{1, 1, 1};
  std::size_t at = 0;
  for (const std::string_view word : words_in(text, ','))
    out[at++] = static_cast<std::uint32_t>(*whole(word));
  return out;
}

Result<KernelRun> run_file(const RunOptions& options, const std::string& file) {
  KernelRun out;
  out.file = file;
  out.source = read_file(file);
  Result<cuda::Code> code =
      cuda::compile(out.source, {options.kernel, options.fmad, argument_types(options.arguments)});
  if (!code) return code.error();
  out.code = std::move(*code);
  out.launch.limits.steps = options.steps;
  out.launch.limits.memory = most_memory;
  auto arguments = kernel_arguments(out.code, options.arguments, most_memory);
  if (!arguments) return arguments.error();
  out.launch.grid = three(options.grid);
  out.launch.block = three(options.block);
  out.launch.dynamic_shared = options.shared;
  out.launch.arguments = std::move(*arguments);
  out.launch.order = options.order;
  out.launch.capability = options.chip;
  Result<cuda::Outcome> outcome = cuda::run(out.code, out.launch);
  if (!outcome) return outcome.error();
  out.outcome = std::move(*outcome);
  return out;
}

std::string run_json(const KernelRun& run) {
  std::vector<std::string> types;
  for (const cuda::Parameter& each : run.code.parameters) types.push_back(each.shape.name);
  return json::write(kernel::answer(run.code, types, run.outcome)) + "\n";
}

int run_kernel(const RunOptions& options) try {
  const auto first = run_file(options, options.file);
  if (!first) return refuse_file(options, options.file, first.error());
  if (options.against.empty()) {
    std::cout << (options.json    ? run_json(*first)
                  : options.sarif ? as_sarif({&*first})
                                  : as_text(*first));
    return first->outcome.findings.empty() ? ok : mistakes;
  }
  const auto second = run_file(options, options.against);
  if (!second) return refuse_file(options, options.against, second.error());
  std::cout << (options.json    ? "[" + run_json(*first) + "," + run_json(*second) + "]\n"
                : options.sarif ? as_sarif({&*first, &*second})
                                : side_by_side(*first, *second));
  return first->outcome.findings.empty() && second->outcome.findings.empty() ? ok : mistakes;
} catch (const std::exception& failure) {
  return refuse(options, "loom run: ", reason(failure));
}

// "x", "x,y" or "x,y,z".
std::string size_mistake(const std::string& text) {
  static const CLI::Validator check = whole_number(0, std::numeric_limits<std::uint32_t>::max());
  const std::vector<std::string_view> words = words_in(text, ',');
  const std::string given = "'" + clipped(text, 40) + "'";
  if (words.size() > 3) return "expected x, x,y or x,y,z, got " + given;
  for (const std::string_view word : words)
    if (const std::string mistake = check(std::string(word)); !mistake.empty())
      return mistake + (words.size() > 1 ? " in " + given : "");
  return "";
}

// CLI11 prints the text and ends, as it does for --help.
void print_licenses() { throw CLI::CallForVersion(std::string(embedded_licenses()), 0); }

constexpr const char* footer =
    "--arg NAME=float[4096]:INIT gives an array: INIT is index, zero, one, random(SEED), a list "
    "1,2,3\n"
    "that repeats, or none, as without INIT: the array has no values yet.\n"
    "--arg NAME=4096 gives a number, --arg NAME=null a null pointer.\n"
    "For each line: how often warps executed it, their active lanes on average, how often lanes\n"
    "parted, the sectors of global memory (32 bytes each) that its requests touched and, where "
    "they\n"
    "are fewer, those that the distinct bytes alone would need, and the same for the wavefronts "
    "of\n"
    "shared memory.\n"
    "Not in scope: Triton, Python, time.\n"
    "Bytes of printf that are not UTF-8 are U+FFFD in --json.\n"
    "Exit status: 0, 1 for findings, 2 for a kernel or a launch that cannot run, or too little "
    "memory.";

}  // namespace

void add_run(CLI::App& program, int& status) {
  constexpr std::uint64_t most = std::numeric_limits<long long>::max();
  CLI::App* app = program.add_subcommand(
      "run", "Run a kernel in CUDA C++ without a GPU: what each line costs, and what is wrong");
  app->footer(footer);
  const auto options = std::make_shared<RunOptions>();
  app->add_option("FILE", options->file, "CUDA C++")->required();
  app->add_option("--kernel", options->kernel, "its name; not needed if there is one kernel");
  app->add_option("--grid", options->grid, "blocks: x,y,z; default 1")
      ->check(CLI::Validator(size_mistake, ""));
  app->add_option("--block", options->block, "threads of a block: x,y,z; default 32")
      ->check(CLI::Validator(size_mistake, ""));
  app->add_option("--shared", options->shared, "bytes of dynamic shared memory")
      ->check(whole_number(0, most));
  app->add_option("--arg", options->arguments, "an argument; once for each parameter")
      ->allow_extra_args(false);
  app->add_option("--order", options->order,
                  "a seed: another order of blocks and warps; results that change are a finding")
      ->check(whole_number(0, std::numeric_limits<std::uint64_t>::max()));
  app->add_option("--fmad", options->fmad,
                  "contract products and sums, as nvcc does: true (the default) or false")
      ->check(one_of({"true", "false"}));
  app->add_option("--chip", options->chip,
                  "compute capability of the chip whose limits hold for the launch; default 9.0");
  app->add_option("--steps", options->steps, "the most steps of all warps together")
      ->check(whole_number(1, most));
  app->add_option("--against", options->against, "another version of the kernel, shown beside it");
  CLI::Option* json = app->add_flag("--json", options->json, "the answer of 'loom eval' cuda.run");
  app->add_flag("--sarif", options->sarif, "the findings as SARIF")->excludes(json);
  app->add_flag_callback("--licenses", print_licenses,
                         "print the licenses of everything that is in loom-run, and end");
  app->callback([options, &status] { status = run_kernel(*options); });
}

}  // namespace loom::command
