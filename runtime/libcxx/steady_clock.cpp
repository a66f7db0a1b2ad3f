// std::chrono::steady_clock: the node's clock since the run began, as clock_gettime has it
// (runtime/lib/libc/src/clock.c).
#include <chrono>
#include <ctime>

extern "C" int clock_gettime(clockid_t, timespec *);

_LIBCPP_BEGIN_NAMESPACE_STD
namespace chrono {

const bool steady_clock::is_steady;

steady_clock::time_point steady_clock::now() noexcept {
    constexpr clockid_t monotonic = 4;
    timespec time;
    clock_gettime(monotonic, &time);
    return time_point(seconds(time.tv_sec) + nanoseconds(time.tv_nsec));
}

} // namespace chrono
_LIBCPP_END_NAMESPACE_STD
