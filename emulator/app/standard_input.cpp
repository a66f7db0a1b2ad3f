#include "app/standard_input.h"

#include <array>
#include <cerrno>
#include <inlet/config.h>
#include <poll.h>
#include <system_error>
#include <unistd.h>

namespace inlet::app {

/// False: nothing more comes.
bool StandardInput::fill(const std::atomic<bool> *stop) {
    constexpr int interval = 100; // milliseconds between two looks at `stop`
    std::array<std::uint8_t, 1 << 16> part;
    while (!ended_) {
        pollfd ready{file_, POLLIN, 0};
        if (stop && *stop) return false;
        if (::poll(&ready, 1, stop ? interval : -1) == 0) continue;
        const ssize_t count = ::read(file_, part.data(), part.size());
        if (count > 0) {
            bytes_.insert(bytes_.end(), part.begin(), part.begin() + count);
            return true;
        }
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (count < 0 && errno != EBADF) // a closed one is at its end
            throw UserError("standard input: " + std::generic_category().message(errno));
        ended_ = true;
    }
    return false;
}

std::size_t StandardInput::read(std::uint64_t position, std::span<std::uint8_t> to,
                                const std::atomic<bool> *stop) {
    for (std::size_t done = 0;; ++done) {
        if (done == to.size()) return done;
        while (bytes_.size() <= position + done)
            if (!fill(stop)) return done;
        to[done] = bytes_[position + done];
        if (to[done] == '\n') return done + 1;
    }
}

} // namespace inlet::app
