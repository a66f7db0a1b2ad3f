#include "meter.h"

#include <algorithm>
#include <inlet/config.h>
#include <string_view>

namespace inlet::costs {

namespace {

constexpr std::string_view entry_code = "__xnet_am_entry"; // docs/t1-abi.md, "Handlers"
constexpr std::uint32_t prefix_bytes = 8;

void add(Share &share, const InstructionEvent &event) {
    share.cycles += event.cost.total();
    ++share.instructions;
}

} // namespace

Meter::Meter(const Image &image) : image_(image) {
    constexpr std::string_view begin = "cost_begin_", end = "cost_end_";
    for (const Symbol &object : image.objects)
        if (object.name.starts_with(begin)) {
            Piece &piece = pieces_.emplace_back();
            piece.name = object.name.substr(begin.size());
            piece.first_pc = image.loaded_word(object.address);
        }
    for (Piece &piece : pieces_)
        for (const Symbol &object : image.objects)
            if (object.name == std::string(end) + piece.name)
                piece.end_pc = image.loaded_word(object.address);
    // In source order.
    std::sort(pieces_.begin(), pieces_.end(),
              [](const Piece &a, const Piece &b) { return a.first_pc < b.first_pc; });
}

const std::vector<Piece> &Meter::pieces() const {
    for (const Piece &piece : pieces_)
        if (!piece.done) throw UserError("'" + piece.name + "' was not executed to its end");
    return pieces_;
}

bool Meter::own(std::uint32_t pc) const {
    const Symbol *symbol = image_.find(pc);
    return symbol == nullptr || symbol->name != entry_code;
}

void Meter::instruction(const InstructionEvent &event) {
    // Main itself is in the high context where it has disabled events (A.10).
    if (const auto found = running_.find({event.node, event.context}); found != running_.end()) {
        if (found->second.piece == nullptr) return;
        Place &place = found->second;
        if (event.pc == place.handler) place.begun = true;
        Message &m = message(place);
        add(!place.begun ? m.entry : own(event.pc) ? m.body : m.leave, event);
        return;
    }
    if (event.node != 0) return;
    if (open_ != nullptr && event.pc == open_->end_pc) {
        open_->end = event.cycle;
        open_->done = true;
        open_ = nullptr;
    }
    for (Piece &piece : pieces_)
        if (event.pc == piece.first_pc) {
            open_ = &piece;
            piece.begin = event.cycle;
        }
    if (open_ == nullptr) return;
    const auto sent = [](const Message &m) { return m.source == 0; };
    const bool before = std::none_of(open_->messages.begin(), open_->messages.end(), sent);
    add(before ? open_->send : open_->rest, event);
}

void Meter::event(const MessageEvent &event) {
    const Key key{event.message.source, event.message.number};
    switch (event.kind()) {
    case EventKind::inject: {
        Place place;
        if (event.context != Context::main)
            place.piece = running_[{event.node, event.context}].piece;
        else if (event.node == 0)
            place.piece = open_;
        if (place.piece == nullptr) return;
        place.message = place.piece->messages.size();
        // A message to a C handler carries the start of the handler's prefix.
        place.handler = event.handler;
        if (image_.place(event.handler).ends_with("-0x8")) place.handler += prefix_bytes;
        Message &m = place.piece->messages.emplace_back();
        m.source = event.node;
        m.destination = event.destination;
        m.scalar_words = event.words;
        m.vector_words = event.vector_words;
        m.inject = event.cycle;
        under_way_[key] = place;
        return;
    }
    case EventKind::arrive:
        if (const auto found = under_way_.find(key); found != under_way_.end())
            message(found->second).arrive = event.cycle;
        return;
    case EventKind::dispatch: {
        const auto found = under_way_.find(key);
        running_[{event.node, event.context}] = found == under_way_.end() ? Place{} : found->second;
        if (found != under_way_.end())
            message(found->second).dispatch = event.as<events::Dispatch>()->cycles;
        return;
    }
    case EventKind::ret: running_.erase({event.node, event.context}); return;
    default: return;
    }
}

} // namespace inlet::costs
