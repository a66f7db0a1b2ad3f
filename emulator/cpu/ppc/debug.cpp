// The debugger's view of a PowerPC: gdb's registers.
#include "cpu/ppc/instruction_set.h"
#include "cpu/ppc/registers.h"
#include "memory/memory.h"

#include <array>

namespace inlet::ppc {

namespace {

enum DebugNumber : unsigned {
    debug_pc = 32,
    debug_msr,
    debug_cr,
    debug_lr,
    debug_ctr,
    debug_xer,
    debug_f0,
    debug_fpscr = debug_f0 + 32,
    debug_count
};

/// The only bit of MSR: floating point is available (MPCFPE32B, 2.3.1).
constexpr std::uint32_t msr_fp = 1u << 13;

constexpr std::array<RegisterInfo, debug_count> make_debug_registers() {
    constexpr const char *names[] = {
        "r0",  "r1",  "r2",  "r3",  "r4",  "r5",  "r6",  "r7",  "r8",  "r9",  "r10", "r11", "r12",
        "r13", "r14", "r15", "r16", "r17", "r18", "r19", "r20", "r21", "r22", "r23", "r24", "r25",
        "r26", "r27", "r28", "r29", "r30", "r31", "pc",  "msr", "cr",  "lr",  "ctr", "xer"};
    constexpr const char *floating[] = {"f0",  "f1",  "f2",  "f3",  "f4",  "f5",  "f6",  "f7",
                                        "f8",  "f9",  "f10", "f11", "f12", "f13", "f14", "f15",
                                        "f16", "f17", "f18", "f19", "f20", "f21", "f22", "f23",
                                        "f24", "f25", "f26", "f27", "f28", "f29", "f30", "f31"};
    std::array<RegisterInfo, debug_count> all{};
    for (unsigned i = 0; i < 32; ++i)
        all[debug_f0 + i] = {floating[i], "org.gnu.gdb.power.fpu", "ieee_double", 64};
    all[debug_fpscr] = {"fpscr", "org.gnu.gdb.power.fpu", "uint32"};
    for (unsigned i = 0; i < debug_f0; ++i)
        all[i] = {names[i], "org.gnu.gdb.power.core",
                  i == debug_pc || i == debug_lr ? "code_ptr"
                  : i == stack_register          ? "data_ptr"
                                                 : "uint32"};
    return all;
}

} // namespace

std::span<const RegisterInfo> Set::registers() const {
    static constexpr std::array<RegisterInfo, debug_count> all = make_debug_registers();
    return all;
}

std::uint32_t Set::read_register(const State &s, unsigned number) const {
    if (number < debug_pc) return s.r[general(number)];
    switch (number) {
    case debug_pc: return s.pc;
    case debug_msr: return msr_fp;
    case debug_cr: return read_cr(s);
    case debug_lr: return s.r[lr_register];
    case debug_ctr: return s.r[ctr_register];
    case debug_xer: return read_xer(s);
    case debug_fpscr: return with_summaries(s.r[fpscr_register]);
    default: return 0;
    }
}

bool Set::write_register(State &s, unsigned number, std::uint32_t value) const {
    if (number < debug_pc) return s.r[general(number)] = value, true;
    switch (number) {
    case debug_pc: s.jump(value); break;
    case debug_cr: write_cr(s, value); break;
    case debug_lr: s.r[lr_register] = value; break;
    case debug_ctr: s.r[ctr_register] = value; break;
    case debug_xer: write_xer(s, value); break;
    case debug_fpscr: s.r[fpscr_register] = value & fpscr::writable; break;
    default: return false;
    }
    return true;
}

void Set::read_wide(const State &s, unsigned number, std::span<std::uint8_t> bytes) const {
    if (number < debug_f0 || number >= debug_fpscr) return;
    to_little(bytes.data(), float_bits(s, number - debug_f0));
}

bool Set::write_wide(State &s, unsigned number, std::span<const std::uint8_t> bytes) const {
    if (number < debug_f0 || number >= debug_fpscr) return false;
    set_float_bits(s, number - debug_f0, from_little<std::uint64_t>(bytes.data()));
    return true;
}

} // namespace inlet::ppc
