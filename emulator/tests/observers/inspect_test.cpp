// annotate, path, diff and explain: queries of recorded runs.
#include "analysis/ledger.h"
#include "analysis/message_log.h"
#include "analysis/profile.h"
#include "analysis/traffic.h"
#include "export/protobuf.h"
#include "guest.h"
#include "inlet/export.h"
#include "inlet/inspect.h"
#include "inlet/tee.h"
#include "inlet/trace_reader.h"
#include "inlet/view.h"
#include "report/sections.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>

namespace inlet::test {
namespace {

/// The column of a table, by its key.
std::size_t column(const Table &table, const std::string &key) {
    for (std::size_t c = 0; c < table.columns.size(); ++c)
        if (table.columns[c].key == key) return c;
    throw std::logic_error("no column " + key);
}

std::uint64_t number(const Table &table, std::size_t row, const std::string &key) {
    return std::get<std::uint64_t>(table.rows.at(row).at(column(table, key)));
}

std::string text(const Table &table, std::size_t row, const std::string &key) {
    return std::get<std::string>(table.rows.at(row).at(column(table, key)));
}

struct Inspected : testing::Test {
    Inspected() { result = record(called(3), 3, file.path()); }
    ScratchFile file;
    RunResult result;
};

#define EXPECT_SAYS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST_F(Inspected, AnnotateShowsEachInstructionOfAFunction) {
    const Inspection answer = annotate({file.path(), {}, "request", 1});
    const Table &table = answer.tables.at(0);
    ASSERT_EQ(table.rows.size(), 14u); // see handlers()
    std::uint64_t cycles = 0;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        EXPECT_EQ(number(table, row, "executions"), 6u);
        EXPECT_EQ(number(table, row, "low"), number(table, row, "cycles"));
        EXPECT_EQ(text(table, row, "function"), "request");
        cycles += number(table, row, "cycles");
    }
    EXPECT_EQ(cycles, 6u * 18);
    EXPECT_EQ(text(table, 9, "instruction"), "send0h $t0, $t1");
    EXPECT_EQ(number(table, 9, "network"), 6u * 4);
    EXPECT_EQ(number(table, 9, "messages"), 6u);
    // The program was never a file.
    EXPECT_SAYS(answer.text, "No source lines, and no instructions that were not executed: "
                             "guest.elf: no such file");
    EXPECT_SAYS(answer.text, "request: 108 cycles");
}

TEST_F(Inspected, AnnotateTakesTheCostliestOrWhatIsNamed) {
    const Inspection all = annotate({file.path(), {}, "", 0});
    std::uint64_t cycles = 0, charged = 0;
    for (std::size_t row = 0; row < all.tables[0].rows.size(); ++row)
        cycles += number(all.tables[0], row, "cycles");
    struct Sum final : Ledger {
        void charge(const Charge &charge) override {
            if (charge.instruction != nullptr) cycles += charge.cycles;
        }
        std::uint64_t cycles = 0;
    } sum;
    TraceReader(file.path()).read(sum);
    charged = sum.cycles;
    EXPECT_EQ(cycles, charged);
    const Inspection one = annotate({file.path(), {}, "", 1});
    EXPECT_EQ(text(one.tables[0], 0, "function"), "request");
    try {
        annotate({file.path(), {}, "requst", 1});
        FAIL();
    } catch (const UserError &error) {
        EXPECT_SAYS(std::string(error.what()), "did you mean 'request'?");
    }
}

