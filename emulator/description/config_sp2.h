// Machine files of kind sp2.
#pragma once

#include "inlet/config.h"
#include "inlet/sp2_config.h"

#include <nlohmann/json_fwd.hpp>

namespace inlet {

/// Of a document that its schema has been checked with. What only T1 has gets values that do not
/// matter.
MachineConfig read_sp2(const nlohmann::json &document);
/// What MachineConfig has no members for, from its text.
Sp2Config sp2_config(const MachineConfig &config);

} // namespace inlet
