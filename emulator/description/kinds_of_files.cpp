#include "description/kinds_of_files.h"

#include "description/config_kinds.h"
#include "description/config_members.h"
#include "inlet/t1_config.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace inlet {

namespace {

constexpr const char *accesses = "loads and stores of the network interface";
constexpr const char *kernel_trap = "a trap into the kernel";
constexpr WaysOut of_sparc = {
    [](const MachineConfig &machine) { return machine.part<SparcConfig>().network.has_value(); },
    "a network interface in the coprocessor", "a network interface behind the memory bus"};
constexpr WaysOut of_ppc = {
    [](const MachineConfig &machine) { return machine.part<PpcConfig>().network.has_value(); },
    "a network interface in the processor", "a network interface behind the Micro Channel"};
constexpr WaysOut of_x86 = {
    [](const MachineConfig &machine) { return machine.part<X86Config>().xnet; },
    "network instructions", "traps into a kernel"};

std::vector<KindOfFile> kinds = {
    {"cm5",
     members_cm5,
     {.processor = Processor::sparc,
      .send = accesses,
      .send_cost = "network_interface.load_wait",
      .ways_out = of_sparc}},
    {"loggp",
     members_loggp,
     {.processor = Processor::sparc,
      .send = accesses,
      .send_cost = "network_interface.send",
      .ways_out = of_sparc,
      .compiler_option = "-lloggp"}},
    {"myrinet",
     members_myrinet,
     {.processor = Processor::x86,
      .firmware = Processor::lanai,
      .send = "stores into the network interface's memory",
      .send_cost = "bus.store",
      .watches_dma = true,
      .checks_lfc = true},
     check_myrinet},
    {"ncube2",
     members_ncube2,
     {.processor = Processor::ncube,
      .send = kernel_trap,
      .send_cost = "costs.trap",
      .gets_arguments = false,
      .contexts = ContextNames{{"user", "handler", ""}},
      .watches_dma = true,
      .unknown_to_gdb = "gdb does not know the nCUBE/2's own processor; machine ncube2-x86 has one "
                        "that it knows",
      .compiled_instead = "ncube2-x86"}},
    {"ncube2x86",
     members_ncube2x86,
     {.processor = Processor::x86,
      .send = kernel_trap,
      .send_cost = "costs.trap",
      .ways_out = of_x86,
      .handler_cycles = 2000}},
    {"sp2",
     members_sp2,
     {.processor = Processor::ppc,
      .send = accesses,
      .send_cost = "network_interface.access",
      .ways_out = of_ppc}},
    {"t1", members_t1, {.counts_waits = true, .late_results = true}, check_t1},
    {"voyager",
     members_voyager,
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

const char *const usual_machine = "t1";

const KindFacts &facts_of(const MachineConfig &machine) {
    static const KindFacts unknown; // a machine of a test
    const KindOfFile *const kind = kind_of_file(machine.kind);
    return kind ? kind->facts : unknown;
}

ContextNames MachineConfig::contexts() const {
    const KindFacts &facts = facts_of(*this);
    if (facts.contexts) return *facts.contexts;
    // Elsewhere handlers have no levels. Software tells requests from replies.
    const bool instructions = facts.ways_out ? facts.ways_out->by_instructions(*this) : !facts.send;
    return instructions ? ContextNames{} : ContextNames{{"main", "request", "reply"}};
}

mips::Features features_of(const MachineConfig &machine) {
    const auto *const t1 = machine.find<T1Config>();
    return t1 ? t1->processor : mips::Features{};
}

bool sends_by_instructions(const MachineConfig &machine) {
    const auto &ways = facts_of(machine).ways_out;
    return ways && ways->by_instructions(machine);
}

void add_kind_of_file(const KindOfFile &kind) { kinds.push_back(kind); }

const KindOfFile &kind_of_document(const nlohmann::json &document) {
    const KindOfFile *kind = nullptr;
    if (document.is_object() && document.contains("kind") && document.at("kind").is_string())
        kind = kind_of_file(document.at("kind").get<std::string>());
    return kind ? *kind : *kind_of_file("t1"); // whose files have no kind
}

nlohmann::json schema_of(const KindOfFile &kind) {
    MachineConfig config;
    MakeSchema maker(kind.name);
    kind.members(maker, config);
    return maker.schema();
}

} // namespace inlet
