#include "tools/loom/serve/code.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>
#include <vector>

#include "tools/loom/base/process.hpp"

namespace loom::serve {
namespace {

namespace fs = std::filesystem;

// The command's standard output and error, and whether it failed.
std::pair<std::string, bool> output_of(const std::string& command) {
  Child child({"sh", "-c", "( " + command + "\n) 2>&1; echo \"status $?\""});
  const std::string output = child.exchange("");
  return {output.substr(0, output.rfind("status ")), !output.ends_with("status 0\n")};
}

// For a file below the current folder, the path from there. Compilers print its absolute path, or
// one from their own folder.
std::string shortened(const std::string& line) {
  const std::string here = fs::current_path().string() + "/";
  if (line.starts_with(here)) return line.substr(here.size());
  std::string below = line;
  while (below.starts_with("../")) below.erase(0, 3);
  std::error_code none;
  return fs::exists(below.substr(0, below.find(':')), none) ? below : line;
}

std::string first_error(const std::string& output) {
  std::istringstream lines(output);
  std::string last = "the program does not compile";
  for (std::string line; std::getline(lines, line);) {
    if (line.find("error: ") != line.npos || line.starts_with("CMake Error"))
      return shortened(line);
    if (!line.empty()) last = line;
  }
  return last;
}

std::vector<std::string> own_arguments() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  return words;
}

}  // namespace

bool is_code(const fs::path& path) {
  constexpr std::string_view endings[] = {".cpp", ".hpp",  ".c",   ".h",   ".in",
                                          ".js",  ".json", ".mjs", ".css", ".cmake"};
  const std::string ending = path.extension().string();
  return path.filename() == "CMakeLists.txt" ||
         std::find(std::begin(endings), std::end(endings), ending) != std::end(endings);
}

std::optional<std::string> compile(const std::string& command) {
  const auto [output, failed] = output_of(command);
  if (!failed) return std::nullopt;
  return first_error(output);
}

void start_again(int port) {
  std::vector<std::string> words = own_arguments();
  for (size_t i = 0; i < words.size();) {
    const bool alone = words[i] == "--port";
    if (alone || words[i].starts_with("--port=") || words[i] == "--open")
      words.erase(
          words.begin() + static_cast<std::ptrdiff_t>(i),
          words.begin() + static_cast<std::ptrdiff_t>(std::min(i + (alone ? 2 : 1), words.size())));
    else
      ++i;
  }
  words.push_back("--port=" + std::to_string(port));
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execvp(pointers[0], pointers.data());
}

}  // namespace loom::serve
