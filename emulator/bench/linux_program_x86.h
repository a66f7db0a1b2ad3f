// An i386 program for a node as a Linux program.
#pragma once

#include "inlet/image.h"

#include <cstdint>
#include <vector>

namespace inlet::bench {

/// Of `file`, which has the program's bytes, the start, exit, the console and the heap become
/// Linux's. `empty`: it ends at once. Throws UserError.
void put_linux_x86(const Image &image, bool empty, std::vector<std::uint8_t> &file);

} // namespace inlet::bench
