// What a trace holds behind its header, turned into events frame by frame.
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
    /// The next one. Throws trace::Damaged, and UserError.
    virtual void frame(std::span<const std::uint8_t> bytes) = 0;
};

} // namespace inlet
