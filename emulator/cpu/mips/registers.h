// Where the register file of a core has the registers of a MIPS.
#pragma once

#include "cpu/engine/state.h"

namespace inlet::mips {

/// Behind $0 to $31, the sink, HI and LO.
enum Register : std::uint8_t {
    hi_register = engine::high_word,
    lo_register = engine::low_word,
    condition_register = engine::coprocessor_condition, ///< nicond
    fcsr_register = engine::float_control,
    status_place = 37, ///< coprocessor 0: system.h
    cause_place,
    epc_place,
    bad_address_place,
    vector_place,
    barrier_place,
    float_register = engine::first_float, ///< $f0
};

/// Words of State::r: coprocessor 1 is copied only where it is there.
inline constexpr unsigned words_without_float = engine::first_float,
                          words_with_float = engine::first_float + 32;

} // namespace inlet::mips
