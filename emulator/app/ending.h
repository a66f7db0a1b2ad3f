// The run report: the reason for the end of a run, with node, cycle, place and advice.
#pragma once

#include "app/state_dump_text.h"

#include <inlet/features.h>
#include <inlet/image.h>
#include <inlet/machine.h>
#include <string>

namespace inlet::app {

/// Without a final newline. Empty if every node has exited.
std::string ending(const RunResult &result, const Image &image, mips::Features processor,
                   const SecondCores &second = {});

} // namespace inlet::app
