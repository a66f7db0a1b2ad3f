// The Myrinet machine: the window on the PCI bus by hand, and two nodes whose hosts and firmware
// send a packet each way, by write combining, send DMA, receive DMA, host DMA and interrupt. The
// result and all times are the same in every configuration.
#include "../../runtime/machine/lanai/include/myrinet_registers.h"
#include "inlet/image.h"
#include "inlet/machine.h"
#include "inlet/trace_hash.h"
#include "kinds/myrinet.h"
#include "ni/myrinet/pci.h"
#include "scheduler/impl.h"
#include "tests/network_numbers.h"

#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

namespace inlet::test {
namespace {

using myrinet::Pci;

// --- The bus ---

/// Ends of all transfers.
std::vector<std::uint64_t> ends(Pci &bus) {
    std::vector<std::uint64_t> all;
    for (; !bus.idle(); bus.end_first()) all.push_back(bus.next());
    return all;
}

TEST(MyrinetBus, UncachedStoresArePosted) {
    const MyrinetConfig config = test::myrinet_numbers();
    Pci bus(config);
    // Five cycles of 6 ticks each; the bridge holds four, so the fifth store waits for the first.
    for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(bus.store(i, 4 * i, 4, i), 0u) << i;
    EXPECT_EQ(bus.store(4, 16, 4, 4), 30u - 4);
    EXPECT_EQ(bus.until_written(30), 150u - 30);
    EXPECT_EQ(ends(bus), (std::vector<std::uint64_t>{30, 60, 90, 120, 150}));
}

TEST(MyrinetBus, FullLinesLeaveAtOnce) {
    const MyrinetConfig config = test::myrinet_numbers();
    Pci bus(config);
    for (std::uint32_t i = 0; i < 7; ++i) EXPECT_EQ(bus.combine(i, 4 * i, 4, 0x01020304), 0u);
    EXPECT_TRUE(bus.idle()) << "a line that is not full stays in its buffer";
    EXPECT_EQ(bus.combine(7, 28, 4, 0x01020304), 0u);
    ASSERT_FALSE(bus.idle());
    EXPECT_EQ(bus.first().line.mask, ~0u);
    EXPECT_EQ(bus.first().line.data[0], 4) << "byte n of the host is byte n of SRAM";
    EXPECT_EQ(ends(bus), (std::vector<std::uint64_t>{7 + 72}));
}

TEST(MyrinetBus, PartialLinesTakeEachRunOfWords) {
    const MyrinetConfig config = test::myrinet_numbers();
    Pci bus(config);
    bus.combine(0, 0, 4, 1);
    bus.combine(0, 4, 2, 1);  // the same run
    bus.combine(0, 13, 1, 1); // another one
    EXPECT_TRUE(bus.idle());
    EXPECT_EQ(bus.flush(10), 0u);
    EXPECT_EQ(bus.first().line.mask, 0x203Fu);
    EXPECT_EQ(ends(bus), (std::vector<std::uint64_t>{10 + 6 * (4 + 2 + 4 + 1)}));
}

TEST(MyrinetBus, TheOldestBufferLeavesForAFifth) {
    const MyrinetConfig config = test::myrinet_numbers();
    Pci bus(config);
    for (std::uint32_t line = 0; line < 4; ++line) bus.combine(0, 32 * line, 4, line);
    EXPECT_TRUE(bus.idle());
    bus.combine(5, 128, 4, 4);
    EXPECT_EQ(bus.first().line.offset, 0u);
    EXPECT_EQ(ends(bus), (std::vector<std::uint64_t>{5 + 30}));
}

TEST(MyrinetBus, UnalignedStoresAreSplitBetweenLines) {
    const MyrinetConfig config = test::myrinet_numbers();
    Pci bus(config);
    bus.combine(0, 30, 4, 0x04030201);
    bus.flush(0);
    EXPECT_EQ(bus.first().line.mask, 3u << 30);
    EXPECT_EQ(bus.first().line.data[31], 2);
    bus.end_first();
    EXPECT_EQ(bus.first().line.offset, 32u);
    EXPECT_EQ(bus.first().line.mask, 3u);
    EXPECT_EQ(bus.first().line.data[0], 3);
    bus.end_first();
    bus.store(100, 31, 2, 0x0201);
    EXPECT_EQ(ends(bus), (std::vector<std::uint64_t>{130, 160}));
}

TEST(MyrinetBus, LoadsComeBehindWrites) {
    const MyrinetConfig config = test::myrinet_numbers();
    Pci bus(config);
    bus.combine(0, 0, 4, 1);
    EXPECT_EQ(bus.load(1, 64, 4), 30u) << "the combining buffer leaves first";
    EXPECT_EQ(ends(bus), (std::vector<std::uint64_t>{31, 31 + 48}));
}

TEST(MyrinetBus, BurstsAndStoresTakeTurns) {
    const MyrinetConfig config = test::myrinet_numbers();
    Pci bus(config);
    bus.burst(0, 256);
    bus.store(10, 0, 4, 0); // waits for the burst and the pause behind it
    bus.burst(384, 256);
    EXPECT_EQ(ends(bus), (std::vector<std::uint64_t>{384, 396 + 30, 426 + 384}));
}

// --- Two nodes ---

/// Sends the bytes from the word at 0x7FF0 to that at 0x7FF4 when the word at 0x7FF8 is not 0.
/// Moves 64 bytes of each received packet to the host's address at 0x7FFC, then interrupts the
/// host.
constexpr std::uint32_t firmware_code[] = {
    0x04809000, // start: mov 0x9000, %r9
    0x9482FF48, // st %r9, -184[%r0]
    0x04809400, // mov 0x9400, %r9
    0x9482FF4C, // st %r9, -180[%r0]
    0x83027FF8, // loop: ld 32760[%r0], %r6
    0x201A0000, // sub.f %r6, 0x0, %r0
    0xE600103C, // bne send
    0x00000001, // nop
    0x8382FF28, // ld -216[%r0], %r7
    0x05000002, // mov 0x2, %r10
    0xC01E5400, // and.f %r7, %r10, %r0
    0xE6001070, // bne recv
    0x00000001, // nop
    0xE0001010, // bt loop
    0x00000001, // nop
    0x90027FF8, // send: st %r0, 32760[%r0]
    0x83027FF0, // ld 32752[%r0], %r6
    0x9302FF50, // st %r6, -176[%r0]
    0x83027FF4, // ld 32756[%r0], %r6
    0x9302FF58, // st %r6, -168[%r0]
    0x05000008, // mov 0x8, %r10
    0x8382FF28, // w1: ld -216[%r0], %r7
    0xC01E5400, // and.f %r7, %r10, %r0
    0xE6001055, // beq w1
    0x00000001, // nop
    0x9502FF28, // st %r10, -216[%r0]
    0xE0001010, // bt loop
    0x00000001, // nop
    0x83027FFC, // recv: ld 32764[%r0], %r6
    0x9302FF3C, // st %r6, -196[%r0]
    0x04809000, // mov 0x9000, %r9
    0x9482FF40, // st %r9, -192[%r0]
    0x03000001, // mov 0x1, %r6
    0x9302FF80, // st %r6, -128[%r0]
    0x03000040, // mov 0x40, %r6
    0x9302FF44, // st %r6, -188[%r0]
    0x05000010, // mov 0x10, %r10
    0x8382FF28, // w2: ld -216[%r0], %r7
    0xC01E5400, // and.f %r7, %r10, %r0
    0xE6001095, // beq w2
    0x00000001, // nop
    0x05000012, // mov 0x12, %r10
    0x55294000, // or %r10, 0x40000000, %r10
    0x9502FF28, // st %r10, -216[%r0]
    0xE0001000, // bt start
    0x00000001, // nop
};

/// Opens the device, pins memory, sends 16 words to the other node, waits for 16 words and the
/// interrupt, and exits with 0 if the words are right and the firmware has taken the order. The
/// packet's addresses are odd.
constexpr std::uint8_t host_code[] = {
    0xEB, 0x0E,                                                 // jmp 0x10
    0xFF, 0x05, 0x00, 0x01, 0x02, 0x00,                         // incl 0x20100
    0xC7, 0x47, 0x18, 0x00, 0x00, 0x00, 0x00,                   // movl $0x0, 0x18(%edi)
    0xCF,                                                       // iretl
    0xBE, 0x00, 0x00, 0x00, 0xE0,                               // movl $0xe0000000, %esi
    0xBF, 0x00, 0x00, 0x20, 0xE0,                               // movl $0xe0200000, %edi
    0x8B, 0x07,                                                 // movl (%edi), %eax
    0xC7, 0x47, 0x0C, 0x00, 0x00, 0x02, 0x00,                   // movl $0x20000, 0xc(%edi)
    0xC7, 0x47, 0x10, 0x00, 0x10, 0x00, 0x00,                   // movl $0x1000, 0x10(%edi)
    0xC7, 0x86, 0xFC, 0x7F, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, // movl $0x200, 0x7ffc(%esi)
    0xC7, 0x47, 0x1C, 0x00, 0x00, 0x00, 0x00,                   // movl $0x0, 0x1c(%edi)
    0xC7, 0x47, 0x14, 0x02, 0x00, 0x01, 0x00,                   // movl $0x10002, 0x14(%edi)
    0xFB,                                                       // sti
    0x8B, 0x5F, 0x04,                                           // movl 0x4(%edi), %ebx
    0xB9, 0x01, 0x00, 0x00, 0x00,                               // movl $0x1, %ecx
    0x29, 0xD9,                                                 // subl %ebx, %ecx
    0xC1, 0xE1, 0x04,                                           // shll $0x4, %ecx
    0x8B, 0x84, 0x0F, 0x00, 0x10, 0x00, 0x00,                   // movl 0x1000(%edi,%ecx), %eax
    0x8B, 0x94, 0x0F, 0x0C, 0x10, 0x00, 0x00,                   // movl 0x100c(%edi,%ecx), %edx
    0x89, 0x96, 0x01, 0x80, 0x00, 0x00,                         // movl %edx, 0x8001(%esi)
    0xC1, 0xE3, 0x10,                                           // shll $0x10, %ebx
    0x31, 0xC9,                                                 // xorl %ecx, %ecx
    0x8D, 0x54, 0x0B, 0x01,                                     // leal 0x1(%ebx,%ecx), %edx
    0x89, 0x94, 0x8E, 0x05, 0x80, 0x00, 0x00,                   // movl %edx, 0x8005(%esi,%ecx,4)
    0x41,                                                       // incl %ecx
    0x83, 0xF9, 0x10,                                           // cmpl $0x10, %ecx
    0x75, 0xEF,                                                 // jne 0x69
    0xBA, 0x05, 0x80, 0x00, 0x00,                               // movl $0x8005, %edx
    0x29, 0xC2,                                                 // subl %eax, %edx
    0x0F, 0xCA,                                                 // bswapl %edx
    0x89, 0x96, 0xF0, 0x7F, 0x00, 0x00,                         // movl %edx, 0x7ff0(%esi)
    0xC7, 0x86, 0xF4, 0x7F, 0x00, 0x00, 0x00, 0x00, 0x80, 0x45, // movl $0x45800000, 0x7ff4(%esi)
    0xC7, 0x47, 0x1C, 0x00, 0x00, 0x00, 0x00,                   // movl $0x0, 0x1c(%edi)
    0xC7, 0x86, 0xF8, 0x7F, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, // movl $0x1000000, 0x7ff8(%esi)
    0xC7, 0x47, 0x1C, 0x00, 0x00, 0x00, 0x00,                   // movl $0x0, 0x1c(%edi)
    0x83, 0x3D, 0x3C, 0x00, 0x02, 0x00, 0x00,                   // cmpl $0x0, 0x2003c
    0x74, 0xF7,                                                 // je 0xab
    0x83, 0x3D, 0x00, 0x01, 0x02, 0x00, 0x00,                   // cmpl $0x0, 0x20100
    0x74, 0xF7,                                                 // je 0xb4
    0x8B, 0x96, 0xF8, 0x7F, 0x00, 0x00,                         // movl 0x7ff8(%esi), %edx
    0xB8, 0x01, 0x00, 0x01, 0x00,                               // movl $0x10001, %eax
    0x29, 0xD8,                                                 // subl %ebx, %eax
    0x2B, 0x05, 0x00, 0x00, 0x02, 0x00,                         // subl 0x20000, %eax
    0x03, 0x05, 0x3C, 0x00, 0x02, 0x00,                         // addl 0x2003c, %eax
    0x2B, 0x05, 0x00, 0x00, 0x02, 0x00,                         // subl 0x20000, %eax
    0x83, 0xE8, 0x0F,                                           // subl $0xf, %eax
    0x01, 0xD0,                                                 // addl %edx, %eax
    0x89, 0xC3,                                                 // movl %eax, %ebx
    0x31, 0xC0,                                                 // xorl %eax, %eax
    0xCD, 0x80,                                                 // int $0x80
    0xEB, 0xFE,                                                 // jmp 0xe7
};

constexpr std::uint32_t firmware_base = 0x1000, host_base = 0x10000;

Image image_of(Processor processor, std::uint32_t base, std::vector<std::uint8_t> bytes) {
    Image image;
    image.path = processor == Processor::lanai ? "firmware" : "program";
    image.processor = processor;
    image.entry = base;
    const auto size = static_cast<std::uint32_t>(bytes.size());
    image.segments.push_back({base, size, true, false, std::move(bytes)});
    if (processor == Processor::x86)
        image.segments.push_back({0x20000, 0x1000, false, true, std::vector<std::uint8_t>(0x1000)});
    else // from 0 on
        image.segments.push_back({0x7000, 0x3000, false, true, std::vector<std::uint8_t>(0x3000)});
    return image;
}

Image firmware() {
    std::vector<std::uint8_t> bytes;
    for (const std::uint32_t word : firmware_code)
        for (unsigned i = 4; i-- > 0;) bytes.push_back(static_cast<std::uint8_t>(word >> 8 * i));
    return image_of(Processor::lanai, firmware_base, bytes);
}

Image program() {
    return image_of(Processor::x86, host_base, {std::begin(host_code), std::end(host_code)});
}

struct Way {
    const char *name;
    bool lock_step = false, compiled = false, observed = false, saved = false;
    std::uint64_t part = 0;
    bool skip = true;
};
constexpr Way ways[] = {
    {.name = "ahead"},
    {.name = "lock-step", .lock_step = true},
    {.name = "parts of 13", .part = 13},
    {.name = "compiled", .compiled = true},
    {.name = "every turn", .skip = false},
    {.name = "observed", .observed = true},
    {.name = "observed, lock-step", .lock_step = true, .observed = true},
    {.name = "saved and resumed", .saved = true, .part = 97},
    {.name = "compiled, saved and resumed", .compiled = true, .saved = true, .part = 61},
};

class Listener final : public Observer {
  public:
    explicit Listener(std::uint32_t nodes) : hash(nodes) {}
    void instruction(const InstructionEvent &event) override { hash.instruction(event); }
    void wait(const WaitEvent &event) override { hash.wait(event); }
    void event(const MessageEvent &event) override { hash.event(event); }
    Wants wants() const override { return {.firmware = true}; }

