// A program for a node as a Linux program, so that qemu-mips, qemu-sparc, qemu-ppc or qemu-i386 can
// run it.
#pragma once

#include "inlet/image.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace inlet::bench {

enum class Linux {
    program,
    empty, ///< the same file, but it ends at once: what starting costs
};

/// The bytes of the program's file with Linux system calls in the place of our start, of exit and
/// of the console. A program that uses the network does not run there. Throws UserError when the
/// file is not as runtime/ or tests/hard_float makes them.
std::vector<std::uint8_t> as_linux(const Image &image, Linux what = Linux::program);

/// Writes an executable file. Throws UserError.
void write_program(const std::filesystem::path &path, const std::vector<std::uint8_t> &file);

} // namespace inlet::bench
