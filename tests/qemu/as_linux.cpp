// inlet-as-linux PROGRAM OUTPUT: a program for a node as a Linux program for qemu-mips.
#include "bench/linux_program.h"

#include <cstdio>
#include <exception>

int main(int argc, char **argv) {
    if (argc != 3) {
        std::fputs("usage: inlet-as-linux PROGRAM OUTPUT\n", stderr);
        return 2;
    }
    try {
        constexpr std::uint32_t memory_bytes = 1u << 30;
        inlet::bench::write_program(
            argv[2], inlet::bench::as_linux(inlet::Image::load(argv[1], memory_bytes)));
        return 0;
    } catch (const std::exception &e) {
        std::fprintf(stderr, "inlet-as-linux: %s\n", e.what());
        return 1;
    }
}
