// Runs gdb as a child process of `inlet gdb`, on the same terminal.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <sys/types.h>
#include <thread>

namespace inlet::cli {

/// While gdb runs, this process ignores SIGINT, so that Ctrl-C reaches gdb alone.
class GdbProcess {
  public:
    /// Starts gdb-multiarch on `program` and connects it to `port`. Throws UserError.
    GdbProcess(const std::string &program, std::uint16_t port);
    /// Waits until the user leaves gdb.
    ~GdbProcess();
    GdbProcess(const GdbProcess &) = delete;
    GdbProcess &operator=(const GdbProcess &) = delete;

    /// Whether gdb has exited.
    const std::atomic<bool> &over() const { return over_; }

  private:
    void wait();

    pid_t child_ = 0;
    std::atomic<bool> over_{false};
    std::thread thread_;
};

} // namespace inlet::cli
