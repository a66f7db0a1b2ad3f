// Reads a trace with waiting instructions marked.
#pragma once

#include "analysis/wait_finder.h"
#include "trace/recording.h"

namespace inlet {

inline void read_waits(Recording &recording, Observer &sink) {
    WaitFinder waits(recording.names(), sink);
    recording.read(waits);
}

} // namespace inlet
