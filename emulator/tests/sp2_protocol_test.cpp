// The SP-2's reliable protocol (runtime/machine/sp2/sp2_am.c), compiled for the host, over a
// channel that loses, repeats and reorders packets and receivers whose FIFOs overflow.
#define SP2_PORT "sp2_channel.h"
#include "../../runtime/machine/sp2/sp2_am.c"

#include <algorithm>
#include <cstring>
#include <deque>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <vector>

namespace {

struct Channel {
    std::uint32_t lost = 0, repeated = 0; ///< of a million packets
    bool reorders = false;
};

struct Setting {
    std::uint32_t nodes = 2;
    Channel channel = {};
    std::uint32_t seed = 1;
    std::uint32_t messages = 300; ///< of each node
    std::uint32_t entries = 0;    ///< of a receive FIFO; 0: 64 for each node
    std::uint16_t first = 0;      ///< sequence number
    bool ends = false;            ///< a node that has sent all acknowledges after its polls
};

class World;
World *world;

/// Bytes at a 32-bit address, as in packets.
class LowMemory {
  public:
    explicit LowMemory(std::size_t bytes) : bytes_(bytes) {
        at_ = static_cast<std::uint8_t *>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0));
        if (at_ == MAP_FAILED) throw std::runtime_error("no memory");
    }
    ~LowMemory() { munmap(at_, bytes_); }
    LowMemory(const LowMemory &) = delete;
    LowMemory &operator=(const LowMemory &) = delete;
    std::uint8_t *data() { return at_; }

  private:
    std::size_t bytes_;
    std::uint8_t *at_;
};

enum Handler : std::uint32_t { ask = 1, answer, tell, stored };
constexpr std::uint32_t longest = 3 * SP2_CHUNK + 1000; ///< bytes of a transfer

struct Node {
    std::vector<std::uint32_t> send = std::vector<std::uint32_t>(SP2_SEND_ENTRIES * 64);
    std::vector<std::uint32_t> receive;
    std::uint32_t next = 0, free = 0; ///< of the receive FIFO
    std::uint64_t full = 0;           ///< packets lost
    // By peer: requests and replies, sent and received, which have numbers.
    std::vector<std::uint32_t> asked, heard, answered, got;
    std::uint32_t messages = 0;
    // One bulk transfer at a time.
    std::unique_ptr<sp2_transfer> transfer;
    bool announce = false; ///< it has been handed over: its following message must be sent
    bool arrived = false;  ///< that message has arrived
};

class World {
  public:
    explicit World(const Setting &s)
        : setting(s), random(s.seed * 7919 + s.nodes), ends(s.nodes), nodes(s.nodes),
          memory(std::size_t{2} * s.nodes * longest) {
        world = this;
        const std::uint32_t entries = s.entries ? s.entries : 64 * s.nodes;
        for (std::uint32_t n = 0; n < s.nodes; ++n) {
            nodes[n].receive.resize(entries * 64);
            nodes[n].free = entries;
            for (auto *all : {&nodes[n].asked, &nodes[n].heard, &nodes[n].answered, &nodes[n].got})
                all->resize(s.nodes);
            // Megabytes, of which most are never touched.
            ends[n].reset(static_cast<sp2_endpoint *>(mmap(nullptr, sizeof(sp2_endpoint),
                                                           PROT_READ | PROT_WRITE,
                                                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)));
            sp2_start(ends[n].get(), n, s.nodes, entries, 64);
            for (std::uint32_t m = 0; m < s.nodes; ++m)
                for (unsigned c = 0; c < SP2_CLASSES; ++c) {
                    sp2_sender &out = ends[n]->peer[m].out[c];
                    out.next = out.sent = out.acked = s.first;
                    ends[n]->peer[m].in[c].expected = ends[n]->peer[m].in[c].told = s.first;
                }
        }
    }

    std::uint32_t number_of(const sp2_endpoint *e) const { return e->node; }
    std::uint32_t chance(std::uint32_t of) { return static_cast<std::uint32_t>(random() % of); }

