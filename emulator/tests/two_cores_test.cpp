// Nodes of two cores with unlike clocks and byte orders that share a device: random programs do the
// same in every configuration, and as in a loop that knows no scheduler.
#include "cpu/engine/engine.h"
#include "effort.h"
#include "inlet/trace_hash.h"
#include "kinds/platform.h"
#include "net/contract.h"
#include "net/mesh.h"
#include "scheduler/impl.h"
#include "scheduler/setup.h"
#include "tests/plain_t1.h"
#include "toy_code.h"
#include "toy_mailbox.h"

#include <gtest/gtest.h>
#include <random>

namespace inlet::test {
namespace {

using engine::Stop;

constexpr std::uint32_t memory_bytes = 1 << 20;

std::shared_ptr<const engine::InstructionSet> set_of(unsigned core) {
    return std::make_shared<ToySet>(core == 1, core == 1 ? 3 : 1);
}

MeshConfig mesh_numbers() {
    MeshConfig mesh = plain_mesh();
    mesh.hop_latency = 2;
    return mesh;
}

class ToyPlatform final : public Platform {
  public:
    explicit ToyPlatform(std::uint32_t nodes) : mesh_(mesh_numbers(), nodes) {
        for (std::uint32_t n = 0; n < nodes; ++n) boxes.emplace_back(mesh_, n, nodes);
    }
    unsigned cores() const override { return 2; }
    std::shared_ptr<const engine::InstructionSet> instruction_set(unsigned core) const override {
        return set_of(core);
    }
    net::Network &network() override { return mesh_; }
    std::unique_ptr<NetworkInterface> interface(std::uint32_t node, unsigned core) override {
        return std::make_unique<MailboxPort>(boxes[node], core);
    }
    SharedDevice *shared(std::uint32_t node) override { return &boxes[node]; }
    std::uint64_t lookahead() const override {
        return std::min(1 + mesh_.min_delivery(false), mesh_.min_delivery_after_take(false));
    }

    std::deque<Mailbox> boxes;

  private:
    net::Mesh mesh_;
};

// --- Programs ---

constexpr unsigned box = 14, data = 13, one = 12, copied = 11, word = 9, counter = 8, address = 10;

/// Code of either core. Registers 1 to 6 hold values; 7 counts interrupts.
class Random {
  public:
    Random(std::uint32_t seed, bool firmware) : code(firmware), random_(seed) {
        code.long_unit(ToySet::movi, box, Mailbox::base);
        code.long_unit(ToySet::movi, data, Mailbox::from);
        code.long_unit(ToySet::movi, copied, Mailbox::to);
        code.long_unit(ToySet::movi, one, 1);
        for (unsigned reg = 1; reg < 8; ++reg) code.long_unit(ToySet::movi, reg, 100 * reg);
    }
    std::uint32_t below(std::uint32_t limit) { return random_() % limit; }
    unsigned value() { return 1 + below(6); }
    /// Interrupts add to register 7.
    void take_interrupts() {
        const std::uint32_t handler = code.here() + 6 + 2 + 2 + 2;
        code.long_unit(ToySet::movi, address, handler);
        code.unit(ToySet::irq, address);
        code.unit(ToySet::cmp, 0);
        code.branch(engine::equal, handler + 2 + 2);
        code.unit(ToySet::add, 7, one);
        code.unit(ToySet::irq, 0, 0, 1);
    }
    void store(unsigned reg, std::uint32_t value) {
        code.long_unit(ToySet::movi, word, value);
        code.unit(ToySet::store, word, box, reg);
    }
    /// Polls until a word has come, at most `times`; 0: until then.
    void poll(unsigned times) {
        if (times) code.long_unit(ToySet::movi, counter, times);
        const std::uint32_t loop = code.here();
        code.unit(ToySet::load, word, box, 0);
        code.unit(ToySet::cmp, word, 0);
        if (!times) return code.branch(engine::equal, loop);
        code.branch(engine::not_equal, code.here() + 2 + 2 + 2 + 2);
        code.unit(ToySet::sub, counter, one);
        code.unit(ToySet::cmp, counter, 0);
        code.branch(engine::not_equal, loop);
    }
    /// Copies a counter to itself and waits in memory until it comes.
    void spin() {
        code.unit(ToySet::load, word, data, 0);
        code.unit(ToySet::add, word, one);
        code.unit(ToySet::store, word, data, 0);
        code.long_unit(ToySet::movi, address, Mailbox::copy_of(false, false, true, below(64)));
        code.unit(ToySet::store, address, box, 4);
        const std::uint32_t loop = code.here();
        code.unit(ToySet::load, address, copied, 0);
        code.unit(ToySet::cmp, address, word);
        code.branch(engine::not_equal, loop);
    }
    /// Sends a word to each node, and takes as many.
    void exchange(std::uint32_t nodes) {
        for (std::uint32_t n = 0; n < nodes; ++n) store(8, nodes + n);
        for (std::uint32_t n = 0; n < nodes; ++n) {
            poll(0);
            code.unit(ToySet::load, value(), box, 4);
        }
    }
    /// A step that only the core itself sees.
    void step_alone() { step_of(below(5)); }
    void step(bool firmware) { step_of(below(firmware ? 11 : 13)); }
    void step_of(unsigned which) {
        switch (which) {
        case 0:
        case 1: code.unit(below(2) ? ToySet::add : ToySet::sub, value(), value()); break;
        case 2: code.long_unit(ToySet::movi, value(), random_()); break;
        case 3: code.unit(ToySet::store, value(), data, 4 + 4 * below(3)); break;
        case 4: code.unit(ToySet::load, value(), below(2) ? data : copied, 4 + 4 * below(3)); break;
        case 5: code.unit(ToySet::store, value(), box, 0); break;
        case 6: store(4, Mailbox::copy_of(below(2), below(2), false, below(64))); break;
        case 7: code.unit(ToySet::store, value(), box, 8); break;
        case 8: code.unit(ToySet::load, value(), box, 8); break;
        case 9: code.unit(ToySet::load, value(), box, 12); break;
        case 10: code.unit(ToySet::store, value(), box, 12); break;
        case 11: below(3) ? poll(1 + below(40)) : poll(0); break;
        default: below(2) ? code.unit(ToySet::load, value(), box, 4) : spin(); break;
        }
        if (below(4) == 0) code.unit(ToySet::add, value(), value()); // uses a loaded value
    }

