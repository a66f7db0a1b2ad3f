// What unwinding the calls of an x86 needs beside a program's call frame information.
#include "cpu/engine/program.h"
#include "cpu/x86/instruction_set.h"
#include "cpu/x86/registers.h"
#include "memory/memory.h"

#include <array>
#include <optional>

namespace inlet::x86 {

/// Compiled programs have no chain of frames.
std::optional<std::vector<std::uint32_t>> Set::calls(const State &, const Memory &,
                                                     const engine::Program &, std::uint32_t,
                                                     std::size_t) const {
    return std::vector<std::uint32_t>();
}

std::span<const std::uint8_t> Set::frame_registers() const {
    static constexpr std::array<std::uint8_t, 8> places = {eax, ecx, edx, ebx, esp, ebp, esi, edi};
    return places;
}

std::optional<std::uint32_t> Set::call_before(const engine::Program &program,
                                              std::uint32_t back) const {
    constexpr unsigned shortest = 2, longest = 8; // with a prefix
    for (unsigned bytes = shortest; bytes <= longest; ++bytes) {
        const Instruction *in = program.at(back - bytes);
        if (in && in->length == bytes && in->kind != engine::Kind::illegal &&
            in->kind != engine::Kind::absent && row_of(*in).op == Op::CALL)
            return back - bytes;
    }
    return {};
}

/// A trap from CPL 3 pushes SS, ESP, EFLAGS, CS and EIP on the kernel's stack, which is empty.
std::optional<engine::Trapped> Set::trapped(const State &s, const Memory &memory,
                                            const engine::Program &program) const {
    constexpr std::uint32_t eip = 20, stack = 8; // bytes below the top
    constexpr std::uint32_t int_bytes = 2;
    if (s.r[cpl_register] != 0 || s.r[ksp_register] == 0) return {};
    const auto word = [&](std::uint32_t at) -> std::optional<std::uint32_t> {
        std::array<std::uint8_t, 4> bytes{};
        if (!memory.copy_out(at, bytes)) return {};
        return from_little<std::uint32_t>(bytes.data());
    };
    const auto pc = word(s.r[ksp_register] - eip), sp = word(s.r[ksp_register] - stack);
    if (!pc || !sp) return {};
    const Instruction *trap = program.at(*pc - int_bytes); // else it has been interrupted
    if (!trap || trap->length != int_bytes || row_of(*trap).op != Op::INT) return {};
    return engine::Trapped{*pc - int_bytes, *pc, *sp};
}

} // namespace inlet::x86
