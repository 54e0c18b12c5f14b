// The command outplace.
#include "cli/command_line.h"

int main(int argc, char** argv) { return outplace::cli::run(argc, argv); }
