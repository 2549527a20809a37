
namespace loom::command {

const char* const math_script = LOOM_MATH_SCRIPT;

}  // namespace loom::command
