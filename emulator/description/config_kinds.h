// Readers of machine files by kind. T1's is in config.cpp.
//
// Each read_KIND() reads a document that has been validated with the schema of its kind. T1's own
// members of MachineConfig get values without effect. Each KIND_config() returns the numbers that
// have no members in MachineConfig, from its text.
#pragma once

#include "inlet/cm5_config.h"
#include "inlet/config.h"
#include "inlet/ncube2_config.h"
#include "inlet/ncube2x86_config.h"
#include "inlet/sp2_config.h"

#include <nlohmann/json_fwd.hpp>

namespace inlet {

MachineConfig read_cm5(const nlohmann::json &document);
Cm5Config cm5_config(const MachineConfig &config);

MachineConfig read_ncube2(const nlohmann::json &document);
/// The network of a file of kind ncube2 or ncube2x86.
CubeConfig read_cube(const nlohmann::json &network);

MachineConfig read_ncube2x86(const nlohmann::json &document);
Ncube2X86Config ncube2x86_config(const MachineConfig &config);

MachineConfig read_sp2(const nlohmann::json &document);
Sp2Config sp2_config(const MachineConfig &config);

} // namespace inlet
