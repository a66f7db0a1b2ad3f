// The endpoint as the processors see it: loads, stores and line operations, and what they do when
// they end on the bus.
#include "ni/voyager/nes.h"

#include "archive/archive.h"
#include "ni/voyager/packet.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace inlet::voyager {

namespace {

/// Cycles that firmware may leave an event when there is no place for the next one.
constexpr std::uint64_t patience = 1 << 20;

constexpr unsigned first_queue(unsigned core) { return core == aP ? 0 : job_queues; }
constexpr unsigned queues_of(unsigned core) {
    return core == aP ? job_queues : queues - job_queues;
}
bool in(std::uint32_t address, std::uint32_t first, std::uint32_t bytes) {
    return address - first < bytes;
}
unsigned page_queue(std::uint32_t address, std::uint32_t region) {
    return (address - region) / page;
}
/// The set of queues that an address of `one_poll` names, from the core's first one on.
std::uint32_t set_of(unsigned core, std::uint32_t address) {
    return (address - one_poll) >> poll_shift & poll_mask & ((1u << queues_of(core)) - 1);
}
unsigned express_queue(unsigned core, std::uint32_t address) {
    const unsigned number = (address - express_transmit) >> tx_queue_shift & 7;
    return core == aP ? number : sp_express + number;
}
std::uint32_t priority_found(unsigned queue) {
    return priority(queue) ? found::high_message : found::low_message;
}
std::uint64_t wait_until(std::uint64_t then, std::uint64_t now) {
    return then > now ? then - now : 0;
}

} // namespace

Nes::Nes(const NesConfig &config, net::Network &network, std::uint32_t site)
    : config_(config), network_(&network),
      site_(site), windows_{Window(sram_bytes(config, aP), NesConfig::line_bytes),
                            Window(sram_bytes(config, sP), NesConfig::line_bytes)} {}

std::optional<Error> Nes::check(unsigned core, const Access &access) const {
    const std::uint32_t address = access.address;
    if (address % access.bytes) return Error::unaligned;
    if (in(address, express_transmit, express_bytes)) {
        if (!access.store) return Error::load_transmit;
        if (access.bytes != 4) return Error::size;
        const unsigned queue = express_queue(core, address);
        if (queue >= first_queue(core) + (core == aP ? NesConfig::express_queues : 2))
            return Error::no_register;
        const std::uint32_t lines = address >> tx_lines_shift & tx_lines_mask,
                            first = address >> tx_pool_shift & tx_pool_mask;
        if (lines ? (first + lines) * NesConfig::line_bytes > scratch_entries * entry_bytes
                  : first != 0)
            return Error::tag_on;
        const Transmit &to = transmit_[queue];
        if (to.producer + to.posted - to.consumer >= config_.express_entries)
            return Error::express_full;
        return std::nullopt;
    }
    if (in(address, one_poll, region_bytes) || in(address, express_receive, region_bytes)) {
        if (access.store) return Error::store_receive;
        if (access.bytes != 4 && access.bytes != 8) return Error::size;
        if (in(address, one_poll, region_bytes)) return std::nullopt;
        const unsigned queue = page_queue(address, express_receive);
        if (queue >= queues || is_basic(queue) || (address & (page - 1)) >= 8)
            return Error::no_register;
        return owner(queue) == core ? std::nullopt : std::optional(Error::other_core);
    }
    if (access.bytes != 4) return Error::size;
    if (in(address, about, page))
        return access.store || address - about > about_miss_entries
                   ? std::optional(Error::no_register)
                   : std::nullopt;
    if (in(address, pointers, region_bytes)) {
        const unsigned queue = page_queue(address, pointers);
        const std::uint32_t at = address & (page - 1);
        const bool receives = at >= rx_producer;
        if (queue >= queues || at > rx_free) return Error::no_register;
        if (at == rx_free) {
            if (core != sP) return Error::other_core;
            return access.store || owner(queue) == sP ? std::optional(Error::no_register)
                                                      : std::nullopt;
        }
        if (access.store && !receives && !is_basic(queue)) return Error::no_register;
        if (receives && queue == events) return Error::no_register;
        if (!receives && !transmits(queue)) return Error::no_register;
        if (access.store && at != tx_producer && at != rx_consumer) return Error::no_register;
        return owner(queue) == core ? std::nullopt : std::optional(Error::other_core);
    }
    if (in(address, serviced, region_bytes)) {
        if (core != aP) return Error::other_core;
        if (!access.store) return Error::serviced_load;
        return address - serviced < 4u << (source_shift + 10) ? std::nullopt
                                                              : std::optional(Error::no_register);
    }
    const std::uint32_t at = address - control;
    if (at >= control_bytes) return Error::no_register;
    if (core != sP) return Error::other_core;
    const bool stored = in(at, tags_if_none, 4 * job_queues) || at == refill || at == bus_address ||
                        at == bus_copy || (at >= dma_source && at <= dma_where);
    const bool exists = at == dma_start || in(at, dma_slots, 4 * dma_slot_count) ||
                        at < 4 * job_queues || in(at, tables, 4 * miss * destinations) ||
                        (at >= reclaims && at <= empty_second) || at == bus_busy;
    return (access.store ? (exists && at != bus_busy) || stored : exists)
               ? std::nullopt
               : std::optional(Error::no_register);
}

