// Configuration of a Myrinet network interface and of the PCI bus before it.
#pragma once

#include "inlet/second_cache_config.h"
#include "inlet/wormhole_config.h"

#include <cstdint>
#include <optional>

namespace inlet {

/// Which memory accesses an interface makes in one of its cycles.
enum class Arbitration : std::uint8_t {
    pci_and_one, ///< one of the PCI bus and one of {receive DMA, send DMA, processor} (001 1.6.2)
    any_two,     ///< any two of the four (001 5.3.1)
    none         ///< all
};

/// "Cycles" are those of the interface and the PCI bus, WormholeConfig::word ticks; a tick is a
/// cycle of the host.
struct MyrinetConfig {
    WormholeConfig network;
    Arbitration arbitration = Arbitration::pci_and_one;
    std::uint32_t data_slot = 0;    ///< cycles that a load or store of SRAM adds to an instruction
    std::uint32_t store = 0;        ///< cycles of an uncached store on the bus
    std::uint32_t line = 0;         ///< cycles of a full combining buffer
    std::uint32_t partial = 0;      ///< cycles of a run of words in another one, beside one a word
    std::uint32_t posted = 0;       ///< writes that the bridge holds
    std::uint32_t load = 0;         ///< ticks of a load from the window
    std::uint32_t load_sample = 0;  ///< cycles after which it reads SRAM
    std::uint32_t fence = 0;        ///< ticks of a fence, beside waiting for the bridge
    std::uint32_t dma_start = 0;    ///< cycles from the start of a host DMA to its first request
    std::uint32_t dma_burst = 0;    ///< words
    std::uint32_t dma_pause = 0;    ///< cycles between two bursts
    std::uint32_t timer = 0;        ///< ticks of the timer's unit, 0.5 us
    std::uint32_t kernel = 0;       ///< ticks from HOST_SIG until the host's kernel has the signal
    std::uint32_t handler = 0;      ///< ticks from there to the program's handler
    std::uint32_t sigreturn = 0;    ///< ticks of the IRET that leaves it
    std::uint32_t time_stamp = 0;   ///< ticks of RDTSC
    std::uint32_t stall_cycles = 0; ///< ticks; 0: a run never stalls
    std::optional<SecondCacheConfig> second_cache{}; ///< absent: memory takes no time
};

} // namespace inlet
