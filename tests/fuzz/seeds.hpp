// What each harness begins with: inputs of the repository, and the words in them.
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "tools/loom/site/read/read.hpp"

namespace loom::fuzz {

namespace fs = std::filesystem;

struct Seeds {
  std::set<std::string> inputs, words;

  void word(std::string_view text) { words.emplace(text); }
};

inline void each_file(const fs::path& folder, std::string_view ending,
                      const std::function<void(const std::string& text)>& each) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().filename().string().ends_with(ending)) each(site::read_file(entry.path()));
}

// cuda_seeds.cpp
void cuda_source_seeds(Seeds& seeds, const fs::path& root);
void cuda_launch_seeds(Seeds& seeds, const fs::path& root);

}  // namespace loom::fuzz
