// Turns Ctrl-C into a flag.
#pragma once

#include <atomic>
#include <csignal>
#include <thread>

namespace inlet::cli {

/// During its lifetime, the first SIGINT sets requested() and the second ends the process. A thread
/// waits for the signal, which needs neither a handler nor a global variable.
class Interrupt {
  public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt &) = delete;
    Interrupt &operator=(const Interrupt &) = delete;

    const std::atomic<bool> &requested() const { return requested_; }

  private:
    void wait();

    sigset_t before_{};
    std::atomic<bool> requested_{false};
    std::atomic<bool> stop_{false};
    std::thread thread_;
};

} // namespace inlet::cli
