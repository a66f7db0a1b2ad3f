// A machine whose internal state can be inspected, and whose run an external message can disturb.
#pragma once

#include "inlet/control.h"
#include "scheduler/impl.h"

#include <cstdint>
#include <string>

namespace inlet {

struct Machine::Control::Probe {
    using Impl = Machine::Impl;
};

namespace test {

/// The handler of visitor.S and its counter.
struct Visitor {
    explicit Visitor(const Image &image);
    std::uint32_t handler = 0, visits = 0; ///< addresses
};

class Subject {
  public:
    /// By the stepper and the reference scheduler (`options.compiled` has no effect then), or by
    /// the engine and the real one.
    Subject(const char *name, bool reference, const MachineConfig &config, const Image &image,
            RunOptions options);
    Subject(const Subject &) = delete;
    Subject &operator=(const Subject &) = delete;

    const char *name() const { return name_; }
    /// Runs all nodes to their first instruction from `cycle` on. False: the run has ended before.
    bool run_until(std::uint64_t cycle);
    /// Runs to its end.
    void finish();
    const RunResult &result() const { return result_; } ///< result of finish()
    const std::string &console() const { return console_; }

    /// Without I/O nodes.
    std::uint32_t nodes() const;
    /// A node that can send to `target` now, and the cycle: after run_until(at). False: none can.
    struct Sending {
        std::uint32_t source = 0;
        std::uint64_t cycle = 0;
    };
    bool sender(std::uint32_t target, std::uint64_t at, net::Priority priority, Sending &out) const;
    void send(const Sending &sending, std::uint32_t target, const Visitor &visitor,
              net::Priority priority);
    std::uint32_t visits(std::uint32_t node, const Visitor &visitor) const;

    /// The difference between two machines; "" if they are equal. `memory` false: without memory.
    std::string difference(const Subject &other, bool memory) const;

  private:
    const char *name_;
    Observer deaf_;
    std::string console_;
    Machine::Control::Probe::Impl machine_;
    RunResult result_;
};

} // namespace test

} // namespace inlet
