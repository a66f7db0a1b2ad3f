// The rules for message handlers, event by event. tests/programs/bad has complete runs.
#include "inlet/check_am.h"
#include "tests/event_of_kind.h"

#include <gtest/gtest.h>

namespace inlet::test {
namespace {

constexpr std::uint32_t handler = 0x10100, sends = 0x10110;

MessageEvent event(EventKind kind, Context context, std::uint64_t cycle, bool high = false) {
    MessageEvent e;
    e.what = kind == EventKind::dispatch ? events::Dispatch{5} : of_kind(kind);
    e.node = 1;
    e.context = context;
    e.cycle = cycle;
    e.pc = sends;
    e.message = {0, 7};
    e.handler = handler;
    e.high = high;
    return e;
}

InstructionEvent instruction(Context context, std::uint32_t cycles, std::uint32_t word = 0,
                             std::uint32_t stack = 0) {
    InstructionEvent e{};
    e.node = 1;
    e.context = context;
    e.pc = sends;
    e.word = word;
    e.cost.issue = cycles;
    e.stack = stack;
    return e;
}

/// A SEND of no cost, and its outcome.
void send(CheckAm &check, EventKind kind, Context level, std::uint64_t cycle, bool high) {
    check.instruction(instruction(level, 0));
    check.event(event(kind, level, cycle, high));
}

/// A handler of one level with the code `body`.
template <typename Body> CheckAm run(Context level, Body body) {
    CheckAm check(2, 100);
    check.event(event(EventKind::dispatch, level, 1000, level == Context::high));
    body(check);
    check.event(event(EventKind::ret, level, 2000));
    check.finish(false);
    return check;
}

TEST(CheckAm, MainSendsAtBothPriorities) {
    CheckAm check(2, 100);
    send(check, EventKind::inject, Context::main, 10, false);
    send(check, EventKind::inject, Context::main, 20, true);
    check.finish(false);
    EXPECT_TRUE(check.breaches().empty());
    EXPECT_TRUE(check.handlers().empty());
}

/// A handler whose reply the runtime sends, with `tries` of `each` cycles, between 20 and 30 cycles
/// of the handler's own.
CheckAm replies(int tries, std::uint32_t each) {
    constexpr std::uint32_t runtime = 0x20000;
    CheckAm check(2, 100, Processor::ppc, 0, {}, [](std::uint32_t pc) { return pc >= runtime; });
    check.event(event(EventKind::dispatch, Context::low, 1000));
    check.instruction(instruction(Context::low, 20));
    InstructionEvent sending = instruction(Context::low, each);
    sending.pc = runtime;
    for (int n = 0; n < tries; ++n) check.instruction(sending);
    MessageEvent reply = event(EventKind::inject, Context::low, 2000, true);
    reply.pc = runtime;
    check.event(reply);
    check.instruction(instruction(Context::low, 30));
    check.event(event(EventKind::ret, Context::low, 3000));
    check.finish(false);
    return check;
}

/// What a reply waits for before it leaves is not the handler's work, however long it is.
TEST(CheckAm, ARepliesWaitForRoomDoesNotCount) {
    const CheckAm once = replies(1, 10), often = replies(50, 10);
    EXPECT_TRUE(often.breaches().empty());
    EXPECT_EQ(once.handlers().at(0).longest, 5u + 20 + 10 + 30);
    EXPECT_EQ(often.handlers().at(0).longest, once.handlers().at(0).longest);
    EXPECT_EQ(replies(1, 200).breaches().size(), 1u) << "a send without a wait counts";
}

/// A loop of the runtime that sends nothing is work.
TEST(CheckAm, LoopsOfTheRuntimeCount) {
    constexpr std::uint32_t runtime = 0x20000;
    CheckAm check(2, 100, Processor::ppc, 0, {}, [](std::uint32_t pc) { return pc >= runtime; });
    check.event(event(EventKind::dispatch, Context::low, 1000));
    InstructionEvent copying = instruction(Context::low, 10);
    copying.pc = runtime;
    for (int n = 0; n < 50; ++n) check.instruction(copying);
    check.instruction(instruction(Context::low, 1));
    MessageEvent reply = event(EventKind::inject, Context::low, 2000, true);
    check.event(reply);
    check.event(event(EventKind::ret, Context::low, 3000));
    check.finish(false);
    ASSERT_EQ(check.breaches().size(), 1u);
    EXPECT_EQ(check.breaches()[0].kind, AmBreachKind::too_long);
}

InstructionEvent main_at(std::uint64_t cycle) {
    InstructionEvent e = instruction(Context::main, 1);
    e.cycle = cycle;
    return e;
}

/// nCUBE/2: a handler that waits for its channel runs others of its level within itself.
TEST(CheckAm, HandlersRunWithinOthers) {
    CheckAm check(2, 100, Processor::x86);
    MessageEvent outer = event(EventKind::dispatch, Context::low, 1000);
    MessageEvent inner = outer;
    inner.message = {0, 8};
    inner.cycle = 1010;
    check.event(outer);
    check.instruction(instruction(Context::low, 30));
    check.event(inner);
    check.instruction(instruction(Context::low, 80));
    inner.what = outer.what = events::Return{};
    check.event(inner);
    check.instruction(instruction(Context::low, 20));
    send(check, EventKind::inject, Context::low, 1100, false); // the outer one's request
    check.event(outer);
    check.finish(true);
    ASSERT_EQ(check.handlers().size(), 1u);
    EXPECT_EQ(check.handlers()[0].count, 2u);
    EXPECT_EQ(check.handlers()[0].longest, 85u);
    ASSERT_EQ(check.breaches().size(), 1u);
    EXPECT_EQ(check.breaches()[0].kind, AmBreachKind::request_requests);
}

/// StarT-Voyager: the number of a message that names no handler is 1 + its queue, which the program
/// must read. What comes to an sP and to a DMA engine is not the program's. As numbers of the SP-2
/// they would be acknowledgements.
TEST(CheckAm, VoyagersQueuesAreTheProgramsOwn) {
    constexpr std::uint32_t to_queue_2 = 3, to_sp = 0xFE, dma = 0xFF;
    const auto breaches = [](std::uint32_t number) {
        CheckAm check(2, 10, Processor::ppc, 0, "voyager"); // patience of 1000 cycles
        MessageEvent message = event(EventKind::arrive, Context::main, 500);
        message.handler = number;
        check.event(message);
        check.instruction(main_at(5000));
        check.finish(true);
        return check.breaches().size();
    };
    EXPECT_EQ(breaches(to_queue_2), 1u);
    EXPECT_EQ(breaches(to_sp), 0u);
    EXPECT_EQ(breaches(dma), 0u);
}

/// SP-2: acknowledgements are no messages of the program, and nobody waits for them to be taken.
TEST(CheckAm, PacketsOfAProtocolAreNotTheProgramsOwn) {
    constexpr std::uint32_t acknowledgement = 3;
    CheckAm check(2, 10, Processor::ppc);
    MessageEvent ack = event(EventKind::arrive, Context::main, 500);
    ack.handler = acknowledgement;
    check.event(ack);
    check.instruction(main_at(5000));
    ack.what = events::Dispatch{5};
    ack.context = Context::low;
    ack.cycle = 5001;
    check.event(ack);
    MessageEvent again = event(EventKind::inject, Context::low, 5002);
    check.event(again); // a packet that is sent again meanwhile
    ack.what = events::Return{};
    check.event(ack);
    check.finish(true);
    EXPECT_TRUE(check.breaches().empty());
    EXPECT_TRUE(check.handlers().empty());
}

/// Messages of MPI and its like may wait as long as the program likes; those of its own handlers
/// not.
TEST(CheckAm, MessagesOfALibraryThatPollsMayWait) {
    constexpr std::uint32_t runtime = 0x20000;
    const auto breaches = [](std::uint32_t of, bool libraries_poll) {
        CheckAm check(
            2, 10, Processor::ppc, 0, {}, [](std::uint32_t pc) { return pc >= runtime; },
            libraries_poll);
        MessageEvent message = event(EventKind::arrive, Context::main, 500);
        message.handler = of;
        check.event(message);
        check.instruction(main_at(5000));
        check.finish(true);
        return check.breaches().size();
    };
    EXPECT_EQ(breaches(runtime, true), 0u);
    EXPECT_EQ(breaches(runtime, false), 1u); // Split-C's
    EXPECT_EQ(breaches(handler, true), 1u);
    constexpr std::uint32_t of_bulk = 1; // SP-2: a packet of a bulk transfer
    EXPECT_EQ(breaches(of_bulk, true), 0u);
    EXPECT_EQ(breaches(of_bulk, false), 1u);
}

/// Myrinet: LFC's upcall may send and take its time; what it takes is measured. A handler of Active
/// Messages that runs within it has its rules.
TEST(CheckAm, AnUpcallOfLfcIsNoHandler) {
    constexpr std::uint32_t upcall = 0x10400;
    CheckAm check(2, 100, Processor::x86, upcall);
    MessageEvent outer = event(EventKind::dispatch, Context::low, 1000);
    outer.handler = upcall;
    check.event(outer);
    check.instruction(instruction(Context::low, 300));
    send(check, EventKind::inject, Context::low, 1300, false);
    check.finish(true); // it may wait for ever
    EXPECT_TRUE(check.breaches().empty());
    MessageEvent inner = event(EventKind::dispatch, Context::low, 1400);
    inner.message = {0, 8};
    check.event(inner);
    send(check, EventKind::inject, Context::low, 1410, false);
    inner.what = outer.what = events::Return{};
    check.event(inner);
    check.event(outer);
    ASSERT_EQ(check.breaches().size(), 1u);
    EXPECT_EQ(check.breaches()[0].kind, AmBreachKind::request_requests);
    EXPECT_EQ(check.breaches()[0].handler, handler);
    ASSERT_EQ(check.handlers().size(), 2u);
    EXPECT_TRUE(check.handlers()[1].upcall);
    EXPECT_EQ(check.handlers()[1].longest, 305u);
}

TEST(CheckAm, OtherProcessorsHaveStacksToo) {
    CheckAm check(2, 100, Processor::ppc);
    check.event(event(EventKind::dispatch, Context::low, 1000));
    for (const std::uint32_t stack : {0x7ff0u, 0x7fd0u, 0x7fd0u, 0x7ff0u})
        check.instruction(instruction(Context::low, 1, 0, stack));
    check.event(event(EventKind::ret, Context::low, 2000));
    ASSERT_EQ(check.handlers().size(), 1u);
    EXPECT_EQ(check.handlers()[0].stack, 0x20u);
}

/// SPARC: the trap that spills a window has the stack pointers of the code that it spills.
TEST(CheckAm, StackWithoutSpilledWindows) {
    constexpr std::uint32_t overflow = 5, rett = 0x81CC8000, own = 0x7ff0, of_spilled = 0x8400;
    CheckAm check(2, 100, Processor::sparc);
    check.event(event(EventKind::dispatch, Context::low, 1000));
    check.instruction(instruction(Context::low, 1, 0, own));
    MessageEvent trap = event(EventKind::exception, Context::low, 1001);
    trap.what = events::Exception{.cause = overflow, .cycles = 4};
    check.event(trap);
    check.instruction(instruction(Context::low, 1, 0, of_spilled));
    check.instruction(instruction(Context::low, 1, rett, of_spilled));
    check.instruction(instruction(Context::low, 1, 0, own - 96));
    check.event(event(EventKind::ret, Context::low, 2000));
    check.finish(false);
    ASSERT_EQ(check.handlers().size(), 1u);
    EXPECT_EQ(check.handlers()[0].stack, 96u);
}

TEST(CheckAm, MainThatDoesNotPollIsTold) {
    CheckAm check(2, 10); // patience of 1000 cycles
    check.event(event(EventKind::arrive, Context::main, 500));
    check.instruction(main_at(1500));
    check.event(event(EventKind::dispatch, Context::low, 1500));
    check.event(event(EventKind::ret, Context::low, 1510));
    check.finish(false);
    EXPECT_TRUE(check.breaches().empty());

    check.event(event(EventKind::arrive, Context::main, 3000));
    check.event(event(EventKind::arrive, Context::main, 3900));
    check.instruction(main_at(4001));
    EXPECT_TRUE(check.breaches().empty()); // it may still
    check.instruction(main_at(4500));
    check.event(event(EventKind::dispatch, Context::low, 5000));
    ASSERT_EQ(check.breaches().size(), 1u);
    const AmBreach breach = check.breaches()[0];
    EXPECT_EQ(breach.kind, AmBreachKind::not_polled);
    EXPECT_EQ(breach.pc, sends);
    EXPECT_EQ(breach.node, 1u);
    EXPECT_EQ(breach.cycle, 3000u);
    EXPECT_EQ(breach.cycles, 2000u);
    EXPECT_EQ(breach.messages, 2u);
    EXPECT_EQ(breach.count, 1u);
}

TEST(CheckAm, TimeInHandlersIsNotThatOfMain) {
    CheckAm check(2, 10);
    check.event(event(EventKind::dispatch, Context::low, 500));
    check.event(event(EventKind::arrive, Context::low, 600));
    check.event(event(EventKind::ret, Context::low, 5000));
    check.instruction(main_at(5010));
    check.event(event(EventKind::dispatch, Context::low, 5020));
    check.event(event(EventKind::ret, Context::low, 5030));
    for (const AmBreach &breach : check.breaches())
        EXPECT_NE(breach.kind, AmBreachKind::not_polled);
}

TEST(CheckAm, WhatWaitsWhenNothingMoreHappensWaitsForEver) {
    CheckAm check(2, 1000);
    check.event(event(EventKind::arrive, Context::main, 500));
    check.instruction(main_at(600));
    check.finish(true);
    ASSERT_EQ(check.breaches().size(), 1u);
    EXPECT_EQ(check.breaches()[0].kind, AmBreachKind::not_polled);
    EXPECT_EQ(check.breaches()[0].messages, 1u);
}

TEST(CheckAm, ARequestHandlerReplies) {
    const CheckAm check =
        run(Context::low, [](CheckAm &c) { send(c, EventKind::inject, Context::low, 1010, true); });
    EXPECT_TRUE(check.breaches().empty());
    ASSERT_EQ(check.handlers().size(), 1u);
    EXPECT_EQ(check.handlers()[0].count, 1u);
    EXPECT_EQ(check.handlers()[0].longest, 5u);
}

TEST(CheckAm, ARequestHandlerSendsNoRequest) {
    for (const EventKind kind : {EventKind::inject, EventKind::refuse}) {
        const CheckAm check =
            run(Context::low, [kind](CheckAm &c) { send(c, kind, Context::low, 1010, false); });
        ASSERT_EQ(check.breaches().size(), 1u);
        const AmBreach breach = check.breaches()[0];
        EXPECT_EQ(breach.kind, AmBreachKind::request_requests);
        EXPECT_EQ(breach.handler, handler);
        EXPECT_EQ(breach.pc, sends);
        EXPECT_EQ(breach.node, 1u);
        EXPECT_EQ(breach.cycle, 1010u);
        EXPECT_EQ(breach.count, 1u);
    }
}

TEST(CheckAm, AReplyHandlerSendsNothing) {
    for (const bool high : {false, true}) {
        const CheckAm check = run(Context::high, [high](CheckAm &c) {
            send(c, EventKind::inject, Context::high, 1010, high);
            send(c, EventKind::inject, Context::high, 1020, high);
        });
        ASSERT_EQ(check.breaches().size(), 1u);
        EXPECT_EQ(check.breaches()[0].kind, AmBreachKind::reply_sends);
        EXPECT_EQ(check.breaches()[0].cycle, 1010u);
        EXPECT_EQ(check.breaches()[0].count, 2u);
    }
}

TEST(CheckAm, WhatAHardWiredHandlerSendsIsNotTheHandlers) {
    const CheckAm check = run(Context::high, [](CheckAm &c) {
        c.instruction(instruction(Context::high, 1));
        MessageEvent sent = event(EventKind::inject, Context::high, 1010, true);
        sent.pc = 0xFFFF0000;
        c.event(sent);
    });
    EXPECT_TRUE(check.breaches().empty());
}

TEST(CheckAm, AnOutletSends) {
    CheckAm check(2, 100);
    MessageEvent outlet = event(EventKind::dispatch, Context::low, 1000);
    outlet.message = {};
    check.event(outlet);
    send(check, EventKind::inject, Context::low, 1010, false);
    MessageEvent done = event(EventKind::ret, Context::low, 1020);
    done.message = {};
    check.event(done);
    check.finish(false);
    EXPECT_TRUE(check.breaches().empty());
    ASSERT_EQ(check.handlers().size(), 1u);
    EXPECT_EQ(check.handlers()[0].count, 0u) << "it is not a message";
}

TEST(CheckAm, AFaultEndsHandlers) {
    CheckAm check(2, 100);
    check.event(event(EventKind::dispatch, Context::low, 1000));
    check.instruction(instruction(Context::low, 200));
    check.finish(false, true);
    EXPECT_TRUE(check.breaches().empty());
    EXPECT_EQ(check.handlers()[0].longest, 205u);
}

TEST(CheckAm, TheKernelSendsForTheHandlerThatCallsIt) {
    CheckAm check(2, 10000, Processor::x86);
    check.event(event(EventKind::dispatch, Context::low, 1000));
    InstructionEvent trap = instruction(Context::low, 47);
    trap.pc = 0x40115;
    trap.word = 0x21CD; // int 0x21
    check.instruction(trap);
    send(check, EventKind::inject, Context::low, 1060, false);
    ASSERT_EQ(check.breaches().size(), 1u);
    EXPECT_EQ(check.breaches()[0].callers, std::vector<std::uint32_t>{0x40115});
}

TEST(CheckAm, AHandlersCyclesAreItsOwn) {
    const CheckAm check = run(Context::low, [](CheckAm &c) {
        c.instruction(instruction(Context::low, 40));
        send(c, EventKind::refuse, Context::low, 1050, true); // waits
        c.instruction(instruction(Context::low, 500));
        send(c, EventKind::refuse, Context::low, 1550, true);
        c.event(event(EventKind::dispatch, Context::high, 1560, true)); // interrupted
        c.instruction(instruction(Context::high, 60));
        c.event(event(EventKind::ret, Context::high, 1630));
        send(c, EventKind::inject, Context::low, 1700, true);
        c.instruction(instruction(Context::low, 55));
    });
    EXPECT_TRUE(check.breaches().empty());
    ASSERT_EQ(check.handlers().size(), 2u);
    EXPECT_FALSE(check.handlers()[0].high);
    EXPECT_EQ(check.handlers()[0].longest, 100u); // the limit
    EXPECT_EQ(check.handlers()[1].longest, 65u);
}

TEST(CheckAm, TooLong) {
    const CheckAm check =
        run(Context::high, [](CheckAm &c) { c.instruction(instruction(Context::high, 96)); });
    ASSERT_EQ(check.breaches().size(), 1u);
    EXPECT_EQ(check.breaches()[0].kind, AmBreachKind::too_long);
    EXPECT_EQ(check.breaches()[0].cycles, 101u);
    EXPECT_EQ(check.breaches()[0].cycle, 1000u);
}

TEST(CheckAm, WhoHasNotEnded) {
    for (const bool idle : {false, true})
        for (const bool refused : {false, true})
            for (const std::uint32_t cycles : {10u, 200u}) {
                CheckAm check(2, 100);
                check.event(event(EventKind::dispatch, Context::low, 1000));
                check.instruction(instruction(Context::low, cycles));
                if (refused) send(check, EventKind::refuse, Context::low, 1010, true);
                check.finish(idle);
                const bool expected = cycles > 100 || (idle && !refused);
                ASSERT_EQ(check.breaches().size(), expected);
                if (!expected) continue;
                EXPECT_EQ(check.breaches()[0].kind, AmBreachKind::endless);
                EXPECT_EQ(check.breaches()[0].cycles, cycles + 5);
                EXPECT_EQ(check.breaches()[0].pc, sends);
            }
}

TEST(CheckAm, StackBelowTheLevelsTop) {
    constexpr std::uint32_t top = 0x50000, frame = 0x253DFFB0, deeper = 0x27BDFF00; // -80, -256
    constexpr std::uint32_t back = 0x27BD0100, computed = 0x03A3E823; // subu $29,$29,$3
    const CheckAm check = run(Context::low, [](CheckAm &c) {
        c.instruction(instruction(Context::low, 1, 0x03A0E825, 0x12345)); // $29 is message data
        c.instruction(instruction(Context::low, 1, frame, top - 80));
        c.instruction(instruction(Context::low, 1, deeper, top - 336));
        c.instruction(instruction(Context::low, 1, back, top - 80));
        c.instruction(instruction(Context::low, 1, computed, top - 400));
        c.instruction(instruction(Context::low, 1, deeper, 0x900000)); // a kernel's
    });
    EXPECT_EQ(check.handlers()[0].stack, 400u);
}

TEST(CheckAm, TheOrderOfNodesDoesNotMatter) {
    const auto play = [](bool swapped) {
        CheckAm check(2, 100);
        for (const std::uint32_t node : {swapped ? 1u : 0u, swapped ? 0u : 1u}) {
            MessageEvent start = event(EventKind::dispatch, Context::low, 1000);
            MessageEvent sent =
                event(EventKind::inject, Context::low, 1010 + 5 * (1 - node), false);
            InstructionEvent by = instruction(Context::low, 5);
            start.node = sent.node = by.node = node;
            check.event(start);
            check.instruction(by);
            check.event(sent);
        }
        return check.breaches().at(0);
    };
    for (const bool swapped : {false, true}) {
        EXPECT_EQ(play(swapped).node, 1u);
        EXPECT_EQ(play(swapped).cycle, 1010u);
        EXPECT_EQ(play(swapped).count, 2u);
    }
}

} // namespace
} // namespace inlet::test