/// A program file that has a runtime: am_wait and all later functions.
struct WithRuntime : testing::Test {
    WithRuntime() {
        Code code;
        start(code);
        code.to("beq", {20, 0}, "done").nop().li(18, 3);
        code.label("again").to("jal", {}, "fetch_add").nop();
        code.op("addiu", {18, 18, -1}).to("bne", {18, 0}, "again").nop();
        code.to("jal", {}, "barrier").nop();
        code.label("done").exit(0);
        code.label("fetch_add").op("addu", {17, 31, 0});
        send_request(code, "f");
        code.to("jal", {}, "am_wait").nop().op("jr", {17}).nop();
        handlers(code);
        code.label("barrier").op("addu", {17, 31, 0}); // the runtime's
        code.la(8, "runtime_request").op("addu", {9, 0, 0}).op("addu", {4, 20, 0});
        code.label("try").op("send1", {8, 9}).nop().to("bc2f", {}, "try").nop();
        code.to("jal", {}, "am_wait").nop().op("jr", {17}).nop();
        code.label("am_wait");
        wait_for_flag(code, "f");
        code.li(19, 1000).label("busy").op("addiu", {19, 19, -1}).to("bne", {19, 0}, "busy").nop();
        code.op("jr", {31}).nop();
        code.label("runtime_request").op("addu", {9, 4, 0}).la(8, "runtime_reply");
        code.label("try_r").op("send0h", {8, 9}).nop().to("bc2f", {}, "try_r").nop().op("hret");
        code.label("runtime_reply").li(8, flag).op("addiu", {5, 0, 1}).op("sw", {5, 0, 8});
        code.op("hret");
        image = image_of(code, {"main", "fetch_add", "request", "reply", "barrier", "am_wait",
                                "runtime_request", "runtime_reply"});
        const std::uint32_t runtime = code.at("barrier");
        record(image, 3, file.path());
        image.runtime_text = runtime;
    }
    ScratchFile file;
    Image image;
};

TEST_F(WithRuntime, TablesShowTheProgramsOwn) {
    Profile profile(image, {});
    MessageLog log;
    TraceReader reader(file.path());
    Tee tee{&profile, &log};
    reader.read(tee);
    Traffic traffic(reader.header());
    const Categories categories({});
    const EventList events(0);
    const Polls polls;
    const std::vector<NodeSummary> nodes;
    const auto names = [&](const char *name, const char *key, bool runtime) {
        const Table table = section(
            name, {profile, log, traffic, categories, events, polls, image, nodes, 0, 0, runtime});
        std::vector<std::string> out = table.notes;
        for (std::size_t row = 0; row < table.rows.size(); ++row)
            out.push_back(text(table, row, key));
        return fmt::format("{}", fmt::join(out, "\n"));
    };
    EXPECT_SAYS(names("functions", "function", true), "am_wait");
    EXPECT_EQ(names("functions", "function", false).find("am_wait"), std::string::npos);
    EXPECT_SAYS(names("functions", "function", false), "fetch_add");
    EXPECT_SAYS(names("functions", "function", false), "of the runtime, ");
    EXPECT_SAYS(names("handlers", "handler", true), "runtime_request");
    EXPECT_EQ(names("handlers", "handler", false).find("runtime_request"), std::string::npos);
    EXPECT_EQ(names("instructions", "place", false).find("am_wait+"), std::string::npos);
    const auto own = [&](const MessageRecord &m) {
        return !image.is_runtime(m.handler) || !image.is_runtime(m.pc);
    };
    const auto any = [](const MessageRecord &) { return true; };
    EXPECT_EQ(log.last_answered(own)->handler,
              image.find(log.last_answered(own)->handler)->address);
    EXPECT_EQ(image.find(log.last_answered(own)->handler)->name, "request");
    EXPECT_EQ(image.find(log.last_answered(any)->handler)->name, "runtime_request");
}

TEST_F(Inspected, AProgramThatIsAnotherIsRefused) {
    const ScratchFile other;
    std::ofstream(other.path()) << "no program";
    EXPECT_THROW(annotate({file.path(), other.path(), "", 1}), UserError);
}

TEST_F(Inspected, PathOfARequest) {
    const Inspection answer = message_path({file.path(), {}, MessageId{2, 1}, 1000});
    const Table &table = answer.tables.at(0);
    std::uint64_t before = 0, instructions = 0;
    std::string story;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        EXPECT_GE(number(table, row, "cycle"), before);
        before = number(table, row, "cycle");
        const std::string what = text(table, row, "what");
        const bool event =
            what.find("  ") == std::string::npos && what.find(':') != std::string::npos;
        if (text(table, row, "code") == "low" && !event &&
            std::holds_alternative<std::uint64_t>(table.rows[row][column(table, "cost")]))
            ++instructions;
        story += what + "\n";
    }
    EXPECT_EQ(instructions, 14u);
    for (const char *part :
         {"SEND is accepted", "leaves the injection buffer over the link to the ",
          "goes on into the receive buffer", "arrives in the receive buffer",
          "dispatch:", "send0h $t0, $t1", "to node 2", "HRET: the handler is done",
          "(reply) arrives", "(reply): HRET"}) {
        EXPECT_SAYS(story, part);
        story.erase(0, story.find(part));
    }
    EXPECT_SAYS(answer.text, "cycles from SEND to HRET");
    EXPECT_THROW(message_path({file.path(), {}, MessageId{2, 99}, 1000}), UserError);
}

