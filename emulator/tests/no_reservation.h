// Whether a test may find that there are no Reservations.
#pragma once

#include "effort.h"
#include "memory/reservation.h"

#include <cstdlib>
#include <string>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>

namespace inlet::test {

/// Why this host has none, by what it says itself; empty: it must have one. INLET_NO_RESERVATION in
/// the environment is a reason, too.
inline std::string why_no_reservation() {
    if (std::getenv("INLET_NO_RESERVATION")) return "INLET_NO_RESERVATION is set";
#if defined(__x86_64__)
    if (under_thread_sanitizer) return "ThreadSanitizer has the addresses";
    if (!(getauxval(AT_HWCAP2) & 2)) return "no FSGSBASE";
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        return "a limit of the address space";
    constexpr std::size_t two = 2 * Reservation::bytes;
    void *const at =
        mmap(nullptr, two, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) return "no address space";
    munmap(at, two);
    return "";
#else
    return "not an x86-64";
#endif
}

} // namespace inlet::test
