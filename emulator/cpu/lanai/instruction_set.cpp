// The processor as nodes and debuggers see it.
#include "cpu/lanai/instruction_set.h"

#include "cpu/engine/flags.h"
#include "cpu/engine/program.h"
#include "memory/memory.h"

#include <array>

namespace inlet::lanai {

namespace {

enum DebugNumber : unsigned { debug_flags = 32, debug_count };

constexpr std::array<RegisterInfo, debug_count> make_registers() {
    constexpr const char *names[] = {"r0",  "r1",  "pc",  "r3",  "sp",  "fp",  "r6",  "r7",
                                     "rv",  "r9",  "rr1", "rr2", "r12", "r13", "r14", "rca",
                                     "r16", "r17", "r18", "r19", "r20", "r21", "r22", "r23",
                                     "r24", "r25", "r26", "r27", "r28", "r29", "r30", "r31"};
    constexpr const char *feature = "org.inlet.lanai";
    std::array<RegisterInfo, debug_count> all{};
    for (unsigned i = 0; i < debug_flags; ++i)
        all[i] = {names[i], feature,
                  i == pc_register                             ? "code_ptr"
                  : i == stack_register || i == frame_register ? "data_ptr"
                                                               : "uint32"};
    all[debug_flags] = {"sr", feature, "uint32"};
    return all;
}

/// Z, N, C and V, from bit 0 on. No instruction reads them as a number.
std::uint32_t flags_word(const State &s) {
    const std::uint32_t bits = engine::flags_in(s.r.data());
    return std::uint32_t{(bits & engine::flag_zero) != 0} |
           std::uint32_t{(bits & engine::flag_negative) != 0} << 1 |
           std::uint32_t{(bits & engine::flag_carry) == 0} << 2 |
           std::uint32_t{(bits & engine::flag_overflow) != 0} << 3;
}
void set_flags_word(State &s, std::uint32_t word) {
    const std::uint32_t bits =
        (word & 1 ? engine::flag_zero : 0u) | (word & 2 ? engine::flag_negative : 0u) |
        (word & 4 ? 0u : engine::flag_carry) | (word & 8 ? engine::flag_overflow : 0u);
    engine::set_flags(s.r.data(), engine::flags_bits, bits);
}

} // namespace

const engine::Abi &Set::abi() const {
    static constexpr engine::Abi abi{stack_register, first_argument, result_register, 0,
                                     first_service};
    return abi;
}

void Set::reset(State &state) const {
    state.r[ones_register] = ~0u;
    set_flags_word(state, 0);
}

bool Set::may_run(const State & /*state*/, Memory &memory,
                  const engine::Program & /*program*/) const {
    memory.protect_from(memory.bytes());
    return true;
}

/// The effect of a branch in the delay slot of a branch is undefined; here it is a fault.
Stop Set::step(State &s, Memory &m, const engine::Program &program, engine::Stepped &stepped,
               Caches *caches) const {
    const Instruction *const in = s.in_slot ? program.at(s.pc) : nullptr;
    if (in != nullptr && (in->slot || in->kind == Kind::branch || in->kind == Kind::jump)) {
        stepped = engine::Stepped{s.pc, s.now, in, {}};
        s.fault = Fault{FaultKind::illegal, 0, s.now, s.pc, in->word};
        return Stop::fault;
    }
    return InstructionSet::step(s, m, program, stepped, caches);
}

bool Set::trap(State &, Memory &, const Fault &, const std::function<void()> &) const {
    return false;
}

/// LLVM's frames: every function keeps the return address at -4[%fp] and the caller's %fp at
/// -8[%fp]. A call is 8 bytes before the address to which it returns.
std::optional<std::vector<std::uint32_t>> Set::calls(const State &s, const Memory &m,
                                                     const engine::Program &program,
                                                     std::uint32_t function,
                                                     std::size_t most) const {
    constexpr std::uint32_t call_bytes = 8;
    std::vector<std::uint32_t> found;
    const auto word = [&](std::uint32_t at) -> std::optional<std::uint32_t> {
        const std::uint8_t *bytes = at & 3 ? nullptr : m.read<std::uint32_t>(at);
        if (bytes == nullptr) return {};
        return from_guest<std::uint32_t>(bytes);
    };
    const auto add = [&](std::optional<std::uint32_t> back) {
        if (!back || program.at(*back - call_bytes) == nullptr) return false;
        found.push_back(*back - call_bytes);
        return true;
    };
    // The function has not set its own frame pointer yet: st %fp,[--%sp]; add %sp,8,%fp.
    if (s.pc - function < call_bytes && !add(word(s.r[stack_register] + (s.pc - function))))
        return found;
    std::uint32_t frame = s.r[frame_register];
    while (found.size() < most && frame != 0) {
        const auto outer = word(frame - 8);
        if (!add(word(frame - 4)) || !outer || *outer <= frame) break;
        frame = *outer;
    }
    return found;
}

std::span<const RegisterInfo> Set::registers() const {
    static constexpr auto all = make_registers();
    return all;
}

std::uint32_t Set::read_register(const State &s, unsigned number) const {
    if (number == pc_register) return s.pc;
    return number < debug_flags ? s.r[number] : flags_word(s);
}

bool Set::write_register(State &s, unsigned number, std::uint32_t value) const {
    if (number <= ones_register) return false;
    if (number == pc_register)
        s.jump(value);
    else if (number < debug_flags)
        s.r[number] = value;
    else
        set_flags_word(s, value);
    return true;
}

} // namespace inlet::lanai
