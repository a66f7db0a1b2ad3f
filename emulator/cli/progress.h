// One line on the terminal that tells how far a long command is.
#pragma once

#include <chrono>
#include <string>

namespace inlet::cli {

/// Writes to stderr, and only if that is a terminal; a few times a second at most.
class Progress {
  public:
    Progress();
    ~Progress() { clear(); }
    Progress(const Progress &) = delete;
    Progress &operator=(const Progress &) = delete;

    void show(const std::string &text);
    void clear();

  private:
    bool terminal_;
    bool shown_ = false;
    std::chrono::steady_clock::time_point next_;
};

} // namespace inlet::cli
