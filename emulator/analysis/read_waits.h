// Reads a trace so that instructions which only wait say so.
#pragma once

#include "analysis/wait_finder.h"
#include "trace/recording.h"

namespace inlet {

inline void read_waits(Recording &recording, Observer &sink) {
    WaitFinder waits(recording.names(), sink);
    recording.read(waits);
}

} // namespace inlet
