// The mesh against its first implementation: the same random storms give the same deliveries, hops
// and answers.
#include "archive/archive.h"
#include "effort.h"
#include "mesh_fixture.h"
#include "reference/mesh.h"

#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <vector>

namespace inlet::net {
namespace {

struct HopList final : Observer {
    std::vector<HopEvent> hops;
    void hop(const HopEvent &event) override { hops.push_back(event); }
};

bool equal(const Delivery *a, const Delivery *b) {
    if (!a || !b) return a == b;
    Packet p = a->packet, q = b->packet;
    p.payload = q.payload = 0; // an index in memory
    return a->cycle == b->cycle && p == q;
}

bool equal(const Standing &a, const Standing &b) {
    return a.place == b.place && a.router == b.router && a.from == b.from && a.to == b.to &&
           a.behind_dateline == b.behind_dateline && a.position == b.position &&
           a.since == b.since && a.next == b.next && a.next_from == b.next_from &&
           a.next_second == b.next_second &&
           equal(std::make_unique<Delivery>(0, a.packet).get(),
                 std::make_unique<Delivery>(0, b.packet).get());
}

/// Both meshes, with the same acts at the same cycle.
class TwoMeshes {
  public:
    explicit TwoMeshes(unsigned seed) : random_(seed + 1) {
        random_.discard(16);
        MeshConfig &c = config_;
        c.topology = random_() % 4 ? GridKind::cylinder : GridKind::mesh;
        const std::uint32_t sizes[] = {1, 2, 3, 5, 8, 13, 16, 30, 64, 100};
        computing_ = sizes[below(random_, 10)];
        c.columns = random_() % 2 ? 0 : 1 + below(random_, computing_);
        c.hop_latency = 1 + below(random_, 4);
        c.cycles_per_word = 1 + below(random_, 3);
        c.eject_latency = 1 + below(random_, 3);
        c.credit_latency = 1 + below(random_, 6);
        c.header_words = 1 + below(random_, 3);
        c.injection_packets = 1 + below(random_, 3);
        c.receive_packets = 1 + below(random_, 6);
        c.router_packets = 1 + below(random_, 6);
        c.high_burst = 1 + below(random_, 4);
        if (random_() % 3 == 0) c.io_nodes = 1;
        if (random_() % 5 == 0) c.reorder = below(random_, 60);
        if (random_() % 2) jitter_ = 1 + random_();
        drains_ = random_() % 3 == 0;
        multicasts_ = random_() % 2;
        copies_to_ = 1 + below(random_, 16);
        eager_ = 1 + below(random_, 12);
        mesh_ = std::make_unique<Mesh>(config_, computing_, jitter_);
        reference_ = std::make_unique<reference::Mesh>(config_, computing_, jitter_);
        mesh_->watch(&hops_);
        reference_->watch(&expected_hops_);
        nodes_ = mesh_->grid().nodes();
        sent_.resize(nodes_);
        refuses_.resize(nodes_ * priorities);
    }

    void run(std::uint64_t injecting, std::uint64_t end) {
        std::uint64_t now = 1;
        while (now < end && (now < injecting || mesh_->in_flight())) {
            advance(now - 1);
            if (testing::Test::HasFatalFailure()) return;
            if (random_() % 64 == 0) compare_standing();
            if (random_() % 256 == 0) save_and_load();
            for (std::uint32_t n = 0; n < nodes_; ++n) act(n, now, now < injecting);
            now += random_() % 16 ? 1 : 1 + random_() % 40;
        }
        EXPECT_EQ(mesh_->in_flight(), 0u);
        EXPECT_GT(seen_, 0u);
    }

