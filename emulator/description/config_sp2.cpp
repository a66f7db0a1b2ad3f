#include "description/config_kinds.h"
#include "description/members.h"

namespace inlet {

namespace {

constexpr CostText ppc_cost_texts[] = {
    {"alu", "integer arithmetic, logic, shifts, comparisons"},
    {"multiply", "MULLI, MULLW, MULHW, MULHWU"},
    {"divide", "DIVW, DIVWU"},
    {"load", "loads of one register"},
    {"store", "stores of one register"},
    {"multiple", "LMW, STMW, string accesses: each register"},
    {"reserve", "LWARX, STWCX."},
    {"branch", "B, BC, BCLR, BCCTR, taken or not"},
    {"condition", "logic on bits of CR, MCRF, MCRXR, MCRFS, MFCR, MTCRF"},
    {"special", "moves from and to LR, CTR, XER and the time base"},
    {"trap", "TW, TWI that do not trap"},
    {"system_call", "SC"},
    {"sync", "SYNC, EIEIO, ISYNC with nothing outstanding"},
    {"cache_flush", "DCBF, DCBST, ICBI"},
    {"cache_zero", "DCBZ"},
    {"cache_touch", "DCBT, DCBTST"},
    {"fp_add", "FADD, FSUB, FMUL, fused operations, single and double"},
    {"fp_div_s", "FDIVS, FRES"},
    {"fp_div_d", "FDIV, FRSQRTE"},
    {"fp_move", "FMR, FNEG, FABS, FNABS, FSEL"},
    {"fp_convert", "FRSP, FCTIW, FCTIWZ"},
    {"fp_compare", "FCMPU, FCMPO"},
    {"fp_status", "MFFS, MTFSF, MTFSFI, MTFSB0, MTFSB1"},
};
static_assert(in_order(ppc_cost_texts, isa::ppc::cost_key_names));

} // namespace

void ppc_costs(Members &m, MachineConfig &config) {
    auto &ppc = config.part<PpcConfig>();
    config.exception_cycles = 5; // programs take no exceptions, and no file gives their cycles
    m.group("costs", "cycles per instruction; of floating point until its result is there",
            [&] { m.costs(ppc.costs, 1, 1'000'000, ppc_cost_texts); });
}

void members(Members &m, Tb2Config &adapter) {
    m.number("receive_entries_per_node", adapter.receive_entries_per_node, 1, 64,
             "entries of the receive FIFO for each node of the machine");
    m.number("access", adapter.access, 1, 10'000,
             "cycles of a load or store over the Micro Channel");
    m.number("channel_cycles", adapter.channel_cycles, 1, 10'000,
             "DMA moves channel_words words in so many cycles");
    m.number("channel_words", adapter.channel_words, 1, 10'000,
             "DMA moves so many words in channel_cycles cycles");
    m.number("bus_bytes", adapter.bus_bytes, 1, 256,
             "bytes that the memory bus carries in a cycle");
    m.number("miss", adapter.miss, 0, 10'000, "cycles of a line from memory");
    m.number("flush_clean", adapter.flush_clean, 0, 10'000,
             "cycles of a flush of a line that memory has");
    m.number("flush_dirty", adapter.flush_dirty, 0, 10'000,
             "cycles of a flush of a line that was changed");
    m.number("firmware_send", adapter.firmware_send, 1, 100'000,
             "cycles of the adapter's processor for a packet that is sent");
    m.number("firmware_receive", adapter.firmware_receive, 1, 100'000,
             "cycles of the adapter's processor for a packet that is received");
    m.number("idle_send", adapter.idle_send, 0, 100'000,
             "cycles until it sees a length when it had nothing to send");
    m.number("idle_receive", adapter.idle_receive, 0, 100'000,
             "cycles until it sees a packet when it had nothing to receive");
}

void members(Members &m, MultistageConfig &network) {
    m.number("inject_latency", network.inject_latency, 1, 10'000,
             "cycles of a packet's head from the adapter to the first chip");
    m.number("hop_latency", network.hop_latency, 1, 10'000, "cycles of a head through a chip");
    m.number("eject_latency", network.eject_latency, 1, 10'000,
             "cycles of a head from the last chip to the adapter");
    m.number("credit_latency", network.credit_latency, 1, 10'000,
             "cycles until a freed slot is known upstream");
    m.number("link_cycles", network.link_cycles, 1, 10'000,
             "a link moves link_bytes bytes in so many cycles");
    m.number("link_bytes", network.link_bytes, 1, 10'000,
             "a link moves so many bytes in link_cycles cycles");
    m.number("injection_packets", network.injection_packets, 1, 64,
             "packets that the adapter's FIFO to the switch holds");
    m.number("receive_packets", network.receive_packets, 1, 64,
             "packets that the adapter's FIFO from the switch holds");
    m.number("router_packets", network.router_packets, 1, 64,
             "packets that an input buffer of a chip holds");
    m.number("scatter", network.scatter, 0, 2'147'483'647,
             "0: packets go by their sender's route; else the seed of a choice among four");
    m.number("faults_per_million", network.faults_per_million, 0, 1'000'000,
             "packets of a million that a fault of the switch destroys");
    m.number("fault_seed", network.fault_seed, 0, 2'147'483'647, "seed of the choice of these");
}

void members(Members &m, PpcNetworkConfig &network) {
    m.number("send", network.send, 1, 1'000'000, "cycles of a SEND that the network accepts");
    m.number("send_refused", network.send_refused, 1, 1'000'000,
             "cycles of a SEND that the network does not accept");
    m.number("read", network.read, 1, 1'000'000, "cycles of MFXR");
    m.number("write", network.write, 1, 1'000'000, "cycles of MTXR");
    m.number("hret", network.hret, 1, 1'000'000, "cycles of HRET");
    m.number("dispatch", network.dispatch, 1, 1'000'000,
             "cycles from an event to the first instruction of its handler");
    members(m, static_cast<NetworkParts &>(network));
}

void members_sp2(Members &m, MachineConfig &config) {
    constexpr std::uint32_t most_nodes = MultistageConfig::most_nodes, least_memory = 1 << 18,
                            most_memory = 1 << 30;
    auto &ppc = config.parts.make<PpcConfig>();
    auto &own = config.parts.make<Sp2Config>();
    m.word("kind", "sp2", "what kind of machine this is");
    common_members(m, config, most_nodes, least_memory, most_memory,
                   "bytes of memory of each node, a multiple of 4096");
    clock_member(m);
    cache_members(m, config, false);
    m.number("load_use", ppc.load_use, 0, 1'000'000,
             "cycles that the next instruction waits for what was loaded, or for a result of "
             "floating point");
    m.one_of("cache_line", ppc.cache_line, {16, 32, 64, 128, 256},
             "bytes of a line of the data cache: what DCBZ clears");
    ppc_costs(m, config);
    m.part("network_instructions",
           "the network interface is in the processor, with instructions and events of its own; "
           "network_interface counts for nothing then",
           ppc.network, [&](PpcNetworkConfig &network) { members(m, network); });
    own.adapter.line_bytes = ppc.cache_line;
    m.group("network_interface",
            "the communication adapter (TB2), the Micro Channel and cache lines",
            [&] { members(m, own.adapter); });
    m.number("stall_cycles", own.stall_cycles, 0, 2'000'000'000,
             "a run in which every program does nothing but poll for so many cycles, and expects "
             "nothing, has stalled; 0: it goes on");
    m.group("switch", "the switch", [&] { members(m, own.network); });
}

} // namespace inlet
