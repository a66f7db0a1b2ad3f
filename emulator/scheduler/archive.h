// Archives of a machine's state beside nodes and network (archive/archive.h).
#pragma once

#include "archive/archive.h"
#include "cpu/engine/archive.h"
#include "inlet/machine.h"

namespace inlet {

struct ConsoleLine;

void archive(Archive &ar, RepeatedBranch &branch);
void archive(Archive &ar, ConsoleLine &line);

} // namespace inlet
