// Decodes words with the tables that isa/ generates.
#include "cpu/engine/fp.h"
#include "cpu/mips/instruction_set.h"
#include "cpu/mips/system.h"

#include <algorithm>
#include <array>
#include <vector>

namespace inlet::mips {

using engine::Late;
using engine::sink;
namespace fp = engine::fp;

namespace {

using isa::Encoding;
using isa::Format;

/// The encodings that share a primary opcode, so that a look-up tries a few rows, not all.
class Table {
  public:
    Table() {
        for (const Encoding &row : isa::mips32_encodings) add(row, true); // before MIPS-II
        for (const Encoding &row : isa::mips2_encodings) add(row, false);
        for (const Encoding &row : isa::t1_encodings) add(row, false);
    }
    const Encoding *find(std::uint32_t word, Features features) const {
        for (const auto &[row, mips32] : rows_[word >> 26])
            if ((word & row->mask) == row->match && (features.mips32 || !mips32)) return row;
        return nullptr;
    }

  private:
    struct Entry {
        const Encoding *row;
        bool mips32;
    };
    void add(const Encoding &row, bool mips32) { rows_[row.match >> 26].push_back({&row, mips32}); }
    std::array<std::vector<Entry>, 64> rows_;
};

Kind kind_of(const Encoding &row) {
    switch (row.op) {
        // The formatter joins these macros.
        // clang-format off
#define ALU(name, effect) case Mips::name: return Kind::plain;
#include "cpu/engine/alu.def"
#undef ALU
#define FLOAT_MOVE(name, effect) case Mips::name: return Kind::floating;
#define FLOAT(name, operation, effect) case Mips::name: return Kind::floating;
#define FLOAT_CONTROL(name, value) case Mips::name: return Kind::floating;
#include "cpu/engine/fp.def"
#undef FLOAT_MOVE
#undef FLOAT
#undef FLOAT_CONTROL
#define TRAP(name, condition, kind, effect) case Mips::name: return Kind::trapping;
#include "cpu/engine/trap.def"
#undef TRAP
#define LOAD(name, type, effect) case Mips::name: return Kind::load;
#define LOAD_PART(name, effect) case Mips::name: return Kind::load;
#define STORE(name, type, effect) case Mips::name: return Kind::store;
#define STORE_PART(name, effect) case Mips::name: return Kind::store;
#include "cpu/engine/memory.def"
#undef LOAD
#undef LOAD_PART
#undef STORE
#undef STORE_PART
        // clang-format on
    case Mips::LL: return Kind::load;
    case Mips::SC: return Kind::store;
#define BRANCH(name, condition)                                                                    \
    case Mips::name: return Kind::branch;                                                          \
    case Mips::name##L:                                                                            \
        return Kind::likely;
#include "cpu/engine/branch.def"
#undef BRANCH
    case Mips::BLTZAL:
    case Mips::BGEZAL: return Kind::branch;
    case Mips::BLTZALL:
    case Mips::BGEZALL: return Kind::likely;
    case Mips::J:
    case Mips::JAL:
    case Mips::JR:
    case Mips::JALR: return Kind::jump;
    case Mips::SEND:
    case Mips::SENDH:
    case Mips::SENDV:
    case Mips::SENDHV:
    case Mips::MCST:
    case Mips::MCSTH:
    case Mips::MCSTV:
    case Mips::MCSTHV:
    case Mips::LWV:
    case Mips::SWV:
    case Mips::HRET:
    case Mips::CTC2:
    case Mips::CFC2: return Kind::network;
    case Mips::SYSCALL: return Kind::host;
    case Mips::MFC0:
    case Mips::MTC0:
    case Mips::RFE: return Kind::system;
    // T1 has no COP3, and of COP0 no translation.
    default: return Kind::illegal;
    }
}

/// Whether a processor without coprocessor 1 lacks it.
bool needs_fpu(const Encoding &row) {
    switch (row.op) {
    case Mips::LWC1:
    case Mips::LDC1:
    case Mips::SWC1:
    case Mips::SDC1:
    case Mips::MOVF:
    case Mips::MOVT: return true;
    default: return row.match >> 26 == 0x11;
    }
}

/// Whether an instruction belongs to a coprocessor. PREF, whose opcode was LWC3, does not.
bool needs_coprocessor(const Encoding &row) {
    return row.op != Mips::PREF && coprocessor_of(row.match);
}

/// Sets the registers read and written, and the immediate, by format.
void operands(Instruction &in, const Encoding &row, std::uint32_t pc, bool mips32) {
    const std::uint32_t simm = static_cast<std::uint32_t>(static_cast<std::int16_t>(in.word));
    const std::uint32_t uimm = in.word & 0xFFFF;
    const std::uint32_t rs = 1u << in.rs, rt = 1u << in.rt;
    const std::uint32_t near = pc + 4 + (simm << 2);
    std::uint8_t to = 0;
    switch (row.format) {
    case Format::rd_rs_rt:
        to = in.rd, in.uses = rs | rt;
        if (in.op == Mips::MOVZ || in.op == Mips::MOVN) in.uses |= 1u << in.rd;
        break;
    case Format::rd_rt_rs: to = in.rd, in.uses = rs | rt; break;
    case Format::rd_rt_sa: to = in.rd, in.uses = rt; break;
    case Format::rd_rs:
    case Format::rd_rs_copy: to = in.rd, in.uses = rs; break;
    case Format::rd_rs_cc:
        to = in.rd, in.uses = rs | 1u << in.rd;
        in.rt = fp::condition_bit(isa::field::cc.get(in.word));
        break;
    case Format::rd: to = in.rd; break;
    case Format::rs: in.uses = rs; break;
    case Format::rs_rt:
    case Format::rs_rt_code: in.uses = rs | rt; break;
    case Format::rs_imm: in.uses = rs, in.imm = simm; break;
    case Format::rt_rs_imm: to = in.rt, in.uses = rs, in.imm = simm; break;
    case Format::rt_rs_uimm: to = in.rt, in.uses = rs, in.imm = uimm; break;
    case Format::rt_imm: to = in.rt, in.imm = uimm << 16; break;
    case Format::rt_offset_base:
        in.uses = rs;
        in.imm = simm;
        if (in.kind == Kind::store || in.op == Mips::LWL || in.op == Mips::LWR) in.uses |= rt;
        if (in.kind == Kind::load || in.op == Mips::SC) to = in.rt;
        break;
    case Format::hint_offset_base:
    case Format::ft_offset_base: in.uses = rs, in.imm = simm; break;
    case Format::rt_fs:
        in.rs = in.sa = in.rd;
        if (in.op == Mips::CTC1 || in.op == Mips::CFC1) in.sa = fp::control(in.rd, mips32);
        if (in.op == Mips::MTC1 || in.op == Mips::CTC1)
            in.uses = rt;
        else
            to = in.rt;
        break;
    case Format::fd_fs_ft:
    case Format::fd_fs: in.rs = in.rd; break;
    case Format::fd_fs_cc:
        in.rs = in.rd;
        in.rt = fp::condition_bit(isa::field::cc.get(in.word));
        break;
    case Format::fs_ft:
    case Format::cc_fs_ft: // MIPS-II has 0 there
        in.rs = in.rd;
        in.sa = fp::condition_bit(isa::field::fcc.get(in.word));
        break;
    case Format::fd_fs_rt: in.rs = in.rd, in.uses = rt; break;
    case Format::rs_rt_branch: in.uses = rs | rt, in.imm = near; break;
    case Format::rs_branch: in.uses = rs, in.imm = near; break;
    case Format::branch:
    case Format::cc_branch: // MIPS-II has 0 there
        in.imm = near;
        in.rt = fp::condition_bit(isa::field::cc.get(in.word));
        break;
    case Format::jump: in.imm = ((pc + 4) & 0xF0000000) | (in.word & 0x03FFFFFF) << 2; break;
    case Format::code: in.imm = in.word >> 6 & 0xFFFFF; break;
    case Format::vt_offset_base: in.uses = rs, in.imm = simm; break;
    case Format::send:
    case Format::send_v: {
        // handler, destination and the first n of $4, $5, $6, $7, $29
        constexpr std::uint32_t words[] = {0, 0x10, 0x30, 0x70, 0xF0, 0x200000F0};
        in.uses = rt | 1u << in.rd | words[in.n];
        break;
    }
    case Format::cop2_move:
        if (in.op == Mips::CTC2)
            in.uses = rt;
        else
            to = in.rt;
        break;
    case Format::rt_rd:
        if (in.op == Mips::MTC0) in.uses = rt;
        if (in.op == Mips::MFC0) to = in.rt;
        break;
    default: break;
    }
    if (in.op == Mips::JAL || in.op == Mips::BLTZAL || in.op == Mips::BGEZAL ||
        in.op == Mips::BLTZALL || in.op == Mips::BGEZALL)
        to = 31;
    in.uses &= ~std::uint64_t{1};
    in.writes = to ? std::uint64_t{1} << to : 0;
    if (to) in.to = to;
}

/// Sets the operands and the late results: those of loads, of moves between the processor and
/// coprocessor 1, and conditions. Programs for MIPS-I to MIPS-III leave one instruction between (C.
/// Price, MIPS IV Instruction Set, 1995: LWC1, MTC1, MFC1, C.cond.fmt).
void late(Instruction &in, const Encoding &row) {
    constexpr Late conditions = 1;
    const bool wide = (in.word >> 21 & 31) == 17; // the operands' format
    const auto one = [](unsigned number) { return Late{1} << (32 + number); };
    const auto pair = [](unsigned number) { return Late{3} << (32 + (number & ~1u)); };
    const auto operand = [&](unsigned number) { return wide ? pair(number) : one(number); };
    in.awaits = in.uses;
    if (in.kind == Kind::load) in.loads = in.writes;
    switch (row.format) {
    case Format::ft_offset_base: {
        const bool doubles = in.op == Mips::LDC1 || in.op == Mips::SDC1;
        (in.kind == Kind::load ? in.loads : in.awaits) |= doubles ? pair(in.rt) : one(in.rt);
        break;
    }
    case Format::rt_fs:
        switch (in.op.as<Mips>()) {
        case Mips::MFC1: in.awaits |= one(in.rs), in.loads = in.writes; break;
        case Mips::CFC1: in.awaits |= conditions, in.loads = in.writes; break;
        case Mips::MTC1: in.loads = one(in.rs); break;
        default: in.loads = conditions; break;
        }
        break;
    case Format::fd_fs_ft: in.awaits |= operand(in.rs) | operand(in.rt); break;
    case Format::fd_fs: in.awaits |= operand(in.rs); break;
    // A conditional move reads its destination, which it may leave unchanged.
    case Format::fd_fs_rt: in.awaits |= operand(in.rs) | operand(in.sa); break;
    case Format::fd_fs_cc: in.awaits |= operand(in.rs) | operand(in.sa) | conditions; break;
    case Format::fs_ft:
    case Format::cc_fs_ft:
        in.awaits |= operand(in.rs) | operand(in.rt);
        in.loads = conditions;
        break;
    case Format::rd_rs_cc: in.awaits |= conditions; break;
    case Format::branch:
    case Format::cc_branch:
        if (in.word >> 26 == 0x11) in.awaits |= conditions;
        break;
    default: break;
    }
}

/// One unit computes HI and LO, one operation at a time.
void hilo(Instruction &in, const Timing &timing) {
    if (!timing.hilo_waits()) return;
    switch (in.op.as<Mips>()) {
    case Mips::MULT:
    case Mips::MULTU:
    case Mips::MADD:
    case Mips::MADDU:
    case Mips::MSUB:
    case Mips::MSUBU: in.latency = timing.multiply_latency; break;
    case Mips::DIV:
    case Mips::DIVU: in.latency = timing.divide_latency; break;
    case Mips::MUL: in.cost = std::max(in.cost, timing.multiply_latency); break;
    case Mips::MFHI:
    case Mips::MFLO:
    case Mips::MTHI:
    case Mips::MTLO: break;
    default: return;
    }
    in.waits_unit = true;
}

/// HI, LO and floating-point registers are not compared between the turns of a loop, and `writes`
/// of a comparison does not include the condition that a floating-point branch reads.
bool hidden(Mips op) {
    switch (op) {
    case Mips::MULT:
    case Mips::MULTU:
    case Mips::DIV:
    case Mips::DIVU:
    case Mips::MADD:
    case Mips::MADDU:
    case Mips::MSUB:
    case Mips::MSUBU:
    case Mips::MTHI:
    case Mips::MTLO:
    case Mips::LWC1:
    case Mips::LDC1:
    case Mips::LL:
    case Mips::BC1F:
    case Mips::BC1T: return true;
    default: return false;
    }
}

} // namespace

Instruction decode(std::uint32_t word, std::uint32_t pc, const Timing &timing, Features features) {
    static const Table table;
    Instruction in;
    in.word = word;
    in.to = sink;
    in.rs = word >> 21 & 31;
    in.rt = word >> 16 & 31;
    in.rd = word >> 11 & 31;
    in.sa = word >> 6 & 31;
    const Encoding *row = table.find(word, features);
    if (!row) return in;
    in.op = row->op;
    in.n = row->n;
    if (features.fpu || !needs_fpu(*row)) in.kind = kind_of(*row);
    if (in.kind == Kind::system && in.op != Mips::RFE && !is_system_register(in.rd))
        in.kind = Kind::illegal;
    if (in.kind != Kind::illegal && needs_coprocessor(*row))
        in.needs = status::coprocessor(*coprocessor_of(word));
    in.cost = timing.costs[static_cast<std::size_t>(row->cost)];
    operands(in, *row, pc, features.mips32);
    late(in, *row);
    hilo(in, timing);
    in.slot = in.kind == Kind::branch || in.kind == Kind::likely || in.kind == Kind::jump;
    in.direct = in.slot && in.op != Mips::JR && in.op != Mips::JALR;
    in.hidden = hidden(row->op);
    in.counts = in.op == Mips::ADDIU && in.rs == in.rt && in.imm;
    return in;
}

} // namespace inlet::mips
