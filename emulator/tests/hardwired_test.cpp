// Hard-wired handlers (CSD-94-823 3.9): effects, order and exactness.
#include "all_ways.h"
#include "ni/t1/hardwired.h"

#include <cstdint>
#include <string>
#include <vector>

namespace inlet::test {
namespace {

namespace ni = isa::ni;
namespace nistat = isa::nistat;

constexpr auto fetch = static_cast<std::uint32_t>(t1::HardwiredHandler::fetch);
constexpr auto store = static_cast<std::uint32_t>(t1::HardwiredHandler::store);
constexpr auto forward = static_cast<std::uint32_t>(t1::HardwiredHandler::forward);
constexpr std::uint32_t data = 0x40000;

MachineConfig hardwired_machine(HardwiredConfig costs = {4, 3, 3, 1}) {
    MachineConfig config = plain_machine();
    config.part<T1Config>().costs[static_cast<std::size_t>(isa::CostKey::send)] = 5;
    config.part<T1Config>().hardwired = costs;
    return config;
}

RunResult run(Code &code, std::uint32_t nodes, const MachineConfig &machine = hardwired_machine()) {
    return run_all_ways(code, nodes, nullptr, machine);
}

/// Opens the masks for both priorities.
void open(Code &code) {
    code.op("cfc2", {2, ni::nistat});
    code.op("lui", {3, (nistat::hpmm.mask() | nistat::lpmm.mask()) >> 16});
    code.op("or", {2, 2, 3}).op("ctc2", {2, ni::nistat});
}

/// SEND in $8 to $9, retried until the network accepts it.
void send(Code &code, const std::string &name) {
    static int label = 0;
    const std::string again = "again" + std::to_string(label++);
    code.label(again).op(name, {8, 9}).nop().to("bc2f", {}, again).nop();
}

/// Waits until the word at `address` is not 0, and exits with it less `expected`.
void exit_with(Code &code, std::uint32_t address, std::uint32_t expected) {
    static int label = 0;
    const std::string wait = "answer" + std::to_string(label++);
    code.li(16, address);
    code.label(wait).op("lw", {4, 0, 16}).nop().to("beq", {4, 0}, wait).nop();
    code.li(5, expected).op("subu", {4, 4, 5}).op("syscall", {0x1F000});
}

/// Nodes other than 0 have 1000 + number in `data`, and exit. The code that follows is node
/// 0's.
void serve(Code &code) {
    code.op("cfc2", {16, ni::niid}).to("beq", {16, 0}, "asks").nop();
    code.li(8, data).op("addiu", {9, 16, 1000}).op("sw", {9, 0, 8});
    code.exit(0);
    code.label("asks");
    open(code);
    code.op("addiu", {17, 0, 200}); // they have written by then
    code.label("later").op("addiu", {17, 17, -1}).to("bne", {17, 0}, "later").nop();
}

TEST(Hardwired, AFetchIsAnsweredByAnExitedNodeAtHighPriority) {
    Code code;
    serve(code);
    code.li(4, data).op("addu", {5, 0, 0}).la(6, "reply").op("addiu", {7, 0, 77});
    code.op("addiu", {29, 0, 99});
    code.li(8, fetch).op("addiu", {9, 0, 1});
    send(code, "send5");
    exit_with(code, data + 64, 1001 + 77 + 99);
    // {word, the remaining words of the request}
    code.label("reply").op("cfc2", {8, ni::nistat}).op("andi", {8, 8, nistat::pri.mask()});
    code.to("bne", {8, 0}, "high").nop().op("addiu", {4, 0, -1});
    code.label("high").op("addu", {4, 4, 5}).op("addu", {4, 4, 6}).li(8, data);
    code.op("sw", {4, 64, 8}).op("hret");
    const RunResult result = run(code, 2);
    EXPECT_EQ(result.outcome, Outcome::exited);
    EXPECT_EQ(result.status, 0u);
    EXPECT_EQ(result.nodes[1].messages_received, 1u);
    EXPECT_EQ(result.nodes[1].messages_sent, 1u);
}

TEST(Hardwired, AStoreEndsAWaitWithoutAnyHandler) {
    Code code;
    code.op("cfc2", {16, ni::niid}).to("bne", {16, 0}, "asks").nop();
    exit_with(code, data + 8, 13); // masks are closed
    code.label("asks").li(4, data).op("addiu", {5, 0, 11}).op("addiu", {6, 0, 12});
    code.op("addiu", {7, 0, 13}).li(8, store).op("addu", {9, 0, 0});
    send(code, "send4");
    code.exit(0);
    const RunResult result = run(code, 2);
    EXPECT_EQ(result.outcome, Outcome::exited);
    EXPECT_EQ(result.status, 0u);
}

TEST(Hardwired, MessagesAreForwardedByTheirWords) {
    for (const bool high : {false, true}) {
        Code code;
        serve(code);
        // 0 -> 1 -> 2 -> 0, with one word left.
        code.op("addiu", {4, 0, 2}).li(5, forward).op("addu", {6, 0, 0}).la(7, "arrived");
        code.op("addiu", {29, 0, 55}).li(8, forward).op("addiu", {9, 0, 1});
        send(code, high ? "send5h" : "send5");
        exit_with(code, data + 64, 55 + (high ? nistat::pri.mask() : 0));
        code.label("arrived").op("cfc2", {8, ni::nistat}).op("andi", {8, 8, nistat::pri.mask()});
        code.op("addu", {4, 4, 8}).li(8, data).op("sw", {4, 64, 8}).op("hret");
        const RunResult result = run(code, 3);
        EXPECT_EQ(result.outcome, Outcome::exited);
        EXPECT_EQ(result.status, 0u) << high;
    }
}

TEST(Hardwired, CodeThatIsStoredIsExecuted) {
    Code code;
    code.op("cfc2", {16, ni::niid}).to("bne", {16, 0}, "asks").nop();
    code.label("patched").to("j", {}, "patched").nop();
    code.exit(0);
    code.label("asks").la(4, "patched").li(5, word("sll", {0, 0, 0})).li(8, store);
    code.op("addu", {9, 0, 0});
    send(code, "send2");
    code.exit(0);
    const RunResult result = run(code, 2);
    EXPECT_EQ(result.outcome, Outcome::exited);
    EXPECT_GT(result.cycles, 20u);
}

/// Every node fetches from all and stores to all repeatedly; the last word counts the arrivals.
Code storm(int rounds) {
    Code code;
    code.op("addu", {17, 6, 0}).op("cfc2", {16, ni::niid}); // $6: nodes
    open(code);
    code.op("addiu", {18, 0, rounds}).li(20, data);
    code.label("round").op("addu", {19, 0, 0});
    code.label("node").li(4, data).op("addu", {5, 16, 0}).la(6, "reply").li(8, fetch);
    code.op("addu", {9, 19, 0});
    send(code, "send3");
    code.op("sll", {4, 16, 2}).op("addu", {4, 4, 20}).op("addu", {5, 18, 0}).li(8, store);
    send(code, "send2h");
    code.op("addiu", {19, 19, 1}).to("bne", {19, 17}, "node").nop();
    code.op("addiu", {18, 18, -1}).to("bne", {18, 0}, "round").nop();
    code.op("addiu", {8, 0, rounds}).op("mult", {8, 17}).op("mflo", {18});
    code.label("wait").op("lw", {8, 0x100, 20}).nop().to("bne", {8, 18}, "wait").nop().exit(0);
    code.label("reply").li(8, data).op("lw", {5, 0x100, 8}).nop().op("addiu", {5, 5, 1});
    code.op("sw", {5, 0x100, 8}).op("hret");
    return code;
}

TEST(Hardwired, StormsAreTheSameEveryWay) {
    for (const HardwiredConfig &costs :
         {HardwiredConfig{1, 1, 1, 0}, HardwiredConfig{4, 3, 3, 1}, HardwiredConfig{40, 1, 1, 3}})
        for (const std::uint32_t nodes : {1u, 2u, 5u, 9u}) {
            Code code = storm(6);
            const RunResult result = run(code, nodes, hardwired_machine(costs));
            EXPECT_EQ(result.outcome, Outcome::exited) << nodes << ' ' << costs.fetch;
            std::uint64_t received = 0;
            for (const NodeSummary &node : result.nodes) received += node.messages_received;
            EXPECT_EQ(received, nodes * nodes * 6u * 3u);
        }
}

TEST(Hardwired, CostsAreTheMachines) {
    // The end of the run is node 0's exit: later by the cost of the fetch and by the cycles that it
    // steals, and by no others.
    const auto cycles = [](HardwiredConfig costs) {
        Code code;
        serve(code);
        code.li(4, data).op("addu", {5, 0, 0}).la(6, "reply").li(8, fetch).op("addiu", {9, 0, 1});
        send(code, "send3");
        exit_with(code, data + 64, 1001);
        code.label("reply").li(8, data).op("sw", {4, 64, 8}).op("hret");
        return run(code, 2, hardwired_machine(costs)).nodes[0].cycles;
    };
    const std::uint64_t least = cycles({1, 1, 1, 0});
    EXPECT_EQ(cycles({33, 1, 1, 0}), least + 32); // an iteration of the wait takes four cycles
    EXPECT_EQ(cycles({1, 9, 9, 0}), least);
}

/// The outcome of a SEND of `words` to `handler` at node 0.
Fault fault_of(std::uint32_t handler, std::vector<std::uint32_t> words,
               const MachineConfig &machine = hardwired_machine()) {
    Code code;
    constexpr int registers[] = {4, 5, 6, 7, 29};
    for (std::size_t i = 0; i < words.size(); ++i) code.li(registers[i], words[i]);
    code.li(8, handler).op("addu", {9, 0, 0});
    code.op("send" + std::to_string(words.size()), {8, 9});
    code.label("wait").to("j", {}, "wait").nop();
    const RunResult result = run(code, 1, machine);
    return result.outcome == Outcome::fault ? result.fault : Fault{};
}

TEST(Hardwired, RefusesAtTheSenderWhatIsNotThere) {
    EXPECT_EQ(fault_of(fetch, {data, 0, 0}, plain_machine()).kind, FaultKind::hardwired_handler);
    EXPECT_EQ(fault_of(forward + 4, {1, 2, 3}).kind, FaultKind::hardwired_handler);
    EXPECT_EQ(fault_of(0xFFFFFFFC, {}).kind, FaultKind::hardwired_handler);
    EXPECT_EQ(fault_of(fetch, {data, 0}).kind, FaultKind::hardwired_handler);
    EXPECT_EQ(fault_of(store, {data}).kind, FaultKind::hardwired_handler);
    EXPECT_EQ(fault_of(forward, {0}).value, forward);
    EXPECT_EQ(fault_of(fetch + 1, {data, 0, 0}).kind, FaultKind::handler_address);
}

TEST(Hardwired, RefusesAtTheReceiverWhatCannotBeDone) {
    const auto wrong = [](std::uint32_t handler, std::vector<std::uint32_t> words) {
        const Fault fault = fault_of(handler, std::move(words));
        EXPECT_EQ(fault.kind, FaultKind::hardwired_request) << handler;
        EXPECT_EQ(fault.source, 0u);
        return fault.value;
    };
    EXPECT_EQ(wrong(fetch, {0x123456, 0, 0x10000}), 0x123456u) << "unaligned";
    EXPECT_EQ(wrong(fetch, {0xF0000000, 0, 0x10000}), 0xF0000000u) << "unmapped";
    EXPECT_EQ(wrong(fetch, {data, 7, 0x10000}), 7u) << "no such node";
    EXPECT_EQ(wrong(fetch, {data, 0, 0x10001}), 0x10001u) << "no handler";
    EXPECT_EQ(wrong(fetch, {data, 0, forward}), forward) << "its answer has one word";
    EXPECT_EQ(wrong(store, {0x00100000 - 4, 1, 2}), 0x00100000u) << "the second word";
    EXPECT_EQ(wrong(store, {0x100, 1}), 0x100u);
    EXPECT_EQ(wrong(forward, {1, 0x10000}), 1u);
    EXPECT_EQ(wrong(forward, {0, fetch, 5}), fetch);
}

} // namespace
} // namespace inlet::test
