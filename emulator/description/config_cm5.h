// Machine files of kind cm5.
#pragma once

#include "inlet/cm5_config.h"
#include "inlet/config.h"

#include <nlohmann/json_fwd.hpp>

namespace inlet {

/// Of a document that its schema has been checked with. What only T1 has gets values that do not
/// matter.
MachineConfig read_cm5(const nlohmann::json &document);
/// What MachineConfig has no members for, from its text.
Cm5Config cm5_config(const MachineConfig &config);

} // namespace inlet