    ToyCode code;

  private:
    std::mt19937 random_;
};

/// Some steps in a loop, then exit.
ToyCode application(std::uint32_t seed) {
    Random program(seed, false);
    if (program.below(2)) program.take_interrupts();
    const unsigned steps = 5 + program.below(30);
    for (unsigned i = 0; i < steps; ++i) program.step(false);
    program.code.long_unit(ToySet::movi, 1, 0);
    program.code.unit(ToySet::host, 0, 0, 0);
    return program.code;
}

/// Takes words for ever, and answers them. `counts`: in a register, so that it never sleeps.
ToyCode serving(std::uint32_t seed, bool counts = false) {
    Random program(seed, true);
    if (program.below(2)) program.take_interrupts();
    const std::uint32_t loop = program.code.here();
    {
        const std::uint32_t poll = program.code.here();
        program.code.unit(ToySet::load, word, box, 0);
        program.code.unit(ToySet::cmp, word, 0);
        program.code.unit(ToySet::add, counter, counts ? one : 0);
        program.code.unit(ToySet::cmp, word, 0);
        program.code.branch(engine::equal, poll);
    }
    program.code.unit(ToySet::load, 2, box, 4);
    const unsigned steps = program.below(6);
    for (unsigned i = 0; i < steps; ++i) program.step(true);
    if (program.below(4)) program.code.unit(ToySet::store, 2, box, 0);
    program.code.long_unit(ToySet::movi, address, loop);
    program.code.unit(ToySet::push, address);
    program.code.unit(ToySet::ret, 0);
    return program.code;
}

constexpr unsigned exchanges = 3;

/// Computes, the program also with messages to all nodes; then it exits, and firmware rests in a
/// loop that only polls.
ToyCode alone(std::uint32_t seed, bool firmware, std::uint32_t nodes) {
    Random program(seed, firmware);
    const unsigned steps = 50 + program.below(200);
    for (unsigned i = 0; i < steps; ++i) program.step_alone();
    for (unsigned turn = 0; turn < exchanges && !firmware; ++turn) {
        program.exchange(nodes);
        for (unsigned i = program.below(steps); i > 0; --i) program.step_alone();
    }
    if (firmware) {
        program.poll(0);
        return program.code;
    }
    program.code.long_unit(ToySet::movi, 1, 0);
    program.code.unit(ToySet::host, 0, 0, 0);
    return program.code;
}

Image image_of(const ToyCode &code) {
    Image image;
    image.path = "toy";
    image.entry = ToyCode::base;
    image.segments.push_back({ToyCode::base, static_cast<std::uint32_t>(code.bytes().size()), true,
                              false, code.bytes()});
    return image;
}

// --- The configurations ---

struct Way {
    const char *name;
    bool lock_step = false, compiled = false, observed = false, saved = false;
    std::uint64_t part = 0; ///< cycles between two stops; 0: none
    bool skip = true, firmware = false;
    std::uint64_t longest = 200'000; ///< cycles
    unsigned threads = 1;
};
constexpr Way ways[] = {
    {.name = "ahead"},
    {.name = "lock-step", .lock_step = true},
    {.name = "parts of 1", .part = 1},
    {.name = "parts of 37", .part = 37},
    {.name = "compiled", .compiled = true},
    {.name = "compiled, parts of 5", .compiled = true, .part = 5},
    {.name = "every turn", .skip = false},
    {.name = "threads", .compiled = true, .threads = 3},
    {.name = "threads, parts of 37", .part = 37, .threads = 2},
    {.name = "observed", .observed = true},
    {.name = "observed with firmware", .observed = true, .firmware = true},
    {.name = "observed, lock-step", .lock_step = true, .observed = true, .firmware = true},
    {.name = "saved and resumed", .saved = true, .part = 53},
};

class Listener final : public Observer {
  public:
    Listener(std::uint32_t nodes, bool firmware) : hash(nodes), firmware_(firmware) {}
    void instruction(const InstructionEvent &event) override { hash.instruction(event); }
    void wait(const WaitEvent &event) override { hash.wait(event); }
    void event(const MessageEvent &event) override { hash.event(event); }
    void hop(const HopEvent &event) override { hash.hop(event); }
    Wants wants() const override { return {.firmware = firmware_}; }

