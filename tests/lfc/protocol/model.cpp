// LFC's control program (runtime/machine/lanai/lfc/protocol.c) on the build host: nodes with a send
// DMA and a host DMA each, links that keep their order, and every order of {arrival, end of a send,
// end of a delivery, launch, buffer from the host}, or random ones. After every event: credits of
// each pair, buffers, channels, order of each tree.
//
//   model [SEEDS [STATES [all]]]
//
// SEEDS: of each random run, 200 by default. STATES: in how many states to look for orders, in each
// of the settings of orders(); from 4000000 on there are more of these. `all`: it is an error if
// there are more states. 0: all is well.
extern "C" {
#include "protocol.h"
}

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <random>
#include <string>
#include <unordered_set>
#include <vector>

namespace {

[[noreturn]] void fail(const std::string &what) {
    std::printf("%s\n", what.c_str());
    std::exit(1);
}

struct Launch {
    enum Kind : std::uint8_t { unicast, multicast, fetch_add } kind{};
    std::uint16_t to = 0; ///< node, or tree
};

struct Setting {
    std::string name;
    unsigned nodes = 0, window = 1;
    unsigned host_buffers = 2; ///< 0: a host never lacks one
    bool recover = true;
    std::vector<std::vector<Launch>> launches; ///< of each node
    /// parent[t][n] of group tree LFC_NODES + t; -1: root; -2: no member
    std::vector<std::vector<int>> trees;
};

/// A packet on a link: its header, and the number of the message: its place in the order of its
/// tree from its root.
struct Flying {
    lfc_header header{};
    std::uint16_t root = 0, number = 0;
};

class World {
  public:
    explicit World(const Setting &setting) : set_(&setting), node_(setting.nodes) {
        for (unsigned n = 0; n < nodes(); ++n) {
            Node &node = node_[n];
            lfc_start(&node.ni, static_cast<std::uint16_t>(n), static_cast<std::uint16_t>(nodes()),
                      static_cast<std::uint16_t>(setting.window), setting.recover);
            node.links.resize(nodes());
            node.expected.resize(nodes() + setting.trees.size() * nodes());
            node.unicasts.resize(nodes());
            node.host_buffers = setting.host_buffers;
            for (unsigned t = 0; t < setting.trees.size(); ++t) {
                const auto &parent = setting.trees[t];
                if (parent[n] == -2) continue;
                std::vector<std::uint16_t> children;
                for (unsigned c = 0; c < nodes(); ++c)
                    if (parent[c] == static_cast<int>(n))
                        children.push_back(static_cast<std::uint16_t>(c));
                lfc_add_tree(&node.ni, static_cast<std::uint16_t>(LFC_NODES + t),
                             static_cast<std::uint16_t>(std::max(parent[n], 0)), children.data(),
                             static_cast<std::uint16_t>(children.size()));
            }
        }
    }

    /// The events that can happen now, as numbers for act().
    std::vector<unsigned> enabled() const {
        std::vector<unsigned> all;
        for (unsigned n = 0; n < nodes(); ++n) {
            const Node &node = node_[n];
            const unsigned first = n * (4 + nodes());
            if (node.launched < set_->launches[n].size() && free_buffer(node, true) < LFC_BUFFERS &&
                !(set_->launches[n][node.launched].kind == Launch::fetch_add && node.asks))
                all.push_back(first);
            if (node.ni.sending != LFC_NONE) all.push_back(first + 1);
            if (node.ni.delivering != LFC_NONE && (node.host_buffers > 0 || !set_->host_buffers))
                all.push_back(first + 2);
            if (node.host_buffers < set_->host_buffers) all.push_back(first + 3);
            for (unsigned from = 0; from < nodes(); ++from)
                if (!node_[from].links[n].empty()) all.push_back(first + 4 + from);
        }
        return all;
    }

