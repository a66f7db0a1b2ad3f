// Devices on a node's bus: a counter, a port that copies memory, a timer that interrupts. Loads,
// stores, DMA and interrupts occur at every cycle, with the same results in all configurations.
#include "archive/archive.h"
#include "assemble.h"
#include "cpu/mips/system.h"
#include "kinds/t1.h"
#include "net/mesh.h"
#include "node/node_core.h"
#include "scheduler/setup.h"
#include "tests/plain_t1.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace inlet::test {
namespace {

constexpr std::uint32_t counter_at = 0x20000000, copier_at = 0x20001000, timer_at = 0xFFFFFF00;
constexpr int counter = 16, data = 17, copier = 18, timer = 19; // registers
constexpr std::uint32_t data_at = 0x40000;

/// A load of its first word returns the number of loads, a store adds to it; the bytes of the
/// second word differ from each other.
class Counter final : public Device {
  public:
    Answer access(std::uint64_t, const Access &access) override {
        const std::uint32_t offset = access.address - counter_at;
        if (offset >= 16) return {Answer::Kind::fault, 1, 0};
        if (access.store)
            count += static_cast<std::uint32_t>(access.value) * 100;
        else if (offset < 4)
            return {.value = ++count, .cycles = 3};
        return {.value = 0x81828384 >> 8 * (8 - access.bytes - (offset & 3) - 4), .cycles = 1};
    }
    std::uint64_t next(std::uint64_t) const override { return never; }
    void advance(std::uint64_t, Bus &) override {}
    void archive(Archive &ar) override { ar(count); }
    std::vector<Named> named_state() const override { return {{"count", count}}; }
    const char *fault_text(std::uint64_t) const override { return "there is no register"; }

    std::uint32_t count = 0;
};

/// Words: from, to, bytes, and cycles until it copies; a store to the last one starts the copy.
class Copier final : public Device {
  public:
    Answer access(std::uint64_t now, const Access &access) override {
        const std::uint32_t number = (access.address - copier_at) / 4;
        if (!access.store) return {.value = words[number]};
        words[number] = static_cast<std::uint32_t>(access.value);
        if (number == 3) copies_at = now + access.cycles + words[3];
        return {};
    }
    std::uint64_t next(std::uint64_t now) const override { return std::max(now, copies_at); }
    void advance(std::uint64_t, Bus &bus) override {
        std::vector<std::uint8_t> bytes(words[2]);
        EXPECT_TRUE(bus.read(words[0], bytes));
        EXPECT_TRUE(bus.write(words[1], bytes));
        copies_at = never;
    }
    void archive(Archive &ar) override {
        ar(words);
        ar.cycle(copies_at);
    }
    std::vector<Named> named_state() const override { return {}; }
    const char *fault_text(std::uint64_t) const override { return ""; }

    std::array<std::uint32_t, 4> words{};
    std::uint64_t copies_at = never;
};

/// A store sets the cycles until it rings. A load returns how often it has rung, and silences it.
class Timer final : public Device {
  public:
    Answer access(std::uint64_t now, const Access &access) override {
        if (access.store) {
            rings_at = now + access.cycles + access.value;
            return {};
        }
        asks = false;
        return {.value = rung, .cycles = 2};
    }
    std::uint64_t next(std::uint64_t now) const override { return std::max(now, rings_at); }
    void advance(std::uint64_t, Bus &) override {
        ++rung;
        asks = true;
        rings_at = never;
    }
    std::uint32_t interrupts() const override { return asks; }
    void archive(Archive &ar) override {
        ar.cycle(rings_at);
        ar(rung, asks);
    }
    std::vector<Named> named_state() const override { return {}; }
    const char *fault_text(std::uint64_t) const override { return ""; }

    std::uint64_t rings_at = never;
    std::uint32_t rung = 0;
    bool asks = false;
};

struct Silent : Observer {
    void instruction(const InstructionEvent &e) override { cycles += e.cost.total(); }
    std::uint64_t cycles = 0;
};

/// How a node runs: the length of a run, the run-ahead, and the stepper if observed.
struct Way {
    const char *name;
    std::uint64_t part, ahead;
    bool observed = false, compiled = false, saved = false;
};
constexpr Way ways[] = {{"cycle by cycle", 1, 0},
                        {"parts", 37, 0},
                        {"at once", 1 << 20, 0},
                        {"ahead", 1, 1 << 20},
                        {"ahead, compiled", 5, 1 << 20, false, true},
                        {"compiled", 1 << 20, 0, false, true},
                        {"observed", 1 << 20, 0, true},
                        {"saved and loaded", 61, 0, false, false, true}};

struct Seen {
    std::uint64_t fingerprint = 0, cycles = 0, instructions = 0;
    std::uint32_t status = 0, count = 0, rung = 0;
    FaultKind fault = FaultKind::none;
    std::uint32_t fault_value = 0;
    bool operator==(const Seen &) const = default;
};

/// One node with the three devices.
class Machine {
  public:
    Machine(Code &code, const Way &way) : image_(code.image()), way_(way), mesh_(plain_mesh(), 1) {
        config_.memory_bytes = 1 << 20;
        config_.part<T1Config>().costs[static_cast<std::size_t>(isa::CostKey::div)] = 35;
        pages_.emplace(shared_pages(image_, config_.memory_bytes));
        Text text = text_of(*pages_);
        std::optional<CompileOptions> compiled;
        if (way.compiled) compiled = CompileOptions{.threshold = 0, .shortest = 0, .cuts = 0};
        code_.emplace(std::make_shared<mips::Set>(timing(config_), mips::Features{}), text.base,
                      std::move(text.bytes), std::move(text.gaps), compiled);
        context_.code = &*code_;
        context_.pages = &*pages_;
        context_.network = &mesh_;
        context_.observer = way.observed ? &observer_ : nullptr;
        context_.exception_cycles = 5;
        context_.output = &output_;
        context_.devices = &maker_;
        make();
    }

