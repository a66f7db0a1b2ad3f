#include "measure/logp_watch.h"

#include <algorithm>
#include <fmt/format.h>
#include <inlet/config.h>

namespace inlet::measure {

namespace {

constexpr std::size_t short_enough = 256; ///< instructions that can be shown

} // namespace

LogpWatch::LogpWatch(const Image &image) {
    for (const Symbol &symbol : image.symbols) {
        if (symbol.name == "logp_now") begin_ = symbol.address, end_ = begin_ + symbol.size;
        if (symbol.name.starts_with("take_") || symbol.name.starts_with("short_take_"))
            handlers_.insert(symbol.address);
    }
    if (begin_ == end_)
        throw UserError(fmt::format("{}: has no function logp_now: build it again from this "
                                    "version's examples/logp",
                                    image.path.string()));
}

void LogpWatch::instruction(const InstructionEvent &event) {
    if (event.node != 0) return;
    if (event.pc == begin_) {
        if (open_)
            intervals_.back().end = event.cycle;
        else
            intervals_.emplace_back().begin = event.cycle;
        open_ = !open_;
    }
    if (!open_ || (event.pc >= begin_ && event.pc < end_)) return;
    Interval &interval = intervals_.back();
    if (!interval.first) interval.first = event.cycle;
    if (!interval.entered && handlers_.contains(event.pc)) {
        interval.let_in = std::max(last_arrival_, interval.first);
        interval.entered = event.cycle;
    }
    ++interval.instructions;
    auto &list = event.context == Context::main ? interval.main : interval.handlers;
    if (list.size() < short_enough) list.push_back(event);
}

void LogpWatch::event(const MessageEvent &event) {
    if (event.kind() == EventKind::inject) {
        under_way_[event.message.key()] = flights_.size();
        Flight &flight = flights_.emplace_back();
        flight.source = event.node;
        flight.destination = event.destination;
        flight.words = event.words + event.vector_words;
        flight.inject = event.cycle;
    } else if (event.kind() == EventKind::arrive) {
        if (event.node == 0) last_arrival_ = event.cycle;
        const auto found = under_way_.find(event.message.key());
        if (found == under_way_.end()) return;
        flights_[found->second].arrive = event.cycle;
        flights_[found->second].arrived = true;
        under_way_.erase(found);
    } else if (const auto *in = event.as<events::Staged>(); in && in->stage == Stage::kept) {
        const auto found = under_way_.find(event.message.key());
        if (found != under_way_.end()) flights_[found->second].kept = true;
    } else if (const auto *dispatch = event.as<events::Dispatch>();
               dispatch && event.node == 0 && open_) {
        ++intervals_.back().dispatches;
        intervals_.back().dispatch += dispatch->cycles;
    }
}

void LogpWatch::hop(const HopEvent &event) {
    if (event.node != 0 || event.from != Port::local || event.to == Port::local) return;
    const auto found = under_way_.find(event.message.key());
    if (found != under_way_.end()) flights_[found->second].link += event.end - event.cycle;
}

std::vector<Flight> LogpWatch::flights(const Interval &interval) const {
    std::vector<Flight> list;
    for (const Flight &flight : flights_)
        if (flight.arrived && (flight.source == 0 || flight.destination == 0) &&
            flight.inject >= interval.begin && flight.inject < interval.end)
            list.push_back(flight);
    std::sort(list.begin(), list.end(),
              [](const Flight &a, const Flight &b) { return a.inject < b.inject; });
    return list;
}

} // namespace inlet::measure
