#include "ni/myrinet/lfc_windows.h"

#include "../../../runtime/machine/lanai/lfc/lfc_layout.h"

#include <bit>
#include <fmt/format.h>
#include <functional>
#include <utility>

namespace inlet::myrinet {

namespace {

// enum lfc_descriptor_state.
constexpr std::uint32_t in_queue = 1, was_acked = 2, was_sent = 4, is_timed = 8;

bool is_numbered(std::uint32_t tag) { return (tag & LFC_TAG_BITS) < LFC_ACK; }

/// `a` is behind `b`, or is it.
bool not_before(std::uint16_t a, std::uint16_t b) {
    return static_cast<std::int16_t>(static_cast<std::uint16_t>(a - b)) >= 0;
}

/// Of data, size, tag and tree: not of the acknowledgement, which each transmission has anew.
std::uint64_t content_of(std::span<const std::uint8_t> packet) {
    std::string content(packet.begin() + 4, packet.end());
    content += static_cast<char>(packet[2] & LFC_TAG_BITS);
    return std::hash<std::string>()(content);
}

} // namespace

bool LfcWindows::knows(const GuestFields &state) {
    return state.contains("free count") && state.contains("delivering");
}

LfcWindows::Fields LfcWindows::fields_of(const GuestFields &state) {
    const auto field = [&](const char *name) { return field_of(state, name); };
    return {.me = field("me"),
            .nodes = field("nodes"),
            .window = field("window"),
            .free_count = field("free count"),
            .deliveries = field("deliveries"),
            .delivering = field("delivering"),
            .next_delivery = field("next delivery"),
            .freed = field("freed"),
            .sends = field("sends"),
            .sending = field("sending"),
            .next = field("next"),
            .number = field("number"),
            .buffer = field("buffer"),
            .state = field("state"),
            .next_number = field("next number"),
            .outstanding = field("outstanding"),
            .unacknowledged = field("unacknowledged"),
            .following = field("following"),
            .blocked = field("blocked"),
            .expected = field("expected"),
            .ackable = field("ackable"),
            .held = field("held"),
            .acked = field("acked"),
            .timed = field("timed"),
            .wanted = field("wanted"),
            .refused = field("refused"),
            .refusals = field("refusals"),
            .retransmissions = field("retransmissions"),
            .later = field("later"),
            .late_acks = field("late acks"),
            .later_peer = field("later peer"),
            .src = field("src"),
            .refs = field("refs"),
            .unsent = field("unsent"),
            .received = field("received"),
            .packet_number = field("packet number"),
            .descriptors = field("descriptors")};
}

LfcWindows::LfcWindows(const Memory &sram, const GuestFields &state)
    : LfcCheck(sram, state), fields_(fields_of(state)), peers_(LFC_NODES) {}

void LfcWindows::came(std::span<const std::uint8_t> packet) { came_ = header_of(packet); }

std::string LfcWindows::takes() {
    const Header header = std::exchange(came_, {});
    if (!header.is_lfc) return {};
    Peer &from = peers_[header.peer];
    if (header.tag & LFC_ACKS) {
        const auto more = static_cast<std::uint8_t>(header.credits - from.acked);
        if (more <= static_cast<std::uint16_t>(from.next - from.acked))
            from.acked = static_cast<std::uint16_t>(from.acked + more);
    }
    if (!is_numbered(header.tag)) return {};
    if (header.channel == from.came) ++from.came;
    if (header.channel == static_cast<std::uint16_t>(from.expected + from.may_advance))
        ++from.may_advance;
    return {};
}

void LfcWindows::sends(std::uint32_t destination, std::span<const std::uint8_t> packet) {
    const Header header = header_of(packet);
    if (!header.is_lfc || destination >= peers_.size() || !wrong_.empty()) return;
    check_sent(destination, header, packet);
}

void LfcWindows::check_sent(std::uint32_t destination, const Header &header,
                            std::span<const std::uint8_t> packet) {
    Peer &to = peers_[destination];
    if (header.tag & LFC_ACKS) {
        const auto more = static_cast<std::uint8_t>(header.credits - to.acknowledged);
        if (more > static_cast<std::uint16_t>(to.came - to.acknowledged)) {
            wrong_ = fmt::format("a packet for node {} acknowledges all before number {} modulo "
                                 "256, of which {} have come in order and {} were acknowledged",
                                 destination, header.credits, to.came, to.acknowledged);
            return;
        }
        to.acknowledged = static_cast<std::uint16_t>(to.acknowledged + more);
    }
    if (!is_numbered(header.tag)) return;
    const auto number = static_cast<std::uint16_t>(header.channel);
    const std::uint64_t content = content_of(packet);
    if (number == to.next) {
        ++to.next;
        to.contents.at(number % most_window) = content;
        const auto outstanding = static_cast<std::uint16_t>(to.next - to.acked);
        if (const std::uint32_t window = load(fields_.window); outstanding > window)
            wrong_ = fmt::format("packet {} for node {} is beyond the window of {}: {} packets are "
                                 "not acknowledged",
                                 number, destination, window, outstanding);
    } else if (not_before(number, to.next)) {
        wrong_ = fmt::format("packet {} for node {} leaves before packet {}", number, destination,
                             to.next);
    } else if (static_cast<std::uint16_t>(to.next - number) <= most_window &&
               to.contents.at(number % most_window) != content) {
        wrong_ = fmt::format("packet {} for node {} is sent again, and is not what it was", number,
                             destination);
    }
}

std::string LfcWindows::begins_pass() {
    if (!wrong_.empty()) return wrong_;
    references_.assign(buffers(), 0);
    to_forward_.assign(peers_.size(), 0);
    std::string wrong = count_deliveries();
    if (wrong.empty()) wrong = find_free();
    freed_.assign(buffers(), false);
    if (is_irx()) {
        if (wrong.empty()) wrong = find_freed();
        timers_ = ack_timers_ = 0;
        if (wrong.empty()) wrong = check_queue();
        const std::uint32_t nodes = load(fields_.nodes);
        for (std::uint32_t p = 0; p < nodes && p < peers_.size() && wrong.empty(); ++p) {
            wrong = check_packets_to(p);
            if (wrong.empty()) wrong = check_packets_from(p);
        }
        if (wrong.empty()) wrong = check_timers();
    }
    return wrong.empty() ? check_buffers() : wrong;
}

/// The packets that wait for the host DMA, and the one that it moves.
std::string LfcWindows::count_deliveries() {
    const auto count = [&](std::uint32_t b) {
        if (b < first_receive() || b >= buffers()) return false;
        return references_[b]++ == 0;
    };
    const std::uint32_t delivering = load(fields_.delivering);
    if (delivering != none && !count(delivering))
        return fmt::format("buffer {} is being delivered, and is none", delivering);
    for (std::uint32_t b = load(fields_.deliveries); b != none; b = load(fields_.next_delivery, b))
        if (!count(b)) return "the queue of the host DMA is no list of receive buffers";
    return {};
}

/// What waits for the send DMA, and what it sends.
std::string LfcWindows::check_queue() {
    const std::uint32_t plain = fields_.descriptors.distance, all = plain + 2 * LFC_NODES;
    queued_.assign(all, false);
    const auto add = [&](std::uint32_t d) {
        if (d >= all || queued_[d]) return false;
        queued_[d] = true;
        if (d >= plain) return true;
        const std::uint32_t state = load(fields_.state, d), b = load(fields_.buffer, d);
        if (state & was_acked && b < buffers()) ++references_[b];
        return (state & in_queue) != 0;
    };
    // A control packet that is being sent may be in the queue again.
    const std::uint32_t sending = load(fields_.sending);
    if (sending < plain && !add(sending)) return "the packet that is being sent is not queued";
    for (std::uint32_t d = load(fields_.sends); d != none; d = load(fields_.next, d))
        if (!add(d)) return "the queue of the send DMA is no list of packets";
    return {};
}

std::string LfcWindows::check_packets_to(std::uint32_t p) {
    const std::uint32_t plain = fields_.descriptors.distance, window = load(fields_.window);
    const std::uint32_t outstanding = load(fields_.outstanding, p);
    const auto next = static_cast<std::uint16_t>(load(fields_.next_number, p));
    const auto first = static_cast<std::uint16_t>(next - outstanding);
    const Peer &peer = peers_[p];
    if (outstanding > window)
        return fmt::format("{} packets for node {} are outstanding, of a window of {}", outstanding,
                           p, window);
    if (first != peer.acked)
        return fmt::format("packets for node {} are kept from number {} on, and it has "
                           "acknowledged all before {}",
                           p, first, peer.acked);
    if (!not_before(next, peer.next))
        return fmt::format("the next number for node {} is {}, and {} was sent", p, next,
                           static_cast<std::uint16_t>(peer.next - 1));
    std::uint32_t d = load(fields_.unacknowledged, p);
    for (std::uint32_t i = 0; i < outstanding; ++i, d = load(fields_.following, d)) {
        const auto number = static_cast<std::uint16_t>(first + i);
        if (d >= plain || load(fields_.number, d) != number)
            return fmt::format("packet {} for node {} is not kept until it is acknowledged", number,
                               p);
        const std::uint32_t state = load(fields_.state, d), b = load(fields_.buffer, d);
        if (b < buffers()) ++references_[b];
        if (state & is_timed) ++timers_;
        const bool is_queued = state & in_queue && queued_[d];
        if (is_queued || (state & (was_sent | is_timed)) == (was_sent | is_timed)) continue;
        return fmt::format("packet {} for node {} is not acknowledged, not queued, and has no "
                           "timer",
                           number, p);
    }
    std::uint32_t left = plain;
    for (d = load(fields_.blocked, p); d != none; d = load(fields_.next, d)) {
        if (d >= plain || left-- == 0)
            return fmt::format("the packets that wait for the window of node {} are no list", p);
        if (outstanding < window)
            return fmt::format("packets wait for the window of node {}, and {} of {} are "
                               "outstanding",
                               p, outstanding, window);
        if (const std::uint32_t b = load(fields_.buffer, d); b < buffers()) ++references_[b];
    }
    return {};
}

std::string LfcWindows::check_packets_from(std::uint32_t p) {
    Peer &peer = peers_[p];
    const auto expected = static_cast<std::uint16_t>(load(fields_.expected, p)),
               ackable = static_cast<std::uint16_t>(load(fields_.ackable, p)),
               acked = static_cast<std::uint16_t>(load(fields_.acked, p));
    const std::uint32_t held = load(fields_.held, p);
    if (static_cast<std::uint16_t>(expected - peer.expected) > peer.may_advance)
        return fmt::format("the number expected from node {} goes from {} to {}, and {} packet{} "
                           "came in this order",
                           p, peer.expected, expected, peer.may_advance,
                           peer.may_advance == 1 ? " has" : "s have");
    peer.expected = expected;
    peer.may_advance = 0;
    const auto waiting = static_cast<std::uint16_t>(expected - ackable);
    if (held == 0 ? waiting != 0 : !(held & 1) || waiting > most_window)
        return fmt::format("packets before {} of node {} may be acknowledged, and {} was received; "
                           "{} of these wait to be forwarded",
                           ackable, p, expected, std::popcount(held));
    if (acked != peer.acknowledged)
        return fmt::format("node {} has been told that packets before {} have come, and the "
                           "program has {}",
                           p, peer.acknowledged, acked);
    const bool timed = load(fields_.timed, p) != 0, wanted = load(fields_.wanted, p) != 0;
    if (timed) ++ack_timers_;
    const bool ack_queued = queued_[fields_.descriptors.distance + 2 * p];
    if (wanted && !ack_queued)
        return fmt::format(
            "the control program owes node {} an acknowledgement, but has not queued one", p);
    if (ackable != acked && !timed && !wanted)
        return fmt::format("packets before {} of node {} are not acknowledged: no ACK is queued, "
                           "and no timer runs",
                           ackable, p);
    return {};
}

std::string LfcWindows::check_timers() {
    const auto count = [&](const GuestField &first, const GuestField &later, std::uint32_t most) {
        std::uint32_t found = 0;
        for (std::uint32_t i = load(first); i != none && found <= most; i = load(later, i)) ++found;
        return found;
    };
    const std::uint32_t timers = count(fields_.retransmissions, fields_.later, timers_),
                        acks = count(fields_.late_acks, fields_.later_peer, ack_timers_);
    if (timers != timers_)
        return fmt::format("{} packets have retransmission timers, and {} are in their list",
                           timers_, timers > timers_ ? "more" : fmt::format("{}", timers));
    if (acks != ack_timers_)
        return fmt::format("{} peers have timers of acknowledgements, and {} are in their list",
                           ack_timers_, acks > ack_timers_ ? "more" : fmt::format("{}", acks));
    return {};
}

/// The buffers that the main loop takes back after the next event.
std::string LfcWindows::find_freed() {
    for (std::uint32_t b = load(fields_.freed); b != none; b = load(fields_.next_delivery, b)) {
        if (b >= buffers() || freed_[b]) return "the buffers that have become free are no list";
        freed_[b] = true;
    }
    return {};
}

std::string LfcWindows::check_received(std::uint32_t b) {
    const std::uint32_t refs = load(fields_.received, b) ? load(fields_.refs, b) : 0;
    if (refs != references_[b])
        return fmt::format("receive buffer {} has {} reference{}, and {} come from the queue of "
                           "deliveries and from packets that are not acknowledged",
                           b, refs, refs == 1 ? "" : "s", references_[b]);
    const std::uint32_t unsent = load(fields_.unsent, b), p = load(fields_.src, b);
    if (refs == 0 || unsent == 0 || p >= peers_.size()) return {};
    const std::uint32_t number = load(fields_.packet_number, b);
    const auto place = static_cast<std::uint16_t>(number - load(fields_.ackable, p));
    if (place >= most_window)
        return fmt::format("packet {} of node {} may be acknowledged, and has not been sent to {} "
                           "of its receivers",
                           number, p, unsent);
    to_forward_[p] |= 1u << place;
    return {};
}

std::string LfcWindows::check_buffers() {
    if (load(fields_.free_count) != free_count())
        return fmt::format("{} receive buffers are in the list of free ones, and the program "
                           "counts {}",
                           free_count(), load(fields_.free_count));
    for (std::uint32_t b = first_receive(); b < buffers(); ++b) {
        if (is_irx())
            if (std::string wrong = check_received(b); !wrong.empty()) return wrong;
        const std::uint32_t uses = references_[b] + (freed_[b] ? 1 : 0);
        if (std::string wrong = check_place(b, uses); !wrong.empty()) return wrong;
    }
    if (!is_irx()) return {};
    for (std::uint32_t p = 0; p < load(fields_.nodes) && p < peers_.size(); ++p)
        if (const std::uint32_t held = load(fields_.held, p); held != to_forward_[p])
            return fmt::format("{} packets of node {} are not acknowledged until they are "
                               "forwarded, and {} have not been sent to all children",
                               std::popcount(held), p, std::popcount(to_forward_[p]));
    for (std::uint32_t b = 0; b < first_receive(); ++b)
        if (const std::uint32_t refs = load(fields_.refs, b); refs < references_[b])
            return fmt::format("send buffer {} has {} reference{}: {} packets that are not "
                               "acknowledged are in it",
                               b, refs, refs == 1 ? "" : "s", references_[b]);
    std::uint32_t refused = 0;
    for (std::uint32_t p = 0; p < load(fields_.nodes) && p < peers_.size(); ++p)
        refused += load(fields_.refused, p) ? 1 : 0;
    if (refused != load(fields_.refusals))
        return fmt::format("{} nodes are owed a NACK, and the program counts {}", refused,
                           load(fields_.refusals));
    return {};
}

} // namespace inlet::myrinet
