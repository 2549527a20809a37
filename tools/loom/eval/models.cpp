#include "core/device/machine.hpp"
#include "core/gemm/linear_layer.hpp"
#include "core/json/text.hpp"
#include "core/models/config.hpp"
#include "core/models/memory.hpp"
#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

constexpr Field memory_in[] = {
    {"model", "\"llama-8b\", \"mixtral\", …; not with 'config'", true},
    {"config", "what a model's config.json has, an object; not with 'model'", true},
    {"type", "of the weights: \"bf16\", \"q4_k_m\", \"nvfp4\", …"},
    {"context", "tokens per sequence, 0 to 100000000"},
    {"batch", "sequences, 1 to 4096; default 1", true},
    {"cache", "type of keys and values: \"fp16\" (the default), \"fp8\", \"q8_0\", \"q4_0\"", true},
    {"memory_gib", "2³⁰ bytes each, above 0, at most 1e12; with it comes 'longest_context'", true},
    {"gb_per_s", "bandwidth, above 0, at most 1e12; with it comes 'tokens_per_second'", true},
};
constexpr Field memory_out[] = {
    {"parameters", "of the whole model"},
    {"bits_per_weight", "8 · weights / parameters"},
    {"weights", "bytes: total, and by part: attention, feed_forward, embedding, head, rest"},
    {"cache", "bytes, of keys and values and of states"},
    {"state", "bytes of these that no context changes: linear attention's and Mamba's"},
    {"read", "bytes of weights read in one step"},
    {"longest_context", "tokens that fit beside the weights, 0 for none"},
    {"tokens_per_second", "what the bandwidth allows, for all sequences together"},
};

double positive(const Value& value, const char* where) {
  return within(value, where, 1e-12, 1e12, "a number above 0, at most 1e12");
}

models::Shape shape_in(const Value& fields) {
  if (fields.contains("model") == fields.contains("config"))
    throw Refused(fields.contains("model")
                      ? "expected one of the fields 'model' and 'config', got both"
                      : "missing field 'model', or 'config' in its place");
  if (fields.contains("model")) return named(fields["model"], "model", models::shapes());
  const Value& config = fields["config"];
  if (!config.object()) throw Refused("field 'config': expected an object, got " + display(config));
  const auto read = models::read_config(json::write(config));
  if (!read) throw Refused("field 'config': " + read.error().message);
  return models::shape_of(read->config);
}

Json run_memory(const Value& fields) {
  const models::Shape shape = shape_in(fields);
  const models::WeightFormat& type = named(fields["type"], "type", models::weight_formats());
  const models::CacheFormat& cache = fields.contains("cache")
                                         ? named(fields["cache"], "cache", models::cache_formats())
                                         : models::cache_formats()[0];
  const long long context = integer(fields["context"], "context", 0, 100'000'000);
  const int batch =
      fields.contains("batch") ? static_cast<int>(integer(fields["batch"], "batch", 1, 4096)) : 1;
  const models::Parts parts = models::weights(shape, type);
  const long long count = models::parameters(shape).total();
  const double kept = models::cache_bytes(shape, cache, context, batch),
               read = models::read_bytes(shape, parts, batch);
  Json found = {{"parameters", count},
                {"bits_per_weight",
                 answer(8. * static_cast<double>(parts.total()) / static_cast<double>(count))},
                {"weights",
                 {{"total", parts.total()},
                  {"attention", parts.attention},
                  {"feed_forward", parts.feed_forward},
                  {"embedding", parts.embedding},
                  {"head", parts.head},
                  {"rest", parts.rest}}},
                {"cache", answer(kept)},
                {"state", answer(static_cast<double>(shape.state_bytes()) * batch)},
                {"read", answer(read)}};
  if (fields.contains("memory_gib"))
    found["longest_context"] =
        models::longest_context(shape, parts, cache, batch,
                                positive(fields["memory_gib"], "memory_gib") * 1024 * 1024 * 1024);
  if (fields.contains("gb_per_s"))
    found["tokens_per_second"] = answer(
        models::tokens_per_second(read, kept, batch, positive(fields["gb_per_s"], "gb_per_s")));
  return found;
}

constexpr Field roofline_in[] = {
    {"machine", "\"h200\", \"b200\", \"rtx4090\", …"},
    {"scheme", "\"w16a16\", \"w4a16\", \"w8a8\" or \"w4a4\""},
    {"batch", "tokens, 1 to 1000000"},
    {"inputs", "rows of the weights, 1 to 65536; default 4096", true},
    {"outputs", "columns of the weights, 1 to 65536; default 14336", true},
};
constexpr Field roofline_out[] = {
    {"math", "the format that is multiplied"},
    {"flop", "floating-point operations"},
    {"bytes", "weights, inputs and outputs"},
    {"memory_us", "microseconds to move them"},
    {"math_us", "microseconds of math at the peak rate"},
    {"time_us", "the longer one"},
    {"tflop_per_s", "flop / time"},
    {"ridge_batch", "where both are equal, a real number; 0: nowhere"},
};

Json run_roofline(const Value& fields) {
  const device::Machine& machine = named(fields["machine"], "machine", device::machines());
  if (!machine.sixteen.peak.known())
    throw Refused("field 'machine': expected one with a known peak, got " +
                  display(fields["machine"]));
  const gemm::Scheme& scheme = named(fields["scheme"], "scheme", gemm::schemes());
  const auto side = [&](const char* name, int otherwise) {
    return fields.contains(name) ? static_cast<int>(integer(fields[name], name, 1, 65536))
                                 : otherwise;
  };
  const gemm::Linear layer = {side("inputs", 4096), side("outputs", 14336)};
  const int batch = static_cast<int>(integer(fields["batch"], "batch", 1, 1'000'000));
  const gemm::LinearCost found = gemm::linear_cost(machine, layer, scheme, batch);
  return {{"math", gemm::math(machine, scheme).name},
          {"flop", answer(found.flop)},
          {"bytes", answer(found.bytes())},
          {"memory_us", answer(found.memory * 1e6)},
          {"math_us", answer(found.math * 1e6)},
          {"time_us", answer(found.time() * 1e6)},
          {"tflop_per_s", answer(found.flop_per_second() / 1e12)},
          {"ridge_batch", answer(gemm::ridge_batch(machine, layer, scheme))}};
}

}  // namespace

const Operation model_memory = {"models.memory",
                                "what a model keeps in memory, and how fast it can be read",
                                memory_in, memory_out, run_memory};
const Operation roofline = {"gemm.roofline",
                            "a linear layer over a batch: moving its bytes against doing its math",
                            roofline_in, roofline_out, run_roofline};

}  // namespace loom::eval
