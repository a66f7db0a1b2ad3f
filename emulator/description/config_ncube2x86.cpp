#include "description/config_kinds.h"
#include "description/members.h"

namespace inlet {

namespace {

constexpr CostText x86_cost_texts[] = {
    {"plain", "an integer instruction"},
    {"multiply", "MUL, IMUL"},
    {"divide", "DIV, IDIV"},
    {"string", "a string instruction, one turn of it"},
    {"trap", "INT and IRET, and what they enter: the prefetch unit stops"},
    {"port", "LPTR, LCNT, LDPR, STPR, STOR, STIR: the prefetch unit stops"},
    {"xnet", "SEND and its like"},
    {"fp_move", "floating-point loads, stores and moves"},
    {"fp_add", "floating-point sums, comparisons and roundings"},
    {"fp_multiply", "products"},
    {"fp_divide", "quotients and remainders"},
    {"fp_sqrt", "square roots"},
};
static_assert(in_order(x86_cost_texts, isa::x86::cost_key_names));

} // namespace

void members(Members &m, X86Config &x86) {
    m.number("base_cycles", x86.base, 1, 1'000, "cycles of every instruction");
    m.number("access_cycles", x86.memory, 0, 1'000, "cycles of each access of memory, beside base");
    m.group("costs", "cycles beside base and accesses, by cost key",
            [&] { m.costs(x86.costs, 0, 1'000'000, x86_cost_texts); });
}

void members_ncube2x86(Members &m, MachineConfig &config) {
    constexpr std::uint32_t most_nodes = 8192, least_memory = 1 << 17, most_memory = 1 << 30;
    auto &x86 = config.parts.make<X86Config>();
    auto &own = config.parts.make<Ncube2X86Config>();
    m.word("kind", "ncube2x86", "what kind of machine this is");
    common_members(m, config, most_nodes, least_memory, most_memory,
                   "memory of a node, a multiple of 4096");
    clock_member(m);
    m.bit("xnet", x86.xnet,
          "1: the processor has SEND, SENDH, HRET, CFC and CTC; 0: they are illegal");
    std::optional<NetworkParts> parts;
    if (x86.parts != NetworkParts{}) parts = x86.parts;
    m.part("network_instructions",
           "what the processor's network instructions have besides messages of words, where xnet "
           "is 1",
           parts, [&](NetworkParts &present) { members(m, present); });
    x86.parts = parts.value_or(NetworkParts{});
    members(m, x86);
    m.number("interrupt_extra", own.interrupt_extra, 0, 100,
             "accesses of an interrupt's entry that a trap does not make");
    m.group("network", "the hypercube and its channels", [&] { members(m, own.network); });
    // An exception pushes five words and reads a vector, as a trap from CPL 3 does.
    constexpr std::uint32_t entry_accesses = 6;
    config.exception_cycles = x86.base + entry_accesses * x86.memory +
                              x86.costs[static_cast<std::size_t>(isa::x86::CostKey::trap)];
}

} // namespace inlet
