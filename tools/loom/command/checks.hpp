// What the options of a command take. All tell it in one form: "--port: expected …, got '…'".
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string_view>
#include <vector>

namespace loom::command {

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);

// One of two or more words.
CLI::Validator one_of(std::vector<std::string_view> words);

}  // namespace loom::command
