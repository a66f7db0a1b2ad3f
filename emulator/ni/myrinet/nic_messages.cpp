// The packets of a Myrinet interface as messages of the node, for observers: the host hands them
// over, engines send, receive and deliver them. Nothing here changes a cycle.
#include "../../../runtime/machine/lanai/include/myrinet_registers.h"
#include "../../../runtime/machine/lanai/lfc/lfc_layout.h"
#include "archive/archive.h"
#include "memory/memory.h"
#include "ni/myrinet/nic.h"

#include <algorithm>

namespace inlet::myrinet {

namespace {

/// Where a packet's tag and size are (lfc_layout.h).
constexpr std::size_t tag_at = 2, size_at = 6, number_at = 10;
constexpr std::uint32_t word_bytes = 4;

/// What MessageEvent::handler is for LFC's packets without a handler (analysis/event_names.cpp).
constexpr std::uint32_t number_of(std::uint32_t tag) { return 1 + tag; }

/// Places in Packet::data, for observers only.
enum PacketData : std::size_t {
    reply_data,    ///< not 0: a reply of Active Messages
    sequence_data, ///< its number among those of its sender, of implementations that retransmit
};

/// Whether the control program takes the packet itself.
bool is_control(const net::Packet &packet) {
    return packet.tag == number_of(LFC_CREDIT) || packet.tag == number_of(LFC_CHANNEL_CLEAR) ||
           packet.tag == number_of(LFC_FA_REPLY) || packet.tag == number_of(LFC_FA_REQUEST) ||
           packet.tag == number_of(LFC_ACK) || packet.tag == number_of(LFC_NACK);
}

/// Whether the packet is one of LFC's that the control program passes on to the host.
bool is_for_host(std::span<const std::uint8_t> bytes) {
    if (bytes.size() < LFC_HEADER_BYTES || (bytes[0] << 8 | bytes[1]) != LFC_MYRINET_TYPE)
        return false;
    const unsigned tag = bytes[tag_at] & LFC_TAG_BITS;
    return tag == LFC_UCAST || tag == LFC_MCAST;
}

MessageEvent event_of(const NodePort &port, const events::Any &what, const net::Packet &packet,
                      std::uint64_t cycle) {
    MessageEvent event = port.event_of(what, packet);
    event.cycle = cycle;
    event.pc = 0; // where the host is does not matter
    event.context = Context::main;
    return event;
}

void tell_stage(const NodePort &port, const net::Packet &packet, Stage stage, std::uint64_t from,
                std::uint64_t cycles) {
    if (cycles == 0) return;
    const events::Staged what{stage, static_cast<std::uint32_t>(cycles)};
    port.tell(event_of(port, what, packet, from));
}

/// A packet without a handler of the program: the control program or the host's library takes it.
void tell_taken(const NodePort &port, const net::Packet &packet, std::uint64_t now) {
    port.tell(event_of(port, events::Staged{Stage::taken}, packet, now));
}

/// The interface's processor from `since` to `now`, `waits` cycles of which it waited for SRAM.
void tell_firmware(const NodePort &port, const net::Packet &packet, Stage wait, Stage firmware,
                   std::uint64_t since, std::uint64_t now, std::uint64_t waits) {
    waits = std::min(waits, now - since);
    tell_stage(port, packet, wait, since, waits);
    tell_stage(port, packet, firmware, since + waits, now - since - waits);
}

} // namespace

/// Sets the tag to the handler of a packet with this data, which names it or which the program's
/// upcall takes.
void Nic::set_handler(net::Packet &packet, bool active, std::span<const std::uint8_t> data) const {
    const auto word = [data](std::size_t n) {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < 4 && 4 * n + 4 <= data.size(); ++i)
            value |= std::uint32_t{data[4 * n + i]} << 8 * i; // the host's byte order
        return value;
    };
    packet.tag = active ? word(1) : upcall_;
    packet.data[reply_data] = active && word(0) & LFC_REPLY;
}

