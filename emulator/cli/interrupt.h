// Turns Ctrl-C, or mpirun's way to pass it on, into a flag.
#pragma once

#include <atomic>
#include <csignal>
#include <cstdint>
#include <thread>

namespace inlet::cli {

/// During its lifetime, the first SIGINT sets requested() and the second ends the process. A thread
/// waits for the signal, which needs neither a handler nor a global variable. Constructed before
/// any other thread.
class Interrupt {
  public:
    /// Which signals it waits for.
    enum class By : std::uint8_t {
        ctrl_c, ///< SIGINT
        mpirun, ///< that and SIGTERM, which mpirun sends to its processes after its own SIGINT
    };
    explicit Interrupt(By by = By::ctrl_c);
    ~Interrupt();
    Interrupt(const Interrupt &) = delete;
    Interrupt &operator=(const Interrupt &) = delete;

    const std::atomic<bool> &requested() const { return requested_; }

  private:
    void wait();

    const sigset_t signals_;
    sigset_t before_{};
    std::atomic<bool> requested_{false};
    std::atomic<bool> stop_{false};
    std::thread thread_;
};

} // namespace inlet::cli
