// Machines that are saved and resumed at any point behave as without the interruption.
#include "all_ways.h"
#include "archive/archive.h"
#include "cpu/ppc/instruction_set.h"
#include "cpu/ppc/registers.h"
#include "cpu/sparc/instruction_set.h"
#include "cpu/sparc/registers.h"
#include "cpu/x86/instruction_set.h"
#include "cpu/x86/registers.h"
#include "inlet/file_hash.h"
#include "inlet/machine.h"
#include "inlet/snapshot.h"
#include "inlet/trace_hash.h"
#include "net/mesh.h"
#include "node/node_core.h"
#include "same_results.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

namespace inlet::test {
namespace {

namespace ni = isa::ni;
namespace nistat = isa::nistat;

/// Every node sends three requests to every node, itself included, in loops with significant slots
/// and likely branches; buffers are always full, handlers reply, a timelet occurs in between, lines
/// are printed, and nodes exit at different times and continue to handle messages.
Code busy() {
    constexpr int data = 0x40000;
    constexpr int masks = 0x01A0; // hpmm | lpmm | tm in the upper half of nistat
    static_assert(masks == (nistat::hpmm.mask() | nistat::lpmm.mask() | nistat::tm.mask()) >> 16);
    Code code;
    code.li(16, data).op("addu", {17, 6, 0}); // $6: nodes
    code.la(2, "tick").op("ctc2", {2, ni::timeh}).op("cfc2", {2, ni::count}).nop();
    code.op("addiu", {2, 2, 150}).op("ctc2", {2, ni::timec});
    code.op("cfc2", {2, ni::nistat}).op("lui", {3, masks}).op("or", {2, 2, 3});
    code.op("ctc2", {2, ni::nistat});
    code.op("addu", {18, 0, 0}); // destination
    code.label("to").op("addiu", {19, 0, 3});
    code.label("again").la(8, "request").op("addu", {9, 18, 0}).op("cfc2", {4, ni::niid});
    code.label("retry").op("send1", {8, 9}).to("bc2f", {}, "retry").op("addiu", {20, 20, 1});
    code.op("sw", {20, 64, 16}).op("lw", {21, 64, 16}).op("addu", {22, 21, 22});
    code.op("addiu", {19, 19, -1}).to("bgtzl", {19}, "again").op("addiu", {23, 23, 1});
    code.op("mult", {18, 20}).op("mflo", {24});
    code.op("addiu", {18, 18, 1}).to("bne", {18, 17}, "to").op("addiu", {25, 25, 1});
    // Waits for its replies, prints a line in two parts, and exits.
    code.op("mult", {17, 17}).op("addu", {2, 17, 17}).op("addu", {17, 17, 2});
    code.label("wait").op("lw", {2, 4, 16}).nop().to("bne", {2, 17}, "wait").nop();
    code.li(2, 0x61620A63).op("sw", {2, 32, 16}).op("addiu", {4, 16, 32}).op("addiu", {5, 0, 4});
    code.op("syscall", {0x1F001}).op("syscall", {0x1F001}).exit(0);
    code.label("request").op("addu", {6, 4, 0}).li(8, data);
    code.op("lw", {5, 0, 8}).nop().op("addiu", {5, 5, 1}).op("sw", {5, 0, 8});
    code.la(8, "reply").op("addu", {9, 6, 0});
    code.label("again2").op("send0h", {8, 9}).nop().to("bc2f", {}, "again2").nop().op("hret");
    code.label("reply").li(8, data).op("lw", {5, 4, 8}).nop().op("addiu", {5, 5, 1});
    code.op("sw", {5, 4, 8}).op("hret");
    code.label("tick").li(8, data).op("lw", {5, 8, 8}).op("cfc2", {6, ni::count});
    code.op("addiu", {6, 6, 170}).op("ctc2", {6, ni::timec}).op("addiu", {5, 5, 1});
    code.op("sw", {5, 8, 8}).op("hret");
    return code;
}

/// The observable results of a run from some point on.
struct Story {
    RunResult result;
    std::vector<std::string> lines;
    std::uint64_t hash = 0;
};

void expect_same(const Story &a, const Story &b) {
    expect_same_results(a.result, b.result);
    EXPECT_EQ(a.hash, b.hash);
    EXPECT_EQ(a.lines, b.lines);
}

struct Setting {
    const char *name;
    MachineConfig machine;
    std::uint64_t jitter = 0;
};

class Cuts {
  public:
    Cuts(MachineConfig machine, Code code, std::uint64_t jitter = 0, std::uint32_t nodes = 3)
        : machine_(std::move(machine)), image_(code.image()), nodes_(nodes) {
        options_.nodes = nodes;
        options_.jitter = jitter;
        options_.arguments = {"test"};
        options_.max_cycles = 100'000;
    }