  private:
    void act(std::uint32_t n, std::uint64_t now, bool injecting) {
        for (const Priority p : both) {
            if (injecting && random_() % eager_ == 0 && mesh_->free_slots(n, p)) inject(n, p, now);
            std::uint64_t &until = refuses_[n * priorities + p];
            if (injecting && random_() % 256 == 0) until = now + random_() % 400;
            const Delivery *front = mesh_->front(n, p);
            if (!front || front->cycle > now || now < until || random_() % 3) continue;
            mesh_->take(now, n, p);
            reference_->take(now, n, p);
        }
        if (drains_ && random_() % 512 == 0) {
            const bool on = random_() % 2;
            mesh_->drain(n, on);
            reference_->drain(n, on);
        }
    }
    void inject(std::uint32_t n, Priority p, std::uint64_t now) {
        Packet packet{n, below(random_, nodes_), ++sent_[n], 0x10000, p, 0, {}};
        packet.words = static_cast<std::uint8_t>(random_() % (scalar_words + 1));
        packet.user = random_() % 2;
        packet.multicast = multicasts_ && random_() % copies_to_ == 0;
        std::vector<std::uint8_t> payload(random_() % 8 ? 0 : 4 * below(random_, 33),
                                          static_cast<std::uint8_t>(packet.number));
        packet.bytes = static_cast<std::uint16_t>(payload.size());
        mesh_->inject(now, packet, payload);
        reference_->inject(now, packet, payload);
    }
    /// Advances both to the end of `cycle`, as the scheduler does.
    void advance(std::uint64_t cycle) {
        mesh_->advance(cycle);
        reference_->advance(cycle);
        ASSERT_EQ(mesh_->known(), reference_->known());
        ASSERT_EQ(mesh_->in_flight(), reference_->in_flight());
        ASSERT_EQ(mesh_->acts(), reference_->acts());
        ASSERT_EQ(hops_.hops, expected_hops_.hops) << "before cycle " << cycle;
        seen_ += hops_.hops.size();
        hops_.hops.clear();
        expected_hops_.hops.clear();
        ASSERT_EQ(mesh_->take_told(), reference_->take_told());
        // With jitter, a head that is on a link for a long time, to a full buffer, kept the
        // reference busy.
        if (!jitter_ || mesh_->still() != reference_->still()) {
            ASSERT_EQ(mesh_->still(), reference_->still() || jitter_);
        }
        ASSERT_GE(mesh_->next_event(), reference_->next_event());
        ASSERT_GE(mesh_->next_delivery(), reference_->next_delivery());
        for (const bool to_oneself : {false, true})
            ASSERT_EQ(mesh_->min_delivery_after_take(to_oneself),
                      reference_->min_delivery_after_take(to_oneself));
        for (std::uint32_t n = 0; n < nodes_; ++n)
            for (const Priority p : both) compare(n, p);
    }
    void compare(std::uint32_t n, Priority p) {
        ASSERT_EQ(mesh_->free_slots(n, p), reference_->free_slots(n, p));
        ASSERT_EQ(mesh_->room_at(n, p), reference_->room_at(n, p));
        for (std::uint32_t place = 0;; ++place) {
            const Delivery *came = mesh_->received(n, p, place),
                           *expected = reference_->received(n, p, place);
            ASSERT_TRUE(equal(came, expected)) << "node " << n << " at " << mesh_->known();
            if (!came) break;
            ASSERT_TRUE(std::ranges::equal(mesh_->payload(came->packet),
                                           reference_->payload(expected->packet)));
        }
    }
    void compare_standing() {
        const auto found = mesh_->standing(), expected = reference_->standing();
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); ++i)
            ASSERT_TRUE(equal(found[i], expected[i])) << i << " at " << mesh_->known();
    }
    /// Continues with a new mesh that has the state of this one.
    void save_and_load() {
        Archive to;
        mesh_->archive(to);
        const std::vector<std::uint8_t> saved = to.take();
        mesh_ = std::make_unique<Mesh>(config_, computing_, jitter_);
        mesh_->watch(&hops_);
        Archive from(saved);
        mesh_->archive(from);
    }

    std::minstd_rand random_;
    MeshConfig config_;
    std::uint32_t computing_ = 1, nodes_ = 1, copies_to_ = 1, eager_ = 1;
    std::uint64_t jitter_ = 0;
    bool drains_ = false, multicasts_ = false;
    std::unique_ptr<Mesh> mesh_;
    std::unique_ptr<reference::Mesh> reference_;
    HopList hops_, expected_hops_;
    std::size_t seen_ = 0;
    std::vector<std::uint32_t> sent_;
    std::vector<std::uint64_t> refuses_; ///< until this cycle, by node and priority
};

class AgainstReference : public testing::TestWithParam<unsigned> {};

TEST_P(AgainstReference, EveryAnswerIsEqual) {
    for (unsigned i = 0; i < test::tries(30); ++i) {
        SCOPED_TRACE(i);
        TwoMeshes(GetParam() * 1000 + i).run(700, 100000);
        if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(Storms, AgainstReference, testing::Range(0u, 8u));

} // namespace
} // namespace inlet::net
