#include "ni/ncube2/x86_port.h"

#include "cpu/x86/port.h"
#include "cpu/x86/registers.h"
#include "ni/node_port.h"

#include <string>

namespace inlet::ncube2 {

namespace {

using x86::Port;
using Answer = ncube::Interface::Answer;

Answer ask(ncube::Interface &channels, std::uint64_t now, const x86::PortInstruction &port,
           std::uint32_t &result) {
    switch (port.port) {
    case Port::lptr: return channels.load_pointer(now, port.number, port.value);
    case Port::lcnt: return channels.load_count(now, port.number, port.value);
    case Port::ldpr: return channels.load_register(now, port.number, port.value);
    default: return channels.store_register(now, port.number, result);
    }
}

} // namespace

Executed X86Port::execute(NodePort &node, const engine::Instruction &in) {
    engine::State &state = node.state();
    const std::uint32_t pc = state.pc;
    const std::uint64_t cycle = state.now;
    const auto port = x86::port_instruction(state, node.memory(), in);
    if (!port) return {.kind = Executed::Kind::fault};
    std::uint32_t result = 0;
    const bool own = x86::own_register(state, *port, result);
    if (!own) {
        ncube::Interface *const there = port->port <= Port::stpr ? channels() : nullptr;
        const auto refuse = [&](const std::string &why) {
            node.explain(why);
            state.fault = {FaultKind::port, node.number(), state.now, pc, port->number, 0, {}};
            return Executed{.kind = Executed::Kind::fault};
        };
        if (!there) return refuse("the machine has no channels");
        const Answer answer = ask(*there, state.now, *port, result);
        if (answer == Answer::not_known) return {.kind = Executed::Kind::not_known};
        if (answer == Answer::error) return refuse(there->error_text());
    }
    if (!x86::finish(state, node.memory(), node.code(), in, result))
        return {.kind = Executed::Kind::fault};
    Executed executed;
    if (node.observer()) {
        engine::Stepped &stepped = node.stepped();
        stepped.pc = pc;
        stepped.cycle = cycle;
        Cost cost = stepped.cost;
        cost.issue = 1;
        cost.network = in.cost - 1;
        node.observer()->instruction(
            {node.number(), shown(), cycle, pc, in.word, cost, false, node.stack()});
    }
    if (!own) acted(node, executed);
    return executed;
}

} // namespace inlet::ncube2
