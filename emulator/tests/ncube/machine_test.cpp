// Programs on complete machines: the kernel of 000 4.2.5, its counts, and errors.
#include "../as_one_part.h"
#include "../effort.h"
#include "../thread_ranks.h"
#include "inlet/config.h"
#include "inlet/image.h"
#include "inlet/machine.h"
#include "inlet/trace_hash.h"
#include "kinds/ncube2.h"
#include "measure/ncube2_signal.h"
#include "tools/ncube-as/assembler.h"
#include "tools/ncube-as/runtime_sources.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <tuple>

namespace inlet {

namespace {

constexpr std::uint32_t memory_bytes = 4u << 20;

Image program(const std::string &text, bool printed = false) {
    std::vector<ncube::Source> sources = ncube::runtime_sources(printed);
    sources.push_back({"t.s", text});
    return Image::parse(ncube::elf(ncube::assemble(sources)), "t.elf", memory_bytes);
}

std::string example(const std::string &name) {
    std::ifstream file(std::string(INLET_NCUBE2_EXAMPLES) + "/" + name);
    EXPECT_TRUE(file) << name;
    return {std::istreambuf_iterator<char>(file), {}};
}

struct Ran {
    RunResult result;
    std::string output;
    std::string message; ///< fault, deadlock: what and where
};

std::string message_of(const RunResult &result, const Image &image) {
    std::string text;
    if (result.outcome == Outcome::fault)
        text = "node " + std::to_string(result.fault.node) + ": " + describe(result.fault.kind) +
               ": " + result.message + ", at " + image.place(result.fault.pc);
    if (result.state_dump)
        for (const DumpNode &node : result.state_dump->nodes)
            if (node.state != DumpNode::State::exited)
                text += "node " + std::to_string(node.node) + " waits at " + image.place(node.pc) +
                        "\n";
    return text;
}

Ran run(const Image &image, RunOptions options) {
    Ran ran;
    options.console = [&](std::uint32_t, std::string_view line) {
        ran.output += std::string(line) + "\n";
    };
    if (options.max_cycles == never_cycle) options.max_cycles = 100'000'000;
    ran.result = Machine(MachineConfig::load("ncube2"), image, options).run();
    ran.message = message_of(ran.result, image);
    return ran;
}

Ran run(const Image &image, std::uint32_t nodes) {
    RunOptions options;
    options.nodes = nodes;
    return run(image, options);
}

/// The same result in every configuration.
void expect_same(const Image &image, std::uint32_t nodes, std::uint64_t jitter = 0) {
    RunOptions options;
    options.nodes = nodes;
    options.jitter = jitter;
    const Ran normal = run(image, options);
    options.lock_step = true;
    const Ran lock_step = run(image, options);
    TraceHash observed_in_lock_step(nodes), observed(nodes);
    options.observer = &observed_in_lock_step;
    run(image, options);
    options.lock_step = false;
    options.observer = &observed;
    const Ran watched = run(image, options);
    EXPECT_EQ(observed.value(), observed_in_lock_step.value());
    options.observer = nullptr;
    options.skip_waits = false;
    const Ran turns = run(image, options);
    for (const Ran *other : {&lock_step, &watched, &turns}) {
        EXPECT_EQ(normal.output, other->output);
        EXPECT_EQ(normal.result.outcome, other->result.outcome);
        EXPECT_EQ(normal.result.message_hash, other->result.message_hash);
        EXPECT_EQ(normal.result.cycles, other->result.cycles);
        for (std::size_t n = 0; n < normal.result.nodes.size(); ++n) {
            EXPECT_EQ(normal.result.nodes[n].instructions, other->result.nodes[n].instructions)
                << n;
            EXPECT_EQ(normal.result.nodes[n].cycles, other->result.nodes[n].cycles) << n;
        }
    }
}

TEST(Ncube2, Examples) {
    EXPECT_EQ(run(program(example("fetch_add.s")), 64).output, "the sum of all numbers is 2016\n");
    EXPECT_EQ(run(program(example("fetch_add.s"), true), 16).output,
              "the sum of all numbers is 120\n");
    EXPECT_EQ(run(program(example("ring.s")), 16).output, "the token was seen by 16 nodes\n");
    EXPECT_EQ(run(program(example("signal.s")), 8).result.outcome, Outcome::exited);
}

/// Messages hold links in several parts. A part of a cube has no rest of the others' paths.
TEST(Ncube2, PartsAreAsOne) {
    const MachineConfig machine = MachineConfig::load("ncube2");
    RunOptions options;
    options.max_cycles = 100'000'000;
    for (const auto &[name, nodes, jitter] :
         {std::tuple{"fetch_add.s", 16u, 0u}, {"fetch_add.s", 32u, 7u}, {"ring.s", 8u, 1u}}) {
        SCOPED_TRACE(name);
        options.nodes = nodes;
        options.jitter = jitter;
        const auto one = test::expect_as_one_part(machine, program(example(name)), options);
        EXPECT_EQ(one.result.outcome, Outcome::exited);
    }
    options.max_cycles = 3000; // it ends there
    EXPECT_EQ(
        test::expect_as_one_part(machine, program(example("fetch_add.s")), options).result.outcome,
        Outcome::max_cycles);
    Ncube2Platform platform(machine, 16, 0, false);
    const net::Divided *const parts = platform.divide(3, net::Divided::every_part);
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->parts(), 3u);
}

TEST(Ncube2, RanksAreAsOne) {
    const MachineConfig machine = MachineConfig::load("ncube2");
    RunOptions options;
    for (const auto &[name, nodes, jitter] :
         {std::tuple{"fetch_add.s", 16u, 0u}, {"fetch_add.s", 32u, 7u}, {"ring.s", 8u, 1u}}) {
        SCOPED_TRACE(name);
        options.nodes = nodes;
        options.jitter = jitter;
        options.max_cycles = 100'000'000;
        const auto whole = test::expect_ranks_as_one(machine, program(example(name)), options);
        EXPECT_EQ(whole.result.outcome, Outcome::exited);
        options.max_cycles = whole.result.cycles / 2;
        test::expect_ranks_as_one(machine, program(example(name)), options);
    }
}

TEST(Ncube2, TheSameEveryWay) {
    for (const std::uint64_t jitter : {0u, 1u, 2u}) {
        expect_same(program(example("fetch_add.s")), 16, jitter);
        expect_same(program(example("ring.s")), 8, jitter);
    }
}

/// All nodes send to node 0: no message is lost, whatever the machine's size and the delays.
TEST(Ncube2, Storms) {
    const Image image = program(example("fetch_add.s"));
    for (const std::uint32_t nodes : {2u, 8u, 32u, 256u})
        for (const std::uint64_t jitter : {0u, 7u}) {
            RunOptions options;
            options.nodes = nodes;
            options.jitter = jitter;
            const Ran ran = run(image, options);
            EXPECT_EQ(ran.result.outcome, Outcome::exited) << ran.message;
            EXPECT_EQ(ran.output, "the sum of all numbers is " +
                                      std::to_string(nodes * (nodes - 1) / 2) + "\n");
        }
    EXPECT_EQ(run(image, 1024).output, "the sum of all numbers is 523776\n");
}

/// Every node sends to all other nodes in turn, requests and replies; each counts its arrivals.
const char *const all_to_all = R"(
.globl _start
_start: movw r0, me
        movw r1, count
        movw #1, r7
loop:   xorw3 me, r7, r6
        movw AMsendBuf, r2
        movw #request, (r2)
        movw me, 4(r2)
        movw r6, r0
        movw #12, r1
        trap #SEND
        addw #1, r7
        cmpw r7, count
        bl loop
        subw3 #1, count, r3
wait:   cmpw replies, r3
        bne wait
wait2:  cmpw requests, r3
        bne wait2
        movw #0, r0
        jmp am_exit
request:
        addw #1, requests
        movw 4(r0), r5
again:  movw #answer, (r0)
        movw r5, stk
        movw r5, r0
        movw #8, r1
        trap #REPLY
        cmpw #0, r0
        be sent
        call AMrecv
        movw AMreplyBuf, r0
        movw stk, r5
        jmp again
sent:   movw stk, r5
        ret
answer: addw #1, replies
        ret
.data
me:      .word 0
count:   .word 0
requests: .word 0
replies: .word 0
)";

