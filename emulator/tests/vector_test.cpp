// Vectors in messages (CSD-94-823 A.1, A.3, A.6): loads and stores of vector registers, their costs
// and faults, and the network's copies.
#include "all_ways.h"
#include "cpu_fixture.h"
#include "mesh_fixture.h"
#include "ni/t1/interface.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace inlet::t1 {
namespace {

namespace ni = isa::ni;
using test::word;

constexpr std::uint32_t data = 0x20000;

struct Vector : testing::Test {
    Vector() : mesh(test::plain_mesh(), 1), interface(config, 0, mesh) {
        interface.start();
        state.jump(0x10000);
        for (std::uint32_t i = 0; i < 64; ++i) store(data + 4 * i, 100 + i);
    }
    void store(std::uint32_t address, std::uint32_t value) {
        to_guest(memory.write<std::uint32_t>(address), value);
    }
    std::uint32_t load(std::uint32_t address) {
        return from_guest<std::uint32_t>(memory.read<std::uint32_t>(address));
    }
    Result run(std::string_view name, std::initializer_list<std::int64_t> operands,
               Caches *caches = nullptr) {
        return interface.execute(
            state, mips::decode(word(name, operands), state.pc, test::timing()), memory, caches);
    }
    void set_length(std::uint32_t words) {
        state.r[1] = words;
        ASSERT_EQ(run("ctc2", {1, ni::vlr}).kind, Result::Kind::done);
    }
    /// It is fault `kind` with `value`, at the instruction, and no state has changed.
    void faults(const Result &result, FaultKind kind, std::uint32_t value) {
        EXPECT_EQ(result.kind, Result::Kind::fault);
        EXPECT_EQ(state.fault.kind, kind);
        EXPECT_EQ(state.fault.value, value);
        EXPECT_EQ(state.fault.pc, state.pc);
        EXPECT_EQ(state.fault.cycle, state.now);
    }

