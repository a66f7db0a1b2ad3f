// A device between the two processors of a node: the NES of StarT-Voyager, the SRAM and DMA engines
// of a Myrinet interface.
//
// Each core reaches the device through a port of its own, a NetworkInterface made by
// Platform::interface(node, core), without events (due), actions (next) or interrupts of its own.
// A port forwards accesses to the device. The device acts on the cores through SharedBus only.
//
// The contract (emulator/node/node.h checks it in every run; a breach ends inlet):
//
// 1. Within a cycle the order is: network, shared devices, core 0 of all nodes, core 1 of all
// nodes.
//    The device has a clock, next(). advance() is called at exactly this cycle, with the network
//    known to its end. It injects packets at `now` + 1 or later, and takes packets at `now`.
// 2. Accesses happen in the order of (cycle, core). The cycle is the one at which the instruction
//    reaches its first access, for all its accesses (Access::after: cycles between the first one
//    and this one). access() is called when this is settled, and sees all actions up to this cycle.
//    What it starts acts, and is seen by the other core, at a later cycle: next() afterwards is
//    greater than the cycle of the access.
// 3. Memory, caches, interrupts and clock of a core are read and changed only in advance(), with
// the
//    core at its first instruction boundary from `now` on; each function of SharedBus brings it
//    there. Call wake(core) before anything changes that the core's port shows or costs: up to then
//    a core may be in a polling loop, or asleep, whose last loads are executed by wake(), which
//    calls access() of the port.
//    What a port shows to loads that are quiet (NetworkInterface::is_quiet) depends on actions of
//    the device only, never on the network, nor on accesses of the other core. Such loads take
//    nothing, and may be executed after later accesses of the other core.
//    A load that needs an action is answered `later`: its core has no clock until advance() calls
//    answer(). Until then idle() is false, and the core's memory may change. Interrupts wait until
//    the instruction is finished.
// 4. A core computes up to next(), up to the other core's clock + reach(), and, while
//    waits_for_room(), cycle by cycle with the network.
// 5. Firmware (core 1) must rest: a loop that only polls its port by quiet loads, and changes
//    nothing, falls asleep after some turns, at the same cycle in every configuration. It is woken
//    by wake(), read(), write(), interrupt() and stall().
//
// A timer of the device is an action like any other. An action of core 0's program is none: what
// the cores do is seen by access() only.
#pragma once

#include "memory/device.h"
#include "ni/node_port.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace inlet {

class Archive;

/// The cores of a node as their shared device sees them, while it acts.
class SharedBus {
  public:
    virtual ~SharedBus() = default;

    /// Ends a wait of the core: from `now` on it executes instructions.
    virtual void wake(unsigned core) = 0;
    /// Copies memory. False: a byte is unmapped, and nothing was copied. A write ends waits, breaks
    /// links of load-linked, and makes the core decode code there again.
    virtual bool read(unsigned core, std::uint32_t address, std::span<std::uint8_t> to) = 0;
    virtual bool write(unsigned core, std::uint32_t address,
                       std::span<const std::uint8_t> from) = 0;
    /// DMA is about to move these bytes of the core's memory. Returns the cycle at which that
    /// memory serves it: behind the lines of the core's caches so far, which later ones wait for.
    virtual std::uint64_t serve_dma(unsigned core, std::uint32_t address, std::uint32_t bytes) {
        static_cast<void>(core), static_cast<void>(address), static_cast<void>(bytes);
        return 0;
    }
    /// DMA has written these bytes of the core's memory (beside write()). Drops their lines from
    /// its caches.
    virtual void drop_lines(unsigned core, std::uint32_t address, std::uint32_t bytes) {
        static_cast<void>(core), static_cast<void>(address), static_cast<void>(bytes);
    }
    /// Requests interrupts: bits of `lines`, as InstructionSet::interrupts defines them. A device
    /// always names all its lines of this core in `all`.
    virtual void interrupt(unsigned core, std::uint32_t all, std::uint32_t lines) = 0;
    /// Answers the load of the core that was answered `later`, at `cycle`, `now` or later.
    virtual void answer(unsigned core, std::uint64_t cycle, std::uint64_t value) = 0;
    /// Holds the core for so many cycles from its next boundary on. While a load is out, its end is
    /// delayed as long.
    virtual void stall(unsigned core, std::uint64_t cycles) = 0;
    /// Holds the core from its next boundary on until release(), which delays it by the cycles
    /// between the two calls. It has no load out then, and gets none.
    virtual void hold(unsigned core) = 0;
    virtual void release(unsigned core) = 0;
    /// Ends the run with this fault of the core, at its pc. `why`: a phrase, or empty.
    virtual void fail(unsigned core, FaultKind kind, std::uint32_t value,
                      const std::string &why) = 0;
    /// For messages (NodePort::note_sent, note_received, event_of, tell): they are core 0's. A core
    /// 0 that waits is brought to `now` first. Give events the cycle `now`.
    virtual NodePort &messages() = 0;
};

class SharedDevice {
  public:
    static constexpr std::uint64_t never = Device::never;

    virtual ~SharedDevice() = default;

    /// The cycle of the next action, or never, as far as the network is known. Only an access, an
    /// arrival, room in the network or advance() makes it sooner.
    virtual std::uint64_t next() const = 0;
    /// Does what is due at `now`, which is next().
    virtual void advance(std::uint64_t now, SharedBus &cores) = 0;
    /// The least number of cycles from an access of core `from` until anything of core `to` is read
    /// or changed, or its port shows it; at least 1.
    virtual std::uint64_t reach(unsigned from, unsigned to) const = 0;
    /// The run is over: all programs have exited, and nothing is under way. For what observers are
    /// told only then.
    virtual void finish(SharedBus &cores) { static_cast<void>(cores); }
    /// Whether next() depends on a free slot of an injection buffer.
    virtual bool waits_for_room() const { return false; }
    /// Whether nothing is under way: the run may end. Armed timers do not count.
    virtual bool idle() const = 0;
    /// The state of device and ports. (A port's own archive() is called as that of any interface.)
    virtual void archive(Archive &ar) = 0;
    virtual std::vector<Named> named_state() const = 0;
    /// The meaning of an Answer of kind fault, as Device::fault_text().
    virtual const char *fault_text(std::uint64_t code) const = 0;
};

} // namespace inlet
