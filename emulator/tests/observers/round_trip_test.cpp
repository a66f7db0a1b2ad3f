// Round trips in traces of real runs.
#include "analysis/round_trip.h"
#include "analysis/trace_totals.h"
#include "guest.h"
#include "inlet/tee.h"
#include "report/round_trip_output.h"

#include <nlohmann/json.hpp>

namespace inlet::test {
namespace {

/// A recorded run, and the known facts about its messages.
struct Traced {
    Traced(const Image &run_image, std::uint32_t nodes,
           const MachineConfig &config = small_machine(), std::uint64_t max_cycles = 1'000'000)
        : image(run_image), result(record(image, nodes, file.path(), config, max_cycles)),
          reader(file.path()), totals(nodes) {
        Tee tee{&log, &totals};
        reader.read(tee);
    }
    RoundTrip trip(MessageId id) const { return follow(reader, log, *log.find(id), image); }
    RoundTrip last() const { return follow(reader, log, *log.last_answered(), image); }

    ScratchFile file;
    Image image;
    RunResult result;
    TraceReader reader;
    MessageLog log;
    TraceTotals totals;
};

/// Properties of every round trip, whatever the program.
void expect_sound(const RoundTrip &trip) {
    std::uint64_t sum = 0, at = trip.begin();
    for (const Step step : trip.steps) {
        const TripSpan &span = trip.span(step);
        EXPECT_EQ(span.begin, at) << step_name(step);
        EXPECT_LE(span.begin, span.end) << step_name(step);
        at = span.end;
        sum += span.cycles();
    }
    EXPECT_EQ(sum, trip.cycles());
    // Where the path executes, its instructions and interrupting ones fill the time.
    for (const Step step : {Step::send, Step::handler, Step::reply_handler, Step::wait}) {
        std::uint64_t own = 0, count = 0;
        for (const TripInstruction &one : trip.instructions) {
            if (one.step != step || one.stream != Stream::path) continue;
            own += one.event.cost.total();
            ++count;
        }
        EXPECT_EQ(own + trip.span(step).other_cycles, trip.span(step).cycles()) << step_name(step);
        EXPECT_EQ(count, trip.span(step).instructions) << step_name(step);
    }
    for (std::size_t i = 1; i < trip.instructions.size(); ++i)
        EXPECT_LE(trip.instructions[i - 1].event.cycle, trip.instructions[i].event.cycle);
}

TEST(RoundTrip, FromTheCallToTheReturn) {
    const Traced traced(called(3), 2);
    ASSERT_EQ(traced.result.outcome, Outcome::exited);
    const RoundTrip trip = traced.last();
    expect_sound(trip);
    EXPECT_EQ(trip.request.id, (MessageId{1, 3}));
    EXPECT_EQ(trip.function, "fetch_add");
    EXPECT_EQ(trip.waiting_function, "fetch_add");
    ASSERT_TRUE(trip.reply);
    EXPECT_EQ(trip.reply->id, (MessageId{0, 3}));
    // addu; lui, ori, addu, addu; send: six instructions, of which SEND takes 5 cycles.
    EXPECT_EQ(trip.span(Step::send).instructions, 6u);
    EXPECT_EQ(trip.span(Step::send).cycles(), 10u);
    EXPECT_EQ(trip.span(Step::dispatch).cycles(), 5u);
    // lui, ori, lw, nop, addiu, sw, addu, lui, ori, send0h; the nop saves the load-use cycle.
    EXPECT_EQ(trip.span(Step::handler).cycles(), 14u);
    EXPECT_EQ(trip.span(Step::reply_handler).cycles(), 5u); // lui, ori, addiu, sw, hret
    EXPECT_EQ(trip.instructions.front().event.pc, traced.image.symbols[1].address);
}

TEST(RoundTrip, EveryMessageOfABusyNodeAddsUp) {
    const Traced traced(called(5), 9);
    ASSERT_EQ(traced.result.outcome, Outcome::exited);
    for (std::uint32_t node = 1; node < 9; ++node) {
        for (std::uint32_t number = 1; number <= 5; ++number) {
            const RoundTrip trip = traced.trip({node, number});
            expect_sound(trip);
            EXPECT_EQ(trip.function, "fetch_add");
            EXPECT_EQ(trip.steps.back(), Step::wait);
        }
    }
    for (std::uint32_t number = 1; number <= 40; ++number) {
        const RoundTrip trip = traced.trip({0, number}); // a reply followed on its own
        expect_sound(trip);
        EXPECT_EQ(trip.steps.back(), Step::handler);
        EXPECT_EQ(trip.function, "");
    }
}

TEST(RoundTrip, RefusedSendsBelongToSend) {
    const Traced traced(three_at_once(), 2, refusing_machine(), 20000);
    const RoundTrip trip = traced.trip({1, 3});
    expect_sound(trip);
    EXPECT_EQ(trip.function, ""); // main has sent other messages before
    std::uint64_t refused = 0;
    for (const TripInstruction &one : trip.instructions)
        if (one.event.waiting && one.step == Step::send && one.stream == Stream::path) ++refused;
    EXPECT_GT(refused, 0u);
    EXPECT_TRUE(trip.instructions.front().event.waiting);
}

TEST(RoundTrip, InlinedItEndsWithTheWaitLoop) {
    Code code;
    start(code);
    code.to("beq", {20, 0}, "done").nop();
    for (const char *name : {"a", "b"}) {
        send_request(code, name);
        wait_for_flag(code, name);
    }
    code.label("done").exit(0);
    handlers(code);
    const Traced traced(image_of(code, {"main", "request", "reply"}), 2);
    const RoundTrip trip = traced.trip({1, 2});
    expect_sound(trip);
    EXPECT_EQ(trip.function, "");
    EXPECT_EQ(trip.waiting_function, "");
    EXPECT_EQ(trip.span(Step::send).instructions, 1u);
    // The rest of the loop's iteration, one iteration that finds the flag set, and no more.
    EXPECT_GT(trip.span(Step::wait).instructions, 0u);
    EXPECT_LE(trip.span(Step::wait).instructions, 8u);
}

TEST(RoundTrip, SplitPhaseItEndsWithTheFunctionThatWaits) {
    Code code;
    start(code);
    code.to("beq", {20, 0}, "done").nop().li(18, 2);
    code.label("again").to("jal", {}, "begin").nop();
    code.op("addiu", {3, 3, 1}).op("addiu", {3, 3, 1}); // other work in between
    code.to("jal", {}, "finish").nop();
    code.op("addiu", {18, 18, -1}).to("bne", {18, 0}, "again").nop();
    code.label("done").exit(0);
    code.label("begin");
    send_request(code, "b");
    code.op("jr", {31}).nop();
    code.label("finish");
    wait_for_flag(code, "e");
    code.op("jr", {31}).nop();
    handlers(code);
    const Traced traced(image_of(code, {"main", "begin", "finish", "request", "reply"}), 2);
    const RoundTrip trip = traced.last();
    expect_sound(trip);
    EXPECT_EQ(trip.function, "begin");
    EXPECT_EQ(trip.waiting_function, "finish");
}

TEST(RoundTrip, MainThatComputesDoesNotWait) {
    Code code;
    start(code);
    code.to("beq", {20, 0}, "done").nop();
    send_request(code, "a");
    code.li(18, 500).li(16, 0x41000);
    code.label("work")
        .op("sw", {18, 0, 16})
        .op("addiu", {18, 18, -1})
        .to("bne", {18, 0}, "work")
        .nop();
    wait_for_flag(code, "a");
    code.label("done").exit(0);
    handlers(code);
    const Traced traced(image_of(code, {"main", "request", "reply"}), 2);
    const RoundTrip trip = traced.last();
    expect_sound(trip);
    EXPECT_EQ(trip.span(Step::wait).cycles(), 0u);
}

TEST(RoundTrip, AFunctionThatComputesDoesNotWait) {
    Code code;
    start(code);
    code.to("beq", {20, 0}, "done").nop();
    send_request(code, "a");
    code.to("jal", {}, "compute").nop();
    wait_for_flag(code, "a");
    code.label("done").exit(0);
    code.label("compute").li(18, 500);
    code.label("work").op("addiu", {18, 18, -1}).to("bne", {18, 0}, "work").nop();
    code.op("jr", {31}).nop();
    handlers(code);
    const Traced traced(image_of(code, {"main", "compute", "request", "reply"}), 2);
    const RoundTrip trip = traced.last();
    expect_sound(trip);
    EXPECT_EQ(trip.waiting_function, "");
    EXPECT_EQ(trip.span(Step::wait).cycles(), 0u);
}

TEST(RoundTrip, WithoutAReplyItEndsWithTheHandler) {
    Code code;
    start(code);
    code.to("beq", {20, 0}, "done").nop();
    send_request(code, "a");
    code.label("done").exit(0);
    code.label("request").op("addiu", {5, 4, 1}).op("hret");
    const Traced traced(image_of(code, {"main", "request"}), 2);
    EXPECT_EQ(traced.log.last_answered(), nullptr);
    ASSERT_NE(traced.log.last_handled(), nullptr);
    const RoundTrip trip =
        follow(traced.reader, traced.log, *traced.log.last_handled(), traced.image);
    expect_sound(trip);
    EXPECT_FALSE(trip.reply);
    EXPECT_EQ(trip.steps,
              (std::vector<Step>{Step::send, Step::network, Step::dispatch, Step::handler}));
    EXPECT_NE(parts_text(trip, traced.image).find("request until it returns"), std::string::npos);
}

TEST(RoundTrip, ToOneself) {
    Code code;
    start(code);
    send_request(code, "a");
    wait_for_flag(code, "a");
    code.exit(0);
    handlers(code);
    const Traced traced(image_of(code, {"main", "request", "reply"}), 1);
    ASSERT_EQ(traced.result.outcome, Outcome::exited);
    const RoundTrip trip = traced.last();
    expect_sound(trip);
    EXPECT_EQ(trip.request.destination, 0u);
}

TEST(RoundTrip, OfARunThatWasCutShort) {
    const Image image = called(3);
    const Traced whole(image, 2);
    const RoundTrip complete = whole.last();
    // Stopped at every cycle of the last round trip: missing steps are reported, and no other error
    // occurs.
    for (std::uint64_t limit = complete.begin(); limit <= complete.end() + 1; ++limit) {
        const Traced cut(image, 2, small_machine(), limit);
        const MessageRecord *third = cut.log.find({1, 3});
        if (third == nullptr) continue;
        try {
            const RoundTrip trip = follow(cut.reader, cut.log, *third, image);
            expect_sound(trip);
        } catch (const UserError &error) {
            EXPECT_NE(std::string(error.what()).find("message 1:3 is not in the trace to its end"),
                      std::string::npos)
                << error.what();
        }
        expect_sound(cut.last()); // an earlier one, or this one
    }
}

TEST(RoundTrip, ATraceThatContradictsItself) {
    const ScratchFile file;
    TraceHeader header;
    header.nodes = 2;
    {
        TraceWriter writer(file.path(), header);
        const MessageId message{1, 1};
        writer.event({.what = events::Inject{}, .node = 1, .cycle = 100, .message = message});
        for (const auto &[what, cycle] : {std::pair<events::Any, unsigned>{events::Arrive{}, 50u},
                                          {events::Dispatch{}, 60u},
                                          {events::Return{}, 70u}})
            writer.event({.what = what,
                          .node = 0,
                          .context = Context::low,
                          .cycle = cycle,
                          .message = message});
        writer.finish("{}");
    }
    const TraceReader reader(file.path());
    MessageLog log;
    reader.read(log);
    EXPECT_THROW(follow(reader, log, *log.find({1, 1}), Image()), UserError);
}

TEST(RoundTrip, Text) {
    const Traced traced(called(2), 4);
    const RoundTrip trip = traced.last();
    for (const bool all : {false, true}) {
        const std::string text = timeline_text(trip, traced.image, all);
        std::size_t begin = 0, longest = 0, lines = 0;
        for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos;
             begin = end + 1, ++lines)
            longest = std::max(longest, end - begin);
        EXPECT_LE(longest, 120u);
        EXPECT_EQ(text.find('\x1b'), std::string::npos);
        EXPECT_TRUE(!all || lines == 1 + 8 + trip.instructions.size());
        for (const char *part : {"fetch_add", "send1 $t0, $t1", "hret", "issue 1, network 4",
                                 "*** dispatch of", "-->", "<--"})
            EXPECT_NE(text.find(part), std::string::npos) << part;
        EXPECT_EQ(text.find(" of main meanwhile") == std::string::npos, all);
    }
    const std::string parts = parts_text(trip, traced.image);
    for (const char *part :
         {"send ", "network ", "dispatch ", "handler ", "reply ", "wait ", "total "})
        EXPECT_NE(parts.find(part), std::string::npos) << part;
}

TEST(RoundTrip, Json) {
    const Traced traced(called(2), 4);
    const RoundTrip trip = traced.last();
    const nlohmann::json json = to_json(trip, traced.image);
    std::uint64_t sum = 0;
    for (const auto &[name, cycles] : json["parts"].items()) sum += cycles.get<std::uint64_t>();
    EXPECT_EQ(sum, json["cycles"].get<std::uint64_t>());
    EXPECT_EQ(json["parts"].size(), 6u);
    EXPECT_EQ(json["steps"].size(), 8u);
    EXPECT_EQ(json["events"].size(), 8u);
    EXPECT_EQ(json["instructions"].size(), trip.instructions.size());
    EXPECT_EQ(json["request"]["handler_name"], "request");
}

TEST(TraceTotals, AccountForEveryCycleOfEveryNode) {
    const Traced traced(called(4), 6);
    const std::vector<NodeSummary> nodes = traced.totals.nodes();
    ASSERT_EQ(nodes.size(), traced.result.nodes.size());
    std::uint64_t clocks = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const NodeSummary &expected = traced.result.nodes[i];
        EXPECT_EQ(nodes[i].instructions, expected.instructions);
        EXPECT_EQ(nodes[i].messages_sent, expected.messages_sent);
        EXPECT_EQ(nodes[i].messages_received, expected.messages_received);
        EXPECT_EQ(nodes[i].cycles, expected.cycles) << i;
        EXPECT_TRUE(nodes[i].exited);
        clocks += expected.cycles;
    }
    const nlohmann::json json = traced.totals.to_json({});
    std::uint64_t cycles = json["idle"].get<std::uint64_t>();
    for (const char *context : {"main", "low", "high"})
        cycles += json[context]["cycles"].get<std::uint64_t>();
    EXPECT_EQ(cycles, clocks);
}

} // namespace
} // namespace inlet::test
