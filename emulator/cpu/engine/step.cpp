// One instruction by its operations: the stepper of every instruction set that has none of its own.
#include "cpu/engine/engine.h"
#include "cpu/engine/execute.h"
#include "cpu/engine/spin.h"

#include <optional>

namespace inlet::engine {

namespace {

Stop fault(State &s, FaultKind kind, std::uint32_t value, std::uint32_t size = 0) {
    s.fault = Fault{kind, 0, s.now, s.pc, value, size};
    return Stop::fault;
}

/// What an operation accesses in memory.
struct Access {
    bool store = false, aligned = true;
    std::uint32_t address = 0, bytes = 0;
};

#include "cpu/engine/words.def"

std::optional<Access> access_of(const std::uint32_t *r, const Uop *op) {
    switch (op->code) {
// The formatter joins these macros.
// clang-format off
#define ACCESS(store, aligned, name, type)                                                         \
    case UopCode::name: return Access{store, aligned, S + I, sizeof(type)};                        \
    case UopCode::name##_X: return Access{store, aligned, S + I + X, sizeof(type)};
#define LOAD(name, type, effect) ACCESS(false, true, name, type)
#define LOAD_ANY(name, type, effect) ACCESS(false, false, name, type)
#define STORE(name, type, effect) ACCESS(true, true, name, type)
#define STORE_ANY(name, type, effect) ACCESS(true, false, name, type)
#define LOAD_PART(name, effect) case UopCode::name: return Access{false, false, S + I, 1};
#define STORE_PART(name, effect) case UopCode::name: return Access{true, false, S + I, 1};
// clang-format on
#define ALU(name, effect)
#define TRAP(name, condition, kind, effect)
#define BRANCH(name, condition)
#include "cpu/engine/beyond_mips.def"
#include "cpu/engine/memory.def"
#undef ACCESS
#undef LOAD
#undef LOAD_ANY
#undef STORE
#undef STORE_ANY
#undef LOAD_PART
#undef STORE_PART
#undef ALU
#undef TRAP
#undef BRANCH
    default: return {};
    }
}

/// Why an operation that is no access cannot be done.
FaultKind why_not(UopCode code) {
    switch (code) {
#define TRAP(name, condition, kind, effect)                                                        \
    case UopCode::name:                                                                            \
        return FaultKind::kind;
#define ALU(name, effect)
#define BRANCH(name, condition)
#define LOAD(name, type, effect)
#define LOAD_ANY(name, type, effect)
#define STORE(name, type, effect)
#define STORE_ANY(name, type, effect)
#include "cpu/engine/beyond_mips.def"
#include "cpu/engine/trap.def"
#undef TRAP
#undef ALU
#undef BRANCH
#undef LOAD
#undef LOAD_ANY
#undef STORE
#undef STORE_ANY
    default: return FaultKind::float_exception;
    }
}

bool taken(const std::uint32_t *r, const Uop *op) {
    switch (op->code) {
#define ALU(name, effect)
#define TRAP(name, condition, kind, effect)
#define LOAD(name, type, effect)
#define LOAD_ANY(name, type, effect)
#define STORE(name, type, effect)
#define STORE_ANY(name, type, effect)
#define BRANCH(name, condition)                                                                    \
    case UopCode::name:                                                                            \
        return condition;
#include "cpu/engine/beyond_mips.def"
#include "cpu/engine/branch.def"
#undef ALU
#undef TRAP
#undef LOAD
#undef LOAD_ANY
#undef STORE
#undef STORE_ANY
#undef BRANCH
    case UopCode::JR_BITS: return (S & A) != 0;
    case UopCode::JR_NO_BITS: return (S & A) == 0;
    default: return true; // a jump
    }
}

#include "cpu/engine/words_end.def"

/// The access of `bytes` at `address`, or of its part in a second page, is to no memory.
std::optional<std::uint32_t> not_mapped(const Memory &m, const Access &access) {
    if (!m.read<std::uint8_t>(access.address)) return access.address;
    const std::uint32_t last = access.address + access.bytes - 1;
    if (!m.read<std::uint8_t>(last)) return last & ~(page_bytes - 1);
    return {};
}

/// A load or store that is in two pages: by way of a copy, byte by byte.
bool across_pages(State &s, Memory &m, const Function *functions, const Uop &op,
                  const Access &access) {
    const SharedPages pages(first_mapped + page_bytes);
    Memory copy(pages);
    std::array<std::uint8_t, 8> bytes{};
    for (std::uint32_t i = 0; i < access.bytes; ++i)
        bytes[i] = *m.read<std::uint8_t>(access.address + i);
    copy.copy_in(first_mapped, bytes);
    Uop alone = op;
    alone.a = sink; // at first_mapped
    alone.c = 0;
    alone.imm = 0;
    s.r[sink] = first_mapped;
    const bool done = execute(s, copy, functions, alone);
    if (!done || !access.store) return done;
    for (std::uint32_t i = 0; i < access.bytes; ++i)
        *m.write<std::uint8_t>(access.address + i) = *copy.read<std::uint8_t>(first_mapped + i);
    return true;
}

} // namespace

std::vector<DataAccess> data_accesses(const State &state, Memory &m, const Program &program) {
    const Instruction *const in = program.at(state.pc);
    if (!in) return {};
    const std::span<const Uop> group =
        program.set().steps_by_operations() ? program.alone(state.pc) : std::span<const Uop>();
    if (group.empty()) return program.set().rare_accesses(state, *in);
    std::vector<DataAccess> all;
    State tried = state; // an address may be the result of an operation before
    for (const Uop &op : group) {
        if (ends_block(op.code)) break;
        const auto access = access_of(tried.r.data(), &op);
        if (access) all.push_back({access->address, access->bytes, access->store});
        if (access && access->store) continue;
        if (!engine::execute(tried, m, program.functions(), op)) break;
    }
    return all;
}

Stop InstructionSet::step(State &s, Memory &m, const Program &program, Stepped &stepped,
                          Caches *caches) const {
    stepped = Stepped{s.pc, s.now, nullptr, {}};
    if (const Stop stop = before(s, m); stop != Stop::budget) return stop;
    const Instruction *const found = program.at(s.pc);
    if (!found || found->kind == Kind::absent) {
        if (s.pc & ((1u << shift()) - 1)) return fault(s, FaultKind::unaligned, s.pc, length());
        const bool mapped = m.read<std::uint8_t>(s.pc) != nullptr;
        return fault(s, mapped ? FaultKind::not_decoded : FaultKind::unmapped, s.pc, length());
    }
    const Instruction &in = *found;
    const std::span<const Uop> group = program.alone(s.pc);
    // Before anything else, so that the store can simply be repeated.
    for (const Uop &op : group)
        if (const auto access = access_of(s.r.data(), &op); access && access->store)
            for (const std::uint32_t at : {access->address, access->address + access->bytes - 1})
                if (m.watched(at)) return fault(s, FaultKind::text_write, at);
    stepped.instruction = found;

    Cost &cost = stepped.cost;
    cost.load_use = s.load_mask & in.awaits ? timing_.load_use : 0;
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
    if (in.kind == Kind::network) return Stop::network;
    if (in.kind == Kind::host) return Stop::host;
    if (in.kind == Kind::illegal) return fault(s, FaultKind::illegal, in.word);

    cached = {}; // from here on what data accesses add
    const auto reach = [&](std::uint32_t address, bool store) {
        if (!caches || m.tries()) return; // what is tried is an access of a device
        CacheStall one;
        const std::uint64_t now = s.now + cached.total();
        if (store)
            caches->store(address, now, Caches::no_limit, one);
        else
            caches->load(address, now, Caches::no_limit, one);
        cached.cache += one.cache;
        cached.write_buffer += one.write_buffer;
    };
    std::uint32_t next = s.in_slot ? s.npc : s.pc + in.length, target = next, more = 0;
    bool branches = false, annuls = false;
    Stop stop = Stop::budget;
    if (group.empty()) {
        Rare rare{next, next, 0, false, false};
        std::vector<DataAccess> accesses; // the registers have their addresses only before
        if (caches && costs_rare_accesses()) accesses = rare_accesses(s, in);
        stop = execute(s, m, in, rare);
        if (stop == Stop::fault || stop == Stop::access) return stop;
        if (rare.access) reach(rare.access->address, rare.access->store);
        for (const DataAccess &access : accesses) reach(access.address, access.store);
        target = rare.target;
        more = rare.cycles;
        branches = rare.branches;
        annuls = rare.annuls;
    }
    for (const Uop &op : group) {
        if (ends_block(op.code)) {
            branches = taken(s.r.data(), &op);
            if (op.code == UopCode::JR || op.code == UopCode::JALR)
                target = s.r[op.a];
            else if (op.code == UopCode::JR_BITS || op.code == UopCode::JR_NO_BITS)
                target = branches ? s.r[op.b] : target;
            else if (branches)
                target = in.imm;
            if (op.code == UopCode::JAL || op.code == UopCode::JALR) s.r[op.to] = op.imm;
            break;
        }
        const auto access = access_of(s.r.data(), &op);
        if (access && access->aligned && access->address & (access->bytes - 1))
            return fault(s, FaultKind::unaligned, access->address, access->bytes);
        if (access)
            if (const auto bad = not_mapped(m, *access)) {
                // x86: a device gets what is not aligned as one access, and splits it.
                if ((!(access->address & (access->bytes - 1)) || abi().little) &&
                    m.device(access->address, access->bytes, access->store))
                    return Stop::access;
                return fault(s, FaultKind::unmapped, *bad, access->bytes);
            }
        // One that has loaded from a device, and stores there.
        if (access && access->store && m.tries() && !m.write<std::uint8_t>(access->address) &&
            m.device(access->address, access->bytes, true))
            return Stop::access;
        if (access && access->store && m.barred(access->address + access->bytes - 1))
            return fault(s, FaultKind::kernel_memory, access->address, access->bytes);
        if (access) reach(access->address, access->store);
        const bool apart =
            access && (access->address ^ (access->address + access->bytes - 1)) >> page_bits;
        if (apart ? !across_pages(s, m, program.functions(), op, *access)
                  : !engine::execute(s, m, program.functions(), op)) {
            if (op.code == UopCode::TARGET) return fault(s, why_not(op.code), s.r[op.a] + op.imm);
            if (op.code != UopCode::CALL) return fault(s, why_not(op.code), in.word);
            const FaultKind kind = s.fault.kind;
            return fault(s, kind, s.fault.value);
        }
    }

    if (in.latency) s.unit_ready = s.now + in.latency;
    cost.issue = in.cost + more + (branches && !in.slot ? in.taken : 0);
    if (annuls) cost.issue += timing_.annulled_slot;
    s.now += cost.issue;
    pay();
    s.load_mask = in.loads;
    ++s.instructions;
    const std::uint32_t pc = s.pc;
    const Instruction *const closing = s.in_slot ? program.at(pc - 4) : in.slot ? nullptr : found;
    if (in.slot && !annuls) { // its own outcome is behind the slot
        s.pc = next;
        s.npc = branches ? target : next + 4;
        s.in_slot = true;
    } else {
        s.jump(annuls ? (branches ? target : next + 4) : target);
    }
    if (stop == Stop::system) return stop;
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

} // namespace inlet::engine
