// The engines of a core. Both give the same registers, memory and cycles: `run` runs whole
// blocks of pre-decoded operations, `step` takes one instruction after the other and is the
// reference.
#pragma once

#include "cpu/engine/program.h"
#include "cpu/engine/state.h"
#include "memory/caches.h"
#include "memory/memory.h"

#include <cstdint>
#include <vector>

namespace inlet::engine {

/// Runs until `until` cycles are reached or passed (the last instruction is never cut) or something
/// stops it. The node may be anywhere on entry, between a branch and its slot included. `caches` is
/// the node's where the program's timing has any, else nullptr.
Stop run(State &state, Memory &memory, const Program &program, std::uint64_t until,
         Caches *caches = nullptr);

/// Executes the one instruction at state.pc. Returns budget when it was executed and nothing
/// stopped it.
inline Stop step(State &state, Memory &memory, const Program &program, Stepped &stepped,
                 Caches *caches = nullptr) {
    return program.set().step(state, memory, program, stepped, caches);
}

/// What the instruction at state.pc would access, in this order, up to the first that is not
/// mapped. Nothing changes.
std::vector<DataAccess> data_accesses(const State &state, Memory &memory, const Program &program);

/// The table of code addresses of the engine, by UopCode; Program fills Uop::go from it. Caches
/// need code of their own.
const void *const *engine_code(bool caches);

} // namespace inlet::engine