    TraceHash hash;
};

struct Seen {
    Outcome outcome = Outcome::exited;
    std::uint64_t cycles = 0, message_hash = 0;
    std::vector<std::array<std::uint64_t, 5>> cores;
    std::vector<std::uint32_t> statuses;
    std::string fault;
    bool operator==(const Seen &) const = default;
};

Seen run(const MachineConfig &config, const Image &host, const Image &ni, std::uint32_t nodes,
         const Way &way, std::optional<std::uint64_t> *hash = nullptr) {
    RunOptions options;
    options.nodes = nodes;
    options.firmware = &ni;
    options.max_cycles = 200'000;
    options.lock_step = way.lock_step;
    options.skip_waits = way.skip;
    options.compiled.reset();
    if (way.compiled) options.compiled = CompileOptions{.threshold = 0, .shortest = 0, .cuts = 0};
    std::optional<Listener> listener;
    if (way.observed) options.observer = &listener.emplace(nodes);
    std::optional<Machine> machine;
    machine.emplace(config, host, options);
    std::uint64_t at = way.part;
    for (; way.part && machine->run_until(at); at += way.part) {
        if (!way.saved || at > 6000) continue;
        const Snapshot saved = machine->snapshot();
        machine.emplace(config, host, options);
        machine->resume(saved);
    }
    const RunResult result = machine->run();
    Seen seen{result.outcome, result.cycles, result.message_hash, {}, {}, {}};
    for (const auto &summaries : {result.nodes, result.firmware})
        for (const NodeSummary &one : summaries) {
            seen.cores.push_back({one.cycles, one.instructions, one.messages_sent,
                                  one.messages_received, one.cycles_waiting});
            seen.statuses.push_back(one.status);
        }
    if (result.outcome == Outcome::fault)
        seen.fault = describe(result.fault.kind) + std::string(" at ") +
                     std::to_string(result.fault.pc) + " of core " +
                     std::to_string(result.fault.core) + ", cycle " +
                     std::to_string(result.fault.cycle) + ": " + result.message;
    if (hash && listener) *hash = listener->hash.value();
    return seen;
}

TEST(Myrinet, APacketEachWayIsTheSameInEveryConfiguration) {
    for (const char *arbitration : {"pci_and_one", "any_two", "none"}) {
        const MachineConfig config =
            MachineConfig::load("myrinet").with({{"interface.arbitration", arbitration}});
        std::optional<Seen> first;
        std::optional<std::uint64_t> known;
        for (const Way &way : ways) {
            std::optional<std::uint64_t> hash;
            const Seen seen = run(config, program(), firmware(), 2, way, &hash);
            ASSERT_EQ(seen.outcome, Outcome::exited) << way.name << ": " << seen.fault;
            EXPECT_EQ(seen.statuses, (std::vector<std::uint32_t>{0, 0, 0, 0})) << way.name;
            if (!first) first = seen;
            EXPECT_TRUE(seen == *first)
                << way.name << ": " << seen.cycles << " cycles, not " << first->cycles;
            if (known && hash) {
                EXPECT_EQ(*hash, *known) << way.name;
            }
            if (hash) known = hash;
        }
        EXPECT_EQ(first->cores[0][2], 1u) << "messages sent";
        EXPECT_EQ(first->cores[0][3], 1u) << "messages received";
    }
}

// --- Faults of firmware ---

struct Store {
    std::uint32_t offset, value;
};

/// Stores to special registers, then a loop.
Image storing(const std::vector<Store> &stores) {
    std::vector<std::uint32_t> words;
    for (const auto &[offset, value] : stores) {
        words.push_back(0x04800000 | value);  // mov value, %r9
        words.push_back(0x9482FF00 | offset); // st %r9, [register]
    }
    words.push_back(0xE0000000 | (firmware_base + 4 * static_cast<std::uint32_t>(words.size())));
    words.push_back(1); // bt itself; nop
    std::vector<std::uint8_t> bytes;
    for (const std::uint32_t word : words)
        for (unsigned i = 4; i-- > 0;) bytes.push_back(static_cast<std::uint8_t>(word >> 8 * i));
    return image_of(Processor::lanai, firmware_base, bytes);
}

TEST(Myrinet, WhatFirmwareDoesWrongEndsTheRunWithAReason) {
    const struct {
        std::vector<Store> stores;
        const char *why;
    } cases[] = {
        {{{LANAI_DMA_CTR, 0}}, "moves whole words"},
        {{{LANAI_DMA_CTR, 6}}, "moves whole words"},
        {{{LANAI_EAR, 2}, {LANAI_DMA_CTR, 4}}, "multiples of 4"},
        {{{LANAI_EAR, 0x8000}, {LANAI_DMA_CTR, 4}}, "has not pinned"},
        {{{LANAI_DMA_CTR, 4}, {LANAI_DMA_CTR, 4}}, "host DMA is busy"},
        {{{LANAI_SMP, 8}, {LANAI_SMLT, 8}}, "behind SMP"},
        {{{LANAI_RMP, 2}, {LANAI_RML, 16}}, "multiple of 4"},
        {{{LANAI_RMP, 64}, {LANAI_RML, 64}}, "RML behind it"},
        {{{LANAI_RML, 64}, {LANAI_RML, 64}}, "armed already"},
        {{{0x00, 1}}, "no register there"},
    };
    const Image host = image_of(Processor::x86, host_base, {0xEB, 0xFE}); // jmp itself
    for (const auto &[stores, why] : cases) {
        const Image ni = storing(stores);
        RunOptions options;
        options.nodes = 1;
        options.firmware = &ni;
        options.max_cycles = 10'000;
        const RunResult result = Machine(MachineConfig::load("myrinet"), host, options).run();
        EXPECT_EQ(result.outcome, Outcome::fault) << why;
        EXPECT_EQ(result.fault.core, 1u) << why;
        EXPECT_NE(result.message.find(why), std::string::npos) << why << ": " << result.message;
    }
}

// --- SRAM ---

/// A machine that records when the engines of the network work.
class Recording final : public MyrinetPlatform {
  public:
    using MyrinetPlatform::MyrinetPlatform;
    void train(const net::TrainEvent &event) override {
        trains.push_back(event);
        MyrinetPlatform::train(event);
    }
    std::vector<net::TrainEvent> trains;
};

/// Instructions of the Lanais.
class Instructions final : public Observer {
  public:
    void instruction(const InstructionEvent &event) override {
        if (event.core == 1) all.at(event.node).emplace_back(event.cycle, event.cost.total());
    }
    Wants wants() const override { return {.firmware = true}; }
    std::array<std::vector<std::pair<std::uint64_t, std::uint64_t>>, 2> all;
};

/// An arbiter that decides in each cycle: an access takes the first cycle in which no engine of the
/// network works.
TEST(Myrinet, StallsAreThoseOfAnArbiterThatDecidesInEachCycle) {
    const MachineConfig config = MachineConfig::load("myrinet");
    Image ni = firmware();
    // Slots count, so that no loop falls asleep: add %r11, 1, %r11 instead of nop.
    constexpr std::uint8_t count[] = {0x05, 0xAC, 0x00, 0x01};
    for (std::size_t i = 0; i < std::size(firmware_code); ++i)
        if (firmware_code[i] == 1)
            std::ranges::copy(count,
                              ni.segments[0].bytes.begin() + static_cast<std::ptrdiff_t>(4 * i));
    Instructions seen;
    RunOptions options;
    options.nodes = 2;
    options.firmware = &ni;
    options.observer = &seen;
    options.max_cycles = 20'000;
    auto platform = std::make_unique<Recording>(config, 2, 0);
    const Recording &recorded = *platform;
    Machine machine(
        std::make_unique<Machine::Impl>(config, program(), options, std::move(platform)));
    machine.run();
    constexpr std::uint64_t cycle = 6;
    std::size_t delayed = 0;
    for (std::uint32_t node = 0; node < 2; ++node) {
        std::vector<bool> busy(30'000 / cycle);
        std::array<std::uint64_t, 2> since{};
        for (const net::TrainEvent &event : recorded.trains) {
            if (event.node != node) continue;
            EXPECT_EQ(event.cycle % cycle, 0u);
            if (event.runs) since.at(event.receives) = event.cycle;
            for (std::uint64_t at = since.at(event.receives); !event.runs && at < event.cycle;
                 at += cycle)
                busy[at / cycle] = true;
        }
        std::uint64_t at = 0; // cycle of the next access
        ASSERT_GT(seen.all.at(node).size(), 1000u);
        for (const auto &[start, cost] : seen.all.at(node)) {
            for (std::uint64_t access = 0; access < cost / cycle; ++access, ++at) {
                for (; busy[at]; ++at) ++delayed;
                if (access == 0) {
                    ASSERT_EQ(start, at * cycle) << "node " << node;
                }
            }
        }
    }
    EXPECT_GE(delayed, 2 * 2 * 17u) << "the words of two packets, at both ends";
}

} // namespace
} // namespace inlet::test