TEST(Ncube2, AllToAll) {
    const Image image = program(all_to_all);
    for (const std::uint32_t nodes : {2u, 4u, 16u, 64u})
        for (const std::uint64_t jitter : {0u, 3u, 4u}) {
            RunOptions options;
            options.nodes = nodes;
            options.jitter = jitter;
            const Ran ran = run(image, options);
            ASSERT_EQ(ran.result.outcome, Outcome::exited) << ran.message;
            for (const NodeSummary &node : ran.result.nodes) {
                EXPECT_EQ(node.messages_sent, 2 * (nodes - 1));
                EXPECT_EQ(node.messages_received, 2 * (nodes - 1));
            }
        }
    expect_same(image, 16, 5);
}

/// Instructions and accesses of each line of Figures 4-7, 4-8 and 4-9.
TEST(Ncube2, CountsOfThePrintedLines) {
    const MachineConfig config = MachineConfig::load("ncube2");
    const auto observed = [&](const Image &image) {
        NcubeSteps steps(image, config.part<NcubeConfig>());
        RunOptions options;
        options.nodes = 4;
        options.observer = &steps;
        EXPECT_EQ(Machine(config, image, options).run().outcome, Outcome::exited);
        return steps.journey(steps.first_of(0));
    };
    const NcubeSteps::Journey way = observed(program(example("signal.s")));
    const auto accesses = [](const std::vector<NcubeStep> &part) {
        std::vector<unsigned> counts;
        for (const NcubeStep &step : part) counts.push_back(step.accesses);
        return counts;
    };
    // The trap, then Figure 4-7's lines 1 to 15.
    EXPECT_EQ(accesses(way.send),
              (std::vector<unsigned>{4, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 2, 3, 1, 2}));
    // The entry, Figure 4-8's 16 lines, the stub up to its call, the handler, the rest of the stub.
    EXPECT_EQ(accesses(way.receive),
              (std::vector<unsigned>{5, 1, 1, 3, 1, 0, 1, 0, 2, 2, 1, 2, 1, 2, 2, 1, 2, // kernel
                                     2, 1, 1, 1, 2, 1, 1, 1,                            // stub
                                     3, 1,                                              // handler
                                     2, 0, 1, 0, 0, 0, 1, 1, 1, 1}));                   // stub
    unsigned cycles = 0;
    for (const NcubeStep &step : way.receive) cycles += step.cycles;
    EXPECT_EQ(cycles, 302u);
    // The stub as printed: 24 instructions.
    EXPECT_EQ(observed(program(example("signal.s"), true)).receive.size(), 17u + 24 + 2);
}

