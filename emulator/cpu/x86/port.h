// The instructions of network interfaces (F2 0F B9, F3 0F B9 and F3 0F FF), and interrupts of the
// processor by an interface.
//
// To execute one, an interface calls port_instruction(), which returns the operands, and then
// finish(), which writes the result, adds the cost and advances pc.
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
    lwv,
    swv,
};

struct PortInstruction {
    Port port;
    /// LPTR, LCNT: the channel's register; LDPR, STPR, CFC, CTC, LWV, SWV: the register's number
    /// (STOR and STIR are STPR of OUTRDY and INRDY); SEND: the destination.
    std::uint32_t number = 0;
    /// LPTR: the address; LCNT: the count; LDPR, CTC: the value to write.
    std::uint32_t value = 0;
    bool multicast = false;           ///< SEND
    std::optional<unsigned> vector{}; ///< SEND: the register that goes, too
};

/// The address of the r/m operand of an instruction. The operand must be in memory.
std::uint32_t operand_address(const engine::State &state, const engine::Instruction &in);
/// The instruction at pc. Empty: State::fault has the reason (privileged, or an operand that is not
/// memory).
std::optional<PortInstruction> port_instruction(engine::State &state, Memory &memory,
                                                const engine::Instruction &in);
/// Executes LDPR and STPR of the processor's own registers. True: done, with `result` of STPR.
bool own_register(engine::State &state, const PortInstruction &port, std::uint32_t &result);
/// Completes the instruction at pc: writes `result` to the operand of STPR, STOR, STIR and CFC,
/// adds the cost and advances pc. False: the operand cannot be written, and only State::fault has
/// changed.
bool finish(engine::State &state, Memory &memory, engine::CodeMap &code,
            const engine::Instruction &in, std::uint32_t result = 0);

/// Whether IF is set.
bool takes_interrupts(const engine::State &state);
/// Enters the handler of `vector` between two instructions and adds its cost. False: there is no
/// handler or no stack, and the state is unchanged.
bool enter_interrupt(engine::State &state, Memory &memory, const engine::Instruction *at_pc,
                     unsigned vector, std::uint32_t cycles);

} // namespace inlet::x86
