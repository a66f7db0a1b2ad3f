// What a processor waits for while it only waits.
#pragma once

#include <cstddef>
#include <cstdint>

namespace inlet {

/// An analysis derives it from the instructions of a run (docs/trace.md, "Waiting"); it changes no
/// cycle. A value for each INLET_WAIT of inlet/causes.def: `message`, for an action of a handler or
/// of code that polls; `room`, for the network to accept a SEND; `barrier`; `clock`, for a point in
/// time.
enum class Wait : std::uint8_t {
    none,
#define INLET_WAIT(id, ...) id,
#include "inlet/causes.def"
};
/// Including none.
inline constexpr std::size_t wait_kinds = 1
#define INLET_WAIT(...) +1
#include "inlet/causes.def"
    ;

} // namespace inlet
