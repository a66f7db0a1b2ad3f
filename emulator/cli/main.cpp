#include "command_line.h"

int main(int count, char **words) { return inlet::cli::main({words + (count > 0), words + count}); }
