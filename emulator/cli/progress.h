// One line on the terminal that tells how far a long command is.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace inlet::cli {

/// Writes to stderr, a few times a second at most; where that is no terminal, whole lines.
class Progress {
  public:
    enum class When : std::uint8_t { never, terminal, always };

    explicit Progress(When when = When::terminal);
    ~Progress() { clear(); }
    Progress(const Progress &) = delete;
    Progress &operator=(const Progress &) = delete;

    bool shows() const { return shows_; }
    /// Whether show() would show anything now.
    bool due() const { return shows_ && std::chrono::steady_clock::now() >= next_; }
    void show(const std::string &text);
    void clear();

  private:
    bool terminal_;
    bool shows_;
    bool shown_ = false;
    std::chrono::steady_clock::time_point next_;
};

} // namespace inlet::cli