/// The same of a packet that begins with its header. Without a handler, the tag is the number by
/// which LFC knows the packet.
void Nic::set_handler(net::Packet &packet, std::span<const std::uint8_t> bytes) const {
    if (bytes.size() < LFC_HEADER_BYTES || (bytes[0] << 8 | bytes[1]) != LFC_MYRINET_TYPE)
        return set_handler(packet, false, {});
    const std::uint8_t tag = bytes[tag_at] & LFC_TAG_BITS;
    const unsigned kind = bytes[size_at] << 8 & ~LFC_SIZE_BITS;
    packet.tag = number_of(tag);
    packet.data[sequence_data] = bytes[number_at] << 8 | bytes[number_at + 1];
    if ((tag == LFC_UCAST || tag == LFC_MCAST) && (kind == LFC_ACTIVE || (kind == 0 && upcall_)))
        set_handler(packet, kind == LFC_ACTIVE, bytes.subspan(LFC_HEADER_BYTES));
}

/// The host's stores of a packet are in SRAM.
void Nic::hand_over(std::uint64_t now, SharedBus &cores) {
    const std::uint32_t at = handed_ % MYRINET_SRAM_BYTES,
                        destination = (handed_ & ~MYRINET_ACTIVE) >> 20;
    Launch &launch = launches_[at] = {{now, held(now)}, {}, launcher_.pc};
    if (destination >= network_->topology().nodes()) return; // no single message
    constexpr std::size_t flags_and_handler = 8;
    std::vector<std::uint8_t> data(std::min<std::size_t>(
        {handed_bytes_, MYRINET_SRAM_BYTES - LFC_HEADER_BYTES - at, flags_and_handler}));
    cores.read(lanai, at + LFC_HEADER_BYTES, data);
    net::Packet &packet = launch.packet;
    packet.source = node_;
    packet.destination = destination;
    packet.number = ++sent_;
    packet.bytes = static_cast<std::uint16_t>(LFC_HEADER_BYTES + handed_bytes_);
    set_handler(packet, handed_ & MYRINET_ACTIVE, data);
    NodePort &port = cores.messages();
    if (!port.observer()) return;
    MessageEvent event = event_of(port, events::Inject{}, packet, now);
    event.pc = launcher_.pc;
    event.context = launcher_.context;
    port.tell(event);
}

/// Gives a packet its number, and tells observers of what it has gone through.
void Nic::tell_sent(std::uint64_t now, net::Packet &packet, std::span<const std::uint8_t> bytes,
                    SharedBus &cores) {
    const Routed route = follow(bytes);
    packet.destination = route.node;
    count_sent(now, bytes.subspan(route.bytes));
    if (check_) check_->sends(route.node, bytes.subspan(route.bytes));
    set_handler(packet, bytes.subspan(route.bytes));
    const auto first = launches_.lower_bound(smp_);
    Launch *const launch =
        first != launches_.end() && first->first < smlt_ ? &first->second : nullptr;
    note_read(now, smp_, smlt_ - smp_);
    const Received *const forwarded = launch ? nullptr : received_at(smp_, smlt_);
    const bool told = launch && launch->packet.number;
    packet.number = told ? launch->packet.number : ++sent_;
    if (told) launch->packet.number = 0; // another transmission is another message
    const NodePort &port = cores.messages();
    if (!port.observer()) return;
    net::Packet shown = packet;
    shown.bytes -= static_cast<std::uint16_t>(route.bytes);
    if (!told) {
        MessageEvent event = event_of(port, events::Inject{}, shown, now);
        event.context = Context::main;
        event.pc = launch ? launch->pc : LANAI_REGISTERS + LANAI_SMLT; // the interface's own
        port.tell(event);
    }
    if (!launch && !forwarded) return;
    const Since &since = launch ? launch->since : forwarded->since;
    tell_firmware(port, shown, Stage::send_wait, Stage::send_firmware, since.cycle, now,
                  held(now) - since.held);
}

const Nic::Received *Nic::received_at(std::uint32_t first, std::uint32_t end) const {
    const auto found = std::ranges::find_if(
        received_, [&](const Received &one) { return one.first < end && first < one.end; });
    return found == received_.end() ? nullptr : &*found;
}

