#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/core/cuda/random/oracle.hpp"

namespace loom::random_kernels {
namespace {

// The kernel as a function of pointers, and the names of its macros, which the next program may
// use.
std::string wrapped(const Program& program, std::size_t number) {
  std::string text = "namespace p" + std::to_string(number) + " {\n#line 1 \"program\"\n" +
                     program.text + "static void enter(void* const* a) {\n  (void)a;\n  k(";
  for (std::size_t i = 0; i < program.given.size(); ++i) {
    const Given& each = program.given[i];
    const std::string type(spelled(each.type)), from = "a[" + std::to_string(i) + "])";
    text += (i ? ", " : "") + (each.pointer ? "static_cast<" + type + "*>(" + from
                                            : "*static_cast<" + type + "*>(" + from);
  }
  text += ");\n}\n}\n";
  std::istringstream lines(program.text);
  for (std::string line; std::getline(lines, line);)
    if (line.rfind("#define ", 0) == 0)
      text += "#undef " + line.substr(8, line.find(' ', 8) - 8) + "\n";
  return text;
}

std::string source_of(const std::vector<Program>& programs) {
  std::string text =
      "#include \"" LOOM_SOURCE_DIR "/tests/core/cuda/random/host.hpp\"\nnamespace device {\n";
  std::string table;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    text += wrapped(programs[i], i);
    table += "device::p" + std::to_string(i) + "::enter, ";
  }
  return text +
         "}\nextern \"C\" void loom_run(int program, const unsigned* grid, const unsigned* block, "
         "bool meets, "
         "void* const* arguments) {\n  static const device::Kernel all[] = {" +
         table + "};\n  device::run(all[program], grid, block, meets, arguments);\n}\n";
}

// A new folder for a compiler's files.
std::string folder() {
  std::string path = std::filesystem::temp_directory_path() / "random_kernels.XXXXXX";
  return mkdtemp(path.data()) ? path : std::string();
}

}  // namespace

std::unique_ptr<Compiled> Compiled::make(const std::vector<Program>& programs,
                                         const std::string& compiler, bool quiet) {
  const std::string in = folder(), source = in + "/programs.cpp", library = in + "/programs.so";
  std::ofstream(source) << source_of(programs);
  // Each operation of floats is rounded, as with -fmad=false. No integer overflows with a sign, so
  // there is no -fwrapv. A program runs once: optimizing would take longer than it gains.
  const std::string command = compiler + " -std=c++17 -w -shared -fPIC -ffp-contract=off -o " +
                              library + " " + source + " >" + in + "/words 2>&1";
  const int status = std::system(command.c_str());
  void* const loaded = status == 0 ? dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL) : nullptr;
  if (!loaded && !quiet) {
    std::stringstream words;
    words << std::ifstream(in + "/words").rdbuf();
    const char* const why = status == 0 ? dlerror() : nullptr;
    std::fprintf(stderr, "%s\n%.3000s%s\n", command.c_str(), words.str().c_str(), why ? why : "");
  }
  for (const char* each : {"/programs.cpp", "/programs.so", "/words"}) unlink((in + each).c_str());
  rmdir(in.c_str());
  if (!loaded) return nullptr;
  return std::unique_ptr<Compiled>(
      new Compiled(loaded, reinterpret_cast<Run>(dlsym(loaded, "loom_run"))));
}

Compiled::~Compiled() { dlclose(library_); }

Memory Compiled::run(std::size_t which, const Program& program) const {
  Memory memory;
  for (const Given& each : program.given) memory.push_back(each.bytes);
  std::vector<void*> arguments;
  for (auto& each : memory) arguments.push_back(each.data());
  run_(static_cast<int>(which), program.grid.data(), program.block.data(), program.meets,
       arguments.data());
  return memory;
}

}  // namespace loom::random_kernels
