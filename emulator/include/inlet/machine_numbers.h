// Every number of a machine, with what it means and its source.
#pragma once

#include "inlet/config.h"

#include <string>
#include <vector>

namespace inlet {

struct MachineNumber {
    std::string path;   ///< "network.hop_latency"
    std::string value;  ///< as JSON; a word without quotes
    std::string source; ///< empty: a choice that has none, such as "hazards"
    std::string text;   ///< what it means; empty: the schema has no description of it
};

/// In the order of the machine's file, without its name and description.
std::vector<MachineNumber> machine_numbers(const MachineConfig &config);

} // namespace inlet