Answer Nes::access(unsigned core, std::uint64_t now, const Access &access) {
    if (access.line != LineOperation::none) return line_operation(core, now, access);
    const std::uint32_t offset = access.address - window;
    if (offset < windows_[core].bytes() && access.bytes <= windows_[core].bytes() - offset &&
        access.address % access.bytes == 0)
        return window_access(core, now, access, offset);
    if (const auto error = check(core, access))
        return {.kind = Answer::Kind::fault, .value = static_cast<std::uint64_t>(*error)};
    Bus &bus = buses_[core];
    const std::uint64_t begin = now + access.after;
    news_[core].cycle = now;
    if (access.store) {
        note_store(core, access.address, static_cast<std::uint32_t>(access.value));
        bus.add(begin, ticks(config_.single),
                {.effect = Bus::Effect::store, .address = access.address, .value = access.value});
        return {.cycles = static_cast<std::uint32_t>(wait_until(bus.room(config_.posted), begin))};
    }
    const std::uint32_t cycles = ticks(config_.single + config_.read);
    if (bus.stores()) {
        bus.add(begin, cycles,
                {.effect = Bus::Effect::load, .bytes = access.bytes, .address = access.address});
        return {.kind = Answer::Kind::later};
    }
    // Loads that find nothing change nothing, so that a waiting processor can be skipped.
    if (is_quiet(core, access.address)) {
        unsigned none = queues;
        return {.value = read(core, now, access.address, access.bytes, none), .cycles = cycles};
    }
    unsigned taken = queues;
    const std::uint64_t value = read(core, now, access.address, access.bytes, taken);
    const std::uint64_t end =
        bus.add(begin, cycles, {.effect = Bus::Effect::take, .address = taken});
    return {.value = value, .cycles = static_cast<std::uint32_t>(end - begin)};
}

Answer Nes::window_access(unsigned core, std::uint64_t now, const Access &access,
                          std::uint32_t offset) {
    Window &at = windows_[core];
    const std::uint64_t begin = now + access.after;
    Answer answer;
    if (at.line(offset) == Window::Line::absent) {
        const std::uint32_t first = offset / NesConfig::line_bytes * NesConfig::line_bytes;
        if (const Bus::Operation *written = buses_[core].written(first))
            at.fill(first, written->data);
        const std::uint64_t end =
            buses_[core].add(begin, ticks(config_.burst + config_.read), Bus::Operation{});
        answer.cycles = static_cast<std::uint32_t>(end - begin);
        answer.line = true;
    }
    if (access.store) {
        at.store(offset, access.bytes, access.value);
        return answer;
    }
    at.load(offset, access.bytes, answer.value);
    news_[core].cycle = now;
    if (offset % entry_bytes == 0) news_[core].reads = message_at(core, offset);
    return answer;
}

/// The message whose entry is at this offset and that the program has not released.
std::optional<net::Packet> Nes::message_at(unsigned core, std::uint32_t offset) const {
    for (unsigned queue = first_queue(core); queue < first_queue(core) + queues_of(core); ++queue) {
        const std::deque<Basic> &basic = receive_[queue].basic;
        for (std::uint32_t i = 0; i < basic.size(); ++i)
            if (buffer(config_, queue, true, receive_[queue].consumer + i) == offset)
                return basic[i].packet;
    }
    return std::nullopt;
}

