// A progress line on the terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace inlet::app {

/// Writes to stderr, at most a few times per second. If stderr is not a terminal, writes whole
/// lines.
class Progress {
  public:
    enum class When : std::uint8_t { never, terminal, always };

    explicit Progress(When when = When::terminal);
    ~Progress() { clear(); }
    Progress(const Progress &) = delete;
    Progress &operator=(const Progress &) = delete;

    bool shows() const { return shows_; }
    /// Whether show() would print now.
    bool due() const { return shows_ && std::chrono::steady_clock::now() >= next_; }
    void show(const std::string &text);
    void clear();

  private:
    bool terminal_;
    bool shows_;
    bool shown_ = false;
    std::chrono::steady_clock::time_point next_;
};

} // namespace inlet::app