    void send(std::uint32_t from, std::uint32_t entry, std::uint32_t bytes) {
        const std::uint32_t *at = nodes[from].send.data() + entry * 64;
        std::vector<std::uint32_t> packet(at, at + (bytes + 3) / 4);
        const std::uint32_t to = packet[0] >> 23;
        ASSERT_LT(to, setting.nodes);
        ASSERT_LE(bytes, 255u);
        packet[0] = (packet[0] & 0x7FFFFF) | from << 23;
        ++sent;
        if (lose && lose(from, to, packet)) return;
        if (chance(1000000) < setting.channel.lost) return;
        for (unsigned copies = chance(1000000) < setting.channel.repeated ? 2 : 1; copies--;) {
            std::deque<std::pair<std::uint32_t, std::vector<std::uint32_t>>> &way = on_way;
            auto place = way.end();
            if (setting.channel.reorders && !way.empty())
                place = way.begin() + chance(static_cast<std::uint32_t>(way.size()) + 1);
            way.insert(place, {to, packet});
        }
    }

    /// The oldest packet reaches its receiver, or is lost there.
    void deliver() {
        if (on_way.empty()) return;
        const auto [to, packet] = on_way.front();
        on_way.pop_front();
        Node &node = nodes[to];
        if (!node.free) {
            ++node.full;
            return;
        }
        --node.free;
        std::copy(packet.begin(), packet.end(), node.receive.begin() + node.next * 64);
        if (++node.next == node.receive.size() / 64) node.next = 0;
    }

    /// Source and target of node `from`'s transfers to `to`.
    std::uint8_t *source(std::uint32_t from) { return memory.data() + 2 * from * longest; }
    std::uint8_t *sink(std::uint32_t from) { return memory.data() + (2 * from + 1) * longest; }