    TraceHash hash;

  private:
    bool firmware_;
};

/// What a run leaves.
struct Seen {
    Outcome outcome = Outcome::exited;
    std::uint64_t cycles = 0, fingerprint = 0, message_hash = 0;
    Fault fault;
    std::vector<std::array<std::uint64_t, 6>> cores; ///< summaries
    std::vector<std::vector<std::uint32_t>> registers;
    std::vector<std::vector<std::uint8_t>> memory;

    bool operator==(const Seen &) const = default;
};

struct Programs {
    std::uint32_t nodes = 2;
    Image application, firmware;
};

MachineConfig toy_machine() {
    MachineConfig config = plain_t1();
    config.name = "toy";
    config.memory_bytes = memory_bytes;
    config.exception_cycles = 4;
    config.cores = {"big", "little"};
    config.firmware_bytes = memory_bytes;
    config.part<MeshConfig>() = mesh_numbers();
    return config;
}

class OneRun {
  public:
    OneRun(const Programs &programs, const Way &way) : way_(way), programs_(&programs) {
        options_.nodes = programs.nodes;
        options_.firmware = &programs.firmware;
        options_.max_cycles = way.longest;
        options_.lock_step = way.lock_step;
        options_.skip_waits = way.skip;
        options_.threads = {.count = way.threads, .least = 0, .chunk = 100};
        options_.compiled.reset();
        if (way.compiled)
            options_.compiled = CompileOptions{.threshold = 0, .shortest = 0, .cuts = 0};
        if (way.observed) {
            listener.emplace(programs.nodes, way.firmware);
            options_.observer = &*listener;
        }
        make();
    }

    Seen run() {
        std::uint64_t at = way_.part;
        for (; way_.part && machine_->run_until(at); at += way_.part) {
            if (!way_.saved || at > 3000) continue;
            const Snapshot saved = machine_->snapshot();
            make();
            machine_->resume(saved);
        }
        const RunResult result = machine_->run();
        Seen seen{result.outcome, result.cycles, 0, result.message_hash, result.fault, {}, {}, {}};
        for (const auto &summaries : {result.nodes, result.firmware})
            for (const NodeSummary &one : summaries)
                seen.cores.push_back({one.cycles, one.instructions, one.messages_sent,
                                      one.messages_received, one.cycles_waiting, one.exited});
        for (NodeCore &core : parts->cores) {
            const engine::State &state = core.core().state();
            seen.registers.emplace_back(state.r.begin(), state.r.begin() + 16);
            seen.memory.emplace_back(0x200);
            core.core().memory().copy_out(Mailbox::from, seen.memory.back());
        }
        seen.fingerprint = machine_->fingerprint();
        return seen;
    }

