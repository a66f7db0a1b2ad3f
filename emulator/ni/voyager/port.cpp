#include "ni/voyager/port.h"

#include "archive/archive.h"
#include "cpu/ppc/registers.h"
#include "ni/voyager/packet.h"

#include <algorithm>

namespace inlet::voyager {

void Port::accessed(NodePort &node) {
    const News news = nes_->take_news(core_, node.state().now);
    if (!node.observer() || core_ != aP) return;
    tell_launched(node, news);
    if (news.polled) tell_poll(node, news);
    if (news.taken) find(node, *news.taken);
    if (news.reads) find(node, *news.reads);
    if (news.released) {
        const unsigned level = priority(*news.released);
        const Handling &handling = handling_.at(level);
        if (handling.state == Handling::State::begun && !handling.address) end_handler(node, level);
    }
    watch(node);
}

void Port::tell_launched(NodePort &node, const News &news) const {
    for (auto queue = news.launched.begin(); queue != news.launched.end(); ++queue) {
        const auto later = std::count(queue + 1, news.launched.end(), *queue);
        MessageEvent event = node.event_of(events::Inject{},
                                           nes_->launched(*queue, static_cast<std::size_t>(later)));
        event.pc = node.stepped().pc;
        node.tell(event);
    }
}

/// The endpoint has no register that says whether there is room, so a poll never finds none.
void Port::tell_poll(NodePort &node, const News &news) const {
    MessageEvent event = node.event_of(
        events::Polled{Poll::looks, found::low_room | found::high_room | *news.polled});
    event.cycle = news.cycle;
    event.pc = node.stepped().pc;
    node.tell(event);
}

void Port::find(NodePort &node, const net::Packet &packet) {
    Handling &handling = handling_.at(packet.channel);
    if (handling.state != Handling::State::none) {
        if (handling.packet == packet) return;
        if (handling.state == Handling::State::to_begin) begin_handler(node, packet.channel);
        end_handler(node, packet.channel);
    }
    handling = {.state = Handling::State::to_begin,
                .address = handler_of(packet, *handlers_),
                .packet = packet};
    if (handling.address) return;
    begin_handler(node, packet.channel);
    if (!(packet.tag & packet_basic)) end_handler(node, packet.channel);
}

void Port::begin_handler(NodePort &node, unsigned priority) {
    Handling &handling = handling_.at(priority);
    handling.state = Handling::State::begun;
    handling.resume = node.state().r[ppc::lr_register];
    handling.stack = node.stack();
    MessageEvent event = node.event_of(events::Dispatch{}, handling.packet);
    event.context = priority ? Context::high : Context::low;
    node.tell(event);
}

void Port::end_handler(NodePort &node, unsigned priority) {
    MessageEvent event = node.event_of(events::Return{}, handling_.at(priority).packet);
    event.context = priority ? Context::high : Context::low;
    node.tell(event);
    handling_.at(priority) = {};
}

void Port::watch(NodePort &node) {
    for (unsigned level = 2; level-- > 0;) { // replies are handled within requests
        const Handling &handling = handling_.at(level);
        if (!handling.address) continue;
        const std::uint32_t pc = node.state().pc;
        if (handling.state == Handling::State::to_begin && pc == handling.address)
            begin_handler(node, level);
        else if (handling.state == Handling::State::begun && pc == handling.resume &&
                 node.stack() == handling.stack)
            end_handler(node, level);
    }
}

Context Port::shown() const {
    for (const unsigned level : {1u, 0u})
        if (handling_.at(level).state == Handling::State::begun)
            return level ? Context::high : Context::low;
    return Context::main;
}

/// The words of a Basic message are those behind its header.
void Port::complete(MessageEvent &event, const net::Packet &packet) const {
    const std::uint32_t handler = handler_of(packet, *handlers_);
    event.handler = handler ? handler : number_of(packet);
    event.words = packet.bytes / 4u - (packet.tag & packet_basic ? 1 : 0);
    event.vector_words = 0;
    event.high = packet.channel != 0;
}

void Port::archive(Archive &ar) {
    for (auto &[state, address, resume, stack, packet] : handling_) {
        ar.choice(state, Handling::State::begun);
        ar(address, resume, stack, packet);
        ar.require(packet.channel < handling_.size(), "a message of no priority");
    }
}

} // namespace inlet::voyager
