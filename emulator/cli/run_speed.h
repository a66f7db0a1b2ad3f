// Progress and speed of a run in one line.
#pragma once

#include <chrono>
#include <cstdint>
#include <inlet/machine.h>
#include <string>

namespace inlet::cli {

class RunSpeed {
  public:
    using Clock = std::chrono::steady_clock;

    /// Sets the first cycle of the run.
    void resume(std::uint64_t cycle) { first_ = cycle; }
    /// `last`: --max-cycles; all ones: no limit. `at`: the host's time, a parameter for tests.
    std::string text(const RunProgress &now, std::uint64_t last,
                     Clock::time_point at = Clock::now());

  private:
    Clock::time_point begin_ = Clock::now(), before_ = begin_;
    std::uint64_t first_ = 0;        ///< cycle
    std::uint64_t instructions_ = 0; ///< at `before_`
    bool started_ = false;
};

} // namespace inlet::cli
