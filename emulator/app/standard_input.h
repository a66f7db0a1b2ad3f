// The command's standard input, which programs on node 0 read.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

namespace inlet::app {

/// Keeps what it has read: a run under gdb that goes back reads the same again.
class StandardInput {
  public:
    explicit StandardInput(int file) : file_(file) {}

    /// Copies bytes from `position` on, at most to the end of their line, so that the result does
    /// not depend on how the bytes arrive. Returns their number; 0: the input ends there. Waits for
    /// input until `stop` (not owned; nullptr: never) is set, which ends the input.
    std::size_t read(std::uint64_t position, std::span<std::uint8_t> to,
                     const std::atomic<bool> *stop);

  private:
    bool fill(const std::atomic<bool> *stop);

    int file_;
    std::vector<std::uint8_t> bytes_;
    bool ended_ = false;
};

} // namespace inlet::app
