// Many GPUs.
#include <algorithm>

#include "core/scaling/all_reduce.hpp"
#include "core/scaling/memory.hpp"
#include "core/scaling/pipeline_parallel.hpp"
#include "core/scaling/ring_attention.hpp"
#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

using namespace scaling;

int whole_field(const Value& fields, const char* name, long long least, long long most) {
  return static_cast<int>(integer(fields[name], name, least, most));
}

constexpr Field stages_in[] = {
    {"schedule",
     "\"gpipe\", \"1f1b\", \"interleaved\", \"zero_bubble\" (ZB-H1: half of a backward pass is the "
     "weights' gradient) or \"dualpipe\""},
    {"stages", "1 to 1024, a GPU each"},
    {"microbatches",
     "1 to 65536; with \"interleaved\" a multiple of the stages, with \"dualpipe\" even and at "
     "least twice as many"},
    {"forward", "time of a microbatch in a stage, above 0, up to 1e12"},
    {"backward", "the same of its backward pass"},
    {"chunks", "of a stage, 1 to 64; \"interleaved\" needs it, and others have 1", true},
};
constexpr Field stages_out[] = {
    {"time", "until the last pass is done, in the unit of 'forward'"},
    {"bubble", "idle share of the total time of all stages"},
    {"peak_activations", "microbatches held by the worst stage; a chunk holds its share of one"},
};

Json run_stages(const Value& fields) {
  constexpr std::string_view names[] = {"gpipe", "1f1b", "interleaved", "zero_bubble",
                                        "dualpipe"};  // in the order of PipelineSchedule
  const std::string name = choice(fields["schedule"], "schedule", names);
  PipelineOptions options;
  options.schedule =
      static_cast<PipelineSchedule>(std::find(std::begin(names), std::end(names), name) - names);
  options.stages = whole_field(fields, "stages", 1, most_pipeline_stages);
  options.microbatches = whole_field(fields, "microbatches", 1, most_microbatches);
  const auto time = [&](const char* field) {
    return within(fields[field], field, std::numeric_limits<double>::min(), most_pass_time,
                  "a time above 0, up to 1e12");
  };
  options.forward = time("forward");
  options.backward = time("backward");
  if (fields.contains("chunks"))
    options.chunks = whole_field(fields, "chunks", 1, most_pipeline_chunks);
  else if (options.schedule == PipelineSchedule::interleaved)
    throw Refused("missing field 'chunks', which the schedule \"interleaved\" needs");
  const Pipeline found = accept(scaling::pipeline(options));
  return {{"time", answer(found.time)},
          {"bubble", answer(found.bubble)},
          {"peak_activations", answer(found.peak_activations)}};
}

constexpr Field all_reduce_in[] = {
    {"algorithm", "\"ring\", \"tree\" (two binary trees), \"one_shot\" or \"in_switch\""},
    {"gpus", "1 to 1024"},
    {"bytes", "that each GPU holds and wants the sum of, 0 to 1e18"},
    {"bandwidth", "of a GPU in one direction, bytes a second, above 0, up to 1e18"},
    {"latency", "seconds a step, 0 to 1e6"},
};
constexpr Field all_reduce_out[] = {
    {"steps", "that follow each other"},
    {"bytes_sent", "by each GPU; with \"tree\" by the busiest"},
    {"seconds", "steps · latency + bytes_sent / bandwidth"},
};

Json run_all_reduce(const Value& fields) {
  constexpr std::string_view names[] = {"ring", "tree", "one_shot",
                                        "in_switch"};  // in the order of AllReduceKind
  const std::string name = choice(fields["algorithm"], "algorithm", names);
  AllReduceOptions options;
  options.kind =
      static_cast<AllReduceKind>(std::find(std::begin(names), std::end(names), name) - names);
  options.gpus = whole_field(fields, "gpus", 1, most_reducing_gpus);
  options.bytes = within(fields["bytes"], "bytes", 0, 1e18, "a number from 0 to 1e18");
  options.bandwidth = within(fields["bandwidth"], "bandwidth", std::numeric_limits<double>::min(),
                             1e18, "a number above 0, up to 1e18");
  options.latency = within(fields["latency"], "latency", 0, 1e6, "a number from 0 to 1e6");
  const AllReduce found = accept(scaling::all_reduce(options));
  return {{"steps", found.steps},
          {"bytes_sent", answer(found.bytes_sent)},
          {"seconds", answer(found.seconds)}};
}