/// Of a packet without data only what is behind it is delivered.
const Nic::Received *Nic::delivered_from(std::uint32_t first) const {
    if (const Received *const within = received_at(first, first + word_bytes)) return within;
    const auto found = std::ranges::find(received_, first, &Received::end);
    return found == received_.end() ? nullptr : &*found;
}

/// A packet is in SRAM, from RMP on. Packets for the control program only have arrived. `corrupt`:
/// the control program learns that the checksum is wrong, and drops it.
void Nic::note_received(std::uint64_t now, const net::Packet &packet,
                        std::span<const std::uint8_t> bytes, bool corrupt, SharedBus &cores) {
    const std::uint32_t end = rmp_ + packet.bytes;
    if (check_) check_->came(corrupt ? std::span<const std::uint8_t>() : bytes);
    std::erase_if(received_, [&](const Received &one) {
        if (one.first >= end || rmp_ >= one.end) return false;
        if (!one.delivered) tell_end(now, one, cores);
        return true;
    });
    received_.push_back({.first = rmp_,
                         .end = end,
                         .since = {now, held(now)},
                         .packet = packet,
                         .delivered = corrupt || is_control(packet),
                         .again = bytes.size() > tag_at && bytes[tag_at] & LFC_AGAIN,
                         .for_host = is_for_host(bytes)});
    if (cores.messages().observer() || !received_.back().for_host) look_at_unread();
    if (corrupt) return tell_lost(now, packet, {Drop::fault}, cores);
    const NodePort &port = cores.messages();
    if (!is_control(packet) || !port.observer()) return;
    port.tell(event_of(port, events::Arrive{}, packet, now));
    tell_taken(port, packet, now);
}

void Nic::look_at_unread() {
    follows_ = std::ranges::any_of(
        received_, [](const Received &one) { return !one.delivered && one.read == never; });
}

void Nic::note_read(std::uint64_t now, std::uint32_t address, std::uint32_t bytes) {
    if (!follows_) return;
    for (Received &one : received_)
        if (one.first < address + bytes && address < one.end) one.read = std::min(one.read, now);
    look_at_unread();
}

/// A packet that software has read is taken; one that it has not read is lost.
void Nic::tell_end(std::uint64_t now, const Received &one, SharedBus &cores) {
    if (one.read == never) return tell_lost(now, one.packet, {Drop::unknown}, cores);
    const NodePort &port = cores.messages();
    if (!port.observer()) return;
    net::Packet packet = one.packet;
    packet.tag = 0; // no handler of the program
    port.tell(event_of(port, events::Arrive{}, packet, one.since.cycle));
    tell_taken(port, packet, one.read);
}

/// Packets for the host wait; other ones in SRAM have been read or never will be.
void Nic::finish(SharedBus &cores) {
    for (Received &one : received_) {
        if (one.delivered || one.for_host) continue;
        one.delivered = true;
        tell_end(last_, one, cores);
    }
}

/// The control program starts the host DMA.
void Nic::begin_delivery(std::uint64_t now) {
    const Received *const packet = direction_ ? delivered_from(lar_) : nullptr;
    delivers_ = packet != nullptr;
    if (!delivers_) return;
    delivered_ = *packet;
    for (Received &one : received_) one.delivered |= &one == packet;
    if (follows_) look_at_unread();
    if (!packet->again && !is_control(packet->packet)) progress_ = now;
    delivery_ = {now, held(now)};
}

void Nic::end_delivery(std::uint64_t now, SharedBus &cores) {
    if (!delivers_) return;
    delivers_ = false;
    in_host_[ear_ - word_bytes] = {delivered_.packet, now, false};
    if (is_control(delivered_.packet)) return; // Hrx; it has arrived
    const NodePort &port = cores.messages();
    if (!port.observer()) return;
    const net::Packet &packet = delivered_.packet;
    tell_firmware(port, packet, Stage::receive_wait, Stage::receive_firmware,
                  delivered_.since.cycle, delivery_.cycle, delivery_.held - delivered_.since.held);
    tell_stage(port, packet, Stage::receive_channel, delivery_.cycle, now - delivery_.cycle);
    port.tell(event_of(port, events::Arrive{}, packet, now));
    if (packet.tag >= first_handler)
        to_handle_[packet.tag != upcall_].push_back(packet);
    else
        tell_taken(port, packet, now);
}

