#include "cpu/engine/archive.h"

#include "cpu/engine/code_cache.h"

#include <algorithm>
#include <functional>

namespace inlet {

// The names in brackets are all members: one that is added does not compile until it is here.

void archive(Archive &ar, CoreId &id) {
    constexpr unsigned core_bit = 31; // fewer nodes
    std::uint32_t both = id.node | std::uint32_t{id.core} << core_bit;
    ar(both);
    id = {both & ~(1u << core_bit), static_cast<std::uint8_t>(both >> core_bit)};
}

void archive(Archive &ar, Fault &fault) {
    auto &[kind, node, cycle, pc, value, size, word, source, core] = fault;
    ar.choice(kind, last_fault_kind);
    CoreId id{node, core};
    archive(ar, id);
    node = id.node, core = id.core;
    ar(cycle, pc, value, size, word, source);
}

void archive(Archive &ar, Cost &cost) {
    for (std::uint32_t Cost::*const part : cost_parts) ar(cost.*part);
}

namespace engine {

static void archive(Archive &ar, SpinRecord &record) {
    auto &[branch, now, instructions, turns, registers] = record;
    ar(branch, now, instructions, turns, registers);
}

void archive(Archive &ar, State &state, unsigned words) {
    auto &[r, pc, npc, in_slot, linked, linked_address, unit_ready, load_mask, now, instructions,
           waiting, spin, spin_cycles, spin_instructions, fault] = state;
    for (unsigned i = 0; i < words; ++i) ar(r[i]);
    ar(pc, npc, in_slot, linked, linked_address, load_mask);
    ar.cycle(unit_ready);
    ar.cycle(now);
    ar(instructions, waiting);
    archive(ar, spin);
    ar(spin_cycles, spin_instructions, fault);
    ar.require(r[0] == 0, "register 0 is not 0");
}

void archive(Archive &ar, Stepped &stepped) {
    auto &[pc, cycle, instruction, cost] = stepped;
    ar(pc, cycle, cost);
    if (ar.loads()) instruction = nullptr;
}

/// `memory` has been loaded. Where pc is not in the program that is the present one then, it is
/// fetched as after any jump.
void CodeMap::archive(Archive &ar, Memory &memory) {
    auto &[cache, loaded, written, pages, current] = *this;
    const std::uint32_t end = memory.bytes() >> page_bits;
    ar(written);
    ar.require(std::ranges::adjacent_find(written, std::greater_equal<>()) == written.end(),
               "pages of code out of order");
    const auto text = cache->without({});
    for (const std::uint32_t page : written)
        ar.require(page < end && text->at(page << page_bits), "code outside the text");
    std::size_t left = ar.count(pages.size());
    if (ar.loads()) pages.assign(left, {});
    std::uint32_t before = 0;
    for (auto &[number, changes, program] : pages) {
        bool decoded = program != nullptr;
        ar(number, changes, decoded);
        ar.require(number > before && number < end && memory.written(number << page_bits),
                   "code where nothing was written");
        before = number;
        if (ar.loads() && decoded)
            program = cache->page(number,
                                  std::span<const std::uint8_t, page_bytes>(
                                      memory.read<std::uint8_t>(number << page_bits), page_bytes));
    }
    if (!ar.loads()) return;
    loaded = cache->without(written);
    current = {loaded, false, current.changes + 1};
}

} // namespace engine

} // namespace inlet
