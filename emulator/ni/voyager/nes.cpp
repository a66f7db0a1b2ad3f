// The endpoint as the processors see it: loads, stores and line operations, and what they do when
// they end on the bus.
#include "ni/voyager/nes.h"

#include "archive/archive.h"

#include <algorithm>
#include <fmt/format.h>

namespace inlet::voyager {

namespace {

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
        if ((receives || access.store) && !is_basic(queue)) return Error::no_register;
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
    const bool stored =
        in(at, tags_if_none, 4 * job_queues) || at == refill || at == bus_address || at == bus_copy;
    const bool exists = at < 4 * job_queues || in(at, tables, 4 * miss * destinations) ||
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
    if (access.store) {
        if (in(access.address, express_transmit, express_bytes))
            ++transmit_[express_queue(core, access.address)].posted;
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
    if (access.store)
        at.store(offset, access.bytes, access.value);
    else
        at.load(offset, access.bytes, answer.value);
    return answer;
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

std::uint64_t Nes::take(unsigned /*core*/, unsigned queue, unsigned &taken) {
    Receive &from = receive_[queue];
    if (from.express.empty()) return empty();
    const Express message = from.express.front();
    from.express.pop_front();
    ++from.consumer;
    taken = queue;
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
        return bytes == 8 ? message : message >> 32;
    }
    if (in(address, about, page)) return fact(address - about);
    if (in(address, pointers, region_bytes))
        return pointer(page_queue(address, pointers), address & (page - 1));
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
    case rx_producer: return receive_[queue].producer;
    default: return receive_[queue].consumer;
    }
}

std::uint32_t Nes::control_register(std::uint32_t at) const {
    if (at < tables) return tags_[at / 4];
    if (at < reclaims)
        return tables_[(at - tables) / 4 / destinations][(at - tables) / 4 % destinations];
    if (at == reclaims) return reclaims_;
    if (at == bus_busy) return copy_.runs;
    return empty_[at == empty_second];
}

bool Nes::is_quiet(unsigned core, std::uint32_t address) const {
    if (!buses_[core].idle()) return false;
    if (in(address, about, page)) return true;
    // rx_free changes when a program releases a message, and that does not wake the sP.
    if (in(address, pointers, region_bytes)) return (address & (page - 1)) != rx_free;
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
        if (!from.since.empty()) since = std::min(since, from.since.front());
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
        if (taken < queues) release(taken);
        return cores.answer(core, now, value);
    }
    case Bus::Effect::take:
        if (done.address < queues) release(done.address);
        return;
    case Bus::Effect::line: return windows_[core].write_memory(done.address, done.data);
    case Bus::Effect::copy: return end_copy(cores);
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
        const std::uint32_t destination = address >> tx_destination_shift & (destinations - 1);
        to.express.push_back({.first = destination << 8 | (address >> tx_tag_shift & tag_mask),
                              .second = value,
                              .since = now});
        return;
    }
    if (in(address, pointers, region_bytes))
        return store_pointer(page_queue(address, pointers), address & (page - 1), value, cores);
    if (in(address, control, control_bytes))
        return store_control(now, address - control, value, cores);
    // Retried until the sP has taken one.
    if (receive_[events].producer - receive_[events].freed >= config_.express_entries)
        return buses_[core].again(now, ticks(config_.retry), operation);
    add_event(now, address - serviced, value, cores);
}

void Nes::store_pointer(unsigned queue, std::uint32_t at, std::uint32_t value, SharedBus &cores) {
    if (at == tx_producer) {
        Transmit &to = transmit_[queue];
        if (value - to.consumer > config_.basic_entries || value - to.consumer < unsent(queue))
            return fail(owner(queue), Error::producer, value, cores);
        to.producer = value;
        return;
    }
    Receive &from = receive_[queue];
    const std::uint32_t read = value - from.consumer;
    if (read > unread(queue)) return fail(owner(queue), Error::consumer, value, cores);
    from.since.erase(from.since.begin(), from.since.begin() + read);
    from.consumer = value;
    release(queue);
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
    case Error::serviced_load: return "the sP Serviced Space can be stored to, not loaded from";
    case Error::control_value: return "a tag must be below 512";
    case Error::refill:
        return "a refill needs an aligned entry in the sP's SRAM, and a queue of the aP of its "
               "kind "
               "with a free place";
    case Error::bus_copy:
        return "a bus operation copies 1 to 127 aligned lines between the sP's SRAM and mapped "
               "memory of the aP, one at a time";
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
