#include "cpu/engine/compiled/registers.h"

#include <algorithm>
#include <bit>

namespace inlet::mips {

namespace {

/// What an operation reads and writes of HI and LO.
struct HiLoUse {
    bool hi = false, lo = false, writes = false;
};

HiLoUse hi_lo_use(Code code) {
    switch (code) {
    case Code::MFHI: return {true, false, false};
    case Code::MFLO: return {false, true, false};
    case Code::MTHI: return {true, false, true};
    case Code::MTLO: return {false, true, true};
    case Code::MULT:
    case Code::MULTU:
    case Code::DIV:
    case Code::DIVU:
    case Code::MADD:
    case Code::MADDU:
    case Code::MSUB:
    case Code::MSUBU: return {true, true, true};
    default: return {};
    }
}

} // namespace

RegisterUse register_use(const Program &program, const Region &region) {
    const Op *const ops = program.ops();
    RegisterUse use;
    const auto count = [&use](std::uint32_t registers, std::uint64_t weight) {
        for (; registers; registers &= registers - 1)
            use.weight[static_cast<unsigned>(std::countr_zero(registers))] += weight;
    };
    for (const Block &b : region.blocks) {
        const std::uint64_t weight = std::uint64_t{1} << 3 * std::min(b.depth, 6u);
        std::uint32_t before = ~0u; // the group's pc
        for (std::uint32_t k = b.first; k < b.end; ++k) {
            // The registers of a group are those of its one instruction or of branch and slot.
            for (const std::uint32_t pc : {ops[k].pc, ops[k].pc + 4}) {
                if (ops[k].pc == before) break;
                if (pc != ops[k].pc && !(b.branches && ops[k].pc == ops[b.end - 1].pc)) break;
                const Instruction &in = *program.at(pc);
                count(in.uses, weight);
                count(in.writes, weight);
                use.written |= in.writes;
            }
            before = ops[k].pc;
            const HiLoUse h = hi_lo_use(ops[k].code);
            if (h.hi) use.weight[hi_number] += weight;
            if (h.lo) use.weight[lo_number] += weight;
            if (h.writes)
                use.written |= std::uint64_t{h.hi} << hi_number | std::uint64_t{h.lo} << lo_number;
        }
    }
    return use;
}

} // namespace inlet::mips
