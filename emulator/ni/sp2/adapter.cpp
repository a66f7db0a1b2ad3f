#include "ni/sp2/adapter.h"

#include "archive/archive.h"
#include "memory/memory.h"

#include <algorithm>

namespace inlet::sp2 {

namespace {

using Kind = Answer::Kind;

Answer fault(Error error) { return {Kind::fault, static_cast<std::uint64_t>(error), 0}; }

constexpr std::uint64_t rounded_up(std::uint64_t value, std::uint64_t by) {
    return (value + by - 1) / by;
}

} // namespace

Adapter::Adapter(const Tb2Config &config, std::uint32_t node, net::MultistageNetwork &network)
    : config_(&config), node_(node), nodes_(network.topology().nodes()), network_(&network),
      send_(send_fifo_bytes, config.line_bytes),
      receive_(nodes_ * config.receive_entries_per_node * Tb2Config::entry_bytes,
               config.line_bytes),
      receive_entries_(nodes_ * config.receive_entries_per_node), free_entries_(receive_entries_) {}

// --- the processor's accesses -------------------------------------------------------------------

Answer Adapter::access(std::uint64_t now, const Access &access) {
    if (access.address & (access.bytes - 1u)) return fault(Error::no_register);
    const std::uint32_t offset = access.address - registers_base;
    if (access.line != LineOperation::none) return line_access(now, access);
    if (offset >= registers_bytes) return window_access(now, access);
    return access.store ? store(now, access) : load(now, access);
}

/// The wait states of a load or store over the Micro Channel, including the wait for the channel.
std::uint32_t Adapter::programmed(std::uint64_t now) {
    channel_until_ = std::max(now, channel_until_) + config_->access;
    channel_cycles_ += config_->access;
    return static_cast<std::uint32_t>(channel_until_ - now);
}

Answer Adapter::load(std::uint64_t now, const Access &access) {
    const std::uint32_t offset = access.address - registers_base;
    std::uint64_t value = 0;
    if (offset + access.bytes <= lengths + send_entries) {
        if (access.bytes != 1 && access.bytes != 4) return fault(Error::width);
        for (unsigned i = 0; i < access.bytes; ++i) value = value << 8 | lengths_[offset + i];
    } else {
        if (access.bytes != 4) return fault(Error::width);
        switch (offset) {
        case entries: value = receive_entries_; break;
        case wide: wide_ = true; [[fallthrough]];
        case node: value = node_; break;
        case nodes: value = nodes_; break;
        case line: value = config_->line_bytes; break;
        case dropped: value = static_cast<std::uint32_t>(lost_full_ + lost_faults_); break;
        default: return fault(Error::no_register);
        }
    }
    return {.value = value, .cycles = programmed(now)};
}

void Adapter::note_report(std::uint64_t state) {
    reports_ = false;
    if (state == report_) return;
    report_ = state;
    waits_since_ = quiet_until_;
    if (quiet_since_ != never) quiet_since_ = quiet_until_;
}

Answer Adapter::store(std::uint64_t now, const Access &access) {
    const std::uint32_t offset = access.address - registers_base;
    if (offset + access.bytes <= lengths + send_entries) return set_lengths(now, access);
    if (access.bytes != 4) return fault(Error::width);
    if (offset == quiet) {
        quiet_until_ = now + programmed(now);
        waits_since_ = std::min(waits_since_, quiet_until_);
        quiet_since_ = access.value == quiet_waits ? never : std::min(quiet_since_, quiet_until_);
        reports_ = true;
        return {.cycles = static_cast<std::uint32_t>(quiet_until_ - now)};
    }
    if (offset != pop) return fault(Error::no_register);
    if (access.value > stored_.size()) return fault(Error::popped);
    stored_.erase(stored_.begin(), stored_.begin() + static_cast<std::ptrdiff_t>(access.value));
    free_entries_ += static_cast<std::uint32_t>(access.value);
    return {.cycles = programmed(now)};
}

bool Adapter::sendable(std::uint32_t header) const {
    const std::uint32_t route_mask = (1u << (shift() - route_shift)) - 1;
    return header >> shift() < nodes_ && (header >> route_shift & route_mask) < routes;
}

/// The words behind the hardware's header are software's: the packet has those that observers read.
net::Packet Adapter::packet_of(std::span<const std::uint8_t> data, std::uint32_t number) const {
    const auto header = from_guest<std::uint32_t>(data.data());
    net::Packet packet{.source = node_,
                       .destination = header >> shift(),
                       .number = number,
                       .tag = header,
                       .bytes = static_cast<std::uint16_t>(data.size())};
    if (data.size() >= 4 * (software::handler_word + 1))
        packet.data[0] = from_guest<std::uint32_t>(data.data() + 4 * software::handler_word);
    return packet;
}

Answer Adapter::set_lengths(std::uint64_t now, const Access &access) {
    if (access.bytes != 1 && access.bytes != 4) return fault(Error::width);
    const std::uint32_t first = access.address - registers_base;
    const auto length = [&](unsigned i) {
        return static_cast<std::uint8_t>(access.value >> 8 * (access.bytes - 1 - i));
    };
    for (unsigned i = 0; i < access.bytes; ++i) { // all bytes are valid, or nothing happens
        if (!length(i)) continue;
        if (length(i) < shortest_packet) return fault(Error::length);
        if (lengths_[first + i]) return fault(Error::busy);
        const auto header =
            from_guest<std::uint32_t>(send_.memory((first + i) * Tb2Config::entry_bytes, 4).data());
        if (header >> shift() >= nodes_) {
            Answer answer = fault(Error::destination);
            answer.wrong = header >> shift();
            return answer;
        }
        if (!sendable(header)) return fault(Error::route);
    }
    const bool was_idle = !visible_count_ && sending_.empty() && job_ != Job::send;
    const std::uint32_t wait = programmed(now);
    for (unsigned i = 0; i < access.bytes; ++i) {
        if (!length(i)) continue;
        lengths_[first + i] = length(i);
        rung_[first + i] = now + access.cycles + wait;
        visible_[first + i] = rung_[first + i] + (was_idle ? config_->idle_send : 0);
        ++visible_count_;
        quiet_since_ = never;
        // Entries are fetched in ring order, and packets are numbered in this order.
        const std::uint32_t entry = first + i;
        const std::uint32_t before = (entry + send_entries - next_send_) % send_entries;
        const auto number = sent_ + static_cast<std::uint32_t>(sending_.size()) + before + 1;
        const auto data = send_.memory(entry * Tb2Config::entry_bytes, length(i));
        seen_.push_back({Seen::Kind::handed, rung_[entry], entry, packet_of(data, number)});
    }
    return {.cycles = wait};
}

Window *Adapter::window(std::uint32_t address, std::uint32_t bytes, std::uint32_t &offset) {
    offset = address - send_fifo;
    if (offset < send_.bytes() && bytes <= send_.bytes() - offset) return &send_;
    offset = address - receive_fifo;
    if (offset < receive_.bytes() && bytes <= receive_.bytes() - offset) return &receive_;
    return nullptr;
}

/// A transfer between cache and memory, which waits while DMA has the bus.
std::uint32_t Adapter::line_wait(std::uint64_t now, std::uint32_t cycles) const {
    if (now < bus_from_ || now >= bus_until_) return cycles;
    return static_cast<std::uint32_t>(bus_until_ - now) + cycles;
}

Answer Adapter::window_access(std::uint64_t now, const Access &access) {
    std::uint32_t offset = 0;
    Window *at = window(access.address, access.bytes, offset);
    if (!at) return fault(Error::beyond);
    Answer answer;
    const bool missed = access.store ? at->store(offset, access.bytes, access.value)
                                     : at->load(offset, access.bytes, answer.value);
    if (missed) answer.cycles = line_wait(now, config_->miss);
    answer.line = true;
    if (at == &receive_ && offset % Tb2Config::entry_bytes == 0 && !(access.store && access.value))
        see(now, access, offset);
    return answer;
}

/// The program loads or zeroes the first word of an entry of the receive FIFO.
void Adapter::see(std::uint64_t now, const Access &access, std::uint32_t offset) {
    const std::uint32_t entry = offset / Tb2Config::entry_bytes;
    const auto stored = static_cast<std::uint32_t>(stored_.size());
    const std::uint32_t place =
        (entry + receive_entries_ + stored - next_stored_) % receive_entries_;
    seen_.push_back({access.store ? Seen::Kind::done : Seen::Kind::looked, now, entry,
                     place < stored ? stored_[place].packet : net::Packet{}});
}

/// A cache instruction. Its own cost is that of a clean line.
Answer Adapter::line_access(std::uint64_t now, const Access &access) {
    std::uint32_t offset = 0;
    const Window *at = window(access.address, 1, offset);
    if (!at) return fault(Error::beyond);
    if (at == &send_ && lengths_[offset / Tb2Config::entry_bytes] &&
        at->line(offset) == Window::Line::dirty)
        return fault(Error::unfetched);
    const std::uint32_t cycles =
        access.line == LineOperation::zero
            ? zero_line(now, access.address)
            : flush_line(now, access.address, access.line == LineOperation::clean);
    return {.cycles = cycles > access.cycles ? cycles - access.cycles : 0, .line = true};
}

std::uint32_t Adapter::flush_line(std::uint64_t now, std::uint32_t address, bool keep) {
    std::uint32_t offset = 0;
    Window *at = window(address, 1, offset);
    if (!at) return 0;
    switch (at->flush(offset, keep)) {
    case Window::Line::absent: return 0;
    case Window::Line::clean: return line_wait(now, config_->flush_clean);
    case Window::Line::dirty: return line_wait(now, config_->flush_dirty);
    }
    return 0;
}

std::uint32_t Adapter::zero_line(std::uint64_t /*now*/, std::uint32_t address) {
    std::uint32_t offset = 0;
    if (Window *at = window(address, 1, offset)) at->zero(offset);
    return 0;
}

// --- the stages ---------------------------------------------------------------------------------

/// A DMA transfer requested at `at`. Returns its end.
std::uint64_t Adapter::dma(std::uint64_t at, std::uint32_t bytes) {
    const std::uint64_t cycles =
        rounded_up(rounded_up(bytes, 4) * config_->channel_cycles, config_->channel_words);
    bus_from_ = std::max(at, channel_until_);
    bus_until_ = bus_from_ + rounded_up(bytes, config_->bus_bytes);
    channel_until_ = bus_from_ + cycles;
    channel_cycles_ += cycles;
    return channel_until_;
}

/// The cycle at which the firmware can begin with the next entry, or never.
std::uint64_t Adapter::send_ready() const {
    if (!visible_count_ || !lengths_[next_send_] || sending_.size() >= in_pipe) return never;
    return std::max(visible_[next_send_], sent_at_);
}

std::uint64_t Adapter::receive_ready() const {
    const net::Delivery *front = network_->front(node_, channel);
    if (!front || storing_.size() >= in_pipe) return never;
    if (network_->faulty(front->packet)) return front->cycle;
    const bool was_idle = storing_.empty() && receive_done_ < front->cycle;
    return std::max(front->cycle + (was_idle ? config_->idle_receive : 0), received_at_);
}

/// The end of the first pending DMA from the send FIFO, or never.
std::uint64_t Adapter::next_fetch() const {
    for (const Moving &moving : sending_)
        if (moving.data.empty()) return moving.end;
    return never;
}

/// The cycle at which the first fetched packet can enter the injection buffer; never: not yet
/// known.
std::uint64_t Adapter::next_injection() const {
    if (sending_.empty() || sending_.front().data.empty()) return never;
    return network_->free_slots(node_, channel) ? sending_.front().end
                                                : network_->room_at(node_, channel);
}

/// The first cycle at which a stage has work, which may be in the past.
std::uint64_t Adapter::due() const {
    const std::uint64_t firmware = job_ == Job::none ? std::min(send_ready(), receive_ready()) : 0;
    return std::min({std::max(firmware, firmware_until_), next_fetch(), next_injection(),
                     storing_.empty() ? never : storing_.front().end});
}

std::uint64_t Adapter::next(std::uint64_t now) const {
    const std::uint64_t at = due();
    // A slot may become free before `now` without being known: the caller asks again.
    const bool no_room = at == next_injection() && !network_->free_slots(node_, channel);
    return at == never ? never : std::max(at, now + (no_room && at <= now ? 1 : 0));
}

void Adapter::advance(std::uint64_t now, Bus & /*bus*/) {
    for (std::uint64_t at = due(); at <= now && step(at, now); at = due()) {
    }
}

/// Executes the work due at `at`. It acts on the network at `now`, the node's clock, because an
/// instruction may have passed `at`. False: nothing could be done.
bool Adapter::step(std::uint64_t at, std::uint64_t now) {
    if (next_fetch() <= at) {
        fetch();
    } else if (!storing_.empty() && storing_.front().end <= at) {
        store_first();
    } else if (next_injection() <= at) {
        if (!network_->free_slots(node_, channel)) return false;
        inject(now);
    } else if (job_ != Job::none) {
        end_of_firmware(at, now);
    } else {
        const std::uint64_t send = send_ready(), receive = receive_ready();
        if (receive < send && network_->faulty(network_->front(node_, channel)->packet))
            lose(at, now, true);
        else
            begin(at, receive < send ? Job::receive : Job::send);
    }
    return true;
}

void Adapter::begin(std::uint64_t at, Job job) {
    const std::uint32_t cycles =
        job == Job::send ? config_->firmware_send : config_->firmware_receive;
    job_ = job;
    firmware_until_ = at + cycles;
    firmware_cycles_ += cycles;
}

void Adapter::end_of_firmware(std::uint64_t at, std::uint64_t now) {
    const Job job = std::exchange(job_, Job::none);
    (job == Job::send ? sent_at_ : received_at_) = at;
    if (job == Job::send) {
        const std::uint8_t bytes = lengths_[next_send_];
        const std::uint64_t end = dma(at, bytes);
        sending_.push_back({.end = end,
                            .entry = next_send_,
                            .bytes = bytes,
                            .packet = {},
                            .data = {},
                            .stages = {rung_[next_send_], at - config_->firmware_send, at, end}});
        next_send_ = (next_send_ + 1) % send_entries;
        --visible_count_;
        return;
    }
    if (!free_entries_) return lose(at, now, false);
    --free_entries_;
    const net::Delivery &front = *network_->front(node_, channel);
    const net::Packet packet = front.packet;
    const std::span<const std::uint8_t> data = network_->payload(packet);
    const std::uint64_t end = dma(at, packet.bytes);
    storing_.push_back({.end = end,
                        .entry = next_receive_,
                        .bytes = 0,
                        .packet = packet,
                        .data = {data.begin(), data.end()},
                        .stages = {front.cycle, at - config_->firmware_receive, at, end}});
    if (++next_receive_ == receive_entries_) next_receive_ = 0;
    note(Happened::Kind::taken, now, packet);
    network_->take(now, node_, channel);
}

/// The end of the first DMA from the send FIFO: the host may fill the entry again.
void Adapter::fetch() {
    Moving &moving =
        *std::ranges::find_if(sending_, [](const Moving &m) { return m.data.empty(); });
    const auto data = send_.memory(moving.entry * Tb2Config::entry_bytes, moving.bytes);
    moving.data.assign(data.begin(), data.end());
    lengths_[moving.entry] = 0;
}

void Adapter::inject(std::uint64_t now) {
    const Moving moving = std::move(sending_.front());
    sending_.pop_front();
    const net::Packet packet = packet_of(moving.data, ++sent_);
    if (!sendable(packet.tag)) { // it was valid when its length was stored
        ++lost_faults_;
        return note(Happened::Kind::fault, now, packet);
    }
    // If an instruction has passed two of them, they enter in sequence, as over any link.
    injected_at_ = std::max(now, injected_at_) + 1;
    network_->inject(injected_at_, packet, moving.data);
    note(Happened::Kind::sent, injected_at_, packet, moving.stages);
}

/// The end of the first DMA into the receive FIFO. The host polls the first word.
void Adapter::store_first() {
    Moving moving = std::move(storing_.front());
    storing_.pop_front();
    const std::uint32_t software =
        from_guest<std::uint32_t>(moving.data.data()) & ((1u << shift()) - 1);
    to_guest(moving.data.data(), moving.packet.source << shift() | software);
    receive_.write_memory(moving.entry * Tb2Config::entry_bytes, moving.data);
    if (++next_stored_ == receive_entries_) next_stored_ = 0;
    stored_.push_back({moving.packet, moving.end});
    ++received_;
    quiet_since_ = waits_since_ = never;
    receive_done_ = moving.end;
    note(Happened::Kind::received, moving.end, moving.packet, moving.stages);
}

/// Drops the first packet that has arrived.
void Adapter::lose(std::uint64_t at, std::uint64_t now, bool by_fault) {
    ++(by_fault ? lost_faults_ : lost_full_);
    receive_done_ = std::max(receive_done_, at);
    note(by_fault ? Happened::Kind::fault : Happened::Kind::full, now,
         network_->front(node_, channel)->packet);
    network_->take(now, node_, channel);
}

/// Programs zero the first word of an entry after reading it, and flush it.
std::uint64_t Adapter::unread_since() const {
    while (first_unread_ != next_stored_ &&
           !from_guest<std::uint32_t>(
               receive_.memory(first_unread_ * Tb2Config::entry_bytes, 4).data()))
        if (++first_unread_ == receive_entries_) first_unread_ = 0;
    return first_unread_ == next_stored_ ? never : receive_done_;
}

std::vector<HeldPacket> Adapter::held() const {
    std::vector<HeldPacket> all;
    std::uint32_t number = sent_;
    const auto add_entry = [&](std::uint32_t entry, std::uint32_t bytes, std::uint64_t since) {
        const auto data = send_.memory(entry * Tb2Config::entry_bytes, bytes);
        all.push_back({packet_of(data, ++number), false, since});
    };
    for (const Moving &one : sending_)
        if (one.data.empty())
            add_entry(one.entry, one.bytes, one.stages.asked);
        else
            all.push_back({packet_of(one.data, ++number), false, one.stages.asked});
    std::uint32_t left = visible_count_; // in ring order; behind them those that are fetched
    for (std::uint32_t entry = next_send_; left != 0; entry = (entry + 1) % send_entries) {
        if (!lengths_[entry]) continue;
        add_entry(entry, lengths_[entry], rung_[entry]);
        --left;
    }
    const std::uint64_t read =
        unread_since() == never
            ? stored_.size()
            : stored_.size() - (next_stored_ + receive_entries_ - first_unread_) % receive_entries_;
    for (std::size_t i = read; i < stored_.size(); ++i)
        all.push_back({stored_[i].packet, true, stored_[i].since});
    for (const Moving &one : storing_) all.push_back({one.packet, true, one.stages.asked});
    return all;
}

// --- the rest -----------------------------------------------------------------------------------

void Adapter::Stored::archive(Archive &ar) {
    ar(packet);
    ar.cycle(since);
}

void Adapter::archive(Archive &ar) {
    const auto moving = [&](std::deque<Moving> &queue, std::uint32_t entries, bool sending) {
        std::size_t left = ar.count(queue.size());
        ar.require(left <= in_pipe, "more packets than the adapter holds");
        if (ar.loads()) queue.resize(left);
        for (Moving &one : queue) {
            auto &[end, entry, bytes, packet, data, stages] = one;
            ar.cycle(end);
            ar.cycle(stages.asked);
            ar.cycle(stages.begun);
            ar.cycle(stages.done);
            ar.cycle(stages.moved);
            ar(entry, bytes, packet, data);
            ar.require(entry < entries, "an entry that there is not");
            const std::size_t size = sending ? bytes : packet.bytes;
            ar.require((sending && data.empty()) || data.size() == size,
                       "a packet of another length");
            ar.require(size >= shortest_packet && size <= longest_packet,
                       "a packet of another length");
        }
    };
    send_.archive(ar);
    receive_.archive(ar);
    for (std::uint32_t i = 0; i < send_entries; ++i) {
        ar(lengths_[i]);
        ar.cycle(visible_[i]);
        ar.cycle(rung_[i]);
    }
    ar(visible_count_, next_send_, next_receive_, next_stored_, first_unread_);
    ar(free_entries_);
    const std::size_t stored = ar.count(stored_.size());
    ar.require(stored <= receive_entries_, "more packets than the adapter holds");
    if (ar.loads()) stored_.resize(stored);
    for (Stored &one : stored_) one.archive(ar);
    ar.require(next_send_ < send_entries && next_receive_ < receive_entries_ &&
                   next_stored_ < receive_entries_ && first_unread_ < receive_entries_,
               "an entry that there is not");
    moving(sending_, send_entries, true);
    moving(storing_, receive_entries_, false);
    ar.require(std::uint64_t{free_entries_} + stored_.size() + storing_.size() == receive_entries_,
               "entries that are lost");
    ar.cycle(receive_done_);
    ar.choice(job_, Job::receive);
    ar.require(job_ != Job::receive || network_->front(node_, channel), "a packet that is lost");
    ar.require(job_ != Job::send || lengths_[next_send_], "a packet that is lost");
    ar.cycle(firmware_until_);
    ar.cycle(sent_at_);
    ar.cycle(received_at_);
    ar.cycle(injected_at_);
    ar.cycle(channel_until_);
    ar.cycle(bus_from_);
    ar.cycle(bus_until_);
    ar.cycle(quiet_since_);
    ar.cycle(waits_since_);
    ar.cycle(quiet_until_);
    ar(report_, reports_, sent_, received_, lost_full_, lost_faults_, firmware_cycles_,
       channel_cycles_, wide_);
    if (!ar.loads()) return;
    happened_.clear();
    seen_.clear();
}

std::vector<Named> Adapter::named_state() const {
    return {{"lengths_set", visible_count_},    {"next_send_entry", next_send_},
            {"fetched", sending_.size()},       {"next_receive_entry", next_receive_},
            {"entries_stored", stored_.size()}, {"entries_free", free_entries_},
            {"lost_full", lost_full_},          {"lost_faults", lost_faults_}};
}

const char *Adapter::fault_text(std::uint64_t code) const {
    switch (static_cast<Error>(code)) {
    case Error::no_register: return "the adapter has no register there";
    case Error::width:
        return "a register of the adapter is a word, and a length is a byte or a word of four";
    case Error::beyond: return "the address is outside both FIFOs";
    case Error::length: return "a packet has at least the 4 bytes of its header";
    case Error::busy: return "the adapter has not fetched this entry yet";
    case Error::destination: return "the packet's header names a node that there is not";
    case Error::route: return "a route is a number from 0 to 3";
    case Error::popped: return "more entries are freed than packets have arrived";
    case Error::unfetched:
        return "a line of an entry is written over that the adapter has not fetched yet";
    }
    return "an error of the adapter";
}

FaultKind Adapter::fault_kind(std::uint64_t code) const {
    return static_cast<Error>(code) == Error::destination ? FaultKind::bad_destination
                                                          : FaultKind::unmapped;
}

} // namespace inlet::sp2