    Seen run() {
        for (unsigned n = 0; node().clock() < 100000 && !node().exited() && !node().faulted();
             ++n) {
            const std::uint64_t now = node().clock();
            mesh_.advance(now);
            node().run(now + way_.part, now + way_.part + way_.ahead);
            if (way_.saved && n % 5 == 0) save_and_load();
        }
        node().catch_up(net::Mesh::never);
        const NodeSummary summary = node().summary();
        return {node().core().fingerprint(),
                summary.cycles,
                summary.instructions,
                summary.status,
                counter_->count,
                timer_->rung,
                node().faulted() ? node().fault().kind : FaultKind::none,
                node().faulted() ? node().fault().value : 0};
    }

  private:
    NodeCore &node() { return nodes_.back(); }
    void make() {
        nodes_.clear();
        nodes_.reserve(1);
        nodes_.emplace_back(context_, 0, std::make_unique<NoInterface>())
            .start(image_.entry, {"test"}, 1);
    }
    void save_and_load() {
        if (node().exited() || node().faulted()) return;
        node().catch_up(net::Mesh::never);
        Archive save;
        node().archive(save);
        const std::vector<std::uint8_t> bytes = save.take();
        make();
        Archive load(bytes);
        node().archive(load);
        load.finish();
    }

    Image image_;
    Way way_;
    net::Mesh mesh_;
    MachineConfig config_ = plain_t1();
    std::optional<SharedPages> pages_;
    std::optional<engine::CodeCache> code_;
    NodeContext context_;
    Silent observer_;
    NodeOutput output_;
    Counter *counter_ = nullptr;
    Timer *timer_ = nullptr;
    DeviceMaker maker_ = [this](std::uint32_t) {
        std::vector<PlacedDevice> all;
        auto one = std::make_unique<Counter>();
        counter_ = one.get();
        all.push_back({counter_at, 0x100, 0, std::move(one)});
        all.push_back({copier_at, 16, 0, std::make_unique<Copier>()});
        auto bell = std::make_unique<Timer>();
        timer_ = bell.get();
        all.push_back({timer_at, 4, 1u << 12, std::move(bell)});
        return all;
    };
    std::vector<NodeCore> nodes_;
};

Seen expect_same_every_way(Code &code) {
    std::optional<Seen> first;
    for (const Way &way : ways) {
        const Seen seen = Machine(code, way).run();
        if (!first) first = seen;
        EXPECT_EQ(seen.fingerprint, first->fingerprint) << way.name;
        EXPECT_EQ(seen.cycles, first->cycles) << way.name;
        EXPECT_EQ(seen.instructions, first->instructions) << way.name;
        EXPECT_EQ(seen, *first) << way.name;
    }
    return *first;
}

/// Addresses in registers, and a handler that records the timer's value and returns.
void begin(Code &code) {
    code.li(counter, counter_at).li(copier, copier_at).li(data, data_at).li(timer, timer_at);
    code.la(26, "handler").op("mtc0", {26, mips::vector_register});
    code.li(26, mips::status::coprocessor(0) | mips::status::coprocessor(2) | 1u << 12 |
                    mips::status::interrupt_enable);
    code.op("mtc0", {26, mips::status_register});
}
void end(Code &code) {
    code.op("addu", {4, 10, 0}).op("syscall", {0x1F000}).nop();
    code.label("handler").op("lw", {26, 0, timer}).nop().op("sw", {26, 8, data});
    code.op("mfc0", {27, mips::epc_register}).nop().op("jr", {27}).op("rfe");
}

TEST(Device, LoadsExtendAndStoresCount) {
    Code code;
    begin(code);
    code.op("lw", {10, 0, counter}).op("lw", {11, 0, counter}).nop().op("addu", {10, 10, 11});
    code.op("lb", {12, 4, counter}).op("lbu", {13, 7, counter}).op("lh", {14, 6, counter});
    code.op("lhu", {15, 4, counter}).op("sw", {10, 0, counter}); // 3: 300 more
    code.op("sw", {12, 16, data}).op("sw", {13, 20, data}).op("sw", {14, 24, data});
    code.op("lw", {10, 0, counter}); // 303
    // 0x81 with its sign, 0x84, 0x8384 with its sign, 0x8182
    code.op("addu", {10, 10, 12}).op("addu", {10, 10, 13}).op("addu", {10, 10, 14});
    code.op("addu", {10, 10, 15});
    end(code);
    const Seen seen = expect_same_every_way(code);
    EXPECT_EQ(seen.fault, FaultKind::none);
    EXPECT_EQ(seen.count, 303u);
    EXPECT_EQ(seen.status, 303u + 0xFFFFFF81u + 0x84u + 0xFFFF8384u + 0x8182u);
}

TEST(Device, AWrongAccessIsAFaultOfTheInstruction) {
    Code code;
    begin(code);
    code.op("mtc0", {0, mips::vector_register}).op("lw", {10, 0x40, counter}).nop();
    end(code);
    const Seen seen = expect_same_every_way(code);
    EXPECT_EQ(seen.fault, FaultKind::unmapped);
    EXPECT_EQ(seen.fault_value, counter_at + 0x40);
}

/// Computes with devices in the loop and in a branch's slot, while the timer rings after `cycles`.
Code with_timer(std::uint32_t cycles) {
    Code code;
    begin(code);
    code.li(8, cycles).op("sw", {8, 0, timer});
    code.op("addiu", {9, 0, 9}).op("addu", {10, 0, 0});
    code.label("loop").op("lw", {11, 0, counter}).op("addu", {10, 10, 11});
    code.op("lbu", {12, 5, counter}).op("div", {11, 9}).op("mflo", {13});
    code.op("addu", {10, 10, 13}).op("sw", {10, 0, data}).op("lw", {14, 0, data}).nop();
    code.op("addiu", {9, 9, -1}).to("bne", {9, 0}, "loop").op("sw", {12, 0, counter});
    code.op("addu", {10, 10, 14});
    code.label("wait").op("lw", {11, 8, data}).nop().to("beq", {11, 0}, "wait").nop();
    end(code);
    return code;
}

TEST(Device, InterruptsComeAtEveryCycle) {
    std::optional<std::uint32_t> status;
    std::optional<std::uint32_t> count;
    for (std::uint32_t cycles = 1; cycles < 520; ++cycles) {
        Code code = with_timer(cycles);
        const Seen seen = expect_same_every_way(code);
        EXPECT_EQ(seen.rung, 1u);
        // The interrupted program does not notice it.
        if (!status) {
            status = seen.status;
            count = seen.count;
        }
        ASSERT_EQ(seen.status, *status) << cycles;
        ASSERT_EQ(seen.count, *count) << cycles;
    }
}

/// DMA changes data of a loop, after `cycles`; then another transfer ends a wait.
TEST(Device, DmaComesAtEveryCycle) {
    std::uint32_t different = 0, last = 0;
    for (std::uint32_t cycles = 1; cycles < 260; ++cycles) {
        Code code;
        begin(code);
        code.li(8, 0x12345).op("sw", {8, 32, data});
        code.op("addiu", {8, data, 32}).op("sw", {8, 0, copier});
        code.op("sw", {data, 4, copier}).op("addiu", {8, 0, 4}).op("sw", {8, 8, copier});
        code.li(8, cycles).op("sw", {8, 12, copier});
        code.op("addiu", {9, 0, 20}).op("addu", {10, 0, 0});
        code.label("loop").op("lw", {11, 0, data}).nop().op("addu", {10, 10, 11});
        code.op("addiu", {9, 9, -1}).to("bne", {9, 0}, "loop").op("addu", {10, 10, 10});
        code.label("wait").op("lw", {11, 0, data}).nop().to("beq", {11, 0}, "wait").nop();
        end(code);
        const Seen seen = expect_same_every_way(code);
        ASSERT_EQ(seen.fault, FaultKind::none);
        different += seen.status != last;
        last = seen.status;
    }
    EXPECT_GE(different, 20u); // an iteration of the loop is exact
}

/// A node that waits for data of DMA sleeps until then, to the cycle.
TEST(Device, AWaitEndsWithDma) {
    Code code;
    begin(code);
    code.li(8, 7).op("sw", {8, 32, data}).op("addiu", {8, data, 32}).op("sw", {8, 0, copier});
    code.op("sw", {data, 4, copier}).op("addiu", {8, 0, 4}).op("sw", {8, 8, copier});
    code.li(8, 50000).op("sw", {8, 12, copier});
    code.label("wait").op("lw", {10, 0, data}).nop().to("beq", {10, 0}, "wait").nop();
    end(code);
    const Seen seen = expect_same_every_way(code);
    EXPECT_EQ(seen.status, 7u);
    EXPECT_GT(seen.cycles, 50000u);
    EXPECT_LT(seen.cycles, 50060u);
}

} // namespace
} // namespace inlet::test
