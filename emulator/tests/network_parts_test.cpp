// A network in parts gives what one in one piece gives: the same random storms, the same
// deliveries, hops and answers, however its routers are dealt out and however late the parts hear
// of each other.
#include "archive/archive.h"
#include "net/arctic.h"
#include "net/control_network.h"
#include "net/cube_lines.h"
#include "net/deal.h"
#include "net/fat_tree.h"
#include "net/mesh.h"
#include "tests/effort.h"
#include "tests/network_numbers.h"
#include "tests/network_parts.h"

#include <array>
#include <deque>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <tuple>

namespace inlet::net {
namespace {

struct Hops final : Observer {
    std::vector<HopEvent> all;
    void hop(const HopEvent &event) override { all.push_back(event); }
    /// In the order in which a network in one piece reports them; no more are left.
    std::vector<HopEvent> take() {
        std::ranges::stable_sort(
            all, {}, [](const HopEvent &hop) { return std::tuple(hop.cycle, hop.router, hop.to); });
        return std::exchange(all, {});
    }
};

bool same(const Delivery *a, const Delivery *b) {
    if (!a || !b) return a == b;
    Packet p = a->packet, q = b->packet;
    p.payload = q.payload = 0; // an index in memory
    return a->cycle == b->cycle && p == q;
}

bool same(const Standing &a, const Standing &b) {
    const auto rest = [](const Standing &s) {
        return std::tuple(s.place, s.router, s.from, s.to, s.behind_dateline, s.position, s.since,
                          s.next, s.next_from, s.next_second);
    };
    const Delivery one{0, a.packet}, other{0, b.packet};
    return rest(a) == rest(b) && same(&one, &other);
}

/// What nodes do in a random network, if it says nothing else.
template <typename Network> struct Storm {
    using Net = Network;
    static constexpr bool chooses = false;
    /// Channels of free_slots() and room_at().
    static unsigned rooms(const Net &net) { return net.channels(); }
    /// Chooses the destination of a packet in this channel. False: it would find no room.
    static bool address(Packet &packet, const Net &net, std::minstd_rand &random) {
        packet.destination = below(random, net.topology().nodes());
        return true;
    }
    static void act(std::minstd_rand & /*random*/, std::uint64_t /*now*/, std::uint32_t /*node*/,
                    Net & /*whole*/, Net & /*part*/) {}
};

/// A random grid, fat tree, Arctic or cube, and what its nodes may do.
struct GridStorm : Storm<Mesh> {
    MeshConfig config;
    std::uint32_t nodes;
    std::uint64_t jitter;
    bool drains, multicasts;

    explicit GridStorm(std::minstd_rand &random) {
        MeshConfig &c = config;
        const std::uint32_t sizes[] = {2, 3, 5, 8, 13, 16, 30, 64, 100};
        c.topology = random() % 4 ? GridKind::cylinder : GridKind::mesh;
        nodes = sizes[below(random, 9)];
        c.columns = random() % 2 ? 0 : 1 + below(random, nodes);
        c.hop_latency = 1 + below(random, 4);
        c.cycles_per_word = 1 + below(random, 3);
        c.eject_latency = 1 + below(random, 3);
        c.credit_latency = 1 + below(random, 6);
        c.header_words = 1 + below(random, 3);
        c.injection_packets = 1 + below(random, 3);
        c.receive_packets = 1 + below(random, 6);
        c.router_packets = 1 + below(random, 6);
        c.high_burst = 1 + below(random, 4);
        if (random() % 3 == 0) c.io_nodes = 1;
        if (random() % 5 == 0) c.reorder = below(random, 60);
        jitter = random() % 2 ? 1 + random() : 0;
        drains = random() % 3 == 0;
        multicasts = random() % 2;
    }
    std::unique_ptr<Net> make() const { return std::make_unique<Net>(config, nodes, jitter); }
    std::uint64_t least() const {
        return std::min(config.hop_latency,
                        (config.header_words + 1) * config.cycles_per_word + config.credit_latency);
    }
    void fill(Packet &packet, std::minstd_rand &random) const {
        packet.words = static_cast<std::uint8_t>(random() % (scalar_words + 1));
        packet.user = random() % 2;
        packet.multicast = multicasts && random() % 4 == 0;
        packet.bytes = static_cast<std::uint16_t>(random() % 8 ? 0 : 4 * below(random, 33));
    }
    void act(std::minstd_rand &random, std::uint64_t /*now*/, std::uint32_t node, Net &whole,
             Net &part) const {
        if (!drains || random() % 512) return;
        const bool on = random() % 2;
        whole.drain(node, on);
        part.drain(node, on);
    }
};

struct FatTreeStorm : Storm<FatTreeNetwork> {
    static constexpr bool chooses = true;
    FatTreeConfig config = test::fat_tree_numbers();
    std::uint32_t nodes;
    std::uint64_t jitter;

