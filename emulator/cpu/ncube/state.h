// The registers of an nCUBE/2 node's processor (P1 4.4). `assumed` marks registers that P1 lacks.
#pragma once

#include <array>
#include <cstdint>

namespace inlet::ncube {

/// Bits of the program status (P1 4.4.3).
namespace psw {
inline constexpr std::uint32_t c = 1u << 0, v = 1u << 1, z = 1u << 2, n = 1u << 3, u = 1u << 4;
inline constexpr std::uint32_t flags = c | v | z | n | u;
inline constexpr std::uint32_t overflow_enable = 1u << 15;
inline constexpr std::uint32_t timeout_enable = 1u << 17;   ///< TO
inline constexpr std::uint32_t input_enable = 1u << 18;     ///< II
inline constexpr std::uint32_t output_enable = 1u << 19;    ///< IO
inline constexpr std::uint32_t interrupt_enable = 1u << 20; ///< IE
inline constexpr std::uint32_t trace = 1u << 21;            ///< T
inline constexpr std::uint32_t kernel = 1u << 23; ///< assumed: reserved in P1, which has one mode
inline constexpr unsigned round = 24;             ///< RC, two bits
inline constexpr unsigned repeat_register = 26;   ///< four bits
inline constexpr unsigned repeat = 30;            ///< two bits: none, REP, REPZ, REPNZ
inline constexpr std::uint32_t repeat_mask = 3u << repeat;
} // namespace psw

/// Numbers of interrupts (P1 4.5.1).
namespace vector {
inline constexpr unsigned trace = 1, breakpoint = 2, overflow = 3, zero_divide = 4, opcode = 10,
                          address = 11, stack = 12, timeout = 13, operand = 16;
inline constexpr unsigned privileged = 17; ///< assumed
inline constexpr unsigned host = 31;       ///< assumed: TRAP #31 calls the emulator
inline constexpr unsigned output_ready = 32, input_ready = 64, input_error = 96;
} // namespace vector

/// Processor registers, by number (P1 4.4.3; LDPR's own list has no time-out register).
namespace processor_register {
inline constexpr unsigned sp = 0, psw = 1, fault = 2, config = 3, id = 4, timer = 5, outrdy = 6,
                          inrdy = 7, outen = 8, inen = 9, inpend = 10, parity = 11, overrun = 12;
inline constexpr unsigned timlo = 13;     ///< assumed: cycles, low word
inline constexpr unsigned kernel_sp = 14; ///< assumed
inline constexpr unsigned nodes = 15;     ///< assumed: nodes of the machine
inline constexpr unsigned segments = 16;  ///< assumed: three each: base, bytes, physical address
inline constexpr unsigned user_sp = 28;   ///< assumed
inline constexpr unsigned count = 29;
} // namespace processor_register

/// A contiguous piece of a user process's address space (000 4.2.2.2: four of them).
struct Segment {
    std::uint32_t base = 0;     ///< virtual
    std::uint32_t bytes = 0;    ///< 0: not used
    std::uint32_t physical = 0; ///< address

    bool operator==(const Segment &) const = default;
};
inline constexpr unsigned segments = 4;

struct State {
    std::array<std::uint32_t, 16> r{};
    std::uint32_t pc = 0;
    std::uint32_t psw = 0;
    std::array<std::uint32_t, 2> sp{}; ///< of user and kernel mode
    std::array<Segment, segments> segment{};
    std::uint64_t now = 0; ///< cycles

    bool operator==(const State &) const = default;
    bool in_kernel() const { return (psw & psw::kernel) != 0; }
    std::uint32_t &stack() { return sp[in_kernel()]; }
    bool flag(std::uint32_t bit) const { return (psw & bit) != 0; }
};

} // namespace inlet::ncube
