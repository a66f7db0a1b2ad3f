// The network interface in an x86 processor (docs/ncube2-xnet.md): a single node, with the test as
// its neighbour.
#include "x86_xnet_node.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

namespace inlet::x86_xnet {
namespace {

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

/// Whatever piece of the program the node has last executed, as a trial may leave it.
TEST(X86Xnet, AMessageEndsHltInAnyPiece) {
    Text text;
    text.open();
    const std::uint32_t halt = text.here(), far = text_base + 0x800;
    text.bytes({0xF4, 0xEB, 0xFE});
    text.with_handler();
    XnetX86 node(text.at(far + 16).all());
    node.begin_with_pieces();
    while (!node.state().r[x86::halted_register]) ASSERT_TRUE(node.act());
    ASSERT_EQ(node.state().pc, halt);
    node.message(node.state().now + 1, net::CubeLines::low, {1});
    while (!node.events && node.state().now < 10'000) {
        ASSERT_FALSE(node.code().follow(far).holds(halt));
        node.act();
    }
    node.run_to(halt + 1);
    EXPECT_FALSE(node.failed);
    EXPECT_EQ(node.events, 1u);
    EXPECT_EQ(node.state().pc, halt + 1) << "behind it";
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
    EXPECT_EQ(seen.size(), 25u);
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

TEST(X86Xnet, NicondIsWhatTheLastSendSaidWhateverCfIs) {
    const std::uint32_t flag = isa::nistat::nicond.mask();
    const auto nicond = [](XnetX86 &node) {
        std::uint32_t place = 0;
        for (const auto &info : node.interface().control_registers()) {
            if (info.name == std::string("ni_nistat")) break;
            ++place;
        }
        return (node.interface().control_register(node.state(), place) & flag) != 0;
    };
    // Of three messages with one buffer the first is accepted. STC and CLC say the opposite.
    for (const bool accepted : {true, false}) {
        Text text;
        text.open().append(send(1, handler, 5));
        if (!accepted) text.bytes({0xF3, 0x0F, 0xB9, 0x05}).word(data);
        text.bytes({accepted ? 0xF9u : 0xF8u});
        const std::uint32_t sent = text.here();
        for (unsigned i = 0; i < 400; ++i) text.bytes({0x90});
        // EAX = nistat; CFC ECX; XOR ECX, nicond; CTC ECX; EAX = [counters] = 1; RET.
        text.at(leave).bytes({0xF3, 0x0F, 0xB9, 0xD0});
        const std::uint32_t flips = text.here();
        text.bytes({0xB8}).word(isa::ni::nistat).bytes({0xF3, 0x0F, 0xB9, 0xD9, 0x81, 0xF1});
        text.word(flag).bytes({0xF3, 0x0F, 0xB9, 0xE1, 0xB8}).word(1).bytes({0xA3});
        text.word(counters).bytes({0xC3});
        XnetX86 node(text.all());
        node.run_to(sent);
        ASSERT_FALSE(node.failed);
        EXPECT_EQ(nicond(node), accepted);
        EXPECT_EQ((x86::read_eflags(node.state()) & x86::eflags::cf) != 0, accepted);
        node.message(node.state().now + 1, net::CubeLines::low, {}, {}, flips, 0);
        while (node.word(counters) == 0) ASSERT_TRUE(node.act());
        EXPECT_EQ(nicond(node), !accepted) << "a handler writes it";
        while (node.state().r[x86::esp] != main_stack) ASSERT_TRUE(node.act());
        EXPECT_EQ(nicond(node), accepted) << "HRET copies onicond";
    }
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

} // namespace
} // namespace inlet::x86_xnet
