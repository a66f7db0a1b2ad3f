// Floating point by operations, in all its cases (fp.h); the interpreter has the usual ones itself.
#include "cpu/engine/execute.h"

namespace inlet::engine {

#include "cpu/engine/words.def"

bool float_operation(State &s, const Uop &operation) {
    const Uop *const op = &operation;
    std::uint32_t *const r = s.r.data();
    switch (op->code) {
#define FLOAT_MOVE(name, effect)                                                                   \
    case UopCode::name:                                                                            \
        effect;                                                                                    \
        return true;
#define FLOAT_CONTROL(name, value)                                                                 \
    case UopCode::name: {                                                                          \
        const std::uint32_t written = value;                                                       \
        if (fp::traps(written)) return false;                                                      \
        FCSR = written;                                                                            \
        return true;                                                                               \
    }
#define FLOAT(name, operation, effect)                                                             \
    case UopCode::name: {                                                                          \
        const auto [V, raised] = operation;                                                        \
        const std::uint32_t caused = fp::with_cause(FCSR, raised);                                 \
        if (fp::traps(caused)) return false;                                                       \
        FCSR = fp::with_flags(caused, raised);                                                     \
        effect;                                                                                    \
        return true;                                                                               \
    }
#define ARITHMETIC fp
#include "cpu/engine/fp.def"
#undef ARITHMETIC
#undef FLOAT_MOVE
#undef FLOAT
#undef FLOAT_CONTROL
    default: return false;
    }
}

} // namespace inlet::engine
