// What threads need of the host. It affects speed only.
#pragma once

#include <chrono>
#include <cstdint>
#include <ctime>

namespace inlet {

/// ns since some moment; it never goes back.
inline std::uint64_t host_time() {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(since).count());
}

/// ns that the calling thread has had a core of the host.
inline std::uint64_t host_time_of_thread() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
           static_cast<std::uint64_t>(time.tv_nsec);
}

/// Of a thread that looks again at once.
inline void pause_host() { __builtin_ia32_pause(); }

} // namespace inlet
