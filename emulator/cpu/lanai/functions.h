// The interface between lift.cpp, which emits calls, and operations.cpp, which executes them.
#pragma once

#include <cstdint>

namespace inlet::lanai {

/// Numbers of functions().
enum FunctionNumber : std::uint8_t { call_arithmetic, call_count_bits };

/// The immediate of call_arithmetic: an Alu, flags, and the condition for executing it.
inline constexpr std::uint32_t call_alu = 15, call_sets_flags = 16, call_keeps_carry = 32;
inline constexpr unsigned call_condition = 8;

/// The engine's number for condition DDDI.
std::uint8_t engine_condition(unsigned condition);

} // namespace inlet::lanai
