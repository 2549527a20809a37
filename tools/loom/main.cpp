// loom: builds, checks and serves the site, prints scenes, answers questions to the simulators, and
// converts numbers.
#include "tools/loom/command/command.hpp"

int main(int argc, char** argv) { return loom::command::run(argc, argv); }
