
namespace loom::command {

const char* const tools_folder = LOOM_TOOLS;

}  // namespace loom::command