TEST_F(Inspected, ThePartsOfAPathAddUp) {
    // "Network 7, queue 0, dispatch 5, handler 18: 30 cycles from SEND to HRET."
    for (std::uint32_t n = 1; n <= 3; ++n) {
        const std::string text = message_path({file.path(), {}, MessageId{1, n}, 1000}).text;
        unsigned long network = 0, queue = 0, dispatch = 0, handler = 0, all = 0;
        const std::string last = text.substr(text.rfind("Network"));
        ASSERT_EQ(std::sscanf(last.c_str(), "Network %lu, queue %lu, dispatch %lu, handler %lu",
                              &network, &queue, &dispatch, &handler),
                  4)
            << last;
        ASSERT_EQ(std::sscanf(last.c_str() + last.rfind(": ") + 2, "%lu", &all), 1);
        EXPECT_EQ(network + queue + dispatch + handler, all) << last;
    }
}

TEST(Path, RefusedSendsComeFirst) {
    const ScratchFile file;
    record(three_at_once(), 2, file.path(), refusing_machine(), 20000);
    const Inspection answer = message_path({file.path(), {}, MessageId{1, 3}, 1000});
    EXPECT_EQ(text(answer.tables[0], 0, "what"), "SEND is refused");
    EXPECT_LT(std::get<std::int64_t>(answer.tables[0].rows[0][1]), 0);
    EXPECT_SAYS(answer.text, " refused SENDs, the first ");
    // The slowest one is one of those that waited in the network.
    EXPECT_NO_THROW(message_path({file.path(), {}, {}, 1000}));
}

TEST(Path, OfARunWithoutMessages) {
    Code code;
    code.label("main").nop().exit(0);
    const ScratchFile file;
    record(image_of(code, {"main"}), 1, file.path());
    EXPECT_THROW(message_path({file.path(), {}, {}, 10}), UserError);
}

TEST(Path, OfEveryMessageOfARunThatWasCutShort) {
    const ScratchFile whole;
    record(called(2), 2, whole.path());
    for (std::uint64_t limit = 20; limit < 120; ++limit) {
        const ScratchFile file;
        record(called(2), 2, file.path(), small_machine(), limit);
        for (const MessageId id : {MessageId{1, 1}, MessageId{0, 1}, MessageId{1, 2}}) {
            try {
                EXPECT_FALSE(message_path({file.path(), {}, id, 5}).tables[0].rows.empty());
            } catch (const UserError &) { // not sent yet
            }
        }
    }
}

TEST_F(Inspected, DiffOfARunWithItself) {
    const Inspection same = difference({file.path(), file.path(), "", 20});
    ASSERT_EQ(same.tables.size(), 5u);
    for (std::size_t row = 0; row < same.tables[0].rows.size(); ++row)
        EXPECT_EQ(std::get<std::int64_t>(same.tables[0].rows[row][2]), 0);
    EXPECT_TRUE(same.tables[2].rows.empty());
    EXPECT_TRUE(same.tables[3].rows.empty());
}

