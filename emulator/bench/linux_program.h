// Converts a node's program to a Linux program for qemu-mips, qemu-sparc, qemu-ppc or qemu-i386.
#pragma once

#include "inlet/image.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
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

// Parts of as_linux() by processor.

/// Writes instruction words at an address of the program.
using Put = std::function<void(std::uint32_t address, std::initializer_list<std::uint32_t> words)>;

/// Replaces start and host services of a CM-5 program by those of Linux for SPARC. `empty`: main is
/// not called.
void put_linux_sparc(const Image &image, bool empty, const Put &put);

/// Replaces start, exit, console and heap in `file`, the bytes of an i386 program, by those of
/// Linux. `empty`: the program exits immediately. Throws UserError.
void put_linux_x86(const Image &image, bool empty, std::vector<std::uint8_t> &file);

/// The address of a function; 0: none.
std::uint32_t address_of(const Image &image, const char *function);

} // namespace inlet::bench