/// A message that arrives at each cycle of a critical section is handled after it, and no change of
/// the counter is lost.
TEST(Ncube2, CriticalSectionWithAnArrivalAtEveryCycle) {
    for (unsigned delay = 0; delay < 120; delay += test::stride()) {
        const Image image = program(R"(
.globl _start
_start: cmpw #0, r0
        bne other
        movw #)" + std::to_string(60 + delay) +
                                    R"(, r2
d:      subw #1, r2
        bne d
        movw AMsendBuf, r2
        movw #add, (r2)
        movw #1, r0
        movw #8, r1
        trap #SEND
        movw #0, r0
        jmp am_exit
other:  movw #100, r9
o:      orb #inCritical, AMflags
        movw counter, r2
        nop
        nop
        addw #1, r2
        movw r2, counter
        call AMenable
        subw #1, r9
        bne o
w:      cmpw #200, counter
        bne w
        movw #0, r0
        jmp am_exit
add:    addw #100, counter
        ret
.data
counter: .word 0
)");
        const Ran ran = run(image, 2);
        ASSERT_EQ(ran.result.outcome, Outcome::exited) << delay << " " << ran.message;
        EXPECT_EQ(ran.result.status, 0u);
    }
}

/// Registers, flags and repeat mode of a computation are as if no handler had run.
TEST(Ncube2, HandlersLeaveNoTrace) {
    for (const bool printed : {false, true})
        for (unsigned delay = 0; delay < 60; delay += test::stride()) {
            const Image image = program(R"(
.globl _start
_start: cmpw #0, r0
        bne other
        movw #)" + std::to_string(40 + delay) +
                                            R"(, r2
d:      subw #1, r2
        bne d
        movw AMsendBuf, r2
        movw #touch, (r2)
        movw #1, r0
        movw #8, r1
        trap #SEND
        movw #0, r0
        jmp am_exit
other:  movw #20, r9
o:      movw #7, r0
        movw #8, r1
        movw #array, r2
        movw #array, r3
        addw #64, r3
        movw #16, r4
        rep r4
        movw (r2)+, (r3)+
        stc
        cmpw #0, r4
        bne bad
        cmpw #7, r0
        bne bad
        cmpw #8, r1
        bne bad
        movw #array+64, r5
        cmpw r2, r5
        bne bad
        subw #1, r9
        bne o
w:      cmpw #1, got
        bne w
        movw #0, r0
        jmp am_exit
bad:    movw #1, r0
        jmp am_exit
touch:  movw #1, got
        movw #99, r1
        movw #99, r2
        movw #99, r3
        movw #99, r4
        clc
        ret
.data
got:    .word 0
array:  .space 128
)",
                                        printed);
            const Ran ran = run(image, 2);
            ASSERT_EQ(ran.result.outcome, Outcome::exited) << ran.message;
            ASSERT_EQ(ran.result.status, 0u) << delay;
        }
}

