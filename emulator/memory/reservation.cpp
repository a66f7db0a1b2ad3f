#include "memory/reservation.h"

#include <new>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>

#if defined(__SANITIZE_THREAD__)
#define INLET_UNDER_THREAD_SANITIZER
#elif defined(__has_feature) // clang
#if __has_feature(thread_sanitizer)
#define INLET_UNDER_THREAD_SANITIZER
#endif
#endif

namespace inlet {

namespace {

std::uint8_t *reserve() {
    void *const at = mmap(nullptr, Reservation::bytes, PROT_NONE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? nullptr : static_cast<std::uint8_t *>(at);
}

/// Whether programs may set the base of a segment, and nobody has limited their addresses.
bool possible() {
#if defined(__x86_64__) && !defined(INLET_UNDER_THREAD_SANITIZER)
    constexpr unsigned long fsgsbase = 2; // HWCAP2_FSGSBASE of asm/hwcap2.h
    rlimit limit{};
    return (getauxval(AT_HWCAP2) & fsgsbase) && getrlimit(RLIMIT_AS, &limit) == 0 &&
           limit.rlim_cur == RLIM_INFINITY;
#else
    return false;
#endif
}

} // namespace

const std::uint8_t *Reservation::nothing() {
    static const std::uint8_t *const at = possible() ? reserve() : nullptr;
    return at;
}

std::unique_ptr<Reservation> Reservation::make() {
    std::uint8_t *const base = nothing() ? reserve() : nullptr;
    if (!base) return nullptr;
    madvise(base, bytes, MADV_NOHUGEPAGE); // else the first write may use 2 MiB
    return std::unique_ptr<Reservation>(new Reservation(base));
}

Reservation::~Reservation() { munmap(base_, bytes); }

void Reservation::open(std::uint32_t first, std::uint32_t end) {
    if (first < end && mprotect(at(first), std::size_t{end - first} * 4096, PROT_READ | PROT_WRITE))
        throw std::bad_alloc();
}

void Reservation::close(std::uint32_t first, std::uint32_t end) {
    if (first >= end) return;
    const std::size_t size = std::size_t{end - first} * 4096;
    if (mprotect(at(first), size, PROT_NONE)) throw std::bad_alloc();
    madvise(at(first), size, MADV_DONTNEED);
}

} // namespace inlet