/// Of a store that will launch or release messages, when it ends on the bus.
void Nes::note_store(unsigned core, std::uint32_t address, std::uint32_t value) {
    if (in(address, express_transmit, express_bytes)) {
        const unsigned queue = express_queue(core, address);
        ++transmit_[queue].posted;
        return note_launch(
            core, queue,
            {.destination = address >> tx_destination_shift & (destinations - 1),
             .tag = (address >> tx_tag_shift & tag_mask) << packet_tag_shift |
                    (address >> tx_lines_shift & tx_lines_mask) << packet_lines_shift,
             .bytes = 4 + NesConfig::line_bytes * (address >> tx_lines_shift & tx_lines_mask),
             .word = value});
    }
    if (!in(address, pointers, region_bytes)) return;
    const unsigned queue = page_queue(address, pointers);
    if ((address & (page - 1)) == rx_consumer) {
        news_[core].released = queue;
        return;
    }
    Transmit &to = transmit_[queue];
    const auto look = [&](std::uint32_t offset) {
        const Bus::Operation *written =
            buses_[core].written(offset / NesConfig::line_bytes * NesConfig::line_bytes);
        return windows_[core].line(offset) == Window::Line::absent && written
                   ? word_of(written->data, offset % NesConfig::line_bytes)
                   : windows_[core].peek(offset);
    };
    // The endpoint checks the pointer later.
    if (value - to.consumer > config_.basic_entries) return;
    for (; to.launched != value; ++to.launched) {
        const std::uint32_t entry = buffer(config_, queue, false, to.launched),
                            header = look(entry);
        note_launch(core, queue,
                    {.destination = header >> destination_shift,
                     .tag = packet_basic,
                     .bytes = 4 * (header & words_mask),
                     .word = look(entry + 4)});
    }
}

void Nes::note_launch(unsigned core, unsigned queue, Launch launch) {
    launch.number = ++sent_;
    transmit_[queue].launches.push_back(launch);
    news_[core].launched.push_back(static_cast<std::uint8_t>(queue));
}

News Nes::take_news(unsigned core, std::uint64_t now) {
    News &news = news_[core];
    std::array<std::size_t, queues> back{};
    for (auto queue = news.launched.rbegin(); queue != news.launched.rend(); ++queue) {
        std::deque<Launch> &launches = transmit_[*queue].launches;
        const std::size_t place = ++back.at(*queue);
        if (place <= launches.size()) launches[launches.size() - place].cycle = now;
    }
    News all = std::exchange(news, {});
    if (core == sP) news.taken = std::exchange(all.taken, std::nullopt); // took() tells of it
    return all;
}

net::Packet Nes::launched(unsigned queue, std::size_t back) const {
    const std::deque<Launch> &launches = transmit_[queue].launches;
    return back < launches.size() ? packet_of(queue, launches[launches.size() - 1 - back])
                                  : net::Packet{};
}

net::Packet Nes::packet_of(unsigned queue, const Launch &launch) const {
    net::Packet packet;
    packet.source = site_;
    packet.number = launch.number;
    packet.data[0] = launch.word;
    packet.bytes = static_cast<std::uint16_t>(launch.bytes + (is_basic(queue) ? 4 : 0));
    translate(packet, queue, launch.destination, launch.tag);
    return packet;
}

/// A written line is posted; `sync` waits for it.
Answer Nes::line_operation(unsigned core, std::uint64_t now, const Access &access) {
    if (access.line == LineOperation::barrier) {
        if (!barrier(core, now)) return {};
        syncs_[core] = true;
        return {.kind = Answer::Kind::later};
    }
    const std::uint32_t offset = access.address - window;
    Window &at = windows_[core];
    if (offset >= at.bytes())
        return {.kind = Answer::Kind::fault, .value = static_cast<std::uint64_t>(Error::size)};
    const std::uint64_t begin = now + access.after;
    Answer answer{.line = true};
    if (access.line == LineOperation::zero) {
        at.zero(offset);
        return answer;
    }
    const std::uint32_t first = offset / NesConfig::line_bytes * NesConfig::line_bytes;
    Bus::Operation write{.effect = Bus::Effect::line, .address = first};
    const Window::Line before = at.evict(first, access.line == LineOperation::clean, write.data);
    answer.cycles = config_.line_operation - std::min(config_.line_operation, access.cycles);
    if (before != Window::Line::dirty) return answer;
    Bus &bus = buses_[core];
    bus.add(begin, ticks(config_.burst), write);
    answer.cycles = std::max(
        answer.cycles, static_cast<std::uint32_t>(wait_until(bus.room(config_.posted), begin)));
    return answer;
}

