// Executes one operation that is neither a branch nor stream control, for the stepper, and for the
// interpreter in a block that does not fit into the budget.
#pragma once

#include "cpu/engine/arithmetic.h"
#include "cpu/engine/flags.h"
#include "cpu/engine/fp.h"
#include "cpu/engine/instruction_set.h"
#include "cpu/engine/narrow.h"
#include "memory/memory.h"

#include <tuple>

namespace inlet::engine {

/// Whether a T at `address` is in two pages.
template <typename T> bool crosses_page(std::uint32_t address) {
    return (address & (page_bytes - 1)) > page_bytes - sizeof(T);
}

/// Executes an operation of MIPS's floating point, in all cases. False: it raises an enabled
/// exception, and nothing has changed.
bool float_operation(State &state, const Uop &op);

#include "cpu/engine/words.def"

/// False: it cannot be done here, and nothing has changed.
[[gnu::always_inline]] inline bool execute(State &s, Memory &m, const Function *functions,
                                           const Uop &operation) {
    const Uop *const op = &operation;
    std::uint32_t *const r = s.r.data();
    switch (op->code) {
#define ALU(name, effect)                                                                          \
    case UopCode::name:                                                                            \
        effect;                                                                                    \
        return true;
#define TRAP(name, condition, kind, effect)                                                        \
    case UopCode::name:                                                                            \
        if (condition) return false;                                                               \
        effect;                                                                                    \
        return true;
#define LOAD_AT(label, type, address, bad, effect)                                                 \
    case UopCode::label: {                                                                         \
        const std::uint32_t at = address;                                                          \
        const std::uint8_t *P = m.read<type>(at);                                                  \
        if (bad || !P) return false;                                                               \
        effect;                                                                                    \
        return true;                                                                               \
    }
#define LOAD(name, type, effect)                                                                   \
    LOAD_AT(name, type, S + I, at & (sizeof(type) - 1), effect)                                    \
    LOAD_AT(name##_X, type, S + I + X, at & (sizeof(type) - 1), effect)
#define LOAD_ANY(name, type, effect)                                                               \
    LOAD_AT(name, type, S + I, crosses_page<type>(at), effect)                                     \
    LOAD_AT(name##_X, type, S + I + X, crosses_page<type>(at), effect)
#define LOAD_PART(name, effect)                                                                    \
    case UopCode::name: {                                                                          \
        const std::uint32_t at = S + I, k = at & 3;                                                \
        const std::uint8_t *P = m.read<std::uint32_t>(at & ~3u);                                   \
        if (!P) return false;                                                                      \
        effect;                                                                                    \
        return true;                                                                               \
    }
#define STORE_AT(label, type, address, bad, effect)                                                \
    case UopCode::label: {                                                                         \
        const std::uint32_t at = address;                                                          \
        std::uint8_t *P = bad ? nullptr : m.write<type>(at);                                       \
        if (!P) return false;                                                                      \
        effect;                                                                                    \
        return true;                                                                               \
    }
#define STORE(name, type, effect)                                                                  \
    STORE_AT(name, type, S + I, at & (sizeof(type) - 1), effect)                                   \
    STORE_AT(name##_X, type, S + I + X, at & (sizeof(type) - 1), effect)
#define STORE_ANY(name, type, effect)                                                              \
    STORE_AT(name, type, S + I, crosses_page<type>(at), effect)                                    \
    STORE_AT(name##_X, type, S + I + X, crosses_page<type>(at), effect)
#define STORE_PART(name, effect)                                                                   \
    case UopCode::name: {                                                                          \
        const std::uint32_t at = S + I, k = at & 3;                                                \
        std::uint8_t *P = m.write<std::uint32_t>(at & ~3u);                                        \
        if (!P) return false;                                                                      \
        effect;                                                                                    \
        return true;                                                                               \
    }
#define BRANCH(name, condition)
#include "cpu/engine/alu.def"
#include "cpu/engine/beyond_mips.def"
#include "cpu/engine/memory.def"
#include "cpu/engine/trap.def"
#undef BRANCH
#undef ALU
#undef TRAP
#undef LOAD
#undef LOAD_AT
#undef LOAD_ANY
#undef LOAD_PART
#undef STORE
#undef STORE_AT
#undef STORE_ANY
#undef STORE_PART
    case UopCode::CALL: return functions[op->c](s, *op);
    case UopCode::NOP: return true;
    default: return float_operation(s, *op);
    }
}

#include "cpu/engine/words_end.def"

} // namespace inlet::engine
