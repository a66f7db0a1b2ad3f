// Turns the frames of a trace behind its header into events.
#pragma once

#include "inlet/observer.h"
#include "inlet/trace_header.h"
#include "inlet/trace_reader.h"

#include <cstdint>
#include <span>

namespace inlet {

class TracePlayer {
  public:
    virtual ~TracePlayer() = default;
    /// Plays the next frame. Throws trace::Damaged and UserError.
    virtual void frame(std::span<const std::uint8_t> bytes) = 0;
};

} // namespace inlet