std::uint64_t Nes::barrier(unsigned core, std::uint64_t now) const {
    return wait_until(buses_[core].barrier(), now);
}

unsigned Nes::best(unsigned core, std::uint32_t set) const {
    unsigned found = queues;
    for (unsigned i = queues_of(core); i-- > 0;) {
        const unsigned queue = first_queue(core) + i;
        if (!(set >> i & 1) || !unread(queue)) continue;
        if (found == queues || priority(queue) >= priority(found)) found = queue;
    }
    return found;
}

/// A message of high priority first, then that of the lowest queue (assumed).
std::uint64_t Nes::poll(unsigned core, std::uint32_t set, unsigned &taken) {
    const unsigned queue = best(core, set);
    if (queue == queues) return empty();
    if (!is_basic(queue)) return take(core, queue, taken);
    const Receive &from = receive_[queue];
    const std::uint32_t first = valid | (priority(queue) ? high_priority : 0) |
                                static_cast<std::uint32_t>(Kind::found) << kind_shift |
                                queue << queue_shift;
    return std::uint64_t{first} << 32 | (from.producer & 0xFFFF) << 16 | (from.consumer & 0xFFFF);
}

std::uint64_t Nes::take(unsigned core, unsigned queue, unsigned &taken) {
    Receive &from = receive_[queue];
    if (from.express.empty()) return empty();
    const Express message = from.express.front();
    from.express.pop_front();
    ++from.consumer;
    taken = queue;
    if (message.packet.number) news_[core].taken = message.packet;
    return std::uint64_t{message.first} << 32 | message.second;
}

std::uint64_t Nes::read(unsigned core, std::uint64_t /*now*/, std::uint32_t address, unsigned bytes,
                        unsigned &taken) {
    const bool polls = in(address, one_poll, region_bytes);
    if (polls || in(address, express_receive, region_bytes)) {
        if (address & 4) return second_[core];
        const std::uint64_t message = polls
                                          ? poll(core, set_of(core, address), taken)
                                          : take(core, page_queue(address, express_receive), taken);
        second_[core] = static_cast<std::uint32_t>(message);
        news_[core].polled = taken < queues ? priority_found(taken)
                             : polls && best(core, set_of(core, address)) < queues
                                 ? priority_found(best(core, set_of(core, address)))
                                 : 0;
        return bytes == 8 ? message : message >> 32;
    }
    if (in(address, about, page)) return fact(address - about);
    if (in(address, pointers, region_bytes)) {
        const unsigned queue = page_queue(address, pointers);
        if ((address & (page - 1)) == rx_producer && is_basic(queue))
            news_[core].polled = unread(queue) ? priority_found(queue) : 0;
        if ((address & (page - 1)) == rx_free) asked_free_ |= 1u << queue;
        return pointer(queue, address & (page - 1));
    }
    return control_register(address - control);
}

std::uint32_t Nes::fact(std::uint32_t at) const {
    switch (at) {
    case about_site: return site_;
    case about_sites: return network_->topology().nodes();
    case about_express_entries: return config_.express_entries;
    case about_basic_entries: return config_.basic_entries;
    default: return config_.miss_entries;
    }
}

std::uint32_t Nes::pointer(unsigned queue, std::uint32_t at) const {
    switch (at) {
    case rx_free: return entries(queue) - (receive_[queue].reserved - receive_[queue].freed);
    case tx_producer: return transmit_[queue].producer;
    case tx_consumer: return transmit_[queue].consumer;
    case rx_producer:
        return is_basic(queue) ? receive_[queue].producer : receive_[queue].tag_producer;
    default: return is_basic(queue) ? receive_[queue].consumer : receive_[queue].tag_consumer;
    }
}

std::uint32_t Nes::control_register(std::uint32_t at) const {
    if (at < tables) return tags_[at / 4];
    if (at < reclaims)
        return tables_[(at - tables) / 4 / destinations][(at - tables) / 4 % destinations];
    if (at == reclaims) return reclaims_;
    if (at == bus_busy) return copy_.runs;
    if (at == dma_start) return dma_.runs;
    if (at >= dma_slots) return slots_[(at - dma_slots) / 4];
    return empty_[at == empty_second];
}