    void act(unsigned event) {
        const unsigned n = event / (4 + nodes()), what = event % (4 + nodes());
        Node &node = node_[n];
        switch (what) {
        case 0: launch(n); break;
        case 1: sent(n); break;
        case 2: {
            const unsigned b = node.ni.delivering;
            if (set_->host_buffers) --node.host_buffers;
            const Flying &packet = node.in[b];
            std::uint16_t &expected = node.expected[key(packet)];
            if (packet.number != expected) fail(set_->name + ": out of order");
            ++expected;
            ++node.got;
            if (const unsigned freed = lfc_delivered(&node.ni); freed != LFC_NONE)
                node.used[freed] = false;
            break;
        }
        case 3: ++node.host_buffers; break;
        default: arrive(n, what - 4);
        }
        for (unsigned k = 0; k < 2; ++k) {
            lfc_header header{};
            if (lfc_next_send(&node.ni, &header) != LFC_NONE) node.leaving = header;
            lfc_next_delivery(&node.ni);
        }
        check();
    }

    bool finished() const {
        unsigned expected = 0, got = 0;
        for (unsigned n = 0; n < nodes(); ++n) {
            if (node_[n].launched < set_->launches[n].size() || node_[n].asks) return false;
            got += node_[n].got;
            for (const Launch &launch : set_->launches[n])
                expected += launch.kind == Launch::unicast     ? 1u
                            : launch.kind == Launch::fetch_add ? 0u
                                                               : members(launch.to) - 1;
        }
        return got == expected;
    }

    /// Nothing can happen any more. Throws out what must not be left.
    void check_end() const {
        for (const Node &node : node_) {
            if (node.ni.recovery_active) fail(set_->name + ": a recovery does not end");
            for (unsigned p = 0; p < nodes(); ++p) {
                if (node.ni.peer[p].acks) fail(set_->name + ": a channel is not clear");
                if (node.ni.peer[p].blocked.first != LFC_NONE) fail(set_->name + ": blocked");
            }
            if (std::ranges::find(node.used, true) != node.used.end())
                fail(set_->name + ": a buffer is not free");
        }
        unsigned sum = 0, adds = 0;
        for (unsigned n = 0; n < nodes(); ++n) {
            sum += node_[n].ni.fa_value;
            for (const Launch &launch : set_->launches[n]) adds += launch.kind == Launch::fetch_add;
        }
        if (sum != adds) fail(set_->name + ": fetch&add lost");
    }

    /// Equal for worlds that behave alike from here on: without counters, without what free buffers
    /// and descriptors contain, and with buffers numbered in the order in which queues name them.
    std::string state() const {
        std::string all;
        for (const Node &node : node_) append_state(node, all);
        return all;
    }

    std::uint32_t recoveries() const {
        std::uint32_t all = 0;
        for (const Node &node : node_) all += node.ni.recoveries;
        return all;
    }

