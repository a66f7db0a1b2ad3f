#include "analysis/message_log.h"

#include "analysis/by_interface.h"

#include <algorithm>
#include <tuple>

namespace inlet {

MessageRecord &MessageLog::record(MessageId id) {
    MessageRecord &record = records_[id.key()];
    record.id = id;
    return record;
}

std::vector<MessageId> &MessageLog::handled(std::uint32_t node, Context level) {
    if (node >= handled_.size()) handled_.resize(node + 1);
    return handled_[node][static_cast<std::size_t>(level)];
}

void MessageLog::event(const MessageEvent &event) {
    // Other events have dispatches too (outlet, timelet); they carry no message.
    const bool message = event.message.number != 0;
    // Of the copies of a multicast, the log keeps that of the last node: one record a message.
    const auto told = [&] {
        return message && (!event.multicast || event.drained != 0 ||
                           record(event.message).destination == event.node);
    };
    switch (event.kind()) {
    case EventKind::inject: inject(event); break;
    case EventKind::arrive:
        if (!told()) break;
        record(event.message).arrived = event.cycle;
        if (event.drained != 0) record(event.message).drained = event.node;
        break;
    case EventKind::dispatch: {
        handled(event.node, event.context).push_back(event.message);
        if (!told()) break;
        MessageRecord &started = record(event.message);
        started.dispatched = event.cycle;
        started.dispatch_cycles = event.as<events::Dispatch>()->cycles;
        started.level = event.context;
        started.interrupted = event.pc;
        // Software has taken it and run no handler: a duplicate of an SP-2, for example.
        if (event.handler != 0 && event.handler < first_handler && started.handler >= first_handler)
            started.handler = event.handler;
        break;
    }
    case EventKind::ret: {
        std::vector<MessageId> &open = handled(event.node, event.context);
        const auto last = std::find(open.rbegin(), open.rend(), event.message);
        if (last != open.rend()) open.erase(last.base() - 1, open.end());
        if (!told()) break;
        record(event.message).returned = event.cycle;
        record(event.message).resumed = event.pc;
        break;
    }
    case EventKind::refuse:
    case EventKind::exit:
    case EventKind::console:
    case EventKind::exception:
    case EventKind::poll: break;
    case EventKind::stage: note_stage(event); break;
    case EventKind::drop: record(event.message).lost = event.cycle; break;
    case EventKind::hardwired: record(event.message).in_hardware = event.cycle; break;
    }
}

void MessageLog::inject(const MessageEvent &event) {
    MessageRecord &sent = record(event.message);
    sent.destination = event.destination;
    sent.handler = event.handler;
    sent.words = event.words;
    sent.vector_words = event.vector_words;
    sent.high = event.high;
    priorities_ = priorities_ || event.high;
    sent.multicast = event.multicast;
    sent.sender = event.context;
    sent.pc = event.pc;
    sent.injected = event.cycle;
    if (event.context == Context::main || is_sent_by_interface(event)) return;
    const std::vector<MessageId> &open = handled(event.node, event.context);
    if (open.empty() || open.back().number == 0) return;
    sent.cause = open.back();
    note_reply(sent);
}

void MessageLog::note_stage(const MessageEvent &event) {
    const auto [stage, cycles] = *event.as<events::Staged>();
    MessageRecord &of = record(event.message);
    if (is_taken(event))
        of.taken = event.cycle;
    else if (facts_of(stage).side == StageFacts::Side::sender)
        of.entered = std::max(of.entered.value_or(0), event.cycle + cycles);
    else
        of.left = std::min(of.left.value_or(event.cycle), event.cycle);
}

void MessageLog::note_reply(const MessageRecord &sent) {
    const auto found = records_.find(sent.cause->key());
    if (found == records_.end() || found->second.id.source != sent.destination) return;
    if (found->second.multicast && found->second.destination != sent.id.source) return;
    std::optional<MessageId> &reply = found->second.reply;
    const MessageRecord *before = reply ? find(*reply) : nullptr;
    if (before == nullptr || (sent.high && !before->high)) reply = sent.id;
}

const MessageRecord *MessageLog::find(MessageId id) const {
    const auto found = records_.find(id.key());
    return found == records_.end() ? nullptr : &found->second;
}

std::vector<const MessageRecord *> MessageLog::all() const {
    std::vector<const MessageRecord *> out;
    out.reserve(records_.size());
    for (const auto &[unused, record] : records_) out.push_back(&record);
    std::sort(out.begin(), out.end(), [](const MessageRecord *a, const MessageRecord *b) {
        return std::tuple(a->id.source, a->id.number) < std::tuple(b->id.source, b->id.number);
    });
    return out;
}

const MessageRecord *MessageLog::last_answered(const Wanted &wanted) const {
    const MessageRecord *best = nullptr;
    const auto rank = [](const MessageRecord &r) {
        return std::tuple(r.id.source != r.destination, r.sender == Context::main, *r.injected,
                          r.id.source, r.id.number);
    };
    for (const auto &[unused, candidate] : records_) {
        if (!candidate.injected || !candidate.arrived || !candidate.dispatched || candidate.high ||
            !candidate.reply || !wanted(candidate))
            continue;
        const MessageRecord *reply = find(*candidate.reply);
        if (reply == nullptr || !reply->arrived || !reply->dispatched || !reply->returned) continue;
        if (priorities_ && !reply->high) continue;
        if (best == nullptr || rank(candidate) > rank(*best)) best = &candidate;
    }
    return best;
}

const MessageRecord *MessageLog::last_handled(const Wanted &wanted) const {
    const MessageRecord *best = nullptr;
    const auto rank = [](const MessageRecord &r) {
        return std::tuple(r.id.source != r.destination, *r.injected, r.id.source, r.id.number);
    };
    for (const auto &[unused, candidate] : records_)
        if (candidate.injected && candidate.arrived && candidate.dispatched && candidate.returned &&
            wanted(candidate) && (best == nullptr || rank(candidate) > rank(*best)))
            best = &candidate;
    return best;
}

} // namespace inlet