bool Nes::is_quiet(unsigned core, std::uint32_t address) const {
    if (!buses_[core].idle()) return false;
    if (in(address, about, page)) return true;
    if (in(address, pointers, region_bytes)) return true;
    if (address == control + bus_busy) return true;
    const bool polls = in(address, one_poll, region_bytes);
    if ((!polls && !in(address, express_receive, region_bytes)) || second_[core] != empty_[1])
        return false;
    if (address & 4) return true;
    if (polls) return best(core, set_of(core, address)) == queues;
    const unsigned queue = page_queue(address, express_receive);
    return queue < queues && !unread(queue);
}

std::uint64_t Nes::unread_since(unsigned core) const {
    std::uint64_t since = never;
    for (unsigned queue = first_queue(core); queue < first_queue(core) + queues_of(core); ++queue) {
        const Receive &from = receive_[queue];
        if (!from.basic.empty()) since = std::min(since, from.basic.front().since);
        if (!from.express.empty()) since = std::min(since, from.express.front().since);
    }
    return since;
}

// --- What an operation does when it ends ---

void Nes::fail(unsigned core, Error error, std::uint32_t value, SharedBus &cores) const {
    cores.fail(core, error == Error::no_entry ? FaultKind::bad_destination : FaultKind::unmapped,
               value, fault_text(static_cast<std::uint64_t>(error)));
}

void Nes::end(unsigned core, std::uint64_t now, SharedBus &cores) {
    const Bus::Operation done = buses_[core].take_first();
    act(core, now, done, cores);
    if (!syncs_[core] || buses_[core].barrier()) return;
    syncs_[core] = false;
    cores.answer(core, now, 0);
}

void Nes::act(unsigned core, std::uint64_t now, const Bus::Operation &done, SharedBus &cores) {
    switch (done.effect) {
    case Bus::Effect::none: return;
    case Bus::Effect::store: return store(core, now, done, cores);
    case Bus::Effect::load: {
        unsigned taken = queues;
        const std::uint64_t value = read(core, now, done.address, done.bytes, taken);
        if (taken < queues) release(taken, cores);
        if (core == sP) took(now, cores);
        return cores.answer(core, now, value);
    }
    case Bus::Effect::take:
        if (done.address < queues) release(done.address, cores);
        if (core == sP) took(now, cores);
        return;
    case Bus::Effect::line: return windows_[core].write_memory(done.address, done.data);
    case Bus::Effect::dma_read: return end_dma_read(now, cores);
    case Bus::Effect::dma_write: return end_dma_write(now, cores);
    case Bus::Effect::copy: return end_copy(now, cores);
    case Bus::Effect::snoop:
    case Bus::Effect::write_back: return snooped(core, now, done, cores);
    }
}

void Nes::store(unsigned core, std::uint64_t now, const Bus::Operation &operation,
                SharedBus &cores) {
    const std::uint32_t address = operation.address;
    const auto value = static_cast<std::uint32_t>(operation.value);
    if (in(address, express_transmit, express_bytes)) {
        Transmit &to = transmit_[express_queue(core, address)];
        --to.posted;
        ++to.producer;
        to.express.push_back({.first = address, .second = value, .since = now, .packet = {}});
        return note_queued(express_queue(core, address), to.producer - 1, to.producer, now, cores);
    }
    if (in(address, pointers, region_bytes))
        return store_pointer(now, page_queue(address, pointers), address & (page - 1), value,
                             cores);
    if (in(address, control, control_bytes))
        return store_control(now, address - control, value, cores);
    // Retried until the sP has taken one.
    if (unread(events) >= config_.express_entries) {
        if (now - receive_[events].express.front().since >= patience)
            return fail(sP, Error::event_left, address, cores);
        return buses_[core].again(now, ticks(config_.retry), operation);
    }
    add_event(now, Kind::event, (address - serviced) / 4, value, cores);
}

