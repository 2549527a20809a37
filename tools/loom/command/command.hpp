// The subcommands of `loom`, one file each. Each function adds its subcommand to the program;
// `status` receives the exit status if that subcommand ran.
#pragma once

#include <string_view>

namespace CLI {
class App;
}

namespace loom::command {

inline constexpr int ok = 0;
inline constexpr int mistakes = 1;  // mistakes in the content, or in a line of input
inline constexpr int usage = 2;     // in the command line, or a file that cannot be read or written

inline constexpr std::string_view names[] = {"build", "check",   "serve",  "scene",
                                             "eval",  "convert", "number", "run"};

int run(int argc, char** argv);  // the whole program; its exit status

void add_build(CLI::App& program, int& status);  // and `check`
void add_serve(CLI::App& program, int& status);
void add_scene(CLI::App& program, int& status);
void add_eval(CLI::App& program, int& status);
void add_convert(CLI::App& program, int& status);
void add_number(CLI::App& program, int& status);
void add_run(CLI::App& program, int& status);

}  // namespace loom::command
