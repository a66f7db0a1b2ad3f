#include "net/cube.h"

#include "archive/archive.h"
#include "net/contract.h"
#include "net/mix.h"
#include "net/waiting_heads.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <tuple>
#include <utility>

namespace inlet::net {

// --- Topology ---------------------------------------------------------------------------------

CubeTopology::CubeTopology(std::uint32_t nodes)
    : nodes_(nodes), dimensions_(static_cast<unsigned>(std::countr_zero(nodes))) {
    assert(std::has_single_bit(nodes) && dimensions_ <= most_dimensions);
}

unsigned CubeTopology::first_dimension(std::uint32_t from, std::uint32_t to) {
    return static_cast<unsigned>(std::countr_zero(from ^ to));
}

Port CubeTopology::port_of(unsigned dimension) {
    return static_cast<Port>(dimension + (dimension >= static_cast<unsigned>(Port::local)));
}

unsigned CubeTopology::dimension_of(Port port) {
    const auto number = static_cast<unsigned>(port);
    return number - (number > static_cast<unsigned>(Port::local));
}

std::string CubeTopology::port_name(Port port) const {
    return port == Port::local ? "node" : "dim" + std::to_string(dimension_of(port));
}

std::uint32_t CubeTopology::neighbour(std::uint32_t router, Port port) const {
    if (port == Port::local || dimension_of(port) >= dimensions_) return router;
    return router ^ (1u << dimension_of(port));
}

std::uint32_t CubeTopology::distance(std::uint32_t source, std::uint32_t destination) const {
    return static_cast<std::uint32_t>(std::popcount(source ^ destination));
}

/// Even bits are the column, odd ones the row.
Topology::Place CubeTopology::place(std::uint32_t router) const {
    Place place;
    for (unsigned bit = 0; bit < dimensions_; ++bit)
        (bit & 1 ? place.row : place.column) |= (router >> bit & 1u) << bit / 2;
    return place;
}

// --- Network ----------------------------------------------------------------------------------

Cube::Cube(const CubeConfig &config, std::uint32_t nodes, std::uint64_t jitter)
    : config_(config), topology_(nodes), jitter_(jitter),
      owner_(std::size_t{nodes} * topology_.dimensions(), none), queues_(owner_.size()),
      inputs_(owner_.size()), ready_(owner_.size(), 0) {}

/// How long a message of so many bytes flows over its path.
std::uint64_t Cube::bytes_time(std::uint32_t bytes) const {
    return (std::uint64_t{bytes} + config_.eot_bytes) * config_.cycles_per_byte;
}

/// The head's time over a link.
std::uint64_t Cube::hop_time(const Moving &moving, std::uint32_t router) const {
    return config_.hop + head_jitter(jitter_, moving.packet.source, moving.packet.number, router);
}

void Cube::push(Event event) {
    events_.push_back(event);
    std::push_heap(events_.begin(), events_.end(), Later());
}

void Cube::report(PathEvent::Kind kind, std::uint64_t cycle, const Packet &packet,
                  std::uint32_t router, unsigned dimension) const {
    if (paths_) paths_->path({kind, cycle, packet.source, packet.number, router, dimension});
}

void Cube::inject(std::uint64_t cycle, const Packet &packet,
                  std::span<const std::uint8_t> payload) {
    const std::uint32_t out = place(packet.source, packet.channel);
    contract::inject(cycle, known_, ready_[out] <= cycle);
    assert(packet.bytes >= least_bytes);
    assert(packet.channel == CubeTopology::first_dimension(packet.source, packet.destination));
    ready_[out] = never;
    ++acts_;
    ++in_flight_;
    const std::uint32_t id = new_place();
    Moving &moving = moving_[id];
    moving.packet = packet;
    moving.packet.payload = payloads_.add(payload.first(packet.bytes));
    moving.at = packet.source;
    moving.entry = topology_.dimensions();
    moving.since = cycle + config_.dma_start;
    moving.earliest =
        cycle + config_.dma_start +
        std::uint64_t{config_.hop} * topology_.distance(packet.source, packet.destination) +
        bytes_time(packet.bytes) + config_.dma_end;
    push({Event::Kind::head, moving.since, id});
}

std::uint32_t Cube::new_place() {
    if (free_.empty()) {
        free_.push_back(static_cast<std::uint32_t>(moving_.size()));
        moving_.emplace_back();
    }
    const std::uint32_t id = free_.back();
    free_.pop_back();
    moving_[id] = {};
    moving_[id].used = true;
    return id;
}

std::uint32_t Cube::free_slots(std::uint32_t node, unsigned channel) const {
    return ready_[place(node, channel)] <= known_;
}

std::uint64_t Cube::room_at(std::uint32_t node, unsigned channel) const {
    return ready_[place(node, channel)];
}

void Cube::arm(std::uint64_t cycle, std::uint32_t node, unsigned channel) {
    if (cycle < known_) contract::broken("a channel is armed in the network's past", cycle, known_);
    const Input &input = inputs_[place(node, channel)];
    if (input.armed_at != never || input.received != none)
        contract::broken("a channel is armed twice", cycle, known_);
    ++acts_;
    push({Event::Kind::arm, cycle + 1, place(node, channel)});
    inputs_[place(node, channel)].armed_at = cycle + 1;
}

bool Cube::armed(std::uint32_t node, unsigned channel) const {
    const Input &input = inputs_[place(node, channel)];
    return input.armed_at != never || input.received != none;
}

const Delivery *Cube::front(std::uint32_t node, unsigned channel) const {
    const Input &input = inputs_[place(node, channel)];
    return input.received == none ? nullptr : &input.delivery;
}

const Delivery *Cube::received(std::uint32_t node, unsigned channel, std::uint32_t place) const {
    return place == 0 ? front(node, channel) : nullptr;
}

std::span<const std::uint8_t> Cube::payload(const Packet &packet) const {
    return payloads_.bytes(packet.payload);
}

void Cube::take(std::uint64_t cycle, std::uint32_t node, unsigned channel) {
    Input &input = inputs_[place(node, channel)];
    const Delivery *delivery = front(node, channel);
    contract::take(cycle, delivery ? &delivery->cycle : nullptr, known_);
    payloads_.release(input.delivery.packet.payload);
    moving_[input.received].used = false;
    free_.push_back(input.received);
    input.received = none;
    --in_flight_;
    ++acts_;
}

void Cube::advance(std::uint64_t cycle) {
    while (!events_.empty() && events_.front().cycle <= cycle) {
        known_ = events_.front().cycle;
        // All that changes in this cycle, then who gets what: so the order of the calls that caused
        // it does not matter.
        while (!events_.empty() && events_.front().cycle == known_) {
            std::pop_heap(events_.begin(), events_.end(), Later());
            const Event event = events_.back();
            events_.pop_back();
            apply(event);
        }
        std::sort(touched_.begin(), touched_.end());
        touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
        for (const std::uint32_t link : std::exchange(touched_, {})) arbitrate(link);
        if (observer_) {
            std::ranges::sort(flows_);
            for (const std::uint32_t input : flows_) tell_hops(input);
        }
        flows_.clear();
    }
    known_ = std::max(known_, cycle);
}

void Cube::apply(const Event &event) {
    switch (event.kind) {
    case Event::Kind::free:
        owner_[event.where] = none;
        touched_.push_back(event.where);
        break;
    case Event::Kind::head: head(event.where); break;
    case Event::Kind::arm: {
        Input &input = inputs_[event.where];
        if (input.waiting != none) flow(std::exchange(input.waiting, none), event.where);
        break;
    }
    case Event::Kind::ready: told_.push_back(event.where / topology_.dimensions()); break;
    }
}

/// A head is at a router.
void Cube::head(std::uint32_t id) {
    Moving &moving = moving_[id];
    const Packet &packet = moving.packet;
    if (moving.at == packet.destination) {
        report(PathEvent::Kind::arrives, known_, packet, moving.at);
        const std::uint32_t input = place(moving.at, moving.entry);
        if (inputs_[input].armed_at <= known_)
            flow(id, input);
        else
            inputs_[input].waiting = id;
        return;
    }
    if (moving.entry == topology_.dimensions())
        report(PathEvent::Kind::asks, known_, packet, moving.at);
    const std::uint32_t link =
        place(moving.at, CubeTopology::first_dimension(moving.at, packet.destination));
    queues_[link].push_back(id);
    touched_.push_back(link);
}

/// A free link goes to the head that has waited longest; of several to the lowest input port, the
/// node's own last.
void Cube::arbitrate(std::uint32_t link) {
    std::vector<std::uint32_t> &queue = queues_[link];
    if (owner_[link] != none || queue.empty()) return;
    const std::uint32_t id = take_first(queue, moving_);
    Moving &moving = moving_[id];
    const std::uint32_t router = router_of_link(link);
    const unsigned dimension = link % topology_.dimensions();
    owner_[link] = moving.packet.source;
    moving.held.push_back({link, moving.since, known_});
    report(PathEvent::Kind::takes, known_, moving.packet, router, dimension);
    moving.at = router ^ (1u << dimension);
    moving.entry = dimension;
    moving.since = known_ + hop_time(moving, router);
    contract::effect(moving.since, known_);
    if (is_elsewhere(moving.at)) [[unlikely]]
        leave(id);
    else
        push({Event::Kind::head, moving.since, id});
}

/// The whole path stands and the input channel is armed: the rest is arithmetic.
void Cube::flow(std::uint32_t id, std::uint32_t to) {
    Moving &moving = moving_[id];
    Input &input = inputs_[to];
    const std::uint64_t left = known_ + bytes_time(moving.packet.bytes);
    const std::uint64_t there = left + config_.dma_end;
    contract::effect(left, known_);
    contract::deliver(there, moving.earliest);
    input.armed_at = never;
    input.received = id;
    input.delivery = {there, moving.packet};
    report(PathEvent::Kind::flows, known_, moving.packet, moving.at);
    report(PathEvent::Kind::leaves, left, moving.packet, moving.packet.source);
    report(PathEvent::Kind::delivered, there, moving.packet, moving.at);
    const std::uint32_t out = place(moving.packet.source, moving.packet.channel);
    ready_[out] = left; // of a source elsewhere its part has it
    push_there({Event::Kind::ready, left, out});
    link_bytes_ += (std::uint64_t{moving.packet.bytes} + config_.eot_bytes) * moving.held.size();
    std::uint64_t behind = left;
    for (const Held &held : moving.held) push_there({Event::Kind::free, behind++, held.link});
    flows_.push_back(to);
    told_.push_back(moving.packet.destination);
    if (!is_elsewhere(moving.packet.source)) told_.push_back(moving.packet.source);
    settles_ = std::max(settles_, there);
}

/// The message of this input begins to flow: the links that it has taken become free one after the
/// other, as its tail passes.
void Cube::tell_hops(std::uint32_t input) const {
    const Moving &moving = moving_[inputs_[input].received];
    const Packet &packet = moving.packet;
    const std::uint64_t left = known_ + bytes_time(packet.bytes);
    constexpr std::size_t last = 3; // the highest byte of the first word
    const std::span<const std::uint8_t> payload = payloads_.bytes(packet.payload);
    HopEvent hop{.message = {packet.source, packet.number},
                 .destination = packet.destination,
                 .handler = packet.tag,
                 .words = high_ ? packet.words : (packet.bytes + 3u) / 4,
                 .high = payload.size() > last && (payload[last] & high_ >> 8 * last) != 0,
                 .multicast = false,
                 .router = packet.source,
                 .node = packet.source,
                 .from = Port::local,
                 .to = Port::local,
                 .next = packet.source,
                 .second = false,
                 .since = 0,
                 .cycle = 0,
                 .end = left,
                 .arrives = 0};
    for (std::size_t i = 0; i < moving.held.size(); ++i) {
        const auto &[link, since, cycle] = moving.held[i];
        const unsigned dimension = link % topology_.dimensions();
        hop.to = CubeTopology::port_of(dimension);
        hop.next = hop.router ^ (1u << dimension);
        hop.since = since;
        hop.cycle = cycle;
        hop.end = left + i;
        hop.arrives = i + 1 < moving.held.size() ? moving.held[i + 1].since : moving.since;
        observer_->hop(hop);
        hop.router = hop.node = hop.next;
        hop.from = hop.to;
    }
    hop.to = Port::local;
    hop.since = moving.since;
    hop.cycle = known_;
    hop.end = left + moving.held.size();
    hop.arrives = inputs_[input].delivery.cycle;
    observer_->hop(hop);
}

std::uint64_t Cube::next_event() const { return events_.empty() ? never : events_.front().cycle; }

std::uint64_t Cube::next_delivery() const {
    return events_.empty() ? never : next_event() + bytes_time(0) + config_.dma_end;
}

std::uint64_t Cube::next_delivery(std::uint32_t) const { return next_delivery(); }

std::uint64_t Cube::min_delivery(bool) const {
    return std::uint64_t{config_.dma_start} + config_.hop + bytes_time(least_bytes) +
           config_.dma_end;
}

std::uint64_t Cube::min_delivery_after_take(bool to_oneself) const {
    const std::uint64_t flows = 1 + bytes_time(least_bytes);
    return to_oneself ? flows + config_.dma_end
                      : flows + config_.hop + bytes_time(least_bytes) + config_.dma_end;
}

std::uint64_t Cube::min_ready_after_arm() const { return 1 + bytes_time(least_bytes); }

std::vector<Standing> Cube::standing() const {
    std::vector<Standing> all;
    for (std::uint32_t id = 0; id < moving_.size(); ++id) {
        const Moving &moving = moving_[id];
        if (!moving.used) continue;
        Standing one{};
        one.router = moving.at;
        one.since = moving.since;
        one.next = moving.at;
        one.packet = moving.packet;
        const bool there = moving.at == moving.packet.destination;
        one.from = moving.entry == topology_.dimensions() ? Port::local
                                                          : CubeTopology::port_of(moving.entry);
        one.to = Port::local;
        one.next_from = one.from;
        if (there && inputs_[place(moving.at, moving.entry)].received == id) {
            one.place = Standing::Place::receive;
            one.since = inputs_[place(moving.at, moving.entry)].delivery.cycle;
        } else if (one.from == Port::local) {
            one.place = Standing::Place::injection;
        } else {
            one.place = Standing::Place::router;
        }
        if (!there) {
            const unsigned dimension =
                CubeTopology::first_dimension(moving.at, moving.packet.destination);
            one.to = CubeTopology::port_of(dimension);
            one.next = moving.at ^ (1u << dimension);
            one.next_from = one.to;
        }
        all.push_back(one);
    }
    std::sort(all.begin(), all.end(), [](const Standing &a, const Standing &b) {
        return std::tuple(a.router, a.place, a.from, a.packet.source, a.packet.number) <
               std::tuple(b.router, b.place, b.from, b.packet.source, b.packet.number);
    });
    return all;
}

// --- Parts ------------------------------------------------------------------------------------

void Cube::divide(const std::vector<bool> &own, std::vector<Crossing> &out) {
    own_ = own;
    out_ = &out;
    // The input channels of other nodes have been armed here, too.
    const auto elsewhere = std::erase_if(events_, [this](const Event &event) {
        return is_elsewhere(event.where / topology_.dimensions());
    });
    std::make_heap(events_.begin(), events_.end(), Later());
    acts_ -= elsewhere;
}

std::uint64_t Cube::least_crossing() const {
    return std::min<std::uint64_t>(config_.hop, bytes_time(least_bytes));
}

/// The message, whose head is on its way to another part, goes there.
void Cube::leave(std::uint32_t id) {
    Moving &moving = moving_[id];
    Crossing &crossing = out_->emplace_back();
    crossing.cycle = moving.since;
    crossing.router = moving.at;
    crossing.event = {Event::Kind::head, moving.since,
                      static_cast<std::uint32_t>(moving.held.size())};
    crossing.entry = moving.entry;
    crossing.earliest = moving.earliest;
    crossing.packet = moving.packet;
    const auto links = std::as_bytes(std::span(moving.held));
    const auto message = payloads_.bytes(moving.packet.payload);
    crossing.payload.resize(links.size() + message.size());
    std::memcpy(crossing.payload.data(), links.data(), links.size());
    std::memcpy(crossing.payload.data() + links.size(), message.data(), message.size());
    payloads_.release(moving.packet.payload);
    moving.used = false;
    free_.push_back(id);
}

/// An event of a link, or of an output channel, wherever it is.
void Cube::push_there(const Event &event) {
    const std::uint32_t router = router_of_link(event.where);
    if (!is_elsewhere(router)) return push(event);
    Crossing &crossing = out_->emplace_back();
    crossing.cycle = event.cycle;
    crossing.router = router;
    crossing.event = event;
}

void Cube::enter(const Crossing &crossing) {
    contract::effect(crossing.cycle, known_);
    Event event = crossing.event;
    if (event.kind == Event::Kind::ready) {
        ready_[event.where] = event.cycle;
        told_.push_back(crossing.router);
    } else if (event.kind == Event::Kind::head) {
        event.where = new_place();
        Moving &moving = moving_[event.where];
        moving.held.resize(crossing.event.where);
        const std::size_t links = moving.held.size() * sizeof(Held);
        std::memcpy(moving.held.data(), crossing.payload.data(), links);
        moving.packet = crossing.packet;
        moving.packet.payload = payloads_.add(std::span(crossing.payload).subspan(links));
        moving.at = crossing.router;
        moving.entry = crossing.entry;
        moving.since = crossing.cycle;
        moving.earliest = crossing.earliest;
    }
    push(event);
}

void Cube::begin_with(const Numbers &numbers) {
    std::tie(known_, in_flight_, acts_, settles_) =
        std::tie(numbers.known, numbers.in_flight, numbers.acts, numbers.settles);
    events_.clear();
}

void Cube::adopt(Cube &from, const std::vector<bool> &which) {
    std::vector<std::uint32_t> here(from.moving_.size(), none); // by number there
    for (std::uint32_t id = 0; id < from.moving_.size(); ++id) {
        Moving &moving = from.moving_[id];
        if (!moving.used || !which[moving.at]) continue;
        here[id] = new_place();
        moving.packet.payload = payloads_.add(from.payloads_.bytes(moving.packet.payload));
        moving_[here[id]] = std::move(moving);
    }
    const auto number = [&](std::uint32_t id) { return id == none ? none : here[id]; };
    for (Event event : from.events_) {
        if (event.kind == Event::Kind::head)
            event.where = here[event.where];
        else if (!which[router_of_link(event.where)])
            event.where = none;
        if (event.where != none) push(event);
    }
    for (std::uint32_t place = 0; place < owner_.size(); ++place) {
        if (!which[router_of_link(place)]) continue;
        owner_[place] = from.owner_[place];
        for (const std::uint32_t id : from.queues_[place]) queues_[place].push_back(here[id]);
        Input &input = inputs_[place];
        input = from.inputs_[place];
        input.waiting = number(input.waiting);
        input.received = number(input.received);
        if (input.received != none)
            input.delivery.packet.payload = moving_[input.received].packet.payload;
        ready_[place] = from.ready_[place];
    }
    link_bytes_ += std::exchange(from.link_bytes_, 0);
    for (const std::uint32_t node : from.told_)
        if (which[node]) told_.push_back(node);
}

void Cube::Event::archive(Archive &ar) {
    ar.choice(kind, Kind::ready);
    ar.cycle(cycle);
    ar(where);
}

void Cube::Held::archive(Archive &ar) {
    ar(link);
    ar.cycle(since);
    ar.cycle(cycle);
}

void Cube::Moving::archive(Archive &ar) {
    ar(packet, at, entry);
    ar.cycle(since);
    ar.cycle(earliest);
    ar(held, used);
}

void Cube::Input::archive(Archive &ar) {
    ar.cycle(armed_at);
    ar(waiting, received);
    ar.cycle(delivery.cycle);
    ar(delivery.packet);
}

/// Each place of a message is free, or its message is where its head is: on its way, in the queue
/// of a link, or at an input.
void Cube::check_places(const Archive &ar) const {
    std::vector<bool> seen(moving_.size());
    const auto once = [&](std::uint32_t id, bool used, const char *what) {
        ar.require(id < moving_.size() && moving_[id].used == used && !seen[id], what);
        seen[id] = true;
    };
    for (const std::uint32_t id : free_) once(id, false, "a place that is not free");
    for (const auto &[packet, at, entry, since, earliest, held, used] : moving_)
        ar.require(!used || (packet.source != packet.destination &&
                             packet.channel ==
                                 CubeTopology::first_dimension(packet.source, packet.destination)),
                   "a message of another channel");
    const auto is_there = [](const Moving &moving) {
        return moving.at == moving.packet.destination;
    };
    for (const Event &event : events_) {
        if (event.kind != Event::Kind::head) continue;
        once(event.where, true, "a head that is not on its way");
        const Moving &moving = moving_[event.where];
        ar.require(!is_there(moving) || moving.entry < topology_.dimensions(),
                   "a message that came from nowhere");
    }
    for (std::uint32_t link = 0; link < queues_.size(); ++link)
        for (const std::uint32_t id : queues_[link]) {
            once(id, true, "a head that does not wait");
            const Moving &moving = moving_[id];
            ar.require(!is_there(moving) &&
                           link == place(moving.at, CubeTopology::first_dimension(
                                                        moving.at, moving.packet.destination)),
                       "a head that waits for another link");
        }
    for (std::uint32_t input = 0; input < inputs_.size(); ++input)
        for (const std::uint32_t id : {inputs_[input].waiting, inputs_[input].received}) {
            if (id == none) continue;
            once(id, true, "a message that is not at its input");
            const Moving &moving = moving_[id];
            ar.require(is_there(moving) && moving.entry < topology_.dimensions() &&
                           input == place(moving.at, moving.entry),
                       "a message at another input");
            ar.require(id != inputs_[input].received ||
                           inputs_[input].delivery.packet == moving.packet,
                       "another message than the one at its input");
        }
    ar.require(std::ranges::find(seen, false) == seen.end(), "a message that is nowhere");
}

void Cube::archive(Archive &ar) {
    ar.cycle(known_);
    ar(in_flight_, acts_);
    ar.cycle(settles_);
    ar(events_, moving_, free_, owner_, queues_, inputs_);
    for (std::uint64_t &ready : ready_) ar.cycle(ready);
    ar(payloads_, link_bytes_);
    if (!ar.loads()) return;
    const std::size_t links = std::size_t{topology_.nodes()} * topology_.dimensions();
    ar.require(owner_.size() == links && queues_.size() == links && inputs_.size() == links,
               "links of another cube");
    for (const Event &event : events_)
        ar.require(event.kind == Event::Kind::head ? event.where < moving_.size()
                                                   : event.where < links,
                   "an event nowhere");
    for (const Moving &moving : moving_) {
        ar.require(moving.at < topology_.nodes() && moving.entry <= topology_.dimensions() &&
                       moving.packet.source < topology_.nodes() &&
                       moving.packet.destination < topology_.nodes(),
                   "a message outside of the cube");
        for (const Held &held : moving.held) ar.require(held.link < links, "a link nowhere");
        ar.require(!moving.used || payloads_.has(moving.packet.payload, moving.packet.bytes),
                   "a message without its bytes");
    }
    check_places(ar);
    for (const std::uint32_t source : owner_)
        ar.require(source == none || source < topology_.nodes(), "an owner that there is not");
    ar.require(std::is_heap(events_.begin(), events_.end(), Later()), "events out of order");
}

} // namespace inlet::net