    void act(std::uint32_t n) {
        Node &node = nodes[n];
        sp2_endpoint *e = ends[n].get();
        if (node.announce && sp2_has_room(e, SP2_REQUEST, node.transfer->dest)) {
            const std::uint32_t words[] = {node.transfer->bytes, node.messages};
            ASSERT_TRUE(sp2_send(e, SP2_REQUEST, node.transfer->dest, stored, words, 2));
            node.announce = false;
        }
        if (node.transfer && !node.announce && node.transfer->sent < node.transfer->bytes) {
            sp2_send_chunk(e, node.transfer.get());
            node.announce = node.transfer->sent == node.transfer->bytes;
            return;
        }
        if (node.transfer && !node.announce && !node.transfer->chunks && node.arrived)
            node.transfer.reset();
        if (node.messages >= setting.messages) return;
        const std::uint32_t to = chance(setting.nodes);
        if (!node.transfer && chance(20) == 0) {
            node.transfer = std::make_unique<sp2_transfer>();
            node.arrived = false;
            std::uint8_t *from = source(n);
            const std::uint32_t bytes = 1 + chance(chance(4) ? 1000 : longest - 8);
            const std::uint32_t shift = chance(2) ? 0 : chance(8);
            for (std::uint32_t i = 0; i < bytes; ++i)
                from[shift + i] = static_cast<std::uint8_t>(random());
            *node.transfer = {
                .from = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(from + shift)),
                .to = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(sink(n) + shift)),
                .bytes = bytes,
                .sent = 0,
                .chunks = 0,
                .dest = static_cast<std::uint8_t>(to),
                .done = nullptr};
            std::memset(sink(n), 0, longest);
            ++node.messages;
            return;
        }
        if (!sp2_has_room(e, SP2_REQUEST, to)) return;
        const std::uint32_t words[] = {++node.asked[to], n, 3, 4, 5};
        const bool wants = chance(3);
        ASSERT_TRUE(sp2_send(e, SP2_REQUEST, to, wants ? ask : tell, words, 2 + chance(4)));
        ++node.messages;
    }

    void run(sp2_endpoint *e, std::uint32_t handler, unsigned source, const std::uint32_t *words,
             unsigned count) {
        Node &node = nodes[e->node];
        switch (handler) {
        case ask:
        case tell: {
            ASSERT_GE(count, 2u);
            ASSERT_EQ(words[1], source);
            ASSERT_EQ(words[0], ++node.heard[source]) << "once, in order";
            if (handler == tell) break;
            const std::uint32_t back[] = {++node.answered[source]};
            ASSERT_TRUE(sp2_send(e, SP2_REPLY, source, answer, back, 1));
            break;
        }
        case answer:
            ASSERT_EQ(count, 1u);
            ASSERT_EQ(words[0], ++node.got[source]) << "once, in order";
            break;
        case stored: {
            const sp2_transfer &t = *nodes[source].transfer;
            ASSERT_EQ(words[0], t.bytes);
            ASSERT_EQ(0, std::memcmp(reinterpret_cast<void *>(std::uintptr_t{t.from}),
                                     reinterpret_cast<void *>(std::uintptr_t{t.to}), t.bytes));
            nodes[source].arrived = true;
            ++stores;
            break;
        }
        default: FAIL() << "no handler " << handler;
        }
    }

    void check_windows() {
        for (const auto &e : ends)
            for (std::uint32_t n = 0; n < setting.nodes; ++n) {
                const auto open = [&](unsigned c) {
                    const sp2_sender &s = e->peer[n].out[c];
                    return distance(s.acked, s.sent);
                };
                ASSERT_LE(open(SP2_REQUEST), SP2_REQUEST_WINDOW);
                ASSERT_LE(open(SP2_REPLY), SP2_REPLY_WINDOW);
            }
        for (const Node &node : nodes)
            if (node.transfer) {
                ASSERT_LE(node.transfer->chunks, 2u);
            }
    }

    bool done() const {
        return std::ranges::all_of(ends, [this](const auto &e) {
            const Node &node = nodes[e->node];
            return node.messages >= setting.messages && !node.transfer &&
                   sp2_all_acknowledged(e.get());
        });
    }

    /// Runs until everything is acknowledged. Returns the steps.
    std::uint64_t play(std::uint64_t most = 40000000) {
        std::uint64_t step = 0;
        for (; step < most && !testing::Test::HasFatalFailure(); ++step) {
            const std::uint32_t n = chance(setting.nodes);
            if (chance(2)) act(n);
            if (chance(2) && sp2_poll(ends[n].get()) && setting.ends &&
                nodes[n].messages >= setting.messages)
                sp2_acknowledge(ends[n].get());
            for (std::uint32_t i = chance(8); i--;) deliver();
            if (step % 64 == 0) {
                check_windows();
                if (done()) break;
            }
        }
        EXPECT_TRUE(done()) << "after " << step << " steps";
        for (std::uint32_t n = 0; n < setting.nodes; ++n)
            for (std::uint32_t m = 0; m < setting.nodes; ++m) {
                EXPECT_EQ(nodes[n].asked[m], nodes[m].heard[n]);
                EXPECT_EQ(nodes[n].answered[m], nodes[m].got[n]);
            }
        return step;
    }

    std::uint64_t full() const {
        std::uint64_t all = 0;
        for (const Node &node : nodes) all += node.full;
        return all;
    }
    std::uint64_t count(std::uint32_t sp2_counts::*what) const {
        std::uint64_t all = 0;
        for (const auto &e : ends) all += e->counts.*what;
        return all;
    }

    Setting setting;
    std::minstd_rand random;
    struct Free {
        void operator()(sp2_endpoint *e) const { munmap(e, sizeof *e); }
    };
    std::vector<std::unique_ptr<sp2_endpoint, Free>> ends;
    std::vector<Node> nodes;
    LowMemory memory;
    std::deque<std::pair<std::uint32_t, std::vector<std::uint32_t>>> on_way;
    std::function<bool(std::uint32_t, std::uint32_t, const std::vector<std::uint32_t> &)> lose;
    std::uint64_t sent = 0, stores = 0;
};

} // namespace

uint32_t *sp2_send_entry(sp2_endpoint *e, uint32_t entry) {
    return world->nodes[e->node].send.data() + entry * 64;
}
uint32_t *sp2_receive_entry(sp2_endpoint *e, uint32_t entry) {
    return world->nodes[e->node].receive.data() + entry * 64;
}
void sp2_ring(sp2_endpoint *e, uint32_t entry, uint32_t bytes) {
    world->send(e->node, entry, bytes);
}
void sp2_ring_four(sp2_endpoint *e, uint32_t entry, uint32_t lengths) {
    for (unsigned i = 0; i < 4; ++i) world->send(e->node, entry + i, lengths >> 8 * (3 - i) & 0xFF);
}
void sp2_pop(sp2_endpoint *e, uint32_t entries) { world->nodes[e->node].free += entries; }
void sp2_run(sp2_endpoint *e, uint32_t handler, unsigned source, const uint32_t *words,
             unsigned count) {
    world->run(e, handler, source, words, count);
}
void sp2_wrong(sp2_endpoint *, const char *what) { throw std::logic_error(what); }