    Config config{.dispatch_cycles = 5, .send_refused_cycles = 5, .vector_words_per_cycle = 4};
    net::Mesh mesh;
    Interface interface;
    engine::State state;
    SharedPages pages{1u << 18};
    Memory memory{pages};
};

TEST_F(Vector, CostsItsStartAndItsWords) {
    state.r[2] = data;
    for (const std::uint32_t words : {0u, 1u, 4u, 5u, 31u, 32u}) {
        set_length(words);
        const std::uint64_t before = state.now;
        const std::uint32_t start = mips::decode(word("lw.v", {4, 0, 2}), 0, test::timing()).cost;
        EXPECT_EQ(run("lw.v", {4, 0, 2}).cycles, start + (words + 3) / 4);
        EXPECT_EQ(state.now - before, start + (words + 3) / 4);
    }
}

TEST_F(Vector, MovesItsLengthAndNoMore) {
    state.r[2] = data;
    run("lw.v", {4, 0, 2});
    set_length(3);
    run("sw.v", {4, 128, 2});
    EXPECT_EQ(load(data + 128), 100u);
    EXPECT_EQ(load(data + 136), 102u);
    EXPECT_EQ(load(data + 140), 135u) << "as it was";
    state.r[2] = data + 512;
    run("lw.v", {4, -508, 2}); // signed offset
    run("sw.v", {4, 0, 2});
    EXPECT_EQ(load(data + 512), 101u);
}

TEST_F(Vector, WithLengthZeroNoAddressIsLookedAt) {
    set_length(0);
    state.r[2] = 3;
    EXPECT_EQ(run("lw.v", {4, 0, 2}).kind, Result::Kind::done);
    EXPECT_EQ(run("sw.v", {4, 0, 2}).kind, Result::Kind::done);
}

TEST_F(Vector, FaultsNameTheFirstWrongAddressAndMoveNothing) {
    state.r[2] = data + 2;
    faults(run("lw.v", {4, 0, 2}), FaultKind::unaligned, data + 2);
    state.r[2] = memory.bytes() - 64; // half of it is there
    store(memory.bytes() - 64, 7);
    faults(run("lw.v", {4, 0, 2}), FaultKind::unmapped, memory.bytes());
    faults(run("sw.v", {4, 0, 2}), FaultKind::unmapped, memory.bytes());
    EXPECT_EQ(load(memory.bytes() - 64), 7u);
    state.r[2] = 0;
    faults(run("sw.v", {4, 4, 2}), FaultKind::unmapped, 4);
    memory.watch(data + page_bytes, true);
    state.r[2] = data + page_bytes - 8;
    store(data + page_bytes - 8, 9);
    faults(run("sw.v", {4, 0, 2}), FaultKind::text_write, data + page_bytes);
    EXPECT_EQ(load(data + page_bytes - 8), 9u);
    // Once that is settled, the same instruction completes.
    memory.watch(data + page_bytes, false);
    EXPECT_EQ(run("sw.v", {4, 0, 2}).kind, Result::Kind::done);
    EXPECT_EQ(load(data + page_bytes - 8), 0u);
}

TEST_F(Vector, LengthIsAtMostARegister) {
    set_length(32);
    state.r[1] = 33;
    faults(run("ctc2", {1, ni::vlr}), FaultKind::vector_length, 33);
    run("cfc2", {3, ni::vlr});
    EXPECT_EQ(state.r[3], 32u);
}

TEST_F(Vector, EveryLineIsFetchedAndEveryWordIsWritten) {
    CachesConfig c;
    c.data = CacheConfig{.size = 1024, .line = 16, .ways = 1, .miss = 10};
    c.write_buffer = {.depth = 1, .drain = 3};
    Caches caches(c);
    state.r[2] = data + 8;
    const Result result = run("lw.v", {4, 0, 2}, &caches);
    EXPECT_EQ(result.memory.cache, 9u * 10) << "lines of 4 words, from the middle of one";
    EXPECT_EQ(result.cycles, run("lw.v", {4, 0, 2}, &caches).cycles + 90);
    // Written through: a word enters the buffer every 3 cycles; four could enter in one.
    const Result stored = run("sw.v", {4, 0, 2}, &caches);
    EXPECT_EQ(stored.memory.cache, 0u);
    Caches scalar(c);
    std::uint64_t now = 1000, waited = 0;
    const std::uint32_t start = mips::decode(word("sw.v", {4, 0, 2}), 0, test::timing()).cost;
    for (std::uint32_t i = 0; i < 32; ++i) { // the same accesses one by one
        CacheStall stall;
        scalar.store(data + 8 + 4 * i, now + start + (i + 3) / 4 + waited, Caches::no_limit, stall);
        waited += stall.total();
    }
    EXPECT_EQ(stored.memory.write_buffer, waited);
}

} // namespace
} // namespace inlet::t1

