// The engine: threaded code over the stream of a Program. A block is entered only when all of it
// fits into what is left of the budget, so that nothing is counted inside it.
#include "cpu/engine/engine.h"

#include "cpu/engine/arithmetic.h"
#include "cpu/engine/compiled/resume.h"
#include "cpu/engine/execute.h"
#include "cpu/engine/flags.h"
#include "cpu/engine/fp_fast.h"
#include "cpu/engine/narrow.h"
#include "cpu/engine/spin.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <tuple>

// Labels as values: the one extension that makes dispatch a single indirect jump (gcc, clang).
#pragma GCC diagnostic ignored "-Wpedantic"

namespace inlet::engine {

namespace {

#include "cpu/engine/words.def"

/// Why the engine stopped running blocks.
enum class Blocks : std::uint8_t {
    done, ///< the next block does not fit, or begins with what is the stepper's
    spin, ///< at a loop's head, waiting
    hot,  ///< at the head of what is compiled, or should be
};

/// Whether the group at `pc` had AWAIT wait for the unit, and occupy it.
bool occupies_unit(const Program &program, std::uint32_t pc) {
    const Instruction &in = *program.at(pc);
    if (in.waits_unit) return in.latency != 0;
    const Instruction *const slot = in.slot ? program.at(pc + in.length) : nullptr;
    return slot && slot->waits_unit && slot->latency;
}

/// Runs blocks until one does not fit, or something is the stepper's. With state == nullptr it only
/// gives its table of code addresses. On return the state is exact, at an instruction's start.
template <bool cached>
Blocks run_blocks(State *state, Memory *memory, const Program *program, std::uint64_t until,
                  Caches *caches, const void *const **table) {
    static const void *const code[] = {
#define ALU(name, effect) &&do_##name,
#define FLOAT_MOVE(name, effect) &&do_##name,
#define FLOAT(name, operation, effect) &&do_##name,
#define FLOAT_CONTROL(name, value) &&do_##name,
#define TRAP(name, condition, kind, effect) &&do_##name,
#define LOAD(name, type, effect) &&do_##name, &&do_##name##_X,
#define LOAD_ANY(name, type, effect) &&do_##name, &&do_##name##_X,
#define LOAD_PART(name, effect) &&do_##name,
#define STORE(name, type, effect) &&do_##name, &&do_##name##_X,
#define STORE_ANY(name, type, effect) &&do_##name, &&do_##name##_X,
#define STORE_PART(name, effect) &&do_##name,
#define BRANCH(name, condition) &&do_##name, &&do_LATCH_##name,
#include "cpu/engine/alu.def"
#include "cpu/engine/beyond_mips.def"
#include "cpu/engine/branch.def"
#include "cpu/engine/fp.def"
#include "cpu/engine/memory.def"
#include "cpu/engine/trap.def"
#undef ALU
#undef FLOAT_MOVE
#undef FLOAT
#undef FLOAT_CONTROL
#undef TRAP
#undef LOAD
#undef LOAD_ANY
#undef LOAD_PART
#undef STORE
#undef STORE_ANY
#undef STORE_PART
#undef BRANCH
        &&do_CALL,    &&do_BRANCH_LATCHED, &&do_J,    &&do_JAL,       &&do_JR,    &&do_JALR,
        &&do_JR_BITS, &&do_JR_NO_BITS,     &&do_NOP,  &&do_LEAVE,     &&do_CARRY, &&do_AWAIT,
        &&do_FETCH,   &&do_CHARGE,         &&do_SPIN, &&do_SPIN_EXIT, &&do_HEAD,
    };
    static_assert(std::size(code) == static_cast<std::size_t>(UopCode::COUNT));
    if (!state) {
        *table = code;
        return Blocks::done;
    }

    State &s = *state;
    Memory &m = *memory;
    std::uint32_t *const r = s.r.data();
    const Uop *const ops = program->ops();
    const Function *const functions = program->functions();
    const std::uint32_t load_use = program->timing().load_use;
    std::uint64_t left = until - s.now;
    std::uint64_t count = s.instructions;
    Late carry = s.load_mask;
    std::uint32_t away = 0;
    bool latch = false;
    const Uop *op = program->op_at(s.pc);
    if (!op) return Blocks::done;

#define NEXT                                                                                       \
    do {                                                                                           \
        ++op;                                                                                      \
        goto * op->go;                                                                             \
    } while (false)

// An access to the caches that takes more than what is left of the budget is not made: the stepper
// makes it.
#define PAY_FOR(access, offset)                                                                    \
    do {                                                                                           \
        CacheStall found;                                                                          \
        const std::uint64_t now = until - left - op->to_end + (offset);                            \
        if (!caches->access(at, now, left, found)) [[unlikely]]                                    \
            goto bail;                                                                             \
        left -= found.total();                                                                     \
    } while (false)

enter : {
    const std::uint32_t stall = carry & op->uses ? load_use : 0;
    const std::uint32_t need = op->to_end + stall;
    if (need > left) goto out;
    if constexpr (cached)
        if (op->count && !caches->fetched(op->pc)) {
            CacheStall found;
            if (!caches->fetch(op->pc, until - left + stall, left - need, found)) goto out;
            left -= found.total();
        }
    left -= need;
    count += op->count;
    goto * op->go;
}

#define ALU(name, effect)                                                                          \
    do_##name : effect;                                                                            \
    NEXT;
#include "cpu/engine/alu.def"

// Cold, so that the calls in it do not cost the rest its registers.
#if defined(__clang__)
#define COLD
#else
#define COLD __attribute__((cold));
#endif

// The usual cases are here, without a call; the others are in one place.
#define FLOAT_MOVE(name, effect)                                                                   \
    do_##name : effect;                                                                            \
    NEXT;
#define FLOAT(name, operation, effect)                                                             \
    do_##name : {                                                                                  \
        if (!fp::fast::usual(FCSR)) [[unlikely]]                                                   \
            goto float_elsewhere;                                                                  \
        const auto [V, raised] = operation;                                                        \
        if (raised & fp::fast::elsewhere) [[unlikely]]                                             \
            goto float_elsewhere;                                                                  \
        FCSR = fp::with_flags(fp::with_cause(FCSR, raised), raised);                               \
        effect;                                                                                    \
        NEXT;                                                                                      \
    }
#define FLOAT_CONTROL(name, value)                                                                 \
    do_##name : {                                                                                  \
        const std::uint32_t written = value;                                                       \
        if (fp::traps(written)) [[unlikely]]                                                       \
            goto bail;                                                                             \
        FCSR = written;                                                                            \
        NEXT;                                                                                      \
    }
#define ARITHMETIC fp::fast
#include "cpu/engine/fp.def"
#undef ARITHMETIC
#undef FLOAT_MOVE
#undef FLOAT
#undef FLOAT_CONTROL

float_elsewhere:
    COLD if (!float_operation(s, *op)) goto bail;
    NEXT;

#define TRAP(name, condition, kind, effect)                                                        \
    do_##name : if (condition) goto bail;                                                          \
    effect;                                                                                        \
    NEXT;
#include "cpu/engine/trap.def"

#define LOAD_AT(label, type, address, effect)                                                      \
    label : {                                                                                      \
        const std::uint32_t at = address;                                                          \
        const std::uint8_t *P = m.read<type>(at);                                                  \
        if (at & (sizeof(type) - 1) || !P) [[unlikely]]                                            \
            goto bail;                                                                             \
        if constexpr (cached)                                                                      \
            if (!caches->loads_freely(at)) PAY_FOR(load, op->next);                                \
        effect;                                                                                    \
        NEXT;                                                                                      \
    }
#define LOAD(name, type, effect)                                                                   \
    LOAD_AT(do_##name, type, S + I, effect)                                                        \
    LOAD_AT(do_##name##_X, type, S + I + X, effect)
#define LOAD_ANY_AT(label, type, address, effect)                                                  \
    label : {                                                                                      \
        const std::uint32_t at = address;                                                          \
        const std::uint8_t *P = m.read<type>(at);                                                  \
        if (crosses_page<type>(at) || !P) [[unlikely]]                                             \
            goto bail;                                                                             \
        if constexpr (cached)                                                                      \
            if (!caches->loads_freely(at)) PAY_FOR(load, op->next);                                \
        effect;                                                                                    \
        NEXT;                                                                                      \
    }
#define LOAD_ANY(name, type, effect)                                                               \
    LOAD_ANY_AT(do_##name, type, S + I, effect)                                                    \
    LOAD_ANY_AT(do_##name##_X, type, S + I + X, effect)
#define LOAD_PART(name, effect)                                                                    \
    do_##name : {                                                                                  \
        const std::uint32_t at = S + I, k = at & 3;                                                \
        const std::uint8_t *P = m.read<std::uint32_t>(at & ~3u);                                   \
        if (!P) [[unlikely]]                                                                       \
            goto bail;                                                                             \
        if constexpr (cached)                                                                      \
            if (!caches->loads_freely(at)) PAY_FOR(load, op->next);                                \
        effect;                                                                                    \
        NEXT;                                                                                      \
    }
#define STORE_AT(label, type, address, bad, effect)                                                \
    label : {                                                                                      \
        const std::uint32_t at = address;                                                          \
        std::uint8_t *P = bad ? nullptr : m.write<type>(at);                                       \
        if (!P) [[unlikely]]                                                                       \
            goto bail;                                                                             \
        if constexpr (cached) PAY_FOR(store, op->next);                                            \
        effect;                                                                                    \
        NEXT;                                                                                      \
    }
#define STORE(name, type, effect)                                                                  \
    STORE_AT(do_##name, type, S + I, at & (sizeof(type) - 1), effect)                              \
    STORE_AT(do_##name##_X, type, S + I + X, at & (sizeof(type) - 1), effect)
#define STORE_ANY(name, type, effect)                                                              \
    STORE_AT(do_##name, type, S + I, crosses_page<type>(at), effect)                               \
    STORE_AT(do_##name##_X, type, S + I + X, crosses_page<type>(at), effect)
#define STORE_PART(name, effect)                                                                   \
    do_##name : {                                                                                  \
        const std::uint32_t at = S + I, k = at & 3;                                                \
        std::uint8_t *P = m.write<std::uint32_t>(at & ~3u);                                        \
        if (!P) [[unlikely]]                                                                       \
            goto bail;                                                                             \
        if constexpr (cached) PAY_FOR(store, op->next);                                            \
        effect;                                                                                    \
        NEXT;                                                                                      \
    }
#include "cpu/engine/memory.def"

#define BRANCH(name, condition)                                                                    \
    do_##name : carry = op->carry;                                                                 \
    op = ops + ((condition) ? op->target : op->next);                                              \
    goto enter;                                                                                    \
    do_LATCH_##name : latch = (condition);                                                         \
    NEXT;
#include "cpu/engine/beyond_mips.def"
#include "cpu/engine/branch.def"
#undef ALU
#undef TRAP
#undef LOAD
#undef LOAD_AT
#undef LOAD_ANY
#undef LOAD_ANY_AT
#undef LOAD_PART
#undef STORE
#undef STORE_AT
#undef STORE_ANY
#undef STORE_PART
#undef BRANCH

do_CALL:
    if (!functions[op->c](s, *op)) goto bail;
    NEXT;

do_BRANCH_LATCHED:
    carry = op->carry;
    op = ops + (latch ? op->target : op->next);
    goto enter;

do_JAL:
    D = op->imm;
do_J:
    carry = op->carry;
    op = ops + op->target;
    goto enter;

do_JALR:
    away = S;
    D = op->imm;
    goto jump_away;
do_JR:
    away = S;
jump_away: // the target is known only now
    carry = op->carry;
    op = program->op_at(away);
    if (!op) {
        s.jump(away);
        goto leave;
    }
    goto enter;

do_JR_BITS:
    if (S & A) goto jump_to_b;
    goto no_jump;
do_JR_NO_BITS:
    if (!(S & A)) goto jump_to_b;
no_jump:
    carry = op->carry;
    op = ops + op->next;
    goto enter;
jump_to_b:
    away = T;
    goto jump_away;

do_NOP:
    NEXT;

do_CARRY:
    carry = op->carry;
    ++op;
    goto enter;

do_AWAIT : {
    const Uop *const block = op + 1;
    const std::uint32_t stall = carry & block->uses ? load_use : 0;
    std::uint64_t wanted = until - left + stall + op->imm;
    std::uint64_t issue = std::max(wanted, s.unit_ready);
    std::uint64_t need = block->to_end + stall + (issue - wanted);
    if (need > left) goto out;
    if constexpr (cached)
        if (!caches->fetched(op->pc)) {
            CacheStall found;
            if (!caches->fetch(op->pc, wanted - op->imm, left - need, found)) goto out;
            wanted += found.total();
            issue = std::max(wanted, s.unit_ready);
            need = block->to_end + stall + found.total() + (issue - wanted);
        }
    left -= need;
    count += block->count;
    if (op->next) s.unit_ready = issue + op->next;
    op = block;
    goto * op->go;
}

do_FETCH:
    if constexpr (cached) {
        const std::uint32_t at = op->imm;
        PAY_FOR(fetch, op->next);
    }
    NEXT;

do_CHARGE : { // it may take more than is left; then only the edge itself is left to do
    const bool over = op->imm > left;
    left -= op->imm;
    op = ops + op->target;
    if (!over) goto enter;
    if (op->code == UopCode::SPIN_EXIT) left_loop(s);
    if (op->code != UopCode::SPIN) goto out;
    s.now = until - left;
    s.instructions = count;
    if (!turned(s, program->spin_loop(op->imm), cached ? program->turns_to_see_a_wait() : 1))
        goto out;
    s.jump(op->pc);
    s.load_mask = carry;
    return Blocks::spin;
}

do_SPIN:
    s.now = until - left;
    s.instructions = count;
    if (turned(s, program->spin_loop(op->imm), cached ? program->turns_to_see_a_wait() : 1)) {
        s.jump(op->pc);
        s.load_mask = carry;
        return Blocks::spin;
    }
    op = ops + op->target;
    goto enter;

do_SPIN_EXIT:
    left_loop(s);
    op = ops + op->target;
    goto enter;

do_HEAD:
    COLD {
        Compiled &compiled = *program->compiled();
        if (!compiled.hot(op->head, left + op->to_end))
            goto *code[static_cast<std::size_t>(op->code)];
        left += op->to_end; // as if it were left here
        count -= op->count;
        s.jump(op->pc);
        s.now = until - left;
        s.instructions = count;
        s.load_mask = 0; // its stall is paid
        if (occupies_unit(*program, op->pc)) s.unit_ready = std::min(s.unit_ready, s.now);
        return Blocks::hot;
    }

bail: // a fault, or memory that the stepper must look at: give the rest of the block back
    left += op->to_end;
    count -= op->count;
    s.jump(op->pc);
    carry = 0; // its stall is paid
    if (occupies_unit(*program, op->pc)) s.unit_ready = std::min(s.unit_ready, until - left);
    goto leave;

do_LEAVE:
out:
    s.jump(op->pc);
leave:
    s.now = until - left;
    s.instructions = count;
    s.load_mask = carry;
    return Blocks::done;

#undef COLD
#undef NEXT
#undef PAY_FOR
}

/// The beginning of a block that does not fit as a whole: the groups that begin before `until` and
/// are neither branches nor the stepper's. The node is at an instruction's start before and after.
void run_beginning(State &s, Memory &m, const Program &program, std::uint64_t until) {
    const Uop *const first = program.op_at(s.pc);
    if (!first) return;
    const Function *const functions = program.functions();
    const std::uint32_t load_use = program.timing().load_use;
    const std::uint32_t all = first->to_end + (s.load_mask & first->uses ? load_use : 0);
    const std::uint64_t left = until - s.now;
    const Uop *op = first;
    while (all - op->to_end < left) {
        const Uop *end = op + 1;
        if (end->pc == op->pc) { // several operations, the last of which may branch
            while (end->pc == op->pc) ++end;
            if (ends_block(end[-1].code)) break;
        }
        const Uop *group = op;
        while (group != end && execute(s, m, functions, *group)) ++group;
        if (group != end) break; // given back: nothing but temporaries has changed
        op = end;
    }
    if (op == first) return;
    const Late loads = program.loads_before(op->pc);
    s.now += all - op->to_end - (loads & op->uses ? load_use : 0);
    s.instructions += first->count - op->count;
    s.load_mask = loads;
    s.jump(op->pc);
}

#include "cpu/engine/words_end.def"

/// Whether blocks may run.
inline bool may_run(const State &s, Memory &m, const Program &program) {
    return program.set().may_run(s, m, program);
}

/// Where disabled units are all that prevents blocks from running: the program without what needs
/// them. Otherwise nullptr.
const Program *with_units_off(const State &s, Memory &m, const Program &program) {
    if (!program.needs() || !program.set().disabled(s, program.needs())) return nullptr;
    const Program &off = program.with_units_off();
    return may_run(s, m, off) ? &off : nullptr;
}

template <bool cached>
[[gnu::noinline]] Stop run_until(State &s, Memory &m, const Program &program, std::uint64_t until,
                                 Caches *caches) {
    Stepped ignored;
    while (s.now < until) {
        bool begun = false; // the instruction at pc
        const Program *const blocks = s.in_slot                ? nullptr
                                      : may_run(s, m, program) ? &program
                                                               : with_units_off(s, m, program);
        if (blocks) {
            const Blocks why = run_blocks<cached>(&s, &m, blocks, until, caches, nullptr);
            if (why == Blocks::spin) return Stop::spin;
            if (why == Blocks::hot) {
                const Compiled::Stop stop = program.compiled()->run(s, m, program, until, caches);
                if (stop == Compiled::Stop::spin) return Stop::spin;
                if (stop == Compiled::Stop::go_on) continue;
                begun = stop == Compiled::Stop::stepper;
            }
            if (!cached && !begun && s.now < until) run_beginning(s, m, *blocks, until);
        }
        if (s.now >= until && !begun) break;
        const Stop stop = step(s, m, program, ignored, caches);
        if (stop != Stop::budget) return stop;
    }
    return Stop::budget;
}

/// Compiled code was left before its time was over.
[[gnu::noinline]] Stop go_on(Compiled::Stop left, State &s, Memory &m, const Program &program,
                             std::uint64_t until) {
    if (left == Compiled::Stop::spin) return Stop::spin;
    if (left == Compiled::Stop::stepper) {
        Stepped ignored;
        const Stop stop = step(s, m, program, ignored);
        if (stop != Stop::budget) return stop;
    }
    return run_until<false>(s, m, program, until, nullptr);
}

inline Stop run_any(State &s, Memory &m, const Program &program, std::uint64_t until) {
    Compiled *const compiled = program.compiled();
    const std::uint32_t place = compiled ? compiled->place(s) : 0;
    if (!place || s.now >= until || !may_run(s, m, program))
        return run_until<false>(s, m, program, until, nullptr);
    // Where compiled code was stopped in the middle it goes on.
    const Compiled::Stop left = compiled->resume(place, s, m, program, until);
    const bool in_order = left == Compiled::Stop::go_on || left == Compiled::Stop::cut;
    if (in_order && s.now >= until) [[likely]]
        return Stop::budget;
    return go_on(left, s, m, program, until);
}

[[gnu::noinline]] Stop run_floating(State &s, Memory &m, const Program &program,
                                    std::uint64_t until, Caches *caches) {
    const fp::NearestOnHost nearest;
    return caches ? run_until<true>(s, m, program, until, caches) : run_any(s, m, program, until);
}

} // namespace

const void *const *engine_code(bool caches) {
    const void *const *table = nullptr;
    if (caches)
        run_blocks<true>(nullptr, nullptr, nullptr, 0, nullptr, &table);
    else
        run_blocks<false>(nullptr, nullptr, nullptr, 0, nullptr, &table);
    return table;
}

Stop run(State &s, Memory &m, const Program &program, std::uint64_t until, Caches *caches) {
    assert(program.has_caches() == (caches != nullptr)); // its operations have addresses of one
    if (program.has_fpu()) return run_floating(s, m, program, until, caches);
    return caches ? run_until<true>(s, m, program, until, caches) : run_any(s, m, program, until);
}

} // namespace inlet::engine
