// How many kernels of public sources are taken: cuda_coverage [--include FOLDER] [--no-run] FILE.cu
// … Each is compiled, and runs on a made-up launch with arrays of zeros. For each kernel a line
// "ok" or its first error. Headers that lie beside a file, or in the folders, are put in place of
// their #include first. A template's parameters are tried with a few arguments.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/cuda/lower/compile.hpp"
#include "core/cuda/lower/kernels.hpp"
#include "core/cuda/run/run.hpp"

namespace {

std::vector<std::string> folders;
bool runs = true;

// Why the machine refuses the code; "" if it runs. What it finds does not matter: the arguments are
// made up.
std::string refusal(const loom::cuda::Code& code) {
  loom::cuda::Launch launch;
  launch.grid = {2, 1, 1};
  launch.block = {static_cast<unsigned>(std::min(64, code.max_threads)), 1, 1};
  launch.dynamic_shared = 4096;
  launch.limits.steps = 2'000'000;
  for (const auto& parameter : code.parameters) {
    loom::cuda::Argument made;
    made.pointer = parameter.pointer;
    made.bytes.resize(
        made.pointer ? 4096 * static_cast<std::size_t>(std::max(1, parameter.shape.size)) : 0);
    if (!made.pointer)
      for (const auto& scalar : parameter.shape.scalars)
        made.scalars.push_back(scalar.type < loom::cuda::Type::f16 ? 8 : 0);
    launch.arguments.push_back(std::move(made));
  }
  const auto outcome = loom::cuda::run(code, launch);
  return outcome ? "" : "runs not: " + outcome.error().message;
}

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

std::string read(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// The text with its own headers in place.
std::string joined(const std::string& path, std::set<std::string>& seen) {
  if (!seen.insert(path).second) return "";
  std::istringstream lines(read(path));
  std::string made, line;
  static const std::regex include("^\\s*#\\s*include\\s*[\"<]([^\">]+)[\">].*");
  while (std::getline(lines, line)) {
    std::smatch found;
    if (std::regex_match(line, found, include)) {
      std::vector<std::string> places = folders;
      places.insert(places.begin(), folder_of(path));
      std::string inner;
      for (const std::string& place : places)
        if (std::ifstream(place + found[1].str()).good()) {
          inner = place + found[1].str();
          break;
        }
      if (!inner.empty()) {
        made += joined(inner, seen) + "\n";
        continue;
      }
    }
    made += line + "\n";
  }
  return made;
}

// What a kernel's first error is; "" for none.
std::string error_of(const std::string& source, const loom::cuda::KernelName& kernel) {
  static const std::vector<std::string> tries[] = {{"float", "32"},   {"int", "128"},
                                                   {"float", "4"},    {"float", "1"},
                                                   {"double", "256"}, {"float4", "8"}};
  std::vector<std::vector<std::string>> all(std::begin(tries), std::end(tries));
  static const std::regex structure("(?:struct|class)\\s+(\\w+)\\s*\\{");
  auto at = std::sregex_iterator(source.begin(), source.end(), structure);
  for (int i = 0; i < 8 && at != std::sregex_iterator(); ++i, ++at)
    all.push_back({(*at)[1].str(), "32"});  // functors
  std::string first;
  for (const auto& arguments : all) {
    std::string name = kernel.name;
    for (std::size_t i = 0; i < kernel.templates.size(); ++i)
      name += (i == 0 ? "<" : ", ") + arguments[kernel.templates[i] ? 0 : 1];
    if (!kernel.templates.empty()) name += ">";
    const auto made = loom::cuda::compile(source, {name, false});
    if (made) return runs ? refusal(*made) : "";
    if (first.empty()) first = made.error().message;
    if (kernel.templates.empty()) break;
  }
  return first;
}

}  // namespace

int main(int count, char** arguments) {
  int good = 0, all = 0;
  for (int i = 1; i < count; ++i) {
    const std::string path = arguments[i];
    if (path == "--include" && i + 1 < count) {
      folders.push_back(std::string(arguments[++i]) + "/");
      continue;
    }
    if (path == "--no-run") {
      runs = false;
      continue;
    }
    std::set<std::string> seen;
    const std::string source = joined(path, seen);
    const auto kernels = loom::cuda::kernels_of(source);
    if (!kernels) {
      std::cout << "FAIL " << path << " (all) " << kernels.error().message << "\n";
      ++all;
      continue;
    }
    for (const auto& kernel : *kernels) {
      ++all;
      const std::string error = error_of(source, kernel);
      good += error.empty();
      std::cout << (error.empty() ? "ok   " : "FAIL ") << path << " " << kernel.name << " " << error
                << std::endl;
    }
  }
  std::cout << good << " of " << all << " kernels\n";
}