    /// Runs; with `cut`, saves there and continues in another machine with another configuration.
    Story run(std::uint64_t cut, bool observed, int way) {
        Story story;
        TraceHash hash(nodes_);
        RunOptions options = options_;
        options.console = [&](std::uint32_t node, std::string_view line) {
            story.lines.push_back(std::to_string(node) + ": " + std::string(line));
        };
        if (observed) options.observer = &hash;
        change(options, way);
        Machine machine(machine_, image_, options);
        if (cut == 0) {
            story.result = machine.run();
        } else {
            machine.run_until(cut);
            const Snapshot saved = machine.snapshot();
            change(options, way + 1);
            Machine other(machine_, image_, options);
            other.resume(saved);
            // Packets have numbers in the order of routers where a network is put together.
            if (way % 4 != 1 || observed) {
                EXPECT_EQ(other.snapshot().state, saved.state) << "all members are as they were";
            }
            story.result = other.run();
        }
        story.hash = hash.value();
        return story;
    }

    void all(std::uint64_t step) {
        const Story plain = run(0, false, 0), observed = run(0, true, 0);
        ASSERT_EQ(plain.result.outcome, Outcome::exited);
        EXPECT_EQ(plain.lines, observed.lines);
        int way = 0;
        for (std::uint64_t cut = 1; cut < plain.result.cycles; cut += step, ++way) {
            SCOPED_TRACE(cut);
            expect_same(plain, run(cut, false, way));
            expect_same(observed, run(cut, true, way));
            if (testing::Test::HasFailure()) return;
        }
    }

    void stop_at(std::uint64_t cycle) { options_.max_cycles = cycle; }

  private:
    static void change(RunOptions &options, int way) {
        const auto compile = ways_to_compile();
        options.compiled = compile[static_cast<std::size_t>(way) % compile.size()];
        options.lock_step = way % 4 == 1;
        options.skip_waits = way % 5 != 2;
        options.threads = {};
        if (way % 4 == 2) options.threads = {.parts = 2, .shuffle = static_cast<unsigned>(way)};
        if (way % 4 == 3) options.threads = {.parts = 2}; // in turn
    }

