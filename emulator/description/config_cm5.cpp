#include "description/config_kinds.h"
#include "description/members.h"

namespace inlet {

namespace {

constexpr CostText sparc_cost_texts[] = {
    {"alu", "integer arithmetic, logic, shifts, SETHI"},
    {"load", "loads of a byte, halfword or word, also of floating-point registers and FSR"},
    {"load_double", "LDD, LDDF"},
    {"store", "stores of a byte, halfword or word, also of floating-point registers and FSR"},
    {"store_double", "STD, STDF"},
    {"atomic", "LDSTUB, SWAP"},
    {"branch", "Bicc, taken or not"},
    {"call", "CALL"},
    {"jump", "JMPL"},
    {"return_from_trap", "RETT"},
    {"window", "SAVE, RESTORE"},
    {"multiply_step", "MULScc"},
    {"multiply", "UMUL, SMUL (V8)"},
    {"divide", "UDIV, SDIV (V8)"},
    {"state", "reads and writes of Y, PSR, WIM, TBR; STBAR"},
    {"trap", "Ticc that does not trap"},
    {"flush", "FLUSH"},
    {"unimp", "UNIMP, which always traps"},
    {"fp_move", "FMOVs, FNEGs, FABSs"},
    {"fp_add", "FADD, FSUB"},
    {"fp_mul_s", "FMULs"},
    {"fp_mul_d", "FMULd, FsMULd"},
    {"fp_div_s", "FDIVs"},
    {"fp_div_d", "FDIVd"},
    {"fp_sqrt_s", "FSQRTs"},
    {"fp_sqrt_d", "FSQRTd"},
    {"fp_compare", "FCMP, FCMPE"},
    {"fp_convert", "FsTOd, FdTOs"},
    {"fp_from_integer", "FiTOs, FiTOd"},
    {"fp_to_integer", "FsTOi, FdTOi"},
    {"fp_quad", "operations of quadruple precision, which the FPU leaves to software"},
    {"fp_branch", "FBfcc, taken or not"},
    {"coprocessor", "coprocessor instructions, which trap"},
};
static_assert(in_order(sparc_cost_texts, isa::sparc::cost_key_names));

} // namespace

void members(Members &m, FatTreeConfig &tree) {
    m.number("inject_latency", tree.inject_latency, 1, 1'000'000,
             "from the interface to its first router");
    m.number("hop_latency", tree.hop_latency, 1, 1'000'000,
             "head of a packet from one router to the next");
    m.number("eject_latency", tree.eject_latency, 1, 1'000'000,
             "from the last router to the incoming FIFO");
    m.number("credit_latency", tree.credit_latency, 1, 1'000'000,
             "a freed slot is known upstream this much later");
    m.number("link_cycles", tree.link_cycles, 1, 1'000'000,
             "in so many cycles a link moves link_nibbles");
    m.number("link_nibbles", tree.link_nibbles, 1, 1'000'000,
             "nibbles of four bits that a link moves in link_cycles cycles");
    m.number("overhead_nibbles", tree.overhead_nibbles, 1, 1'000,
             "nibbles of a packet besides its words: route, length, tag, CRC");
    m.number("injection_packets", tree.injection_packets, 1, 1'000,
             "slots of the outgoing FIFO, per network");
    m.number("receive_packets", tree.receive_packets, 1, 1'000,
             "slots of the incoming FIFO, per network");
    m.number("router_packets", tree.router_packets, 1, 1'000,
             "slots of a router's input buffer, per link");
    m.list(
        "parents", tree.parents, 1, 4,
        "links upwards of a router of level 1, 2 and so on; the last is that of all levels above");
    m.number("seed", tree.seed, 0, 4'294'967'295u,
             "of the choice among the links upwards that are free");
}

void members(Members &m, SparcNetworkConfig &network) {
    m.number("send", network.send, 1, 1'000'000, "cycles of a SEND that the network accepts");
    m.number("send_refused", network.send_refused, 1, 1'000'000,
             "cycles of a SEND that the network does not accept");
    m.number("read", network.read, 1, 1'000'000, "cycles of RDNI");
    m.number("write", network.write, 1, 1'000'000, "cycles of WRNI");
    m.number("hret", network.hret, 1, 1'000'000, "cycles of HRET");
    m.number("dispatch", network.dispatch, 1, 1'000'000,
             "cycles from an event to the first instruction of its handler");
    m.number("frame", network.frame, 64, 4'088,
             "bytes below the interrupted %sp where a handler's stack begins");
    members(m, static_cast<NetworkParts &>(network));
}

void sparc_members(Members &m, MachineConfig &config, std::uint32_t most_nodes) {
    constexpr std::uint32_t least_memory = 1 << 18, most_memory = 1 << 30;
    SparcConfig &sparc = config.parts.make<SparcConfig>();
    common_members(m, config, most_nodes, least_memory, most_memory,
                   "bytes of memory of each node, a multiple of 4096");
    clock_member(m);
    m.loose_group("processor", "what the processor has besides SPARC V7",
                  [&] { m.flag("v8", sparc.v8, "the instructions that SPARC V8 added"); });
    m.number("load_use", sparc.load_use, 0, 1'000'000,
             "extra cycles of an instruction that uses the value loaded by the one just before");
    m.number("annulled_slot", sparc.annulled_slot, 0, 1'000'000,
             "cycles of the delay slot that a branch skips");
    m.of_every_machine([&] {
        m.number("trap_entry", config.exception_cycles, 1, 1'000'000,
                 "cycles from an instruction that traps to the first one of the handler");
    });
    m.group("costs", "cycles per instruction; of floating point until its result is there",
            [&] { m.costs(sparc.costs, 1, 1'000'000, sparc_cost_texts); });
}

void members_cm5(Members &m, MachineConfig &config) {
    m.word("kind", "cm5", "what kind of machine this is");
    sparc_members(m, config, 1024);
    auto &own = config.parts.make<Cm5Config>();
    auto &sparc = config.part<SparcConfig>();
    m.group("network_interface", "how long accesses of the network interface take", [&] {
        m.number("load_wait", own.load_wait, 0, 1'000, "wait states of a load");
        m.number("store_wait", own.store_wait, 0, 1'000, "wait states of a store");
        m.number("store_drain", own.store_drain, 0, 1'000,
                 "cycles behind a store before a load can begin");
        m.number("interrupt_level", own.interrupt_level, 1, 15,
                 "of the processor, by which arrivals interrupt");
    });
    m.group("networks", "the networks", [&] {
        m.group("control", "the control network", [&] {
            m.word("kind", "barrier", "what kind of network this is");
            m.number("barrier_latency", own.barrier_latency, 1, 1'000'000,
                     "from the last node's entry into a barrier until all see that it is complete");
        });
        m.group("data", "the left and the right network, two fat trees that share nothing", [&] {
            m.word("kind", "fat_tree", "what kind of network this is");
            members(m, own.network);
        });
    });
    m.part("network_instructions",
           "the network interface is in the coprocessor, with instructions and events of its own; "
           "network_interface counts for nothing then",
           sparc.network, [&](SparcNetworkConfig &network) { members(m, network); });
    cache_members(m, config, true);
}

} // namespace inlet
