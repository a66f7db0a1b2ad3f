#include "description/config_kinds.h"
#include "description/members.h"

namespace inlet {

void members(Members &m, CubeConfig &cube) {
    m.number("hop", cube.hop, 1, 10'000, "cycles of a message's head from one router to the next");
    m.number("cycles_per_byte", cube.cycles_per_byte, 1, 1'000,
             "cycles of a byte on a path that stands");
    m.number("eot_bytes", cube.eot_bytes, 0, 100, "bytes behind a message's own");
    m.number("dma_start", cube.dma_start, 1, 10'000,
             "cycles from LCNT until the head asks for its first link");
    m.number("dma_end", cube.dma_end, 1, 10'000,
             "cycles from the last byte until the input channel is ready");
}

static void members(Members &m, NcubeConfig &ncube) {
    m.number("base", ncube.base, 1, 1'000, "cycles of every instruction");
    m.number("memory", ncube.memory, 0, 1'000, "cycles of each access of memory, beside base");
    m.number("prefetch_stall", ncube.prefetch_stall, 0, 1'000,
             "cycles of what executes in the prefetch unit: traps, LPTR, LCNT, LDPR, STPR, RETI");
    m.number("interrupt_extra", ncube.interrupt_extra, 0, 100,
             "accesses of an interrupt's entry that a trap does not make");
    m.number("multiply", ncube.multiply, 0, 1'000,
             "cycles of a multiplication, beside base and accesses");
    m.number("divide", ncube.divide, 0, 1'000, "cycles of a division, beside base and accesses");
}

void members_ncube2(Members &m, MachineConfig &config) {
    constexpr std::uint32_t most_nodes = 8192, least_memory = 1 << 22, most_memory = 1 << 26;
    auto &ncube = config.parts.make<NcubeConfig>();
    auto &own = config.parts.make<Ncube2Config>();
    m.word("kind", "ncube2", "what kind of machine this is");
    common_members(m, config, most_nodes, least_memory, most_memory,
                   "memory of a node, a multiple of 4096; the kernel lays out 4 MiB");
    m.group("costs", "cycles of the processor", [&] { members(m, ncube); });
    m.number("clock_hz", own.clock_hz, 1, fastest_clock, clock_text);
    m.group("network", "the hypercube and its channels", [&] { members(m, own.network); });
    // PSW and PC are pushed, and both words of the vector read.
    constexpr std::uint32_t entry_accesses = 4;
    config.exception_cycles = ncube.base + entry_accesses * ncube.memory + ncube.prefetch_stall;
}

} // namespace inlet
