#include "description/config_kinds.h"
#include "description/members.h"
#include "inlet/config.h"
#include "inlet/t1_config.h"

#include <fmt/format.h>
#include <string_view>

namespace inlet {

namespace {

constexpr std::uint32_t most_cycles = 1'000'000;

/// Costs that a machine without the instructions may leave out.
bool is_optional(std::string_view key) {
    return key.starts_with("fp_") || key.starts_with("vector_");
}

void t1_costs(Members &m, T1Config &t1) {
    for (std::size_t key = 0; key < t1.costs.size(); ++key) {
        const char *const name = isa::cost_key_names[key];
        const std::string text = std::string("cycles of ") + isa::cost_key_texts[key];
        if (is_optional(name))
            m.number_or(name, t1.costs[key], 1, 1, most_cycles, (text + "; absent: 1").c_str());
        else // host services may cost no cycles (docs/t1-abi.md)
            m.number(name, t1.costs[key],
                     key == static_cast<std::size_t>(isa::CostKey::syscall) ? 0 : 1, most_cycles,
                     text.c_str());
    }
}

void members(Members &m, HardwiredConfig &handlers) {
    m.number("fetch", handlers.fetch, 1, most_cycles,
             "cycles from the whole message to its reply's entry into the injection buffer");
    m.number("store", handlers.store, 1, most_cycles,
             "cycles from the whole message to the next one");
    m.number("forward", handlers.forward, 1, most_cycles,
             "cycles from the whole message to its own entry into the injection buffer");
    m.number("stolen", handlers.stolen, 0, most_cycles,
             "cycles that the CPU stands still for each word read or written");
}

} // namespace

void members_t1(Members &m, MachineConfig &config) {
    auto &t1 = config.parts.make<T1Config>();
    m.word("kind", "t1", "what kind of machine this is; absent: t1", true);
    m.loose_group(
        "processor", "what the processor has besides MIPS-II without floating point", [&] {
            m.flag("mips32", t1.processor.mips32,
                   "the user instructions that MIPS32 release 1 adds");
            m.flag("fpu", t1.processor.fpu, "coprocessor 1, floating point single and double");
        });
    m.flag("gang_scheduling", t1.gang_scheduling,
           "the network interface has the registers with which a kernel drains the network and "
           "switches programs (docs/gang.md)");
    std::uint32_t exposed = t1.exposed_hazards ? 1 : 0;
    m.plain_choice("hazards", exposed, {"interlocked", "exposed"},
                   "whether the next instructions see what CFC2, CTC2 and SEND do, or only those "
                   "after them (CSD-94-823 A.10)",
                   true);
    t1.exposed_hazards = exposed != 0;
    common_members(m, config, 65536, 1 << 18, 1 << 30,
                   "bytes of memory of each node, a multiple of 4096");
    clock_member(m);
    m.number("dispatch", t1.dispatch_cycles, 1, most_cycles,
             "cycles from a message's event to the first instruction of its handler");
    m.number("load_use", t1.load_use_stall, 0, most_cycles,
             "extra cycles of an instruction that uses the value loaded by the one just before, or "
             "moved from or to coprocessor 1, or compared there");
    m.number_or(
        "multiply_latency", t1.multiply_latency, 0, 0, most_cycles,
        "cycles from the issue of MULT until HI and LO can be used; 0: with its issue cost");
    m.number_or("divide_latency", t1.divide_latency, 0, 0, most_cycles,
                "cycles from the issue of DIV until HI and LO can be used; 0: with its issue cost");
    m.of_every_machine([&] {
        m.number_or("exception", config.exception_cycles, 5, 0, most_cycles,
                    "cycles from an instruction that raises an exception to the first one of the "
                    "handler");
    });
    m.number_or("annulled_slot", t1.annulled_slot_cycles, 1, 0, most_cycles,
                "cycles of the delay slot that a likely branch skips");
    m.number_or("count_start", t1.count_start, 0, 0, 0xFFFFFFFF,
                "the register Count at cycle 0, on every node");
    m.number("send_refused", t1.send_refused_cycles, 1, most_cycles,
             "cycles of a SEND that the network refuses");
    m.number_or("vector_words_per_cycle", t1.vector_words_per_cycle, 4, 1, 32,
                "words that LW.V and SW.V move in a cycle, after their start; absent: 4");
    m.part("hardwired",
           "the hard-wired handlers fetch, store and forward, and their cycles "
           "(docs/hardwired.md)",
           t1.hardwired, [&](HardwiredConfig &handlers) { members(m, handlers); });
    m.group("costs", "cycles of each kind of instruction, by cost key (docs/extension.md)",
            [&] { t1_costs(m, t1); });
    cache_members(m, config, true);
    m.group("network", "the network between the nodes",
            [&] { inlet::members(m, config.parts.make<MeshConfig>(), true); });
}

void check_t1(const MachineConfig &config, const std::string &where) {
    const auto at_least_one = [&](const char *what, std::uint32_t value, const char *why) {
        if (value == 0)
            throw UserError(
                fmt::format("machine {}: {} is 0, must be at least 1: {}", config.name, what, why));
    };
    const auto &t1 = config.part<T1Config>();
    const auto &mesh = config.part<MeshConfig>();
    constexpr const char *delivery = "delivery takes time (docs/network.md)";
    constexpr const char *room = "a packet needs a buffer";
    at_least_one("network.hop_latency", mesh.hop_latency, delivery);
    at_least_one("network.cycles_per_word", mesh.cycles_per_word, delivery);
    at_least_one("network.eject_latency", mesh.eject_latency, delivery);
    at_least_one("network.header_words", mesh.header_words, delivery);
    at_least_one("network.credit_latency", mesh.credit_latency,
                 "a freed slot is known upstream a cycle later at the earliest (docs/network.md)");
    at_least_one("network.injection_packets", mesh.injection_packets, room);
    at_least_one("network.receive_packets", mesh.receive_packets, room);
    at_least_one("network.router_packets", mesh.router_packets, room);
    if (mesh.high_burst < 1 || mesh.high_burst > 255)
        throw UserError(fmt::format("machine {}: network.high_burst is {}, must be 1 to 255",
                                    config.name, mesh.high_burst));
    at_least_one("vector_words_per_cycle", t1.vector_words_per_cycle, "a vector is moved in words");
    const auto cost = [&](isa::CostKey key) { return t1.costs[static_cast<std::size_t>(key)]; };
    at_least_one("costs.send", cost(isa::CostKey::send),
                 "a node's packets enter its injection buffer one after the other");
    if (t1.hardwired) {
        constexpr const char *after = "what it sends leaves a cycle later at the earliest";
        at_least_one("hardwired.fetch", t1.hardwired->fetch, after);
        at_least_one("hardwired.store", t1.hardwired->store, after);
        at_least_one("hardwired.forward", t1.hardwired->forward, after);
        if (cost(isa::CostKey::send) < 2)
            throw UserError(fmt::format("machine {}: costs.send is 1, must be at least 2 beside "
                                        "hard-wired handlers, whose messages enter the same buffer",
                                        config.name));
    }
    // A kernel cannot save their state in progress (docs/gang.md).
    if (t1.gang_scheduling && (t1.hardwired || t1.exposed_hazards))
        throw UserError(
            fmt::format("{}: /gang_scheduling: must not be true beside {}: remove one of them",
                        where, t1.hardwired ? "/hardwired" : "exposed /hazards"));
    constexpr const char *loops = "an endless loop would take no time";
    at_least_one("costs.branch", cost(isa::CostKey::branch), loops);
    at_least_one("costs.jump", cost(isa::CostKey::jump), loops);
    at_least_one("dispatch", t1.dispatch_cycles, "one event is taken after the other");
}

} // namespace inlet