namespace {

class Sp2Protocol : public testing::TestWithParam<Setting> {};

TEST_P(Sp2Protocol, EachMessageArrivesOnceAndInOrder) {
    World all(GetParam());
    all.play();
    if (GetParam().channel.lost >= 50000) {
        EXPECT_GT(all.count(&sp2_counts::repeated), 0u);
    }
}

std::vector<Setting> settings() {
    std::vector<Setting> all;
    for (const std::uint32_t nodes : {2u, 3u, 16u})
        for (const Channel channel :
             {Channel{}, Channel{1, 0, false}, Channel{1000, 0, false}, Channel{100000, 0, false},
              Channel{1000, 100000, false}, Channel{50000, 50000, true}, Channel{0, 0, true}})
            for (const std::uint32_t seed : {1u, 2u, 3u})
                all.push_back({.nodes = nodes,
                               .channel = channel,
                               .seed = seed,
                               .messages = nodes == 16 ? 100u : 400u,
                               .first = static_cast<std::uint16_t>(seed == 2 ? 65500 : 0),
                               .ends = seed == 3});
    return all;
}
INSTANTIATE_TEST_SUITE_P(Channels, Sp2Protocol, testing::ValuesIn(settings()), [](const auto &row) {
    const Setting &s = row.param;
    return "nodes" + std::to_string(s.nodes) + "_lost" + std::to_string(s.channel.lost) +
           "_repeated" + std::to_string(s.channel.repeated) +
           (s.channel.reorders ? "_reordered" : "") + "_seed" + std::to_string(s.seed);
});

/// 15 x 75 = 1125 requests to a node that sleeps, whose FIFO has 1024 entries.
TEST(Sp2Overflow, WindowsOfFifteenNodesOverflowTheSixteenth) {
    World all({.nodes = 16, .messages = 0});
    for (std::uint32_t n = 0; n < 15; ++n)
        for (std::uint32_t i = 0; sp2_has_room(all.ends[n].get(), SP2_REQUEST, 15); ++i) {
            const std::uint32_t words[] = {++all.nodes[n].asked[15], n};
            ASSERT_TRUE(sp2_send(all.ends[n].get(), SP2_REQUEST, 15, i % 2 ? ask : tell, words, 2));
        }
    while (!all.on_way.empty()) all.deliver();
    EXPECT_EQ(all.full(), 1125u - 1024u);
    all.play();
    EXPECT_EQ(all.nodes[15].heard[0], 75u);
    EXPECT_GT(all.count(&sp2_counts::repeated), 0u);
}

/// Only the keep-alive detects that the last packet is lost; a third node sends all the time.
TEST(Sp2KeepAlive, FindsTheLastPacket) {
    for (const bool talks : {false, true}) {
        World all({.nodes = 3, .messages = 0});
        bool first = true;
        all.lose = [&](std::uint32_t from, std::uint32_t to, const auto &) {
            return from == 0 && to == 1 && std::exchange(first, false);
        };
        const std::uint32_t words[] = {++all.nodes[0].asked[1], 0};
        ASSERT_TRUE(sp2_send(all.ends[0].get(), SP2_REQUEST, 1, tell, words, 2));
        std::uint32_t polls = 0;
        for (; polls < 10000 && !all.nodes[1].heard[0]; ++polls) {
            if (talks && sp2_has_room(all.ends[2].get(), SP2_REQUEST, 0)) {
                const std::uint32_t more[] = {++all.nodes[2].asked[0], 2};
                ASSERT_TRUE(sp2_send(all.ends[2].get(), SP2_REQUEST, 0, tell, more, 2));
            }
            while (!all.on_way.empty()) all.deliver();
            for (const auto &e : all.ends) sp2_poll(e.get());
        }
        EXPECT_EQ(all.nodes[1].heard[0], 1u);
        EXPECT_GE(polls, std::uint32_t{SP2_KEEP_ALIVE});
        EXPECT_LE(polls, SP2_KEEP_ALIVE + 300u);
        EXPECT_EQ(all.ends[0]->counts.probes, 1u);
        all.play();
    }
}

/// The end of a program: what a node has received it acknowledges, so that senders need no probe.
/// If that acknowledgement is lost, the probe finds it.
TEST(Sp2KeepAlive, IsNotNeededForAnEnd) {
    for (const bool loses : {false, true}) {
        World all({.nodes = 3, .messages = 0});
        bool first = loses;
        all.lose = [&](std::uint32_t, std::uint32_t, const std::vector<std::uint32_t> &packet) {
            return (packet[0] >> 8 & 0x7F) == SP2_ACK && std::exchange(first, false);
        };
        for (std::uint32_t n = 0; n < 3; ++n) {
            const std::uint32_t to = (n + 1) % 3, words[] = {++all.nodes[n].asked[to], n};
            ASSERT_TRUE(sp2_send(all.ends[n].get(), SP2_REQUEST, to, n ? tell : ask, words, 2));
        }
        std::uint32_t polls = 0;
        for (; polls < 10000 && !all.done(); ++polls)
            for (const auto &e : all.ends) {
                while (!all.on_way.empty()) all.deliver();
                if (sp2_poll(e.get())) sp2_acknowledge(e.get());
            }
        EXPECT_TRUE(all.done());
        EXPECT_EQ(all.count(&sp2_counts::probes), loses ? 1u : 0u);
        if (!loses) {
            EXPECT_LE(polls, 4u);
        }
        // One each; the reply carries the acknowledgement of its request.
        EXPECT_LE(all.count(&sp2_counts::acks), 3u);
        all.play();
    }
}

/// Probes to a computing node become rare: otherwise they would fill its FIFO.
TEST(Sp2KeepAlive, IsPatientWithOneThatComputes) {
    World all({.nodes = 2, .messages = 0});
    const std::uint32_t words[] = {++all.nodes[0].asked[1], 0};
    ASSERT_TRUE(sp2_send(all.ends[0].get(), SP2_REQUEST, 1, ask, words, 2));
    for (std::uint32_t polls = 0; polls < 770000; ++polls) { // a second
        sp2_poll(all.ends[0].get());
        all.deliver();
    }
    EXPECT_LE(all.ends[0]->counts.probes, 10u);
    all.play();
}

/// Lost negative acknowledgements and acknowledgements are detected too.
TEST(Sp2KeepAlive, FindsWhatControlPacketsLose) {
    for (const unsigned type : {SP2_ACK, SP2_NACK}) {
        World all({.nodes = 4, .channel = {.lost = 5000}, .messages = 300});
        std::uint32_t seen = 0;
        all.lose = [&](std::uint32_t, std::uint32_t, const std::vector<std::uint32_t> &packet) {
            return (packet[0] >> 8 & 0x7F) == type && ++seen % 4 != 0;
        };
        all.play();
        EXPECT_GT(seen, 0u);
    }
}

/// A FIFO with room for less than a chunk: the sender resumes at the first missing packet, not at
/// the chunk's start; otherwise it would never end.
TEST(Sp2Overflow, AChunkThatNeverFitsArrives) {
    World all({.nodes = 2, .messages = 200, .entries = 10});
    all.play();
    EXPECT_GT(all.full(), 0u);
    EXPECT_GT(all.stores, 0u);
}

/// Replies are lost while their requests are acknowledged: then a request is not accepted before a
/// reply has room.
TEST(Sp2Overflow, ARequestIsRefusedWhileItsReplyHasNoRoom) {
    World all({.nodes = 2, .messages = 0});
    bool replies_are_lost = true;
    all.lose = [&](std::uint32_t, std::uint32_t, const std::vector<std::uint32_t> &packet) {
        return replies_are_lost && (packet[0] >> 8 & 0x7F) == SP2_IS_REPLY;
    };
    for (std::uint32_t i = 0; i < 300; ++i) {
        if (sp2_has_room(all.ends[0].get(), SP2_REQUEST, 1)) {
            const std::uint32_t words[] = {++all.nodes[0].asked[1], 0};
            ASSERT_TRUE(sp2_send(all.ends[0].get(), SP2_REQUEST, 1, ask, words, 2));
        }
        // Node 1's own requests bring acknowledgements, which lost replies do not.
        if (sp2_has_room(all.ends[1].get(), SP2_REQUEST, 0)) {
            const std::uint32_t words[] = {++all.nodes[1].asked[0], 1};
            ASSERT_TRUE(sp2_send(all.ends[1].get(), SP2_REQUEST, 0, tell, words, 2));
        }
        while (!all.on_way.empty()) all.deliver();
        for (const auto &e : all.ends) sp2_poll(e.get());
        all.check_windows();
    }
    EXPECT_GT(all.count(&sp2_counts::refused), 0u);
    replies_are_lost = false;
    all.play();
}

} // namespace
