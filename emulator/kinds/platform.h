// What a kind of machine is made of, for the scheduler: its processor, its network, and the network
// interface of each node. docs/design.md, "How a machine is put together", says what a new kind
// adds.
#pragma once

#include "cpu/engine/instruction_set.h"
#include "inlet/config.h"
#include "net/network.h"
#include "ni/network_interface.h"
#include "node/devices.h"

#include <cstdint>
#include <memory>

namespace inlet {

class Platform {
  public:
    virtual ~Platform() = default;

    virtual std::shared_ptr<const engine::InstructionSet> instruction_set() const = 0;
    /// The one that messages go over. Its topology() says how many nodes there are.
    virtual net::Network &network() = 0;
    /// Of a node. The interface lives no longer than the platform.
    virtual std::unique_ptr<NetworkInterface> interface(std::uint32_t node) = 0;
    /// Cycles, at least, before what a node does can reach another.
    virtual std::uint64_t lookahead() const = 0;

    /// What a node has done since the last call ends waits of others that the network knows nothing
    /// of: their clocks have changed.
    virtual bool take_wakes() { return false; }

    /// A run in which every program says for so long that it does nothing but ask for messages has
    /// stalled (NetworkInterface::quiet_since); 0: none says so.
    virtual std::uint64_t stall_cycles() const { return 0; }

    /// Results of instructions come late, so that only the stepper has them (T1).
    virtual bool exposed() const { return false; }
    /// Each instruction is the stepper's, and the interface is told of it.
    virtual bool steps() const { return exposed(); }
    /// The last `io` nodes run another program; the others' text lies there, and nothing of the
    /// other program's.
    virtual void separate_text(std::uint32_t io, std::uint32_t first, std::uint32_t bytes) {
        static_cast<void>(io), static_cast<void>(first), static_cast<void>(bytes);
    }
    /// The network and whatever else is not in the nodes.
    virtual void archive(Archive &ar) { network().archive(ar); }
    /// All has been loaded, nodes too: what it cannot be.
    virtual void check_loaded(const Archive &ar) { static_cast<void>(ar); }

    /// `nodes`: those that run the program. `jitter`, `check_dma`: RunOptions.
    static std::unique_ptr<Platform> make(const MachineConfig &config, std::uint32_t nodes,
                                          std::uint64_t jitter, bool check_dma = false);
};

} // namespace inlet