TEST_F(Inspected, DiffTellsWhatCostsMore) {
    MachineConfig config = small_machine();
    config.part<T1Config>().dispatch_cycles += 3;
    const ScratchFile slower;
    record(called(3), 3, slower.path(), config);
    const Inspection answer = difference({file.path(), slower.path(), "", 20});
    const Table &causes = answer.tables.at(1);
    bool found = false;
    for (std::size_t row = 0; row < causes.rows.size(); ++row) {
        if (text(causes, row, "cause") != "dispatch") continue;
        found = true;
        EXPECT_EQ(std::get<std::int64_t>(causes.rows[row][2]), 12 * 3);
    }
    EXPECT_TRUE(found);
    // The changes of the functions sum to the total difference of the nodes.
    std::int64_t functions = 0;
    const Table &by_function = answer.tables.at(2);
    for (const auto &row : by_function.rows) functions += std::get<std::int64_t>(row[2]);
    EXPECT_EQ(functions, std::get<std::int64_t>(answer.tables[0].rows[1][2]));
    EXPECT_EQ(difference({file.path(), slower.path(), "causes", 20}).tables.size(), 1u);
    EXPECT_THROW(difference({file.path(), slower.path(), "cause", 20}), UserError);
}

TEST(Explain, EveryCauseHasAnExplanation) {
    const MachineConfig t1 = MachineConfig::load("t1");
    const Inspection list = explain("", t1);
    ASSERT_EQ(list.tables[0].rows.size(), causes);
    for (std::size_t cause = 0; cause < causes; ++cause) {
        const std::string name = cause_name(static_cast<Cause>(cause));
        EXPECT_EQ(text(list.tables[0], cause, "cause"), name);
        // A machine that cannot have it says what it is.
        try {
            EXPECT_SAYS(explain(name, t1).text, "Source: ");
        } catch (const UserError &error) {
            EXPECT_EQ(std::string(error.what()),
                      fmt::format("t1 has no '{}' ({}); --machine NAME is another machine", name,
                                  all_causes[cause].summary));
        }
    }
    EXPECT_THROW(explain("dispatsch", t1), UserError);
}

TEST(Explain, TheMachinesNumbersComeWithTheirSources) {
    const MachineConfig t1 = MachineConfig::load("t1");
    const Table numbers = explain("dispatch", t1).tables.at(1);
    ASSERT_EQ(numbers.rows.size(), 1u);
    EXPECT_EQ(text(numbers, 0, "value"), std::to_string(t1.part<T1Config>().dispatch_cycles));
    EXPECT_SAYS(text(numbers, 0, "source"), "CSD-94-823 3.10");
    EXPECT_EQ(explain("load_use", t1).tables.at(1).rows.size(), 1u); // as JSON spells it
    try {
        explain("cache", t1);
        ADD_FAILURE() << "T1 has no cache";
    } catch (const UserError &error) {
        EXPECT_STREQ(error.what(),
                     "t1 has no 'cache' (lines fetched from memory and written back); "
                     "--machine NAME is another machine");
    }
}

TEST(Explain, CausesThatAMachinesReportsShowHaveNumbers) {
    const std::vector<std::pair<std::string, std::vector<std::string>>> machines = {
        {"cm5", {"issue", "load-use", "ni-wait", "exception", "wait-message", "wait-barrier"}},
        {"cm5-xnet", {"issue", "network", "dispatch", "exception", "wait-room"}},
        {"sp2", {"issue", "load-use", "cache", "ni-wait", "wait-message"}},
        {"sp2-xnet", {"issue", "network", "dispatch", "wait-room"}},
        {"ncube2", {"issue", "access", "stall", "exception", "wait-message"}},
        {"ncube2-x86", {"issue", "access", "stall", "exception", "wait-message"}},
        {"ncube2-xnet", {"issue", "dispatch", "wait-room"}}};
    for (const auto &[name, shown] : machines)
        for (const std::string &cause : shown) {
            const Inspection answer = explain(cause, MachineConfig::load(name));
            EXPECT_FALSE(answer.tables.at(1).rows.empty()) << name << ": " << cause;
        }
    for (const char *machine : {"t1", "cm5", "cs2", "sp2", "voyager"})
        for (const char *cause : {"access", "stall"})
            EXPECT_THROW(explain(cause, MachineConfig::load(machine)), UserError) << machine;
    for (const char *machine : {"sp2", "voyager"})
        EXPECT_THROW(explain("exception", MachineConfig::load(machine)), UserError) << machine;
    const Table issue = explain("issue", MachineConfig::load("ncube2-x86")).tables.at(1);
    EXPECT_EQ(text(issue, 0, "member"), "base_cycles");
    EXPECT_EQ(text(issue, 1, "member"), "access_cycles");
}

