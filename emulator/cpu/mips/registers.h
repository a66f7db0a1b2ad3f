// Places of the MIPS registers in the register file of a core.
#pragma once

#include "cpu/engine/state.h"

namespace inlet::mips {

/// The places behind $0 to $31, the sink, HI and LO.
enum Register : std::uint8_t {
    hi_register = engine::high_word,
    lo_register = engine::low_word,
    condition_register = engine::coprocessor_condition, ///< nicond
    fcsr_register = engine::float_control,
    status_place = 37, ///< of coprocessor 0 (system.h), to barrier_place
    cause_place,
    epc_place,
    bad_address_place,
    vector_place,
    barrier_place,
    float_register = engine::first_float, ///< $f0
};

/// Words of State::r, without and with coprocessor 1.
inline constexpr unsigned words_without_float = engine::first_float,
                          words_with_float = engine::first_float + 32;

} // namespace inlet::mips
