// The protocol that retransmits (runtime/machine/lanai/lfc/retransmit.c; IrxImc's interface and
// HrxHmc's host compile it) on the build host, over channels that keep the order of packets and
// lose some: every choice of up to three transmissions, whatever they are (data, acknowledgements,
// NACKs, requests and replies of fetch&add), bursts of a window, and random ones. Windows of 1, 2
// and 4, numbers that wrap, pools of buffers that are too small for all senders.
//
//   loss_model [SEEDS]     SEEDS: of each random run, 200 by default
//
// Without output and with 0: all is well.
extern "C" {
#include "protocol.h"
}

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace {

std::string doing;

[[noreturn]] void fail(const std::string &what) {
    std::printf("%s: %s\n", doing.c_str(), what.c_str());
    std::exit(1);
}

struct Launch {
    enum Kind : std::uint8_t { unicast, multicast, fetch_add } kind{};
    std::uint16_t to = 0; ///< node; multicasts go along a heap from this node
};

struct Setting {
    std::string name;
    unsigned nodes = 2, window = 1;
    unsigned send_buffers = 4, receive_buffers = 12;
    std::uint16_t first_number = 0;              ///< of each pair
    std::vector<std::vector<Launch>> launches{}; ///< of each node
};

/// Which transmissions, counted from 0, are lost.
struct Losses {
    std::set<unsigned> chosen;
    unsigned per_thousand = 0;
    std::mt19937 random{};
    bool operator()(unsigned n) {
        return chosen.contains(n) || (per_thousand && random() % 1000 < per_thousand);
    }
};

constexpr std::uint32_t retransmission = 60, late_ack = 20; // units of time

struct Packet {
    lfc_header header{};
    unsigned message = 0; ///< what its buffer had when it left
    std::uint64_t arrives = 0;
};

class World {
  public:
    World(const Setting &setting, Losses losses)
        : set_(setting), losses_(std::move(losses)), nodes_(setting.nodes),
          links_(std::size_t{setting.nodes} * setting.nodes) {
        for (unsigned n = 0; n < set_.nodes; ++n) {
            auto &node = nodes_[n];
            node.ni = std::make_unique<lfc_ni>();
            lfc_start(node.ni.get(), static_cast<std::uint16_t>(n),
                      static_cast<std::uint16_t>(set_.nodes),
                      static_cast<std::uint16_t>(set_.window), 0);
            lfc_set_delays(node.ni.get(), retransmission, late_ack);
            for (unsigned p = 0; p < set_.nodes; ++p) {
                lfc_peer &peer = node.ni->peer[p];
                peer.next_number = peer.expected = peer.ackable = peer.acked = set_.first_number;
            }
            for (unsigned root = 0; root < set_.nodes; ++root) {
                std::vector<std::uint16_t> children;
                const unsigned me = (n + set_.nodes - root) % set_.nodes;
                for (unsigned c = 2 * me + 1; c <= 2 * me + 2 && c < set_.nodes; ++c)
                    children.push_back(static_cast<std::uint16_t>((c + root) % set_.nodes));
                lfc_add_tree(node.ni.get(), tree_of(root), 0, children.data(),
                             static_cast<std::uint16_t>(children.size()));
            }
            for (unsigned b = 0; b < set_.send_buffers; ++b) node.free_sends.push_back(b);
            for (unsigned b = 0; b < set_.receive_buffers; ++b)
                node.free_receives.push_back(set_.send_buffers + b);
            node.content.resize(set_.send_buffers + set_.receive_buffers);
        }
    }

    /// Transmissions of the run.
    unsigned run() {
        for (now_ = 1; !done(); ++now_) {
            if (now_ > 200'000) fail("does not end");
            for (unsigned n = 0; n < set_.nodes; ++n) step(n);
        }
        check_end();
        return transmissions_;
    }
    std::uint64_t time() const { return now_; }
    unsigned count(std::uint32_t lfc_counts::*what) const {
        unsigned sum = 0;
        for (const auto &node : nodes_) sum += node.ni->counts.*what;
        return sum;
    }

  private:
    struct Node {
        std::unique_ptr<lfc_ni> ni;
        std::vector<unsigned> free_sends, free_receives;
        std::vector<unsigned> content; ///< of each buffer: a message
        std::uint64_t sent_at = 0, delivered_at = 0;
        unsigned launched = 0, adds_asked = 0, adds_done = 0;
        bool asks = false;
        std::map<unsigned, unsigned> next;     ///< by tree: number of the last message sent
        std::map<unsigned, unsigned> expected; ///< by tree
        /// Multicasts that came, by peer and number: children to which they must be sent before
        /// they are acknowledged.
        std::map<std::pair<unsigned, std::uint16_t>, unsigned> unsent;
        std::map<unsigned, std::pair<unsigned, std::uint16_t>> came_in; ///< by buffer
    };
    static std::uint16_t tree_of(unsigned root) {
        return static_cast<std::uint16_t>(LFC_NODES + root);
    }
    std::deque<Packet> &link(unsigned from, unsigned to) { return links_[from * set_.nodes + to]; }

    bool done() const {
        for (unsigned n = 0; n < set_.nodes; ++n) {
            const Node &node = nodes_[n];
            const lfc_ni &ni = *node.ni;
            if (node.launched < set_.launches[n].size() || node.adds_done != node.adds_asked ||
                ni.sending != LFC_NONE || ni.delivering != LFC_NONE || lfc_can_send(&ni) ||
                ni.alarm_state != LFC_ALARM_OFF)
                return false;
            for (unsigned p = 0; p < set_.nodes; ++p)
                if (ni.peer[p].outstanding) return false;
        }
        for (const auto &link : links_)
            if (!link.empty()) return false;
        return true;
    }

    void take_freed(Node &node) {
        std::uint16_t b = 0;
        while ((b = lfc_take_freed(node.ni.get())) != LFC_NONE) free_buffer(node, b);
    }
    void free_buffer(Node &node, unsigned b) {
        const bool sends = b < set_.send_buffers;
        auto &list = sends ? node.free_sends : node.free_receives;
        for (const unsigned other : list)
            if (other == b) fail("a buffer is freed twice");
        list.push_back(b);
        node.content[b] = 0xDEAD; // the next packet may come at any time
        if (!sends && node.ni->refusals && node.free_receives.size() > LFC_SPARE_BUFFERS)
            lfc_room(node.ni.get());
    }

    void step(unsigned n) {
        Node &node = nodes_[n];
        lfc_ni *const ni = node.ni.get();
        ni->now = static_cast<std::uint32_t>(now_) - 100; // wraps
        if (ni->alarm_state != LFC_ALARM_OFF && static_cast<std::int32_t>(ni->alarm - ni->now) <= 0)
            lfc_alarm_came(ni);
        if (ni->alarm_state == LFC_ALARM_CHANGED) ni->alarm_state = LFC_ALARM_SET;
        if (ni->sending != LFC_NONE && node.sent_at <= now_) {
            const std::uint16_t d = ni->sending;
            if (d < LFC_DESCRIPTORS && ni->descriptor[d].tag == LFC_MCAST &&
                !(ni->descriptor[d].state & LFC_SENT)) {
                const auto came = node.came_in.find(ni->descriptor[d].buffer);
                if (came != node.came_in.end()) --node.unsent[came->second];
            }
            lfc_sent(ni);
            take_freed(node);
        }
        if (ni->delivering != LFC_NONE && node.delivered_at <= now_) {
            const std::uint16_t b = ni->delivering;
            if (node.content[b] == 0xDEAD) fail("a buffer is free that has not been delivered");
            lfc_delivered(ni);
            take_freed(node);
        }
        if (ni->delivering == LFC_NONE && lfc_next_delivery(ni) != LFC_NONE)
            node.delivered_at = now_ + 3;
        for (unsigned from = 0; from < set_.nodes; ++from) {
            auto &packets = link(from, n);
            if (packets.empty() || packets.front().arrives > now_) continue;
            const Packet packet = packets.front();
            packets.pop_front();
            arrive(n, packet);
        }
        launch(n);
        if (lfc_can_send(ni)) {
            lfc_header header{};
            const std::uint16_t d = lfc_next_send(ni, &header);
            if (d != LFC_NONE) transmit(n, d, header);
        }
        take_freed(node);
        if (ni->alarm_state == LFC_ALARM_CHANGED) ni->alarm_state = LFC_ALARM_SET;
    }

    void launch(unsigned n) {
        Node &node = nodes_[n];
        if (node.launched == set_.launches[n].size() || node.free_sends.empty()) return;
        const Launch &launch = set_.launches[n][node.launched];
        if (launch.kind == Launch::fetch_add) {
            if (node.asks) return;
            node.asks = true;
            ++node.adds_asked;
            ++node.launched;
            lfc_launch_fetch_add(node.ni.get(), LFC_NONE, launch.to, 1);
            return;
        }
        ++node.launched;
        const unsigned b = node.free_sends.back();
        node.free_sends.pop_back();
        const bool all = launch.kind == Launch::multicast;
        const unsigned key = all ? LFC_NODES + n : launch.to;
        node.content[b] = (all ? LFC_NODES + n : n) << 16 | node.next[key]++;
        node.came_in.erase(b);
        lfc_header header{};
        if (all)
            lfc_launch_multicast(node.ni.get(), static_cast<std::uint16_t>(b), tree_of(n), 4);
        else if (lfc_launch_now(node.ni.get(), static_cast<std::uint16_t>(b), launch.to, 4,
                                &header))
            transmit(n, node.ni->sending, header);
        else
            lfc_launch_unicast(node.ni.get(), static_cast<std::uint16_t>(b), launch.to, 4);
    }

    void transmit(unsigned n, std::uint16_t d, const lfc_header &header) {
        Node &node = nodes_[n];
        const lfc_descriptor &desc = node.ni->descriptor[d];
        node.sent_at = now_ + 2;
        if (!(header.tag & LFC_ACKS)) fail("a packet without an acknowledgement");
        if (node.ni->peer[desc.dest].timed) fail("the timer of what is acknowledged runs");
        for (const auto &[came, children] : node.unsent)
            if (came.first == desc.dest && children != 0 &&
                static_cast<std::int8_t>(header.credits - static_cast<std::uint8_t>(came.second)) >
                    0)
                fail("a multicast is acknowledged before it is forwarded");
        Packet packet{header, 0, now_ + 4};
        if (d < LFC_DESCRIPTORS && desc.buffer != LFC_NONE)
            packet.message = node.content[desc.buffer];
        if (!losses_(transmissions_++)) link(n, desc.dest).push_back(packet);
    }

    void arrive(unsigned n, const Packet &packet) {
        Node &node = nodes_[n];
        lfc_ni *const ni = node.ni.get();
        if (node.free_receives.empty()) fail("no buffer for an acknowledgement");
        const unsigned b = node.free_receives.back();
        node.free_receives.pop_back();
        node.content[b] = packet.message;
        node.came_in.erase(b);
        const std::uint16_t expected = ni->peer[packet.header.src].expected;
        const enum lfc_arrival arrival =
            lfc_received(ni, static_cast<std::uint16_t>(b), &packet.header,
                         node.free_receives.size() < LFC_SPARE_BUFFERS ? LFC_NO_ROOM
                         : ni->delivering == LFC_NONE                  ? 1
                                                                       : 0);
        if (ni->fa_done) {
            ni->fa_done = 0;
            if (!node.asks) fail("a second reply of one fetch&add");
            node.asks = false;
            ++node.adds_done;
            if (!results_.insert({packet.header.src, ni->fa_result}).second)
                fail("two fetch&adds with one result");
        }
        if (arrival == LFC_FREE) {
            free_buffer(node, b);
            take_freed(node);
            return;
        }
        if (packet.header.channel != expected) fail("a packet out of order is taken");
        const unsigned tree = packet.message >> 16;
        if (tree != packet.header.tree) fail("a packet with another's contents");
        if ((packet.message & 0xFFFF) != node.expected[tree]++) fail("a message out of order");
        const unsigned children = tree >= LFC_NODES ? ni->tree[tree].children : 0;
        if (children) {
            node.came_in[b] = {packet.header.src, packet.header.channel};
            node.unsent[node.came_in[b]] = children;
        }
        if (arrival == LFC_DELIVER) node.delivered_at = now_ + 3;
        lfc_forward(ni, static_cast<std::uint16_t>(b), &packet.header);
        take_freed(node);
    }

    void check_end() {
        unsigned adds = 0, sum = 0;
        for (unsigned n = 0; n < set_.nodes; ++n) {
            Node &node = nodes_[n];
            adds += node.adds_done;
            sum += node.ni->fa_value;
            if (node.free_sends.size() != set_.send_buffers) fail("a send buffer is lost");
            if (node.free_receives.size() != set_.receive_buffers) fail("a receive buffer is lost");
            if (node.ni->retransmissions.first != LFC_NONE || node.ni->late_acks.first != LFC_NONE)
                fail("a timer runs at the end");
            for (unsigned from = 0; from < set_.nodes; ++from) {
                const Node &other = nodes_[from];
                const auto sent = [&](unsigned key) {
                    const auto found = other.next.find(key);
                    return found == other.next.end() ? 0u : found->second;
                };
                if (node.expected[from] != sent(n)) fail("a message is not delivered");
                if (from != n && node.expected[LFC_NODES + from] != sent(LFC_NODES + from))
                    fail("a multicast is not delivered");
            }
        }
        if (adds != sum) fail("a fetch&add is executed another number of times");
    }

    Setting set_;
    Losses losses_;
    std::vector<Node> nodes_;
    std::vector<std::deque<Packet>> links_;
    std::set<std::pair<unsigned, std::uint32_t>> results_;
    std::uint64_t now_ = 0;
    unsigned transmissions_ = 0;
};

/// Every choice of at most three of the transmissions of the run without losses, and the first
/// retransmissions.
void every_three(const Setting &setting) {
    doing = setting.name + ", nothing lost";
    World quiet(setting, {});
    const unsigned all = quiet.run() + 4;
    if (quiet.count(&lfc_counts::resent) && !quiet.count(&lfc_counts::refused))
        fail("something is sent again");
    for (unsigned a = 0; a < all; ++a)
        for (unsigned b = a; b < all; ++b)
            for (unsigned c = b; c < all; ++c) {
                doing = setting.name + ", without transmissions " + std::to_string(a) + " " +
                        std::to_string(b) + " " + std::to_string(c);
                World(setting, {{a, b, c}}).run();
            }
}

/// Every burst of lost transmissions that is as long as a window, and as two of them.
void every_burst(const Setting &setting) {
    doing = setting.name + ", nothing lost";
    World quiet(setting, {});
    const unsigned all = quiet.run();
    unsigned resent = 0;
    for (const unsigned length : {setting.window, 2 * setting.window})
        for (unsigned first = 0; first < all; ++first) {
            doing = setting.name + ", without " + std::to_string(length) + " transmissions from " +
                    std::to_string(first) + " on";
            Losses losses;
            for (unsigned i = 0; i < length; ++i) losses.chosen.insert(first + i);
            World world(setting, losses);
            world.run();
            // All that is missing comes again together, and not one packet each time.
            if (first == 0 && length == setting.window &&
                world.time() > quiet.time() + std::uint64_t{3} * retransmission)
                fail("takes " + std::to_string(world.time()) + " instead of " +
                     std::to_string(quiet.time()));
            resent += world.count(&lfc_counts::resent);
        }
    if (resent < all) fail("too little is sent again in all these runs");
}

std::vector<Launch> mixed(std::mt19937 &random, unsigned nodes, unsigned count) {
    std::vector<Launch> all(count);
    for (Launch &launch : all)
        launch = {static_cast<Launch::Kind>(random() % 3),
                  static_cast<std::uint16_t>(random() % nodes)};
    return all;
}

} // namespace

int main(int argc, char **argv) {
    const unsigned seeds = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 200;
    const Launch to_0{Launch::unicast, 0}, to_1{Launch::unicast, 1}, add_1{Launch::fetch_add, 1},
        all{Launch::multicast, 0};
    for (const unsigned window : {1u, 2u, 4u})
        for (const unsigned first : {0u, 253u, 65534u}) {
            const auto name = [&](const char *what) {
                return std::string(what) + ", W " + std::to_string(window) + ", from " +
                       std::to_string(first);
            };
            const auto number = static_cast<std::uint16_t>(first);
            every_three({.name = name("one way"),
                         .window = window,
                         .first_number = number,
                         .launches = {{to_1, to_1, to_1, to_1, to_1}, {}}});
            every_three({.name = name("both ways"),
                         .window = window,
                         .first_number = number,
                         .launches = {{to_1, to_1, add_1, to_1}, {to_0, to_0}}});
            every_three({.name = name("multicast"),
                         .nodes = 4,
                         .window = window,
                         .first_number = number,
                         .launches = {{all, all, to_1}, {}, {}, {}}});
        }
    for (const unsigned window : {1u, 2u, 4u, 8u, 32u})
        for (const unsigned first : {0u, 253u, 65534u}) {
            const std::vector<Launch> window_and_more(window + 2, to_1);
            every_burst(
                {.name = "a window of " + std::to_string(window) + " from " + std::to_string(first),
                 .window = window,
                 .send_buffers = window + 2,
                 .receive_buffers = LFC_SPARE_BUFFERS + window + 4,
                 .first_number = static_cast<std::uint16_t>(first),
                 .launches = {window_and_more, {to_0, add_1}}});
        }
    // One sender's window does not fit beside the others': refused, and asked for by NACK.
    every_three({.name = "a small pool",
                 .nodes = 3,
                 .window = 4,
                 .receive_buffers = LFC_SPARE_BUFFERS + 2,
                 .launches = {{to_1, to_1, to_1, to_1}, {}, {to_1, to_1, to_1, to_1}}});
    unsigned nacks = 0;
    for (unsigned seed = 0; seed < seeds; ++seed) {
        std::mt19937 random(seed);
        Setting setting{.name = "random",
                        .nodes = 2 + static_cast<unsigned>(random() % 6),
                        .window = 1u << random() % 6,
                        .send_buffers = 2 + static_cast<unsigned>(random() % 10),
                        .first_number = static_cast<std::uint16_t>(random())};
        // With a window of every sender binary trees need no more (001 8.3.3).
        setting.receive_buffers =
            LFC_SPARE_BUFFERS + std::min(setting.window, 8u) * setting.nodes + 1;
        setting.window = std::min(setting.window, 8u);
        for (unsigned n = 0; n < setting.nodes; ++n)
            setting.launches.push_back(mixed(random, setting.nodes, 40));
        for (const unsigned rate : {1u, 20u, 100u, 300u}) {
            doing =
                "random, seed " + std::to_string(seed) + ", lost of 1000: " + std::to_string(rate);
            World world(setting, {{}, rate, std::mt19937(seed + rate)});
            world.run();
            nacks += world.count(&lfc_counts::nacks);
        }
        // Only unicasts share a pool that is too small without standing still.
        setting.receive_buffers = LFC_SPARE_BUFFERS + 2;
        for (auto &launches : setting.launches)
            for (Launch &launch : launches)
                if (launch.kind == Launch::multicast) launch.kind = Launch::unicast;
        doing = "random, small pool, seed " + std::to_string(seed);
        World world(setting, {{}, 20, std::mt19937(seed)});
        world.run();
        nacks += world.count(&lfc_counts::nacks);
    }
    doing = "NACKs";
    if (seeds && nacks == 0) fail("no packet was refused");
}
