// Reads machine files of kind ncube2.
#pragma once

#include "inlet/config.h"
#include "inlet/ncube2_config.h"

#include <nlohmann/json_fwd.hpp>

namespace inlet {

/// Reads a document that has been validated with its schema. T1's own members get values without
/// effect.
MachineConfig read_ncube2(const nlohmann::json &document);
/// Reads the network of a file of kind ncube2 or ncube2x86.
CubeConfig read_cube(const nlohmann::json &network);

} // namespace inlet
