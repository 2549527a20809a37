// The options that build, check and serve share.
#pragma once

#include <memory>

#include "tools/loom/site/read/options.hpp"

namespace CLI {
class App;
}

namespace loom::command {

extern const char* const tools_folder;  // of this checkout, with its scripts

std::shared_ptr<site::Options> add_site_options(CLI::App& app);

}  // namespace loom::command
