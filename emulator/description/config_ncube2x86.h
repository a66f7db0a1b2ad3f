// Reads machine files of kind ncube2x86.
#pragma once

#include "inlet/config.h"
#include "inlet/ncube2x86_config.h"

#include <nlohmann/json_fwd.hpp>

namespace inlet {

/// Reads a document that has been validated with its schema. T1's own members get values without
/// effect.
MachineConfig read_ncube2x86(const nlohmann::json &document);
/// The numbers of such a file besides the processor's.
Ncube2X86Config ncube2x86_config(const MachineConfig &config);

} // namespace inlet
