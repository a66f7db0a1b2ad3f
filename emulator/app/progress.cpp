#include "app/progress.h"

#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace inlet::app {

Progress::Progress(When when)
    : terminal_(isatty(STDERR_FILENO) != 0),
      shows_(when == When::always || (when == When::terminal && terminal_)) {}

void Progress::show(const std::string &text) {
    if (!due()) return;
    next_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(terminal_ ? 100 : 1000);
    if (!terminal_) {
        fmt::print(stderr, "{}\n", text);
        return;
    }
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

} // namespace inlet::app
