// Stores of compiled code to the reservation: each kind of store at each kind of page, against the
// stepper. The page table says whether a store may be made; where the page is elsewhere, the store
// itself faults.
#include "beside_stepper.h"
#include "no_reservation.h"
#include "x86_core.h"

#include <array>
#include <csignal>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace inlet::test {
namespace {

using engine::Stop;

constexpr std::uint32_t own = data_base + page_bytes, other = data_base + 2 * page_bytes,
                        hole = data_base + 4 * page_bytes, bar = data_base + 12 * page_bytes,
                        device = memory_bytes + page_bytes;

/// Counts the host's faults, and leaves each to the handler that was there.
class FaultCounter {
  public:
    FaultCounter() {
        count() = 0;
        struct sigaction action {};
        action.sa_sigaction = [](int signal, siginfo_t *info, void *context) {
            ++count();
            before().sa_sigaction(signal, info, context);
        };
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        sigemptyset(&action.sa_mask);
        sigaction(SIGSEGV, &action, &before());
    }
    ~FaultCounter() { sigaction(SIGSEGV, &before(), nullptr); }
    FaultCounter(const FaultCounter &) = delete;
    FaultCounter &operator=(const FaultCounter &) = delete;

    static unsigned &count() {
        static unsigned faults;
        return faults;
    }

