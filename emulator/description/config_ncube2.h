// Machine files of kind ncube2.
#pragma once

#include "inlet/config.h"
#include "inlet/ncube2_config.h"

#include <nlohmann/json_fwd.hpp>

namespace inlet {

/// Of a document that its schema has been checked with. What only T1 has gets values that do not
/// matter.
MachineConfig read_ncube2(const nlohmann::json &document);
/// What such a file says of its network, of either processor.
CubeConfig read_cube(const nlohmann::json &network);

} // namespace inlet