TEST(Protobuf, Encoding) {
    // The examples of protobuf.dev/programming-guides/encoding.
    ProtoMessage one, two, outer;
    one.number(1, 150);
    EXPECT_EQ(one.bytes(), "\x08\x96\x01");
    two.text(2, "testing");
    EXPECT_EQ(two.bytes(), "\x12\x07testing");
    outer.message(3, one);
    EXPECT_EQ(outer.bytes(), "\x1a\x03\x08\x96\x01");
    ProtoMessage negative;
    negative.integer(1, -2);
    EXPECT_EQ(negative.bytes(), "\x08\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01");
    ProtoMessage fixed;
    fixed.fixed64(1, 1);
    EXPECT_EQ(fixed.bytes(), std::string("\x09\x01\0\0\0\0\0\0\0", 9));
}

TEST_F(Inspected, ExportsThatCannotBe) {
    const ScratchFile out;
    ExportOptions options{.trace = file.path(), .program = {}, .output = out.path(), .node = {}};
    options.node = 3;
    EXPECT_THROW(export_trace(options), UserError);
    options.node = {};
    options.output = file.path();
    EXPECT_THROW(export_trace(options), UserError); // it is a trace
    EXPECT_TRUE(TraceReader::is_trace(file.path()));
    options.output = "/dev/full";
    EXPECT_THROW(export_trace(options), UserError);
    options.output = out.path() / "in a file";
    EXPECT_THROW(export_trace(options), UserError);
}

TEST_F(Inspected, ExportsHaveEveryCycle) {
    const ScratchFile out;
    std::uint64_t all = 0;
    for (const NodeSummary &node : result.nodes) all += node.cycles;
    for (const ExportFormat format :
         {ExportFormat::folded, ExportFormat::callgrind, ExportFormat::perfetto}) {
        ExportOptions options{.trace = file.path(),
                              .program = {},
                              .output = out.path(),
                              .format = format,
                              .node = {}};
        EXPECT_EQ(export_trace(options).cycles, all);
    }
    for (std::uint32_t node = 0; node < 3; ++node) {
        ExportOptions options{.trace = file.path(),
                              .program = {},
                              .output = out.path(),
                              .format = ExportFormat::kanata,
                              .node = node};
        EXPECT_EQ(export_trace(options).cycles, result.nodes[node].cycles);
    }
}

TEST_F(Inspected, APageHasAllOrSaysWhatNot) {
    const ScratchFile out;
    std::uint64_t instructions = 0, messages = 0;
    for (const NodeSummary &node : result.nodes) {
        instructions += node.instructions;
        messages += node.messages_sent;
    }
    const Viewed all = write_view({.trace = file.path(), .program = {}, .output = out.path()});
    EXPECT_EQ(all.instructions, instructions);
    EXPECT_EQ(all.messages, messages);
    EXPECT_EQ(all.notes.find("not every instruction"), std::string::npos);
    EXPECT_EQ(all.bytes, std::filesystem::file_size(out.path()));
    const Viewed part = write_view(
        {.trace = file.path(), .program = {}, .output = out.path(), .most_instructions = 0});
    EXPECT_EQ(part.instructions, 0u);
    EXPECT_NE(part.notes.find("not every instruction"), std::string::npos);
    EXPECT_THROW(write_view({.trace = file.path(), .program = {}, .output = file.path()}),
                 UserError);
    EXPECT_THROW(write_view({.trace = file.path(), .program = {}, .output = "/dev/full"}),
                 UserError);
}

/// Names come from the program; they must not end the page's script.
TEST(View, NamesAreOnlyText) {
    const ScratchFile file, out;
    Code code;
    code.label("main").nop().exit(0);
    Image image = image_of(code, {"main"});
    image.symbols[0].name = "</script><b>\"x";
    record(image, 1, file.path());
    write_view({.trace = file.path(), .program = {}, .output = out.path()});
    std::ifstream in(out.path());
    const std::string page{std::istreambuf_iterator<char>(in), {}};
    EXPECT_EQ(page.find("</script><b>"), std::string::npos);
    EXPECT_NE(page.find("\\u003c/script>\\u003cb>\\\"x"), std::string::npos);
}

} // namespace
} // namespace inlet::test
