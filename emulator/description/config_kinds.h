// Readers of machine files by kind. T1's is in config.cpp.
//
// Each read_KIND() reads a document that has been validated with the schema of its kind. T1's own
// members of MachineConfig get values without effect. Each KIND_config() returns the numbers that
// have no members in MachineConfig, from its text. Each schema_KIND() makes the schema. Each
// hash_KIND() archives what the kind adds to MachineConfig::hash().
#pragma once

#include "inlet/cm5_config.h"
#include "inlet/config.h"
#include "inlet/loggp_config.h"
#include "inlet/myrinet_config.h"
#include "inlet/ncube2_config.h"
#include "inlet/ncube2x86_config.h"
#include "inlet/sp2_config.h"
#include "inlet/voyager_config.h"

#include <nlohmann/json_fwd.hpp>

namespace inlet {

class Archive;

MachineConfig read_cm5(const nlohmann::json &document);
Cm5Config cm5_config(const MachineConfig &config);
nlohmann::json schema_cm5();
void hash_cm5(Archive &ar, const MachineConfig &config);

MachineConfig read_loggp(const nlohmann::json &document);
LoggpConfig loggp_config(const MachineConfig &config);
nlohmann::json schema_loggp();
void hash_loggp(Archive &ar, const MachineConfig &config);

MachineConfig read_myrinet(const nlohmann::json &document);
MyrinetConfig myrinet_config(const MachineConfig &config);
nlohmann::json schema_myrinet();
void hash_myrinet(Archive &ar, const MachineConfig &config);

MachineConfig read_ncube2(const nlohmann::json &document);
nlohmann::json schema_ncube2();
void hash_ncube2(Archive &ar, const MachineConfig &config);

MachineConfig read_ncube2x86(const nlohmann::json &document);
Ncube2X86Config ncube2x86_config(const MachineConfig &config);
nlohmann::json schema_ncube2x86();
void hash_ncube2x86(Archive &ar, const MachineConfig &config);

MachineConfig read_sp2(const nlohmann::json &document);
Sp2Config sp2_config(const MachineConfig &config);
nlohmann::json schema_sp2();
void hash_sp2(Archive &ar, const MachineConfig &config);

MachineConfig read_voyager(const nlohmann::json &document);
VoyagerConfig voyager_config(const MachineConfig &config);
nlohmann::json schema_voyager();
void hash_voyager(Archive &ar, const MachineConfig &config);

// Lists of members of parts.
class Members;
void members(Members &m, CubeConfig &cube);
/// Costs of instructions.
void members(Members &m, X86Config &x86);
void members(Members &m, FatTreeConfig &tree);
void members(Members &m, LoggpConfig &own);
/// `io_nodes` and `reorder` are T1's alone.
void members(Members &m, MeshConfig &grid);
void members(Members &m, MultistageConfig &network);
void members(Members &m, NetworkParts &parts);
void members(Members &m, PpcNetworkConfig &network);
void members(Members &m, SparcNetworkConfig &network);
void members(Members &m, Tb2Config &adapter);
/// A node with a SPARC: its memory, clock, and costs of instructions.
void sparc_members(Members &m, MachineConfig &config, std::uint32_t most_nodes);
/// The group "costs" of a PowerPC processor.
void ppc_costs(Members &m, PpcConfig &ppc);

} // namespace inlet