    explicit FatTreeStorm(std::minstd_rand &random) {
        FatTreeConfig &c = config;
        const std::uint32_t sizes[] = {2, 5, 16, 33, 64, 100};
        nodes = sizes[below(random, 6)];
        c.inject_latency = 1 + below(random, 20);
        c.hop_latency = 1 + below(random, 8);
        c.eject_latency = 1 + below(random, 20);
        c.credit_latency = 1 + below(random, 4);
        c.injection_packets = 1 + below(random, 2);
        c.receive_packets = 1 + below(random, 4);
        c.router_packets = 1 + below(random, 3);
        c.parents = {1 + below(random, 4), 1 + below(random, 4)};
        c.seed = random();
        jitter = random() % 2 ? 1 + random() : 0;
    }
    std::unique_ptr<Net> make() const { return std::make_unique<Net>(config, nodes, jitter); }
    std::uint64_t least() const {
        const std::uint32_t empty = config.overhead_nibbles * config.link_cycles;
        return std::min(
            {config.inject_latency, config.hop_latency,
             (empty + config.link_nibbles - 1) / config.link_nibbles + config.credit_latency});
    }
    void fill(Packet &packet, std::minstd_rand &random) const {
        packet.words = static_cast<std::uint8_t>(random() % (scalar_words + 1));
    }
};

struct ArcticStorm : Storm<ArcticNetwork> {
    ArcticConfig config;
    std::uint32_t nodes;
    std::uint64_t jitter;

