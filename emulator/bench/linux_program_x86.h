// Converts an i386 program of a node to a Linux program.
#pragma once

#include "inlet/image.h"

#include <cstdint>
#include <vector>

namespace inlet::bench {

/// Replaces start, exit, console and heap in `file`, the program's bytes, by those of Linux.
/// `empty`: the program exits immediately. Throws UserError.
void put_linux_x86(const Image &image, bool empty, std::vector<std::uint8_t> &file);

} // namespace inlet::bench
