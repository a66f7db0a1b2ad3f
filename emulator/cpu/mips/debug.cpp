// The debugger's view of a MIPS: gdb's registers.
#include "cpu/mips/instruction_set.h"
#include "cpu/mips/registers.h"
#include "cpu/mips/system.h"

#include <array>

namespace inlet::mips {

namespace {

/// gdb's numbers (its mips-cpu, mips-cp0 and mips-fpu features).
enum DebugNumber : unsigned {
    debug_status = 32,
    debug_lo,
    debug_hi,
    debug_bad_address,
    debug_cause,
    debug_pc,
    debug_f0,
    debug_fcsr = debug_f0 + 32,
    debug_fir,
    debug_count
};

constexpr std::array<RegisterInfo, debug_count> make_debug_registers() {
    constexpr const char *cpu = "org.gnu.gdb.mips.cpu", *cp0 = "org.gnu.gdb.mips.cp0",
                         *fpu = "org.gnu.gdb.mips.fpu";
    constexpr const char *general[] = {"r0",  "r1",  "r2",  "r3",  "r4",  "r5",  "r6",  "r7",
                                       "r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15",
                                       "r16", "r17", "r18", "r19", "r20", "r21", "r22", "r23",
                                       "r24", "r25", "r26", "r27", "r28", "r29", "r30", "r31"};
    constexpr const char *floating[] = {"f0",  "f1",  "f2",  "f3",  "f4",  "f5",  "f6",  "f7",
                                        "f8",  "f9",  "f10", "f11", "f12", "f13", "f14", "f15",
                                        "f16", "f17", "f18", "f19", "f20", "f21", "f22", "f23",
                                        "f24", "f25", "f26", "f27", "f28", "f29", "f30", "f31"};
    std::array<RegisterInfo, debug_count> all{};
    for (unsigned i = 0; i < 32; ++i) {
        all[i] = {general[i], cpu, "uint32"};
        all[debug_f0 + i] = {floating[i], fpu, "ieee_single"};
    }
    all[debug_status] = {"status", cp0, "uint32"};
    all[debug_lo] = {"lo", cpu, "uint32"};
    all[debug_hi] = {"hi", cpu, "uint32"};
    all[debug_bad_address] = {"badvaddr", cp0, "uint32"};
    all[debug_cause] = {"cause", cp0, "uint32"};
    all[debug_pc] = {"pc", cpu, "uint32"};
    all[debug_fcsr] = {"fcsr", fpu, "uint32"};
    all[debug_fir] = {"fir", fpu, "uint32"};
    return all;
}

} // namespace

std::span<const RegisterInfo> Set::registers() const {
    static constexpr std::array<RegisterInfo, debug_count> all = make_debug_registers();
    return all;
}

std::uint32_t Set::read_register(const State &s, unsigned number) const {
    if (number < debug_status) return s.r[number];
    if (number >= debug_f0 && number < debug_fcsr) return s.r[float_register + number - debug_f0];
    switch (number) {
    case debug_status: return system(s).status;
    case debug_lo: return s.r[lo_register];
    case debug_hi: return s.r[hi_register];
    case debug_bad_address: return system(s).bad_address;
    case debug_cause: return system(s).cause;
    case debug_pc: return s.pc;
    case debug_fcsr: return s.r[fcsr_register];
    default: return 0;
    }
}

bool Set::write_register(State &s, unsigned number, std::uint32_t value) const {
    if (number > 0 && number < debug_status) return s.r[number] = value, true;
    if (number >= debug_f0 && number < debug_fcsr)
        return s.r[float_register + number - debug_f0] = value, true;
    switch (number) {
    case debug_lo: s.r[lo_register] = value; break;
    case debug_hi: s.r[hi_register] = value; break;
    case debug_pc: s.jump(value); break;
    default: return false;
    }
    return true;
}

/// Of every load and store: the stepper has no operations.
std::vector<engine::DataAccess> Set::rare_accesses(const State &s, const Instruction &in) const {
    if (in.kind != engine::Kind::load && in.kind != engine::Kind::store) return {};
    std::uint32_t address = s.r[in.rs] + in.imm, bytes = 4;
    switch (in.word >> 26) {
    case 0x20: // LB
    case 0x24: // LBU
    case 0x28: // SB
        bytes = 1;
        break;
    case 0x21: // LH
    case 0x25: // LHU
    case 0x29: // SH
        bytes = 2;
        break;
    case 0x35: // LDC1
    case 0x3D: // SDC1
        bytes = 8;
        break;
    default: address &= ~3u; // LWL and similar: anywhere in their word
    }
    return {{address, bytes, in.kind == engine::Kind::store}};
}

} // namespace inlet::mips