  private:
    struct Node {
        lfc_ni ni{};
        lfc_header leaving{}; ///< what the send DMA has begun
        std::array<Flying, LFC_BUFFERS> in{};
        std::array<bool, LFC_BUFFERS> used{};
        std::vector<std::vector<Flying>> links; ///< to each node
        std::vector<std::uint16_t> expected;    ///< next number, by root and tree
        std::vector<std::uint16_t> unicasts;
        std::array<std::uint16_t, LFC_TREES> multicasts{};
        unsigned launched = 0, host_buffers = 0, got = 0, asks = 0;
    };
    /// Numbers of 16 bits, as text.
    static void put(std::string &to, unsigned number) {
        to += static_cast<char>(number & 0xFF);
        to += static_cast<char>(number >> 8);
    }
    void append_state(const Node &node, std::string &to) const {
        const lfc_ni &ni = node.ni;
        std::array<std::uint8_t, LFC_BUFFERS> number{}; // 0: not named yet
        unsigned named = 0;
        const auto buffer = [&](unsigned b) {
            if (number[b]) return put(to, number[b]);
            number[b] = static_cast<std::uint8_t>(++named);
            const Flying &in = node.in[b];
            const lfc_buffer &its = ni.buffer[b];
            for (const unsigned n : {unsigned{number[b]}, b < own_buffers ? 0u : 1u,
                                     unsigned{in.root}, unsigned{in.number}, unsigned{its.tree},
                                     unsigned{its.refs}, unsigned{its.received}, its.value})
                put(to, n);
        };
        const auto descriptor = [&](unsigned d) {
            const lfc_descriptor &its = ni.descriptor[d];
            if (d >= LFC_DESCRIPTORS) {
                put(to, d);
                return put(to, its.value);
            }
            for (const unsigned n :
                 {unsigned{its.tag}, unsigned{its.dest}, unsigned{its.tree}, unsigned{its.channel}})
                put(to, n);
            buffer(its.buffer);
        };
        const auto descriptors = [&](std::uint16_t d) {
            for (; d != LFC_NONE; d = ni.descriptor[d].next) descriptor(d);
            put(to, LFC_NONE);
        };
        const auto header = [&](const lfc_header &h) {
            for (const unsigned n : {unsigned{h.tag}, unsigned{h.credits}, unsigned{h.src},
                                     unsigned{h.tree}, unsigned{h.channel}, h.value})
                put(to, n);
        };
        put(to, ni.recovery_active);
        put(to, ni.next_recovery);
        put(to, ni.fa_value);
        if (ni.sending != LFC_NONE) {
            header(node.leaving);
            if (ni.sending == LFC_NOW) {
                put(to, ni.descriptor[LFC_NOW].dest);
                buffer(ni.descriptor[LFC_NOW].buffer);
            } else
                descriptor(ni.sending);
        }
        put(to, LFC_NONE);
        descriptors(ni.sends.first);
        if (ni.delivering != LFC_NONE) buffer(ni.delivering);
        put(to, LFC_NONE);
        for (std::uint16_t b = ni.deliveries.first; b != LFC_NONE; b = ni.buffer[b].next) buffer(b);
        put(to, LFC_NONE);
        for (unsigned p = 0; p < nodes(); ++p) {
            const lfc_peer &peer = ni.peer[p];
            for (const unsigned n : {peer.send_credits, peer.free_credits, peer.acks}) put(to, n);
            if (peer.acks) put(to, peer.recov_parent);
            for (unsigned kind = 0; kind < 3; ++kind)
                to += static_cast<char>(ni.descriptor[LFC_DESCRIPTORS + 3 * p + kind].pending);
            descriptors(peer.blocked.first);
            for (const Flying &packet : node.links[p]) {
                header(packet.header);
                put(to, packet.root);
                put(to, packet.number);
            }
            put(to, LFC_NONE);
        }
        for (unsigned t = 0; t < LFC_NODES + set_->trees.size(); ++t) {
            if (t >= nodes() && t < LFC_NODES) continue;
            for (std::uint16_t c = ni.tree[t].channels.first; c != LFC_NONE;
                 c = ni.peer[c].next_channel)
                put(to, c);
            put(to, LFC_NONE);
        }
        for (const unsigned n : node.expected) put(to, n);
        put(to, node.launched);
        put(to, node.host_buffers);
        put(to, node.asks);
        put(to, node.got);
    }

    static constexpr unsigned own_buffers = 2; ///< the first; the others receive

    unsigned nodes() const { return set_->nodes; }
    unsigned members(unsigned tree) const {
        unsigned count = 0;
        for (const int parent : set_->trees[tree - LFC_NODES]) count += parent != -2;
        return count;
    }
    std::size_t key(const Flying &packet) const {
        return packet.header.tag == LFC_UCAST
                   ? packet.root
                   : nodes() + (packet.header.tree - LFC_NODES) * nodes() + packet.root;
    }
    static unsigned free_buffer(const Node &node, bool own) {
        for (unsigned b = own ? 0 : own_buffers; b < (own ? own_buffers : LFC_BUFFERS); ++b)
            if (!node.used[b]) return b;
        return LFC_BUFFERS;
    }

    void launch(unsigned n) {
        Node &node = node_[n];
        const Launch what = set_->launches[n][node.launched++];
        const unsigned b = free_buffer(node, true);
        const auto buffer = static_cast<std::uint16_t>(b);
        node.used[b] = true;
        node.in[b] = {{}, static_cast<std::uint16_t>(n), 0};
        switch (what.kind) {
        case Launch::unicast:
            node.in[b].number = node.unicasts[what.to]++;
            if (lfc_header header{}; lfc_launch_now(&node.ni, buffer, what.to, 8, &header))
                node.leaving = header;
            else
                lfc_launch_unicast(&node.ni, buffer, what.to, 8);
            break;
        case Launch::multicast:
            node.in[b].number = node.multicasts[what.to]++;
            lfc_launch_multicast(&node.ni, buffer, what.to, 8);
            break;
        case Launch::fetch_add: node.asks = 1; lfc_launch_fetch_add(&node.ni, buffer, what.to, 1);
        }
    }

