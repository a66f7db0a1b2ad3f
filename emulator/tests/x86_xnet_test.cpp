// The network interface in an x86 processor (docs/ncube2-xnet.md): a single node, with the test as
// its neighbour.
#include "cpu/engine/code_cache.h"
#include "cpu/engine/engine.h"
#include "cpu/x86/instruction_set.h"
#include "cpu/x86/registers.h"
#include "ni/ncube2/xnet.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace inlet {
namespace {
namespace x86_xnet {

using engine::State;
using engine::Stop;
using ncube2::XnetInterface;

constexpr std::uint32_t text_base = 0x10000, handler = text_base + 0x200, leave = text_base + 0x300,
                        data = 0x20000, main_stack = data + 0x3000, low_stack = data + 0x2000,
                        high_stack = data + 0x1800, counters = data + 0x1000;

class XnetX86 final : public NodePort {
  public:
    explicit XnetX86(std::vector<std::uint8_t> bytes)
        : bytes_(std::move(bytes)), pages_(1u << 18),
          set_(std::make_shared<x86::Set>(x86::Timing{.base = 2, .memory = 2, .xnet = true})),
          lines_(
              CubeConfig{
                  .hop = 44, .cycles_per_byte = 9, .eot_bytes = 1, .dma_start = 3, .dma_end = 2},
              2, 0) {
        pages_.add(text_base, bytes_, true);
        pages_.add(data, std::vector<std::uint8_t>(0x4000), false);
        cache_ = std::make_unique<engine::CodeCache>(set_, text_base, bytes_,
                                                     std::vector<std::uint32_t>{});
        memory_ = std::make_unique<Memory>(pages_);
        code_ = std::make_unique<engine::CodeMap>(*cache_);
        interface_ = std::make_unique<XnetInterface>(config_, 2, 0, lines_);
        set_->reset(state_);
        state_.r[x86::esp] = main_stack;
        state_.r[x86::system_flags] = x86::eflags::interrupts;
        state_.jump(text_base);
        interface_->start(state_);
    }

    /// Executes an instruction or an event. False: it ended the run.
    bool act() {
        if (state_.now > lines_.known()) lines_.advance(state_.now);
        if (const auto event = interface_->due(state_.now)) {
            ++events;
            interface_->take(*this, event);
            return !failed;
        }
        const Stop stop = engine::step(state_, *memory_, code_->program(), stepped_);
        if (stop == Stop::network) {
            const engine::Instruction in = *code_->program().at(state_.pc);
            const Executed executed = interface_->execute(*this, in);
            if (executed.kind == Executed::Kind::fault) failed = state_.fault;
            if (executed.kind == Executed::Kind::not_known) lines_.advance(state_.now);
        } else if (stop == Stop::system) {
            interface_->follow(state_);
        } else if (stop == Stop::fault) {
            failed = state_.fault;
        }
        return !failed;
    }
    /// Runs until it is at `pc` (and, of several times, until this many cycles have passed).
    void run_to(std::uint32_t pc, std::uint64_t most = 100000) {
        while (state_.pc != pc && state_.now < most)
            if (!act()) return;
    }
    void message(std::uint64_t cycle, unsigned priority, const std::vector<std::uint32_t> &words) {
        net::Packet packet;
        packet.source = 1;
        packet.number = ++number_;
        packet.tag = handler;
        packet.channel = static_cast<std::uint8_t>(priority);
        packet.words = static_cast<std::uint8_t>(words.size());
        std::copy(words.begin(), words.end(), packet.data.begin());
        lines_.inject(cycle, packet);
    }
    std::uint32_t word(std::uint32_t at) const {
        std::uint32_t value = 0;
        for (unsigned i = 0; i < 4; ++i)
            value |= std::uint32_t{*memory_->read<std::uint8_t>(at + i)} << 8 * i;
        return value;
    }
    std::vector<std::uint32_t> memory_of_main() const {
        std::vector<std::uint32_t> all;
        for (std::uint32_t at = data; at < counters; at += 4) all.push_back(word(at));
        for (const unsigned r :
             {x86::eax, x86::ebx, x86::ecx, x86::edx, x86::esi, x86::edi, x86::ebp, x86::esp})
            all.push_back(state_.r[r]);
        all.push_back(x86::read_eflags(state_));
        return all;
    }
    net::CubeLines &lines() { return lines_; }
    XnetInterface &interface() { return *interface_; }

