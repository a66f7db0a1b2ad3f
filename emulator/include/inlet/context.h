// Whose code runs on a node with event levels.
#pragma once

#include <cstdint>

namespace inlet {

/// Which register set is visible (CSD-94-823 A.10's table).
enum class Context : std::uint8_t { main, low, high };

} // namespace inlet