const net::Packet *Nic::find(std::uint32_t address, const Memory &of_host) {
    const auto at = in_host_.find(address);
    if (at == in_host_.end() || at->second.found || !at->second.is_full(address, of_host))
        return nullptr;
    at->second.found = true;
    return &at->second.packet;
}

std::vector<HeldPacket> Nic::held(const Memory &of_host) const {
    std::vector<HeldPacket> to_send, arrived;
    for (const auto &[at, launch] : launches_)
        if (launch.packet.number) to_send.push_back({launch.packet, false, launch.since.cycle});
    for (const auto &[at, one] : in_host_)
        if (one.is_full(at, of_host)) arrived.push_back({one.packet, true, one.since});
    for (const Received &one : received_)
        if (!one.delivered && (one.for_host || one.read == never))
            arrived.push_back({.packet = one.packet,
                               .arrived = true,
                               .since = one.since.cycle,
                               .for_device = !one.for_host});
    if (delivers_ && !is_control(delivered_.packet))
        arrived.push_back({delivered_.packet, true, delivered_.since.cycle});
    std::ranges::stable_sort(to_send, {}, &HeldPacket::since);
    std::ranges::stable_sort(arrived, {}, &HeldPacket::since);
    to_send.insert(to_send.end(), arrived.begin(), arrived.end());
    return to_send;
}

void Nic::tell_lost(std::uint64_t now, const net::Packet &packet, const events::Dropped &how,
                    SharedBus &cores) {
    const NodePort &port = cores.messages();
    if (!port.observer()) return;
    MessageEvent event = event_of(port, how, packet, now);
    event.destination = packet.destination;
    port.tell(event);
}

// --- What software drops: it names the packet by its sender and its number ---

namespace {

/// LFC_DROPPED (lfc_layout.h).
struct DroppedBySoftware {
    std::uint32_t source, number;
    Drop cause;
    explicit DroppedBySoftware(std::uint32_t word)
        : source(word >> 16 & 0xFF), number(word & 0xFFFF) {
        const std::uint32_t why = word >> 24;
        cause = why == LFC_DROP_REFUSED     ? Drop::full
                : why == LFC_DROP_DUPLICATE ? Drop::repeated
                : why == LFC_DROP_GAP       ? Drop::gap
                                            : Drop::unknown;
    }
    bool is(const net::Packet &packet) const {
        return packet.source == source && packet.data[sequence_data] == number;
    }
};

/// Acknowledgements have no number.
bool is_numbered(const net::Packet &packet) {
    return packet.tag != number_of(LFC_ACK) && packet.tag != number_of(LFC_NACK);
}

} // namespace

void Nic::note_dropped(std::uint64_t now, unsigned core, std::uint32_t word) {
    dropped_.at(core).push_back(word);
    at(Start::drop) = now + 1;
}

void Nic::drop(std::uint64_t now, SharedBus &cores) {
    for (const std::uint32_t word : dropped_[lanai]) drop_received(now, word, cores);
    for (const std::uint32_t word : dropped_[host]) drop_in_host(now, word, cores);
    for (auto &words : dropped_) words.clear();
}

/// A packet in SRAM, which the control program has received last or before that.
void Nic::drop_received(std::uint64_t now, std::uint32_t word, SharedBus &cores) {
    const DroppedBySoftware told(word);
    const auto found = std::find_if(received_.rbegin(), received_.rend(), [&](const Received &one) {
        return told.is(one.packet) && is_numbered(one.packet) &&
               (!one.delivered || is_control(one.packet));
    });
    if (found == received_.rend()) return;
    const bool arrived = is_control(found->packet);
    found->delivered = true;
    tell_lost(now, found->packet, {told.cause, arrived, arrived}, cores);
}

