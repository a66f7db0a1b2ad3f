#include "bench/linux_program.h"

#include <algorithm>

namespace inlet::bench {

namespace {

constexpr std::uint32_t nop = 0x01000000, retl = 0x81C3E008, system_call = 0x91D02010; // ta 0x10

std::uint32_t call(std::uint32_t at, std::uint32_t to) {
    return 1u << 30 | ((to - at) >> 2 & 0x3FFFFFFF);
}
std::uint32_t branch(std::uint32_t at, std::uint32_t to) {
    return 0x10800000 | ((to - at) >> 2 & 0x3FFFFF);
}

} // namespace

/// System calls of Linux for SPARC: number in %g1, arguments in %o0 and up, ta 0x10.
void put_linux_sparc(const Image &image, bool empty, const Put &put) {
    const std::uint32_t main = address_of(image, "main"), exit = address_of(image, "exit");
    put(image.entry, {
                         0xD003A040,                                // ld [%sp+64], %o0: argc
                         0x9203A044,                                // add %sp, 68, %o1: argv
                         empty ? nop : call(image.entry + 8, main), // call main
                         0x9C23A060,                                // sub %sp, 96, %sp
                         0x82102001,                                // mov 1, %g1: exit
                         system_call,
                     });
    const std::uint32_t exit_here = image.entry + 4 * 4, write_here = image.entry + 4 * 6;
    if (exit) put(exit, {branch(exit, exit_here), nop});
    if (const std::uint32_t at = address_of(image, "__host_write")) {
        put(write_here, {
                            0x94100009, // mov %o1, %o2: bytes
                            0x92100008, // mov %o0, %o1: where
                            0x90102001, // mov 1, %o0: standard output
                            0x82102004, // mov 4, %g1: write
                            system_call,
                            retl,
                            nop,
                        });
        put(at, {branch(at, write_here), nop});
    }
    if (const std::uint32_t at = address_of(image, "_write"))
        put(at, {
                    0x90102001, // mov 1, %o0: standard output
                    0x82102004, // mov 4, %g1: write
                    system_call,
                    retl,
                    nop,
                });
    const std::uint32_t state = address_of(image, "__getreent");
    const auto states = std::ranges::find(image.objects, "reents", &Symbol::name);
    if (state && states != image.objects.end())
        put(state, {
                       0x11000000 | states->address >> 10, // sethi %hi(reents), %o0
                       retl,
                       0x90122000 | (states->address & 0x3FF), // or %o0, %lo(reents), %o0
                   });
    // The heap's memory comes from the host.
    if (const std::uint32_t at = address_of(image, "_sbrk"))
        put(at, {
                    0x96100008, // mov %o0, %o3: bytes
                    0x90102000, // mov 0, %o0
                    0x82102011, // mov 17, %g1: brk
                    system_call,
                    0x98100008, // mov %o0, %o4: where the heap ended
                    0x9002000B, // add %o0, %o3, %o0
                    0x82102011, // mov 17, %g1
                    system_call, retl,
                    0x9010000C, // mov %o4, %o0
                });
    for (const char *lock : {"__malloc_lock", "__malloc_unlock"})
        if (const std::uint32_t at = address_of(image, lock)) put(at, {retl, nop});
}

} // namespace inlet::bench
