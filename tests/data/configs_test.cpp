// Configs of public models as they are, against what is known of the models: configs/.
#include <utility>

#include "core/models/config.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::configs) {

using namespace loom;
using loom::test::Json;

namespace {

double weights(const Json& model) {
  if (model.contains("billions")) return 1e9 * model["billions"].get<double>();
  double sum = 0;
  for (const Json& matrix : model["matrices"])
    sum += matrix[0].get<double>() * matrix[1].get<double>() * matrix[2].get<double>();
  return sum;
}

}  // namespace

TEST_CASE("the config.json of a public model gives that model") {
  const Json known = loom::test::answered("configs/models.json");
  REQUIRE(known.size() == 8);
  for (const Json& model : known) {
    const auto file = model["file"].get<std::string>();
    CAPTURE(file);
    const std::string text = loom::test::answered_text("configs/" + file + ".json");
    const auto read = models::read_config(text);
    REQUIRE_MESSAGE(read, read.error().message);
    CHECK((read->config.tied == 1) == model["tied"].get<bool>());
    const models::CachedModel found = models::cached_of(read->config);
    const Json& layers = model["layers"];
    REQUIRE(found.layer_kinds().size() == layers.size());
    for (size_t i = 0; i < layers.size(); ++i) {
      const attention::LayerKind& kind = found.kinds[i];
      const Json& wanted = layers[i];
      CHECK(kind.name == wanted["kind"].get<std::string>());
      CHECK(kind.layers == wanted["layers"]);
      for (const auto& [key, value] : {std::pair{"kv_heads", kind.kv_heads},
                                       {"head", kind.head},
                                       {"window", kind.window},
                                       {"latent", kind.latent},
                                       {"rotary", kind.rotary}}) {
        const std::string name = key;
        CAPTURE(name);
        CHECK(value == wanted.value(name, 0));
      }
    }
    // Norms and biases of some families are not counted; a name rounds to two digits.
    const double close = model.contains("billions") ? 0.015 : 0.0015;
    CHECK(static_cast<double>(found.parameters) == doctest::Approx(weights(model)).epsilon(close));
  }
}

}  // TESTS_OF(data::configs)
