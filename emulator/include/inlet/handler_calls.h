// Finds the handler that a node is in on machines whose software calls handlers.
#pragma once

#include "inlet/image.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace inlet {

/// An address in the handler that the calls are in, although the machine has no levels: the runtime
/// has called it in a poll, a send or an interrupt. Empty: they are in main, or it is not known.
std::optional<std::uint32_t> handler_in(std::uint32_t pc, const std::vector<std::uint32_t> &callers,
                                        const Image &image);

} // namespace inlet
