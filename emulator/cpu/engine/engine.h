// The two engines of a MIPS CPU. Both give the same registers, memory and cycles: `run` runs whole
// blocks of pre-decoded operations, `step` takes one instruction after the other and is the
// reference.
#pragma once

#include "cpu/engine/program.h"
#include "cpu/engine/state.h"
#include "inlet/cost.h"
#include "memory/caches.h"
#include "memory/memory.h"

#include <cstdint>

namespace inlet::mips {

/// Runs until `until` cycles are reached or passed (the last instruction is never cut) or something
/// stops it. The node may be anywhere on entry, between a branch and its slot included. `caches` is
/// the node's where the program's timing has any, else nullptr.
Stop run(State &state, Memory &memory, const Program &program, std::uint64_t until,
         Caches *caches = nullptr);

/// What one step did, for an observer.
struct Stepped {
    std::uint32_t pc = 0;
    std::uint64_t cycle = 0; ///< when it started
    const Instruction *instruction = nullptr;
    Cost cost;
};

/// Executes the one instruction at state.pc. Returns budget when it was executed and nothing
/// stopped it.
Stop step(State &state, Memory &memory, const Program &program, Stepped &stepped,
          Caches *caches = nullptr);

/// The table of code addresses of the engine, by Code; Program fills Op::go from it. Caches need
/// code of their own.
const void *const *engine_code(bool caches);

} // namespace inlet::mips
