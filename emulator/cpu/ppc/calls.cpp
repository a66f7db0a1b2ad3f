// Unwinds calls by the frames of the System V ABI (PowerPC Processor Supplement, 3-17): a frame
// begins with the address of its caller's frame, and a function saves LR in the second word of that
// frame.
#include "cpu/engine/program.h"
#include "cpu/ppc/instruction_set.h"
#include "cpu/ppc/registers.h"
#include "memory/memory.h"

#include <optional>

namespace inlet::ppc {

namespace {

std::optional<std::uint32_t> word_at(const Memory &memory, std::uint32_t at) {
    const std::uint8_t *bytes = at & 3 ? nullptr : memory.read<std::uint32_t>(at);
    if (bytes == nullptr) return {};
    return from_guest<std::uint32_t>(bytes);
}

/// The parts of the prologue that the function at pc has executed.
struct Prologue {
    bool frame = false; ///< r1 is its own frame
    bool saved = false; ///< LR is in memory
};

bool is_new_frame(const Instruction &in) { // stwu r1, -n(r1), stwux r1, r1, rX
    return (in.op == Op::STWU || in.op == Op::STWUX) && in.rd == 1 && in.rs == 1;
}
bool drops_frame(const Instruction &in) { // addi r1, r1, n; lwz r1, 0(r1)
    return (in.op == Op::ADDI && in.rd == 1 && (in.rs == 1 || in.rs == 31 || in.rs == 11)) ||
           (in.op == Op::LWZ && in.rd == 1 && in.rs == 1);
}

Prologue look(const engine::Program &program, std::uint32_t function, std::uint32_t pc) {
    constexpr std::uint32_t epilogue = 24; // bytes from the release of the frame to BLR
    Prologue seen;
    bool reads_lr = false;
    for (std::uint32_t at = function; at < pc; at += 4) {
        const Instruction *in = program.at(at);
        if (in == nullptr) break;
        if (is_new_frame(*in)) seen.frame = true;
        if (in->op == Op::MFSPR && in->imm == 8) reads_lr = true;
        if (in->op == Op::STW && reads_lr && in->rd == 0) seen.saved = true;
        // One of several epilogues. It does not count if pc is after it.
        if (!drops_frame(*in) || pc - at > epilogue) continue;
        bool returns = false;
        for (std::uint32_t between = at + 4; between < pc; between += 4)
            returns = returns || program.at(between)->op == Op::BCLR;
        if (!returns) seen.frame = false;
    }
    return seen;
}

} // namespace

std::optional<std::vector<std::uint32_t>> Set::calls(const State &s, const Memory &memory,
                                                     const engine::Program &program,
                                                     std::uint32_t function,
                                                     std::size_t most) const {
    std::vector<std::uint32_t> found;
    const Prologue here = look(program, function, s.pc);
    std::uint32_t frame = s.r[stack_register]; // that of the function's caller
    if (here.frame) {
        const auto caller = word_at(memory, frame);
        if (!caller) return found;
        frame = *caller;
    }
    std::optional<std::uint32_t> back = s.r[lr_register];
    if (here.saved) back = word_at(memory, frame + 4);
    while (found.size() < most && back && *back >= 4 && program.at((*back & ~3u) - 4) != nullptr) {
        found.push_back((*back & ~3u) - 4);
        const auto caller = word_at(memory, frame);
        if (!caller || *caller <= frame) break;
        frame = *caller;
        back = word_at(memory, frame + 4);
    }
    return found;
}

} // namespace inlet::ppc
