#include "guest.h"
#include "inlet/trace_hash.h"
#include "inlet/trace_reader.h"
#include "tests/recorder.h"

#include <functional>
#include <gtest/gtest.h>
#include <set>

namespace inlet {
namespace {

using test::Code;
using test::ScratchFile;

const InstructionEvent instruction{1, Context::low, 100, 0x10000, 0x24, {1, 2, 3, 4, 5, 6}, false};
const MessageEvent event{.what = events::Dispatch{6},
                         .node = 1,
                         .context = Context::low,
                         .cycle = 100,
                         .pc = 0x10000,
                         .message = {2, 3},
                         .destination = 1,
                         .handler = 0x10040,
                         .words = 5};

std::uint64_t hash_of(const std::function<void(TraceHash &)> &play) {
    TraceHash hash(3);
    play(hash);
    return hash.value();
}

TEST(TraceHash, EveryFieldCounts) {
    const auto changed = [](auto change) {
        InstructionEvent e = instruction;
        change(e);
        return hash_of([&](TraceHash &hash) { hash.instruction(e); });
    };
    const auto changed_event = [](auto change) {
        MessageEvent e = event;
        change(e);
        return hash_of([&](TraceHash &hash) { hash.event(e); });
    };
    using I = InstructionEvent;
    using M = MessageEvent;
    const std::vector<std::uint64_t> all = {
        hash_of([](TraceHash &) {}),
        changed([](I &) {}),
        changed([](I &e) { e.node = 2; }),
        changed([](I &e) { e.context = Context::high; }),
        changed([](I &e) { ++e.cycle; }),
        changed([](I &e) { e.cycle += std::uint64_t{1} << 63; }),
        changed([](I &e) { e.pc += 4; }),
        changed([](I &e) { ++e.word; }),
        changed([](I &e) { ++e.cost.issue; }),
        changed([](I &e) { ++e.cost.load_use; }),
        changed([](I &e) { ++e.cost.network; }),
        changed([](I &e) { ++e.cost.multiply; }),
        changed([](I &e) { ++e.cost.cache; }),
        changed([](I &e) { ++e.cost.write_buffer; }),
        changed([](I &e) { ++e.cost.ni_wait; }),
        changed([](I &e) { e.waiting = true; }),
        changed([](I &e) { e.core = 1; }),
        changed([](I &e) { e.core = 2; }),
        changed([](I &e) { e.length = 3; }),
        changed([](I &e) { e.length = 5; }),
        changed([](I &e) { e.length = 5, e.tail[0] = 1; }),
        changed([](I &e) { e.length = 15, e.tail[10] = 1; }),
        changed_event([](M &) {}),
        changed_event([](M &e) { e.what = events::Arrive{}; }),
        changed_event([](M &e) { e.node = 2; }),
        changed_event([](M &e) { e.context = Context::high; }),
        changed_event([](M &e) { ++e.cycle; }),
        changed_event([](M &e) { e.pc += 4; }),
        changed_event([](M &e) { ++e.message.source; }),
        changed_event([](M &e) { ++e.message.number; }),
        changed_event([](M &e) { e.what = events::Inject{}, e.destination = 3; }),
        changed_event([](M &e) { e.drained = 1, e.destination = 3; }),
        changed_event([](M &e) { e.handler += 4; }),
        changed_event([](M &e) { ++e.words; }),
        changed_event([](M &e) { e.what = events::Dispatch{7}; }),
        changed_event([](M &e) { e.high = true; }),
        changed_event([](M &e) { e.multicast = true; }),
        changed_event([](M &e) { e.vector_words = 1; }),
        changed_event([](M &e) { e.drained = 1; }),
        changed_event([](M &e) {
            e.what = events::Dispatch{6, WithoutMessage::timelet};
        }),
        changed_event([](M &e) {
            e.what = events::Dispatch{6, WithoutMessage::outlet};
        }),
        changed_event([](M &e) { e.what = events::Return{}; }),
        changed_event([](M &e) { e.what = events::Hardwired{6}; }),
        changed_event([](M &e) { e.what = events::Exit{6}; }),
        changed_event([](M &e) { e.what = events::Exit{7}; }),
        changed_event([](M &e) { e.what = events::Console{7}; }),
        changed_event([](M &e) {
            e.what = events::Exception{5, 7};
        }),
        changed_event([](M &e) {
            e.what = events::Exception{6, 7};
        }),
        changed_event([](M &e) {
            e.what = events::Exception{5, 8};
        }),
        changed_event([](M &e) {
            e.what = events::Polled{Poll::looks, 1};
        }),
        changed_event([](M &e) {
            e.what = events::Polled{Poll::opens, 1};
        }),
        changed_event([](M &e) {
            e.what = events::Polled{Poll::looks, 2};
        }),
        changed_event([](M &e) { e.what = events::Dropped{Drop::full}; }),
        changed_event([](M &e) { e.what = events::Dropped{Drop::fault}; }),
        changed_event([](M &e) {
            e.what = events::Staged{Stage::kept, 7};
        }),
        changed_event([](M &e) {
            e.what = events::Staged{Stage::wait, 7};
        }),
        changed_event([](M &e) {
            e.what = events::Staged{Stage::kept, 8};
        })};
    EXPECT_EQ(std::set(all.begin(), all.end()).size(), all.size());
    EXPECT_NE(TraceHash(3).value(), TraceHash(4).value());
}

TEST(TraceHash, EveryPortCounts) {
    std::set<std::uint64_t> all;
    const std::vector<unsigned> ports = {0, 1, 4, 7, 8, 9, 13};
    for (const unsigned from : ports)
        for (const unsigned to : ports) {
            HopEvent hop{};
            hop.from = static_cast<Port>(from);
            hop.to = static_cast<Port>(to);
            all.insert(hash_of([&](TraceHash &hash) { hash.hop(hop); }));
        }
    EXPECT_EQ(all.size(), ports.size() * ports.size());
}

TEST(TraceHash, GoesOnWithEveryCore) {
    InstructionEvent of_core = instruction;
    of_core.core = 3;
    TraceHash hash(3), other(3);
    hash.instruction(of_core);
    other.resume(hash.state());
    hash.instruction(of_core);
    other.instruction(of_core);
    EXPECT_EQ(hash.value(), other.value());
    // The order of two cores of a node depends on the host.
    const std::uint64_t one = hash_of([&](TraceHash &h) {
        h.instruction(instruction);
        h.instruction(of_core);
    });
    EXPECT_EQ(one, hash_of([&](TraceHash &h) {
                  h.instruction(of_core);
                  h.instruction(instruction);
              }));
}

TEST(TraceHash, OrderCountsInANodeAndNotBetweenNodes) {
    InstructionEvent second = instruction, other = instruction;
    second.cycle = 106;
    other.node = 2;
    const std::uint64_t hash = hash_of([&](TraceHash &h) {
        h.instruction(instruction);
        h.instruction(second);
        h.instruction(other);
    });
    EXPECT_EQ(hash, hash_of([&](TraceHash &h) {
                  h.instruction(other);
                  h.instruction(instruction);
                  h.instruction(second);
              }));
    EXPECT_NE(hash, hash_of([&](TraceHash &h) {
                  h.instruction(second);
                  h.instruction(instruction);
                  h.instruction(other);
              }));
}

/// The hash of a run with messages, hops and polls (start() has both). A different hash means that
/// the records or their mixing have changed, or the behaviour of the machine; the former needs a
/// new version, and then both numbers here change.
TEST(TraceHash, IsTheOneOfItsVersion) {
    Code code;
    test::start(code);
    test::send_request(code, "a");
    test::wait_for_flag(code, "a");
    code.exit(0);
    test::handlers(code);
    TraceHash hash(3);
    RunOptions options;
    options.nodes = 3;
    options.observer = &hash;
    options.arguments = {"guest"};
    Machine(test::small_machine(), test::image_of(code, {"main"}), options).run();
    EXPECT_EQ(TraceHash::version, 2u);
    EXPECT_EQ(hash.value(), 6307176047110798701u);
}

TEST(TraceHash, GoesOnOnlyFromItsOwnVersion) {
    const auto refusal = [](const std::vector<std::uint64_t> &state) -> std::string {
        try {
            TraceHash(3).resume(state);
        } catch (const UserError &error) {
            return error.what();
        }
        return "";
    };
    TraceHash hash(3), other(3);
    hash.instruction(instruction);
    other.resume(hash.state());
    hash.event(event);
    other.event(event);
    EXPECT_EQ(hash.value(), other.value());
    std::vector<std::uint64_t> state = hash.state();
    EXPECT_EQ(refusal(state), "");
    EXPECT_NE(refusal({}).find("no trace hash"), std::string::npos);
    EXPECT_NE(refusal(TraceHash(4).state()).find("number of nodes"), std::string::npos);
    ++state[0];
    EXPECT_NE(refusal(state).find("of another inlet"), std::string::npos);
    // The format before versions.
    EXPECT_NE(refusal({state.begin() + 1, state.end()}).find("of another inlet"),
              std::string::npos);
}

TEST(TraceHash, OfAFileIsTheRuns) {
    Code code;
    test::start(code);
    test::send_request(code, "a");
    test::wait_for_flag(code, "a");
    code.exit(0);
    test::handlers(code);
    const Image image = test::image_of(code, {"main"});
    const ScratchFile file;
    test::record(image, 3, file.path());
    TraceHash of_run(3), of_file(3);
    RunOptions options;
    options.nodes = 3;
    options.observer = &of_run;
    options.arguments = {"guest"};
    Machine(test::small_machine(), image, options).run();
    EXPECT_TRUE(TraceReader(file.path()).read(of_file).complete);
    EXPECT_EQ(of_file.value(), of_run.value());
    EXPECT_NE(of_run.value(), TraceHash(3).value());
}

} // namespace
} // namespace inlet
