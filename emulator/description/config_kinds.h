// The lists of members of machine files, by kind and by part (description/members.h).
#pragma once

#include "inlet/cm5_config.h"
#include "inlet/config.h"
#include "inlet/loggp_config.h"
#include "inlet/mesh_config.h"
#include "inlet/myrinet_config.h"
#include "inlet/ncube2_config.h"
#include "inlet/ncube2x86_config.h"
#include "inlet/network_parts.h"
#include "inlet/ppc_config.h"
#include "inlet/sp2_config.h"
#include "inlet/sparc_config.h"
#include "inlet/voyager_config.h"
#include "inlet/x86_config.h"

namespace inlet {

class Members;

void members_cm5(Members &m, MachineConfig &config);
void members_loggp(Members &m, MachineConfig &config);
void members_myrinet(Members &m, MachineConfig &config);
void members_ncube2(Members &m, MachineConfig &config);
void members_ncube2x86(Members &m, MachineConfig &config);
void members_sp2(Members &m, MachineConfig &config);
void members_t1(Members &m, MachineConfig &config);
void members_voyager(Members &m, MachineConfig &config);
/// What contradicts T1's network and engine.
void check_t1(const MachineConfig &config, const std::string &where);
void check_myrinet(const MachineConfig &config, const std::string &where);

// Lists of members of parts.
void members(Members &m, CubeConfig &cube);
/// Costs of instructions.
void members(Members &m, X86Config &x86);
void members(Members &m, FatTreeConfig &tree);
void members(Members &m, LoggpConfig &own);
/// `own`: the network of T1 itself, whose topology has no source, and which has I/O nodes.
void members(Members &m, MeshConfig &grid, bool own);
void members(Members &m, MultistageConfig &network);
void members(Members &m, NetworkParts &parts);
void members(Members &m, PpcNetworkConfig &network);
void members(Members &m, SparcNetworkConfig &network);
void members(Members &m, Tb2Config &adapter);
/// A node with a SPARC: its memory, clock, and costs of instructions.
void sparc_members(Members &m, MachineConfig &config, std::uint32_t most_nodes);
/// The group "costs" of a PowerPC processor.
void ppc_costs(Members &m, MachineConfig &config);

} // namespace inlet