    explicit ArcticStorm(std::minstd_rand &random) {
        config = {.inject_latency = 1 + below(random, 4),
                  .hop_latency = 1 + below(random, 30),
                  .eject_latency = 1 + below(random, 4),
                  .credit_latency = 1 + below(random, 4),
                  .link_cycles = 56,
                  .link_bytes = 60,
                  .header_bytes = 8,
                  .injection_packets = 1 + below(random, 2),
                  .receive_packets = 1 + below(random, 4),
                  .router_packets = 1 + below(random, 3),
                  .high_burst = 1 + below(random, 4),
                  .children = random() % 2 ? 2u : 4u,
                  .parents = {2},
                  .scatter = random() % 2};
        nodes = 2 + below(random, 31);
        jitter = random() % 2 ? 1 + random() : 0;
    }
    std::unique_ptr<Net> make() const { return std::make_unique<Net>(config, nodes, jitter); }
    std::uint64_t least() const { return std::min(config.inject_latency, config.hop_latency); }
    void fill(Packet &packet, std::minstd_rand &random) const {
        packet.bytes = static_cast<std::uint16_t>(below(random, 105));
    }
};

template <typename Net> struct AnyCubeStorm : Storm<Net> {
    CubeConfig config;
    std::uint32_t nodes;
    std::uint64_t jitter;

    explicit AnyCubeStorm(std::minstd_rand &random) {
        config = {.hop = 1 + below(random, 60),
                  .cycles_per_byte = 1 + below(random, 12),
                  .eot_bytes = below(random, 3),
                  .dma_start = 1 + below(random, 40),
                  .dma_end = 1 + below(random, 40)};
        nodes = 2u << below(random, 6);
        jitter = random() % 2 ? 1 + random() : 0;
    }
    std::unique_ptr<Net> make() const { return std::make_unique<Net>(config, nodes, jitter); }
    std::uint64_t least() const {
        return std::min(config.hop, (4 + config.eot_bytes) * config.cycles_per_byte);
    }
};

/// Nodes arm their input channels, which have one message each.
struct CubeStorm : AnyCubeStorm<Cube> {
    using AnyCubeStorm::AnyCubeStorm;
    void fill(Packet &packet, std::minstd_rand &random) const {
        packet.bytes = static_cast<std::uint16_t>(4 + 2 * below(random, 20));
    }
    static bool address(Packet &packet, const Net &net, std::minstd_rand &random) {
        packet.destination = packet.source ^ (1u << packet.channel) ^
                             below(random, net.topology().nodes()) >> (packet.channel + 1)
                                                                          << (packet.channel + 1);
        return true;
    }
    static void act(std::minstd_rand &random, std::uint64_t now, std::uint32_t node, Net &whole,
                    Net &part) {
        for (unsigned d = 0; d < whole.channels(); ++d) {
            if (whole.armed(node, d) || random() % 8) continue;
            whole.arm(now, node, d);
            part.arm(now, node, d);
        }
    }
};

struct CubeLinesStorm : AnyCubeStorm<CubeLines> {
    using AnyCubeStorm::AnyCubeStorm;
    static unsigned rooms(const Net &net) {
        return Net::first_output + net.topology().dimensions();
    }
    void fill(Packet &packet, std::minstd_rand &random) const {
        packet.words = static_cast<std::uint8_t>(random() % (scalar_words + 1));
        packet.bytes = static_cast<std::uint16_t>(random() % 4 ? 0 : 4 * below(random, 33));
    }
    static bool address(Packet &packet, const Net &net, std::minstd_rand &random) {
        Storm::address(packet, net, random);
        return net.free_slots(packet.source,
                              Net::outlet(packet.source, packet.destination, packet.channel));
    }
};

/// The routers of a topology dealt to parts: in bands of their numbers, of a grid its rows, or each
/// by chance.
std::vector<std::uint32_t> dealt(const Topology &topology, std::uint32_t parts, bool in_bands,
                                 std::minstd_rand &random) {
    std::vector<std::uint32_t> part_of(topology.routers());
    std::uint32_t rows = 0;
    for (std::uint32_t r = 0; r < part_of.size(); ++r)
        rows = std::max(rows, topology.place(r).row + 1);
    for (std::uint32_t r = 0; r < part_of.size(); ++r)
        part_of[r] = in_bands ? topology.place(r).row * parts / rows : below(random, parts);
    return part_of;
}

/// A network in one piece and one in parts, with the same acts at the same cycle.
template <typename Kind> class WholeAndParts {
  public:
    using Net = typename Kind::Net;

    WholeAndParts(unsigned seed, std::uint32_t parts)
        : random_(seed + 1), kind_((random_.discard(16), random_)), whole_(kind_.make()),
          parts_([this] { return kind_.make(); },
                 dealt(whole_->topology(), parts, random_() % 2, random_), parts, kind_.least(),
                 1 + below(random_, 6), seed + 1),
          nodes_(whole_->topology().nodes()), sent_(nodes_), refuses_(nodes_ * whole_->channels()),
          eager_(1 + below(random_, 12)) {
        whole_->watch(&expected_);
        for (std::size_t i = 0; i < parts_.parts(); ++i)
            parts_.part(static_cast<std::uint32_t>(i)).watch(&hops_);
    }

    /// Returns the crossings.
    std::size_t run(std::uint64_t injecting, std::uint64_t end) {
        std::uint64_t now = 1;
        while (now < end && (now < injecting || whole_->in_flight())) {
            advance(now - 1);
            if (testing::Test::HasFatalFailure()) return 0;
            if (random_() % 64 == 0) compare_standing();
            for (std::uint32_t n = 0; n < nodes_; ++n) act(n, now, now < injecting);
            now += random_() % 16 ? 1 : 1 + random_() % 40;
        }
        EXPECT_EQ(whole_->in_flight(), 0u);
        advance(now + 10'000);
        EXPECT_TRUE(whole_->still() && parts_.still());
        return parts_.crossings();
    }

  private:
    void act(std::uint32_t n, std::uint64_t now, bool injecting) {
        Net &part = parts_.of_node(n);
        for (unsigned p = 0; p < whole_->channels(); ++p) {
            if (injecting && random_() % eager_ == 0 && whole_->free_slots(n, p)) inject(n, p, now);
            std::uint64_t &until = refuses_[n * whole_->channels() + p];
            if (injecting && random_() % 256 == 0) until = now + random_() % 400;
            const Delivery *front = whole_->front(n, p);
            if (!front || front->cycle > now || now < until || random_() % 3) continue;
            whole_->take(now, n, p);
            part.take(now, n, p);
        }
        kind_.act(random_, now, n, *whole_, part);
    }
    void inject(std::uint32_t n, unsigned p, std::uint64_t now) {
        Packet packet;
        packet.source = n;
        packet.tag = 0x10000;
        packet.channel = static_cast<std::uint8_t>(p);
        if (!kind_.address(packet, *whole_, random_)) return;
        packet.number = ++sent_[n];
        kind_.fill(packet, random_);
        const std::vector<std::uint8_t> payload(packet.bytes,
                                                static_cast<std::uint8_t>(packet.number));
        whole_->inject(now, packet, payload);
        parts_.of_node(n).inject(now, packet, payload);
    }
    void advance(std::uint64_t cycle) {
        whole_->advance(cycle);
        parts_.advance(cycle);
        ASSERT_EQ(parts_.least(std::mem_fn(&Net::known)), whole_->known());
        ASSERT_EQ(parts_.sum(&Net::in_flight), whole_->in_flight());
        ASSERT_EQ(parts_.sum(&Net::acts), whole_->acts());
        ASSERT_EQ(parts_.sum(&Net::link_bytes), whole_->link_bytes());
        ASSERT_EQ(hops_.take(), expected_.take()) << "before cycle " << cycle;
        std::vector<std::uint32_t> told = whole_->take_told();
        std::ranges::sort(told);
        ASSERT_EQ(parts_.take_told(), told);
        compare_dates();
        for (const bool to_oneself : {false, true})
            ASSERT_EQ(parts_.least([to_oneself](const Net &part) {
                return part.min_delivery_after_take(to_oneself);
            }),
                      whole_->min_delivery_after_take(to_oneself));
        for (std::uint32_t n = 0; n < nodes_; ++n) {
            for (unsigned p = 0; p < whole_->channels(); ++p) compare(n, p);
            for (unsigned room = 0; room < kind_.rooms(*whole_); ++room) {
                ASSERT_EQ(parts_.of_node(n).free_slots(n, room), whole_->free_slots(n, room));
                ASSERT_EQ(parts_.of_node(n).room_at(n, room), whole_->room_at(n, room));
            }
        }
    }
    /// Where a router has several good links, a date of a link that its packet does not take may be
    /// too early; which ones are depends on when the router hears of what comes.
    void compare_dates() {
        if (Kind::chooses) return;
        ASSERT_EQ(parts_.least(std::mem_fn(&Net::next_event)), whole_->next_event());
        ASSERT_EQ(parts_.least([](const Net &part) { return part.next_delivery(); }),
                  whole_->next_delivery());
        ASSERT_EQ(parts_.still(), whole_->still());
    }
    void compare(std::uint32_t n, unsigned p) {
        const Net &part = parts_.of_node(n);
        for (std::uint32_t place = 0;; ++place) {
            const Delivery *came = part.received(n, p, place),
                           *expected = whole_->received(n, p, place);
            ASSERT_TRUE(same(came, expected)) << "node " << n << " at " << whole_->known();
            if (!came) break;
            ASSERT_TRUE(
                std::ranges::equal(part.payload(came->packet), whole_->payload(expected->packet)));
        }
    }
    void compare_standing() {
        const auto found = parts_.standing(), expected = whole_->standing();
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); ++i)
            ASSERT_TRUE(same(found[i], expected[i])) << i << " at " << whole_->known();
    }