    void sent(unsigned n) {
        Node &node = node_[n];
        const lfc_descriptor d = node.ni.descriptor[node.ni.sending];
        const bool data = node.ni.sending < LFC_DESCRIPTORS;
        Flying packet = data ? node.in[d.buffer] : Flying{};
        // Control packets are as they were when the DMA began: their buffer stays.
        packet.header = node.leaving;
        const unsigned dest = d.dest;
        const unsigned freed = lfc_sent(&node.ni);
        if (freed != LFC_NONE) node.used[freed] = false;
        node.links[dest].push_back(packet);
    }

    void arrive(unsigned n, unsigned from) {
        Node &node = node_[n];
        const Flying packet = node_[from].links[n].front();
        node_[from].links[n].erase(node_[from].links[n].begin());
        const unsigned b = free_buffer(node, false);
        if (b == LFC_BUFFERS) fail(set_->name + ": no buffer to receive");
        if (packet.header.src != from) fail(set_->name + ": another source");
        if (packet.header.tag > LFC_FA_REPLY && packet.header.channel != LFC_NONE &&
            node.ni.peer[packet.header.channel].acks != 0)
            fail(set_->name + ": a channel is in use before it is clear");
        if (packet.header.tag == LFC_FA_REPLY) node.asks = 0;
        node.in[b] = packet;
        const auto buffer = static_cast<std::uint16_t>(b);
        const bool idle = node.ni.delivering == LFC_NONE;
        const lfc_arrival arrival = lfc_received(&node.ni, buffer, &packet.header, idle);
        node.used[b] = arrival != LFC_FREE;
        if (arrival != LFC_FREE) lfc_forward(&node.ni, buffer, &packet.header);
    }

    /// Packets of trees whose parent is `from` that node `n` holds, less those whose place is a
    /// recovery channel's.
    int held(unsigned n, unsigned from) const {
        const lfc_ni &ni = node_[n].ni;
        int count = 0;
        for (unsigned b = own_buffers; b < LFC_BUFFERS; ++b)
            count += node_[n].used[b] && ni.tree[ni.buffer[b].tree].parent == from;
        for (unsigned t = 0; t < LFC_NODES + set_->trees.size(); ++t) {
            if (t >= nodes() && t < LFC_NODES) continue;
            if (ni.tree[t].parent != from) continue;
            for (std::uint16_t c = ni.tree[t].channels.first; c != LFC_NONE;
                 c = ni.peer[c].next_channel)
                --count;
        }
        return count;
    }

    void check() const {
        for (unsigned s = 0; s < nodes(); ++s) {
            const lfc_ni &ni = node_[s].ni;
            unsigned received = 0;
            for (unsigned b = own_buffers; b < LFC_BUFFERS; ++b) received += node_[s].used[b];
            if (received > (nodes() - 1) * (set_->window + 1))
                fail(set_->name + ": too many buffers");
            std::vector<int> leaving(nodes());
            unsigned steps = 0;
            for (std::uint16_t d = ni.sends.first; d != LFC_NONE; d = ni.descriptor[d].next) {
                if (++steps > LFC_DESCRIPTORS + 3 * LFC_NODES) fail(set_->name + ": a circle");
                leaving[ni.descriptor[d].dest] +=
                    d < LFC_DESCRIPTORS && ni.descriptor[d].channel == LFC_NONE;
            }
            if (ni.sending != LFC_NONE && ni.sending < LFC_DESCRIPTORS &&
                node_[s].leaving.channel == LFC_NONE)
                ++leaving[ni.descriptor[ni.sending].dest];
            for (unsigned r = 0; r < nodes(); ++r) {
                if (r == s) continue;
                const lfc_ni &its = node_[r].ni;
                int credits =
                    ni.peer[r].send_credits + its.peer[s].free_credits + leaving[r] + held(r, s);
                for (const Flying &packet : node_[s].links[r])
                    credits += packet.header.tag >= LFC_UCAST && packet.header.channel == LFC_NONE;
                for (const Flying &packet : node_[r].links[s]) credits += packet.header.credits;
                if (its.sending != LFC_NONE && its.descriptor[its.sending].dest == s)
                    credits += node_[r].leaving.credits;
                if (credits != static_cast<int>(set_->window))
                    fail(set_->name + ": credits of a pair do not add up");
                const bool blocked = ni.peer[r].blocked.first != LFC_NONE;
                if (blocked && ni.peer[r].send_credits) fail(set_->name + ": blocked with credits");
                if (blocked && ni.recover && !ni.recovery_active)
                    fail(set_->name + ": blocked without a recovery");
            }
        }
    }

