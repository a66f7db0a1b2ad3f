#include "description/config_kinds.h"
#include "description/config_members.h"

namespace inlet {

MachineConfig read_cm5(const nlohmann::json &document) {
    MachineConfig config;
    config.kind = "cm5";
    config.nodes = value_of(document, "nodes");
    config.max_nodes = value_of(document, "max_nodes");
    config.memory_bytes = value_of(document, "memory_bytes");
    SparcConfig &sparc = config.sparc.emplace();
    sparc.v8 = document.value("processor", nlohmann::json::object()).value("v8", false);
    sparc.load_use = value_of(document, "load_use");
    sparc.annulled_slot = value_of(document, "annulled_slot");
    config.exception_cycles = value_of(document, "trap_entry");
    for (std::size_t key = 0; key < sparc.costs.size(); ++key)
        sparc.costs[key] = value_of(document.at("costs"), isa::sparc::cost_key_names[key]);
    if (document.contains("network_instructions")) {
        const nlohmann::json &network = document.at("network_instructions");
        sparc.network = SparcNetworkConfig{.send = value_of(network, "send"),
                                           .send_refused = value_of(network, "send_refused"),
                                           .read = value_of(network, "read"),
                                           .write = value_of(network, "write"),
                                           .hret = value_of(network, "hret"),
                                           .dispatch = value_of(network, "dispatch"),
                                           .frame = value_of(network, "frame")};
        config.dispatch_cycles = sparc.network->dispatch;
        config.send_refused_cycles = sparc.network->send_refused;
    }
    config.costs.fill(1);
    return config;
}

Cm5Config cm5_config(const MachineConfig &config) {
    const nlohmann::json document = nlohmann::json::parse(config.text);
    const nlohmann::json &interface = document.at("network_interface");
    const nlohmann::json &control = document.at("networks").at("control");
    const nlohmann::json &data = document.at("networks").at("data");
    return {.load_wait = value_of(interface, "load_wait"),
            .store_wait = value_of(interface, "store_wait"),
            .store_drain = value_of(interface, "store_drain"),
            .interrupt_level = value_of(interface, "interrupt_level"),
            .barrier_latency = value_of(control, "barrier_latency"),
            .network = {.inject_latency = value_of(data, "inject_latency"),
                        .hop_latency = value_of(data, "hop_latency"),
                        .eject_latency = value_of(data, "eject_latency"),
                        .credit_latency = value_of(data, "credit_latency"),
                        .link_cycles = value_of(data, "link_cycles"),
                        .link_nibbles = value_of(data, "link_nibbles"),
                        .overhead_nibbles = value_of(data, "overhead_nibbles"),
                        .injection_packets = value_of(data, "injection_packets"),
                        .receive_packets = value_of(data, "receive_packets"),
                        .router_packets = value_of(data, "router_packets"),
                        .parents = data.at("parents").at("value").get<std::vector<std::uint32_t>>(),
                        .seed = value_of(data, "seed")}};
}

} // namespace inlet