    MachineConfig machine_;
    Image image_;
    std::uint32_t nodes_;
    RunOptions options_;
};

MachineConfig tight() {
    MachineConfig config = plain_machine();
    config.part<T1Config>().costs[static_cast<std::size_t>(isa::CostKey::send)] = 5;
    config.part<T1Config>().costs[static_cast<std::size_t>(isa::CostKey::mult)] = 12;
    config.part<T1Config>().count_start = 0xFFFFFF00;
    return config;
}

TEST(Snapshot, ACutAnywhereIsNotNoticed) { Cuts(tight(), busy()).all(1); }

TEST(Snapshot, NorWithDelaysInTheNetwork) { Cuts(tight(), busy(), 7).all(3); }

TEST(Snapshot, NorWithCachesAndLatencies) {
    MachineConfig config = tight();
    config.part<T1Config>().multiply_latency = 30;
    config.caches.instruction = {256, 16, 2, 9, WritePolicy::through};
    config.caches.data = {128, 16, 1, 11, WritePolicy::back};
    config.caches.write_buffer = {2, 7};
    Cuts(config, busy()).all(5);
}

TEST(Snapshot, NorWithExposedHazards) {
    MachineConfig config = tight();
    config.part<T1Config>().exposed_hazards = true;
    // busy() does not keep the distances of A.10: the result differs, but is repeatable.
    Cuts cuts(config, busy());
    cuts.stop_at(1500);
    const Story plain = cuts.run(0, true, 0);
    for (std::uint64_t cut = 1; cut < plain.result.cycles; cut += 3) {
        SCOPED_TRACE(cut);
        expect_same(plain, cuts.run(cut, true, 0));
    }
}

/// A run that writes checkpoints is the run without them. Returns their cycles.
std::vector<std::uint64_t> checkpoints(const MachineConfig &config) {
    Code code = busy();
    RunOptions options;
    options.nodes = 3;
    options.arguments = {"test"};
    const Image image = code.image();
    const RunResult plain = Machine(config, image, options).run();
    std::vector<std::uint64_t> cycles;
    options.checkpoint_every = 100;
    options.checkpoint = [&](Snapshot &&snapshot) { cycles.push_back(snapshot.cycle); };
    const RunResult other = Machine(config, image, options).run();
    EXPECT_EQ(plain.cycles, other.cycles);
    EXPECT_EQ(plain.message_hash, other.message_hash);
    EXPECT_GT(cycles.size(), 1u);
    EXPECT_LE(cycles.back(), plain.cycles);
    return cycles;
}

TEST(Snapshot, NorByACheckpointThatIsNotUsed) {
    std::uint64_t next = 100;
    for (const std::uint64_t cycle : checkpoints(tight())) {
        EXPECT_GE(cycle, next) << "all nodes have reached it, and none is made twice";
        next = (cycle / 100 + 1) * 100;
    }
}

TEST(Snapshot, NorByCheckpointsWhileAllWaitForTheNetwork) {
    MachineConfig slow = tight();
    slow.part<MeshConfig>().hop_latency = 1000;
    const std::vector<std::uint64_t> cycles = checkpoints(slow);
    EXPECT_TRUE(std::is_sorted(cycles.begin(), cycles.end()));
}

/// A waiting node advances only as far as its arrivals are known.
TEST(Snapshot, NorByAFingerprintAtAnyCycle) {
    Code code = busy();
    const Image image = code.image();
    for (const std::uint32_t latency : {1, 7, 300}) {
        MachineConfig config = tight();
        config.part<MeshConfig>().hop_latency = latency;
        config.part<T1Config>().divide_latency = 35;
        RunOptions options;
        options.nodes = 3;
        options.arguments = {"test"};
        const RunResult plain = Machine(config, image, options).run();
        std::vector<std::vector<std::uint64_t>> prints;
        for (const bool lock_step : {false, true}) {
            std::vector<std::uint64_t> &all = prints.emplace_back();
            options.lock_step = lock_step;
            options.mark = [&](std::uint64_t cycle, std::uint64_t fingerprint) {
                all.push_back(fingerprint);
                return cycle + 1;
            };
            const RunResult other = Machine(config, image, options).run();
            EXPECT_EQ(plain.cycles, other.cycles) << latency;
            EXPECT_EQ(plain.message_hash, other.message_hash) << latency;
        }
        EXPECT_GE(prints[0].size(), plain.cycles) << latency;
        EXPECT_TRUE(prints[0] == prints[1]) << latency;
    }
}

/// A file in a temporary directory.
class SnapshotFile : public testing::Test {
  protected:
    SnapshotFile() {
        std::string name = std::filesystem::temp_directory_path() / "snapshotXXXXXX";
        directory_ = ::mkdtemp(name.data());
        file_ = directory_ / "test.snapshot";
        options_.nodes = 3;
        options_.arguments = {"test", "argument"};
        Machine machine(tight(), image_, options_);
        EXPECT_TRUE(machine.run_until(300));
        saved_ = machine.snapshot();
        saved_.trace_hash = {1, ~std::uint64_t{0}, 3};
        saved_.write(file_);
    }
    ~SnapshotFile() override { std::filesystem::remove_all(directory_); }

