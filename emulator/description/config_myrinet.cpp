#include "description/config_kinds.h"
#include "description/members.h"

#include <bit>

namespace inlet {

static void members(Members &m, WormholeConfig &network) {
    constexpr std::uint32_t million = 1'000'000;
    m.number("word", network.word, 1, 1'000,
             "ticks of a cycle of the interface, in which DMA moves a word");
    m.number("hop", network.hop, 1, 100'000, "ticks of a packet's head through a switch");
    m.number("cable", network.cable, 1, 100'000, "ticks of a packet's head along a cable");
    m.number("slack_words", network.slack_words, 1, 4096,
             "words that each link of a blocked packet stores");
    m.number("time_limit", network.time_limit, 1, 2'000'000'000,
             "ticks after which a packet that others block is killed");
    m.number("lost_per_million", network.lost_per_million, 0, million,
             "packets of a million that the network loses");
    m.number("corrupt_per_million", network.corrupt_per_million, 0, million,
             "packets of a million whose checksum is wrong when they arrive");
    m.number("fault_seed", network.fault_seed, 0, 2'147'483'647, "seed of the choice of these");
}

void members_myrinet(Members &m, MachineConfig &config) {
    constexpr std::uint32_t most = 100'000, most_ticks = 10'000'000;
    auto &x86 = config.parts.make<X86Config>();
    auto &own = config.parts.make<MyrinetConfig>();
    m.word("kind", "myrinet", "what kind of machine this is");
    common_members(m, config, WormholeConfig::most_nodes, 1 << 18, 1 << 30,
                   "bytes of memory of each host, a multiple of 4096");
    clock_member(m);
    members(m, x86);
    m.hashed_too({16, 2048, 1 << 24, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    m.group("bus", "the PCI bus; its cycles are those of the interface", [&] {
        m.number("store", own.store, 1, most, "cycles of an uncached store");
        m.number("line", own.line, 1, most, "cycles of a full write-combining buffer");
        m.number("partial", own.partial, 1, most,
                 "cycles of a run of words in a buffer that is not full, beside one a word");
        m.number("posted", own.posted, 1, 64, "writes that the bridge holds");
        m.number("load", own.load, 1, most, "ticks of a load from the window");
        m.number("load_sample", own.load_sample, 1, most,
                 "cycles from the begin of a load until SRAM is read");
        m.number("fence", own.fence, 1, most, "ticks of a fence, beside the wait for the bridge");
        m.number("dma_start", own.dma_start, 1, most,
                 "cycles from the start of a host DMA until it asks for the bus");
        m.number("dma_burst", own.dma_burst, 1, 4096, "words of a burst");
        m.number("dma_pause", own.dma_pause, 0, most, "cycles between bursts");
    });
    m.group("interface", "the network interface and its processor", [&] {
        auto arbitration = static_cast<std::uint32_t>(own.arbitration);
        m.choice("arbitration", arbitration, {"pci_and_one", "any_two", "none"},
                 "accesses of SRAM in a cycle: one of the bus and one of {receive DMA, send DMA, "
                 "processor}; any two of the four; all");
        own.arbitration = static_cast<Arbitration>(arbitration);
        m.number("data_slot", own.data_slot, 0, 100,
                 "cycles that a load or store of SRAM adds to an instruction");
        m.number("timer", own.timer, 1, most, "ticks of a unit of the timer");
    });
    m.number("time_stamp", own.time_stamp, 1, most,
             "cycles of RDTSC, which reads the host's clock");
    m.number("stall_cycles", own.stall_cycles, 0, 2'000'000'000,
             "a run in which packets are sent again, and for so many ticks no new one is sent or "
             "reaches a host, has stalled; 0: it goes on");
    m.group("os", "the host's operating system", [&] {
        m.number("interrupt", own.kernel, 1, most_ticks,
                 "ticks from HOST_SIG until the kernel has the signal");
        m.number("handler", own.handler, 1, most_ticks,
                 "ticks from there to the program's handler");
        m.number("sigreturn", own.sigreturn, 0, most_ticks, "ticks of the return from it");
    });
    m.group("network", "links and switches", [&] { members(m, own.network); });
    cache_members(m, config, false);
    m.part("second_cache",
           "the host's second cache, and its memory; icache and dcache are before it",
           own.second_cache, [&](SecondCacheConfig &cache) {
               m.number("size", cache.size, 8, 1 << 26, "bytes of the cache, a power of two");
               m.number("line", cache.line, 8, 4096, "bytes of a line, as in the first caches");
               m.number("ways", cache.ways, 1, 1024, "lines of a set, a power of two");
               m.number("miss", cache.miss, 0, most, "ticks to fetch a line from memory");
               m.number("write", cache.write, 0, most,
                        "ticks for which a line that is written keeps memory busy");
               m.number("dma", cache.dma, 0, most,
                        "ticks for which a line that DMA reads or writes keeps memory busy");
           });
    config.exception_cycles = own.handler;
    config.cores = {"host", "NI"};
    config.firmware_bytes = 1 << 20;
}

void check_myrinet(const MachineConfig &config, const std::string &where) {
    const auto wrong = [&](const char *what) { throw UserError(where + ": " + what); };
    const auto &second = config.part<MyrinetConfig>().second_cache;
    const auto &[instruction, data, unified, buffer] = config.caches;
    if (!second) {
        if (instruction || data) wrong("/second_cache: is missing beside /icache and /dcache");
        return;
    }
    if (!instruction || !data || data->write != WritePolicy::back)
        wrong("/second_cache: needs /icache and /dcache, whose stores write back");
    if (second->line != instruction->line || second->line != data->line)
        wrong("/second_cache/line/value: must be that of /icache and /dcache");
    if (!std::has_single_bit(second->size) || !std::has_single_bit(second->ways) ||
        std::uint64_t{second->line} * second->ways > second->size)
        wrong("/second_cache/size/value: size and ways must be powers of two, and size at least "
              "line times ways");
}

} // namespace inlet
