// Ctrl-C as a value that can be asked for.
#pragma once

#include <atomic>
#include <csignal>
#include <thread>

namespace inlet::cli {

/// While it lives, the first SIGINT only sets requested(); the second ends the process as usual. A
/// thread waits for the signal, so that there is no handler and nothing global.
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
