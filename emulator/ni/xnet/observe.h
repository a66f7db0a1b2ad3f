// Reports instructions and events of the interface to observers, on any processor.
#pragma once

#include "ni/node_port.h"
#include "ni/xnet/registers.h"

#include <cstdint>

namespace inlet::xnet {

/// The result of an instruction of the interface.
struct Did {
    std::uint32_t cycles = 0;
    bool refused = false;              ///< a SEND
    bool high = false;                 ///< a SEND of high priority
    bool returns = false;              ///< HRET
    bool moves = false;                ///< a vector register: a load or store
    CacheStall memory{};               ///< of the cycles
    const net::Packet *sent = nullptr; ///< valid until the next call of the interface
};

/// Reports the instruction at `pc`, which began at `cycle` in context `before`. HRET: `handled` is
/// the message whose handler ends.
void tell(NodePort &node, const engine::Instruction &in, const Did &did, Context before,
          std::uint64_t cycle, std::uint32_t pc, const net::Packet &handled);

/// Reports an instruction that reads (`writes`: writes) register `number`, if that is a poll.
/// nistat was `before` and is `after`. As on T1 (ni/t1/polls.cpp).
void tell_poll(NodePort &node, const Registers &registers, bool writes, std::uint32_t number,
               Context context, std::uint64_t cycle, std::uint32_t pc, std::uint32_t before,
               std::uint32_t after);

/// Reports an event that was taken at `cycle` in front of `interrupted`. The processor's clock is
/// at the handler's first instruction.
void tell_dispatch(NodePort &node, const Registers &registers, Event event, std::uint64_t cycle,
                   std::uint32_t interrupted, std::uint32_t handler);

} // namespace inlet::xnet