    const Setting *set_;
    std::vector<Node> node_;
};

// --- Trees ---------------------------------------------------------------------------------------

using Shape = std::function<int(int)>; ///< parent of member n of a tree rooted at member 0

int heap(int n) { return (n - 1) / 2; }
int chain(int n) { return n - 1; }
int binomial(int n) { return n & (n - 1); }
const std::pair<const char *, Shape> shapes[] = {
    {"heap", heap}, {"binomial", binomial}, {"chain", chain}};

/// A tree for each root, over the members of a group.
void add_group(Setting &setting, const std::vector<unsigned> &members, const Shape &shape) {
    const auto count = members.size();
    for (std::size_t root = 0; root < count; ++root) {
        std::vector<int> parent(setting.nodes, -2);
        for (std::size_t n = 0; n < count; ++n)
            parent[members[(n + root) % count]] =
                n == 0 ? -1
                       : static_cast<int>(
                             members[(static_cast<std::size_t>(shape(static_cast<int>(n))) + root) %
                                     count]);
        setting.trees.push_back(parent);
    }
}

/// All nodes send `each` multicasts, and between them unicasts and fetch&adds if `mixed`.
Setting all_to_all(const std::string &name, unsigned nodes, unsigned window, unsigned each,
                   const Shape &shape, bool recover, bool mixed) {
    Setting setting;
    setting.name = name;
    setting.nodes = nodes;
    setting.window = window;
    setting.recover = recover;
    std::vector<unsigned> members;
    for (unsigned n = 0; n < nodes; ++n) members.push_back(n);
    add_group(setting, members, shape);
    setting.launches.resize(nodes);
    for (unsigned n = 0; n < nodes; ++n)
        for (unsigned k = 0; k < each; ++k) {
            setting.launches[n].push_back(
                {Launch::multicast, static_cast<std::uint16_t>(LFC_NODES + n)});
            if (!mixed) continue;
            setting.launches[n].push_back(
                {Launch::unicast, static_cast<std::uint16_t>((n + 1 + k) % nodes)});
            setting.launches[n].push_back(
                {Launch::fetch_add, static_cast<std::uint16_t>((n + 1) % nodes)});
        }
    return setting;
}

/// 001 A.2: three groups that overlap.
Setting overlapping(bool recover) {
    Setting setting;
    setting.name = recover ? "A.2 under RECOV" : "A.2 under MCAST";
    setting.nodes = 9;
    setting.recover = recover;
    setting.launches.resize(9);
    const std::vector<unsigned> groups[] = {{0, 3, 4, 5, 6}, {0, 3, 6, 7, 8}, {0, 1, 2, 3, 6}};
    for (const auto &members : groups) add_group(setting, members, heap);
    for (unsigned g = 0; g < 3; ++g)
        for (unsigned k = 0; k < 5; ++k)
            for (unsigned n = 0; n < 2; ++n)
                setting.launches[groups[g][k]].push_back(
                    {Launch::multicast, static_cast<std::uint16_t>(LFC_NODES + 5 * g + k)});
    return setting;
}

// --- Orders --------------------------------------------------------------------------------------

/// Whether it ends with everything delivered.
bool random_run(const Setting &setting, unsigned seed, std::uint32_t *recoveries = nullptr) {
    std::mt19937 random(seed);
    World world(setting);
    // Some seeds favour some events, so that queues get long.
    std::vector<unsigned> weight(setting.nodes * (4 + setting.nodes));
    for (unsigned &w : weight) w = seed % 2 ? 1 : 1u << random() % 8;
    for (;;) {
        const auto events = world.enabled();
        if (events.empty()) break;
        unsigned long total = 0;
        for (const unsigned e : events) total += weight[e];
        unsigned long at = random() % total;
        unsigned chosen = events.back();
        for (const unsigned e : events) {
            if (at < weight[e]) {
                chosen = e;
                break;
            }
            at -= weight[e];
        }
        world.act(chosen);
    }
    if (recoveries) *recoveries += world.recoveries();
    if (!world.finished()) return false;
    world.check_end();
    return true;
}

void expect_always(const Setting &setting, unsigned seeds) {
    for (unsigned seed = 0; seed < seeds; ++seed)
        if (!random_run(setting, seed))
            fail(setting.name + ": stands still, seed " + std::to_string(seed));
}
void expect_a_deadlock(const Setting &setting, unsigned seeds) {
    for (unsigned seed = 0; seed < seeds; ++seed)
        if (!random_run(setting, seed)) return;
    fail(setting.name + ": never stands still");
}

/// Follows every order, each state once, up to `most` states. Returns their number, which is `most`
/// or more if there are others.
std::size_t every_order(const Setting &setting, std::size_t most) {
    std::unordered_set<std::size_t> seen;
    std::vector<World> open{World(setting)};
    while (!open.empty() && seen.size() < most) {
        const World world = std::move(open.back());
        open.pop_back();
        const auto events = world.enabled();
        if (events.empty()) {
            if (!world.finished()) fail(setting.name + ": stands still");
            world.check_end();
        }
        for (const unsigned e : events) {
            World next = world;
            next.act(e);
            if (seen.insert(std::hash<std::string>()(next.state())).second)
                open.push_back(std::move(next));
        }
    }
    return seen.size();
}

/// Small settings of which every order can be followed: the first node launches the first number of
/// packets of its list in all_to_all(), and so on. Hosts always have a buffer: a host without one
/// is only one that takes a packet later, and orders in which it does are among these.
std::vector<Setting> orders(std::size_t most) {
    struct Small {
        std::vector<unsigned> launches; ///< of each node
        bool recover = true, mixed = false;
    };
    std::vector<Small> all = {
        {{1, 1, 1}},        {{2, 2, 0}},           {{1, 0, 0, 0}},
        {{1, 1, 0, 0}},     {{1, 0, 1, 0}},        {{3, 2, 0}, true, true},
        {{1, 1, 1}, false}, {{1, 1, 0, 0}, false},
    };
    if (most >= 4'000'000) all.insert(all.end(), {{{1, 1, 1, 0}}, {{1, 1, 1, 1}}, {{2, 2, 2}}});
    std::vector<Setting> settings;
    for (const Small &small : all)
        for (const auto &[name, shape] : shapes) {
            const auto nodes = static_cast<unsigned>(small.launches.size());
            if (!small.recover && std::string(name) == "chain") continue; // some stand still
            if (nodes == 3 && std::string(name) == "binomial") continue;  // the heap
            Setting setting = all_to_all(std::string("every order, ") + name, nodes, 1, 2, shape,
                                         small.recover, small.mixed);
            setting.host_buffers = 0;
            for (unsigned n = 0; n < nodes; ++n) {
                setting.launches[n].resize(small.launches[n]);
                setting.name += (n ? " " : ", launches ") + std::to_string(small.launches[n]);
            }
            if (!small.recover) setting.name += ", MCAST";
            if (small.mixed) setting.name += ", mixed";
            settings.push_back(std::move(setting));
        }
    return settings;
}

// --- What has a value of its own -----------------------------------------------------------------

void expect(bool holds, const char *what) {
    if (!holds) fail(what);
}

void credits_fit_a_byte() {
    lfc_ni ni;
    lfc_start(&ni, 0, 2, 512, 1);
    lfc_launch_unicast(&ni, 0, 1, 8);
    ni.peer[1].free_credits = 300;
    lfc_header header{};
    lfc_next_send(&ni, &header);
    expect(header.credits == 255 && ni.peer[1].free_credits == 45,
           "a packet takes 255 credits along, and the rest stays");
}

/// The host has no buffer for the first packet, and has one when the second arrives.
void deliveries_keep_the_order() {
    lfc_ni ni;
    lfc_start(&ni, 1, 2, 4, 1);
    const lfc_header header{LFC_UCAST, 0, 0, 8, 0, LFC_NONE, 0};
    expect(lfc_received(&ni, 2, &header, 0) == LFC_QUEUED, "a packet waits for the host");
    expect(lfc_received(&ni, 3, &header, 1) == LFC_QUEUED, "a packet overtakes one that waits");
    expect(lfc_next_delivery(&ni) == 2, "the first one is delivered first");
    lfc_delivered(&ni);
    expect(lfc_next_delivery(&ni) == 3, "and then the second");
    lfc_delivered(&ni);
    expect(lfc_received(&ni, 4, &header, 1) == LFC_DELIVER, "nothing is in the way");
}

void interrupts() {
    lfc_ni ni;
    lfc_start(&ni, 1, 2, 4, 1);
    const auto arrive = [&](std::uint16_t b) {
        const lfc_header header{LFC_UCAST, 0, 0, 8, 0, LFC_NONE, 0};
        lfc_received(&ni, b, &header, 0);
    };
    arrive(2);
    expect(lfc_starts_timer(&ni) && !lfc_starts_timer(&ni), "one timer runs");
    // Without a host buffer it is not there yet: no interrupt for what the host cannot see.
    expect(lfc_expired(&ni, 0, 0) == LFC_WATCH_STOP, "nothing is there");
    lfc_next_delivery(&ni);
    lfc_delivered(&ni);
    expect(lfc_starts_timer(&ni), "the timer stands");
    expect(lfc_expired(&ni, 0, 1) == LFC_WATCH_AGAIN, "interrupts are off");
    expect(lfc_expired(&ni, 0, 0) == LFC_WATCH_INTERRUPT, "the host does not poll");
    arrive(3);
    lfc_next_delivery(&ni);
    lfc_delivered(&ni);
    expect(lfc_expired(&ni, 1, 0) == LFC_WATCH_AGAIN, "the host has polled");
    expect(lfc_expired(&ni, 2, 0) == LFC_WATCH_STOP, "all is processed");
    ni.delivered = 1;
    ni.last_processed = 0xFFFFFFFF;
    expect(lfc_expired(&ni, 0, 0) == LFC_WATCH_AGAIN, "counters go round");
}

} // namespace

