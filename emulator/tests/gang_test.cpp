// The registers for a kernel that switches programs (CSD-94-823 3.6, docs/gang.md).
#include "all_ways.h"
#include "cpu/mips/system.h"
#include "ni/t1/gang.h"

#include <gtest/gtest.h>

namespace inlet::test {
namespace {

using mips::ExceptionCode;
using namespace t1;
namespace ni = isa::ni;
namespace nistat = isa::nistat;
namespace status = mips::status;

constexpr int cause_number = mips::cause_register, status_number = mips::status_register,
              vector_number = mips::vector_register;
constexpr std::uint32_t usable = status::coprocessor(0) | status::coprocessor(2);
constexpr std::uint32_t user = status::user << 2, enabled = status::interrupt_enable << 2;
constexpr std::uint32_t timer_mask = mips::cause::timer_interrupt;

MachineConfig gang_machine() {
    MachineConfig config = plain_machine();
    config.part<T1Config>().gang_scheduling = true;
    return config;
}
RunResult run(Code &code, std::uint32_t nodes = 1, const MachineConfig &machine = gang_machine()) {
    const RunResult result = run_all_ways(code, nodes, nullptr, machine);
    EXPECT_EQ(result.outcome, Outcome::exited)
        << describe(result.fault.kind) << std::hex << ' ' << result.fault.pc;
    return result;
}

void set(Code &code, int number, std::uint32_t value) {
    code.li(26, value).op("ctc2", {26, number}).nop().nop();
}
/// `value` is a Status; RFE takes its second pair. Exceptions go to `exception`.
void enter(Code &code, std::uint32_t value) {
    code.la(26, "exception").op("mtc0", {26, vector_number});
    code.li(26, value).op("mtc0", {26, status_number});
    code.la(26, "program").op("jr", {26}).op("rfe").label("program");
}
void exit_with_cause(Code &code) {
    code.label("exception").op("mfc0", {4, cause_number}).op("syscall", {0x1F000});
}
constexpr std::uint32_t open = nistat::ee.mask() | nistat::lpee.mask() | nistat::ame.mask() |
                               nistat::hpmm.mask() | nistat::lpmm.mask();

TEST(Gang, TheRegistersAreTheKernels) {
    for (std::uint32_t number = gang_timer; number <= gang_balance; ++number)
        for (const char *name : {"cfc2", "ctc2"}) {
            Code code;
            enter(code, usable | user);
            code.op(name, {2, number}).op("break", {0});
            exit_with_cause(code);
            EXPECT_EQ(run(code).status >> 2,
                      static_cast<std::uint32_t>(ExceptionCode::reserved_instruction));
            Code without;
            without.op(name, {2, number}).op("break", {0});
            EXPECT_EQ(run_all_ways(without).fault.kind, FaultKind::bad_register)
                << "only where the machine says so";
        }
}

/// The interrupt occurs at the instruction that begins when Count equals the timer, unless Status
/// masks it.
TEST(Gang, TheTimerInterrupts) {
    for (const bool spins : {false, true})
        for (std::uint32_t at = 100; at < 112; ++at) {
            Code code;
            set(code, gang_timer, at);
            enter(code, usable | user | enabled | timer_mask);
            if (spins)
                code.label("loop").to("beq", {0, 0}, "loop").nop();
            else
                for (int i = 0; i < 200; ++i) code.op("addiu", {8, 8, 1});
            code.label("exception").op("cfc2", {4, ni::count}).nop();
            code.op("addiu", {4, 4, -static_cast<int>(at)});
            code.op("mfc0", {5, cause_number}).nop().op("srl", {5, 5, 15}).op("andi", {5, 5, 1});
            code.op("sll", {5, 5, 8}).op("addu", {4, 4, 5}); // IP7
            set(code, gang_timer, 50);
            code.op("mfc0", {5, cause_number})
                .nop()
                .op("srl", {5, 5, 15})
                .op("andi", {5, 5, 1}); // 0
            code.op("sll", {5, 5, 9}).op("addu", {4, 4, 5}).op("syscall", {0x1F000});
            // 5 cycles of the exception, and zero or one cycle of the instruction before it
            EXPECT_EQ(run(code).status, 0x100u + 5) << at;
        }
    Code masked;
    set(masked, gang_timer, 30);
    enter(masked, usable | user | enabled);
    for (int i = 0; i < 60; ++i) masked.nop();
    masked.op("break", {0});
    exit_with_cause(masked);
    EXPECT_EQ(run(masked).status, timer_mask | static_cast<std::uint32_t>(ExceptionCode::breakpoint)
                                                   << 2);
}

/// Node 0 sends to node 3 of a row of four, where all routers drain from the start. The message
/// ends at node 0 itself; a kernel's message goes through.
TEST(Gang, AUserMessageDrainsIntoTheKernelsHandler) {
    for (const bool by_user : {true, false}) {
        Code code;
        code.op("cfc2", {17, ni::niid}).nop();
        code.la(26, "kmh").op("ctc2", {26, gang_kmh});
        set(code, gang_drain, gang::drain | gang::divert);
        code.la(26, "never").op("ctc2", {26, ni::dmh});
        set(code, ni::nistat, open & ~nistat::ame.mask());
        enter(code, usable | (by_user ? user : 0));
        code.to("bne", {17, 0}, "wait").op("addiu", {9, 0, 1});
        code.op("addiu", {4, 0, 77}).la(8, "inlet").op("send1", {8, 9});
        code.label("wait").to("beq", {0, 0}, "wait").nop();
        code.label("never").op("break", {0});
        // In kernel mode, or the instruction is reserved; only on the node at which it ends.
        code.label("kmh").op("cfc2", {8, gang_dest}).op("cfc2", {7, ni::inh});
        code.la(5, "inlet").to("bne", {5, 7}, "never").nop();
        code.op("srl", {6, 8, gang::hops_shift}).op("andi", {5, 8, 0x7FF});
        code.op("sll", {6, 6, 4}).op("addu", {4, 6, 4}); // 77 + 16 for each hop
        code.to("bne", {17, 0}, "never").nop();
        code.op("andi", {5, 8, gang::sent_by_user}).to("beq", {5, 0}, "never").nop();
        code.op("cfc2", {5, gang_balance}).nop().to("bne", {5, 0}, "never").nop();
        code.op("syscall", {0x1F000});
        code.label("inlet").op("addiu", {4, 0, 5}).op("syscall", {0x1F000});
        exit_with_cause(code);
        MachineConfig machine = gang_machine();
        machine.part<MeshConfig>().columns = 2;
        const RunResult result = run_all_ways(code, 2, nullptr, machine);
        EXPECT_EQ(result.status, by_user ? 77u + 16 : 5u);
        // ame is clear on the receiver: it concerns the messages of programs.
    }
}

/// Node 0 multicasts around a ring of four. A drained multicast arrives once, at its sender, with
/// the path to its four receivers, and the balance counts all of them. If it is only diverted, the
/// last copy is node 0's own.
TEST(Gang, AMulticastDrainsWithTheRestOfItsWay) {
    for (const bool drains : {true, false}) {
        Code code;
        code.op("cfc2", {17, ni::niid}).nop();
        code.la(26, "kmh").op("ctc2", {26, gang_kmh});
        set(code, gang_drain, gang::divert | (drains ? gang::drain : 0));
        set(code, ni::nistat, open);
        enter(code, usable | user);
        code.to("bne", {17, 0}, "wait").op("addiu", {4, 0, 77});
        code.la(8, "never").op("mcst1", {8, 0});
        code.label("wait").to("beq", {0, 0}, "wait").nop();
        code.label("kmh").op("cfc2", {8, gang_dest}).op("cfc2", {9, gang_balance});
        code.op("cfc2", {5, gang_level}).to("bne", {17, 0}, "other").nop();
        code.op("srl", {8, 8, gang::direction_shift}).op("sll", {9, 9, 16}).op("addu", {8, 8, 9});
        code.op("andi", {5, 5, static_cast<int>(nistat::mcst.mask())}).op("addu", {4, 8, 5});
        code.op("syscall", {0x1F000});
        code.label("other").op("addiu", {4, 0, 0}).op("syscall", {0x1F000});
        code.label("never").op("break", {0});
        exit_with_cause(code);
        MachineConfig machine = gang_machine();
        machine.part<MeshConfig>().columns = 4;
        const std::uint32_t hops = drains ? 4 : 0, direction = drains ? 3 : 0,
                            left = drains ? 0 : 3;
        EXPECT_EQ(run_all_ways(code, 4, nullptr, machine).status,
                  nistat::mcst.mask() | left << 16 | hops << 3 | 1 << 2 | direction);
    }
}

/// Messages in memory precede those that have arrived, and behave like arrivals.
TEST(Gang, AStoredMessageIsAnArrival) {
    for (const bool high : {false, true})
        for (const bool masked : {false, true}) {
            Code code;
            code.li(26, usable | status::kernel_deaf).op("mtc0", {26, status_number});
            const std::uint32_t stored = high ? gang::stored_high : gang::stored_low;
            code.la(26, "kmh").op("ctc2", {26, gang_kmh});
            set(code, gang_drain, stored);
            const std::uint32_t mask = (high ? nistat::hpmm : nistat::lpmm).mask();
            set(code, ni::nistat, masked ? open & ~mask : open);
            enter(code, usable | user | status::kernel_deaf);
            code.op("cfc2", {20, ni::nistat}).nop(); // masked: the event is pending
            for (int i = 0; i < 10; ++i) code.nop();
            code.li(2, open).op("ctc2", {2, ni::nistat}).nop().nop();
            code.op("break", {0});
            code.label("kmh").op("addiu", {21, 21, 1});
            set(code, gang_drain, 0);
            code.op("cfc2", {8, gang_level}).nop(); // of a message that interrupted a user program
            code.op("srl", {22, 8, 16}).li(9, gang::to_user | gang::of_message | 0x0300);
            code.op("ctc2", {9, gang_level}).li(9, 0x1234).op("ctc2", {9, ni::inh});
            code.op("mfc0", {9, status_number}).nop().op("ori", {9, 9, user});
            code.op("mtc0", {9, status_number}).la(26, "inlet").op("jr", {26}).op("rfe");
            // In user mode: what the program sees of its message, then back.
            code.label("inlet").op("cfc2", {8, ni::nistat}).nop().op("andi", {8, 8, 0x700});
            code.op("srl", {23, 8, 8}).op("cfc2", {24, ni::inh}).op("hret");
            code.label("exception").op("mfc0", {4, cause_number}).nop();
            code.op("srl", {4, 4, 2}).op("addiu", {4, 4, -9}); // 0: the BREAK
            code.op("mfc0", {5, status_number}).nop();
            code.op("andi", {5, 5, user}).op("addu", {4, 4, 5}); // 8: in user mode
            code.op("addu", {4, 4, 21}).op("sll", {22, 22, 4});  // + 1 and 3 << 4
            code.op("addu", {4, 4, 22}).op("sll", {23, 23, 8});  // + 3 << 8
            code.op("addu", {4, 4, 23}).op("sll", {24, 24, 12}); // + 0x1234 << 12
            code.op("addu", {4, 4, 24});
            code.op("srl", {20, 20, high ? 28 : 27}).op("andi", {20, 20, 1}); // hpmp, lpmp
            code.op("sll", {20, 20, 2}).op("addu", {4, 4, 20}).op("syscall", {0x1F000});
            EXPECT_EQ(run(code).status, 0x1234u << 12 | 3 << 8 | 3 << 4 | 8 | (masked ? 4 : 0) | 1);
        }
}

TEST(Gang, TheKernelMayRestoreAPendingTimelet) {
    Code code;
    set(code, ni::timec, 5); // long ago
    set(code, ni::nistat, open | nistat::tp.mask());
    enter(code, usable | user);
    code.op("cfc2", {4, ni::nistat}).nop().op("srl", {4, 4, 25}).op("andi", {4, 4, 1});
    code.li(2, open).op("ctc2", {2, ni::nistat}); // stays
    code.op("cfc2", {5, ni::nistat}).nop().op("srl", {5, 5, 25}).op("andi", {5, 5, 1});
    code.op("addu", {4, 4, 5});
    set(code, ni::timec, 5); // a user cannot set it
    code.li(2, open | nistat::tp.mask()).op("ctc2", {2, ni::nistat});
    code.op("cfc2", {5, ni::nistat}).nop().op("srl", {5, 5, 25}).op("andi", {5, 5, 1});
    code.op("addu", {4, 4, 5}).op("syscall", {0x1F000});
    exit_with_cause(code);
    EXPECT_EQ(run(code).status, 2u);
}

} // namespace
} // namespace inlet::test
