#include "ni/myrinet/lfc_check.h"

#include "../../../runtime/machine/lanai/lfc/lfc_layout.h"

#include <fmt/format.h>
#include <utility>

namespace inlet::myrinet {

namespace {

constexpr std::uint32_t none = 0xFFFF; // LFC_NONE: no buffer, no descriptor, no channel

bool needs_credit(std::uint32_t tag) {
    return tag == LFC_UCAST || tag == LFC_MCAST || tag == LFC_FA_REQUEST;
}

} // namespace

bool LfcCheck::knows(const GuestFields &state) {
    return state.contains("send credits") && state.contains("free credits");
}

LfcCheck::Fields LfcCheck::fields_of(const GuestFields &state) {
    const auto field = [&](const char *name) {
        const auto found = state.find(name);
        return found == state.end() ? GuestField{} : found->second;
    };
    return {.me = field("me"),
            .nodes = field("nodes"),
            .window = field("window"),
            .first_receive = field("first receive"),
            .armed = field("armed"),
            .free_receives = field("free receives"),
            .next_receive = field("next receive"),
            .sends = field("sends"),
            .send_credits = field("send credits"),
            .free_credits = field("free credits"),
            .acks = field("acks"),
            .next_channel = field("next channel"),
            .tree_parent = field("tree parent"),
            .tree_channels = field("tree channels"),
            .src = field("src"),
            .tree = field("tree"),
            .refs = field("refs"),
            .received = field("received"),
            .next = field("next"),
            .dest = field("dest"),
            .channel = field("channel"),
            .tag = field("tag"),
            .descriptors = field("descriptors"),
            .buffers = field("buffers"),
            .trees = field("trees")};
}

LfcCheck::LfcCheck(const Memory &sram, const GuestFields &state)
    : sram_(sram), fields_(fields_of(state)), peers_(LFC_NODES) {}

void LfcCheck::Peer::forget_queues() {
    queued = held = channel_queued = clears_queued = channel_held = 0;
}

/// 0 where the program shows no such field.
std::uint32_t LfcCheck::load(const GuestField &field, std::uint32_t element) const {
    const std::uint8_t *const at =
        field.bytes == 0 ? nullptr : sram_.read<std::uint8_t>(field.at(element));
    if (!at) return 0;
    switch (field.bytes) {
    case 1: return *at;
    case 2: return from_guest<std::uint16_t>(at);
    default: return from_guest<std::uint32_t>(at);
    }
}

LfcCheck::Header LfcCheck::header_of(std::span<const std::uint8_t> bytes) {
    Header header;
    if (bytes.size() < LFC_HEADER_BYTES ||
        from_guest<std::uint16_t>(bytes.data()) != LFC_MYRINET_TYPE)
        return header;
    header.tag = bytes[2];
    header.credits = bytes[3];
    header.peer = from_guest<std::uint16_t>(&bytes[4]);
    header.tree = from_guest<std::uint16_t>(&bytes[8]);
    header.channel = from_guest<std::uint16_t>(&bytes[10]);
    header.is_lfc = header.tag <= LFC_FA_REQUEST && header.peer < LFC_NODES;
    return header;
}

void LfcCheck::came(std::span<const std::uint8_t> packet) { came_ = header_of(packet); }

std::string LfcCheck::takes() {
    const Header header = std::exchange(came_, {});
    if (!header.is_lfc) return {};
    Peer &from = peers_[header.peer];
    from.credits_came += header.credits;
    const bool on_channel = has_channels() && header.channel < LFC_NODES;
    if (header.tag == LFC_CHANNEL_CLEAR && on_channel) ++peers_[header.channel].clears_came;
    if (!needs_credit(header.tag)) return {};
    if (!on_channel) {
        ++from.came;
        return {};
    }
    Peer &owner = peers_[header.channel];
    if (header.channel == load(fields_.me)) { // from this node itself: it only changes its queue
        --owner.channel_sent;
        return {};
    }
    ++owner.channel_came;
    if (const std::uint32_t acks = load(fields_.acks, header.channel))
        return fmt::format("a packet of node {} comes on node {}'s recovery channel, which is not "
                           "clear: it waits for {} release{}",
                           header.peer, header.channel, acks, acks == 1 ? "" : "s");
    return {};
}

void LfcCheck::sends(std::uint32_t destination, std::span<const std::uint8_t> packet) {
    const Header header = header_of(packet);
    if (!header.is_lfc || destination >= peers_.size()) return;
    Peer &to = peers_[destination];
    to.credits_sent += header.credits;
    const bool on_channel = has_channels() && header.channel < LFC_NODES;
    if (header.tag == LFC_CHANNEL_CLEAR && on_channel) ++peers_[header.channel].clears_sent;
    if (!needs_credit(header.tag)) return;
    if (on_channel)
        ++peers_[header.channel].channel_sent;
    else
        ++to.sent;
}

std::string LfcCheck::begins_pass() {
    for (Peer &peer : peers_) peer.forget_queues();
    std::string wrong = count_sends();
    if (wrong.empty()) wrong = count_free();
    if (wrong.empty()) wrong = count_used();
    if (wrong.empty()) wrong = count_channels();
    return wrong.empty() ? compare() : wrong;
}

/// What waits for the send DMA. A packet that it is sending has been counted as sent.
std::string LfcCheck::count_sends() {
    const std::uint32_t plain = fields_.descriptors.distance;
    std::uint32_t left = plain + 3 * LFC_NODES;
    for (std::uint32_t d = load(fields_.sends); d != none; d = load(fields_.next, d)) {
        if (left-- == 0) return "the queue of the send DMA has no end";
        const std::uint32_t channel = load(fields_.channel, d), to = load(fields_.dest, d);
        if (to >= peers_.size())
            return fmt::format("a packet for node {} waits for the send DMA", to);
        if (d < plain)
            ++(channel < LFC_NODES ? peers_[channel].channel_queued : peers_[to].queued);
        else if (load(fields_.tag, d) == LFC_CHANNEL_CLEAR && channel < LFC_NODES)
            ++peers_[channel].clears_queued;
    }
    return {};
}

std::string LfcCheck::count_free() {
    const std::uint32_t first = load(fields_.first_receive), end = fields_.buffers.distance;
    places_.assign(end, Place::nowhere);
    const auto armed = load(fields_.armed);
    if (armed < end) places_[armed] = Place::armed;
    for (std::uint32_t b = load(fields_.free_receives); b != none;
         b = load(fields_.next_receive, b)) {
        if (b < first || b >= end)
            return fmt::format("buffer {} is in the list of free receive buffers, and is none", b);
        if (places_[b] == Place::armed)
            return fmt::format("receive buffer {} is free, and armed", b);
        if (places_[b] == Place::free) return fmt::format("receive buffer {} is free twice", b);
        places_[b] = Place::free;
    }
    return {};
}

/// The received packets whose buffers are in use, by the peer to which their credit goes: the
/// parent in their tree, or where hosts forward packets, the last hop.
std::string LfcCheck::count_used() {
    for (std::uint32_t b = load(fields_.first_receive); b < fields_.buffers.distance; ++b) {
        const std::uint32_t refs = load(fields_.refs, b);
        const bool used = refs != 0 && load(fields_.received, b) != 0;
        if (!used) {
            if (places_[b] != Place::nowhere) continue;
            return fmt::format("receive buffer {} is lost: not armed, not free, not in use", b);
        }
        if (places_[b] != Place::nowhere)
            return fmt::format("receive buffer {} is {}, and the packet in it is still in use "
                               "({} reference{})",
                               b, places_[b] == Place::free ? "free" : "armed", refs,
                               refs == 1 ? "" : "s");
        const std::uint32_t from = has_channels() ? load(fields_.tree_parent, load(fields_.tree, b))
                                                  : load(fields_.src, b);
        if (from >= peers_.size())
            return fmt::format("receive buffer {} has a packet of node {}", b, from);
        ++peers_[from].held;
    }
    return {};
}

/// A packet that came on a recovery channel holds the channel instead of a credit.
std::string LfcCheck::count_channels() {
    for (std::uint32_t t = 0; t < fields_.trees.distance; ++t)
        for (std::uint32_t c = load(fields_.tree_channels, t); c != none;
             c = load(fields_.next_channel, c)) {
            const std::uint32_t parent = load(fields_.tree_parent, t);
            if (c >= peers_.size() || parent >= peers_.size() || peers_[c].channel_held != 0)
                return fmt::format("the recovery channels of tree {} are not a list", t);
            peers_[c].channel_held = 1;
            --peers_[parent].held;
        }
    return {};
}

std::string LfcCheck::compare() const {
    const std::uint32_t nodes = load(fields_.nodes), me = load(fields_.me);
    const std::int64_t window = load(fields_.window);
    for (std::uint32_t p = 0; p < nodes && p < peers_.size(); ++p) {
        const Peer &peer = peers_[p];
        const std::int64_t credits = load(fields_.send_credits, p),
                           free = load(fields_.free_credits, p), acks = load(fields_.acks, p);
        if (credits + peer.queued + peer.sent - peer.credits_came != window)
            return fmt::format("the credits for node {} are not the window of {}: {} left, {} of "
                               "queued packets, {} of sent ones, {} of these returned",
                               p, window, credits, peer.queued, peer.sent, peer.credits_came);
        if (free + peer.held + peer.credits_sent != peer.came)
            return fmt::format("the credits of {} packets from node {} are not all there: {} to "
                               "return, {} of packets in buffers, {} returned",
                               peer.came, p, free, peer.held, peer.credits_sent);
        if (!has_channels()) continue;
        const std::int64_t waits_for = peer.channel_queued + peer.channel_sent - peer.clears_came;
        if (acks != waits_for + peer.channel_held)
            return fmt::format("node {}'s recovery channel waits for {} releases, of {}: {} of "
                               "packets sent on it, {} of a packet that came on it",
                               p, acks, waits_for + peer.channel_held, waits_for,
                               peer.channel_held);
        const std::int64_t uncleared = peer.channel_came - peer.clears_sent - peer.clears_queued;
        if (p != me && uncleared != (acks != 0))
            return fmt::format("node {}'s recovery channel is {} here, and {} of {} packets that "
                               "came on it {} been answered by a CHANNEL_CLEAR",
                               p, acks ? "in use" : "clear", peer.channel_came - uncleared,
                               peer.channel_came,
                               peer.channel_came - uncleared == 1 ? "has" : "have");
    }
    return {};
}

} // namespace inlet::myrinet