TEST(Ncube2, MessageToOneself) {
    const Image image = program(R"(
.globl _start
_start: movw r0, me
        orb #inCritical, AMflags
        call one                        ! in a critical section: it waits
        cmpw #0, got
        bne bad
        call AMenable
        cmpw #1, got
        bne bad
        call one
        cmpw #2, got
        bne bad
        movw #0, r0
        jmp am_exit
bad:    movw #1, r0
        jmp am_exit
one:    movw AMsendBuf, r2
        movw #mine, (r2)
        movw me, r0
        movw #8, r1
        trap #SEND
        ret
mine:   addw #1, got
        ret
.data
me:     .word 0
got:    .word 0
)");
    for (const std::uint32_t nodes : {2u, 8u}) {
        const Ran ran = run(image, nodes);
        EXPECT_EQ(ran.result.outcome, Outcome::exited) << ran.message;
        EXPECT_EQ(ran.result.status, 0u);
        EXPECT_EQ(ran.result.nodes[0].messages_sent, 2u);
        EXPECT_EQ(ran.result.nodes[0].messages_received, 2u);
    }
}

/// A program that sends one message: to `node`, after the code `before`.
std::string sender(const std::string &node, const std::string &before = "",
                   const std::string &handler = "ret") {
    return ".globl _start\n_start: cmpw #0, r0\n bne stay\n" + before +
           "\n movw AMsendBuf, r2\n movw #h, (r2)\n movw #" + node +
           ", r0\n movw #8, r1\n trap #SEND\n movw #0, r0\n jmp am_exit\n"
           "stay: movw #0, r0\n jmp am_exit\nh: " +
           handler + "\n";
}

/// Beyond the sub-cube: dropped silently (Figure 4-7). Numbers of nodes have 13 bits, so 8192 is
/// the node itself.
TEST(Ncube2, BeyondTheCube) {
    for (const auto &[node, sent] : {std::pair{"4", 0u}, {"8191", 0u}, {"8192", 1u}}) {
        const Ran ran = run(program(sender(node)), 4);
        EXPECT_EQ(ran.result.outcome, Outcome::exited) << ran.message;
        EXPECT_EQ(ran.result.nodes[0].messages_sent, sent) << node;
    }
}

