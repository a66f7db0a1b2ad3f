#include "ni/cm5/interface.h"

#include "archive/archive.h"
#include "cpu/sparc/registers.h"

#include <algorithm>
#include <utility>

namespace inlet::cm5 {

namespace {

using Kind = Answer::Kind;

Answer fault(Error error) { return {Kind::fault, static_cast<std::uint64_t>(error), 0}; }

/// The network of a register of `left` or `right`, and the register.
unsigned network_of(std::uint32_t offset) { return offset >= right; }
std::uint32_t data_register(std::uint32_t offset) {
    return offset - (network_of(offset) ? right : left);
}

/// Bits 30..19 of a destination must be 0: the chip does not check it (Figure 4-19, lines 6-7).
constexpr std::uint32_t destination_bits = 0x8007FFFF;

/// The address of the handler that a message names; 0: none.
std::uint32_t handler_of(const net::Packet &packet) {
    if (packet.words == 0) return 0;
    switch (packet.tag) {
    case software::cmam: return packet.data[0];
    case software::am: return (packet.data[0] & ((1u << software::am_handler_bits) - 1)) << 2;
    default: return 0;
    }
}

Context level_of(unsigned network) { return network ? Context::high : Context::low; }

} // namespace

Interface::Interface(const Config &config, std::uint32_t node, net::Network &data,
                     net::ControlNetwork *control)
    : config_(&config), node_(node), data_(&data), control_(control) {}

Answer Interface::access(std::uint64_t now, const Access &access) {
    has_sent_ = false;
    wakes_at_ = never;
    if (lost_) return fault(Error::memory);
    if (access.bytes < 4) return fault(Error::width);
    if (access.address & (access.bytes - 1u)) return fault(Error::no_register);
    Answer answer;
    if (access.store) {
        answer = store(now, access);
        if (answer.kind != Kind::done) return answer;
        answer.cycles += config_->store_wait;
        stored_at_ = now + access.cycles + answer.cycles;
        return answer;
    }
    answer = load(now, access);
    answer.cycles += wait_of_load(now);
    return answer;
}

/// A pending store to the interface must complete first.
std::uint32_t Interface::wait_of_load(std::uint64_t now) const {
    const std::uint64_t drained = stored_at_ ? stored_at_ + config_->store_drain : 0;
    return config_->load_wait + (drained > now ? static_cast<std::uint32_t>(drained - now) : 0);
}

/// A barrier that no other node enters is not complete, for any wait.
Answer Interface::answer_ahead(std::uint64_t now, const Access &access) {
    if (access.address - ni_base != barrier) return this->access(now, access);
    return {.value = 0, .cycles = wait_of_load(now)};
}

Answer Interface::load(std::uint64_t now, const Access &access) {
    const std::uint32_t offset = access.address - ni_base;
    if (offset >= left && offset < right + (right - left) && data_register(offset) == receive)
        return pop(now, network_of(offset), access.bytes / 4);
    if (access.bytes != 4) return fault(Error::width);
    switch (offset) {
    case int_tags: return {.value = int_tags_};
    case int_cause: return {.value = cause_};
    case self: return {.value = node_};
    case partition: return {.value = config_->nodes};
    case time: return {.value = static_cast<std::uint32_t>(now)};
    case left + status:
    case right + status: {
        const Answer answer = status_of(now, network_of(offset));
        if (answer.kind != Kind::done) return answer;
        news_.polled = true;
        news_.network = static_cast<std::uint8_t>(network_of(offset));
        news_.cycle = now;
        const bool is_right = network_of(offset) != 0;
        // The network that is not polled counts as having room.
        news_.found = (answer.value & status_word::rec_ok
                           ? is_right ? found::high_message : found::low_message
                           : 0) |
                      (answer.value & status_word::send_space || is_right ? found::low_room : 0) |
                      (answer.value & status_word::send_space || !is_right ? found::high_room : 0);
        return answer;
    }
    case barrier:
        if (!control_) return {.value = NI_BARRIER_NONE};
        if (control_->complete(now, node_)) return {.value = NI_BARRIER_COMPLETE};
        if (data_->known() < now) return {.kind = Kind::not_known};
        return {.value = 0};
    default: break;
    }
    return fault(Error::no_register);
}

Answer Interface::store(std::uint64_t now, const Access &access) {
    const std::uint32_t offset = access.address - ni_base;
    if (offset >= left_first && offset < ni_bytes) return begin(now, access);
    if (offset == left + send || offset == right + send) {
        return push(now, access, network_of(offset));
    }
    if (access.bytes != 4) return fault(Error::width);
    const auto value = static_cast<std::uint32_t>(access.value);
    switch (offset) {
    case int_tags: // arrivals while a tag does not interrupt are not recorded (4.3.7)
        note_arrivals(now);
        int_tags_ = value;
        if (!value)
            for (Side &side : sides_) side.arrived = 0;
        else
            for (unsigned n = 0; n < networks; ++n) {
                const net::Delivery *d = nullptr;
                std::uint32_t &arrived = sides_[n].arrived;
                while ((d = data_->received(node_, n, arrived)) && d->cycle <= now) ++arrived;
            }
        return {};
    case int_cause: cause_ &= ~value; return {};
    case block_from:
    case block_to:
    case block_bytes:
        if (config_->blocks) return set_block(offset, value);
        break;
    case barrier:
        if (!control_) break;
        if (control_->complete(now, node_)) {
            if (!control_->enter(now + access.cycles, node_)) return fault(Error::barrier);
            wakes_at_ = control_->completes(node_); // known if this node was the last one to enter
            return {};
        }
        if (data_->known() < now) return {.kind = Kind::not_known};
        return fault(Error::barrier);
    default: break;
    }
    return fault(Error::no_register);
}

// --- receiving --------------------------------------------------------------------------------

const net::Delivery *Interface::first(std::uint64_t now, unsigned network) const {
    const net::Delivery *front = data_->front(node_, network);
    return front && front->cycle <= now && is_whole(network) ? front : nullptr;
}

Answer Interface::status_of(std::uint64_t now, unsigned network) const {
    const bool space = has_room(network);
    if (!space && data_->known() < now) return {.kind = Kind::not_known};
    const Side &side = sides_[network];
    std::uint32_t value =
        (side.send_ok ? status_word::send_ok : 0) | (space ? status_word::send_space : 0);
    if (const net::Delivery *message = first(now, network))
        value |= status_word::rec_ok |
                 (message->packet.words - side.read) << status_word::length_left |
                 message->packet.tag << status_word::rec_tag;
    return {.value = value};
}

/// Takes words from the first message. The last word frees its slot; the first read frees that of a
/// message without words.
Answer Interface::pop(std::uint64_t now, unsigned network, unsigned words) {
    const net::Delivery *message = first(now, network);
    Side &side = sides_[network];
    if (!message) return fault(Error::empty);
    const net::Packet &packet = message->packet;
    if (side.read + words > std::max<unsigned>(packet.words, 1)) return fault(Error::empty);
    Answer answer;
    news_.network = static_cast<std::uint8_t>(network);
    news_.cycle = now;
    if (side.read == 0) answer.cycles = config_->receive;
    news_.began = news_.began || side.read == 0;
    news_.taken = packet;
    for (unsigned i = 0; i < words; ++i)
        answer.value = answer.value << 32 | packet.data[side.read + i];
    side.read = static_cast<std::uint8_t>(side.read + words);
    if (side.read >= packet.words) {
        side.read = 0;
        if (side.arrived) --side.arrived;
        if (whole_[network]) --whole_[network];
        news_.took = true;
        data_->take(now, node_, network);
    }
    return answer;
}

// --- sending ----------------------------------------------------------------------------------

/// Writes the first word, the destination, to an address with tag and length. An open message is
/// abandoned and reads as dropped.
Answer Interface::begin(std::uint64_t now, const Access &access) {
    const std::uint32_t offset = access.address - ni_base;
    const unsigned network = offset >= right_first;
    const std::uint32_t form = offset & (right_first - left_first - 1);
    const std::uint32_t length = form >> length_shift & 7;
    if (length > longest) return fault(Error::length);
    Side side = sides_[network];
    side.open = true;
    side.send_ok = false;
    side.tag = static_cast<std::uint8_t>(form >> tag_shift);
    side.length = static_cast<std::uint8_t>(length);
    side.written = 0;
    std::swap(side, sides_[network]);
    const Answer answer = push(now, access, network);
    if (answer.kind != Kind::done) sides_[network] = side; // the access has had no effect
    return answer;
}

/// Writes the next one or two words of the open message. The last word offers it to the outgoing
/// FIFO.
Answer Interface::push(std::uint64_t now, const Access &access, unsigned network) {
    Side side = sides_[network];
    const unsigned words = access.bytes / 4;
    if (!side.open || side.written + words > side.length + 1u) return fault(Error::not_open);
    for (unsigned i = words; i-- > 0;) {
        const auto word = static_cast<std::uint32_t>(access.value >> 32 * i);
        if (side.written++ == 0)
            side.destination = word;
        else
            side.words[side.written - 2u] = word;
    }
    if (side.destination & ~destination_bits || side.destination >= config_->nodes) {
        // CMAM clears bits 30 to 19 of a negative number too.
        const bool negative = side.destination >> 31;
        Answer answer = fault(Error::destination);
        answer.wrong = side.destination | (negative ? ~destination_bits : 0);
        return answer;
    }
    return finish(now, access, network, side);
}

Answer Interface::finish(std::uint64_t now, const Access &access, unsigned network,
                         const Side &written) {
    Side &side = sides_[network];
    if (written.written <= written.length) {
        side = written;
        return {};
    }
    const bool space = has_room(network);
    if (!space && data_->known() < now) return {.kind = Kind::not_known};
    side = written;
    side.open = false;
    side.send_ok = space;
    news_.network = static_cast<std::uint8_t>(network);
    news_.cycle = now;
    if (!space) { // software writes the whole message again (4.3.1)
        ++dropped_;
        news_.refused = true;
        return {};
    }
    last_ = {.source = node_,
             .destination = side.destination,
             .number = ++sent_,
             .tag = side.tag,
             .channel = static_cast<std::uint8_t>(network),
             .words = side.length};
    std::copy_n(side.words.begin(), side.length, last_.data.begin());
    enter(now + access.cycles + config_->store_wait + config_->send, network);
    has_sent_ = true;
    news_.sent = true;
    return {.cycles = config_->send};
}

// --- interrupts and time ----------------------------------------------------------------------

void Interface::note_arrivals(std::uint64_t now) {
    if (!int_tags_) return;
    for (unsigned n = 0; n < networks; ++n) {
        Side &side = sides_[n];
        while (const net::Delivery *d = data_->received(node_, n, side.arrived)) {
            if (d->cycle > now) break;
            ++side.arrived;
            if (int_tags_ >> (d->packet.tag + tags * n) & 1) cause_ |= 1u << n;
        }
    }
}

std::uint64_t Interface::next(std::uint64_t now) const {
    std::uint64_t next = config_->blocks ? next_block(now) : never;
    if (!int_tags_) return next;
    for (unsigned n = 0; n < networks; ++n)
        if (const net::Delivery *d = data_->received(node_, n, sides_[n].arrived))
            next = std::min(next, std::max(now, d->cycle));
    return next;
}

void Interface::advance(std::uint64_t now, Bus &bus) {
    if (config_->blocks) move_blocks(now, bus);
    note_arrivals(now);
}

std::uint64_t Interface::stable_until(std::uint64_t now, std::uint32_t address) const {
    const std::uint32_t offset = address - ni_base;
    if (stored_at_ + config_->store_drain > now) return now; // the next load waits less
    switch (offset) {
    case self:
    case partition:
    case int_tags: return never;
    case barrier:
        return control_ && !control_->complete(now, node_) ? control_->completes(node_) : now;
    case left + status:
    case right + status: {
        const unsigned network = network_of(offset);
        if (first(now, network)) return now;
        // A known or possible delivery, or a slot that becomes free.
        const net::Delivery *front = data_->front(node_, network);
        std::uint64_t until = front ? front->cycle : data_->next_delivery(node_);
        if (waiting_[network].cycle != never) return now;
        if (!data_->free_slots(node_, network))
            until = std::min(until, std::max(now, data_->room_at(node_, network)));
        return until;
    }
    default: return now;
    }
}

bool Interface::is_quiet(std::uint64_t now, std::uint32_t address) const {
    if (stored_at_ + config_->store_drain > now) return false; // the next load waits less
    const std::uint32_t offset = address - ni_base;
    switch (offset) {
    case self:
    case partition:
    case int_tags: return true;
    case barrier: return control_ && !control_->complete(now, node_);
    case left + status:
    case right + status: return !first(now, network_of(offset)) && has_room(network_of(offset));
    default: return false;
    }
}

// --- the node and its observers ---------------------------------------------------------------

std::uint64_t Interface::next_message() const {
    std::uint64_t next = never;
    for (unsigned n = 0; n < networks; ++n)
        if (const net::Delivery *front = data_->front(node_, n))
            next = std::min(next, front->cycle);
    return next;
}

std::uint64_t Interface::quiet_end(std::uint64_t since) const {
    const std::uint64_t complete = control_ ? control_->completes(node_) : never;
    return std::min(next_message(), complete > since ? complete : never);
}

void Interface::accessed(NodePort &node) {
    const News news = std::exchange(news_, {});
    if (news.sent) node.note_sent();
    if (node.observer()) node.announce_arrivals(news.cycle); // the taken message has arrived
    if (news.took) node.note_received(news.cycle, news.taken);
    if (!node.observer()) return;
    tell(node, news);
    watch(node);
}

void Interface::tell(NodePort &node, const News &news) {
    const bool is_right = news.network != 0;
    const std::uint32_t pc = node.stepped().pc;
    if (news.polled) {
        MessageEvent told = node.event_of(events::Polled{Poll::looks, news.found});
        told.cycle = news.cycle;
        told.pc = pc;
        node.tell(told);
    }
    if (news.sent || news.refused) {
        MessageEvent told = news.sent ? node.event_of(events::Inject{}, last_)
                                      : node.event_of(events::Refuse{}, net::Packet{});
        told.pc = pc;
        told.high = is_right;
        node.tell(told);
    }
    Handling &handling = handling_[news.network];
    if (news.began) {
        if (handling.state == Handling::State::to_begin) begin_handler(node, news.network);
        if (handling.state == Handling::State::begun) end_handler(node, news.network);
        handling = {.state = Handling::State::to_begin,
                    .address = handler_of(news.taken),
                    .message = news.taken};
        if (!handling.address) begin_handler(node, news.network);
    }
    if (news.took && !handling.address && handling.state == Handling::State::begun)
        end_handler(node, news.network);
}

void Interface::begin_handler(NodePort &node, unsigned network) {
    const engine::State &state = node.state();
    Handling &handling = handling_[network];
    handling.state = Handling::State::begun;
    handling.resume = state.r[sparc::link_register] + 8;
    handling.stack = node.stack();
    MessageEvent told = node.event_of(events::Dispatch{}, handling.message);
    told.context = level_of(network);
    node.tell(told);
}

void Interface::end_handler(NodePort &node, unsigned network) {
    MessageEvent told = node.event_of(events::Return{}, handling_[network].message);
    told.context = level_of(network);
    node.tell(told);
    handling_[network] = {};
}

void Interface::watch(NodePort &node) {
    const engine::State &state = node.state();
    for (unsigned n = networks; n-- > 0;) { // replies are handled within requests
        const Handling &handling = handling_[n];
        if (!handling.address || state.in_slot) continue;
        if (handling.state == Handling::State::to_begin && state.pc == handling.address)
            begin_handler(node, n);
        else if (handling.state == Handling::State::begun && state.pc == handling.resume &&
                 node.stack() == handling.stack)
            end_handler(node, n);
    }
}

Context Interface::shown() const {
    for (unsigned n = networks; n-- > 0;)
        if (handling_[n].state == Handling::State::begun) return level_of(n);
    return Context::main;
}

void Interface::complete(MessageEvent &event, const net::Packet &packet) const {
    const std::uint32_t handler = handler_of(packet);
    event.handler = handler ? handler : packet.tag;
}

bool Interface::same(const NetworkInterface &other) const {
    const auto &to = static_cast<const Interface &>(other);
    return sides_ == to.sides_ && int_tags_ == to.int_tags_ && cause_ == to.cause_ &&
           sent_ == to.sent_ && block_ == to.block_ && waiting_ == to.waiting_ &&
           whole_ == to.whole_ && lost_ == to.lost_;
}

// --- the rest ---------------------------------------------------------------------------------

void Interface::archive(Archive &ar) {
    auto &[config, node, data, control, sides, int_tags, cause, stored_at, sent, dropped, block,
           waiting, whole, lost, wakes_at, has_sent, last, news, handling] = *this;
    for (auto &[open, send_ok, tag, length, written, read, destination, words, arrived] : sides) {
        ar(open, send_ok, tag, length, written, read, destination, words, arrived);
        ar.require(length <= longest && tag < tags && written <= length + 1 && read <= longest,
                   "a message that is too long");
    }
    ar(int_tags, cause);
    ar.cycle(stored_at);
    ar(sent, dropped, has_sent, last);
    archive_blocks(ar);
    ar(news.sent, news.refused, news.polled, news.began, news.took, news.network, news.found);
    ar.cycle(news.cycle);
    ar(news.taken);
    ar.require(news.network < networks, "a network that there is not");
    for (auto &[state, address, resume, stack, message] : handling) {
        ar.choice(state, Handling::State::begun);
        ar(address, resume, stack, message);
    }
    for (unsigned n = 0; n < networks; ++n) {
        ar.require(!sides[n].arrived || data->received(node, n, sides[n].arrived - 1),
                   "a message that nobody has");
        const net::Delivery *front = data->front(node, n);
        ar.require(!sides[n].read || (front && sides[n].read < front->packet.words),
                   "a message that nobody has");
    }
}

std::vector<Named> Interface::named_state() const {
    std::vector<Named> all = {{"int_tags", int_tags_}, {"int_cause", cause_}};
    for (unsigned n = 0; n < networks; ++n) {
        const std::string side = n ? "right_" : "left_";
        all.push_back({side + "send_ok", sides_[n].send_ok});
        all.push_back({side + "words_to_write",
                       sides_[n].open ? sides_[n].length + 1u - sides_[n].written : 0u});
        all.push_back({side + "words_read", sides_[n].read});
    }
    return all;
}

const char *Interface::fault_text(std::uint64_t code) const {
    switch (static_cast<Error>(code)) {
    case Error::no_register: return "the network interface has no register there";
    case Error::width: return "a register of the network interface is one word";
    case Error::empty: return "no word of a message is left in the incoming FIFO";
    case Error::not_open: return "no message is open that has a word left to write";
    case Error::length: return "a message has at most 5 words of data";
    case Error::destination: return "there is no such node";
    case Error::block: return "a message carries at most 61440 bytes of memory";
    case Error::memory: return "bytes that a message carries are outside of memory";
    case Error::barrier: return "the barrier that was entered is not complete";
    }
    return "an error of the network interface";
}

FaultKind Interface::fault_kind(std::uint64_t code) const {
    return static_cast<Error>(code) == Error::destination ? FaultKind::bad_destination
                                                          : FaultKind::unmapped;
}

} // namespace inlet::cm5
