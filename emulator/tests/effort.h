/// How much a long test does. Under AddressSanitizer and ThreadSanitizer, where everything takes
/// ten times as long and the default build has compared the results, a part of it.
#pragma once

#include <cstdint>

namespace inlet::test {

#if defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true, under_thread_sanitizer = true;
#elif defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitized = true, under_thread_sanitizer = false;
#elif defined(__has_feature)
inline constexpr bool under_thread_sanitizer = __has_feature(thread_sanitizer);
inline constexpr bool sanitized = __has_feature(address_sanitizer) || under_thread_sanitizer;
#else
inline constexpr bool sanitized = false, under_thread_sanitizer = false;
#endif

/// How often something is tried: `usual`, or an eighth of it, and once at least.
constexpr std::uint32_t tries(std::uint32_t usual) {
    return !sanitized ? usual : usual < 16 ? 1 + usual / 8 : usual / 8;
}

/// The distance of two cycles, seeds or bytes of which each has its turn: `usual`, or seven times
/// as far.
constexpr std::uint32_t stride(std::uint32_t usual = 1) { return sanitized ? usual * 7 : usual; }

} // namespace inlet::test
