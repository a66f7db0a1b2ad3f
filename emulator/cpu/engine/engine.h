// The engines of a core. Both give the same registers, memory and cycles: `run` executes whole
// blocks of decoded operations, `step` executes one instruction and is the reference.
#pragma once

#include "cpu/engine/program.h"
#include "cpu/engine/state.h"
#include "memory/caches.h"
#include "memory/memory.h"

#include <cstdint>
#include <vector>

namespace inlet::engine {

/// Runs until the clock is at `until` or later (the last instruction is completed), or until it
/// stops for another reason. The node may be anywhere on entry, also between a branch and its slot.
/// `caches`: the node's if the program's timing has caches, else nullptr.
Stop run(State &state, Memory &memory, const Program &program, std::uint64_t until,
         Caches *caches = nullptr);

/// Executes the instruction at state.pc. Returns budget if it was executed and nothing stopped it.
inline Stop step(State &state, Memory &memory, const Program &program, Stepped &stepped,
                 Caches *caches = nullptr) {
    return program.set().step(state, memory, program, stepped, caches);
}

/// The accesses of the instruction at state.pc in order, up to the first unmapped one. Has no
/// effects.
std::vector<DataAccess> data_accesses(const State &state, Memory &memory, const Program &program);

/// The table of code addresses of the engine, by UopCode; Program fills Uop::go from it. Caches
/// need code of their own.
const void *const *engine_code(bool caches);

} // namespace inlet::engine
