// The interface of a node that its network interface uses.
#pragma once

#include "cpu/engine/code_cache.h"
#include "cpu/engine/instruction_set.h"
#include "inlet/observer.h"
#include "memory/caches.h"
#include "memory/memory.h"
#include "net/network.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace inlet {

class NodePort {
  public:
    virtual std::uint32_t number() const = 0;
    virtual std::uint8_t core_number() const { return 0; } ///< of the node, from 0
    virtual engine::State &state() = 0;
    virtual Memory &memory() = 0;
    virtual engine::CodeMap &code() = 0;
    virtual Caches *caches() = 0; ///< nullptr if the node has none
    virtual net::Network &network() const = 0;
    virtual Observer *observer() const = 0; ///< nullptr if the node is not observed
    /// The record of the instruction that observers are told of next.
    virtual engine::Stepped &stepped() = 0;
    virtual std::uint32_t stack() const = 0; ///< the stack pointer
    /// The accesses to data that the instruction at pc would make.
    virtual std::vector<engine::DataAccess> accesses() const { return {}; }

    /// Resumes a processor that is parked or at the head of a wait loop.
    virtual void wake() = 0;
    /// Ends a recognised wait. Its condition may have changed.
    virtual void forget_turns() = 0;
    /// Raises a fault at pc. The run ends unless the program has an exception handler.
    virtual void fail(FaultKind kind, std::uint32_t value) = 0;
    /// Describes the next fault, as a phrase, where its kind is not enough.
    virtual void explain(const std::string &why) = 0;
    /// Takes a trap: `enter` sets the state to the first instruction of the processor's handler.
    virtual void trap(const std::function<void()> &enter) = 0;
    /// Notes that an event interrupts the processor at pc. A MIPS may execute a branch twice then.
    virtual void note_interruption() = 0;

    /// Count messages for summaries and message hashes. Each is called once per message.
    virtual void note_sent() = 0;
    virtual void note_received(std::uint64_t cycle, const net::Packet &packet) = 0;

    /// Tells observers of the arrivals up to `cycle`. The state of the network must be known up to
    /// this cycle. Only for observed nodes.
    virtual void announce_arrivals(std::uint64_t cycle) = 0;
    /// Makes an event with the processor's clock and pc: about no message, about this packet.
    virtual MessageEvent event_of(const events::Any &what) const = 0;
    virtual MessageEvent event_of(const events::Any &what, const net::Packet &packet) const = 0;
    void tell(MessageEvent event) const {
        event.core = core_number();
        observer()->event(event);
    }
    /// Tells observers of an instruction that began at `cycle`.
    void tell(const engine::Instruction &in, Context context, std::uint64_t cycle, std::uint32_t pc,
              const Cost &cost, bool refused = false) const;

    /// Return false if the address is unmapped or unaligned. Overwritten code is decoded again.
    bool load_word(std::uint32_t address, std::uint32_t &word);
    bool store_word(std::uint32_t address, std::uint32_t word);
    /// Writes bytes for a device. Returns false, with nothing written, if a byte is unmapped.
    virtual bool store_bytes(std::uint32_t address, std::span<const std::uint8_t> bytes) = 0;

  protected:
    ~NodePort() = default;
};

inline void NodePort::tell(const engine::Instruction &in, Context context, std::uint64_t cycle,
                           std::uint32_t pc, const Cost &cost, bool refused) const {
    observer()->instruction({.node = number(),
                             .context = context,
                             .cycle = cycle,
                             .pc = pc,
                             .word = in.word,
                             .cost = cost,
                             .waiting = refused,
                             .stack = stack(),
                             .core = core_number(),
                             .length = in.length,
                             .tail = in.tail});
}

inline bool NodePort::load_word(std::uint32_t address, std::uint32_t &word) {
    const std::uint8_t *bytes = address & 3 ? nullptr : memory().read<std::uint32_t>(address);
    if (!bytes) return false;
    word = from_guest<std::uint32_t>(bytes);
    return true;
}

inline bool NodePort::store_word(std::uint32_t address, std::uint32_t word) {
    if (address & 3) return false;
    const bool is_code = memory().watched(address);
    if (is_code) memory().watch(address, false);
    std::uint8_t *bytes = memory().write<std::uint32_t>(address);
    if (!bytes) return false;
    to_guest(bytes, word);
    if (is_code) code().changed(address);
    return true;
}

} // namespace inlet
