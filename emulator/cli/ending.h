// Why a run ended, in words: one block that names node, cycle, place, and what to do.
#pragma once

#include <inlet/image.h>
#include <inlet/machine.h>
#include <string>

namespace inlet::cli {

/// Without newline at the end; empty where every node exited.
std::string ending(const RunResult &result, const Image &image, mips::Features processor);

} // namespace inlet::cli