/// A reply whose channel is held fails, and is sent after the messages that AMrecv handles.
TEST(Ncube2, RepliesFail) {
    // Node 1 is busy in a critical section, so its input channel 0 stays unarmed after the first
    // message, and the second holds the path from node 0.
    const Image image = program(R"(
.globl _start
_start: movw r0, me
        cmpw #0, r0
        be zero
        cmpw #1, r0
        be one
        movw #0, r0
        jmp am_exit
! Node 0 sends three messages to node 1; then node 2's request comes, whose reply goes over the same
! channel.
zero:   movw #3, r9
z:      movw AMsendBuf, r2
        movw #quiet, (r2)
        movw #1, r0
        movw #8, r1
        trap #SEND
        subw #1, r9
        bne z
z2:     cmpw #1, failed
        bg z2
        cmpw #1, over
        bne z2
        movw #0, r0
        jmp am_exit
one:    orb #inCritical, AMflags
        movw AMsendBuf, r2
        movw #request, (r2)
        movw #0, r0
        movw #8, r1
        trap #SEND
        movw #4000, r2
o1:     subw #1, r2
        bne o1
        call AMenable
o2:     cmpw #1, over
        bne o2
        movw AMsendBuf, r2
        movw #finish, (r2)
        movw #0, r0
        movw #8, r1
        trap #SEND
        movw #0, r0
        jmp am_exit
request:
        movw #answer, (r0)
        movw #1, r0
        movw #8, r1
        trap #REPLY
        cmpw #0, r0
        be r1_
        addw #1, failed
        call AMrecv
        movw AMreplyBuf, r0
        jmp request
r1_:    ret
answer: movw #1, over
        ret
finish: movw #1, over
        ret
quiet:  ret
.data
me:     .word 0
failed: .word 0
over:   .word 0
)");
    const Ran ran = run(image, 2);
    EXPECT_EQ(ran.result.outcome, Outcome::exited) << ran.message;
    EXPECT_EQ(ran.result.nodes[0].messages_sent, 4u);
    expect_same(image, 2);
}

/// Errors that end a run, each with one message.
TEST(Ncube2, BadPrograms) {
    struct Case {
        std::string text;
        std::string message;
        Outcome ending = Outcome::fault;
    };
    const std::string start = ".globl _start\n_start: ";
    const Case cases[] = {
        {sender("1", "movw AMsendBuf, r2\n movw #h, (r2)\n movw #1, r0\n movw #8, r1\n trap #SEND",
                "jmp h"),
         "a handler or critical section did not end within 1 ms"},
        {sender("1", "", "jmp h"), "node 1 waits at h", Outcome::deadlock},
        {sender("0x40000001"), "node number out of range"},
        {sender("0xffffffff"), "node number out of range"},
        {start + "movw 0x300, r0", "unmapped"},
        {start + "lptr #0, #0", "instruction of the kernel in a user program"},
        {start + "divw #0, r0", "division by zero"},
        {start + ".byte 0x08, 0xc0, 0xc0", "illegal"},
        {start + ".byte 0xc5", "illegal"},
        {start + ".byte 0xf7", "illegal"},
        {start + ".byte 4, 0xe0, 0xc0", "illegal"},
        {start + "movw #0, r0\n.byte 0x04, 0xc0, 1", "illegal"},
        {start + "movw #9, r0\n trap #HOST", "system call that is no host service"},
        {start + "w: cmpw #1, x\n bne w\n.data\nx: .word 0", "waits at w", Outcome::deadlock},
        {start + "w: addw #1, x\n jmp w\n.data\nx: .word 0", "", Outcome::max_cycles},
    };
    for (const Case &each : cases) {
        RunOptions options;
        options.nodes = 2;
        options.max_cycles = 300'000;
        const Ran ran = run(program(each.text), options);
        EXPECT_EQ(ran.result.outcome, each.ending) << each.text;
        EXPECT_NE(ran.message.find(each.message), std::string::npos) << each.message << "\n"
                                                                     << ran.message;
    }
    // A second message to the node itself while the first waits.
    const Ran twice = run(program(start + R"(movw r0, r7
        orb #inCritical, AMflags
        call one
        call one
        jmp am_exit
one:    movw AMsendBuf, r2
        movw #h, (r2)
        movw r7, r0
        movw #8, r1
        trap #SEND
        ret
h:      ret)"),
                          2);
    EXPECT_NE(twice.message.find("a second message to oneself"), std::string::npos);
}