    Machine::Impl *parts = nullptr;
    ToyPlatform *platform = nullptr;
    std::optional<Listener> listener;

  private:
    void make() {
        auto made = std::make_unique<ToyPlatform>(programs_->nodes);
        platform = made.get();
        auto impl = std::make_unique<Machine::Impl>(toy_machine(), programs_->application, options_,
                                                    std::move(made));
        parts = impl.get();
        machine_.emplace(std::move(impl));
    }

    Way way_;
    const Programs *programs_;
    RunOptions options_;
    std::optional<Machine> machine_;
};

Seen same_every_way(const Programs &programs) {
    std::optional<Seen> first;
    std::optional<std::uint64_t> hash, hash_with_firmware;
    for (const Way &way : ways) {
        OneRun run(programs, way);
        const Seen seen = run.run();
        if (!first) first = seen;
        EXPECT_EQ(seen.outcome, first->outcome) << way.name;
        EXPECT_EQ(seen.cycles, first->cycles) << way.name;
        EXPECT_EQ(seen.fault, first->fault) << way.name;
        EXPECT_EQ(seen.message_hash, first->message_hash) << way.name;
        EXPECT_EQ(seen.cores, first->cores) << way.name;
        EXPECT_EQ(seen.registers, first->registers) << way.name;
        EXPECT_TRUE(seen == *first) << way.name;
        if (!way.observed) continue;
        std::optional<std::uint64_t> &known = way.firmware ? hash_with_firmware : hash;
        const std::uint64_t now = run.listener->hash.value();
        if (known) {
            EXPECT_EQ(now, *known) << way.name;
        }
        known = now;
    }
    return *first;
}

// --- The reference: no scheduler, no horizon, no sleep ---

class Reference {
  public:
    explicit Reference(const Programs &programs) : mesh_(mesh_numbers(), programs.nodes) {
        for (std::uint32_t n = 0; n < programs.nodes; ++n) {
            Mailbox &device = boxes_.emplace_back(mesh_, n, programs.nodes);
            device.tells = false;
            cores.emplace_back(device, 0, programs.application);
            cores.emplace_back(device, 1, programs.firmware);
            buses_.emplace_back(&cores[2 * n], &cores[2 * n + 1]);
        }
    }

    /// A processor with its memory.
    struct Core {
        Core(Mailbox &device, unsigned core, const Image &image)
            : box(&device), number(core), set(set_of(core)),
              pages(shared_pages(image, memory_bytes)), memory(pages),
              program(set, text_of(pages).base, text_of(pages).bytes) {
            state.r[ToySet::stack] = memory_bytes - 2048;
            state.jump(image.entry);
            memory.add_device(Mailbox::base, Mailbox::bytes);
        }
        void step(std::uint64_t now) {
            if (exited || loads || state.now != now) return;
            engine::Stepped stepped;
            Stop stop = engine::step(state, memory, program, stepped);
            if (stop == Stop::access) {
                if (state.now == now) access(now);
            } else if (stop == Stop::host) {
                exited = true;
                state.jump(state.pc + 2);
                at_exit = state.pc;
                ++state.instructions;
            } else if (stop == Stop::fault) {
                ASSERT_TRUE(set->trap(state, memory, state.fault, [] {}));
                state.now += 4;
            } else if (stop == Stop::system && state.pc == at_exit) {
                exited = true;
            }
        }
        void access(std::uint64_t now) {
            const Memory::DeviceAccess found = memory.missed();
            engine::State copy = state; // what a store stores
            tried[0] = {found};
            engine::Stepped stepped;
            if (found.store) {
                memory.try_with(tried);
                engine::step(copy, memory, program, stepped);
                memory.try_with({});
            }
            std::uint64_t value = 0;
            for (unsigned i = 0; i < 4; ++i)
                value = value << 8 | tried[0].bytes[number ? 3 - i : i];
            const Answer answer = box->access(number, now, {found.address, 4, found.store, value});
            if (answer.kind == Answer::Kind::later)
                loads = true;
            else
                finish(answer.value, answer.cycles);
        }
        void finish(std::uint64_t value, std::uint64_t waits) {
            for (unsigned i = 4; i-- > 0; value >>= 8)
                tried[0].bytes[number ? 3 - i : i] = static_cast<std::uint8_t>(value);
            engine::Stepped stepped;
            const std::uint32_t asked = std::exchange(state.r[ToySet::asked], 0);
            memory.try_with(tried);
            engine::step(state, memory, program, stepped);
            memory.try_with({});
            state.r[ToySet::asked] = asked; // an interrupt comes after the instruction
            state.now += waits;
            loads = false;
        }

