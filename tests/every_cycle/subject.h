// One machine whose inside can be looked at, and whose run a message from nowhere can disturb.
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

/// The handler of visitor.S and what it counts in.
struct Visitor {
    explicit Visitor(const Image &image);
    std::uint32_t handler = 0, visits = 0; ///< addresses
};

class Subject {
  public:
    /// By the stepper and the reference scheduler (`options.compiled` does not matter then), or by
    /// the engine and the real one.
    Subject(const char *name, bool reference, const MachineConfig &config, const Image &image,
            RunOptions options);
    Subject(const Subject &) = delete;
    Subject &operator=(const Subject &) = delete;

    const char *name() const { return name_; }
    /// All nodes to their first instruction from `cycle` on. False: the run is over before.
    bool run_until(std::uint64_t cycle);
    /// To its end.
    void finish();
    const RunResult &result() const { return result_; } ///< of finish()
    const std::string &console() const { return console_; }

    /// Without I/O nodes.
    std::uint32_t nodes() const;
    /// A node that can send to `target` now, and when: behind run_until(at). False: none can.
    struct Sending {
        std::uint32_t source = 0;
        std::uint64_t cycle = 0;
    };
    bool sender(std::uint32_t target, std::uint64_t at, net::Priority priority, Sending &out) const;
    void send(const Sending &sending, std::uint32_t target, const Visitor &visitor,
              net::Priority priority);
    std::uint32_t visits(std::uint32_t node, const Visitor &visitor) const;

    /// Why two that should be equal are not; "" where they are. `memory` false: without memory.
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
