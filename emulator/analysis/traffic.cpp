#include "analysis/traffic.h"

#include <algorithm>
#include <limits>

namespace inlet {

Traffic::Traffic(const TraceHeader &header)
    : wiring_(header), injection_(header.nodes), receive_(header.nodes), refused_(header.nodes) {
    if (header.run && header.run->snapshot_bytes != 0)
        first_.assign(header.nodes, std::numeric_limits<std::uint64_t>::max());
    if (const net::Topology *topology = wiring_.topology())
        links_.assign(topology->routers(), std::vector<Link>(topology->ports()));
}

std::uint64_t Traffic::unhindered(std::uint32_t source, std::uint32_t destination,
                                  std::uint32_t words) const {
    const auto &grid = wiring_.grid();
    if (!grid || source >= grid->nodes() || destination >= grid->nodes()) return 0;
    const MeshConfig &mesh = wiring_.mesh();
    return grid->way(source, destination).hops() * std::uint64_t{mesh.hop_latency} +
           mesh.eject_latency + std::uint64_t{mesh.header_words + 1 + words} * mesh.cycles_per_word;
}

std::vector<std::uint32_t> Traffic::receivers(std::uint32_t source, std::uint32_t destination,
                                              bool multicast) const {
    const auto &grid = wiring_.grid();
    if (!multicast || !grid || source >= grid->nodes() || destination >= grid->nodes())
        return {destination};
    std::vector<std::uint32_t> nodes;
    net::Way way = grid->multicast_way(source, destination);
    if (way.next() == net::Port::local) return {destination};
    for (std::uint32_t router = grid->router_of(source); way.next() != net::Port::local;) {
        router = grid->neighbour(router, way.next());
        way.step();
        if (const std::uint32_t node = grid->node_at(router); node != net::Grid::none)
            nodes.push_back(node);
    }
    return nodes;
}

void Traffic::count(const MessageEvent &event, std::uint64_t Pair::*what) {
    const std::uint32_t source = event.message.source;
    if (event.drained == 0) {
        ++(pairs_[{source, event.node}].*what);
        return;
    }
    const auto to = receivers(source, event.destination, event.multicast);
    const std::size_t last = std::min<std::size_t>(event.drained, to.size());
    for (auto at = to.end() - static_cast<std::ptrdiff_t>(last); at != to.end(); ++at)
        ++(pairs_[{source, *at}].*what);
}

void Traffic::lose(const MessageEvent &event, const events::Dropped &drop) {
    Pair &pair = pairs_[{event.message.source, event.destination}];
    ++pair.lost;
    if (drop.arrived && pair.arrived) {
        --pair.arrived;
        receive_[event.node].leave(event.message, event.cycle, false);
    }
    if (drop.taken && pair.handled) --pair.handled;
}

void Traffic::Buffers::come(MessageId id, std::uint64_t cycle, bool high, bool drained) {
    waiting[drained][id.key()] = {cycle, high};
}

void Traffic::Buffers::leave(MessageId id, std::uint64_t cycle, bool drained) {
    const auto at = waiting[drained].find(id.key());
    if (at == waiting[drained].end()) return;
    stays[at->second.high].push_back({at->second.since, cycle});
    waiting[drained].erase(at);
}

void Traffic::event(const MessageEvent &event) {
    last_ = std::max(last_, event.cycle);
    names_.event(event);
    if (event.node >= receive_.size()) return;
    if (event.kind() == EventKind::inject && event.message.source < first_.size()) {
        std::uint64_t &first = first_[event.message.source];
        first = std::min(first, std::uint64_t{event.message.number});
    }
    if (event.message.number != 0 && is_from_before(event.message)) {
        from_before_ += is_handled(event);
        return;
    }
    switch (event.kind()) {
    case EventKind::inject:
        for (const std::uint32_t to : receivers(event.node, event.destination, event.multicast))
            ++pairs_[{event.node, to}].sent;
        injection_[event.node].come(event.message, event.cycle, event.high, false);
        break;
    case EventKind::refuse: ++refused_[event.node]; break;
    case EventKind::arrive:
        count(event, &Pair::arrived);
        if (event.drained != 0) count(event, &Pair::drained);
        // A message to the own node may have no hop.
        if (event.node == event.message.source)
            injection_[event.node].leave(event.message, event.cycle, false);
        receive_[event.node].come(event.message, event.cycle, event.high, event.drained != 0);
        break;
    case EventKind::stage:
    case EventKind::dispatch:
    case EventKind::hardwired: {
        if (!is_handled(event)) break;
        count(event, &Pair::handled);
        receive_[event.node].leave(event.message, event.cycle, event.drained != 0);
        break;
    }
    case EventKind::drop: lose(event, *event.as<events::Dropped>()); break;
    default: break;
    }
}

void Traffic::hop(const HopEvent &event) {
    ++hops_;
    last_ = std::max(last_, event.end);
    if (event.from == Port::local && event.message.source < injection_.size())
        injection_[event.message.source].leave(event.message, event.end, false);
    if (event.to == Port::local || event.router >= links_.size()) return;
    const auto port = static_cast<std::size_t>(event.to);
    if (port >= links_[event.router].size()) return;
    Link &link = links_[event.router][port];
    const std::uint64_t waited = event.cycle - event.since;
    ++link.packets;
    link.words += event.words;
    link.busy += event.end - event.cycle;
    link.high += names_.complete(event).high;
    link.waited += waited;
    link.longest = std::max(link.longest, waited);
}

std::vector<std::array<Traffic::Queue, 2>> Traffic::queues(Buffer buffer) const {
    const std::vector<Buffers> &all = buffer == Buffer::injection ? injection_ : receive_;
    std::vector<std::array<Queue, 2>> out(all.size());
    if (buffer == Buffer::injection && !has_hops()) return out;
    for (std::size_t node = 0; node < all.size(); ++node) {
        auto stays = all[node].stays;
        for (const auto &waiting : all[node].waiting)
            for (const auto &[unused, one] : waiting)
                stays[one.high].push_back({one.since, std::max(last_, one.since)});
        for (std::size_t high = 0; high < 2; ++high) {
            Queue &queue = out[node][high];
            std::vector<std::pair<std::uint64_t, int>> steps; // leaving before coming
            for (const Stay &stay : stays[high]) {
                ++queue.messages;
                const std::uint64_t cycles = stay.until > stay.from ? stay.until - stay.from : 0;
                queue.waited += cycles;
                queue.longest = std::max(queue.longest, cycles);
                steps.emplace_back(stay.from, 1);
                steps.emplace_back(std::max(stay.until, stay.from + 1), -1);
            }
            std::sort(steps.begin(), steps.end());
            std::int64_t there = 0;
            for (std::size_t i = 0; i < steps.size(); ++i) {
                there += steps[i].second;
                queue.most = std::max(queue.most, static_cast<std::uint32_t>(there));
                if (wiring_.grid() && i + 1 < steps.size() && there >= slots(buffer))
                    queue.full += steps[i + 1].first - steps[i].first;
            }
        }
    }
    return out;
}

} // namespace inlet
