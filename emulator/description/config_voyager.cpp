#include "description/config_kinds.h"
#include "description/members.h"

namespace inlet {

namespace {

void members(Members &m, NesConfig &nes) {
    m.number("ratio", nes.ratio, 1, 64, "processor cycles of a bus cycle");
    m.number("burst", nes.burst, 1, 1'000, "bus cycles of a line");
    m.number("single", nes.single, 1, 1'000, "bus cycles of an uncached transfer");
    m.number("read", nes.read, 1, 1'000, "bus cycles that a load waits beside its transfer");
    m.number("snoop", nes.snoop, 1, 1'000, "bus cycles of an operation of Reclaim on a line");
    m.number("retry", nes.retry, 1, 1'000, "bus cycles until a dirty line is written for Reclaim");
    m.number("transmit", nes.transmit, 1, 10'000,
             "bus cycles of a message from its transmit queue to the network");
    m.number("receive", nes.receive, 1, 10'000,
             "bus cycles of a message from the network to its receive queue");
    m.number("message", nes.message, 1, 1'000,
             "bus cycles of an engine for a message, beside 8 bytes a cycle");
    m.number("memory", nes.memory, 1, 1'000,
             "bus cycles until the DMA engine's read of an aP's memory brings data");
    m.number("line_operation", nes.line_operation, 1, 1'000,
             "processor cycles of DCBF and DCBST, with the instruction's own");
    m.number("posted", nes.posted, 1, 64,
             "stores and written lines that a processor does not wait for");
    m.one_of("express_entries", nes.express_entries, {4, 8, 16, 32, 64, 128},
             "messages of an Express queue");
    m.one_of("basic_entries", nes.basic_entries, {4, 8, 16}, "messages of a Basic queue");
    m.one_of("miss_entries", nes.miss_entries, {4, 8, 16, 32, 64, 128, 256},
             "messages of the miss queue");
}

void members(Members &m, ArcticConfig &network) {
    m.number("inject_latency", network.inject_latency, 1, 10'000,
             "cycles of a packet's head from the endpoint to the first router");
    m.number("hop_latency", network.hop_latency, 1, 10'000, "cycles of a head through a router");
    m.number("eject_latency", network.eject_latency, 1, 10'000,
             "cycles of a head from the last router to the endpoint");
    m.number("credit_latency", network.credit_latency, 1, 10'000,
             "cycles until a freed slot is known upstream");
    m.number("link_cycles", network.link_cycles, 1, 10'000,
             "a link moves link_bytes bytes in so many cycles");
    m.number("link_bytes", network.link_bytes, 1, 10'000,
             "a link moves so many bytes in link_cycles cycles");
    m.number("header_bytes", network.header_bytes, 0, 1'000, "bytes of a packet besides its data");
    m.number("injection_packets", network.injection_packets, 1, 64,
             "packets of a channel that wait for the first router");
    m.number("receive_packets", network.receive_packets, 1, 64,
             "packets of a channel that wait for the endpoint");
    m.number("router_packets", network.router_packets, 1, 64,
             "packets of a channel that an input buffer of a router holds");
    m.number("high_burst", network.high_burst, 1, 1'000'000,
             "packets of the high channel that may pass a waiting one of the low channel");
    m.one_of("children", network.children, {2, 4}, "routers or sites below a router");
    m.list("parents", network.parents, 1, 4, "upward links of a router of level 1, 2, ...");
    m.number("scatter", network.scatter, 0, 2'147'483'647,
             "0: packets of a pair of sites take one route; else the seed of a choice");
}

} // namespace

void members_voyager(Members &m, MachineConfig &config) {
    constexpr std::uint32_t least_memory = 1 << 18, most_memory = 1 << 30;
    auto &ppc = config.parts.make<PpcConfig>();
    auto &own = config.parts.make<VoyagerConfig>();
    m.word("kind", "voyager", "what kind of machine this is");
    common_members(m, config, ArcticConfig::most_nodes, least_memory, most_memory,
                   "bytes of memory of each aP, a multiple of 4096");
    m.of_every_machine([&] {
        m.number("firmware_bytes", config.firmware_bytes, least_memory, most_memory,
                 "bytes of memory of each sP, a multiple of 4096");
    });
    clock_member(m);
    m.number("load_use", ppc.load_use, 0, 1'000'000,
             "cycles that the next instruction waits for what was loaded, or for a result of "
             "floating point");
    ppc_costs(m, config);
    m.group("nes", "the network endpoint subsystem and the processors' buses",
            [&] { members(m, own.nes); });
    m.group("network", "Arctic, the network", [&] { members(m, own.network); });
    ppc.cache_line = NesConfig::line_bytes;
    config.cores = {"aP", "sP"};
}

} // namespace inlet
