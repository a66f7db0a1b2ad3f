// Reads machine files of kind cm5.
#pragma once

#include "inlet/cm5_config.h"
#include "inlet/config.h"

#include <nlohmann/json_fwd.hpp>

namespace inlet {

/// Reads a document that has been validated with its schema. T1's own members get values without
/// effect.
MachineConfig read_cm5(const nlohmann::json &document);
/// The numbers that have no members in MachineConfig, from its text.
Cm5Config cm5_config(const MachineConfig &config);

} // namespace inlet
