// The endpoint's engines: messages from transmit queues into the network, from the network into
// receive queues, and NES Reclaim.
#include "archive/archive.h"
#include "ni/voyager/nes.h"
#include "ni/voyager/packet.h"

#include <algorithm>

namespace inlet::voyager {

std::uint32_t Nes::entries(unsigned queue) const {
    if (queue == miss) return config_.miss_entries;
    return is_basic(queue) ? config_.basic_entries : config_.express_entries;
}

std::uint32_t Nes::window_word(unsigned core, std::uint32_t offset) const {
    return word_of(windows_[core].memory(offset, 4), 0);
}

// --- Actions in the order of a cycle ---

std::uint64_t Nes::next() const {
    std::uint64_t next = std::min(buses_[aP].next(), buses_[sP].next());
    if (sending_.state == Sending::State::reads) next = std::min(next, sending_.until);
    if (!incoming_.empty()) next = std::min(next, incoming_.front().ready);
    for (unsigned channel = 0; channel < channels; ++channel) {
        next = std::min(next, arrival(channel));
        if (outgoing_[channel].empty()) continue;
        const std::uint64_t room = network_->room_at(site_, channel);
        next = std::min(next, std::max({room, outgoing_[channel].front().ready, now_ + 1}));
    }
    return next;
}

bool Nes::waits_for_room() const {
    for (unsigned channel = 0; channel < channels; ++channel)
        if (!outgoing_[channel].empty() && network_->room_at(site_, channel) == never) return true;
    return false;
}

bool Nes::idle() const {
    return !syncs_[aP] && !syncs_[sP] && buses_[aP].idle() && buses_[sP].idle() &&
           sending_.state == Sending::State::idle && !sweep_.runs && !copy_.runs && !dma_.runs &&
           !dma_places_ && incoming_.empty() && outgoing_[0].empty() && outgoing_[1].empty();
}

void Nes::advance(std::uint64_t now, SharedBus &cores) {
    for (unsigned core = 0; core < voyager::cores; ++core)
        while (buses_[core].next() <= now) end(core, now, cores);
    if (sending_.state == Sending::State::reads && sending_.until <= now) end_read(now, cores);
    while (!incoming_.empty() && incoming_.front().ready <= now) deliver(now, cores);
    for (unsigned channel = channels; channel-- > 0;) {
        if (arrival(channel) <= now) take_packet(now, channel, cores);
        const std::deque<Moving> &first = outgoing_[channel];
        if (!first.empty() &&
            std::max(first.front().ready, network_->room_at(site_, channel)) <= now)
            inject(now, channel, cores);
    }
    now_ = now;
    start_sending(now, cores);
    start_dma_read(now, cores);
    start_sweep(now, cores);
}

// --- From transmit queues into the network ---

/// Queues of high priority first; those of equal priority take turns (assumed).
void Nes::start_sending(std::uint64_t now, SharedBus &cores) {
    if (sending_.state != Sending::State::idle) return;
    for (unsigned channel = channels; channel-- > 0;) {
        if (outgoing_[channel].size() >= depth) continue;
        for (unsigned i = 1; i <= miss; ++i) {
            const unsigned queue = (last_[channel] + i) % miss;
            if (priority(queue) != channel || !unsent(queue)) continue;
            last_[channel] = queue;
            sending_.queue = queue;
            sending_.since = now;
            sending_.line = 0;
            if (!is_basic(queue) || !reclaimed(queue)) return begin_read(now);
            sending_.state = Sending::State::reclaims;
            return snoop(now, queue, buffer(config_, queue, false, transmit_[queue].consumer),
                         for_transmit, cores);
        }
    }
}

std::uint32_t Nes::lines(unsigned queue, std::uint32_t offset) const {
    const std::uint32_t words = window_word(owner(queue), offset) & words_mask;
    return (4 * (words + (queue == miss ? 2 : 1)) + NesConfig::line_bytes - 1) /
           NesConfig::line_bytes;
}

/// The engine has the bytes that are in the SRAM when it begins: of a launch that has passed its
/// message on the bus, old ones.
void Nes::begin_read(std::uint64_t now) {
    const unsigned queue = sending_.queue;
    const std::deque<Express> &express = transmit_[queue].express;
    std::uint32_t bytes = 8;
    if (!is_basic(queue)) {
        const std::uint32_t address = express.front().first,
                            lines = address >> tx_lines_shift & tx_lines_mask,
                            first = address >> tx_pool_shift & tx_pool_mask;
        put_word(sending_.bytes, express.front().second);
        for (std::uint32_t i = 0; i < lines; ++i) {
            const auto line = windows_[owner(queue)].memory(pool(config_, owner(queue)) +
                                                                (first + i) * NesConfig::line_bytes,
                                                            NesConfig::line_bytes);
            sending_.bytes.insert(sending_.bytes.end(), line.begin(), line.end());
        }
        bytes = 4 + static_cast<std::uint32_t>(sending_.bytes.size());
    } else {
        const std::uint32_t offset = buffer(config_, queue, false, transmit_[queue].consumer);
        bytes = 4 + 4 * (window_word(owner(queue), offset) & words_mask);
        bytes = std::min(bytes, entry_bytes);
        const auto body = windows_[owner(queue)].memory(offset, bytes);
        sending_.bytes.assign(body.begin(), body.end());
    }
    sending_.state = Sending::State::reads;
    sending_.until = now + ticks(config_.message + (bytes + 7) / 8);
}

/// Translation, and protection by it (004 4.1).
void Nes::end_read(std::uint64_t now, SharedBus &cores) {
    const unsigned queue = sending_.queue, core = owner(queue);
    Transmit &from = transmit_[queue];
    Moving message;
    message.ready = now + ticks(config_.transmit);
    message.bytes = std::move(sending_.bytes);
    if (!from.launches.empty()) {
        const Launch &launch = from.launches.front();
        message.packet.number = launch.number;
        message.times = {launch.cycle, launch.queued, sending_.since, message.ready};
        from.launches.pop_front();
    }
    std::uint32_t destination = 0, tag = packet_basic;
    sending_ = {};
    cores.wake(core); // it may poll the consumer pointer
    ++from.consumer;
    if (is_basic(queue)) {
        const std::uint32_t header = word_of(message.bytes, 0), words = header & words_mask;
        if (!is_length(words)) return fail(core, Error::words, words, cores);
        destination = header >> destination_shift;
    } else {
        const std::uint32_t address = from.express.front().first;
        from.express.pop_front();
        destination = address >> tx_destination_shift & (destinations - 1);
        tag = (address >> tx_tag_shift & tag_mask) << packet_tag_shift |
              (address >> tx_lines_shift & tx_lines_mask) << packet_lines_shift;
    }
    if (!translate(message.packet, queue, destination, tag))
        return fail(core, Error::no_entry, destination, cores);
    message.packet.source = site_;
    message.packet.bytes = static_cast<std::uint16_t>(message.bytes.size());
    message.packet.data[0] = word_of(message.bytes, is_basic(queue) ? 4 : 0);
    outgoing_[priority(queue)].push_back(std::move(message));
}

bool Nes::translate(net::Packet &packet, unsigned queue, std::uint32_t destination,
                    std::uint32_t tag) const {
    const std::uint32_t entry = destination < destinations ? tables_[queue][destination] : 0;
    packet.destination = entry >> site_shift & site_mask;
    packet.tag = (entry >> table_queue_shift & table_mask) |
                 (entry & source_mask) << packet_source_shift | tag;
    packet.channel = static_cast<std::uint8_t>(priority(queue));
    return entry & valid && packet.destination < network_->topology().nodes();
}

void Nes::inject(std::uint64_t now, unsigned channel, SharedBus &cores) {
    Moving &message = outgoing_[channel].front();
    network_->inject(now + 1, message.packet, message.bytes);
    cores.messages().note_sent();
    tell_sent(now + 1, message, cores);
    outgoing_[channel].pop_front();
}

// --- From the network into receive queues ---

bool Nes::has_place(unsigned queue, unsigned channel, std::uint32_t lines) const {
    const Receive &to = receive_[queue];
    if (lines && !is_basic(queue) && to.tag_reserved - to.tag_consumer >= config_.basic_entries)
        return false;
    const std::uint32_t free = entries(queue) - (to.reserved - to.freed);
    // Messages of low priority leave a quarter of the miss queue to others, so that replies pass.
    return free > (queue == miss && channel == 0 ? config_.miss_entries / 4 : 0);
}

unsigned Nes::resident(const net::Packet &packet) const {
    const std::uint32_t name = logical(packet);
    const bool basic = packet.tag & packet_basic;
    unsigned queue = miss;
    if (name >= logical_queues) {
        queue = sp_express + (name - logical_queues);
    } else {
        const auto tag = std::ranges::find(tags_, name | valid);
        if (tag != tags_.end()) queue = static_cast<unsigned>(tag - tags_.begin());
    }
    return queue < miss && is_basic(queue) == basic ? queue : miss;
}

unsigned Nes::place_of(const net::Packet &packet) const {
    if (packet.tag & packet_dma) return dma_places_ < dma_depth ? to_memory : queues;
    const unsigned queue = resident(packet), channel = packet.channel;
    if (queue != miss && has_place(queue, channel, lines_of(packet))) return queue;
    if (queue >= job_queues && queue != miss) return queues; // the sP's own wait
    return has_place(miss, channel) ? miss : queues;
}

std::uint64_t Nes::arrival(unsigned channel) const {
    const net::Delivery *first = network_->front(site_, channel);
    if (!first || place_of(first->packet) == queues) return never;
    return std::max({first->cycle, receives_until_, now_ + 1});
}

/// The place is reserved now; the program sees the message later. A queue that is full loses its
/// tag, so that later messages do not pass those in the miss queue: the sP moves these to it and
/// binds it again (assumed).
void Nes::take_packet(std::uint64_t now, unsigned channel, SharedBus &cores) {
    const net::Delivery *first = network_->front(site_, channel);
    Moving message;
    message.ready = now + ticks(config_.receive);
    message.times = {first->cycle, now};
    message.packet = first->packet;
    const auto body = network_->payload(first->packet);
    message.bytes.assign(body.begin(), body.end());
    message.queue = place_of(first->packet);
    const unsigned queue = resident(first->packet);
    if (message.queue < queues && queue != message.queue) tags_[queue] = 0;
    network_->take(now, site_, channel);
    cores.messages().note_received(now, message.packet);
    ++(message.queue < queues ? receive_[message.queue].reserved : dma_places_);
    if (message.queue < queues && !is_basic(message.queue) && lines_of(message.packet))
        ++receive_[message.queue].tag_reserved;
    const auto bytes = static_cast<std::uint32_t>(message.bytes.size());
    receives_until_ = now + ticks(config_.message + (bytes + 7) / 8);
    incoming_.push_back(std::move(message));
}

void Nes::deliver(std::uint64_t now, SharedBus &cores) {
    Moving message = std::move(incoming_.front());
    incoming_.pop_front();
    if (message.queue == to_memory) return write_dma(now, std::move(message), cores);
    const net::Packet &packet = message.packet;
    const unsigned queue = message.queue, core = owner(queue);
    Receive &to = receive_[queue];
    const std::uint32_t high = packet.channel ? high_priority : 0;
    const std::uint32_t tag = packet.tag >> packet_tag_shift & tag_mask;
    const bool basic = packet.tag & packet_basic;
    cores.wake(core);
    tell_received(now, message, cores);
    if (!is_basic(queue)) {
        const std::uint32_t lines = lines_of(packet);
        if (lines)
            windows_[core].write_memory(tagged(config_, queue, to.tag_producer++),
                                        std::span(message.bytes).subspan(4));
        to.express.push_back({.first = valid | high | queue << queue_shift | lines << lines_shift |
                                       source(packet) << source_shift | tag,
                              .second = word_of(message.bytes, 0),
                              .since = now,
                              .packet = packet});
        ++to.producer;
        return;
    }
    // The header that was sent is replaced by that of the receiver.
    const auto body = std::span(message.bytes).subspan(basic ? 4 : 0);
    std::vector<std::uint8_t> entry;
    put_word(entry, valid | high | (basic ? basic_message : 0) |
                        source(packet) << basic_source_shift |
                        static_cast<std::uint32_t>(body.size() / 4));
    if (queue == miss)
        put_word(entry,
                 logical(packet) | tag << miss_tag_shift | lines_of(packet) << miss_lines_shift);
    entry.insert(entry.end(), body.begin(), body.end());
    windows_[core].write_memory(buffer(config_, queue, true, to.producer), entry);
    to.basic.push_back({now, packet});
    if (queue == miss) keep(now, message);
    ++to.producer;
}

void Nes::add_event(std::uint64_t now, Kind kind, std::uint32_t about, std::uint32_t value,
                    SharedBus &cores) {
    cores.wake(sP);
    Receive &to = receive_[events];
    to.express.push_back({.first = valid | high_priority |
                                   static_cast<std::uint32_t>(kind) << kind_shift |
                                   events << queue_shift | about,
                          .second = value,
                          .since = now,
                          .packet = {}});
    to.reserved = ++to.producer;
}

/// The sP may wait for places of the queue.
void Nes::wake_waiting(unsigned queue, SharedBus &cores) {
    if (asked_free_ >> queue & 1) cores.wake(sP);
    asked_free_ &= ~(1u << queue);
}

/// The program has read messages. Under Reclaim their places are free when the lines are out of its
/// cache.
void Nes::release(unsigned queue, SharedBus &cores) {
    wake_waiting(queue, cores);
    if (!is_basic(queue) || !reclaimed(queue)) receive_[queue].freed = receive_[queue].consumer;
}

// --- NES Reclaim (004 3.1, 3.2): `clean` of what was composed, `flush` of what was read ---

void Nes::snoop(std::uint64_t now, unsigned queue, std::uint32_t offset, Reclaims which,
                SharedBus &cores) {
    cores.wake(owner(queue)); // its polls cost more now
    buses_[owner(queue)].add(now, ticks(config_.snoop),
                             {.effect = Bus::Effect::snoop, .address = offset, .value = which});
}

void Nes::snooped(unsigned core, std::uint64_t now, const Bus::Operation &operation,
                  SharedBus &cores) {
    Window &window = windows_[core];
    const bool keep = operation.value == for_transmit;
    const auto which = static_cast<Reclaims>(operation.value);
    cores.wake(core);
    if (operation.effect == Bus::Effect::snoop &&
        window.line(operation.address) == Window::Line::dirty) {
        Bus::Operation write = operation;
        write.effect = Bus::Effect::write_back;
        write.begin = 0;
        write.end = ticks(config_.burst);
        return buses_[core].again(now, ticks(config_.retry), write);
    }
    window.flush(operation.address, keep);
    line_done(now, which, cores);
}

void Nes::line_done(std::uint64_t now, Reclaims which, SharedBus &cores) {
    if (which == for_transmit) {
        const unsigned queue = sending_.queue;
        const std::uint32_t offset = buffer(config_, queue, false, transmit_[queue].consumer);
        if (++sending_.line < std::min(lines(queue, offset), entry_bytes / NesConfig::line_bytes))
            return snoop(now, queue, offset + sending_.line * NesConfig::line_bytes, which, cores);
        return begin_read(now);
    }
    Receive &from = receive_[sweep_.queue];
    const std::uint32_t offset = buffer(config_, sweep_.queue, true, from.freed);
    if (++sweep_.line < lines(sweep_.queue, offset))
        return snoop(now, sweep_.queue, offset + sweep_.line * NesConfig::line_bytes, which, cores);
    wake_waiting(sweep_.queue, cores);
    ++from.freed;
    sweep_ = {};
}

void Nes::start_sweep(std::uint64_t now, SharedBus &cores) {
    if (sweep_.runs) return;
    for (unsigned queue = 0; queue < queues; ++queue) {
        const Receive &from = receive_[queue];
        if (!is_basic(queue) || from.freed == from.consumer) continue;
        if (!reclaimed(queue)) { // switched off meanwhile
            release(queue, cores);
            continue;
        }
        sweep_ = {.runs = true, .queue = queue, .line = 0};
        return snoop(now, queue, buffer(config_, queue, true, from.freed), for_receive, cores);
    }
}

// --- State ---

void Nes::Express::archive(Archive &ar) {
    ar(first, second, packet);
    ar.cycle(since);
}

void Nes::Transmit::archive(Archive &ar) {
    ar(producer, consumer, posted, launched);
    std::size_t left = ar.count(express.size());
    if (ar.loads()) express.assign(left, {});
    ar.each(express);
    left = ar.count(launches.size());
    if (ar.loads()) launches.assign(left, {});
    ar.each(launches);
}

void Nes::Receive::archive(Archive &ar) {
    ar(reserved, producer, consumer, freed, tag_reserved, tag_producer, tag_consumer);
    std::size_t left = ar.count(express.size());
    if (ar.loads()) express.assign(left, {});
    ar.each(express);
    left = ar.count(basic.size());
    if (ar.loads()) basic.assign(left, {});
    ar.each(basic);
}

void Nes::Moving::archive(Archive &ar) {
    ar.cycle(ready);
    for (std::uint64_t &time : times) ar.cycle(time);
    ar(packet, bytes, queue);
    ar.require(queue <= to_memory && queue != queues, "a message to no queue");
}

void Nes::Sending::archive(Archive &ar) {
    ar.choice(state, State::reads);
    ar(queue, line, bytes);
    ar.cycle(since);
    ar.cycle(until);
    ar.require(queue < miss, "a message of no queue");
}

void Nes::Sweep::archive(Archive &ar) {
    ar(runs, queue, line);
    ar.require(queue < queues && (!runs || is_basic(queue)), "a sweep of no queue");
}

void Nes::archive(Archive &ar) {
    for (Window &window : windows_) window.archive(ar);
    ar(buses_, syncs_, second_, transmit_, receive_, tags_);
    for (auto &table : tables_) ar.each(table);
    ar(empty_, reclaims_, asked_free_, copy_, dma_, dma_places_, sending_, last_);
    ar.each(slots_);
    std::size_t writes = ar.count(dma_writes_.size());
    if (ar.loads()) dma_writes_.assign(writes, {});
    ar.each(dma_writes_);
    for (std::deque<Moving> &outgoing : outgoing_) {
        const std::size_t left = ar.count(outgoing.size());
        if (ar.loads()) outgoing.assign(left, {});
        ar.each(outgoing);
    }
    ar(sweep_);
    ar.cycle(receives_until_);
    const std::size_t left = ar.count(incoming_.size());
    if (ar.loads()) incoming_.assign(left, {});
    ar.each(incoming_);
    archive_news(ar);
    ar.cycle(now_);
    ar(sent_);
    for (unsigned queue = 0; queue < queues; ++queue) {
        const Transmit &from = transmit_[queue];
        const Receive &to = receive_[queue];
        const bool basic = is_basic(queue);
        ar.require(unsent(queue) <= entries(queue) &&
                       from.express.size() == (basic ? 0 : unsent(queue)) &&
                       (queue == events || to.reserved - to.freed <= entries(queue)) &&
                       to.express.size() == (basic ? 0 : unread(queue)) &&
                       to.basic.size() == (basic ? unread(queue) : 0),
                   "a queue with more or fewer messages than its pointers say");
    }
    ar.require(sending_.state == Sending::State::idle || unsent(sending_.queue),
               "a message of an empty queue is sent");
    ar.require(sending_.state != Sending::State::reads || sending_.bytes.size() >= 4,
               "a message without its bytes is sent");
}

} // namespace inlet::voyager
