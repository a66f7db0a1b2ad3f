// The reference implementation: executes one instruction by the architecture's manual.
#include "cpu/engine/arithmetic.h"
#include "cpu/engine/engine.h"
#include "cpu/engine/fp.h"
#include "cpu/engine/spin.h"
#include "cpu/mips/instruction_set.h"
#include "cpu/mips/system.h"

#include <optional>
#include <tuple>

namespace inlet::mips {

using namespace engine; // the words of the semantics

namespace {

Stop fault(State &s, FaultKind kind, std::uint32_t value, std::uint32_t size = 0) {
    s.fault = Fault{kind, 0, s.now, s.pc, value, size};
    return Stop::fault;
}

FaultKind why_not(std::uint32_t address, std::uint32_t size) {
    return address & (size - 1) ? FaultKind::unaligned : FaultKind::unmapped;
}

FaultKind why_not_stored(const Memory &m, std::uint32_t address, std::uint32_t size) {
    const FaultKind why = why_not(address, size);
    return why == FaultKind::unmapped && m.barred(address) ? FaultKind::kernel_memory : why;
}

/// The fault of an access without memory.
Stop no_memory(State &s, Memory &m, std::uint32_t address, std::uint32_t size, bool store) {
    if (!(address & (size - 1)) && m.device(address, size, store)) return Stop::access;
    return fault(s, store ? why_not_stored(m, address, size) : why_not(address, size), address,
                 size);
}

/// The node may have more code than `program`.
Stop not_fetched(State &s, const Memory &m) {
    if (s.pc & 3) return fault(s, FaultKind::unaligned, s.pc, 4);
    const bool mapped = m.read<std::uint32_t>(s.pc) != nullptr;
    return fault(s, mapped ? FaultKind::not_decoded : FaultKind::unmapped, s.pc, 4);
}

/// The result of a branch or jump: the address after the slot.
struct Outcome {
    bool taken = false;
    bool annul = false;
    std::uint32_t target = 0;
};

} // namespace

#define S s.r[in.rs]
#define T s.r[in.rt]
#define D s.r[in.to]
#define I in.imm
#define A in.sa
#define HI s.r[hi_register]
#define LO s.r[lo_register]
#define C (s.r[condition_register] != 0)
#define F (s.r.data() + float_register)
#define RT in.rt
#define FS F[in.rs]
#define FT F[in.rt]
#define FD F[in.sa]
#define FS64 fp::pair(F, in.rs)
#define FT64 fp::pair(F, in.rt)
#define SET64(value) fp::set_pair(F, in.sa, value)
#define FCSR s.r[fcsr_register]
#define CONDITION ((FCSR >> RT & 1) != 0)

Stop step(State &s, Memory &m, const Program &program, Stepped &stepped, Caches *caches) {
    stepped = Stepped{s.pc, s.now, nullptr, {}};
    if (system(s).interrupted()) return fault(s, FaultKind::interrupt, 0);
    if (s.pc >= system(s).limit()) return fault(s, FaultKind::kernel_memory, s.pc, 4);
    m.protect_from(system(s).limit());
    const Instruction *found = program.at(s.pc);
    if (!found || found->kind == Kind::absent) return not_fetched(s, m);
    const Instruction &in = *found;
    // Checked first, so that the store can be repeated.
    if (in.kind == Kind::store && m.watched(s.r[in.rs] + in.imm))
        return fault(s, FaultKind::text_write, s.r[in.rs] + in.imm);
    stepped.instruction = found;

    Cost &cost = stepped.cost;
    cost.load_use = s.load_mask & in.awaits ? program.timing().load_use : 0;
    s.now += cost.load_use;
    s.load_mask = 0;
    CacheStall cached;
    const auto pay = [&] {
        cost.cache += cached.cache;
        cost.write_buffer += cached.write_buffer;
        s.now += cached.total();
    };
    if (caches) {
        caches->fetch(s.pc, s.now, Caches::no_limit, cached);
        pay();
    }
    if (in.waits_unit && s.unit_ready > s.now) {
        cost.multiply = static_cast<std::uint32_t>(s.unit_ready - s.now);
        s.now = s.unit_ready;
    }
    if (in.needs & ~system(s).usable()) return fault(s, FaultKind::unusable, in.word);
    if (in.kind == Kind::network) return Stop::network;
    if (in.kind == Kind::host) return Stop::host;
    if (in.kind == Kind::illegal) return fault(s, FaultKind::illegal, in.word);

    std::optional<fp::NearestOnHost> nearest;
    if (in.kind == Kind::floating) nearest.emplace();
    cached = {}; // from here on, the stall of the data access
    Outcome out;
    switch (in.op.as<Mips>()) {
#define ALU(name, effect)                                                                          \
    case Mips::name:                                                                               \
        effect;                                                                                    \
        break;
#include "cpu/engine/alu.def"
#undef ALU

#define FLOAT_MOVE(name, effect)                                                                   \
    case Mips::name:                                                                               \
        effect;                                                                                    \
        break;
#define FLOAT(name, operation, effect)                                                             \
    case Mips::name: {                                                                             \
        const auto [V, raised] = operation;                                                        \
        FCSR = fp::with_cause(FCSR, raised);                                                       \
        if (fp::traps(FCSR)) return fault(s, FaultKind::float_exception, in.word);                 \
        FCSR = fp::with_flags(FCSR, raised);                                                       \
        effect;                                                                                    \
        break;                                                                                     \
    }
#define FLOAT_CONTROL(name, value)                                                                 \
    case Mips::name:                                                                               \
        FCSR = value;                                                                              \
        if (fp::traps(FCSR)) return fault(s, FaultKind::float_exception, in.word);                 \
        break;
#define ARITHMETIC fp
#include "cpu/engine/fp.def"
#undef ARITHMETIC
#undef FLOAT_MOVE
#undef FLOAT
#undef FLOAT_CONTROL

#define TRAP(name, condition, kind, effect)                                                        \
    case Mips::name:                                                                               \
        if (condition) return fault(s, FaultKind::kind, in.word);                                  \
        effect;                                                                                    \
        break;
#include "cpu/engine/trap.def"
#undef TRAP

#define LOAD(name, type, effect)                                                                   \
    case Mips::name: {                                                                             \
        const std::uint32_t at = S + I;                                                            \
        const std::uint8_t *P = at & (sizeof(type) - 1) ? nullptr : m.read<type>(at);              \
        if (!P) return no_memory(s, m, at, sizeof(type), false);                                   \
        if (caches && !m.tries()) caches->load(at, s.now, Caches::no_limit, cached);               \
        effect;                                                                                    \
        break;                                                                                     \
    }
#define LOAD_PART(name, effect)                                                                    \
    case Mips::name: {                                                                             \
        const std::uint32_t at = S + I, k = at & 3;                                                \
        const std::uint8_t *P = m.read<std::uint32_t>(at & ~3u);                                   \
        if (!P) return fault(s, FaultKind::unmapped, at, 4);                                       \
        if (caches) caches->load(at, s.now, Caches::no_limit, cached);                             \
        effect;                                                                                    \
        break;                                                                                     \
    }
#define STORE(name, type, effect)                                                                  \
    case Mips::name: {                                                                             \
        const std::uint32_t at = S + I;                                                            \
        std::uint8_t *P = at & (sizeof(type) - 1) ? nullptr : m.write<type>(at);                   \
        if (!P) return no_memory(s, m, at, sizeof(type), true);                                    \
        if (caches && !m.tries()) caches->store(at, s.now, Caches::no_limit, cached);              \
        effect;                                                                                    \
        break;                                                                                     \
    }
#define STORE_PART(name, effect)                                                                   \
    case Mips::name: {                                                                             \
        const std::uint32_t at = S + I, k = at & 3;                                                \
        std::uint8_t *P = m.write<std::uint32_t>(at & ~3u);                                        \
        if (!P) return fault(s, why_not_stored(m, at, 1), at, 4);                                  \
        if (caches) caches->store(at, s.now, Caches::no_limit, cached);                            \
        effect;                                                                                    \
        break;                                                                                     \
    }
#include "cpu/engine/memory.def"
#undef LOAD
#undef LOAD_PART
#undef STORE
#undef STORE_PART

    case Mips::MFC0: D = system(s).read(in.rd); break;
    case Mips::MTC0: system(s).write(in.rd, T); break;
    case Mips::RFE: system(s).return_from_exception(); break;

    // LL and SC are rare: only the stepper implements them.
    case Mips::LL: {
        const std::uint32_t at = S + I;
        const std::uint8_t *P = at & 3 ? nullptr : m.read<std::uint32_t>(at);
        if (!P) return fault(s, why_not(at, 4), at, 4);
        if (caches) caches->load(at, s.now, Caches::no_limit, cached);
        D = from_guest<std::uint32_t>(P);
        s.linked = true;
        s.linked_address = at;
        break;
    }
    case Mips::SC: {
        const std::uint32_t at = S + I;
        if (at & 3 || m.barred(at) || !m.read<std::uint32_t>(at))
            return fault(s, why_not_stored(m, at, 4), at, 4);
        const bool success = s.linked && s.linked_address == at;
        if (success && caches) caches->store(at, s.now, Caches::no_limit, cached);
        if (success) to_guest(m.write<std::uint32_t>(at), T); // otherwise the page is not written
        D = success;
        s.linked = false;
        break;
    }

#define BRANCH(name, condition)                                                                    \
    case Mips::name: out = {(condition), false, I}; break;                                         \
    case Mips::name##L:                                                                            \
        out = {(condition), !(condition), I};                                                      \
        break;
#include "cpu/engine/branch.def"
#undef BRANCH
#define LINKING(name, condition)                                                                   \
    case Mips::name:                                                                               \
        out = {(condition), false, I};                                                             \
        s.r[31] = s.pc + 8;                                                                        \
        break;                                                                                     \
    case Mips::name##L:                                                                            \
        out = {(condition), !(condition), I};                                                      \
        s.r[31] = s.pc + 8;                                                                        \
        break;
        LINKING(BLTZAL, sx(S) < 0)
        LINKING(BGEZAL, sx(S) >= 0)
#undef LINKING
    case Mips::J: out = {true, false, I}; break;
    case Mips::JAL:
        out = {true, false, I};
        s.r[31] = s.pc + 8;
        break;
    case Mips::JR: out = {true, false, S}; break;
    case Mips::JALR:
        out = {true, false, S};
        D = s.pc + 8;
        break;
    default: return fault(s, FaultKind::illegal, in.word);
    }

    if (in.latency) s.unit_ready = s.now + in.latency;
    cost.issue = in.cost;
    s.now += in.cost;
    pay();
    s.load_mask = in.loads;
    ++s.instructions;

    const Instruction *closing = s.in_slot ? program.at(s.pc - 4) : nullptr;
    const bool branches =
        in.kind == Kind::branch || in.kind == Kind::likely || in.kind == Kind::jump;
    if (out.annul) { // the slot is annulled: its pipeline slot stays empty
        s.jump(s.pc + 8);
        cost.issue += program.timing().annulled_slot;
        s.now += program.timing().annulled_slot;
        return Stop::budget;
    }
    s.pc = s.npc;
    s.npc = out.taken ? out.target : s.pc + 4;
    s.in_slot = branches;
    if (in.op == Mips::MTC0 || in.op == Mips::RFE) return Stop::system;
    if (closing && closing->spin) {
        const SpinLoop &loop = program.spin_loop(closing->spin - 1u);
        if (s.pc == loop.head_pc)
            return turned(s, loop, program.turns_to_see_a_wait()) ? Stop::spin : Stop::budget;
        left_loop(s);
    } else if (closing && closing->leaves_spin && s.pc == closing->imm) {
        left_loop(s);
    }
    return Stop::budget;
}

#undef S
#undef T
#undef D
#undef I
#undef A
#undef HI
#undef LO
#undef C
#undef F
#undef RT
#undef FS
#undef FT
#undef FD
#undef FS64
#undef FT64
#undef SET64
#undef FCSR
#undef CONDITION

} // namespace inlet::mips
