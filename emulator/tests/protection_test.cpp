// Kernel memory, and events and arrivals together with exceptions (CSD-94-823 3.7, 3.8).
#include "all_ways.h"
#include "cpu/mips/system.h"

#include <gtest/gtest.h>

namespace inlet::test {
namespace {

using mips::ExceptionCode;
namespace ni = isa::ni;
namespace nistat = isa::nistat;
namespace status = mips::status;

constexpr int cause_number = mips::cause_register, epc_number = mips::epc_register,
              status_number = mips::status_register, bad_number = mips::bad_address_register,
              vector_number = mips::vector_register, barrier_number = mips::barrier_register;
constexpr std::uint32_t barrier = 0x40000, data = 0x30000;
constexpr std::uint32_t usable = status::coprocessor(0) | status::coprocessor(2);
constexpr std::uint32_t user = status::user << 2; ///< of the pair that RFE restores

std::uint32_t cause_of(ExceptionCode code) { return static_cast<std::uint32_t>(code) << 2; }

void set_system(Code &code, int number, std::uint32_t value) {
    code.li(26, value).op("mtc0", {26, number});
}
/// Vector and Barrier; then `label`, which follows, with this Status.
void enter(Code &code, std::uint32_t value, std::uint32_t from = barrier) {
    code.la(26, "exception").op("mtc0", {26, vector_number});
    set_system(code, barrier_number, from);
    set_system(code, status_number, value);
    code.la(26, "program").op("jr", {26}).op("rfe").label("program");
}
/// An exception handler that ends the program with a register of coprocessor 0 as its status.
void exit_with(Code &code, int number) {
    code.label("exception").op("mfc0", {4, number}).op("syscall", {0x1F000});
}
/// A handler that skips the instruction and counts in $20.
void step_over(Code &code) {
    code.label("exception").op("addiu", {20, 20, 1}).op("mfc0", {26, epc_number});
    code.op("addiu", {26, 26, 4}).op("jr", {26}).op("rfe");
}
RunResult run(Code &code, std::uint32_t nodes = 1) {
    const RunResult result = run_all_ways(code, nodes);
    EXPECT_EQ(result.outcome, Outcome::exited)
        << describe(result.fault.kind) << std::hex << ' ' << result.fault.pc;
    return result;
}

struct Store {
    const char *name;
    std::uint32_t bytes;
};

class Barrier : public testing::TestWithParam<Store> {};

/// Stores upwards from 16 bytes before the barrier: the first one at it is rejected, in user mode.
TEST_P(Barrier, StoresEndThereInUserMode) {
    const auto &[name, bytes] = GetParam();
    for (const bool in_user : {true, false})
        for (const int number : {cause_number, bad_number}) {
            Code code;
            enter(code, usable | (in_user ? user : 0));
            code.li(8, barrier - 16).op("addiu", {9, 0, 32});
            code.label("loop").op("addiu", {9, 9, -1}).op(name, {10, 0, 8}).to("bgtz", {9}, "loop");
            code.op("addiu", {8, 8, bytes}).op("break", {0});
            exit_with(code, number);
            const RunResult result = run(code);
            const std::uint32_t cause =
                cause_of(in_user ? ExceptionCode::address_store : ExceptionCode::breakpoint);
            EXPECT_EQ(result.status, number == cause_number ? cause : (in_user ? barrier : 0));
        }
}

INSTANTIATE_TEST_SUITE_P(All, Barrier,
                         testing::Values(Store{"sw", 4}, Store{"sh", 2}, Store{"sb", 1},
                                         Store{"swl", 1}, Store{"swr", 1}, Store{"sc", 4}),
                         [](const auto &row) { return std::string(row.param.name); });

TEST(Protection, InASlotToo) {
    for (const int number : {cause_number, epc_number}) {
        Code code;
        enter(code, usable | user);
        code.li(8, barrier + 64);
        const std::uint32_t branch = code.here();
        code.to("beq", {0, 0}, "program").op("sw", {8, 0, 8});
        exit_with(code, number);
        EXPECT_EQ(run(code).status, number == epc_number ? branch
                                                         : cause_of(ExceptionCode::address_store) |
                                                               mips::cause::in_slot);
    }
}

TEST(Protection, AVectorThatReachesBeyondIsNotStored) {
    for (const int number : {cause_number, bad_number}) {
        Code code;
        enter(code, usable | user);
        code.op("addiu", {8, 0, 4}).op("ctc2", {8, ni::vlr}).li(8, barrier - 8);
        code.op("sw.v", {4, 0, 8}).op("break", {0});
        exit_with(code, number);
        EXPECT_EQ(run(code).status,
                  number == bad_number ? barrier : cause_of(ExceptionCode::address_store));
    }
}

TEST(Protection, ReadingIsAllowedAndTheKernelMayWrite) {
    Code code;
    code.li(8, barrier).op("addiu", {9, 0, 77}).op("sw", {9, 8, 8});
    enter(code, usable | user);
    code.op("lw", {4, 8, 8}).nop().op("syscall", {0x1F000});
    step_over(code);
    EXPECT_EQ(run(code).status, 77u);
}

TEST(Protection, NotEvenTheKernelsTextCanBeOverwritten) { // watched pages are a separate case
    Code code;
    enter(code, usable | user, Code::base);
    code.label("never").nop(); // the whole program belongs to the kernel: the first fetch fails
    exit_with(code, bad_number);
    EXPECT_EQ(run(code).status, code.at("program"));

    Code other;
    enter(other, usable | user, Code::base + page_bytes);
    other.la(8, "text").op("sw", {0, 0, 8}).op("break", {0});
    exit_with(other, bad_number);
    while (other.here() < Code::base + page_bytes + 8) other.nop();
    other.label("text").nop();
    EXPECT_EQ(run(other).status, other.at("text"));
}

TEST(Protection, AUserCannotExecuteTheKernelsCode) {
    for (const char *way : {"jump", "fall", "slot"})
        for (const int number : {cause_number, epc_number, bad_number}) {
            Code code;
            enter(code, usable | user, Code::base + page_bytes);
            const bool fall = way == std::string("fall"), slot = way == std::string("slot");
            if (slot) code.to("j", {}, "behind").nop();
            if (!fall && !slot) code.to("j", {}, "kernel").nop();
            if (fall) code.to("j", {}, "before").nop();
            exit_with(code, number);
            while (code.here() < Code::base + page_bytes - 8) code.nop();
            code.label("before").nop();
            if (slot)
                code.label("behind").to("beq", {0, 0}, "kernel"); // the slot is beyond the barrier
            else
                code.nop();
            code.label("kernel").op("addiu", {4, 0, 99}).op("syscall", {0x1F000});
            const std::uint32_t kernel = code.at("kernel");
            if (number == bad_number) {
                EXPECT_EQ(run(code).status, kernel) << way;
            } else if (number == epc_number) {
                EXPECT_EQ(run(code).status, slot ? kernel - 4 : kernel) << way;
            } else {
                EXPECT_EQ(run(code).status,
                          cause_of(ExceptionCode::address_load) | (slot ? mips::cause::in_slot : 0))
                    << way;
            }
        }
}

TEST(Protection, WithoutAHandlerItIsADiagnostic) {
    for (const bool fetch : {false, true}) {
        Code code;
        set_system(code, barrier_number, barrier);
        set_system(code, status_number, usable | status::user);
        code.li(8, barrier + 4);
        fetch ? code.op("jr", {8}).nop() : code.op("sw", {0, 0, 8});
        const RunResult result = run_all_ways(code);
        EXPECT_EQ(result.fault.kind, FaultKind::kernel_memory);
        EXPECT_EQ(result.fault.value, barrier + 4);
    }
}

/// Opens the event mask.
void open(Code &code) {
    code.op("cfc2", {2, ni::nistat}).op("lui", {3, 0x0180}).op("or", {2, 2, 3});
    code.op("ctc2", {2, ni::nistat});
}

TEST(Protection, AMessageMayNotNameTheKernelsCode) {         // 3.7
    for (const int number : {cause_number, epc_number, 0}) { // 0: a kernel sends it, and may
        Code code;
        code.op("cfc2", {17, ni::niid}).nop();
        open(code);
        if (number == 0) code.to("bne", {17, 0}, "send").nop();
        enter(code, usable | user, Code::base + page_bytes);
        code.to("beq", {17, 0}, "wait").nop();
        code.label("send").la(8, "kernel").op("addu", {9, 0, 0}).op("send0", {8, 9});
        code.op("addu", {4, 0, 0}).op("syscall", {0x1F000});
        code.label("wait").to("beq", {0, 0}, "wait").nop();
        exit_with(code, number ? number : cause_number);
        while (code.here() < Code::base + page_bytes) code.nop();
        code.label("kernel").op("addiu", {4, 0, 99}).op("syscall", {0x1F000});
        const std::uint32_t cause = cause_of(ExceptionCode::address_load);
        EXPECT_EQ(run(code, 2).status, number == 0            ? 99
                                       : number == epc_number ? code.at("kernel")
                                                              : cause);
    }
}

/// A remote store by a hard-wired handler has the rights and the mode of its sender.
TEST(Protection, AHardwiredStoreMayNotWriteTheKernelsMemoryForAUser) { // 3.7, 3.9
    MachineConfig machine = plain_machine();
    machine.part<T1Config>().costs[static_cast<std::size_t>(isa::CostKey::send)] = 5;
    machine.part<T1Config>().hardwired = HardwiredConfig{4, 3, 3, 1};
    for (const bool from_user : {true, false}) {
        Code code;
        code.op("cfc2", {17, ni::niid}).nop();
        enter(code, usable | (from_user ? user : 0));
        code.to("beq", {17, 0}, "wait").nop();
        code.li(4, barrier + 8).op("addiu", {5, 0, 6}).li(8, 0xFFFF0004).op("addu", {9, 0, 0});
        code.op("send2", {8, 9}).op("addu", {4, 0, 0}).op("syscall", {0x1F000});
        code.label("wait").li(8, barrier).label("loop").op("lw", {4, 8, 8}).nop();
        code.to("beq", {4, 0}, "loop").nop().op("syscall", {0x1F000});
        step_over(code);
        const RunResult result = run_all_ways(code, 2, nullptr, machine);
        if (from_user) {
            EXPECT_EQ(result.fault.kind, FaultKind::hardwired_request);
            EXPECT_EQ(result.fault.value, barrier + 8);
        } else {
            EXPECT_EQ(result.status, 6u) << describe(result.fault.kind);
        }
    }
}

/// Node 1 sends three messages to node 0, the first after about `delay` cycles; it exits when the
/// last one has left.
void sender(Code &code, int delay, const std::string &send, const std::string &handler) {
    code.op("addiu", {8, 0, 1 + delay / 2});
    if (delay & 1) code.nop();
    code.label("delay" + send).to("bgtz", {8}, "delay" + send).op("addiu", {8, 8, -1});
    code.op("addiu", {10, 0, 3}).op("addiu", {4, 0, 1});
    code.label(send).la(8, handler).op("addu", {9, 0, 0}).op(send, {8, 9}).nop();
    code.to("bc2f", {}, send).nop();
    code.op("addiu", {10, 10, -1}).to("bgtz", {10}, send).op("addu", {4, 4, 4});
    code.op("addu", {4, 0, 0}).op("syscall", {0x1F000});
}

/// A program that raises exceptions continuously, and messages whose handler raises exceptions too
/// and overwrites $26 and $27: whenever they arrive, low, high and nested, no state is lost,
/// because the kernel admits no events.
TEST(Protection, ADeafKernelIsNotDisturbedWheneverEventsCome) {
    for (const int nodes : {2, 3}) // 3: node 1 sends low messages, node 2 high ones
        for (int delay = 0; delay < 60; ++delay) {
            Code code;
            code.op("cfc2", {17, ni::niid}).li(16, data);
            open(code);
            enter(code, usable | user | status::kernel_deaf);
            code.to("bne", {17, 0}, "sender").op("addiu", {18, 0, 12});
            code.label("work").op("syscall", {7}).op("addiu", {18, 18, -1});
            code.to("bgtz", {18}, "work").op("addiu", {19, 19, 1});
            code.label("wait").op("lw", {2, 0, 16}).op("lw", {3, 4, 16});
            code.op("addu", {2, 2, 3}).op("addiu", {3, 0, 7 * (nodes - 1)});
            code.to("bne", {2, 3}, "wait").nop();
            // an exception for each iteration and each message
            code.op("addu", {4, 20, 19}).op("syscall", {0x1F000});
            for (const int place : {0, 4}) {
                code.label(place ? "high" : "inlet").op("syscall", {9});
                code.op("lw", {8, place, 16}).op("addiu", {26, 0, 1}).op("addu", {8, 8, 4});
                code.op("sw", {8, place, 16}).op("addiu", {27, 0, 1}).op("hret");
            }
            step_over(code);
            code.label("sender").op("addiu", {18, 0, 2}).to("beq", {17, 18}, "second").nop();
            sender(code, delay, "send1", "inlet");
            code.label("second");
            sender(code, 30, "send1h", "high");
            EXPECT_EQ(run(code, static_cast<std::uint32_t>(nodes)).status,
                      24u + 3 * (static_cast<unsigned>(nodes) - 1))
                << nodes << ' ' << delay;
        }
}

/// Without KD events occur inside the exception handler too, at its first instruction, before its
/// RFE and after it; a handler that uses only its own registers disturbs nothing.
TEST(Protection, EventsComeAnywhereInAnExceptionHandler) {
    for (const char *send : {"send1", "send1h"})
        for (int delay = 0; delay < 44; ++delay) {
            Code code;
            code.op("cfc2", {17, ni::niid}).li(16, data);
            open(code);
            enter(code, usable | user | status::interrupt_enable << 2);
            code.to("bne", {17, 0}, "sender").op("addiu", {18, 0, 12});
            code.label("work").to("beq", {0, 0}, "there").op("syscall", {7});
            code.label("there").op("addiu", {18, 18, -1});
            code.to("bgtz", {18}, "work").op("addiu", {19, 19, 1});
            code.label("wait").op("lw", {2, 0, 16}).op("addiu", {3, 0, 7});
            code.to("bne", {2, 3}, "wait").nop();
            code.op("mfc0", {3, status_number}).op("andi", {3, 3, 3}); // user, interrupts enabled
            code.op("addu", {4, 20, 19}).op("addu", {4, 4, 3}).op("syscall", {0x1F000});
            code.label("inlet").op("lw", {8, 0, 16}).nop().op("addu", {8, 8, 4});
            code.op("sw", {8, 0, 16}).op("hret");
            // EPC is the branch: continues after the slot
            code.label("exception").op("addiu", {20, 20, 1}).op("mfc0", {26, epc_number});
            code.op("addiu", {26, 26, 8}).op("jr", {26}).op("rfe");
            code.label("sender");
            sender(code, delay, send, "inlet");
            EXPECT_EQ(run(code, 2).status, 27u) << delay;
        }
}

/// Takes a low or high message whose arrival interrupts: the handler begins with its registers
/// visible, and HRET returns to the interrupted code.
void dispatcher(Code &code, bool high) {
    const std::uint32_t level = high ? nistat::ee.mask() : nistat::lpee.mask();
    code.label("exception").op("cfc2", {27, ni::nistat}).op("mfc0", {26, epc_number});
    code.op("ctc2", {26, high ? ni::hpepc : ni::lpepc}).op("lui", {26, level >> 16});
    code.op("xor", {27, 27, 26}).op("ctc2", {27, ni::nistat}).op("mfc0", {21, cause_number});
    code.nop().op("cfc2", {26, ni::inh}).nop().op("jr", {26}).op("rfe");
}

/// Arrivals interrupt the program at any point, and it continues undisturbed.
TEST(Protection, ArrivalsInterrupt) {
    for (const bool high : {false, true})
        for (int delay = 0; delay < 30; ++delay) {
            Code code;
            const std::uint32_t arrival = high ? status::high_arrival : status::low_arrival;
            code.op("cfc2", {17, ni::niid}).li(16, data);
            enter(code, usable | user | status::interrupt_enable << 2 | arrival);
            code.to("bne", {17, 0}, "sender").op("addiu", {18, 0, 20});
            code.op("addiu", {4, 0, 0}); // the normal $4, whatever the messages have in theirs
            code.label("work").op("addiu", {18, 18, -1}).op("addu", {4, 4, 18});
            code.to("bgtz", {18}, "work").op("addiu", {4, 4, 1});
            code.label("wait").op("lw", {2, 0, 16}).op("addiu", {3, 0, 7});
            code.to("bne", {2, 3}, "wait").nop();
            code.li(3, arrival).to("bne", {21, 3}, "bad").nop();
            code.op("syscall", {0x1F000}); // 190 + 20
            code.label("inlet").op("lw", {8, 0, 16}).nop().op("addu", {8, 8, 4});
            code.op("sw", {8, 0, 16}).op("hret");
            dispatcher(code, high);
            code.label("bad").op("break", {0});
            code.label("sender");
            sender(code, delay, high ? "send1h" : "send1", "inlet");
            EXPECT_EQ(run(code, 2).status, 210u) << delay;
        }
}

TEST(Protection, AnArrivalInterruptsOnlyWhereItMay) {
    const auto cause = [](std::uint32_t pair, std::uint32_t masks, std::uint32_t arrival) {
        Code code; // to the node itself; the first event is reported: the interrupt or BREAK
        code.op("addiu", {4, 0, 5});
        enter(code, usable);
        code.la(8, "inlet").op("cfc2", {9, ni::niid}).nop().op("send1", {8, 9});
        for (int i = 0; i < 40; ++i) code.nop();
        code.li(2, masks).op("ctc2", {2, ni::nistat}).nop().nop();
        code.li(26, usable | pair | arrival).op("mtc0", {26, status_number}).nop();
        code.op("break", {0});
        exit_with(code, cause_number);
        code.label("inlet").op("hret");
        return run(code).status;
    };
    const std::uint32_t none = cause_of(ExceptionCode::breakpoint), low = status::low_arrival;
    const std::uint32_t normal = nistat::ee.mask() | nistat::lpee.mask() | nistat::ame.mask();
    const std::uint32_t enabled = status::interrupt_enable;
    EXPECT_EQ(cause(enabled, normal, low), low);
    EXPECT_EQ(cause(0, normal, low), none);
    EXPECT_EQ(cause(enabled, normal, status::high_arrival), none);
    EXPECT_EQ(cause(enabled, normal, 0), none);
    EXPECT_EQ(cause(enabled, normal & ~nistat::lpee.mask(), low), none); // in a low handler
    EXPECT_EQ(cause(enabled, normal & ~nistat::ee.mask(), low), none);   // in a high one
    EXPECT_EQ(cause(enabled, normal | nistat::lpmm.mask(), low), none);  // belongs to an event
}

} // namespace
} // namespace inlet::test
