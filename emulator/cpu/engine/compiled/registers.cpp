#include "cpu/engine/compiled/registers.h"

#include "cpu/engine/compiled/flag_use.h"

#include <algorithm>
#include <bit>

namespace inlet::engine {

namespace {

/// What an operation reads and writes of HI and LO.
struct HiLoUse {
    bool hi = false, lo = false, writes = false;
};

HiLoUse hi_lo_use(UopCode code) {
    switch (code) {
    case UopCode::MFHI: return {true, false, false};
    case UopCode::MFLO: return {false, true, false};
    case UopCode::MTHI: return {true, false, true};
    case UopCode::MTLO: return {false, true, true};
    case UopCode::MULT:
    case UopCode::MULTU:
    case UopCode::DIV:
    case UopCode::DIVU:
    case UopCode::MADD:
    case UopCode::MADDU:
    case UopCode::MSUB:
    case UopCode::MSUBU: return {true, true, true};
    case UopCode::SMUL:
    case UopCode::UMUL: return {true, false, true};
    default: return {};
    }
}

} // namespace

bool writes_hi_lo(UopCode code) { return hi_lo_use(code).writes; }

RegisterUse register_use(const Program &program, const Region &region) {
    const Uop *const ops = program.ops();
    RegisterUse use;
    const WindowMoves *const windows = program.set().window_moves();
    std::uint64_t carries = 0; // registers, by number
    const auto count = [&use](std::uint64_t registers, std::uint64_t weight) {
        for (; registers; registers &= registers - 1)
            use.weight[static_cast<unsigned>(std::countr_zero(registers))] += weight;
    };
    for (const Block &b : region.blocks) {
        const std::uint64_t weight = std::uint64_t{1} << 3 * std::min(b.depth, 6u);
        const auto instruction = [&](std::uint32_t pc) {
            const Instruction &in = *program.at(pc);
            count(in.uses, weight);
            count(in.writes, weight);
            use.written |= in.writes;
            return in.slot;
        };
        for (std::uint32_t k = b.first; k < b.end; ++k) {
            const Uop &op = ops[k];
            if (k == b.first || op.pc != ops[k - 1].pc)
                if (instruction(op.pc)) instruction(op.pc + 4);
            if (windows && op.code == UopCode::CALL &&
                (op.c == windows->down || op.c == windows->up))
                use.written |= std::uint64_t{0xFF} << windows->outs | std::uint64_t{0xFFFF}
                                                                          << windows->locals;
            if (makes_carry(op.code)) carries |= std::uint64_t{1} << op.c;
            const HiLoUse h = hi_lo_use(op.code);
            if (h.hi) use.weight[high_word] += weight;
            if (h.lo) use.weight[low_word] += weight;
            if (h.writes)
                use.written |= std::uint64_t{h.hi} << high_word | std::uint64_t{h.lo} << low_word;
            for (const unsigned scratch : {op.to, op.a}) // latches and temporaries
                if (scratch >= latched_target && scratch < first_float) {
                    use.weight[scratch] += weight;
                    use.written |= std::uint64_t{1} << scratch;
                }
        }
    }
    // What made condition codes is mostly written and seldom read.
    for (const unsigned flags : {flag_kind, flag_left, flag_right})
        if (!(carries >> flags & 1)) use.weight[flags] = 0;
    return use;
}

} // namespace inlet::engine
