#include "progress.h"

#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace inlet::cli {

Progress::Progress() : terminal_(isatty(STDERR_FILENO) != 0) {}

void Progress::show(const std::string &text) {
    const auto now = std::chrono::steady_clock::now();
    if (!terminal_ || now < next_) return;
    next_ = now + std::chrono::milliseconds(100);
    shown_ = true;
    fmt::print(stderr, "\r{}\033[K", text);
    std::fflush(stderr);
}

void Progress::clear() {
    if (!shown_) return;
    shown_ = false;
    fmt::print(stderr, "\r\033[K");
    std::fflush(stderr);
}

} // namespace inlet::cli
