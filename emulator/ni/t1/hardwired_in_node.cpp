// What a node's hard-wired handlers do in its memory (CSD-94-823 3.9), beside the CPU.
#include "cpu/engine/spin.h"
#include "node/node.h"

#include <algorithm>

namespace inlet {

void Node::run_hardwired(std::uint64_t &until) {
    const net::Mesh &mesh = *context_->mesh;
    const std::uint64_t cycle = state_.now;
    if (const net::Packet *sent = interface_.send_answer(cycle)) {
        ++sent_;
        const bool to_oneself = sent->destination == number_;
        until = std::min(until, cycle + 1 + mesh.min_delivery(to_oneself));
        if (!context_->observer) return;
        MessageEvent told = event_of(EventKind::inject, *sent, false);
        told.cycle = cycle + 1;
        told.pc = t1::first_hardwired;
        return tell(told);
    }
    const auto request = interface_.hardwired().request(cycle);
    if (!request) return;
    // The slot that is free now may let the next message in.
    until = std::min(until, cycle + mesh.min_delivery_after_take(true));
    note_received(cycle, request->message);
    std::optional<std::uint32_t> wrong = request->wrong(context_->interface.nodes);
    std::uint32_t words = 0, word = 0; // that memory is asked for
    if (request->handler == t1::HardwiredHandler::fetch) {
        const bool there = load_word(request->address(), word);
        ++words;
        if (!there) wrong = request->address();
    } else if (request->handler == t1::HardwiredHandler::store) {
        memory_.protect_from(
            mips::system(state_).limit(request->message.user)); // its sender's mode (3.7)
        for (const std::uint32_t value : request->values()) {
            const std::uint32_t address = request->address() + 4 * words;
            if (!store_word(address, value)) {
                wrong = address;
                break;
            }
            ++words;
        }
        state_.linked = false;
    }
    engine::left_loop(state_); // what the CPU waits for may have come
    if (wrong) {
        fail(FaultKind::hardwired_request, *wrong);
        state_.fault.source = request->message.source;
        return;
    }
    std::optional<net::Packet> answer;
    if (request->handler != t1::HardwiredHandler::store) answer = request->answer(word);
    interface_.hardwired().done(cycle, *request, answer);
    if (const std::uint32_t stolen = words * context_->interface.hardwired->stolen) {
        state_.now += stolen;
        state_.load_mask = 0; // and has what it loaded by then
    }
    if (!context_->observer) return;
    MessageEvent told = event_of(EventKind::hardwired, request->message, true);
    told.cycle = cycle;
    told.value = static_cast<std::uint32_t>(state_.now - cycle);
    tell(told);
}

bool Node::load_word(std::uint32_t address, std::uint32_t &word) const {
    const std::uint8_t *bytes = address & 3 ? nullptr : memory_.read<std::uint32_t>(address);
    if (!bytes) return false;
    word = from_guest<std::uint32_t>(bytes);
    return true;
}

bool Node::store_word(std::uint32_t address, std::uint32_t word) {
    if (address & 3) return false;
    const bool code = memory_.watched(address);
    if (code) memory_.watch(address, false);
    std::uint8_t *bytes = memory_.write<std::uint32_t>(address);
    if (!bytes) return false;
    to_guest(bytes, word);
    if (code) code_.changed(address);
    return true;
}

} // namespace inlet
