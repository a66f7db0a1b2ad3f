// Which loops and functions of a program the interpreter executes, and why.
#include "bench/guest.h"
#include "cpu/engine/compiled/compiled.h"
#include "cpu/engine/engine.h"
#include "inlet/disassembler.h"
#include "kinds/platform.h"
#include "scheduler/setup.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace inlet::bench {

namespace {

using Reason = engine::Compiled::Reason;

/// "name+0x12".
std::string place_of(const Image &image, std::uint32_t address) {
    const Symbol *best = nullptr;
    for (const Symbol &s : image.symbols)
        if (s.address <= address && (!best || s.address > best->address)) best = &s;
    if (!best) return fmt::format("{:#x}", address);
    return address == best->address ? best->name
                                    : fmt::format("{}+{:#x}", best->name, address - best->address);
}

std::string why(const engine::Compiled::Interpreted &one, const Guest &guest,
                const Disassembler &disassembler) {
    switch (one.reason) {
    case Reason::seldom: return "not reached often enough";
    case Reason::few_cycles: return "compiled; too few cycles were left to enter it";
    case Reason::not_compiled: return "the compiler has no code for an operation";
    case Reason::left_soon: break;
    }
    const auto listed = disassembler.in_program(one.left_at);
    return fmt::format("compiled code was left soon, last at {}: {}",
                       place_of(guest.image, one.left_at),
                       listed ? disassembler.text(one.left_at, listed->word) : "outside the text");
}

} // namespace

void print_interpreted(const Guest &guest) {
    const SharedPages pages = shared_pages(guest.image, guest.config.memory_bytes);
    const Text text = text_of(pages);
    const auto platform = Platform::make(guest.config, 1, 0);
    const auto set = platform->instruction_set();
    engine::Program program(set, text.base, text.bytes, text.gaps);
    program.use_compiled();
    program.compiled()->count_interpreted();
    Memory memory(pages);
    engine::State state;
    set->reset(state);
    state.r[set->abi().stack] = memory.bytes() - 256; // what is above it is 0: main returns there
    state.jump(guest.symbol("main"));
    while (engine::run(state, memory, program, ~std::uint64_t{0} >> 1) != engine::Stop::fault) {
        if (state.now < ~std::uint64_t{0} >> 1) continue;
        throw UserError(guest.name + " does not end");
    }
    if (state.pc != 0) throw UserError(guest.name + " needs what only a machine has");

    const Disassembler disassembler(guest.image);
    fmt::print("{}: {} instructions; of them the interpreter executes at heads of loops and "
               "functions\n\n{:<28}{:>12}{:>8}  {}\n",
               guest.name, state.instructions, "head", "entries", "share", "reason");
    unsigned lines = 0;
    for (const auto &one : program.compiled()->interpreted()) {
        const double share = static_cast<double>(one.entries * one.instructions) /
                             static_cast<double>(state.instructions);
        if (lines++ == 20 || share < 0.0005) break;
        fmt::print("{:<28}{:>12}{:>7.1f}%  {}\n", place_of(guest.image, one.pc), one.entries,
                   100 * share, why(one, guest, disassembler));
    }
    fmt::print("\n");
}

} // namespace inlet::bench
