#include "description/config_kinds.h"
#include "description/config_members.h"

namespace inlet {

MachineConfig read_sp2(const nlohmann::json &document) {
    MachineConfig config;
    config.kind = "sp2";
    config.nodes = value_of(document, "nodes");
    config.max_nodes = value_of(document, "max_nodes");
    config.memory_bytes = value_of(document, "memory_bytes");
    PpcConfig &ppc = config.ppc.emplace();
    ppc.load_use = value_of(document, "load_use");
    ppc.cache_line = value_of(document, "cache_line");
    for (std::size_t key = 0; key < ppc.costs.size(); ++key)
        ppc.costs[key] = value_of(document.at("costs"), isa::ppc::cost_key_names[key]);
    if (document.contains("network_instructions")) {
        const nlohmann::json &network = document.at("network_instructions");
        ppc.network = PpcNetworkConfig{.send = value_of(network, "send"),
                                       .send_refused = value_of(network, "send_refused"),
                                       .read = value_of(network, "read"),
                                       .write = value_of(network, "write"),
                                       .hret = value_of(network, "hret"),
                                       .dispatch = value_of(network, "dispatch")};
        config.dispatch_cycles = ppc.network->dispatch;
        config.send_refused_cycles = ppc.network->send_refused;
    }
    config.costs.fill(1);
    return config;
}

Sp2Config sp2_config(const MachineConfig &config) {
    const nlohmann::json document = nlohmann::json::parse(config.text);
    const nlohmann::json &adapter = document.at("network_interface");
    const nlohmann::json &network = document.at("switch");
    return {.adapter = {.receive_entries_per_node = value_of(adapter, "receive_entries_per_node"),
                        .access = value_of(adapter, "access"),
                        .channel_cycles = value_of(adapter, "channel_cycles"),
                        .channel_words = value_of(adapter, "channel_words"),
                        .bus_bytes = value_of(adapter, "bus_bytes"),
                        .line_bytes = value_of(document, "cache_line"),
                        .miss = value_of(adapter, "miss"),
                        .flush_clean = value_of(adapter, "flush_clean"),
                        .flush_dirty = value_of(adapter, "flush_dirty"),
                        .firmware_send = value_of(adapter, "firmware_send"),
                        .firmware_receive = value_of(adapter, "firmware_receive"),
                        .idle_send = value_of(adapter, "idle_send"),
                        .idle_receive = value_of(adapter, "idle_receive")},
            .network = {.inject_latency = value_of(network, "inject_latency"),
                        .hop_latency = value_of(network, "hop_latency"),
                        .eject_latency = value_of(network, "eject_latency"),
                        .credit_latency = value_of(network, "credit_latency"),
                        .link_cycles = value_of(network, "link_cycles"),
                        .link_bytes = value_of(network, "link_bytes"),
                        .injection_packets = value_of(network, "injection_packets"),
                        .receive_packets = value_of(network, "receive_packets"),
                        .router_packets = value_of(network, "router_packets"),
                        .scatter = value_of(network, "scatter"),
                        .faults_per_million = value_of(network, "faults_per_million"),
                        .fault_seed = value_of(network, "fault_seed")},
            .stall_cycles = value_of(document, "stall_cycles")};
}

} // namespace inlet
