// Coprocessor 0: the state at the entry of exception handlers, and the rights of each mode.
#include "all_ways.h"
#include "cpu/mips/system.h"

#include <functional>
#include <gtest/gtest.h>
#include <map>

namespace inlet::test {
namespace {

using mips::ExceptionCode;
namespace ni = isa::ni;
namespace status = mips::status;

constexpr std::uint32_t data = 0x40000;
constexpr int cause_number = mips::cause_register, epc_number = mips::epc_register,
              status_number = mips::status_register, bad_number = mips::bad_address_register,
              vector_number = mips::vector_register;
/// The state at a program's start: kernel mode, coprocessors 0 and 2.
constexpr std::uint32_t at_start = status::coprocessor(0) | status::coprocessor(2);

std::uint32_t code_of(std::uint32_t cause) { return cause >> 2 & 31; }
std::uint32_t cause_of(ExceptionCode code) { return static_cast<std::uint32_t>(code) << 2; }

void install(Code &code, const std::string &handler = "handler") {
    code.la(26, handler).op("mtc0", {26, vector_number});
}
/// A handler that ends the program with a register of coprocessor 0 as its status.
void exit_with(Code &code, int number) {
    code.label("handler").op("mfc0", {4, number}).op("syscall", {0x1F000});
}
/// Jumps to `label` in the mode and with the coprocessors of the previous pair of `value`.
void enter(Code &code, std::uint32_t value, const std::string &label) {
    code.li(26, value).op("mtc0", {26, status_number});
    code.la(26, label).op("jr", {26}).op("rfe").label(label);
}

using Make = std::function<void(Code &)>;

/// The register `number` as the handler of the exception of `make` reads it.
std::uint32_t seen(int number, const Make &make) {
    Code code;
    install(code);
    make(code);
    code.nop().exit(0);
    exit_with(code, number);
    const RunResult result = run_all_ways(code);
    EXPECT_EQ(result.outcome, Outcome::exited) << describe(result.fault.kind);
    return result.status;
}

struct Raised {
    const char *name;
    Make setup;
    std::uint32_t instruction;
    ExceptionCode code;
    std::uint32_t bad_address;
};

class Exceptions : public testing::TestWithParam<Raised> {};

TEST_P(Exceptions, TellsWhatAndWhere) {
    const Raised &row = GetParam();
    for (const bool in_slot : {false, true}) {
        std::uint32_t at = 0;
        const Make make = [&](Code &code) {
            row.setup(code);
            at = code.here();
            if (in_slot) code.to("beq", {0, 0}, "handler");
            code.words.push_back(row.instruction);
        };
        const std::uint32_t expected = cause_of(row.code) | (in_slot ? 1u << 31 : 0);
        EXPECT_EQ(seen(cause_number, make) & ~(3u << 28), expected) << in_slot;
        EXPECT_EQ(seen(epc_number, make), at) << in_slot;
        EXPECT_EQ(seen(bad_number, make), row.bad_address) << in_slot;
        EXPECT_EQ(seen(status_number, make), at_start);
    }
}

void nothing(Code &) {}
Make eight(std::uint32_t value) {
    return [=](Code &code) { code.li(8, value); };
}

INSTANTIATE_TEST_SUITE_P(
    All, Exceptions,
    testing::Values(
        Raised{"overflow", eight(0x7FFFFFFF), word("addi", {9, 8, 1}), ExceptionCode::overflow, 0},
        Raised{"trap", nothing, word("teq", {0, 0, 3}), ExceptionCode::trap, 0},
        Raised{"break", nothing, word("break", {5}), ExceptionCode::breakpoint, 0},
        Raised{"syscall", nothing, word("syscall", {5}), ExceptionCode::syscall, 0},
        Raised{"reserved", nothing, 0x73FFFFFF, ExceptionCode::reserved_instruction, 0},
        Raised{"cp0_register", nothing, word("mfc0", {2, 9}), ExceptionCode::reserved_instruction,
               0},
        Raised{"load", eight(data), word("lw", {9, 2, 8}), ExceptionCode::address_load, data + 2},
        Raised{"half", eight(data), word("lhu", {9, 1, 8}), ExceptionCode::address_load, data + 1},
        Raised{"linked", eight(data), word("ll", {9, 1, 8}), ExceptionCode::address_load, data + 1},
        Raised{"store", eight(data), word("sw", {9, 6, 8}), ExceptionCode::address_store, data + 6},
        Raised{"conditional", eight(data), word("sc", {9, 1, 8}), ExceptionCode::address_store,
               data + 1},
        Raised{"null", nothing, word("lb", {9, 16, 0}), ExceptionCode::address_load, 16},
        Raised{"wild", eight(0xFFFFFFF0), word("sb", {9, 0, 8}), ExceptionCode::address_store,
               0xFFFFFFF0},
        Raised{"handler_address", eight(data + 1), word("send0", {8, 0}),
               ExceptionCode::coprocessor_2, data + 1},
        Raised{"floating", nothing, word("add.s", {0, 2, 4}), ExceptionCode::coprocessor_unusable,
               0}),
    [](const auto &row) { return std::string(row.param.name); });

TEST(Exception, AFetchTellsItsTarget) {
    for (const std::uint32_t target : {0x10002u, 0x20u, 0x80000000u, 0x60000u}) {
        const Make make = [&](Code &code) { code.li(8, target).op("jr", {8}).nop(); };
        EXPECT_EQ(seen(cause_number, make), cause_of(ExceptionCode::address_load)) << target;
        EXPECT_EQ(seen(epc_number, make), target);
        EXPECT_EQ(seen(bad_number, make), target);
    }
}

TEST(Exception, WithoutAVectorItIsTheDiagnostic) {
    Code code;
    code.op("syscall", {5});
    EXPECT_EQ(run_all_ways(code).fault.kind, FaultKind::syscall);
    Code unusable;
    unusable.op("mtc0", {0, status_number}).op("cfc2", {2, ni::niid});
    EXPECT_EQ(run_all_ways(unusable).fault.kind, FaultKind::unusable);
}

TEST(Exception, AHandlerThatCannotBeReachedEndsTheRun) {
    Code code;
    code.li(26, 0x20).op("mtc0", {26, vector_number}).op("break", {0});
    const RunResult result = run_all_ways(code);
    EXPECT_EQ(result.fault.kind, FaultKind::unmapped);
    EXPECT_EQ(result.fault.pc, 0x20u);
}

TEST(Exception, AHostServiceThatIsNoneIsStillAnError) {
    Code code;
    install(code);
    code.op("syscall", {0x1F0FF});
    exit_with(code, cause_number);
    EXPECT_EQ(run_all_ways(code).fault.kind, FaultKind::syscall);
}

TEST(Exception, ModesNestThreeDeepAndTheFourthIsForgotten) {
    constexpr std::uint32_t user = status::user, enabled = status::interrupt_enable;
    // From user mode with interrupts on; each handler raises the next exception, `depth` in all.
    for (const auto &[depth, expected] : std::map<int, std::uint32_t>{
             {1, (user | enabled) << 2}, {2, (user | enabled) << 4}, {3, 0}}) {
        Code code;
        install(code);
        code.op("addiu", {16, 0, depth});
        enter(code, at_start | (user | enabled) << 2, "user");
        code.op("syscall", {0});
        code.label("handler").op("addiu", {16, 16, -1}).to("beq", {16, 0}, "last").nop();
        code.op("break", {0}).nop();
        code.label("last").op("mfc0", {4, status_number}).op("syscall", {0x1F000});
        EXPECT_EQ(run_all_ways(code).status, at_start | expected) << depth;
    }
}

TEST(Exception, RfeTakesOnePairOff) {
    Code code;
    code.li(8, at_start | 0x24).op("mtc0", {8, status_number}).op("rfe");
    code.op("mfc0", {4, status_number}).op("syscall", {0x1F000});
    // 10 01 00 -> 10 10 01: the old pair stays.
    EXPECT_EQ(run_all_ways(code).status, at_start | 0x29);
}

TEST(Exception, RegistersKeepWhatTheyHave) {
    const auto written = [](int number, std::uint32_t value) {
        Code code;
        code.li(8, value).op("mtc0", {8, number}).op("mfc0", {4, number});
        code.op("syscall", {0x1F000});
        return run_all_ways(code).status;
    };
    EXPECT_EQ(written(status_number, 0xFFFFFFFC), 0xF001FF3Cu); // kernel mode: exit is reached
    EXPECT_EQ(written(cause_number, 0xFFFFFFFF), 0x300u);
    EXPECT_EQ(written(epc_number, 0x12345678), 0x12345678u);
    EXPECT_EQ(written(vector_number, 0x12345677), 0x12345674u);
    EXPECT_EQ(written(mips::barrier_register, 0x12345677), 0x12345000u);
    EXPECT_EQ(written(bad_number, 0xFFFFFFFF), 0u);
    EXPECT_EQ(written(mips::processor_register, 0xFFFFFFFF), 0u);
}

TEST(Exception, CoprocessorsCanBeTakenAway) {
    constexpr std::uint32_t user = status::user << 2; // of the pair that RFE restores
    struct Row {
        std::uint32_t status, instruction;
        std::uint32_t unusable; ///< coprocessor; 9: it may be used
    };
    const std::uint32_t branch = word("bc2t", {1}), read = word("cfc2", {2, ni::niid});
    for (const Row &row : {
             Row{user, word("mfc0", {2, status_number}), 0},
             Row{user, word("mtc0", {2, status_number}), 0},
             Row{user, word("rfe"), 0},
             Row{user, word("tlbp"), 0},
             Row{user | status::coprocessor(0), word("mfc0", {2, status_number}), 9},
             Row{0, word("mfc0", {2, status_number}), 9},
             Row{0, read, 2},
             Row{user, read, 2},
             Row{user | status::coprocessor(2), read, 9},
             Row{status::coprocessor(2), read, 9},
             Row{0, branch, 2},
             Row{user, word("bc2fl", {1}), 2},
             Row{user | status::coprocessor(2), branch, 9},
             Row{0, word("send0", {8, 0}), 2},
             Row{0, word("hret"), 2},
             Row{0, word("lwc1", {2, 0, 8}), 1},
             Row{0, word("add.s", {0, 2, 4}), 1},
         }) {
        for (const int number : {cause_number, epc_number}) {
            std::uint32_t at = 0;
            const std::uint32_t value = seen(number, [&](Code &code) {
                enter(code, row.status, "there");
                at = code.here();
                code.words.push_back(row.instruction);
                code.nop().op("break", {0});
            });
            if (number == epc_number && row.unusable != 9) {
                EXPECT_EQ(value, at);
            }
            if (number != cause_number) continue;
            if (row.unusable == 9) {
                EXPECT_EQ(code_of(value), static_cast<unsigned>(ExceptionCode::breakpoint));
            } else {
                EXPECT_EQ(value, cause_of(ExceptionCode::coprocessor_unusable) | row.unusable << 28)
                    << std::hex << row.instruction;
            }
        }
    }
}

TEST(Exception, TheInterfaceIsUnusableInASlotToo) { // A.4 to A.7
    for (const std::uint32_t instruction :
         {word("cfc2", {2, ni::niid}), word("ctc2", {2, ni::nistat}), word("send0", {8, 9}),
          word("send5h", {8, 9}), word("hret")})
        for (const int number : {cause_number, epc_number}) {
            std::uint32_t at = 0;
            const std::uint32_t value = seen(number, [&](Code &code) {
                enter(code, status::user << 2, "there");
                at = code.here();
                code.to("beq", {0, 0}, "handler");
                code.words.push_back(instruction);
            });
            const std::uint32_t cause =
                cause_of(ExceptionCode::coprocessor_unusable) | 2u << 28 | 1u << 31;
            EXPECT_EQ(value, number == epc_number ? at : cause) << std::hex << instruction;
        }
}

TEST(Exception, AUserMayNotTouchTheKernelsHalf) {
    const Make make = [](Code &code) {
        enter(code, at_start | status::user << 2, "user");
        code.li(8, 0x80000000).op("sw", {8, 4, 8});
    };
    EXPECT_EQ(seen(cause_number, make), cause_of(ExceptionCode::address_store));
    EXPECT_EQ(seen(bad_number, make), 0x80000004u);
    EXPECT_EQ(seen(status_number, make), at_start | status::user << 2);
}

TEST(Exception, SoftwareInterruptsComeBeforeTheNextInstruction) {
    for (const int number : {cause_number, epc_number}) {
        std::uint32_t at = 0;
        const std::uint32_t value = seen(number, [&](Code &code) {
            code.li(8, 0x100).op("mtc0", {8, cause_number}).nop();
            code.li(8, at_start | 0x101).op("mtc0", {8, status_number});
            at = code.here();
            code.op("break", {0});
        });
        EXPECT_EQ(value, number == cause_number ? 0x100u : at);
    }
    // RFE in the slot of the return jump admits one event, at the jump's target.
    std::uint32_t at = 0;
    EXPECT_EQ(seen(epc_number,
                   [&](Code &code) {
                       code.li(8, 0x200).op("mtc0", {8, cause_number});
                       enter(code, at_start | 0x200 | status::interrupt_enable << 2, "there");
                       at = code.here();
                       code.op("break", {0});
                   }),
              at);
}

/// The sum of the reported cycles must be the clock.
struct Sum : Observer {
    void instruction(const InstructionEvent &e) override {
        EXPECT_EQ(e.cycle, clock) << std::hex << e.pc;
        clock += e.cost.total();
    }
    void event(const MessageEvent &e) override {
        const auto *exception = e.as<events::Exception>();
        if (!exception) return;
        EXPECT_EQ(e.cycle, clock);
        clock += exception->cycles;
        causes.push_back(exception->cause);
    }
    std::uint64_t clock = 0;
    std::vector<std::uint32_t> causes;
};

TEST(Exception, AHandlerCountsTrapsAndGoesOn) {
    Code code; // a trap whenever the counter is even, in a loop; its handler skips it
    install(code);
    code.op("addiu", {9, 0, 20}).li(10, data);
    code.label("loop").op("lw", {12, 0, 10}).op("andi", {11, 9, 1}).op("teq", {11, 0, 0});
    code.op("addiu", {9, 9, -1}).to("bgtz", {9}, "loop").op("lw", {11, 4, 10});
    code.op("teq", {11, 0, 1}); // stalls on the load first
    code.op("addu", {4, 2, 0}).op("syscall", {0x1F000});
    code.label("handler").op("addiu", {2, 2, 1}).op("mfc0", {26, epc_number});
    code.op("addiu", {26, 26, 4}).op("jr", {26}).op("rfe");
    Sum sum;
    const RunResult result = run_all_ways(code, 1, &sum);
    EXPECT_EQ(result.status, 11u);
    EXPECT_EQ(sum.clock, result.cycles);
    EXPECT_EQ(sum.causes, std::vector<std::uint32_t>(11, cause_of(ExceptionCode::trap)));
}

TEST(Exception, BreaksALink) {
    Code code;
    install(code);
    code.li(8, data).op("ll", {2, 0, 8}).op("syscall", {1}).op("addiu", {4, 0, 1});
    code.op("sc", {4, 0, 8}).op("addiu", {4, 4, 5}).op("syscall", {0x1F000});
    code.label("handler").op("mfc0", {26, epc_number}).op("addiu", {26, 26, 4});
    code.op("jr", {26}).op("rfe");
    EXPECT_EQ(run_all_ways(code).status, 5u);
}

/// Opens the event mask.
void open(Code &code) {
    code.op("cfc2", {2, ni::nistat}).op("lui", {3, 0x0180}).op("or", {2, 2, 3});
    code.op("ctc2", {2, ni::nistat});
}

TEST(Exception, InAnEventHandlerItsRegistersAreVisible) {
    Code code; // the exception handler adds 1 to $4, the first word of the message
    install(code);
    code.li(16, data);
    open(code);
    code.op("cfc2", {17, ni::niid}).to("beq", {17, 0}, "wait").op("addiu", {4, 0, 70});
    code.la(8, "inlet").op("addu", {9, 0, 0}).op("send1", {8, 9}).exit(0);
    code.label("wait").op("lw", {2, 0, 16}).nop().to("beq", {2, 0}, "wait").nop().exit(2);
    code.label("inlet").op("syscall", {1}).op("sw", {4, 0, 16}).op("hret");
    code.label("handler").op("addiu", {4, 4, 1}).op("mfc0", {26, epc_number});
    code.op("addiu", {26, 26, 4}).op("jr", {26}).op("rfe");
    const RunResult result = run_all_ways(code, 2);
    EXPECT_EQ(result.outcome, Outcome::exited) << describe(result.fault.kind);
    EXPECT_EQ(result.status, 71u);
}

TEST(Exception, AMessageRunsInTheModeOfItsSender) { // A.6, A.9.1, A.7
    Code code; // the sender is a user, the receiver the kernel: the inlet may not read Status
    install(code);
    code.li(16, data);
    open(code);
    code.op("cfc2", {17, ni::niid}).to("beq", {17, 0}, "wait").nop();
    enter(code, status::coprocessor(2) | status::user << 2, "user");
    code.la(8, "inlet").op("addu", {9, 0, 0}).op("send0", {8, 9}).exit(0);
    code.label("wait").li(8, status::coprocessor(2)).op("mtc0", {8, status_number});
    code.label("loop").op("lw", {2, 0, 16}).nop().to("beq", {2, 0}, "loop").nop();
    code.op("mfc0", {3, status_number}); // the kernel runs again
    code.op("andi", {3, 3, 0x3F}).op("addu", {2, 2, 3}).exit(2);
    code.label("inlet").op("mfc0", {4, status_number}).op("hret");
    code.label("handler").op("mfc0", {4, cause_number}).op("sw", {4, 0, 16});
    code.op("mfc0", {26, epc_number}).op("addiu", {26, 26, 4}).op("jr", {26}).op("rfe");
    const RunResult result = run_all_ways(code, 2);
    EXPECT_EQ(result.outcome, Outcome::exited) << describe(result.fault.kind);
    EXPECT_EQ(result.status, cause_of(ExceptionCode::coprocessor_unusable));
}

} // namespace
} // namespace inlet::test