/// Only the stack limits the nesting of handlers (000 4.2.7).
TEST(Ncube2, HandlersNestUntilTheStackIsFull) {
    const Ran ran = run(program(R"(
.globl _start
_start: cmpw #0, r0
        be wait
flood:  movw AMsendBuf, r2
        movw #deeper, (r2)
        movw #0, r0
        movw #8, r1
        trap #SEND
        jmp flood
wait:   jmp wait
deeper: movw #32, r4
        rep r4
        movd r0, stk
n:      call AMrecv
        jmp n
)"),
                        2);
    EXPECT_EQ(ran.result.outcome, Outcome::fault);
    EXPECT_EQ(ran.result.fault.kind, FaultKind::main_stack) << ran.message;
    EXPECT_NE(ran.message.find("at deeper"), std::string::npos) << ran.message;
}

/// A program with its own kernel, in kernel mode: `code` at _boot.
Ran bare(const std::string &code, std::uint32_t nodes, bool check = false) {
    const auto assembled = ncube::assemble({{"t.s", ".kernel\n.org 0x400\n_boot: " + code}});
    const Image image = Image::parse(ncube::elf(assembled), "t.elf", memory_bytes);
    RunOptions options;
    options.nodes = nodes;
    options.check_dma = check;
    options.max_cycles = 200'000;
    return run(image, options);
}

TEST(Ncube2, ChannelsAreChecked) {
    const std::pair<const char *, const char *> cases[] = {
        {"lptr #0x1000, #2\n", "lptr of channel register 2"},
        {"lcnt #8, #63\n", "lcnt of channel register 63"},
        {"lptr ##0x7fffffff, #0\n lcnt #0, #0\n", "its buffer is not in memory"},
        {"lptr #0x1000, #0\n lcnt #0, #0\n lcnt #0, #0\n", "which is armed already"},
        {"movw #5, 0x1000\n lptr #0x1000, ##32\n lcnt #8, #32\n", "there is no node 5"},
        {"movw #0, 0x1000\n stpr #4, r0\n movh r0, 0x1000\n lptr #0x1000, ##32\n lcnt #8, #32\n",
         "a message to the node itself has no path"},
        {"stpr #4, r0\n xorw #2, r0\n movw r0, 0x1000\n lptr #0x1000, ##32\n lcnt #8, #32\n",
         "wrong port for node 2: 0, not 1"},
        {"stpr #4, r0\n xorw #1, r0\n movw r0, 0x1000\n lptr #0x1000, ##32\n lcnt #2, #32\n",
         "a message of 2 bytes"},
        {"stpr #4, r0\n xorw #1, r0\n movw r0, 0x1000\n lptr #0x1000, ##32\n lcnt #8, #32\n lcnt "
         "#8, #32\n",
         "lcnt of output channel 0, which is busy"},
        {"ldpr #1, ##99\n", "there is no processor register 99"},
        {"trap #5\n", "unmapped"},
    };
    for (const auto &[code, message] : cases) {
        const Ran ran = bare(code, 4);
        EXPECT_EQ(ran.result.outcome, Outcome::fault) << code;
        EXPECT_NE(ran.message.find(message), std::string::npos) << ran.message;
    }
}

