// The toys of tests/additions run: what docs/design.md says of a new kind, processor, network
// interface and network is enough. There their lines are added to the lists of the sources; here
// the program itself adds the kinds.
#include "all_ways.h"
#include "cpu/processor_text.h"
#include "cpu/toy/instruction_set.h"
#include "description/kinds_of_files.h"
#include "inlet/run_recorder.h"
#include "inlet/trace_hash.h"
#include "kinds/toy.h"
#include "net/toy.h"
#include "ni/interface_text.h"
#include "ni/toy/interface.h"
#include "observers/guest.h"
#include "recorder.h"
#include "toy_code.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace inlet {

class Members;
void members_toy(Members &m, MachineConfig &config);
const ProcessorText &toy_text();
const InterfaceText &toy_interface_text();

namespace test {
namespace {

using nlohmann::json;

const std::string folder = INLET_ADDITIONS "/machine/emulator/machines/";

class Additions : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        add_kind_of_file({"toy", members_toy, {.counts_waits = true}});
        Platform::add_kind("toy",
                           [](const MachineConfig &config, std::uint32_t nodes,
                              std::uint64_t jitter) -> std::unique_ptr<Platform> {
                               return std::make_unique<ToyPlatform>(config, nodes, jitter);
                           });
    }
    static MachineConfig toy() { return MachineConfig::load(folder + "toy.json"); }
    static std::uint64_t hash_of(const MachineConfig &config, bool lock_step) {
        TraceHash hash(2);
        RunOptions options;
        options.nodes = 2;
        options.arguments = {"toy"};
        options.max_cycles = 1'000'000;
        options.lock_step = lock_step;
        options.observer = &hash;
        EXPECT_EQ(Machine(config, called(20), options).run().outcome, Outcome::exited);
        return hash.value();
    }
};

TEST_F(Additions, TheToyMachineRuns) {
    const std::uint64_t hash = hash_of(toy(), false);
    EXPECT_EQ(hash_of(toy(), true), hash);
    for (const char *number : {"send", "dispatch", "network.hop_latency"}) {
        const MachineConfig other = toy().with({{number, "9"}});
        EXPECT_NE(other.hash(), toy().hash()) << number;
        EXPECT_NE(hash_of(other, false), hash) << number;
    }
    EXPECT_THROW(toy().with({{"send", "0"}}), UserError);
}

/// With INLET_REFRESH=1 the stored one is written.
TEST_F(Additions, TheToyMachinesSchemaIsThatOfItsList) {
    const std::string file = folder + "schema-toy.json";
    const json made = schema_of(*kind_of_file("toy"));
    if (std::getenv("INLET_REFRESH")) std::ofstream(file) << made.dump(2) << "\n";
    std::ifstream in(file);
    EXPECT_EQ(json::parse(in), made);
}

// --- The toy processor, interface and network ---

constexpr std::uint32_t wait = 3; ///< of accesses of the interface

class PartsPlatform final : public Platform {
  public:
    explicit PartsPlatform(std::uint32_t nodes) : line_(nodes) {}

    std::shared_ptr<const engine::InstructionSet>
    instruction_set(unsigned /*core*/) const override {
        return std::make_shared<ToySet>(false);
    }
    net::Network &network() override { return line_; }
    std::unique_ptr<NetworkInterface> interface(std::uint32_t node, unsigned /*core*/) override {
        return std::make_unique<ToyInterface>(line_, node, wait);
    }
    std::uint64_t lookahead() const override {
        return std::min(1 + wait + line_.min_delivery(false), line_.min_delivery_after_take(false));
    }

  private:
    net::LineNetwork line_;
};

MachineConfig parts() {
    static const bool added = [] {
        Platform::add_kind("parts",
                           [](const MachineConfig &, std::uint32_t nodes,
                              std::uint64_t) -> std::unique_ptr<Platform> {
                               return std::make_unique<PartsPlatform>(nodes);
                           });
        return true;
    }();
    static_cast<void>(added);
    MachineConfig config;
    config.name = config.kind = "parts";
    config.nodes = 1;
    config.max_nodes = 64;
    config.memory_bytes = 1 << 20;
    return config;
}

constexpr std::uint32_t messages = 20;

/// Each node sends its number + 20, + 19, ... to the next node, and exits with the sum of what
/// comes.
Image ring(std::uint32_t nodes) {
    constexpr unsigned number = 1, one = 2, next = 3, sum = 4, left = 5, value = 6, ni = 14;
    ToyCode code(false);
    code.long_unit(ToySet::movi, ni, ToyInterface::base);
    code.unit(ToySet::load, number, ni, ToyInterface::self);
    code.long_unit(ToySet::movi, one, 1);
    code.long_unit(ToySet::movi, next, 1);
    code.unit(ToySet::add, next, number);
    code.long_unit(ToySet::movi, value, nodes);
    code.unit(ToySet::cmp, next, value);
    code.branch(engine::not_equal, code.here() + 2 + 6);
    code.long_unit(ToySet::movi, next, 0);
    code.long_unit(ToySet::movi, sum, 0);
    code.long_unit(ToySet::movi, left, messages);
    const std::uint32_t loop = code.here();
    const auto until = [&](std::uint32_t of) { // a register is not 0
        const std::uint32_t again = code.here();
        code.unit(ToySet::load, value, ni, of);
        code.unit(ToySet::cmp, value, 0);
        code.branch(engine::equal, again);
    };
    until(ToyInterface::room);
    code.long_unit(ToySet::movi, value, 0);
    code.unit(ToySet::add, value, number);
    code.unit(ToySet::add, value, left);
    code.unit(ToySet::store, value, ni, ToyInterface::word);
    code.unit(ToySet::store, next, ni, ToyInterface::message);
    until(ToyInterface::word);
    code.unit(ToySet::load, value, ni, ToyInterface::message);
    code.unit(ToySet::add, sum, value);
    code.unit(ToySet::sub, left, one);
    code.branch(engine::not_equal, loop);
    code.long_unit(ToySet::movi, number, 0);
    code.unit(ToySet::add, number, sum);
    code.unit(ToySet::host, 0);
    Image image;
    image.path = "ring";
    image.entry = ToyCode::base;
    image.segments.push_back({ToyCode::base, static_cast<std::uint32_t>(code.bytes().size()), true,
                              false, code.bytes()});
    return image;
}