int main(int argc, char **argv) {
    const unsigned seeds = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 200;
    credits_fit_a_byte();
    deliveries_keep_the_order();
    interrupts();
    for (const auto &[name, shape] : shapes) {
        const bool stands = std::string(name) == "chain"; // 001 4.2.6
        for (const unsigned nodes : {3u, 4u, 8u})
            for (const unsigned window : {1u, 2u}) {
                const std::string what = std::string(name) + ", " + std::to_string(nodes) +
                                         " nodes, W " + std::to_string(window);
                expect_always(all_to_all(what + ", RECOV", nodes, window, 3, shape, true, false),
                              seeds);
                expect_always(
                    all_to_all(what + ", RECOV, mixed", nodes, window, 2, shape, true, true),
                    seeds);
                const Setting alone =
                    all_to_all(what + ", MCAST", nodes, window, 3, shape, false, false);
                if (!stands)
                    expect_always(alone, seeds);
                else if (window == 1)
                    expect_a_deadlock(alone, 2000);
            }
    }
    expect_a_deadlock(overlapping(false), 2000);
    expect_always(overlapping(true), seeds);
    if (argc <= 2) return 0;
    const auto most = static_cast<std::size_t>(std::atoll(argv[2]));
    for (const Setting &setting : orders(most)) {
        const std::size_t states = every_order(setting, most);
        const bool all = states < most;
        std::printf("%s: %zu states%s\n", setting.name.c_str(), states, all ? "" : ", not all");
        if (!all && argc > 3) fail(setting.name + ": there are more states");
    }
}
