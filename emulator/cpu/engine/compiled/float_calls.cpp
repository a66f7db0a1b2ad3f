#include "cpu/engine/compiled/float_calls.h"

#include "cpu/engine/arithmetic.h"
#include "cpu/engine/flags.h"
#include "cpu/engine/fp_fast.h"
#include "cpu/engine/narrow.h"
#include "cpu/engine/program.h"
#include "cpu/engine/state.h"

#include <tuple>

namespace inlet::engine {

#include "cpu/engine/words.def"

bool flag_operation(State &s, const Uop &given) {
    const Uop *const op = &given;
    std::uint32_t *const r = s.r.data();
    switch (op->code) {
#define ALU(name, effect)                                                                          \
    case UopCode::name:                                                                            \
        effect;                                                                                    \
        return true;
#define TRAP(name, condition, kind, effect)
#define BRANCH(name, condition)
#define LOAD(name, type, effect)
#define LOAD_ANY(name, type, effect)
#define STORE(name, type, effect)
#define STORE_ANY(name, type, effect)
#include "cpu/engine/beyond_mips.def"
#undef ALU
#undef TRAP
#undef BRANCH
#undef LOAD
#undef LOAD_ANY
#undef STORE
#undef STORE_ANY
    default: return false;
    }
}

FloatCall float_call(UopCode code) {
    switch (code) {
#define FLOAT_MOVE(name, effect)                                                                   \
    case UopCode::name:                                                                            \
        return [](State &s, const Uop &given) {                                                    \
            const Uop *const op = &given;                                                          \
            std::uint32_t *const r = s.r.data();                                                   \
            effect;                                                                                \
            return true;                                                                           \
        };
#define FLOAT(name, operation, effect)                                                             \
    case UopCode::name:                                                                            \
        return [](State &s, const Uop &given) {                                                    \
            const Uop *const op = &given;                                                          \
            std::uint32_t *const r = s.r.data();                                                   \
            if (fp::fast::usual(FCSR)) [[likely]] {                                                \
                namespace arithmetic = fp::fast;                                                   \
                const auto [V, raised] = operation;                                                \
                if (!(raised & fp::fast::elsewhere)) [[likely]] {                                  \
                    FCSR = fp::with_flags(fp::with_cause(FCSR, raised), raised);                   \
                    effect;                                                                        \
                    return true;                                                                   \
                }                                                                                  \
            }                                                                                      \
            namespace arithmetic = fp;                                                             \
            const auto [V, raised] = operation;                                                    \
            const std::uint32_t caused = fp::with_cause(FCSR, raised);                             \
            if (fp::traps(caused)) return false;                                                   \
            FCSR = fp::with_flags(caused, raised);                                                 \
            effect;                                                                                \
            return true;                                                                           \
        };
#define FLOAT_CONTROL(name, value)                                                                 \
    case UopCode::name:                                                                            \
        return [](State &s, const Uop &given) {                                                    \
            const Uop *const op = &given;                                                          \
            std::uint32_t *const r = s.r.data();                                                   \
            const std::uint32_t written = value;                                                   \
            if (fp::traps(written)) return false;                                                  \
            FCSR = written;                                                                        \
            return true;                                                                           \
        };
#define ARITHMETIC arithmetic
#include "cpu/engine/fp.def"
#undef ARITHMETIC
#undef FLOAT_MOVE
#undef FLOAT
#undef FLOAT_CONTROL
    default: return nullptr;
    }
}

} // namespace inlet::engine
