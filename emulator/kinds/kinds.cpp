// Makes the platform of a machine file's kind.
#include "kinds/cm5.h"
#include "kinds/loggp.h"
#include "kinds/myrinet.h"
#include "kinds/ncube2.h"
#include "kinds/ncube2x86.h"
#include "kinds/platform.h"
#include "kinds/sp2.h"
#include "kinds/t1.h"
#include "kinds/voyager.h"

#include <fmt/format.h>
#include <map>

namespace inlet {

namespace {
std::map<std::string, Platform::Maker> added_kinds;
}

void Platform::add_kind(const std::string &kind, Maker maker) { added_kinds[kind] = maker; }

std::unique_ptr<Platform> Platform::make(const MachineConfig &config, std::uint32_t nodes,
                                         std::uint64_t jitter, bool check_dma) {
    if (config.kind == "cm5") return std::make_unique<Cm5Platform>(config, nodes, jitter);
    if (config.kind == "loggp") return std::make_unique<LoggpPlatform>(config, nodes, jitter);
    if (config.kind == "myrinet")
        return std::make_unique<MyrinetPlatform>(config, nodes, jitter, check_dma);
    if (config.kind == "ncube2")
        return std::make_unique<Ncube2Platform>(config, nodes, jitter, check_dma);
    if (config.kind == "ncube2x86")
        return std::make_unique<Ncube2X86Platform>(config, nodes, jitter);
    if (const auto added = added_kinds.find(config.kind); added != added_kinds.end())
        return added->second(config, nodes, jitter);
    if (config.kind == "sp2") return std::make_unique<Sp2Platform>(config, nodes, jitter);
    if (config.kind == "voyager") return std::make_unique<VoyagerPlatform>(config, nodes, jitter);
    if (config.kind == "t1") return std::make_unique<T1Platform>(config, nodes, jitter);
    throw UserError(
        fmt::format("machine {}: there is no kind of machine '{}'", config.name, config.kind));
}

} // namespace inlet
