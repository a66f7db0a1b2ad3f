// What the nodes of a partition share.
#pragma once

#include "cpu/engine/code_cache.h"
#include "inlet/machine.h"
#include "memory/memory.h"
#include "net/network.h"
#include "node/devices.h"
#include "node/host_files.h"
#include "node/node_output.h"

#include <cstdint>
#include <functional>

namespace inlet {

/// Where a node's library keeps what handlers have printed, until main writes it
/// (runtime/lib/libc/src/deferred.c).
struct DeferredOutput {
    std::uint32_t address = 0;
    std::uint32_t bytes = 0; ///< 0: the program has none
};

/// Of the cores that run one program. Outlives the nodes.
struct NodeContext {
    std::uint8_t core = 0; ///< of the node
    engine::CodeCache *code = nullptr;
    const SharedPages *pages = nullptr;
    net::Network *network = nullptr;
    std::uint32_t nodes = 1; ///< of the machine, I/O nodes included
    Observer *observer = nullptr;
    bool skip_waits = true;
    bool skip_polls = false; ///< loops that poll their network interface are waits
    std::uint64_t meet_every = ~std::uint64_t{0}; ///< cycles between meetings of all clocks
    std::uint32_t exception_cycles = 0;
    bool exposed = false;                 ///< the machine has the hazards of CSD-94-823 A.10
    bool reserves = false;                ///< its memory is a Reservation's
    bool stepper = false;                 ///< Platform::steps()
    NodeOutput *output = nullptr;         ///< of their partition
    bool apart = false;                   ///< others run other nodes, so files must wait
    Guards guards;                        ///< of the program
    DeferredOutput deferred;              ///< of the program
    std::uint32_t io_nodes = 0;           ///< of the machine
    std::uint32_t grid = 0;               ///< Platform::grid()
    HostFiles *files = nullptr;           ///< I/O nodes: what they serve
    const DeviceMaker *devices = nullptr; ///< beside memory, if any
    /// RunOptions::note.
    const std::function<void(std::uint32_t, std::uint32_t, std::uint64_t)> *note = nullptr;
};

} // namespace inlet
