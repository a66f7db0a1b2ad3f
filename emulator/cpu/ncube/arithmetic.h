// Computes results of operations (P1 4.8), for the stepper and for functions that blocks call.
#pragma once

#include "cpu/ncube/operations.h"
#include "cpu/ncube/state.h"

#include <cstdint>

namespace inlet::ncube {

inline std::uint64_t mask(unsigned bytes) {
    return bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * bytes) - 1;
}
inline std::int64_t extended(std::uint64_t value, unsigned bytes) {
    const unsigned unused = 64 - 8 * bytes;
    return static_cast<std::int64_t>(value << unused) >> unused;
}

struct Result {
    std::uint64_t value = 0; ///< the result, in the low bytes
    std::uint32_t psw = 0;   ///< program status with its flags
    bool overflowed = false, divides_by_zero = false;
};

/// Computes an operation with a source `a` of `size` bytes and a destination `b` of `bytes`. Not
/// for operations that only move data.
Result compute(Op op, std::uint64_t a, std::uint64_t b, unsigned size, unsigned bytes,
               std::uint32_t psw);
/// Whether a branch is taken.
bool taken(Op op, std::uint32_t status);
/// LDFLG (assumed; 000 Figure 4-9): loads C V Z N U from bits 2 to 6 and clears RC.
inline std::uint32_t with_flags(std::uint32_t status, std::uint32_t from) {
    return (status & ~(psw::flags | 3u << psw::round)) | (from >> 2 & psw::flags);
}

} // namespace inlet::ncube
