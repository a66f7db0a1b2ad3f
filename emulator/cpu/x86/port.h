// Instructions of the network interface (F2 0F B9 and F3 0F B9) as an interface sees them, and how
// it interrupts the processor.
//
// An interface executes one so: port_instruction() gives what the instruction reads; what the
// interface answers goes to finish(), which writes the result, pays and moves pc.
#pragma once

#include "cpu/engine/code_cache.h"
#include "cpu/engine/instruction.h"
#include "cpu/engine/state.h"
#include "memory/memory.h"

#include <cstdint>
#include <optional>

namespace inlet::x86 {

enum class Port : std::uint8_t {
    lptr,
    lcnt,
    ldpr,
    stpr,
    send,
    sendh,
    hret,
    cfc,
    ctc,
};

struct PortInstruction {
    Port port;
    /// LPTR, LCNT: the channel's register; LDPR, STPR, CFC, CTC: the register's number (STOR and
    /// STIR are STPR of OUTRDY and INRDY); SEND: the destination.
    std::uint32_t number = 0;
    /// LPTR: the address; LCNT: the count; LDPR, CTC: what is written.
    std::uint32_t value = 0;
};

/// Where the r/m operand of an instruction is, if it is in memory.
std::uint32_t operand_address(const engine::State &state, const engine::Instruction &in);
/// Of the instruction at pc. Nothing: State::fault says why (privileged, or an operand that is no
/// memory).
std::optional<PortInstruction> port_instruction(engine::State &state, Memory &memory,
                                                const engine::Instruction &in);
/// The registers that the processor itself has: LDPR or STPR of one was done, and `result` is
/// STPR's.
bool own_register(engine::State &state, const PortInstruction &port, std::uint32_t &result);
/// The instruction at pc is done: writes `result` where STPR, STOR, STIR and CFC have it, adds its
/// cost and goes on behind it. False: that cannot be written, and nothing has changed but
/// State::fault.
bool finish(engine::State &state, Memory &memory, engine::CodeMap &code,
            const engine::Instruction &in, std::uint32_t result = 0);

/// IF is set.
bool takes_interrupts(const engine::State &state);
/// Enters the handler of `vector` between two instructions. False: there is none, or no stack, and
/// nothing has changed. What it costs is added.
bool enter_interrupt(engine::State &state, Memory &memory, const engine::Instruction *at_pc,
                     unsigned vector, std::uint32_t cycles);

} // namespace inlet::x86
