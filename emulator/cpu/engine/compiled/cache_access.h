// Accesses of compiled code to the caches of its node (memory/caches.h). The usual ones, which are
// free and change nothing, are a few instructions of the host; the others call Caches.
#pragma once

#include "cpu/engine/compiled/emitter.h"

#include <cstdint>
#include <functional>

namespace inlet::engine {

/// Emits the fetch of the instruction at `pc`, `after` cycles after the beginning of its group.
/// Bails out where it takes more cycles than are left.
void fetch_line(Emitter &e, std::uint32_t pc, std::uint32_t after);
/// The same in two parts, where nothing may change before the block is paid for: goes to
/// `otherwise` if the fetch is not free; and what a free one changes.
void check_line(Emitter &e, std::uint32_t pc, const Label &otherwise);
void remember_line(Emitter &e, std::uint32_t pc);

/// Emits the access to the address in a1, which `compute` loads, of an operation `op`. It takes
/// place only where `table` has its page. Keeps a1.
void access_cache(Emitter &e, const Uop &op, Slot table, const Label &bail,
                  std::function<void()> compute);

} // namespace inlet::engine
