// The debugger's view of an x86: gdb's registers, and the accesses of rare instructions.
#include "cpu/x86/instruction_set.h"
#include "cpu/x86/port.h"
#include "cpu/x86/registers.h"
#include "cpu/x86/system.h"
#include "cpu/x86/x87_stack.h"
#include "memory/memory.h"

#include <array>

namespace inlet::x86 {

namespace {

// gdb's numbers (gdb/features/i386/32bit-core.xml); the general ones are the processor's.
enum DebugNumber : unsigned {
    debug_eip = 8,
    debug_eflags,
    debug_cs,
    debug_ss,
    debug_ds,
    debug_es,
    debug_fs,
    debug_gs,
    debug_st,
    debug_fctrl = debug_st + 8,
    debug_fstat,
    debug_ftag,
    debug_fiseg, // addresses of the last instruction and operand, not implemented
    debug_fop = debug_fiseg + 4,
    debug_count
};
constexpr unsigned extended_bytes = 10;

constexpr std::array<RegisterInfo, debug_count> make_debug_registers() {
    constexpr const char *names[debug_count] = {
        "eax", "ecx", "edx",   "ebx",   "esp",  "ebp",   "esi",   "edi",   "eip",   "eflags", "cs",
        "ss",  "ds",  "es",    "fs",    "gs",   "st0",   "st1",   "st2",   "st3",   "st4",    "st5",
        "st6", "st7", "fctrl", "fstat", "ftag", "fiseg", "fioff", "foseg", "fooff", "fop"};
    std::array<RegisterInfo, debug_count> all{};
    for (unsigned i = 0; i < debug_count; ++i) {
        all[i] = {names[i], "org.gnu.gdb.i386.core", "int32"};
        if (i >= debug_st && i < debug_fctrl)
            all[i] = {names[i], "org.gnu.gdb.i386.core", "i387_ext", 8 * extended_bytes};
    }
    all[debug_eip].type = "code_ptr";
    all[debug_eflags].type = "i386_eflags";
    for (const unsigned pointer : {4u, 5u}) all[pointer].type = "data_ptr";
    return all;
}

bool is_extended(unsigned number) { return number >= debug_st && number < debug_fctrl; }

} // namespace

std::span<const RegisterInfo> Set::registers() const {
    static constexpr auto all = make_debug_registers();
    return all;
}

/// EFLAGS (SDM 1, 3.4.3).
const char *Set::register_types() const {
    return "<flags id=\"i386_eflags\" size=\"4\">"
           "<field name=\"CF\" start=\"0\" end=\"0\"/><field name=\"\" start=\"1\" end=\"1\"/>"
           "<field name=\"PF\" start=\"2\" end=\"2\"/><field name=\"AF\" start=\"4\" end=\"4\"/>"
           "<field name=\"ZF\" start=\"6\" end=\"6\"/><field name=\"SF\" start=\"7\" end=\"7\"/>"
           "<field name=\"IF\" start=\"9\" end=\"9\"/><field name=\"DF\" start=\"10\" end=\"10\"/>"
           "<field name=\"OF\" start=\"11\" end=\"11\"/><field name=\"NT\" start=\"14\" "
           "end=\"14\"/>"
           "<field name=\"AC\" start=\"18\" end=\"18\"/></flags>";
}

std::uint32_t Set::read_register(const State &s, unsigned number) const {
    if (number < debug_eip) return s.r[general(number)];
    const bool user = s.r[cpl_register] != 0;
    State copy = s; // FloatStack needs a writable state
    const FloatStack st(copy);
    switch (number) {
    case debug_eip: return s.pc;
    case debug_eflags: return read_eflags(s);
    case debug_cs: return user ? user_cs : kernel_cs;
    case debug_ss:
    case debug_ds:
    case debug_es: return user ? user_ss : kernel_ss;
    case debug_fctrl: return st.control();
    case debug_fstat: return st.status();
    case debug_ftag: return st.tags();
    default: return 0;
    }
}

bool Set::write_register(State &s, unsigned number, std::uint32_t value) const {
    if (number < debug_eip) return s.r[general(number)] = value, true;
    FloatStack st(s);
    switch (number) {
    case debug_eip: s.jump(value); break;
    case debug_eflags: write_eflags(s, value); break;
    case debug_fctrl: st.set_control(value); break;
    case debug_fstat: st.set_status(value); break;
    case debug_ftag: st.set_tags(value); break;
    default: return false;
    }
    return true;
}

void Set::read_wide(const State &s, unsigned number, std::span<std::uint8_t> bytes) const {
    if (!is_extended(number) || bytes.size() != extended_bytes) return;
    State copy = s;
    const Extended value = FloatStack(copy).get(number - debug_st);
    to_little(bytes.data(), value.mantissa);
    to_little(bytes.data() + sizeof value.mantissa, value.high);
}

bool Set::write_wide(State &s, unsigned number, std::span<const std::uint8_t> bytes) const {
    if (!is_extended(number) || bytes.size() != extended_bytes) return false;
    // Whether it is empty is in the tag word, which a debugger restores by itself.
    FloatStack(s).replace(number - debug_st, {from_little<std::uint64_t>(bytes.data()),
                                              from_little<std::uint16_t>(bytes.data() + 8)});
    return true;
}

/// For repeated strings, the accesses of the next turn; for others, the memory operand and the
/// stack range.
std::vector<engine::DataAccess> Set::rare_accesses(const State &s, const Instruction &in) const {
    if (in.kind == Kind::illegal || in.kind == Kind::absent || in.kind == Kind::host) return {};
    const std::uint32_t size = size_of(in), from = s.r[esi], to = s.r[edi];
    const bool none = s.r[ecx] == 0; // without REP strings are operations
    switch (in.op.as<Op>()) {
    case Op::MOVS:
        if (none) return {};
        return {{from, size, false}, {to, size, true}};
    case Op::CMPS:
        if (none) return {};
        return {{from, size, false}, {to, size, false}};
    case Op::STOS:
    case Op::SCAS:
        if (none) return {};
        return {{to, size, in.op == Op::STOS}};
    case Op::LODS:
        if (none) return {};
        return {{from, size, false}};
    case Op::PUSHA: return {{s.r[esp] - 32, 32, true}};
    case Op::POPA: return {{s.r[esp], 32, false}};
    case Op::POPF: return {{s.r[esp], 4, false}};
    case Op::IRET: return {{s.r[esp], 12, false}};
    default: break;
    }
    if (!is_memory(in)) return {};
    const std::uint32_t at = operand_address(s, in);
    switch (in.op.as<Op>()) {
    case Op::FNSTENV: return {{at, 28, true}};
    case Op::FLDENV: return {{at, 28, false}};
    case Op::FNSAVE: return {{at, 108, true}};
    case Op::FRSTOR: return {{at, 108, false}};
    case Op::CMPXCHG8B: return {{at, 8, false}, {at, 8, true}};
    case Op::STPR:
    case Op::STOR:
    case Op::STIR:
    case Op::CFC: return {{at, 4, true}};
    case Op::SEND:
    case Op::SENDH:
    case Op::SENDV:
    case Op::SENDHV:
    case Op::MCST:
    case Op::MCSTH:
    case Op::MCSTV:
    case Op::MCSTHV: return {{at, 4 * s.r[ecx], false}};
    case Op::LWV:
    case Op::SWV: return {}; // the interface has their number
    case Op::CMPXCHG: return {{at, size, false}, {at, size, true}};
    default: break;
    }
    if (in.kind == Kind::network) return {{at, 4, false}};
    // BT, BTS, BTR and BTC: bits of a string in memory.
    const std::uint32_t word = bit_string_word(s, in);
    if (in.op == Op::BT) return {{word, size, false}};
    return {{word, size, false}, {word, size, true}};
}

} // namespace inlet::x86
