// Tables of messages and of the network.
#pragma once

#include "report/sections.h"

namespace inlet {

Table links_table(const Findings &f);
Table queues_table(const Findings &f);
Table matrix_table(const Findings &f);

} // namespace inlet
