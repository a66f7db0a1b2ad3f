// Numbers of networks for unit tests that compute with them. Machines have theirs in machine files.
#pragma once

#include "inlet/arctic_config.h"
#include "inlet/fat_tree_config.h"
#include "inlet/mesh_config.h"
#include "inlet/multistage_config.h"
#include "inlet/myrinet_config.h"
#include "inlet/nes_config.h"
#include "inlet/tb2_config.h"

namespace inlet::test {

/// Of a grid in which everything takes a cycle.
inline MeshConfig plain_mesh() {
    MeshConfig mesh;
    mesh.topology = GridKind::cylinder;
    mesh.hop_latency = mesh.cycles_per_word = mesh.eject_latency = mesh.credit_latency = 1;
    mesh.header_words = 1;
    mesh.injection_packets = mesh.receive_packets = mesh.router_packets = 1;
    mesh.high_burst = 4;
    return mesh;
}

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

inline ArcticConfig arctic_numbers() {
    return {.inject_latency = 1,
            .hop_latency = 22,
            .eject_latency = 1,
            .credit_latency = 1,
            .link_cycles = 56,
            .link_bytes = 60,
            .header_bytes = 8,
            .injection_packets = 1,
            .receive_packets = 1,
            .router_packets = 2,
            .high_burst = 4,
            .children = 2,
            .parents = {2},
            .scatter = 0};
}

inline NesConfig nes_numbers() {
    NesConfig nes;
    nes.ratio = 4;
    nes.burst = 6;
    nes.single = 3;
    nes.read = 4;
    nes.snoop = 3;
    nes.retry = 2;
    nes.transmit = nes.receive = 23;
    nes.message = 2;
    nes.line_operation = 16;
    nes.memory = 8;
    nes.posted = 4;
    nes.express_entries = nes.basic_entries = 16;
    nes.miss_entries = 64;
    return nes;
}

inline WormholeConfig wormhole_numbers() {
    WormholeConfig network;
    network.word = 6;
    network.hop = 60;
    network.cable = 5;
    network.slack_words = 16;
    network.time_limit = 10'000'000;
    network.one_engine = true;
    network.fault_seed = 1;
    return network;
}

inline MyrinetConfig myrinet_numbers() {
    MyrinetConfig nic;
    nic.network = wormhole_numbers();
    nic.data_slot = 1;
    nic.store = 5;
    nic.line = 12;
    nic.partial = 4;
    nic.posted = 4;
    nic.load = 93;
    nic.load_sample = 8;
    nic.fence = 20;
    nic.dma_start = 20;
    nic.dma_burst = 64;
    nic.dma_pause = 2;
    nic.timer = 100;
    nic.kernel = 1600;
    nic.handler = 1800;
    nic.time_stamp = 34;
    nic.stall_cycles = 20'000'000;
    return nic;
}

} // namespace inlet::test
