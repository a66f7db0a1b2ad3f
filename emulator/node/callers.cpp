#include "node/callers.h"

#include <algorithm>
#include <array>

namespace inlet {

using engine::Instruction;
using engine::Kind;
using mips::Mips;
using Value = Frame::Value;
using Registers = std::array<std::optional<std::uint32_t>, 32>;

namespace {

constexpr std::size_t most_calls = 32;
constexpr std::uint32_t longest_function = 1 << 16; // bytes
constexpr std::int32_t stack_pointer = 29, return_address = 31;

/// Registers that a call may change, by o32. One that links elsewhere is the runtime's own
/// (am_serve_ of <am_core.h>) and changes less.
std::uint32_t clobbered(std::int32_t link) {
    constexpr std::uint32_t few = 1u << 1 | 1u << 2 | 1u << 3 | 1u << 24 | 1u << 25;
    constexpr std::uint32_t caller_saved = 0x0300FFFE;
    return (link == return_address ? caller_saved : few) | 1u << link;
}

bool calls(const Instruction &in) {
    return (in.kind == Kind::jump || in.kind == Kind::branch || in.kind == Kind::likely) &&
           in.writes != 0;
}
std::int32_t link_of(const Instruction &in) {
    std::int32_t link = 0;
    while (!(in.writes >> link & 1)) ++link;
    return link;
}

void forget(Frame &frame, std::uint32_t registers) {
    for (unsigned r = 1; r < 32; ++r)
        if (registers >> r & 1) frame.registers[r] = {};
}

std::optional<std::uint32_t> word_at(const Memory &memory, std::uint32_t address) {
    const std::uint8_t *bytes = address & 3 ? nullptr : memory.read<std::uint32_t>(address);
    return bytes ? std::optional(from_guest<std::uint32_t>(bytes)) : std::nullopt;
}

/// The registers at the function's entry, from those at a place where `frame` is known.
Registers at_entry(const Frame &frame, const Registers &here, const Memory &memory) {
    Registers entry;
    entry[0] = 0;
    for (std::size_t r = 1; r < 32; ++r) {
        const Value &value = frame.registers[r];
        if (!here[r]) continue;
        if (value.kind == Value::Kind::entry) entry[static_cast<std::size_t>(value.n)] = here[r];
        if (value.kind == Value::Kind::stack)
            entry[stack_pointer] = *here[r] - static_cast<std::uint32_t>(value.n);
    }
    if (!entry[stack_pointer]) return entry;
    for (const auto &[offset, r] : frame.kept)
        if (!entry[r])
            entry[r] = word_at(memory, *entry[stack_pointer] + static_cast<std::uint32_t>(offset));
    return entry;
}

} // namespace

Frame Frame::at_entry() {
    Frame frame;
    for (std::int32_t r = 1; r < 32; ++r)
        frame.registers[static_cast<std::size_t>(r)] = {Value::Kind::entry, r};
    frame.registers[stack_pointer] = {Value::Kind::stack, 0};
    return frame;
}

void Frame::meet(const Frame &other) {
    for (std::size_t r = 0; r < 32; ++r)
        if (registers[r] != other.registers[r]) registers[r] = {};
    std::erase_if(kept, [&](const auto &one) {
        const auto there = other.kept.find(one.first);
        return there == other.kept.end() || there->second != one.second;
    });
}

void Frame::execute(const Instruction &in) {
    const Value base = registers[in.rs], from = registers[in.rt];
    const auto offset = static_cast<std::int32_t>(static_cast<std::uint32_t>(base.n) + in.imm);
    if (in.kind == Kind::store && base.kind == Value::Kind::stack) {
        kept.erase(offset & ~3);
        if (in.op == Mips::SW && from.kind == Value::Kind::entry)
            kept[offset] = static_cast<std::uint8_t>(from.n);
    }
    Value result;
    if (in.op == Mips::ADDIU && base.kind == Value::Kind::stack)
        result = {Value::Kind::stack, offset};
    else if ((in.op == Mips::ADDU || in.op == Mips::OR) && in.rt == 0)
        result = base;
    else if ((in.op == Mips::ADDU || in.op == Mips::OR) && in.rs == 0)
        result = from;
    else if (in.op == Mips::LW && base.kind == Value::Kind::stack)
        if (const auto slot = kept.find(offset); slot != kept.end())
            result = {Value::Kind::entry, slot->second};
    forget(*this, in.writes);
    if (in.to < 32 && in.writes >> in.to & 1) registers[in.to] = result;
}

Callers::Function Callers::look(std::uint32_t begin, std::uint32_t end,
                                const engine::Program &program) const {
    Function function;
    std::vector<std::pair<std::uint32_t, Frame>> ways{{begin, Frame::at_entry()}};
    while (!ways.empty()) {
        auto [pc, frame] = std::move(ways.back());
        ways.pop_back();
        for (;;) {
            const Instruction *const in = program.at(pc);
            if (pc < begin || pc >= end || !in || in->kind == Kind::illegal ||
                in->kind == Kind::absent)
                break;
            const auto [seen, first] = function.before.try_emplace(pc, frame);
            if (!first) {
                frame.meet(seen->second);
                if (frame == seen->second) break;
                seen->second = frame;
            }
            if (in->op == Mips::HRET) function.handler = true;
            if (in->op == Mips::HRET) break;
            const bool jumps = in->kind == Kind::jump;
            if (!jumps && in->kind != Kind::branch && in->kind != Kind::likely) {
                frame.execute(*in);
                pc += 4;
                continue;
            }
            const Value to = frame.registers[in->rs];
            if (in->op == Mips::JR && to.kind == Value::Kind::entry) function.link = to.n;
            if (calls(*in)) frame.registers[static_cast<std::size_t>(link_of(*in))] = {};
            Frame after = frame;
            if (const Instruction *const slot = program.at(pc + 4)) {
                const auto [there, is_new] = function.before.try_emplace(pc + 4, frame);
                if (!is_new) there->second.meet(frame);
                after.execute(*slot);
            }
            if (calls(*in))
                forget(after, clobbered(link_of(*in)));
            else if (in->op != Mips::JR)
                ways.emplace_back(in->imm, after);
            if (jumps && !calls(*in)) break;
            if (in->kind != Kind::likely || calls(*in)) frame = std::move(after);
            pc += 8;
        }
    }
    return function;
}

const Callers::Function &Callers::function(std::uint32_t pc, const engine::Program &program) {
    const auto next = std::upper_bound(functions_.begin(), functions_.end(), pc);
    const std::uint32_t begin = next == functions_.begin() ? pc : *std::prev(next);
    const auto [found, is_new] = known_.try_emplace({&program, begin});
    if (is_new) {
        const std::uint32_t end = next == functions_.end() ? program.end() : *next;
        found->second = look(begin, std::min(end, begin + longest_function), program);
    }
    return found->second;
}

/// A return address that code has pushed lies within a function, behind no call.
bool Callers::pushed_by_code(std::uint32_t back) const {
    return frames_.covers(back - 1) && frames_.covers(back) &&
           !std::ranges::binary_search(functions_, back);
}

std::vector<std::uint32_t> Callers::by_frames(const engine::State &state, const Memory &memory,
                                              const engine::Program &program) const {
    const engine::InstructionSet &set = program.set();
    const auto word = [&](std::uint32_t at) -> std::optional<std::uint32_t> {
        std::array<std::uint8_t, 4> bytes{};
        if (!memory.copy_out(at, bytes)) return {};
        return set.abi().little ? from_little<std::uint32_t>(bytes.data())
                                : from_guest<std::uint32_t>(bytes.data());
    };
    CallFrames::Registers here;
    const auto places = set.frame_registers();
    for (std::size_t r = 0; r < places.size(); ++r) here[r] = state.r[places[r]];
    here[CallFrames::return_address] = state.pc;
    std::optional<engine::Trapped> trapped = set.trapped(state, memory, program);
    std::vector<std::uint32_t> found;
    bool called = false; // the pc is behind a call
    while (found.size() < most_calls) {
        const std::uint32_t pc = *here[CallFrames::return_address];
        auto caller = frames_.caller(called ? pc - 1 : pc, here, word);
        if (!called && !caller && !program.holds(pc)) { // a call has led out of the text
            const auto back = here[CallFrames::stack] ? word(*here[CallFrames::stack]) : here[0];
            if (back && (set.call_before(program, *back) || pushed_by_code(*back))) {
                caller = here;
                (*caller)[CallFrames::return_address] = back;
                (*caller)[CallFrames::stack] = *here[CallFrames::stack] + 4;
            }
        }
        const bool leaves_kernel =
            trapped && caller && (*caller)[CallFrames::return_address] == trapped->pc;
        if (caller && (*caller)[CallFrames::return_address] && !leaves_kernel) {
            here = *caller;
            const std::uint32_t back = *here[CallFrames::return_address];
            const auto call = set.call_before(program, back);
            // Nobody has called it, or code that pushes a return address (an entry stub).
            if (!call && !frames_.covers(back - 1)) break;
            found.push_back(call.value_or(back - 1));
            called = true;
        } else if (trapped) { // the trap, or what is left of the kernel has no frames
            here[CallFrames::return_address] = trapped->pc;
            here[CallFrames::stack] = trapped->stack;
            found.push_back(trapped->trap);
            trapped.reset();
            called = false;
        } else {
            break;
        }
    }
    return found;
}

std::vector<std::uint32_t> Callers::of(const engine::State &state, const Memory &memory,
                                       const engine::Program &program, std::uint32_t failed,
                                       bool dispatched) {
    const auto next = std::upper_bound(functions_.begin(), functions_.end(), state.pc);
    const bool outside = next == functions_.begin() || !program.holds(state.pc);
    const std::uint32_t begin = outside ? state.pc : *std::prev(next);
    if (!program.set().frame_registers().empty()) return by_frames(state, memory, program);
    if (auto known = program.set().calls(state, memory, program, begin, most_calls)) return *known;
    std::vector<std::uint32_t> calls_found;
    Registers here;
    for (std::size_t r = 0; r < 32; ++r) here[r] = state.r[r];
    for (std::uint32_t pc = state.pc; calls_found.size() < most_calls;) {
        // Outside of the text a call has just led there.
        static const Function nothing;
        const bool led_out = calls_found.empty() && !dispatched && !program.holds(pc);
        const Function &in = led_out ? nothing : function(pc, program);
        const auto known = in.before.find(pc);
        if (in.handler || (known == in.before.end() && !led_out)) break;
        Frame frame = led_out ? Frame::at_entry() : known->second;
        // It stands in the slot of its call, and the function that it called is about to begin.
        if (!calls_found.empty()) frame.execute(*program.at(pc));
        here = at_entry(frame, here, memory);
        const auto to = here[static_cast<std::size_t>(in.link)];
        const Instruction *call = to ? program.at(*to - 8) : nullptr;
        std::uint32_t at = to ? *to - 8 : 0;
        if ((!call || !calls(*call)) && failed != 0 && here[stack_pointer]) {
            call = program.at(failed);
            at = failed;
        }
        if (!call || !calls(*call)) break;
        if (at == failed) failed = 0;
        calls_found.push_back(at);
        pc = at + 4;
    }
    return calls_found;
}

} // namespace inlet
