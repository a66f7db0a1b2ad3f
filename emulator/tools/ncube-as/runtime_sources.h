// The kernel and the library of Active Messages, compiled into the tool.
#pragma once

#include "tools/ncube-as/assembler.h"

#include <string>
#include <vector>

namespace inlet::ncube {

/// kernel.s, am.s and the stub: as Table 4-5 counts it, or as Figure 4-9 prints it.
std::vector<Source> runtime_sources(bool printed_stub);
/// Null: there is none of this name.
const char *runtime_source(const std::string &name);

} // namespace inlet::ncube