        Mailbox *box;
        unsigned number;
        std::shared_ptr<const engine::InstructionSet> set;
        SharedPages pages;
        Memory memory;
        engine::Program program;
        engine::State state;
        std::array<Memory::Tried, 1> tried{};
        bool exited = false, loads = false;
        std::uint32_t at_exit = 0;
    };

    void run(std::uint64_t end) {
        for (std::uint64_t now = 0; now < end; ++now) {
            mesh_.advance(now);
            for (std::size_t n = 0; n < boxes_.size(); ++n) {
                buses_[n].now = now;
                if (boxes_[n].next() == now) boxes_[n].advance(now, buses_[n]);
            }
            for (const unsigned core : {0u, 1u})
                for (std::size_t n = 0; n < boxes_.size(); ++n) cores[2 * n + core].step(now);
        }
    }

    std::deque<Core> cores; ///< two of each node

  private:
    struct Bus final : SharedBus {
        Bus(Core *first, Core *second) : both{first, second} {}
        Core &at(unsigned core) {
            Core &one = *both.at(core);
            if (one.exited) one.state.now = std::max(one.state.now, now);
            return one;
        }
        void wake(unsigned core) override { at(core); }
        bool read(unsigned core, std::uint32_t address, std::span<std::uint8_t> bytes) override {
            return at(core).memory.copy_out(address, bytes);
        }
        bool write(unsigned core, std::uint32_t address,
                   std::span<const std::uint8_t> bytes) override {
            return at(core).memory.copy_in(address, bytes);
        }
        void interrupt(unsigned core, std::uint32_t all, std::uint32_t lines) override {
            Core &one = at(core);
            if (one.set->interrupts(one.state, all, lines)) one.exited = false;
        }
        void answer(unsigned core, std::uint64_t cycle, std::uint64_t value) override {
            at(core).finish(value, cycle - both.at(core)->state.now);
        }
        void stall(unsigned core, std::uint64_t cycles) override { at(core).state.now += cycles; }
        void hold(unsigned) override { std::abort(); }
        void release(unsigned) override { std::abort(); }
        void fail(unsigned, FaultKind, std::uint32_t, const std::string &) override {}
        NodePort &messages() override { std::abort(); }

        std::array<Core *, 2> both;
        std::uint64_t now = 0;
    };