TEST_F(Additions, TheToyPartsAreAMachine) {
    for (const std::uint32_t nodes : {1u, 2u, 5u}) {
        SCOPED_TRACE(nodes);
        Recorder recorder;
        const RunResult result = run_all_ways(ring(nodes), nodes, &recorder, parts());
        ASSERT_EQ(result.outcome, Outcome::exited)
            << describe(result.fault.kind) << " at " << result.fault.pc - ToyCode::base << ": "
            << result.fault.value;
        for (std::uint32_t n = 0; n < nodes; ++n) {
            const std::uint32_t sender = (n + nodes - 1) % nodes;
            EXPECT_EQ(result.nodes[n].status, messages * sender + messages * (messages + 1) / 2);
            EXPECT_EQ(result.nodes[n].messages_sent, messages);
            EXPECT_EQ(result.nodes[n].messages_received, messages);
        }
        std::uint64_t sends = 0, arrivals = 0;
        for (const MessageEvent &event : recorder.events) {
            sends += event.kind() == EventKind::inject;
            arrivals += event.kind() == EventKind::arrive;
        }
        EXPECT_EQ(sends, messages * nodes);
        EXPECT_EQ(arrivals, messages * nodes);
    }
}

TEST_F(Additions, ASnapshotOfTheToyPartsGoesOn) {
    const Image image = ring(3);
    RunOptions options;
    options.nodes = 3;
    options.arguments = {"ring"};
    options.checkpoint_every = 100;
    std::vector<Snapshot> cuts;
    options.checkpoint = [&](Snapshot &&one) { cuts.push_back(std::move(one)); };
    const RunResult whole = Machine(parts(), image, options).run();
    EXPECT_GT(cuts.size(), 5u);
    options.checkpoint_every = 0;
    for (const Snapshot &one : cuts) {
        Machine machine(parts(), image, options);
        machine.resume(one);
        const RunResult rest = machine.run();
        EXPECT_EQ(rest.cycles, whole.cycles);
        EXPECT_EQ(rest.message_hash, whole.message_hash);
        EXPECT_EQ(rest.nodes[1].status, whole.nodes[1].status);
    }
}

TEST_F(Additions, FaultsOfTheToyInterfaceSayWhatIsWrong) {
    ToyCode code(false);
    code.long_unit(ToySet::movi, 14, ToyInterface::base);
    code.unit(ToySet::load, 1, 14, ToyInterface::message);
    Image image = ring(1);
    image.segments[0].bytes = code.bytes();
    image.segments[0].memory_size = static_cast<std::uint32_t>(code.bytes().size());
    RunOptions options;
    options.nodes = 1;
    options.arguments = {"ring"};
    const RunResult result = Machine(parts(), image, options).run();
    EXPECT_EQ(result.outcome, Outcome::fault);
    EXPECT_EQ(result.fault.kind, FaultKind::unmapped);
    EXPECT_EQ(result.fault.value, ToyInterface::base + ToyInterface::message);
}

TEST_F(Additions, TheToyTextsKnowTheirParts) {
    const Image image = ring(2);
    const ProcessorText &text = toy_text();
    std::vector<std::string> lines;
    for (std::uint32_t pc = ToyCode::base; lines.size() < 10;) {
        std::uint32_t word = 0;
        ASSERT_TRUE(image.word(pc, word));
        lines.push_back(text.text(image, pc, word, {}));
        const auto &bytes = image.segments[0].bytes;
        pc += text.full_set()->decode(std::span(bytes).subspan(pc - ToyCode::base), pc).length;
    }
    const std::vector<std::string> expected = {
        "movi r14, 0x30000000", "load r1, 8(r14)", "movi r2, 0x1", "movi r3, 0x1", "add r3, r1",
        "movi r6, 0x2",         "cmp r3, r6",      "b9 0x10026",   "movi r3, 0x0", "movi r4, 0x0"};
    EXPECT_EQ(lines, expected);
    EXPECT_EQ(text.classify(0x9000'0000), InstructionClass::call);
    EXPECT_EQ(text.mnemonic(0xF000'0000), "(unknown)");
    EXPECT_EQ(toy_interface_text().message_name(1), "word");
}

/// A machine whose kind nobody has added.
TEST_F(Additions, AnUnknownKindIsRefused) {
    MachineConfig config = parts();
    config.name = "mine";
    config.kind = "steam";
    try {
        Machine(config, ring(1), RunOptions{});
        ADD_FAILURE() << "there is no such kind";
    } catch (const UserError &error) {
        EXPECT_STREQ(error.what(), "machine mine: there is no kind of machine 'steam'");
    }
}

} // namespace
} // namespace test
} // namespace inlet
