#include "measure/one_way.h"

#include <algorithm>
#include <inlet/config.h>

namespace inlet::measure {

void OneWay::instruction(const InstructionEvent &event) {
    if (event.core != 0) return;
    if (event.node == 0 && event.pc == begin_) begins_.push_back(event.cycle);
    if (event.node == node_ && event.pc == end_) ends_.push_back(event.cycle);
}

void OneWay::event(const MessageEvent &event) {
    if (event.message.source != 0 || event.message.number == 0) return;
    Message &message = messages_[event.message.number];
    if (event.kind() == EventKind::inject) message.injected = event.cycle;
    if (event.kind() == EventKind::arrive && event.node == node_) message.arrived = event.cycle;
    const auto *in = event.as<events::Staged>();
    if (!in) return;
    const StageFacts::Side side = facts_of(in->stage).side;
    if (side == StageFacts::Side::sender) message.entered = event.cycle + in->cycles;
    if (side == StageFacts::Side::receiver && !message.left) message.left = event.cycle;
}

void OneWay::hop(const HopEvent &hop) {
    if (hop.message.source == 0 && hop.node == HopEvent::none)
        ++messages_[hop.message.number].routers;
}

const OneWay::Message &OneWay::between(std::uint64_t began, std::uint64_t ended) const {
    const Message *found = nullptr;
    for (const auto &[number, one] : messages_)
        if (one.injected && one.entered && one.left && one.arrived && *one.arrived <= ended &&
            (!found || *one.arrived > *found->arrived))
            found = &one;
    if (!found || *found->injected < began)
        throw UserError("no message came from node 0 between the labels");
    return *found;
}

OneWay::Way OneWay::mean() const {
    const std::size_t times = begins_.size(), first = times / 2;
    if (times == 0 || ends_.size() != times)
        throw UserError("the program does not come from one label to the other each time");
    Way sum;
    for (std::size_t i = first; i < times; ++i) {
        const Message &one = between(begins_[i], ends_[i]);
        const std::array marks = {begins_[i], *one.injected, *one.entered,
                                  *one.left,  *one.arrived,  ends_[i]};
        if (!std::ranges::is_sorted(marks))
            throw UserError("the stages of a message between the labels overlap");
        for (std::size_t part = 0; part < sum.cycles.size(); ++part)
            sum.cycles.at(part) += static_cast<double>(marks.at(part + 1) - marks.at(part));
        sum.routers += one.routers;
    }
    for (double &part : sum.cycles) part /= static_cast<double>(times - first);
    sum.routers /= static_cast<double>(times - first);
    return sum;
}

} // namespace inlet::measure