/// --check-dma: a buffer that is written between LCNT and OUTRDY, or read while an input owns it.
TEST(Ncube2, BuffersOfChannels) {
    const std::string send = "stpr #4, r0\n xorw #1, r0\n movw r0, 0x1000\n lptr #0x1000, ##32\n "
                             "lcnt #12, #32\n";
    const std::string end = " movw #0, r0\n movw #0, r1\n trap #31\n e: jmp e\n";
    EXPECT_NE(bare(send + " movw #1, 0x1008\n" + end, 2, true)
                  .message.find("a store to 0x1008, in a buffer that output channel 0 is "
                                "still sending"),
              std::string::npos);
    EXPECT_NE(bare("lptr #0x2000, #0\n lcnt #0, #0\n movw 0x2004, r1\n" + end, 2, true)
                  .message.find("a load from 0x2004, in a buffer that input channel 0 is "
                                "armed with"),
              std::string::npos);
    // After OUTRDY it may be written; without the option there is no check.
    EXPECT_EQ(bare("lptr #0x2000, #0\n lcnt #0, #0\n" + send +
                       "w: stpr #6, r1\n bitw #1, r1\n be w\n movw #1, 0x1008\n" + end,
                   2, true)
                  .result.outcome,
              Outcome::exited);
    EXPECT_EQ(bare("lptr #0x2000, #0\n lcnt #0, #0\n" + send + " movw #1, 0x1008\n" + end, 2)
                  .result.outcome,
              Outcome::exited);
    // The kernel and the examples obey the rule.
    RunOptions options;
    options.nodes = 8;
    options.check_dma = true;
    EXPECT_EQ(run(program(example("fetch_add.s")), options).result.outcome, Outcome::exited);
    EXPECT_EQ(run(program(all_to_all), options).result.outcome, Outcome::exited);
}

TEST(Ncube2, BadImages) {
    const auto message = [](std::vector<std::uint8_t> bytes) -> std::string {
        try {
            Image::parse(bytes, "t.elf", memory_bytes, Processor::ncube);
        } catch (const UserError &error) {
            return error.what();
        }
        return "";
    };
    std::vector<ncube::Source> sources = ncube::runtime_sources(false);
    sources.push_back({"t.s", ".globl _start\n_start: nop\n"});
    const std::vector<std::uint8_t> good = ncube::elf(ncube::assemble(sources));
    EXPECT_EQ(message(good), "");
    EXPECT_NE(message({1, 2, 3}).find("the program that inlet-ncube-as made"), std::string::npos);
    auto bad = good;
    bad[18] = 8;
    bad[19] = 0;
    EXPECT_NE(message(bad).find("is an ELF for MIPS, not for nCUBE/2"), std::string::npos)
        << message(bad);
    bad = good;
    bad.resize(4000);
    EXPECT_NE(message(bad).find("is truncated"), std::string::npos) << message(bad);
    const auto overlap = ncube::assemble(
        {{"k.s",
          ".kernel\n_boot: nop\n.org 0x100004\n nop\n.text\n nop\n nop\n nop\n nop\n nop\n"}});
    EXPECT_NE(message(ncube::elf(overlap)).find("overlap"), std::string::npos);
    const auto large =
        ncube::assemble({{"k.s", ".kernel\n_boot: nop\n.data\n.org 0x500000\n nop\n"}});
    EXPECT_NE(message(ncube::elf(large)).find("bytes of memory"), std::string::npos);
}

TEST(Ncube2, MachineFiles) {
    const MachineConfig config = MachineConfig::load("ncube2");
    EXPECT_EQ(config.with({{"network.hop", "50"}}).part<Ncube2Config>().network.hop, 50u);
    EXPECT_THROW(config.with({{"network.hop", "0"}}), UserError);
    EXPECT_NE(config.hash(), config.with({{"costs.divide", "37"}}).hash());
    EXPECT_THROW(run(program(sender("1")), 6), UserError);
    EXPECT_THROW(run(program(sender("1")), 16384), UserError);
}

} // namespace

} // namespace inlet
