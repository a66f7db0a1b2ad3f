// The host's clock, for what affects speed only.
#pragma once

#include <chrono>
#include <cstdint>

namespace inlet {

/// ns since some moment; it never goes back.
inline std::uint64_t host_time() {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(since).count());
}

} // namespace inlet
