// The hard-wired handlers of a node, which access its memory beside the CPU (CSD-94-823 3.9).
#include "cpu/engine/spin.h"
#include "ni/t1/in_node.h"

#include <algorithm>

namespace inlet::t1 {

std::uint64_t InNode::run_hardwired(NodePort &node) {
    const net::Mesh &mesh = *mesh_;
    engine::State &state = node.state();
    Memory &memory = node.memory();
    const std::uint64_t cycle = state.now;
    if (const net::Packet *sent = interface_.send_answer(cycle)) {
        node.note_sent();
        const bool to_oneself = sent->destination == node.number();
        const std::uint64_t until = cycle + 1 + mesh.min_delivery(to_oneself);
        if (!node.observer()) return until;
        MessageEvent told = node.event_of(events::Inject{}, *sent);
        told.cycle = cycle + 1;
        told.pc = first_hardwired;
        node.tell(told);
        return until;
    }
    const auto request = interface_.hardwired().request(cycle);
    if (!request) return never;
    // The free slot may let the next message in.
    const std::uint64_t until = cycle + mesh.min_delivery_after_take(true);
    node.note_received(cycle, request->message);
    std::optional<std::uint32_t> wrong = request->wrong(config_->nodes);
    std::uint32_t words = 0, word = 0; // number of words to access
    if (request->handler == HardwiredHandler::fetch) {
        const bool there = node.load_word(request->address(), word);
        ++words;
        if (!there) wrong = request->address();
    } else if (request->handler == HardwiredHandler::store) {
        memory.protect_from(
            mips::system(state).limit(request->message.user)); // its sender's mode (3.7)
        for (const std::uint32_t value : request->values()) {
            const std::uint32_t address = request->address() + 4 * words;
            if (!node.store_word(address, value)) {
                wrong = address;
                break;
            }
            ++words;
        }
        state.linked = false;
    }
    engine::left_loop(state); // the CPU's wait may have ended
    if (wrong) {
        node.fail(FaultKind::hardwired_request, *wrong);
        state.fault.source = request->message.source;
        return until;
    }
    std::optional<net::Packet> answer;
    if (request->handler != HardwiredHandler::store) answer = request->answer(word);
    interface_.hardwired().done(cycle, *request, answer);
    if (const std::uint32_t stolen = words * config_->hardwired->stolen) {
        state.now += stolen;
        state.load_mask = 0; // its loads have completed
    }
    if (!node.observer()) return until;
    MessageEvent told = node.event_of(
        events::Hardwired{static_cast<std::uint32_t>(state.now - cycle)}, request->message);
    told.cycle = cycle;
    node.tell(told);
    return until;
}

} // namespace inlet::t1
