#include "description/kinds_of_files.h"

#include "description/config_kinds.h"
#include "description/machine_schema.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace inlet {

namespace {

constexpr const char *accesses = "loads and stores of the network interface";
constexpr const char *kernel_trap = "a trap into the kernel";
constexpr WaysOut of_sparc = {
    [](const MachineConfig &machine) { return machine.sparc->network.has_value(); },
    "a network interface in the coprocessor", "a network interface behind the memory bus"};
constexpr WaysOut of_ppc = {
    [](const MachineConfig &machine) { return machine.ppc->network.has_value(); },
    "a network interface in the processor", "a network interface behind the Micro Channel"};
constexpr WaysOut of_x86 = {[](const MachineConfig &machine) { return machine.x86->xnet; },
                            "network instructions", "traps into a kernel"};

constexpr KindFacts facts_of_t1 = {.counts_waits = true};

std::vector<KindOfFile> kinds = {
    {"cm5",
     schema_cm5,
     read_cm5,
     hash_cm5,
     {.processor = Processor::sparc,
      .send = accesses,
      .send_cost = "network_interface.load_wait",
      .ways_out = of_sparc}},
    {"loggp",
     schema_loggp,
     read_loggp,
     hash_loggp,
     {.processor = Processor::sparc,
      .send = accesses,
      .send_cost = "network_interface.send",
      .ways_out = of_sparc,
      .compiler_option = "-lloggp"}},
    {"myrinet",
     schema_myrinet,
     read_myrinet,
     hash_myrinet,
     {.processor = Processor::x86,
      .firmware = Processor::lanai,
      .send = "stores into the network interface's memory",
      .send_cost = "bus.store"}},
    {"ncube2",
     schema_ncube2,
     read_ncube2,
     hash_ncube2,
     {.processor = Processor::ncube,
      .send = kernel_trap,
      .send_cost = "costs.trap",
      .gets_arguments = false}},
    {"ncube2x86",
     schema_ncube2x86,
     read_ncube2x86,
     hash_ncube2x86,
     {.processor = Processor::x86,
      .send = kernel_trap,
      .send_cost = "costs.trap",
      .ways_out = of_x86}},
    {"sp2",
     schema_sp2,
     read_sp2,
     hash_sp2,
     {.processor = Processor::ppc,
      .send = accesses,
      .send_cost = "network_interface.access",
      .ways_out = of_ppc}},
    {"voyager",
     schema_voyager,
     read_voyager,
     hash_voyager,
     {.processor = Processor::ppc,
      .firmware = Processor::ppc,
      .send = accesses,
      .send_cost = "nes.posted"}},
};

} // namespace

const KindOfFile *kind_of_file(const std::string &name) {
    const auto found =
        std::ranges::find_if(kinds, [&](const KindOfFile &kind) { return name == kind.name; });
    return found == kinds.end() ? nullptr : &*found;
}

std::vector<std::string> kinds_of_files() {
    std::vector<std::string> names;
    for (const KindOfFile &kind : kinds) names.emplace_back(kind.name);
    return names;
}

const KindFacts &facts_of(const MachineConfig &machine) {
    const KindOfFile *const kind = kind_of_file(machine.kind);
    return kind ? kind->facts : facts_of_t1;
}

bool sends_by_instructions(const MachineConfig &machine) {
    const auto &ways = facts_of(machine).ways_out;
    return ways && ways->by_instructions(machine);
}

void add_kind_of_file(const KindOfFile &kind) { kinds.push_back(kind); }

nlohmann::json schema_of_kind(const nlohmann::json &document) {
    const KindOfFile *kind = nullptr;
    if (document.is_object() && document.contains("kind") && document.at("kind").is_string())
        kind = kind_of_file(document.at("kind").get<std::string>());
    return kind ? kind->schema() : nlohmann::json::parse(machine_schema);
}

} // namespace inlet
