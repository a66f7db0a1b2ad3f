// Sources of the kernel and of the Active Messages library, which are built into the tool.
#pragma once

#include "tools/ncube-as/assembler.h"

#include <string>
#include <vector>

namespace inlet::ncube {

/// kernel.s, am.s and the stub, as counted in Table 4-5 or, if `printed_stub`, as printed in Figure
/// 4-9.
std::vector<Source> runtime_sources(bool printed_stub);
/// nullptr: there is no source of this name.
const char *runtime_source(const std::string &name);

} // namespace inlet::ncube