/// A packet in the host's memory. The host takes them in the order in which they have come there.
/// One that has come before may be there, too.
void Nic::drop_in_host(std::uint64_t now, std::uint32_t word, SharedBus &cores) {
    const DroppedBySoftware told(word);
    std::vector<std::map<std::uint32_t, InHost>::iterator> found;
    for (auto at = in_host_.begin(); at != in_host_.end(); ++at)
        if (told.is(at->second.packet) && is_numbered(at->second.packet)) found.push_back(at);
    if (found.empty()) return;
    std::ranges::sort(found, {}, [](const auto &at) { return at->second.since; });
    const bool repeats = told.cause == Drop::repeated;
    const auto at = found[repeats && found.size() > 1 ? 1 : 0];
    const net::Packet packet = at->second.packet;
    in_host_.erase(at);
    for (std::deque<net::Packet> &waiting : to_handle_) std::erase(waiting, packet);
    const bool taken = packet.tag < first_handler;
    tell_lost(now, packet, {told.cause, true, taken}, cores);
}

void Nic::count_sent(std::uint64_t now, std::span<const std::uint8_t> packet) {
    const bool ours =
        packet.size() >= LFC_HEADER_BYTES && (packet[0] << 8 | packet[1]) == LFC_MYRINET_TYPE;
    const unsigned tag = ours ? packet[tag_at] & LFC_TAG_BITS : kinds - 1;
    ++counts_.sent.at(std::min<std::size_t>(tag, kinds - 1));
    const bool again = ours && packet[tag_at] & LFC_AGAIN;
    counts_.again += again ? 1 : 0;
    if (again)
        again_ = now;
    else if (!ours || (tag != LFC_ACK && tag != LFC_NACK))
        progress_ = now;
    if (!ours) return;
    const std::uint64_t bytes = (packet[size_at] << 8 | packet[size_at + 1]) & LFC_SIZE_BITS;
    if (tag == LFC_UCAST) counts_.unicast_bytes += bytes;
    if (tag == LFC_MCAST) counts_.multicast_bytes += bytes;
}

void Nic::add_counts(NamedCounts &counts) const {
    constexpr std::array<const char *, kinds> names = {
        "credits",  "channel clears", "fetch&add replies",
        "unicasts", "multicasts",     "fetch&add requests",
        "acks",     "nacks",          "other packets"};
    const auto add = [&](const char *name, std::uint64_t value) {
        if (value != 0) add_count(counts, name, value);
    };
    for (std::size_t i = 0; i < kinds; ++i) add(names.at(i), counts_.sent.at(i));
    add("unicast bytes", counts_.unicast_bytes);
    add("multicast bytes", counts_.multicast_bytes);
    add("sent again", counts_.again);
    add("corrupt", counts_.corrupt);
}

void Nic::show(DumpNode &dump) const {
    dump.lost = counts_.lost;
    dump.unacknowledged = again_ > progress_;
}

void Nic::Counts::archive(Archive &ar) {
    ar(sent, unicast_bytes, multicast_bytes, again, corrupt, lost);
}

void Nic::Since::archive(Archive &ar) {
    ar.cycle(cycle);
    ar.cycle(held);
}

void Nic::Launch::archive(Archive &ar) { ar(since, packet, pc); }

void Nic::InHost::archive(Archive &ar) {
    ar(packet, found);
    ar.cycle(since);
}

bool Nic::InHost::is_full(std::uint32_t at, const Memory &of_host) const {
    std::array<std::uint8_t, word_bytes> full{};
    return packet.tag >= first_handler && of_host.copy_out(at, full) && full != decltype(full){};
}

void Nic::Received::archive(Archive &ar) {
    ar(first, end, since, packet, delivered, again);
    if (ar.loads()) read = since.cycle;
}

void Nic::archive_messages(Archive &ar) {
    ar.cycle(held_since_);
    ar.cycle(held_cycles_);
    ar(upcall_, handed_, handed_bytes_, launcher_.pc);
    ar.choice(launcher_.context, Context::high);
    ar(launches_, received_, delivers_, delivered_, delivery_, counts_, in_host_);
    ar.cycle(progress_);
    ar.cycle(again_);
    for (std::deque<net::Packet> &waiting : to_handle_) {
        const std::size_t left = ar.count(waiting.size());
        if (ar.loads()) waiting.assign(left, {});
        ar.each(waiting);
    }
    ar(dropped_);
    ar.require(handed_ % MYRINET_SRAM_BYTES <= last_header, "a packet outside SRAM");
}

} // namespace inlet::myrinet
