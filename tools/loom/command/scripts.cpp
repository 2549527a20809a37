#include "tools/loom/command/site_options.hpp"  // IWYU pragma: keep (makes it visible outside)

namespace loom::command {

const char* const tools_folder = LOOM_TOOLS;

}  // namespace loom::command
