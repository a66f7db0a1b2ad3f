#include "ni/myrinet/lfc_credits.h"

#include "../../../runtime/machine/lanai/lfc/lfc_layout.h"

#include <fmt/format.h>
#include <utility>

namespace inlet::myrinet {

namespace {

bool needs_credit(std::uint32_t tag) {
    return tag == LFC_UCAST || tag == LFC_MCAST || tag == LFC_FA_REQUEST;
}

} // namespace

bool LfcCredits::knows(const GuestFields &state) {
    return state.contains("send credits") && state.contains("free credits");
}

LfcCredits::Fields LfcCredits::fields_of(const GuestFields &state) {
    const auto field = [&](const char *name) { return field_of(state, name); };
    return {.me = field("me"),
            .nodes = field("nodes"),
            .window = field("window"),
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
            .trees = field("trees")};
}

LfcCredits::LfcCredits(const Memory &sram, const GuestFields &state)
    : LfcCheck(sram, state), fields_(fields_of(state)), peers_(LFC_NODES) {}

void LfcCredits::Peer::forget_queues() {
    queued = held = channel_queued = clears_queued = channel_held = 0;
}

void LfcCredits::came(std::span<const std::uint8_t> packet) { came_ = header_of(packet); }

std::string LfcCredits::takes() {
    const Header header = std::exchange(came_, {});
    if (!header.is_lfc || header.tag > LFC_FA_REQUEST) return {};
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

void LfcCredits::sends(std::uint32_t destination, std::span<const std::uint8_t> packet) {
    const Header header = header_of(packet);
    if (!header.is_lfc || header.tag > LFC_FA_REQUEST || destination >= peers_.size()) return;
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

std::string LfcCredits::begins_pass() {
    for (Peer &peer : peers_) peer.forget_queues();
    std::string wrong = count_sends();
    if (wrong.empty()) wrong = find_free();
    if (wrong.empty()) wrong = count_used();
    if (wrong.empty()) wrong = count_channels();
    return wrong.empty() ? compare() : wrong;
}

/// What waits for the send DMA. A packet that it is sending has been counted as sent.
std::string LfcCredits::count_sends() {
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

/// The received packets whose buffers are in use, by the peer to which their credit goes: the
/// parent in their tree, or where hosts forward packets, the last hop.
std::string LfcCredits::count_used() {
    for (std::uint32_t b = first_receive(); b < buffers(); ++b) {
        const std::uint32_t refs = load(fields_.received, b) ? load(fields_.refs, b) : 0;
        if (std::string wrong = check_place(b, refs); !wrong.empty()) return wrong;
        if (refs == 0) continue;
        const std::uint32_t from = has_channels() ? load(fields_.tree_parent, load(fields_.tree, b))
                                                  : load(fields_.src, b);
        if (from >= peers_.size())
            return fmt::format("receive buffer {} has a packet of node {}", b, from);
        ++peers_[from].held;
    }
    return {};
}

/// A packet that came on a recovery channel holds the channel instead of a credit.
std::string LfcCredits::count_channels() {
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

std::string LfcCredits::compare() const {
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
