// Traces that are written and read again, and all kinds of damaged files.
#include "../effort.h"
#include "guest.h"
#include "inlet/config.h"
#include "inlet/trace_reader.h"
#include "inlet/trace_writer.h"
#include "tests/recorder.h"
#include "trace/event_words.h"
#include "trace/trace_format.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <random>

namespace inlet {

bool operator==(const InstructionEvent &a, const InstructionEvent &b) {
    return a.node == b.node && a.context == b.context && a.cycle == b.cycle && a.pc == b.pc &&
           a.word == b.word && a.cost == b.cost && a.waiting == b.waiting && a.core == b.core &&
           a.length == b.length && a.tail == b.tail;
}

namespace {

using Bytes = std::vector<char>;
using test::ScratchFile;

Bytes read(const std::filesystem::path &path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void put(const std::filesystem::path &path, const Bytes &bytes) {
    std::filesystem::remove(path); // a new file: ext4 writes a truncated one to disk immediately
    std::ofstream(path, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

TraceHeader header() {
    TraceHeader header;
    header.program = "demo.elf";
    header.program_hash = 0xfedcba9876543210;
    header.arguments = {"100", "\xff not UTF-8"};
    header.nodes = 4;
    header.machine_name = "t1";
    header.machine = "{}";
    header.symbols = {{0x10000, 16, "main"}, {0x10010, 0, "other"}};
    return header;
}

events::Any any_event(std::mt19937_64 &random) {
    const auto number = static_cast<std::uint32_t>(random());
    const auto one_of = [&](const auto &list) { return random() % list.size(); };
    switch (static_cast<EventKind>(one_of(event_kind_names))) {
    case EventKind::inject: return events::Inject{};
    case EventKind::refuse: return events::Refuse{};
    case EventKind::arrive: return events::Arrive{};
    case EventKind::dispatch:
        if (random() % 2 == 0) return events::Dispatch{number};
        return events::Dispatch{number, static_cast<WithoutMessage>(one_of(without_message_names))};
    case EventKind::ret: return events::Return{};
    case EventKind::exit: return events::Exit{number};
    case EventKind::console: return events::Console{number};
    case EventKind::exception:
        return events::Exception{static_cast<std::uint32_t>(random() % 4), number};
    case EventKind::hardwired: return events::Hardwired{number};
    case EventKind::poll: return events::Polled{static_cast<Poll>(one_of(poll_names)), number};
    case EventKind::drop:
        return events::Dropped{static_cast<Drop>(one_of(drops)), number % 2 == 0, number % 3 == 0};
    case EventKind::stage: return events::Staged{static_cast<Stage>(one_of(stages)), number};
    }
    return {};
}

/// Events with all kinds of jumps, including extreme numbers.
void play(Observer &to, unsigned count, unsigned seed = 1) {
    std::mt19937_64 random(seed);
    std::uint64_t cycle[4] = {0, 100, 1ull << 40, 0};
    for (unsigned i = 0; i < count; ++i) {
        const auto node = static_cast<std::uint32_t>(random() % 4);
        InstructionEvent e{};
        e.node = node;
        e.context = static_cast<Context>(random() % 3);
        cycle[node] += random() % 3 == 0 ? random() % 1000 : 0;
        e.cycle = cycle[node];
        e.pc = random() % 10 == 0 ? 0x80000000u + static_cast<std::uint32_t>(random() % 4096)
                                  : 0x10000 + 4 * (i % 64);
        e.word = random() % 50 == 0 ? static_cast<std::uint32_t>(random()) : e.pc * 3;
        e.cost = {1, random() % 5 == 0 ? 1u : 0u, random() % 9 == 0 ? ~0u : 0u};
        if (random() % 9 == 0) e.cost.multiply = static_cast<std::uint32_t>(random()) % 40;
        if (random() % 9 == 0) e.cost.cache = static_cast<std::uint32_t>(random());
        if (random() % 9 == 0) e.cost.write_buffer = 6;
        e.waiting = random() % 7 == 0;
        if (random() % 8 == 0) e.core = static_cast<std::uint8_t>(1 + random() % 2);
        if (random() % 6 == 0) e.length = static_cast<std::uint8_t>(1 + random() % 15);
        for (std::size_t n = 4; n < e.length; ++n)
            e.tail[n - 4] = static_cast<std::uint8_t>(random());
        cycle[node] += e.cost.total();
        to.instruction(e);
        if (random() % 5 != 0) continue;
        MessageEvent m;
        m.node = node;
        m.context = static_cast<Context>(random() % 3);
        m.cycle = cycle[node] - random() % 10;
        m.pc = e.pc;
        m.message = {static_cast<std::uint32_t>(random() % 4),
                     static_cast<std::uint32_t>(random())};
        m.handler = static_cast<std::uint32_t>(random());
        m.words = static_cast<std::uint32_t>(random() % 6);
        m.high = random() % 2 == 0;
        m.multicast = random() % 4 == 0;
        if (random() % 4 == 0) m.vector_words = static_cast<std::uint8_t>(random() % 33);
        if (random() % 4 == 0) m.drained = static_cast<std::uint16_t>(random());
        m.what = any_event(random);
        m.destination = node;
        const auto *dispatch = m.as<events::Dispatch>();
        if (dispatch && dispatch->without) m.message.number = 0;
        const bool is_lost_at_source = m.kind() == EventKind::drop && m.message.source == node;
        if (m.kind() == EventKind::inject || is_lost_at_source ||
            (m.drained != 0 && (m.kind() == EventKind::arrive || m.kind() == EventKind::ret ||
                                (dispatch && !dispatch->without))))
            m.destination = static_cast<std::uint32_t>(random() % 4);
        to.event(m);
        HopEvent h{};
        h.message = m.message;
        h.destination = m.destination;
        h.handler = m.handler;
        h.words = m.words + m.vector_words;
        h.high = m.high;
        h.multicast = m.multicast;
        h.router = static_cast<std::uint32_t>(random() % 6);
        h.node = h.router < 4 ? h.router : HopEvent::none;
        h.from = static_cast<Port>(random() % 14);
        h.to = static_cast<Port>(random() % 14);
        h.next = static_cast<std::uint32_t>(random());
        h.second = random() % 2 == 0;
        h.since = random() >> random() % 64;
        h.cycle = random() >> random() % 64;
        h.end = h.cycle + random() % 1000;
        h.arrives = h.cycle + random() % 1000;
        if (random() % 4 == 0) h.drained = static_cast<std::uint16_t>(random());
        to.hop(h);
    }
}

void write(const std::filesystem::path &path, unsigned count, std::size_t frame = 1000) {
    TraceWriter writer(path, header(), frame);
    play(writer, count);
    writer.finish("{\"outcome\": \"exited\"}");
}

TEST(Trace, ComesBackAsItWas) {
    const ScratchFile file;
    write(file.path(), 5000);
    Recorder expected, got;
    play(expected, 5000);
    const TraceReader reader(file.path());
    const TraceEnd end = reader.read(got);
    EXPECT_TRUE(end.complete);
    EXPECT_EQ(end.problem, "");
    EXPECT_EQ(end.end, "{\"outcome\": \"exited\"}");
    EXPECT_EQ(end.records,
              expected.instructions.size() + expected.events.size() + expected.hops.size());
    EXPECT_TRUE(got.instructions == expected.instructions);
    EXPECT_TRUE(got.events == expected.events);
    EXPECT_EQ(got.hops, expected.hops);
    Recorder again;
    reader.read(again);
    EXPECT_TRUE(again.instructions == expected.instructions);
}

/// The number of a format determines its records.
TEST(Trace, PollsAreOfFormat6) {
    const ScratchFile file;
    const MessageEvent poll{.what = events::Polled{Poll::opens, found::low_message},
                            .node = 1,
                            .context = Context::low,
                            .cycle = 7,
                            .pc = 0x10010,
                            .destination = 1};
    {
        TraceWriter writer(file.path(), header());
        writer.event(poll);
        writer.finish("{}");
    }
    Recorder got;
    EXPECT_TRUE(TraceReader(file.path()).read(got).complete);
    ASSERT_EQ(got.events.size(), 1u);
    EXPECT_TRUE(got.events[0] == poll);
    Bytes bytes = read(file.path());
    ASSERT_EQ(bytes[trace::magic.size()], trace::records_version);
    bytes[trace::magic.size()] = 5;
    put(file.path(), bytes);
    Recorder none;
    const TraceEnd end = TraceReader(file.path()).read(none);
    EXPECT_FALSE(end.complete);
    EXPECT_NE(end.problem.find("unknown record 0x89"), std::string::npos) << end.problem;
    EXPECT_TRUE(none.events.empty());
}

TEST(Trace, LostPacketsAreOfFormat7) {
    const ScratchFile file;
    const MessageEvent drop{.what = events::Dropped{Drop::fault},
                            .node = 1,
                            .cycle = 7,
                            .pc = 0x10010,
                            .message = {0, 3},
                            .destination = 1,
                            .words = 4};
    {
        TraceWriter writer(file.path(), header());
        writer.event(drop);
        writer.finish("{}");
    }
    Recorder got;
    EXPECT_TRUE(TraceReader(file.path()).read(got).complete);
    ASSERT_EQ(got.events.size(), 1u);
    EXPECT_TRUE(got.events[0] == drop);
    Bytes bytes = read(file.path());
    bytes[trace::magic.size()] = 6;
    put(file.path(), bytes);
    Recorder none;
    const TraceEnd end = TraceReader(file.path()).read(none);
    EXPECT_FALSE(end.complete);
    EXPECT_NE(end.problem.find("unknown record 0x8a"), std::string::npos) << end.problem;
}

/// A file with a cause that no list has is damaged.
TEST(Trace, CausesAreThoseOfTheLists) {
    using trace::set_words;
    const auto known = [](EventKind kind, std::uint32_t other, std::uint32_t value) {
        MessageEvent event;
        event.node = 1;
        return set_words(event, kind, {other, value});
    };
    const auto end = [](const auto &list) { return static_cast<std::uint32_t>(list.size()); };
    EXPECT_TRUE(known(EventKind::dispatch, end(without_message_names) - 1, 7));
    EXPECT_FALSE(known(EventKind::dispatch, end(without_message_names), 7));
    EXPECT_TRUE(known(EventKind::poll, end(poll_names) - 1, 7));
    EXPECT_FALSE(known(EventKind::poll, end(poll_names), 7));
    EXPECT_TRUE(known(EventKind::drop, 7, end(drops) - 1));
    EXPECT_FALSE(known(EventKind::drop, 7, end(drops)));
    EXPECT_TRUE(known(EventKind::drop, 7, 0x300)); // it had arrived and been taken
    EXPECT_FALSE(known(EventKind::drop, 7, 0x400));
    EXPECT_TRUE(known(EventKind::stage, end(stages) - 1, 7));
    EXPECT_FALSE(known(EventKind::stage, end(stages), 7));
}

TEST(Trace, Header) {
    const ScratchFile file;
    write(file.path(), 0);
    const TraceReader reader(file.path());
    EXPECT_EQ(reader.header().program, "demo.elf");
    EXPECT_EQ(reader.header().program_hash, 0xfedcba9876543210);
    EXPECT_EQ(reader.header().nodes, 4u);
    ASSERT_EQ(reader.header().arguments.size(), 2u);
    EXPECT_EQ(reader.header().arguments[0], "100");
    ASSERT_EQ(reader.header().symbols.size(), 2u);
    EXPECT_EQ(reader.header().symbols[1].name, "other");
}

TEST(Trace, StraightCodeIsOneByteAnInstruction) {
    const ScratchFile small, large;
    const auto run = [](const ScratchFile &file, unsigned turns) {
        TraceWriter writer(file.path(), header(), TraceWriter::default_frame_bytes);
        for (unsigned i = 0; i < turns; ++i)
            writer.instruction({0, Context::main, i, 0x10000 + 4 * i, 0, {1, 0, 0}, false});
        writer.finish("{}");
        return writer.bytes();
    };
    // Packed, a long run of the same record is nearly empty; the test checks that nothing grows
    // with it.
    EXPECT_LT(run(large, 100000) - run(small, 1000), 20000u);
}

TEST(Trace, WithoutAnEndItIsReadableAndSaysSo) {
    const ScratchFile file;
    {
        TraceWriter writer(file.path(), header(), 1000);
        play(writer, 5000);
    }
    Recorder got;
    const TraceEnd end = TraceReader(file.path()).read(got);
    EXPECT_FALSE(end.complete);
    EXPECT_EQ(end.problem, "the run was cut off before its end was written");
    EXPECT_EQ(got.instructions.size(), 5000u);
}

TEST(Trace, TruncatedAnywhereItGivesWhatIsWhole) {
    const ScratchFile file;
    write(file.path(), 300);
    const Bytes bytes = read(file.path());
    Recorder all;
    play(all, 300);
    std::size_t most = 0;
    for (std::size_t size = 0; size < bytes.size(); size += test::stride()) {
        put(file.path(), Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)));
        try {
            Recorder got;
            const TraceEnd end = TraceReader(file.path()).read(got);
            EXPECT_FALSE(end.complete) << size;
            EXPECT_NE(end.problem, "") << size;
            ASSERT_LE(got.instructions.size(), all.instructions.size());
            EXPECT_TRUE(std::equal(got.instructions.begin(), got.instructions.end(),
                                   all.instructions.begin()));
            EXPECT_GE(got.instructions.size(), most);
            most = got.instructions.size();
        } catch (const UserError &error) {
            EXPECT_EQ(most, 0u) << error.what();
        }
    }
    EXPECT_EQ(most, 300u);
}

TEST(Trace, AnyByteCanBeWrong) {
    const ScratchFile file;
    write(file.path(), 100);
    const Bytes bytes = read(file.path());
    Recorder all;
    play(all, 100);
    for (std::size_t at = 0; at < bytes.size(); at += test::stride()) {
        Bytes changed = bytes;
        changed[at] = static_cast<char>(changed[at] ^ (1 << at % 8));
        put(file.path(), changed);
        try {
            Recorder got;
            const TraceEnd end = TraceReader(file.path()).read(got);
            // The checksums detect it: the reader returns only records that were written.
            EXPECT_TRUE(got.instructions.size() <= all.instructions.size() &&
                        std::equal(got.instructions.begin(), got.instructions.end(),
                                   all.instructions.begin()))
                << at;
            EXPECT_FALSE(end.complete && end.problem.empty() && got.instructions.size() != 100)
                << at;
        } catch (const UserError &) {
        }
    }
}

TEST(Trace, FilesThatAreNoTraces) {
    const auto refusal = [](const std::filesystem::path &path) -> std::string {
        try {
            TraceReader reader(path);
            return "";
        } catch (const UserError &error) {
            return error.what();
        }
    };
    const ScratchFile file;
    EXPECT_NE(refusal(file.path()).find("No such file"), std::string::npos);
    put(file.path(), {});
    EXPECT_NE(refusal(file.path()).find("is not a trace"), std::string::npos);
    put(file.path(), {'I', 'N', 'L', 'E', 'T', 'T', 'R', 'C'});
    EXPECT_NE(refusal(file.path()).find("is truncated"), std::string::npos);
    put(file.path(), {'I', 'N', 'L', 'E', 'T', 'T', 'R', 'C', 9, 0, 0, 0});
    EXPECT_NE(refusal(file.path()).find("format 9"), std::string::npos);
    put(file.path(), {'I', 'N', 'L', 'E', 'T', 'T', 'R', 'C', 1, 0, 0, 0, 'x', 'y', 'z', 'x', 'y'});
    EXPECT_NE(refusal(file.path()).find("is damaged"), std::string::npos);
    EXPECT_NE(refusal(std::filesystem::temp_directory_path()), "");
}

TEST(Trace, FilesThatCannotBeWritten) {
    EXPECT_THROW(TraceWriter("/nonexistent/trace", header()), UserError);
    EXPECT_THROW(TraceWriter("/", header()), UserError);
    EXPECT_THROW(TraceWriter("/dev/full", header()), UserError);
}

TEST(Trace, HeadersThatMakeNoSense) {
    EXPECT_THROW(TraceHeader::from_json(""), UserError);
    EXPECT_THROW(TraceHeader::from_json("[]"), UserError);
    EXPECT_THROW(TraceHeader::from_json("{\"program\": 1}"), UserError);
    const std::string good = header().to_json();
    EXPECT_NO_THROW(TraceHeader::from_json(good));
    const auto with = [&](const std::string &from, const std::string &to) {
        std::string text = good;
        text.replace(text.find(from), from.size(), to);
        return text;
    };
    EXPECT_THROW(TraceHeader::from_json(with("\"nodes\":4", "\"nodes\":0")), UserError);
    EXPECT_THROW(TraceHeader::from_json(with("\"nodes\":4", "\"nodes\":4000000000")), UserError);
    EXPECT_THROW(TraceHeader::from_json(with("0xfedc", "zzz")), UserError);
    EXPECT_THROW(TraceHeader::from_json(with("[65536,16,\"main\"]", "[65536]")), UserError);
}

TEST(Trace, Zigzag) {
    for (std::int64_t value :
         {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1}, INT64_MAX, INT64_MIN})
        EXPECT_EQ(trace::unzigzag(trace::zigzag(value)), value);
    EXPECT_EQ(trace::zigzag(-1), 1u);
}

} // namespace
} // namespace inlet
