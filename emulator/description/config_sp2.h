// Reads machine files of kind sp2.
#pragma once

#include "inlet/config.h"
#include "inlet/sp2_config.h"

#include <nlohmann/json_fwd.hpp>

namespace inlet {

/// Reads a document that has been validated with its schema. T1's own members get values without
/// effect.
MachineConfig read_sp2(const nlohmann::json &document);
/// The numbers that have no members in MachineConfig, from its text.
Sp2Config sp2_config(const MachineConfig &config);

} // namespace inlet