namespace inlet::net {
namespace {

TEST(Payloads, CopiesShareOneAndTheLastFreesIt) {
    Payloads payloads;
    const std::vector<std::uint8_t> a = {1, 2, 3}, b = {4};
    const std::uint32_t first = payloads.add(a), second = payloads.add(b);
    payloads.share(first);
    payloads.release(first);
    EXPECT_EQ(payloads.bytes(first)[2], 3u);
    EXPECT_EQ(payloads.bytes(second)[0], 4u);
    payloads.release(first);
    EXPECT_EQ(payloads.used(), 1u);
    EXPECT_EQ(payloads.add(a), first);
}

TEST(Mesh, AVectorHoldsTheLinksAsItsWords) {
    const MeshConfig c = slow_links();
    std::uint64_t times[2];
    for (const std::uint16_t words : {0, 32}) {
        Mesh mesh(c, 2);
        const std::array<std::uint8_t, 128> vector{};
        Packet p = packet(0, 1, 1);
        p.bytes = 4 * words;
        mesh.inject(5, p, vector);
        mesh.advance(1000);
        times[words != 0] = mesh.front(1, Priority::low)->cycle;
    }
    EXPECT_EQ(times[1] - times[0], 32u * c.cycles_per_word);
}

TEST(Mesh, EveryMessageArrivesWithItsOwnVector) {
    for (const GridKind topology : topologies)
        for (const std::uint32_t nodes : {2u, 9u, 16u, 23u}) {
            Mesh mesh(buffers(1, topology), nodes);
            std::minstd_rand random(nodes);
            std::vector<std::uint32_t> sent(nodes);
            std::uint64_t expected = 0, taken = 0;
            const auto element = [](const Packet &p, std::uint32_t i) {
                return static_cast<std::uint8_t>(p.source * 37 ^ p.number * 11 ^ i);
            };
            for (std::uint64_t cycle = 1; cycle < 6000; ++cycle) {
                mesh.advance(cycle);
                for (std::uint32_t n = 0; n < nodes; ++n)
                    for (const Priority p : both) {
                        const Delivery *d = mesh.front(n, p);
                        if (d && d->cycle <= cycle && below(random, 3) == 0) {
                            for (std::uint32_t i = 0; i < d->packet.bytes; ++i)
                                ASSERT_EQ(mesh.payload(d->packet)[i], element(d->packet, i));
                            mesh.take(cycle, n, p);
                            ++taken;
                        }
                        if (cycle > 3000 || below(random, 8) || !mesh.free_slots(n, p)) continue;
                        const std::uint32_t to = below(random, nodes);
                        Packet out = packet(n, to, ++sent[n], p);
                        out.multicast = below(random, 2) && mesh.grid().multicasts(n, to);
                        out.bytes = static_cast<std::uint16_t>(4 * below(random, 33));
                        std::array<std::uint8_t, 128> vector{};
                        for (std::uint32_t i = 0; i < out.bytes; ++i) vector[i] = element(out, i);
                        mesh.inject(cycle + 1, out, vector);
                        expected += out.multicast ? mesh.grid().receivers(n, to) : 1;
                    }
            }
            EXPECT_EQ(taken, expected);
            EXPECT_GT(taken, 100u);
            EXPECT_EQ(mesh.in_flight(), 0u);
        }
}

TEST(Grid, MulticastsGoStraight) {
    const Grid cylinder(GridKind::cylinder, 16, 0), mesh(GridKind::mesh, 16, 0);
    EXPECT_TRUE(cylinder.multicasts(5, 7) && cylinder.multicasts(5, 13));
    EXPECT_FALSE(cylinder.multicasts(5, 10));
    EXPECT_TRUE(cylinder.multicasts(5, 5)) << "round the ring";
    EXPECT_FALSE(mesh.multicasts(5, 5));
    EXPECT_FALSE(Grid(GridKind::cylinder, 4, 1).multicasts(2, 2)) << "rings of one node";
}

} // namespace
} // namespace inlet::net

namespace inlet::test {
namespace {

namespace ni = isa::ni;

/// Overwrites its own text with SW.V, more than once, across the end of a page, and the page of the
/// store itself.
TEST(VectorMachine, StoresOverCode) {
    Code code;
    code.op("addu", {16, 0, 0}).op("addiu", {17, 0, 3});
    code.la(18, "new").la(19, "old").op("addiu", {2, 0, 8}).op("ctc2", {2, ni::vlr});
    code.label("again").op("lw.v", {4, 0, 18}).to("jal", {}, "old").nop();
    code.op("sw.v", {4, 0, 19});
    code.to("jal", {}, "old").nop();
    code.op("lw.v", {5, 32, 18}).op("sw.v", {5, 0, 19});
    code.op("addiu", {17, 17, -1}).to("bne", {17, 0}, "again").nop();
    code.exit(16);
    while (code.here() < Code::base + page_bytes - 16) code.nop();
    const auto body = [&code](int step) {
        for (int i = 0; i < 6; ++i) code.op("addiu", {16, 16, step});
        code.op("jr", {31}).nop();
    };
    code.label("old");
    body(1);
    code.label("new");
    body(10);
    body(1);
    const RunResult result = run_all_ways(code);
    EXPECT_EQ(result.outcome, Outcome::exited);
    EXPECT_EQ(result.status, 3u * (6 + 60));
}

/// A store that is half outside memory stores nothing, also into code.
TEST(VectorMachine, AStoreThatFaultsChangesNothing) {
    Code code;
    code.li(2, (1 << 20) - 32).op("sw.v", {4, 0, 2}).exit(0);
    const RunResult result = run_all_ways(code);
    EXPECT_EQ(result.outcome, Outcome::fault);
    EXPECT_EQ(result.fault.kind, FaultKind::unmapped);
    EXPECT_EQ(result.fault.value, 1u << 20);
    EXPECT_EQ(result.fault.pc, Code::base + 8);
}

} // namespace
} // namespace inlet::test
