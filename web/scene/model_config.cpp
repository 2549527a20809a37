#include "web/scene/model_config.hpp"

#include "core/models/config.hpp"

namespace loom::scene {
namespace {

Result<std::string> canonical(std::string_view text) {
  const Result<models::ReadConfig> read = models::read_config(text);
  if (!read) return read.error();
  return models::short_config(read->config);
}

std::string left_out(std::string_view text) {
  const Result<models::ReadConfig> read = models::read_config(text);
  return read ? read->unused : "";
}

}  // namespace

const Reader config_reader = {canonical, left_out};

}  // namespace loom::scene
