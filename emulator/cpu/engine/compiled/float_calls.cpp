#include "cpu/engine/compiled/float_calls.h"

#include "cpu/engine/fp_fast.h"
#include "cpu/engine/program.h"
#include "cpu/engine/state.h"

namespace inlet::mips {

#define S s.r[op.rs]
#define T s.r[op.rt]
#define D s.r[op.to]
#define A op.sa
#define FS s.f[op.rs]
#define FT s.f[op.rt]
#define FD s.f[op.sa]
#define FS64 fp::pair(s.f, op.rs)
#define FT64 fp::pair(s.f, op.rt)
#define SET64(value) fp::set_pair(s.f, op.sa, value)
#define FCSR s.fcsr
#define CONDITION ((FCSR >> op.rt & 1) != 0)

FloatCall float_call(Code code) {
    switch (code) {
#define FLOAT_MOVE(name, effect)                                                                   \
    case Code::name:                                                                               \
        return [](State &s, const Op &op) {                                                        \
            effect;                                                                                \
            return true;                                                                           \
        };
#define FLOAT(name, operation, effect)                                                             \
    case Code::name:                                                                               \
        return [](State &s, const Op &op) {                                                        \
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
    case Code::name:                                                                               \
        return [](State &s, const Op &op) {                                                        \
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

} // namespace inlet::mips