void Nes::store_pointer(std::uint64_t now, unsigned queue, std::uint32_t at, std::uint32_t value,
                        SharedBus &cores) {
    if (at == tx_producer) {
        Transmit &to = transmit_[queue];
        if (value - to.consumer > config_.basic_entries || value - to.consumer < unsent(queue))
            return fail(owner(queue), Error::producer, value, cores);
        note_queued(queue, to.producer, value, now, cores);
        to.producer = value;
        return;
    }
    Receive &from = receive_[queue];
    if (!is_basic(queue)) {
        if (value - from.tag_consumer > from.tag_producer - from.tag_consumer)
            return fail(owner(queue), Error::consumer, value, cores);
        from.tag_consumer = value;
        return;
    }
    const std::uint32_t read = value - from.consumer;
    if (read > unread(queue)) return fail(owner(queue), Error::consumer, value, cores);
    if (owner(queue) == sP && queue != miss)
        for (std::uint32_t i = 0; i < read; ++i) tell_taken(now, from.basic[i].packet, cores);
    from.basic.erase(from.basic.begin(), from.basic.begin() + read);
    from.consumer = value;
    release(queue, cores);
}

void Nes::store_control(std::uint64_t now, std::uint32_t at, std::uint32_t value,
                        SharedBus &cores) {
    if (in(at, tags_if_none, 4 * job_queues)) {
        const Receive &missed = receive_[miss];
        if (missed.reserved != missed.consumer) return;
        at -= tags_if_none;
    }
    if (at < tables) {
        if (value & valid && (value & ~valid) >= logical_queues)
            return fail(sP, Error::control_value, value, cores);
        tags_[at / 4] = value & valid ? value : 0;
    } else if (at < reclaims) {
        tables_[(at - tables) / 4 / destinations][(at - tables) / 4 % destinations] = value;
    } else if (at == reclaims) {
        reclaims_ = value;
    } else if (at == refill) {
        return deliver_to(now, value, cores);
    } else if (at == bus_address) {
        copy_.address = value;
    } else if (at == bus_copy) {
        return start_copy(now, value, cores);
    } else if (at >= dma_source && at <= dma_start) {
        return store_dma(now, at, value, cores);
    } else if (at >= dma_slots) {
        slots_[(at - dma_slots) / 4] = value;
    } else {
        for (unsigned core = 0; core < voyager::cores; ++core) cores.wake(core);
        empty_[at == empty_second] = value;
    }
}

std::uint64_t Nes::reach(unsigned /*from*/, unsigned /*to*/) const { return ticks(config_.single); }

const char *Nes::fault_text(std::uint64_t code) const {
    switch (static_cast<Error>(code)) {
    case Error::size: return "the endpoint does not allow accesses of this size there";
    case Error::unaligned: return "an access of the endpoint must be aligned to its size";
    case Error::no_register: return "the endpoint has no register there";
    case Error::other_core: return "this queue or register belongs to the site's other processor";
    case Error::load_transmit: return "Express messages are sent by stores; this is a load";
    case Error::store_receive: return "messages are received by loads; this is a store";
    case Error::express_full:
        return "the Express transmit queue is full: compare its pointers before the store";
    case Error::no_entry: return "the queue's Destination Table has no entry for it";
    case Error::words: return "a Basic message has 4 to 22 words";
    case Error::producer: return "the producer pointer must not pass free entries, nor go back";
    case Error::consumer: return "the consumer pointer must not pass the producer, nor go back";
    case Error::tag_on:
        return "a Tag-On message takes 1 to 3 lines of the processor's pool in the SRAM";
    case Error::serviced_load: return "the sP Serviced Space can be stored to, not loaded from";
    case Error::event_left:
        return "firmware has not taken an event for 2^20 cycles, and the events queue is full";
    case Error::control_value: return "a tag must be below 512";
    case Error::refill:
        return "a refill needs an aligned entry in the sP's SRAM, and a queue of the aP of its "
               "kind "
               "with a free place";
    case Error::bus_copy:
        return "a bus operation copies 1 to 127 aligned lines between the sP's SRAM and mapped "
               "memory of the aP, one at a time";
    case Error::dma_start:
        return "the DMA engine sends one transfer at a time, to a site and a slot that exist";
    case Error::dma_memory: return "a DMA transfer leaves the program's mapped memory";
    case Error::dma_slot: return "a DMA packet came for a slot without a transfer";
    }
    return "an error of the endpoint";
}

std::vector<Named> Nes::named_state() const {
    std::vector<Named> all;
    for (unsigned queue = 0; queue < queues; ++queue) {
        if (unsent(queue)) all.push_back({fmt::format("unsent, queue {}", queue), unsent(queue)});
        if (unread(queue)) all.push_back({fmt::format("unread, queue {}", queue), unread(queue)});
    }
    return all;
}

} // namespace inlet::voyager
