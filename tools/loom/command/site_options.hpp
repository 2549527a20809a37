// The options that build, check and serve share.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>

#include "tools/loom/site/options.hpp"

namespace loom::command {

std::shared_ptr<site::Options> add_site_options(CLI::App& app);

}  // namespace loom::command