    std::string bytes() const {
        std::ifstream in(file_, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    void write(const std::string &bytes) const {
        std::ofstream(file_, std::ios::binary).write(bytes.data(), static_cast<long>(bytes.size()));
    }
    std::string error() const {
        try {
            Snapshot::read(file_);
        } catch (const UserError &error) {
            return error.what();
        }
        return "";
    }
    std::string refusal(const MachineConfig &config, const Image &image,
                        const RunOptions &options) const {
        try {
            Machine(config, image, options).resume(saved_);
        } catch (const UserError &error) {
            return error.what();
        }
        return "";
    }

    std::filesystem::path directory_, file_;
    Image image_ = busy().image();
    RunOptions options_;
    Snapshot saved_;
};

TEST_F(SnapshotFile, IsReadAsWritten) {
    const auto &[program, program_hash, io_program_hash, firmware_hash, arguments, arguments_hash,
                 machine, machine_hash, nodes, jitter, cycle, trace_hash, state] = saved_;
    const Snapshot read = Snapshot::read(file_);
    EXPECT_EQ(read.program, program);
    EXPECT_EQ(read.program_hash, program_hash);
    EXPECT_EQ(read.io_program_hash, io_program_hash);
    EXPECT_EQ(read.firmware_hash, firmware_hash);
    EXPECT_EQ(read.arguments, arguments);
    EXPECT_EQ(read.arguments_hash, arguments_hash);
    EXPECT_EQ(read.machine, machine);
    EXPECT_EQ(read.machine_hash, machine_hash);
    EXPECT_EQ(read.nodes, nodes);
    EXPECT_EQ(read.jitter, jitter);
    EXPECT_EQ(read.cycle, cycle);
    EXPECT_EQ(read.trace_hash, trace_hash);
    EXPECT_EQ(read.state, state);
    EXPECT_LT(bytes().size(), 10'000u) << "pages of the program are not in it";
}

TEST_F(SnapshotFile, WhatIsCutOffOrDamagedIsSaid) {
    const std::string whole = bytes();
    for (std::size_t size = 0; size < whole.size(); size += size < 64 ? 1 : 37) {
        write(whole.substr(0, size));
        EXPECT_NE(error(), "") << size;
    }
    for (std::size_t at = 0; at < whole.size(); at += 11) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
        write(damaged);
        // zstd ignores some bits.
        if (error().empty()) {
            EXPECT_EQ(Snapshot::read(file_).state, saved_.state) << at;
        }
    }
    write(whole + "x");
    EXPECT_NE(error().find("damaged"), std::string::npos) << error();
    write("INLETSNP" + std::string("\26\0\0\0", 4) + whole.substr(12));
    EXPECT_NE(error().find("version 22"), std::string::npos) << error();
    write("#include <am.h>\n");
    EXPECT_NE(error().find("not a snapshot"), std::string::npos) << error();
    std::filesystem::remove(file_);
    EXPECT_NE(error().find("No such file"), std::string::npos) << error();
    EXPECT_THROW(saved_.write(directory_ / "no" / "such"), UserError);
}

TEST_F(SnapshotFile, OnlyTheSameRunGoesOn) {
    EXPECT_EQ(refusal(tight(), image_, options_), "");
    MachineConfig slower = tight();
    slower.part<MeshConfig>().hop_latency = 3;
    EXPECT_NE(refusal(slower, image_, options_).find("other numbers"), std::string::npos);
    Image other = image_;
    other.hash ^= 1;
    EXPECT_NE(refusal(tight(), other, options_).find("another program"), std::string::npos);
    RunOptions options = options_;
    options.nodes = 4;
    EXPECT_NE(refusal(tight(), image_, options).find("3 nodes"), std::string::npos);
    options = options_;
    options.jitter = 1;
    EXPECT_NE(refusal(tight(), image_, options).find("jitter"), std::string::npos);
    options = options_;
    options.arguments = {"test", "other"};
    EXPECT_NE(refusal(tight(), image_, options).find("arguments"), std::string::npos);
    options.arguments = {"renamed", "argument"};
    EXPECT_EQ(refusal(tight(), image_, options), "");
}

/// A machine's state after 300 cycles. A different hash means that its layout has changed, or the
/// behaviour of the machine; the former needs a new version in machine/snapshot.cpp, and then both
/// numbers here change.
TEST_F(SnapshotFile, TheLayoutIsTheOneOfItsVersion) {
    options_.compiled.reset();
    Machine machine(tight(), image_, options_);
    ASSERT_TRUE(machine.run_until(300));
    EXPECT_EQ(static_cast<int>(bytes().at(8)), 21);
    EXPECT_EQ(file_hash(machine.snapshot().state), 1625840040858042314u);
}

/// Bytes that no machine has saved give an error, or a machine that can be saved again.
TEST_F(SnapshotFile, StatesThatCannotBeAreRefused) {
    const std::vector<std::uint8_t> whole = saved_.state;
    const auto resumes = [&] {
        try {
            Machine machine(tight(), image_, options_);
            machine.resume(saved_);
            machine.snapshot();
            return true;
        } catch (const UserError &error) {
            EXPECT_NE(std::string(error.what()).find("damaged"), std::string::npos);
            return false;
        }
    };
    ASSERT_TRUE(resumes());
    for (std::size_t size = 0; size < whole.size(); size += 97) {
        saved_.state.assign(whole.begin(), whole.begin() + static_cast<long>(size));
        EXPECT_FALSE(resumes()) << size;
    }
    int refused = 0;
    for (std::size_t at = 0; at < whole.size(); at += 53) {
        saved_.state = whole;
        saved_.state[at] ^= 0xFF;
        refused += !resumes();
    }
    EXPECT_GT(refused, 20);
}

/// Whether a node can be loaded that was saved with this value in a register.
bool is_loaded_with(std::shared_ptr<const engine::InstructionSet> set, unsigned number,
                    std::uint32_t value) {
    const std::vector<std::uint8_t> text(page_bytes);
    SharedPages pages(1 << 20);
    pages.add(Code::base, text, true);
    engine::CodeCache cache(std::move(set), Code::base, text, {});
    net::Mesh mesh(plain_machine().part<MeshConfig>(), 1, 0);
    NodeContext context;
    context.code = &cache;
    context.pages = &pages;
    context.network = &mesh;
    NodeCore saved(context, 0, std::make_unique<NoInterface>());
    NodeCore loaded(context, 0, std::make_unique<NoInterface>());
    saved.messages(0).state().r[number] = value;
    Archive out;
    saved.archive(out);
    const std::vector<std::uint8_t> bytes = out.take();
    Archive in(bytes);
    try {
        loaded.archive(in);
    } catch (const BadArchive &) {
        return false;
    }
    return true;
}

TEST(Snapshot, RegistersHaveValuesThatTheProcessorCanHave) {
    const auto ppc_set = std::make_shared<ppc::Set>(ppc::Timing{});
    for (const unsigned flag : {ppc::ca_register, ppc::so_register, ppc::ov_register}) {
        EXPECT_TRUE(is_loaded_with(ppc_set, flag, 1)) << flag;
        EXPECT_FALSE(is_loaded_with(ppc_set, flag, 2)) << flag;
    }
    const auto x86_set = std::make_shared<x86::Set>(x86::Timing{});
    EXPECT_TRUE(is_loaded_with(x86_set, x86::ftop_register, 7));
    EXPECT_FALSE(is_loaded_with(x86_set, x86::ftop_register, 8));
    const auto sparc_set = std::make_shared<sparc::Set>(sparc::Timing{}, false);
    EXPECT_TRUE(is_loaded_with(sparc_set, sparc::cwp_place, sparc::windows - 1));
    EXPECT_FALSE(is_loaded_with(sparc_set, sparc::cwp_place, sparc::windows));
}

} // namespace
} // namespace inlet::test