    std::minstd_rand random_;
    Kind kind_;
    std::unique_ptr<Net> whole_;
    NetworkParts<Net> parts_;
    std::uint32_t nodes_;
    std::vector<std::uint32_t> sent_;
    std::vector<std::uint64_t> refuses_; ///< until this cycle, by node and channel
    std::uint32_t eager_;
    Hops hops_, expected_;
};

class InParts : public testing::TestWithParam<std::uint32_t> {
  protected:
    template <typename Kind> void storms(std::uint32_t usual) {
        std::size_t crossings = 0;
        for (unsigned i = 0; i < test::tries(usual); ++i) {
            SCOPED_TRACE(i);
            crossings += WholeAndParts<Kind>(GetParam() * 1000 + i, GetParam()).run(500, 100000);
            if (HasFailure()) return;
        }
        EXPECT_EQ(crossings > 0, GetParam() > 1);
    }
};

TEST_P(InParts, AGridIsAsInOnePiece) { storms<GridStorm>(40); }
TEST_P(InParts, AFatTreeIsAsInOnePiece) { storms<FatTreeStorm>(20); }
TEST_P(InParts, AnArcticIsAsInOnePiece) { storms<ArcticStorm>(20); }
TEST_P(InParts, ACubeIsAsInOnePiece) { storms<CubeStorm>(30); }
TEST_P(InParts, ACubeWithLinesIsAsInOnePiece) { storms<CubeLinesStorm>(30); }

/// Each part has nodes, and where routers of two parts are neighbours, there is a link.
void expect_dealt(const Topology &topology, const Deal &deal, std::uint32_t asked) {
    EXPECT_LE(deal.parts, asked);
    EXPECT_EQ(deal.links.size(), deal.parts - 1);
    std::set<std::uint32_t> with_nodes;
    for (std::uint32_t router = 0; router < topology.routers(); ++router) {
        const std::uint32_t part = deal.part_of[router];
        if (topology.node_at(router) != Topology::none) with_nodes.insert(part);
        for (unsigned port = 0; port < topology.ports(); ++port) {
            const std::uint32_t to = topology.neighbour(router, static_cast<Port>(port));
            if (to >= topology.routers() || deal.part_of[to] == part) continue; // beyond an edge
            const std::array link = {std::min(part, deal.part_of[to]),
                                     std::max(part, deal.part_of[to])};
            EXPECT_EQ(std::ranges::count(deal.links, link), 1) << router << " to " << to;
        }
    }
    EXPECT_EQ(with_nodes.size(), deal.parts);
}

TEST(Deal, GivesEachPartNodesAndLinksNeighbours) {
    for (const std::uint32_t nodes : {2u, 5u, 16u, 33u, 64u, 100u})
        for (std::uint32_t parts = 1; parts < 10; ++parts) {
            SCOPED_TRACE(std::to_string(nodes) + " nodes, " + std::to_string(parts) + " parts");
            const FatTree tree(nodes, {2, 2, 4});
            expect_dealt(tree, subtrees(tree, parts), parts);
            const Grid grid(GridKind::cylinder, nodes, 0);
            const Deal rows = bands(grid, parts);
            EXPECT_EQ(rows.links.size(), rows.parts - 1);
            EXPECT_LE(rows.parts, grid.rows());
        }
    const CubeTopology cube(64);
    const Deal four = subcubes(cube, 4);
    EXPECT_EQ(four.part_of[15], 0u);
    EXPECT_EQ(four.part_of[16], 1u);
    EXPECT_EQ(four.part_of[63], 3u);
}

/// Barriers of a CM-5 whose nodes are dealt to parts, each with a control network that hears of the
/// others late, and which are put together and taken apart at times.
TEST_P(InParts, BarriersAreAsInOnePiece) {
    constexpr std::uint32_t nodes = 9, latency = 20;
    const std::uint32_t count = GetParam();
    std::minstd_rand random(count);
    std::vector<std::vector<std::uint32_t>> nodes_of(count);
    for (std::uint32_t node = 0; node < nodes; ++node)
        nodes_of[node * count / nodes].push_back(node);
    struct Told {
        std::uint32_t to;
        ControlNetwork::Entries entries;
    };
    std::deque<ControlNetwork> parts;
    std::vector<Told> under_way;
    std::uint32_t wakes = 0, completed = 0;
    for (std::uint32_t i = 0; i < count; ++i)
        parts.emplace_back(nodes, latency)
            .divide(
                static_cast<std::uint32_t>(nodes_of[i].size()),
                [&, i](const ControlNetwork::Entries &entries) {
                    for (std::uint32_t to = 0; to < count; ++to)
                        if (to != i) under_way.push_back({to, entries});
                },
                [&] { ++wakes; });
    const auto hear = [&](std::size_t number) {
        const Told told = under_way[number];
        under_way.erase(under_way.begin() + static_cast<std::ptrdiff_t>(number));
        parts[told.to].hear(told.entries);
    };
    ControlNetwork whole(nodes, latency);
    for (std::uint64_t now = 1; now < 20'000; ++now) {
        for (std::size_t i = under_way.size(); i-- > 0;)
            if (random() % 16 == 0 || under_way[i].entries.last + latency <= now) hear(i);
        if (random() % 64 == 0) { // a snapshot
            while (!under_way.empty()) hear(0);
            ControlNetwork together(nodes, latency);
            for (std::uint32_t i = 0; i < count; ++i) together.adopt(parts[i], nodes_of[i]);
            Archive saved, expected;
            together.archive(saved);
            whole.archive(expected);
            ASSERT_EQ(saved.take(), expected.take()) << now;
            for (std::uint32_t i = 0; i < count; ++i) parts[i].begin_as(whole, nodes_of, i);
        }
        for (std::uint32_t i = 0; i < count; ++i)
            for (const std::uint32_t node : nodes_of[i]) {
                ASSERT_EQ(parts[i].complete(now, node), whole.complete(now, node)) << now;
                if (!whole.complete(now, node) || random() % 8) continue;
                const std::uint64_t cycle = now + random() % 3;
                ASSERT_TRUE(parts[i].enter(cycle, node));
                ASSERT_TRUE(whole.enter(cycle, node));
                completed += whole.take_completed();
            }
    }
    while (!under_way.empty()) hear(0);
    EXPECT_GT(completed, 100u);
    EXPECT_EQ(wakes, completed * count);
}

INSTANTIATE_TEST_SUITE_P(Parts, InParts, testing::Values(1u, 2u, 3u, 5u));

} // namespace
} // namespace inlet::net