    std::optional<Fault> failed;
    std::string why;
    unsigned events = 0;

    std::uint32_t number() const override { return 0; }
    State &state() override { return state_; }
    Memory &memory() override { return *memory_; }
    engine::CodeMap &code() override { return *code_; }
    Caches *caches() override { return nullptr; }
    net::Network &network() const override { return const_cast<net::CubeLines &>(lines_); }
    Observer *observer() const override { return nullptr; }
    engine::Stepped &stepped() override { return stepped_; }
    std::uint32_t stack() const override { return state_.r[x86::esp]; }
    void explain(const std::string &text) override { why = text; }
    void wake() override {}
    void forget_turns() override {}
    void fail(FaultKind kind, std::uint32_t value) override {
        failed = Fault{kind, 0, state_.now, state_.pc, value};
    }
    void trap(const std::function<void()> &enter) override { enter(); }
    void note_interruption() override {}
    void note_sent() override {}
    void note_received(std::uint64_t, const net::Packet &) override {}
    void announce_arrivals(std::uint64_t) override {}
    bool store_bytes(std::uint32_t, std::span<const std::uint8_t>) override { return false; }
    MessageEvent event_of(const events::Any &what) const override { return {.what = what}; }
    MessageEvent event_of(const events::Any &what, const net::Packet &) const override {
        return event_of(what);
    }

  private:
    const xnet::Config config_{.nodes = 2,
                               .send_refused = 2,
                               .dispatch = 8,
                               .handler_words = 0,
                               .channels = net::CubeLines::outlets};
    std::vector<std::uint8_t> bytes_;
    SharedPages pages_;
    std::shared_ptr<const x86::Set> set_;
    net::CubeLines lines_;
    std::unique_ptr<engine::CodeCache> cache_;
    std::unique_ptr<Memory> memory_;
    std::unique_ptr<engine::CodeMap> code_;
    std::unique_ptr<XnetInterface> interface_;
    State state_{};
    engine::Stepped stepped_;
    std::uint32_t number_ = 0;
};

/// Bytes of a program, from `text_base` on.
class Text {
  public:
    Text &bytes(std::initializer_list<unsigned> more) {
        for (const unsigned byte : more) all_.push_back(static_cast<std::uint8_t>(byte));
        return *this;
    }
    Text &word(std::uint32_t value) {
        return bytes({value & 255, value >> 8 & 255, value >> 16 & 255, value >> 24});
    }
    /// EAX, EDX = ...; CTC EDX.
    Text &ctc(std::uint32_t number, std::uint32_t value) {
        bytes({0xB8}).word(number).bytes({0xBA}).word(value);
        return bytes({0xF3, 0x0F, 0xB9, 0xE2});
    }
    /// The work of start-up code.
    Text &open() {
        ctc(ncube2::handler_return, leave).ctc(ncube2::low_stack, low_stack);
        return ctc(ncube2::high_stack, high_stack).ctc(isa::ni::nistat, 0x019C0000);
    }
    Text &at(std::uint32_t address) {
        all_.resize(address - text_base, 0x90);
        return *this;
    }
    std::uint32_t here() const { return text_base + static_cast<std::uint32_t>(all_.size()); }
    /// A handler that counts, and destroys EAX, ECX, EDX, the conditions and DF; HRET.
    std::vector<std::uint8_t> with_handler() {
        at(handler).bytes({0x01, 0x05}).word(counters); // add [counters], eax: word 1
        bytes({0x01, 0x15}).word(counters + 4);         // edx
        bytes({0x01, 0x0D}).word(counters + 8);         // ecx
        bytes({0x8B, 0x54, 0x24, 0x04, 0x01, 0x15}).word(counters + 12);
        bytes({0x8B, 0x54, 0x24, 0x08, 0x01, 0x15}).word(counters + 16);
        bytes({0xB9}).word(0xFFFFFFFF);
        bytes({0x31, 0xC0, 0xFD, 0xC3}); // xor eax, eax; std; ret
        at(leave).bytes({0xF3, 0x0F, 0xB9, 0xD0});
        return all_;
    }

