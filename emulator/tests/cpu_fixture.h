// A CPU with a program and some memory, without a machine.
#pragma once

#include "assemble.h"
#include "cpu/engine/engine.h"
#include "cpu/mips/instruction_set.h"
#include "cpu/mips/system.h"

#include <algorithm>
#include <optional>

namespace inlet::test {

inline constexpr std::uint32_t data_base = 0x20000;
inline constexpr std::uint32_t memory_bytes = 0x40000;

inline mips::Timing timing() {
    mips::Timing timing{.load_use = 1};
    timing.costs.fill(1);
    timing.costs[static_cast<std::size_t>(isa::CostKey::mult)] = 12;
    timing.costs[static_cast<std::size_t>(isa::CostKey::div)] = 35;
    return timing;
}

inline std::shared_ptr<const engine::InstructionSet>
instruction_set(mips::Features features = {}, const mips::Timing &timing = test::timing()) {
    return std::make_shared<mips::Set>(timing, features);
}

struct Cpu {
    explicit Cpu(Code &code, mips::Features features = {},
                 const mips::Timing &timing = test::timing())
        : text(code.bytes()), program(instruction_set(features, timing), Code::base, text),
          pages(std::max(memory_bytes, (code.here() | (page_bytes - 1)) + 1)) {
        pages.add(Code::base, text, true);
        reset();
    }
    /// Resets memory and registers to their initial state.
    void reset() {
        memory.clear();
        memory.emplace_back(pages, program.compiled() != nullptr);
        if (program.has_caches()) own_caches.emplace(program.timing().caches);
        state = {};
        mips::reset(state);
        state.jump(Code::base);
    }
    Memory &mem() { return memory.front(); }
    Caches *caches() { return own_caches ? &*own_caches : nullptr; }
    engine::Stop run(std::uint64_t until) {
        return engine::run(state, mem(), program, until, caches());
    }
    /// Steps until a stop other than the budget, or for `limit` instructions.
    engine::Stop step(int limit = 1000) {
        engine::Stepped stepped;
        engine::Stop stop = engine::Stop::budget;
        while (limit-- > 0 && stop == engine::Stop::budget)
            stop = engine::step(state, mem(), program, stepped, caches());
        return stop;
    }
    std::uint32_t load(std::uint32_t address) {
        return from_guest<std::uint32_t>(mem().read<std::uint32_t>(address));
    }
    void store(std::uint32_t address, std::uint32_t value) {
        to_guest(mem().write<std::uint32_t>(address), value);
    }

    std::vector<std::uint8_t> text;
    engine::Program program;
    SharedPages pages;
    std::vector<Memory>
        memory; // one element; a container for an object without a default constructor
    std::optional<Caches> own_caches;
    engine::State state;
};

} // namespace inlet::test
