// Places of the nCUBE/2's registers in the register file of a core.
#pragma once

#include "cpu/engine/state.h"
#include "cpu/ncube/state.h"

namespace inlet::ncube {

enum Register : std::uint8_t {
    r0 = 1,                 ///< R0 to R15
    psw_register = 33,      ///< program status
    sp_register = 34,       ///< stack pointer of the current mode
    other_sp_register = 35, ///< stack pointer of the other mode
    waiting_register = 36,  ///< 1: WAIT is at pc
    fault_register = 38,    ///< the address of the last address error
    cause_register = 37,    ///< vector of the handler that was entered last
    /// Four segments: base, bytes, physical address of each.
    segments_register = engine::first_float,
};

/// Words of the file that a core uses.
inline constexpr unsigned words = segments_register + 3 * segments;

inline bool in_kernel(const engine::State &s) { return (s.r[psw_register] & psw::kernel) != 0; }

/// Reads the processor's registers from the file, and writes them back.
State registers_of(const engine::State &core);
void put_registers(const State &state, engine::State &core);

} // namespace inlet::ncube
