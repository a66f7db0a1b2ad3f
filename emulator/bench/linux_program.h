// Converts a node's program to a Linux program for qemu-mips, qemu-sparc, qemu-ppc or qemu-i386.
#pragma once

#include "inlet/image.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace inlet::bench {

enum class Linux {
    program,
    empty, ///< the same file, but it exits immediately, to measure start-up
};

/// The bytes of the program's file, with Linux system calls for start, exit and console. Programs
/// that use the network do not run. Throws UserError if the file was not built with runtime/ or
/// tests/hard_float.
std::vector<std::uint8_t> as_linux(const Image &image, Linux what = Linux::program);

/// Writes an executable file. Throws UserError.
void write_program(const std::filesystem::path &path, const std::vector<std::uint8_t> &file);

} // namespace inlet::bench
