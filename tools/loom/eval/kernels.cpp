#include "core/kernels/moe_routing.hpp"
#include "core/kernels/online_softmax.hpp"
#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

constexpr Field online_softmax_in[] = {
    {"tiles",
     "array of {\"scores\": […], \"values\": […]}, as many of one as of the other, taken in order"},
    {"conditional",
     "true: rescale only when the maximum grew by more than 'threshold'; default false", true},
    {"threshold", "log2 units, 0 to 127; default 8", true},
};
constexpr Field online_softmax_out[] = {
    {"rows",
     "per tile: tile_max, m (the maximum in use), rescale (factor on what was held), l "
     "(denominator), "
     "output (softmax-weighted mean of the values so far), lse (m + ln l)"},
};

struct OwnedTile {
  std::vector<double> scores, values;
};

std::vector<OwnedTile> read_tiles(const Value& value) {
  std::vector<OwnedTile> tiles;
  const Value::Array& list = array(value, "tiles");
  for (size_t i = 0; i < list.size(); ++i) {
    const std::string where = "tiles[" + std::to_string(i) + "]";
    const Value& tile = list[i];
    if (!tile.contains("scores") || !tile.contains("values") || tile.object()->size() != 2)
      throw Refused("field '" + where + "': expected {\"scores\": […], \"values\": […]}, got " +
                    (tile.object() ? "other fields" : display(tile)));
    tiles.push_back(
        {numbers(tile["scores"], where + ".scores"), numbers(tile["values"], where + ".values")});
  }
  return tiles;
}

Json run_online_softmax(const Value& fields) {
  const std::vector<OwnedTile> owned = read_tiles(fields["tiles"]);
  std::vector<kernels::SoftmaxTile> tiles;
  for (const OwnedTile& tile : owned) tiles.push_back({tile.scores, tile.values});
  kernels::SoftmaxOptions options;
  if (fields.contains("conditional"))
    options.conditional = boolean(fields["conditional"], "conditional");
  if (fields.contains("threshold")) options.threshold = number(fields["threshold"], "threshold");

  Json rows = Json::array();
  for (const kernels::SoftmaxRow& row : accept(kernels::online_softmax(tiles, options)))
    rows.push_back({{"tile_max", answer(row.tile_max)},
                    {"m", answer(row.m)},
                    {"rescale", answer(row.rescale)},
                    {"l", answer(row.l)},
                    {"output", answer(row.output)},
                    {"lse", answer(row.lse)}});
  return {{"rows", std::move(rows)}};
}

constexpr Field moe_route_in[] = {
    {"tokens", "a whole number from 1 to 4096"},
    {"experts", "a whole number from 1 to 256"},
    {"top_k", "experts per token, a whole number from 1 to 'experts'"},
    {"routing", "\"balanced\" or \"skewed\""},
    {"capacity_factor", "above 0, up to 1000, or null for no limit; default null", true},
};
constexpr Field moe_route_out[] = {
    {"rows",
     "per expert: expert, kept (tokens), tiles (of 8 slots), padded (slots), dropped (tokens)"},
    {"totals",
     "capacity (slots per expert, or null), kept, dropped, tiles, slots, padded, useful "
     "(kept/slots), "
     "busiest (most tokens of one expert)"},
};

Json run_moe_route(const Value& fields) {
  constexpr std::string_view routings[] = {"balanced", "skewed"};
  kernels::MoeOptions options;
  options.tokens =
      static_cast<int>(integer(fields["tokens"], "tokens", 1, kernels::max_moe_tokens));
  options.experts =
      static_cast<int>(integer(fields["experts"], "experts", 1, kernels::max_moe_experts));
  options.top_k = static_cast<int>(integer(fields["top_k"], "top_k", 1, options.experts));
  options.routing = choice(fields["routing"], "routing", routings) == "skewed"
                        ? kernels::Routing::skewed
                        : kernels::Routing::balanced;
  if (fields.contains("capacity_factor") && !fields["capacity_factor"].is_null())
    options.capacity_factor = number(fields["capacity_factor"], "capacity_factor");
  const kernels::MoeRouting routed = accept(kernels::moe_route(options));

  Json rows = Json::array();
  for (size_t i = 0; i < routed.experts.size(); ++i) {
    const kernels::ExpertLoad& load = routed.experts[i];
    rows.push_back({{"expert", i},
                    {"kept", load.kept},
                    {"tiles", load.tiles},
                    {"padded", load.padded},
                    {"dropped", load.dropped}});
  }
  const Json capacity = routed.capacity ? Json(*routed.capacity) : Json(nullptr);
  return {{"rows", std::move(rows)},
          {"totals",
           {{"capacity", capacity},
            {"kept", routed.kept},
            {"dropped", routed.dropped},
            {"tiles", routed.tiles},
            {"slots", routed.slots},
            {"padded", routed.padded},
            {"useful", answer(routed.useful)},
            {"busiest", routed.busiest}}}};
}

}  // namespace

const Operation online_softmax = {"kernels.online_softmax",
                                  "softmax attention for one query, tile by tile of keys",
                                  online_softmax_in, online_softmax_out, run_online_softmax};
const Operation moe_route = {"kernels.moe_route",
                             "mixture-of-experts routing into tiles of 8 slots", moe_route_in,
                             moe_route_out, run_moe_route};

}  // namespace loom::eval
