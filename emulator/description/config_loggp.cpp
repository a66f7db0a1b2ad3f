#include "description/config_kinds.h"
#include "description/members.h"

namespace inlet {

void members(Members &m, LoggpConfig &own) {
    m.group("network_interface", "what a message costs the processors", [&] {
        m.number("send", own.send, 0, 1'000'000,
                 "cycles of a send beside the library's instructions");
        m.number("receive", own.receive, 0, 1'000'000,
                 "cycles of taking a message beside the library's instructions");
        m.number("interrupt_level", own.interrupt_level, 1, 15,
                 "of the processor, by which arrivals interrupt");
    });
    m.group("network", "the network: only the nodes' own links have a rate", [&] {
        m.number("latency", own.latency, 6, 1'000'000,
                 "from the end of a send to the arrival of a message of five words");
        m.number("link_cycles", own.link_cycles, 1, 1'000'000,
                 "in so many cycles a node's link moves link_bytes");
        m.number("link_bytes", own.link_bytes, 1, 1'000'000,
                 "bytes that a node's link moves in link_cycles cycles");
        m.number("injection_packets", own.injection_packets, 1, 64,
                 "messages of a channel that wait in the interface to leave");
        m.number("receive_packets", own.receive_packets, 1, 64,
                 "messages of a channel that wait in the interface to be taken");
    });
}

void members_loggp(Members &m, MachineConfig &config) {
    m.word("kind", "loggp", "what kind of machine this is");
    sparc_members(m, config, LoggpConfig::most_nodes);
    members(m, config.parts.make<LoggpConfig>());
    cache_members(m, config, true);
}

} // namespace inlet
