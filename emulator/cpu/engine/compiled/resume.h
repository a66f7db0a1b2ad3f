// Entry and exit of compiled code, inlined into the caller: they are most of the cost of a stop at
// an exact cycle. The position of a stop, in a slot or behind a load, is unpredictable, so this
// code has no branches on it.
#pragma once

#include "cpu/engine/compiled/host_float.h"
#include "cpu/engine/program.h"
#include "cpu/engine/state.h"
#include "memory/memory.h"

namespace inlet::engine {

inline Compiled::Stop Compiled::enter(Entry entry, const void *at, std::uint64_t left,
                                      std::uint64_t count, State &s, Memory &memory,
                                      const Program &program, std::uint64_t until, Caches *caches) {
    const Memory::Tables tables = memory.tables();
    const bool loads_directly = direct_.used();
    if (loads_directly) load_directly(*this, memory);
    const Caches::View view = caches ? caches->view() : Caches::View();
    const FloatStackUse *const floats = floats_;
    const std::uint16_t control = floats ? take_host_float(s, *floats) : std::uint16_t{0};
    const Left found = entry(&s, at, left, count, tables.read, tables.write, until,
                             Limits{memory.bytes(), memory.writable_bytes()}, &view);
    if (floats) give_host_float(control);
    if (loads_directly) end_loads();
    s.pc = found.pc;
    s.load_mask = unpacked(found.carry);
    const auto why = static_cast<std::uint32_t>(found.why);
    left_code_ = static_cast<std::uint32_t>(found.why >> 32);
    s.in_slot = why == static_cast<std::uint32_t>(Leave::slot);
    s.npc ^= (s.npc ^ (s.pc + 4)) & (std::uint32_t{s.in_slot} - 1); // in a slot it is there
    if (has_old_) [[unlikely]]
        make_old_again(program);
    if (why <= static_cast<std::uint32_t>(Leave::slot)) [[likely]]
        return Stop::go_on;
    return left_else(why, s, program);
}

inline Compiled::Stop Compiled::resume(std::uint32_t place, State &s, Memory &memory,
                                       const Program &program, std::uint64_t until) {
    const Place &p = places_[place];
    const std::uint64_t left = until - s.now, in_slot = s.in_slot;
    const std::uint64_t late = (s.load_mask & p.uses) != 0;
    const std::uint64_t stall = program.timing().load_use & -(late & ~in_slot);
    const std::uint64_t cut = p.ways[Place::inside].cycles + stall > left;
    const Place::Way &way = p.ways[in_slot * Place::slot | (cut & ~in_slot)];
    return enter(p.enter, way.at, left - way.cycles - stall, s.instructions + way.count, s, memory,
                 program, until, nullptr);
}

} // namespace inlet::engine
