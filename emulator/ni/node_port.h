// A node as its network interface sees it: what the interface may look at, and what it has to say.
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

namespace inlet {

class NodePort {
  public:
    virtual std::uint32_t number() const = 0;
    virtual engine::State &state() = 0;
    virtual Memory &memory() = 0;
    virtual engine::CodeMap &code() = 0;
    virtual Caches *caches() = 0; ///< nullptr: it has none
    virtual net::Network &network() const = 0;
    virtual Observer *observer() const = 0; ///< nullptr: nobody listens
    /// Of the instruction that observers are told of next: what the stepper knows of it.
    virtual engine::Stepped &stepped() = 0;
    virtual std::uint32_t stack() const = 0; ///< the stack pointer

    /// The processor runs code again, wherever it stood: parked, or at the head of a wait loop.
    virtual void wake() = 0;
    /// What the processor may wait for may have come: turns of its loop are no wait until seen so.
    virtual void forget_turns() = 0;
    /// Ends the run here, unless the program has a handler for it.
    virtual void fail(FaultKind kind, std::uint32_t value) = 0;
    /// What a fault that follows means, as a phrase, where its kind does not say it.
    virtual void explain(const std::string &why) = 0;
    /// The processor leaves what it does for its own trap handler, which `enter` enters.
    virtual void trap(const std::function<void()> &enter) = 0;
    /// An event interrupts the processor here: on a MIPS a branch may run again for it.
    virtual void note_interruption() = 0;

    /// Counts, for summaries and message hashes. Both are called once for each message.
    virtual void note_sent() = 0;
    virtual void note_received(std::uint64_t cycle, const net::Packet &packet) = 0;

    /// Tells the arrivals up to `cycle`, which must be known so far. Observed nodes only.
    virtual void announce_arrivals(std::uint64_t cycle) = 0;
    /// An event of this packet, at the processor's clock and pc, to be told.
    virtual MessageEvent event_of(EventKind kind, const net::Packet &packet,
                                  bool arriving) const = 0;
    void tell(const MessageEvent &event) const { observer()->event(event); }
    /// An instruction that was executed from `cycle` on.
    void tell(const engine::Instruction &in, Context context, std::uint64_t cycle, std::uint32_t pc,
              const Cost &cost, bool refused = false) const;

    /// False: nothing is mapped there, or it is no word's address. Code is decoded anew.
    bool load_word(std::uint32_t address, std::uint32_t &word);
    bool store_word(std::uint32_t address, std::uint32_t word);
    /// The same of bytes that a device writes. False: one is not mapped; nothing is written then.
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