  private:
    std::vector<std::uint8_t> all_;
};

/// A loop with conditions, the stack and REP; it ends at `end`.
Text busy(std::uint32_t &end) {
    Text text;
    text.open().bytes({0xB9}).word(40).bytes({0xBE}).word(data).bytes({0xBF}).word(data + 0x100);
    text.bytes({0x31, 0xC0});
    const std::uint32_t loop = text.here();
    text.bytes({0x01, 0xC8, 0x11, 0xC2, 0x50, 0x89, 0x06, 0x51, 0xB9}).word(2);
    text.bytes({0xF3, 0xA5, 0x59, 0x83, 0xEE, 0x08, 0x5B, 0xD1, 0xD3, 0x31, 0x1F, 0x49, 0x75});
    text.bytes({(loop - text.here() - 1) & 255});
    end = text.here();
    text.bytes({0xEB, 0xFE});
    return text;
}

TEST(X86Xnet, AMessageAtEveryCycleOfEachLevelLeavesNoTrace) {
    std::uint32_t end = 0;
    const std::vector<std::uint8_t> bytes = busy(end).with_handler();
    XnetX86 alone(bytes);
    alone.run_to(end);
    ASSERT_FALSE(alone.failed);
    const std::uint64_t last = alone.state().now;
    unsigned both = 0;
    for (std::uint64_t cycle = 1; cycle < last; ++cycle) {
        XnetX86 node(bytes);
        node.message(cycle, net::CubeLines::low, {1, 20, 300, 4000, 50000});
        node.run_to(end);
        node.run_to(0, last + 3000); // messages that have not arrived yet arrive in the last loop
        ASSERT_FALSE(node.failed) << cycle;
        ASSERT_EQ(node.events, 1u) << cycle;
        ASSERT_EQ(node.memory_of_main(), alone.memory_of_main()) << cycle;
        for (unsigned i = 0; i < 5; ++i)
            ASSERT_EQ(node.word(counters + 4 * i),
                      std::vector<unsigned>({1, 20, 300, 4000, 50000})[i]);
        ++both;
    }
    EXPECT_GT(both, 1000u);
}

TEST(X86Xnet, AHighMessageInterruptsALowHandlerAnywhere) {
    std::uint32_t end = 0;
    const std::vector<std::uint8_t> bytes = busy(end).with_handler();
    XnetX86 alone(bytes);
    alone.run_to(end);
    unsigned nested = 0;
    // A channel takes the second message when the first has been taken, so they arrive one after
    // the other; a message to the node itself takes another path.
    for (std::uint64_t cycle = 150; cycle < 400; ++cycle) {
        XnetX86 node(bytes);
        node.message(1, net::CubeLines::low, {1, 20, 300, 4000, 50000});
        net::Packet own;
        own.number = 7;
        own.tag = handler;
        own.channel = net::CubeLines::high;
        own.words = 1;
        own.data[0] = 600000;
        node.lines().inject(cycle, own);
        while (node.state().pc != end && node.act())
            if (node.state().r[x86::esp] > high_stack - 64 &&
                node.state().r[x86::esp] <= high_stack && node.word(low_stack - 12) == leave &&
                node.word(counters) == 1 && node.word(counters + 16) == 0)
                ++nested;
        node.run_to(0, node.state().now + 2000);
        ASSERT_FALSE(node.failed) << cycle;
        ASSERT_EQ(node.events, 2u) << cycle;
        ASSERT_EQ(node.memory_of_main(), alone.memory_of_main()) << cycle;
        ASSERT_EQ(node.word(counters), 600001u) << cycle;
    }
    EXPECT_GT(nested, 10u);
}

TEST(X86Xnet, ADebuggerSeesItsRegisters) {
    XnetX86 node(Text().open().with_handler());
    for (unsigned i = 0; i < 12; ++i) node.act();
    ASSERT_FALSE(node.failed);
    std::map<std::string, std::uint32_t> seen;
    for (const RegisterInfo &info : node.interface().control_registers()) {
        const auto place = static_cast<std::uint32_t>(seen.size());
        seen[info.name] = node.interface().control_register(node.state(), place);
    }
    EXPECT_EQ(seen.size(), 24u);
    EXPECT_EQ(seen.at("ni_return"), leave);
    EXPECT_EQ(seen.at("ni_low_stack"), low_stack);
    EXPECT_EQ(seen.at("ni_high_stack"), high_stack);
    EXPECT_EQ(seen.at("ni_nistat") & 0x019C0000, 0x019C0000u);
    node.message(node.state().now, net::CubeLines::low, {1});
    node.run_to(handler);
    for (std::uint32_t place = 0; const auto &info : node.interface().control_registers()) {
        const std::uint32_t value = node.interface().control_register(node.state(), place++);
        if (info.name == std::string("ni_low_esp")) {
            EXPECT_EQ(value, main_stack);
        }
    }
}

/// EAX, EDX, ECX: destination, handler, number of words; then SEND [data].
Text send(std::uint32_t destination, std::uint32_t to, std::uint32_t words, unsigned modrm = 0x05) {
    Text text;
    text.bytes({0xB8}).word(destination).bytes({0xBA}).word(to).bytes({0xB9}).word(words);
    text.bytes({0xF3, 0x0F, 0xB9, modrm});
    if ((modrm & 0xC7) == 0x05) text.word(data);
    return text;
}

TEST(X86Xnet, ASendTellsByCarryWhetherItWasAccepted) {
    XnetX86 node(send(1, handler, 5).bytes({0xF3, 0x0F, 0xB9, 0x05}).word(data).with_handler());
    for (unsigned i = 0; i < 4; ++i) node.act();
    ASSERT_FALSE(node.failed);
    EXPECT_FALSE(x86::read_eflags(node.state()) & x86::eflags::cf);
    EXPECT_EQ(node.state().now, 6u + 2 + 5 * 2); // three moves; SEND, five words
    node.act();
    if (!(x86::read_eflags(node.state()) & x86::eflags::cf)) node.act(); // asked the network first
    EXPECT_TRUE(x86::read_eflags(node.state()) & x86::eflags::cf);
    EXPECT_EQ(node.state().now, 18u + 2);
}

TEST(X86Xnet, WhatCannotBeSentEndsTheRun) {
    const auto fails = [](Text text) {
        XnetX86 node(text.with_handler());
        for (unsigned i = 0; i < 4; ++i) node.act();
        EXPECT_TRUE(node.failed);
        return node.failed ? std::pair(node.failed->kind, node.why)
                           : std::pair(FaultKind::none, node.why);
    };
    EXPECT_EQ(fails(send(2, handler, 1)).first, FaultKind::bad_destination);
    EXPECT_EQ(fails(send(1, 0, 1)).first, FaultKind::null_handler);
    EXPECT_EQ(fails(send(1, handler, 6)).second, "send of 6 words (ECX): a message has at most 5");
    EXPECT_EQ(fails(send(0, 0, 0, 0xD0)).first, FaultKind::hret_outside);
    // CFC of register 5; LCNT.
    EXPECT_EQ(fails(send(5, 0, 0, 0xDA)).first, FaultKind::bad_register);
    Text dma;
    dma.bytes({0x90, 0x90, 0x90, 0xF2, 0x0F, 0xB9, 0xC8});
    EXPECT_NE(fails(dma).second.find("no DMA channels"), std::string::npos);
    // A message while its handler has no stack.
    Text text;
    text.ctc(isa::ni::nistat, 0x019C0000).bytes({0xEB, 0xFE});
    XnetX86 node(text.with_handler());
    node.message(1, net::CubeLines::low, {});
    node.run_to(0, 2000);
    ASSERT_TRUE(node.failed);
    EXPECT_EQ(node.failed->kind, FaultKind::port);
    EXPECT_EQ(node.why, "the stack register of low handlers is no stack");
}

TEST(X86Xnet, WhereThereIsNoInterfaceItsInstructionsAreIllegal) {
    for (const std::uint8_t modrm : {0x05, 0xC1, 0x0D, 0xD0, 0xDA, 0xE2}) {
        const std::vector<std::uint8_t> bytes = {0xF3, 0x0F, 0xB9, modrm, 0, 0, 2, 0};
        EXPECT_EQ(x86::decode(bytes, text_base, {}).kind, engine::Kind::illegal);
        EXPECT_EQ(x86::decode(bytes, text_base, {.xnet = true}).kind, engine::Kind::network);
    }
    for (const std::uint8_t modrm : {0x28, 0x30, 0x38, 0xE8, 0xF0, 0xF8, 0xD1, 0x10}) { // reserved
        const std::vector<std::uint8_t> bytes = {0xF3, 0x0F, 0xB9, modrm, 0, 0, 2, 0};
        EXPECT_EQ(x86::decode(bytes, text_base, {.xnet = true}).kind, engine::Kind::illegal)
            << +modrm;
    }
}

} // namespace x86_xnet
} // namespace
} // namespace inlet
