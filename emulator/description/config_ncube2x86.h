// Machine files of kind ncube2x86.
#pragma once

#include "inlet/config.h"
#include "inlet/ncube2x86_config.h"

#include <nlohmann/json_fwd.hpp>

namespace inlet {

/// Of a document that its schema has been checked with. What only T1 has gets values that do not
/// matter.
MachineConfig read_ncube2x86(const nlohmann::json &document);
/// What such a file says beside the processor.
Ncube2X86Config ncube2x86_config(const MachineConfig &config);

} // namespace inlet
