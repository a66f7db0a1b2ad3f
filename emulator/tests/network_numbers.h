// Numbers of networks for unit tests that compute with them. Machines have theirs in machine files.
#pragma once

#include "inlet/fat_tree_config.h"
#include "inlet/multistage_config.h"
#include "inlet/tb2_config.h"

namespace inlet::test {

inline FatTreeConfig fat_tree_numbers() {
    return {.inject_latency = 17,
            .hop_latency = 7,
            .eject_latency = 16,
            .credit_latency = 1,
            .link_cycles = 33,
            .link_nibbles = 40,
            .overhead_nibbles = 8,
            .injection_packets = 1,
            .receive_packets = 4,
            .router_packets = 2,
            .parents = {2, 2, 4},
            .seed = 1};
}

inline MultistageConfig multistage_numbers() {
    return {.inject_latency = 4,
            .hop_latency = 8,
            .eject_latency = 5,
            .credit_latency = 1,
            .link_cycles = 33,
            .link_bytes = 20,
            .injection_packets = 8,
            .receive_packets = 8,
            .router_packets = 4,
            .scatter = 0,
            .faults_per_million = 0,
            .fault_seed = 1};
}

inline Tb2Config adapter_numbers() {
    return {.receive_entries_per_node = 64,
            .access = 66,
            .channel_cycles = 33,
            .channel_words = 10,
            .bus_bytes = 8,
            .line_bytes = 64,
            .miss = 34,
            .flush_clean = 22,
            .flush_dirty = 26,
            .firmware_send = 370,
            .firmware_receive = 370,
            .idle_send = 230,
            .idle_receive = 230};
}

} // namespace inlet::test