constexpr Field training_in[] = {
    {"parameters", "of the whole model, 1 to 1e15"},
    {"layers", "1 to 1048576"},
    {"hidden", "numbers of a token between layers, 1 to 1048576"},
    {"optimizer",
     "\"adam_mixed\" (16-bit weights and gradients, 12 bytes of 32-bit states a parameter), "
     "\"sgd\" (32-bit weights and gradients, no states), \"adam_no_copy\" (as adam_mixed without "
     "the 32-bit copy of the weights) or \"adam_short\" (16-bit weights and averages, 32-bit "
     "gradients and copy)"},
    {"zero",
     "0 to 3: data-parallel GPUs share nothing, the optimizer's states, gradients too, parameters "
     "too"},
    {"data", "data-parallel GPUs, 1 to 1048576"},
    {"tensor", "tensor-parallel GPUs, 1 to 1048576; they share activations by sequence too"},
    {"pipeline", "stages, 1 to 'layers'"},
    {"sequence", "tokens, 1 to 1048576"},
    {"microbatch", "sequences, 1 to 1048576"},
    {"recompute",
     "\"selective\" (the default: attention's scores are not kept), \"none\" (they are) or "
     "\"full\" "
     "(only a layer's input is kept)",
     true},
    {"heads", "of attention, 1 to 1048576; for \"none\"", true},
    {"sequence_parallel", "false: tensor-parallel GPUs share only what the matrices split", true},
    {"context", "GPUs that share the tokens of a sequence, 1 to 'sequence'; 1 unless given", true},
    {"expert", "GPUs that share the experts, a divisor of 'data' times 'context'; 1 unless given",
     true},
    {"expert_parameters", "of 'parameters', those in experts; 0 unless given", true},
    {"first_stage", "of 'parameters', those that only the first stage has; 0 unless given", true},
    {"last_stage", "of 'parameters', those that only the last stage has; 0 unless given", true},
};
constexpr Field training_out[] = {
    {"parameters", "bytes per GPU, of the stage that has the most"},
    {"gradients", "bytes per GPU"},
    {"optimizer", "bytes per GPU"},
    {"activations",
     "bytes per GPU of the first stage, which holds as many microbatches as there are stages"},
};

// What has a default: see TrainingOptions.
void read_cuts(const Value& fields, TrainingOptions& options) {
  if (fields.contains("context"))
    options.context = whole_field(fields, "context", 1, most_parallel);
  if (fields.contains("expert")) options.expert = whole_field(fields, "expert", 1, most_parallel);
  const auto part = [&](const char* name, double& into) {
    if (fields.contains(name))
      into = within(fields[name], name, 0, most_parameters, "a number from 0 to 1e15");
  };
  part("expert_parameters", options.expert_parameters);
  part("first_stage", options.first_stage);
  part("last_stage", options.last_stage);
}

Json run_training(const Value& fields) {
  constexpr std::string_view optimizers[] = {"adam_mixed", "sgd", "adam_no_copy",
                                             "adam_short"};                 // by Optimizer
  constexpr std::string_view recomputed[] = {"none", "selective", "full"};  // by Recompute
  const auto count = [&](const char* name) { return whole_field(fields, name, 1, most_parallel); };
  TrainingOptions options;
  options.parameters =
      within(fields["parameters"], "parameters", 1, most_parameters, "a number from 1 to 1e15");
  options.layers = count("layers");
  options.hidden = count("hidden");
  const std::string optimizer = choice(fields["optimizer"], "optimizer", optimizers);
  options.optimizer = static_cast<Optimizer>(
      std::find(std::begin(optimizers), std::end(optimizers), optimizer) - optimizers);
  options.zero = whole_field(fields, "zero", 0, 3);
  options.data = count("data");
  options.tensor = count("tensor");
  options.pipeline = whole_field(fields, "pipeline", 1, options.layers);
  options.sequence = count("sequence");
  options.microbatch = count("microbatch");
  if (fields.contains("recompute")) {
    const std::string name = choice(fields["recompute"], "recompute", recomputed);
    options.recompute = static_cast<Recompute>(
        std::find(std::begin(recomputed), std::end(recomputed), name) - recomputed);
  }
  if (fields.contains("heads"))
    options.heads = count("heads");
  else if (options.recompute == Recompute::nothing)
    throw Refused("missing field 'heads', which the recompute \"none\" needs");
  if (fields.contains("sequence_parallel"))
    options.sequence_parallel = boolean(fields["sequence_parallel"], "sequence_parallel");
  read_cuts(fields, options);
  const TrainingMemory found = accept(training_memory(options));
  return {{"parameters", answer(found.parameters)},
          {"gradients", answer(found.gradients)},
          {"optimizer", answer(found.optimizer)},
          {"activations", answer(found.activations)}};
}

constexpr Field ring_in[] = {
    {"gpus", "1 to 1024"},
    {"n", "tokens, 1 to 1073741824: a multiple of the GPUs, with \"zigzag\" of twice as many"},
    {"order", "\"plain\": a piece after the other; \"zigzag\": an early and a late piece each"},
};
constexpr Field ring_out[] = {
    {"work",
     "per GPU a row, per step a number: pairs of a query and a key that causal attention computes "
     "with the keys that are there"},
};

Json run_ring(const Value& fields) {
  constexpr std::string_view names[] = {"plain", "zigzag"};
  const int gpus = whole_field(fields, "gpus", 1, most_ring_gpus);
  const int n = whole_field(fields, "n", 1, most_ring_tokens);
  const bool zigzag = choice(fields["order"], "order", names) == "zigzag";
  return {{"work",
           accept(ring_attention(gpus, n, zigzag ? RingOrder::zigzag : RingOrder::plain)).work}};
}

}  // namespace

const Operation scaling_pipeline = {"scaling.pipeline",
                                    "who waits while a model's stages work on microbatches",
                                    stages_in, stages_out, run_stages};
const Operation scaling_all_reduce = {"scaling.all_reduce",
                                      "how GPUs come to the sum of what they hold", all_reduce_in,
                                      all_reduce_out, run_all_reduce};
const Operation scaling_memory = {"scaling.memory", "what training keeps on each of many GPUs",
                                  training_in, training_out, run_training};
const Operation scaling_ring = {"scaling.ring", "causal attention with the keys going round a ring",
                                ring_in, ring_out, run_ring};

}  // namespace loom::eval
