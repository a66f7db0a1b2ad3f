// Unwinds the calls of a SPARC from its windows and stack. The list ends at the start of the
// program or at an unknown frame.
#include "cpu/engine/program.h"
#include "cpu/sparc/instruction_set.h"
#include "cpu/sparc/registers.h"
#include "memory/memory.h"

#include <array>
#include <optional>

namespace inlet::sparc {

namespace {

/// The frame pointer and the address of the call: %i6 and %i7 of a frame.
struct Frame {
    std::uint32_t pointer = 0, call = 0;
};

/// Whether the function has its own window at pc. Compiled code has SAVE before anything else that
/// branches, or it has none.
bool has_window(const engine::Program &program, std::uint32_t function, std::uint32_t pc) {
    for (std::uint32_t at = function; at < pc; at += 4) {
        const Instruction *in = program.at(at);
        if (in == nullptr) return false;
        if (in->op == Op::SAVE) return true;
    }
    return false;
}

/// The address of the call of a function without a window that has kept %o7 in a global register
/// before `call`, as those of muldiv.S do.
std::optional<std::uint32_t> kept_link(const State &s, const engine::Program &program,
                                       std::uint32_t call) {
    constexpr std::uint32_t nearest = 8; // instructions
    constexpr unsigned globals = 8;
    for (std::uint32_t n = 1; n <= nearest; ++n) {
        const Instruction *in = program.at(call - 4 * n);
        if (in == nullptr || in->op == Op::SAVE || in->op == Op::RESTORE) break;
        if (in->op == Op::OR && in->rs + in->rt == link_register && in->imm == 0 &&
            in->to < globals)
            return s.r[in->to];
    }
    return {};
}

/// A spilled frame. At its stack pointer are 8 locals, then 8 ins.
std::optional<Frame> spilled(const Memory &memory, std::uint32_t stack) {
    constexpr std::uint32_t place = 56;
    if (stack & 7) return {};
    const std::uint8_t *bytes = memory.read<std::uint64_t>(stack + place);
    if (bytes == nullptr) return {};
    return Frame{from_guest<std::uint32_t>(bytes), from_guest<std::uint32_t>(bytes + 4)};
}

} // namespace

std::optional<std::vector<std::uint32_t>> Set::calls(const State &s, const Memory &memory,
                                                     const engine::Program &program,
                                                     std::uint32_t function,
                                                     std::size_t most) const {
    std::vector<std::uint32_t> found;
    if (!has_window(program, function, s.pc)) {
        found.push_back(s.r[link_register]);
        if (const auto outer = kept_link(s, program, s.r[link_register])) found.push_back(*outer);
    }
    unsigned window = current_window(s);
    Frame frame{s.r[in0 + 6], s.r[in0 + 7]};
    bool in_registers = true;
    while (found.size() < most && frame.call != 0 && program.at(frame.call) != nullptr) {
        found.push_back(frame.call);
        window = above(window);
        in_registers = in_registers && !is_invalid(s, window);
        if (in_registers) {
            const unsigned ins = windows_place + 16 * window + 8;
            frame = {s.r[ins + 6], s.r[ins + 7]};
        } else if (const auto outer = spilled(memory, frame.pointer)) {
            frame = *outer;
        } else {
            break;
        }
    }
    return found;
}

} // namespace inlet::sparc
