// The parts of a kind of machine that the scheduler needs: its processor, its network, and the
// network interface of each node. docs/design.md, "How a machine is put together", describes how to
// add a kind.
#pragma once

#include "cpu/engine/instruction_set.h"
#include "inlet/config.h"
#include "inlet/guest_counts.h"
#include "inlet/named_count.h"
#include "net/divided.h"
#include "net/network.h"
#include "ni/network_interface.h"
#include "node/devices.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace inlet {

class SharedDevice;
struct Image;

class Platform {
  public:
    virtual ~Platform() = default;

    /// Before the nodes begin: the program that they run, of which interfaces may know symbols.
    virtual void load(const Image &program) { static_cast<void>(program); }

    /// Whether routers and the links between them are the machine's. If not, only the latency of
    /// its network is known, and tools show the links of the nodes alone.
    virtual bool has_routers() const { return true; }
    /// Processors of a node: 1, or 2 with a shared device between them. The second one runs
    /// firmware (RunOptions::firmware).
    virtual unsigned cores() const { return 1; }
    virtual std::shared_ptr<const engine::InstructionSet>
    instruction_set(unsigned core = 0) const = 0;
    /// The network that carries messages. Its topology() has the number of nodes.
    virtual net::Network &network() = 0;
    /// Divides the network into this many parts, or fewer, each with nodes that follow each other;
    /// nullptr: it cannot. `only`: the part that is here, where the others are in other processes
    /// (docs/network.md, "Ranks"); or Divided::every_part. Before it makes interfaces, which know
    /// the part of their node. From then on it is network().
    virtual net::Divided *divide(std::uint32_t parts, std::uint32_t only) {
        static_cast<void>(parts), static_cast<void>(only);
        return nullptr;
    }
    /// Whether divide() can.
    virtual bool has_parts() const { return false; }
    /// Makes the interface of a core: of a node with a shared device, the port through which this
    /// core reaches it (node/shared_device.h). The platform must outlive it.
    virtual std::unique_ptr<NetworkInterface> interface(std::uint32_t node, unsigned core = 0) = 0;
    /// What the cores of this node share. The platform owns it, and its ports know it. nullptr, for
    /// all nodes: nothing.
    virtual SharedDevice *shared(std::uint32_t node) {
        static_cast<void>(node);
        return nullptr;
    }
    /// The least number of cycles before an action of a node can reach another node.
    virtual std::uint64_t lookahead() const = 0;

    /// Whether actions since the last call have ended waits of other nodes without the network's
    /// knowledge, so that the clocks of these nodes have changed.
    virtual bool take_wakes() { return false; }

    /// A run has stalled if every program has reported for this many cycles that it only polls
    /// (NetworkInterface::quiet_since). 0: programs do not report it.
    virtual std::uint64_t stall_cycles() const { return 0; }
    /// Another reason why a run has stalled, where clocks meet: the interfaces send again, in vain.
    virtual bool stalls(std::uint64_t now) const {
        static_cast<void>(now);
        return false;
    }
    /// The cycle at which a program last read the clock; 0: never. A program that reads it while it
    /// polls waits for a time, and goes on by itself. Needed where stall_cycles() is not 0.
    virtual std::uint64_t clock_read(const engine::State &state) const {
        static_cast<void>(state);
        return 0;
    }

    /// "switch.faults_per_million": how many packets the network loses; "": it loses none.
    virtual std::string losses() const { return {}; }
    /// Whether software has sent a packet again, or would if one were lost.
    virtual bool sends_again() const { return false; }

    /// Adds what the interfaces count, for RunResult::counts.
    virtual void add_counts(NamedCounts &counts) const { static_cast<void>(counts); }

    /// Checks what a node's firmware keeps, from the begin of the run on (RunOptions::check_lfc).
    /// `state`: what the firmware shows of it. False: it cannot be checked.
    virtual bool check_lfc(std::uint32_t node, const Memory &of_firmware,
                           const GuestFields &state) {
        static_cast<void>(node), static_cast<void>(of_firmware), static_cast<void>(state);
        return false;
    }

    /// Whether results of instructions arrive late, which only the stepper implements (T1).
    virtual bool exposed() const { return false; }
    /// Whether the stepper executes every instruction and reports it to the interface
    /// (NetworkInterface::retired).
    virtual bool steps() const { return exposed(); }
    /// The last `io` nodes run another program, which has no code in [first, first + bytes), the
    /// text of the other nodes' program.
    virtual void separate_text(std::uint32_t io, std::uint32_t first, std::uint32_t bytes) {
        static_cast<void>(io), static_cast<void>(first), static_cast<void>(bytes);
    }
    /// What the last word of a program's memory says of the network's grid (docs/t1-abi.md,
    /// "Start"); 0: nothing.
    virtual std::uint32_t grid() const { return 0; }
    /// Archives the network and all other state outside the nodes.
    virtual void archive(Archive &ar) { network().archive(ar); }
    /// Of a rank: saves what is here of that, which is of no use after that.
    virtual void save_part(Archive &ar) { static_cast<net::Divided &>(network()).save_part(ar); }
    /// Of rank 0: saves what archive() does, made of what all ranks have saved, in their order.
    virtual void join(Archive &ar, std::span<Archive> saved) {
        static_cast<net::Divided &>(network()).join(ar, saved);
    }
    /// Checks the loaded state of the platform and the nodes for contradictions.
    virtual void check_loaded(const Archive &ar) { static_cast<void>(ar); }

    /// `nodes`: nodes that run the program. `jitter`, `check_dma`: RunOptions.
    static std::unique_ptr<Platform> make(const MachineConfig &config, std::uint32_t nodes,
                                          std::uint64_t jitter, bool check_dma = false);
    using Maker = std::unique_ptr<Platform> (*)(const MachineConfig &config, std::uint32_t nodes,
                                                std::uint64_t jitter);
    /// Adds a kind, before any machine of it is made: for tests with machines of their own.
    static void add_kind(const std::string &kind, Maker maker);
};

} // namespace inlet
