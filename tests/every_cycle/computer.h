// One node of T1 without a machine around it: everything that it is made of can be looked at, and
// it can be stopped at any cycle. Another node, which is not there, sends it one message.
#pragma once

#include "cpu/memory.h"
#include "cpu/mips/engine.h"
#include "inlet/config.h"
#include "net/mesh.h"
#include "ni/t1/interface.h"

#include <cstdint>
#include <optional>
#include <string>

namespace inlet::test {

/// Where `visitor` begins and what it counts in.
struct Visit {
    std::uint32_t handler = 0, memory = 0;
};

/// A handler that does what crosses the edges of blocks: loads, MULT, a likely branch, a loop. It
/// leaves HI and LO as they were. Big-endian words for address `visit.handler`.
std::vector<std::uint8_t> visitor(const Visit &visit);

class Computer {
  public:
    enum class Engine { blocks, stepper };

    /// The message comes at about cycle `at`: exactly then where no other is in its way.
    Computer(const MachineConfig &machine, const mips::Program &program, const SharedPages &pages,
             std::uint32_t entry, const Visit &visit, std::uint64_t at, Engine engine);
    Computer(const Computer &) = delete;
    Computer &operator=(const Computer &) = delete;

    /// The earliest cycle at which the message can come.
    static std::uint64_t earliest_visit(const MachineConfig &machine);

    /// Runs until `until` is reached or passed, or until the program exits, fails or waits for
    /// ever.
    void run(std::uint64_t until);

    /// Whether it ended by calling exit.
    bool exited() const { return exited_; }
    std::uint64_t now() const { return state_.now; }
    std::uint32_t dispatches() const { return dispatches_; }
    const std::string &console() const { return console_; }
    /// Why two that should be equal are not; "" where they are.
    std::string difference(const Computer &other) const;
    /// How it ended, or where it is.
    std::string ending() const;

  private:
    void execute(std::uint64_t until);
    void host_call();

    const mips::Program *program_;
    const Engine engine_;
    Memory memory_;
    mips::State state_;
    std::optional<Caches> caches_;
    net::Mesh mesh_;
    t1::Config config_;
    t1::Interface interface_;
    bool network_ = false; ///< the instruction at pc is the interface's
    bool ended_ = false, exited_ = false;
    std::uint32_t dispatches_ = 0;
    std::string console_;
};

} // namespace inlet::test