    net::Mesh mesh_;
    std::deque<Mailbox> boxes_;
    std::deque<Bus> buses_;
};

TEST(TwoCores, RandomProgramsDoTheSameEveryWay) {
    unsigned exits = 0;
    for (std::uint32_t seed = 0; seed < tries(40) && !testing::Test::HasFailure(); ++seed) {
        SCOPED_TRACE(seed);
        const Programs programs{2 + seed % 3, image_of(application(seed)), image_of(serving(seed))};
        const Seen seen = same_every_way(programs);
        if (seen.outcome != Outcome::exited) continue;
        ++exits;
        Reference reference(programs);
        reference.run(seen.cycles + 3000);
        for (std::uint32_t n = 0; n < programs.nodes; ++n)
            for (const unsigned core : {0u, 1u}) {
                const Reference::Core &one = reference.cores[2 * n + core];
                const std::size_t at = core * programs.nodes + n;
                for (unsigned r = 1; r < 8; ++r)
                    EXPECT_EQ(one.state.r[r], seen.registers[at][r]) << r << " of " << at;
                std::vector<std::uint8_t> bytes(0x200);
                one.memory.copy_out(Mailbox::from, bytes);
                EXPECT_TRUE(bytes == seen.memory[at]) << at;
                if (core) continue;
                EXPECT_EQ(one.state.now, seen.cores[at][0]) << at;
                EXPECT_EQ(one.state.instructions, seen.cores[at][1]) << at;
            }
    }
    EXPECT_GT(exits, tries(10));
}

/// Two processors with unlike clocks beside each other, the first with messages: neither depends on
/// what the other executes.
TEST(TwoCores, CoresThatShareNothingDoTheSameEveryWay) {
    constexpr std::uint32_t nodes = 2;
    for (std::uint32_t seed = 0; seed < tries(10) && !testing::Test::HasFailure(); ++seed) {
        SCOPED_TRACE(seed);
        const auto of = [](std::uint32_t number, bool firmware) {
            return image_of(alone(number, firmware, nodes));
        };
        const Image program = of(seed, false);
        const Seen seen = same_every_way({nodes, program, of(seed, true)});
        const Seen other = same_every_way({nodes, program, of(seed + 1000, true)});
        const Seen little = same_every_way({nodes, of(seed + 1000, false), of(seed, true)});
        EXPECT_EQ(seen.outcome, Outcome::exited);
        EXPECT_EQ(other.message_hash, seen.message_hash);
        for (std::uint32_t n = 0; n < nodes; ++n) {
            EXPECT_EQ(seen.cores[n], other.cores[n]);
            EXPECT_EQ(seen.cores[n][2], exchanges * nodes) << "messages sent";
            EXPECT_EQ(seen.cores[n][3], exchanges * nodes) << "and received";
            EXPECT_EQ(seen.registers[n], other.registers[n]);
            EXPECT_EQ(seen.memory[n], other.memory[n]);
            EXPECT_EQ(seen.registers[nodes + n], little.registers[nodes + n]);
            EXPECT_EQ(seen.memory[nodes + n], little.memory[nodes + n]);
        }
    }
}

/// The programs' cycles do not depend on whether firmware sleeps.
TEST(TwoCores, FirmwareThatNeverSleepsGivesProgramsTheSameCycles) {
    unsigned compared = 0;
    for (std::uint32_t seed = 100; seed < 130; ++seed) {
        const Programs sleeping{2, image_of(application(seed)), image_of(serving(seed))};
        const Programs counting{2, image_of(application(seed)), image_of(serving(seed, true))};
        const Seen sleeps = OneRun(sleeping, ways[0]).run(),
                   counts = OneRun(counting, ways[0]).run();
        if (sleeps.outcome != Outcome::exited) continue;
        ++compared;
        EXPECT_EQ(counts.outcome, Outcome::max_cycles) << seed;
        for (std::uint32_t n = 0; n < 2; ++n) {
            EXPECT_EQ(sleeps.cores[n][0], counts.cores[n][0]) << seed;
            EXPECT_EQ(sleeps.registers[n], counts.registers[n]) << seed;
            EXPECT_EQ(sleeps.memory[n], counts.memory[n]) << seed;
        }
    }
    EXPECT_GT(compared, 8u);
}

/// An idle loop for ever, and programs that exit: the run ends all the same, and says so.
TEST(TwoCores, FirmwareThatNeverSleepsEndsAsStalled) {
    ToyCode exits(false);
    exits.long_unit(ToySet::movi, 1, 3);
    exits.unit(ToySet::host, 0);
    ToyCode counts(true);
    counts.long_unit(ToySet::movi, one, 1);
    const std::uint32_t loop = counts.here();
    counts.unit(ToySet::add, counter, one);
    counts.unit(ToySet::cmp, 0);
    counts.branch(engine::equal, loop);
    const Programs programs{1, image_of(exits), image_of(counts)};
    OneRun run(programs, {.name = "long", .compiled = true, .longest = ~std::uint64_t{0}});
    const Seen seen = run.run();
    EXPECT_EQ(seen.outcome, Outcome::stalled);
    EXPECT_GE(seen.cores[1][0], 1u << 20);
    EXPECT_LT(seen.cores[1][0], 1u << 21);
}

/// Both cores of both nodes fault in one cycle: the first by (cycle, node, core) is the run's.
TEST(TwoCores, OfFaultsInOneCycleTheFirstIsReported) {
    ToyCode big(false), little(true);
    for (int i = 0; i < 9; ++i) big.unit(ToySet::add, 1, 2);
    for (int i = 0; i < 3; ++i) little.unit(ToySet::add, 1, 2); // three times as slow
    big.end();
    little.end();
    const Seen both = same_every_way({2, image_of(big), image_of(little)});
    EXPECT_EQ(both.outcome, Outcome::fault);
    EXPECT_EQ(both.fault.cycle, 9u);
    EXPECT_EQ(both.fault.node, 0u);
    EXPECT_EQ(both.fault.core, 0u);
    ToyCode later(false);
    for (int i = 0; i < 10; ++i) later.unit(ToySet::add, 1, 2);
    later.end();
    const Seen one = same_every_way({2, image_of(later), image_of(little)});
    EXPECT_EQ(one.fault.cycle, 9u);
    EXPECT_EQ(one.fault.core, 1u);
}

/// Firmware has no exit.
TEST(TwoCores, ExitOfFirmwareIsAFault) {
    ToyCode big(false), little(true);
    for (ToyCode *code : {&big, &little}) code->unit(ToySet::host, 0);
    const Seen seen = same_every_way({2, image_of(big), image_of(little)});
    EXPECT_EQ(seen.outcome, Outcome::fault);
    EXPECT_EQ(seen.fault.kind, FaultKind::firmware_service);
    EXPECT_EQ(seen.fault.core, 1u);
}

/// DMA writes the first core's program into the memory of the second, over the loop in which it
/// sleeps: what was decoded there is void.
TEST(TwoCores, CodeThatTheDeviceWritesIsDecodedAgain) {
    // The words that are copied to the second core's code, in its byte order.
    ToyCode patch(true);
    patch.long_unit(ToySet::movi, 3, 77);
    patch.unit(ToySet::load, word, box, 0);
    patch.unit(ToySet::cmp, word, 0);
    patch.unit(ToySet::cmp, 0);
    ASSERT_EQ(patch.bytes().size(), 12u);
    ToyCode application(false);
    application.long_unit(ToySet::movi, box, Mailbox::base);
    application.long_unit(ToySet::movi, data, Mailbox::from);
    for (unsigned i = 0; i < 3; ++i) {
        std::uint32_t bytes = 0;
        for (unsigned b = 0; b < 4; ++b) bytes = bytes << 8 | patch.bytes()[4 * i + b];
        application.long_unit(ToySet::movi, 2, bytes);
        application.unit(ToySet::store, 2, data, 4 + 4 * i);
    }
    application.long_unit(ToySet::movi, counter, 200);
    application.long_unit(ToySet::movi, one, 1);
    const std::uint32_t wait = application.here(); // the other core falls asleep
    application.unit(ToySet::sub, counter, one);
    application.unit(ToySet::cmp, counter, 0);
    application.branch(engine::not_equal, wait);
    application.long_unit(ToySet::movi, 2, Mailbox::copy_of(false, true, false, 0));
    application.unit(ToySet::store, 2, box, 4);
    application.long_unit(ToySet::movi, 1, 0);
    application.unit(ToySet::host, 0);

    // The loop is at Mailbox::to + 4 and polls. What comes there sets a register and polls, too.
    ToyCode start(true), loop(true);
    start.long_unit(ToySet::movi, box, Mailbox::base);
    start.long_unit(ToySet::movi, data, Mailbox::from);
    start.long_unit(ToySet::movi, 5, Mailbox::to + 4);
    start.unit(ToySet::push, 5);
    start.unit(ToySet::ret, 0);
    for (unsigned i = 0; i < 3; ++i) {
        loop.unit(ToySet::load, word, box, 0);
        loop.unit(ToySet::cmp, word, 0);
    }
    loop.unit(ToySet::cmp, 0);
    const std::uint32_t back = loop.here() - 7 * 2;
    loop.branch(engine::equal, back);
    Image firmware = image_of(start);
    firmware.segments.push_back({Mailbox::to + 4, static_cast<std::uint32_t>(loop.bytes().size()),
                                 true, true, loop.bytes()});
    const Seen seen = same_every_way({1, image_of(application), firmware});
    EXPECT_EQ(seen.outcome, Outcome::exited);
    EXPECT_EQ(seen.registers[1][3], 77u);
}

/// A device that breaks its promise is found.
TEST(TwoCores, ABrokenPromiseOfTheDeviceIsFound) {
    unsigned found = 0;
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        const Programs programs{2, image_of(application(seed)), image_of(serving(seed))};
        OneRun run(programs, ways[0]);
        for (Mailbox &device : run.platform->boxes) device.late_reach = 40;
        try {
            run.run();
        } catch (const net::ContractBroken &) {
            ++found;
        }
    }
    EXPECT_GT(found, 3u);
}

} // namespace
} // namespace inlet::test