  private:
    static struct sigaction &before() {
        static struct sigaction action;
        return action;
    }
};

/// Changes how compiled code sees a page.
using Change = void (*)(Memory &);
/// A mode shows what is before `other`; then all pages are shown.
void show_less_and_all(Memory &memory) {
    memory.hide_but(first_mapped, other);
    memory.show();
}

struct StorePlace {
    const char *name;
    std::uint32_t address;
    bool faults;
    bool elsewhere = false; ///< it may be stored to, and is not in the reservation
    Change change = [](Memory &) {};
};
const StorePlace store_places[] = {
    {"never accessed", data_base + 16, false},
    {"loaded, never accessed", data_base + 3 * page_bytes + 8, false},
    {"own", other + 8, false},
    {"own, to be saved", other + 8, false, false, [](Memory &memory) { memory.begin(); }},
    {"own, to be logged", other + 8, false, false, [](Memory &memory) { memory.begin(true); }},
    {"text", Code::base + 0x800, true},
    {"watched", other + 8, true, false, [](Memory &memory) { memory.watch(other, true); }},
    {"null", 0, true},
    {"the last before memory", first_mapped - 8, true},
    {"unmapped", hole + 40, true},
    {"the last before a hole", hole - 8, false},
    {"read-only, an exception", bar + 8, false, false,
     [](Memory &memory) { memory.protect_from(bar); }},
    {"the last of memory", memory_bytes - 8, false},
    {"behind memory", memory_bytes, true},
    {"device", device + 8, true},
    {"the last of all", 0xFFFFFFF8, true},
    {"hidden", other + 8, true, false,
     [](Memory &memory) { memory.hide_but(first_mapped, other); }},
    {"outside of what a mode sees", other + 8, false, true, show_less_and_all},
    {"mapped again there", other + 8, false, true,
     [](Memory &memory) {
         show_less_and_all(memory);
         memory.unmap(other, other + page_bytes);
         memory.map(other, other + page_bytes);
     }},
    {"no mode's of which pages are there", other + 8, false, true,
     [](Memory &memory) {
         for (std::uint32_t i = 0; i < 16; ++i) // as often as pages move
             memory.hide_but(i % 2 ? bar : hole, memory_bytes);
         memory.show();
         memory.hide_but(Code::base, hole);
     }},
};
struct StoreKind {
    const char *name;
    bool direct; ///< in a block with no other
};
const StoreKind stores[] = {{"sb", true},   {"sh", true},   {"sw", true},
                            {"swl", false}, {"swr", false}, {"swc1", true}};

/// Counts in $9 and stores at $8, which begins at a page of its own. $10 is the turn in which it
/// becomes $11.
Code stores_of(const std::string &store) {
    Code code;
    code.label("head").op("addiu", {9, 9, 1});
    code.to("bne", {9, 10}, "same").nop().op("addu", {8, 11, 0});
    code.label("same").op("addiu", {12, 12, 3}).op("xor", {13, 13, 9});
    code.op(store, {store == "swc1" ? 4 : 13, 4, 8});
    code.to("j", {}, "head").op("addiu", {14, 14, 5});
    while (code.here() < Code::base + 0x900) code.nop();
    return code;
}

void prepare_stores(Cpu &cpu, const StorePlace &place) {
    cpu.reset();
    cpu.store(other, 1);
    cpu.mem().unmap(hole, hole + page_bytes);
    cpu.mem().add_device(device, 64);
    for (std::uint32_t i = 0; i < 32; ++i) cpu.state.r[engine::first_float + i] = 0x01020304 * i;
    cpu.state.r[8] = own;
    cpu.state.r[10] = 40;
    cpu.state.r[11] = place.address - 4; // the displacement
}

void expect_same_content(Cpu &a, Cpu &b) {
    std::array<std::uint8_t, page_bytes> one{}, two{};
    for (Cpu *each : {&a, &b}) each->mem().show();
    for (std::uint32_t at = first_mapped; at < memory_bytes; at += page_bytes) {
        one = two = {};
        ASSERT_EQ(a.mem().copy_out(at, one), b.mem().copy_out(at, two)) << at;
        ASSERT_EQ(one, two) << at;
    }
}

/// From here on inlet's own handler is there, to which a FaultCounter can leave faults.
void run_compiled_once() {
    Code code = stores_of("sw");
    Cpu cpu(code);
    cpu.program.use_compiled({.threshold = 2, .shortest = 0, .cuts = 0});
    prepare_stores(cpu, store_places[0]);
    ASSERT_EQ(cpu.run(150), Stop::budget);
}

class DirectStores : public testing::TestWithParam<StoreKind> {};

TEST_P(DirectStores, FaultAtTheirInstructionOnEachKindOfPage) {
    if (!engine::Compiled::built()) GTEST_SKIP() << "this build has no compiler";
    run_compiled_once();
    const std::vector<std::uint8_t> content(page_bytes, 0x8B);
    for (const bool exact : {true, false})
        for (const StorePlace &place : store_places) {
            SCOPED_TRACE(testing::Message() << place.name << (exact ? ", exact" : ""));
            Code code = stores_of(GetParam().name);
            const mips::Features features{.mips32 = true, .fpu = true};
            Cpu fast(code, features), slow(code, features);
            for (Cpu *each : {&fast, &slow})
                each->pages.add(data_base + 3 * page_bytes, content, false);
            fast.program.use_compiled({.threshold = 2, .shortest = 0, .cuts = exact ? 0u : ~0u});
            prepare_stores(fast, place);
            prepare_stores(slow, place);
            if (!fast.mem().reserved()) GTEST_SKIP() << why_no_reservation();
            BesideStepper both{fast, slow};
            unsigned faults = 0;
            for (const std::uint64_t until : {150, 250, 303, 1000}) {
                const FaultCounter counter;
                ASSERT_NO_FATAL_FAILURE(both.run(until));
                faults += FaultCounter::count();
                if (until != 150) continue;
                ASSERT_FALSE(both.stopped()); // the page of its own
                ASSERT_EQ(faults, 0u);
                place.change(fast.mem());
                place.change(slow.mem());
            }
            EXPECT_EQ(both.stopped(), place.faults);
            EXPECT_EQ(fast.mem().missed(), slow.mem().missed());
            EXPECT_EQ(faults != 0, place.elsewhere && GetParam().direct) << faults;
            EXPECT_LE(faults, 1u); // from then on it looks its page up
            expect_same_content(fast, slow);
            if (HasFailure()) return;
        }
}

INSTANTIATE_TEST_SUITE_P(All, DirectStores, testing::ValuesIn(stores),
                         [](const auto &store) { return std::string(store.param.name); });

/// What was stored before a fault, and by it, is undone and kept as everything else.
TEST(DirectStore, IsSavedAndUndone) {
    if (!engine::Compiled::built()) GTEST_SKIP() << "this build has no compiler";
    Code code = stores_of("sw");
    Cpu fast(code), slow(code);
    fast.program.use_compiled({.threshold = 2, .shortest = 0, .cuts = 0});
    for (Cpu *each : {&fast, &slow}) {
        prepare_stores(*each, {"elsewhere", other + 8, false});
        EXPECT_EQ(each->run(150), Stop::budget);
        show_less_and_all(each->mem());
    }
    for (const bool log : {false, true})
        for (const bool keeps : {false, true}) {
            SCOPED_TRACE(testing::Message() << (log ? "log " : "save ") << keeps);
            const engine::State state = fast.state;
            const std::uint32_t before = fast.load(other + 8);
            for (Cpu *each : {&fast, &slow}) {
                each->mem().begin(log);
                EXPECT_EQ(each->run(state.now + 300), Stop::budget);
            }
            EXPECT_EQ(fast.state.r, slow.state.r);
            EXPECT_NE(fast.load(other + 8), before);
            EXPECT_EQ(fast.load(other + 8), slow.load(other + 8));
            for (Cpu *each : {&fast, &slow})
                if (keeps) {
                    each->mem().keep();
                } else {
                    each->mem().undo();
                    each->state = state;
                    EXPECT_EQ(each->load(other + 8), before);
                }
            EXPECT_EQ(fast.load(other + 8), slow.load(other + 8));
        }
}

/// Stores of an x86 need not be aligned.
TEST(DirectStore, OfAnX86FaultsWhereItsPageIsElsewhere) {
    if (!engine::Compiled::built()) GTEST_SKIP() << "this build has no compiler";
    using namespace x86_test;
    const std::vector<std::uint8_t> kinds[] = {{0x88, 0x0B}, {0x66, 0x89, 0x0B}, {0x89, 0x0B}};
    for (const std::vector<std::uint8_t> &kind : kinds)
        for (const std::uint32_t at :
             {data + 4, data + 5, data + 7, data + page_bytes - 3, data + page_bytes - 1}) {
            SCOPED_TRACE(testing::Message() << kind.size() << " at " << at);
            std::vector<std::uint8_t> loop{0x41}; // again: inc ecx; mov [ebx], CL, CX or ECX
            loop.insert(loop.end(), kind.begin(), kind.end());
            loop.insert(loop.end(), {0x01, 0xC6, 0xEB}); // add esi, eax; jmp again
            loop.push_back(static_cast<std::uint8_t>(0 - (loop.size() + 1)));
            x86_test::Core fast(loop, true), slow(loop);
            Stop a = Stop::budget, b = Stop::budget;
            for (x86_test::Core *each : {&fast, &slow}) {
                each->store(data, 1);
                each->store(data + page_bytes, 1);
                each->state.r[x86::ebx] = data + 2 * page_bytes;
            }
            for (const std::uint64_t count : {70, 140, 141, 300}) {
                a = fast.run(count, false);
                b = slow.run(count, true);
                ASSERT_EQ(a, b);
                ASSERT_EQ(fast.state.pc, slow.state.pc);
                ASSERT_EQ(fast.state.now, slow.state.now);
                for (unsigned r = 0; r < 8; ++r) ASSERT_EQ(fast.reg(r), slow.reg(r)) << r;
                for (x86_test::Core *each : {&fast, &slow}) {
                    if (count == 70) {
                        each->memory().hide_but(data + 2 * page_bytes, data + data_bytes);
                        each->memory().show();
                        each->state.r[x86::ebx] = at;
                    }
                }
            }
            for (std::uint32_t word = data; word < data + data_bytes; word += 4)
                ASSERT_EQ(fast.word(word), slow.word(word)) << word;
        }
}

} // namespace
} // namespace inlet::test
