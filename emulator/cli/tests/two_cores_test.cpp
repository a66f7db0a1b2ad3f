// A machine whose nodes have two cores, through all layers of the command: runs, endings, traces
// and what reads them, snapshots, gdb.
#include "app/exit_code.h"
#include "cli/run_command.h"
#include "description/tests/elf_builder.h"
#include "duo.h"
#include "gdb/packets.h"
#include "gdb/target.h"
#include "inlet/config.h"
#include "inlet/control.h"
#include "inlet/inspect.h"
#include "inlet/report.h"
#include "inlet/run_summary.h"
#include "inlet/snapshot.h"
#include "inlet/trace_hash.h"
#include "inlet/trace_reader.h"
#include "tests/observers/guest.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace inlet::test {
namespace {

using nlohmann::json;
using Bytes = std::vector<std::uint8_t>;

#define EXPECT_SAYS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)
#define EXPECT_SILENT(text, part) EXPECT_EQ((text).find(part), std::string::npos) << (text)

constexpr std::uint32_t questions = 5;

/// Asks the other core `questions` times for a number's successor; exits with the last one.
Code asking() {
    Code code;
    code.li(16, Mailbox::base).op("addiu", {18, 0, questions}).op("addu", {4, 0, 0});
    code.label("again").to("jal", {}, "ask").nop();
    code.op("addiu", {18, 18, -1}).to("bne", {18, 0}, "again").nop();
    code.exit(4);
    code.label("ask").op("sw", {4, 0, 16});
    code.label("poll").op("lw", {2, 0, 16}).nop().to("beq", {2, 0}, "poll").nop();
    code.op("lw", {4, 4, 16}).nop().op("jr", {31}).nop();
    return code;
}

/// Firmware: takes a word, adds 1, answers; `after` replaces the addition.
Code serving(const std::string &instead = "") {
    Code code;
    while (code.here() < Code::base + 0x100) code.nop(); // apart from the other program
    code.li(16, Mailbox::base);
    code.label("idle").op("lw", {2, 0, 16}).nop().to("beq", {2, 0}, "idle").nop();
    code.to("jal", {}, "serve").nop().to("beq", {0, 0}, "idle").nop();
    code.label("serve").op("lw", {5, 4, 16}).nop();
    if (instead == "silent")
        code.op("jr", {31}).nop();
    else if (instead == "faults")
        code.label("fault").op("sw", {5, 0, 0});
    else
        code.label("add").op("addiu", {5, 5, 1}).op("sw", {5, 0, 16}).op("jr", {31}).nop();
    return code;
}

/// The same in PowerPC, apart from the other program, too.
constexpr std::uint32_t ppc_base = Code::base + 0x100, ppc_idle = ppc_base + 4,
                        ppc_serve = ppc_base + 0x18;
Bytes serving_ppc() {
    Bytes bytes;
    const auto add = [&](std::uint32_t word) {
        for (int shift = 24; shift >= 0; shift -= 8)
            bytes.push_back(static_cast<std::uint8_t>(word >> shift));
    };
    while (bytes.size() < ppc_base - Code::base) add(0x60000000); // nop
    for (const std::uint32_t word : {
             0x3C602000u,             // lis r3, 0x2000
             0x80830000u,             // idle: lwz r4, 0(r3)
             0x2C040000u,             // cmpwi r4, 0
             0x4182FFF8u,             // beq idle
             0x48000009u,             // bl serve
             0x4BFFFFF0u,             // b idle
             0x80A30004u,             // serve: lwz r5, 4(r3)
             0x38A50001u,             // addi r5, r5, 1
             0x90A30000u, 0x4E800020u // stw r5, 0(r3); blr
         })
        add(word);
    return bytes;
}

class TwoCoreCommand : public testing::Test {
  protected:
    TwoCoreCommand() { add_duo(); }

    std::string file(const std::string &name) const {
        return (folder_.path().parent_path() / name).string();
    }
    std::string write(const std::string &name, const Bytes &bytes) const {
        std::ofstream(file(name), std::ios::binary)
            .write(reinterpret_cast<const char *>(bytes.data()),
                   static_cast<std::streamsize>(bytes.size()));
        return file(name);
    }
    static Bytes elf(const Bytes &text, const std::vector<ElfBuilder::Name> &names,
                     std::uint16_t machine = EM_MIPS) {
        ElfBuilder builder;
        builder.header.e_machine = machine;
        builder.parts = {{Code::base, static_cast<std::uint32_t>(text.size()), PF_R | PF_X, text}};
        builder.names = names;
        return builder.bytes();
    }
    static Bytes elf(Code code, const std::vector<std::string> &functions) {
        std::vector<ElfBuilder::Name> names;
        for (const std::string &name : functions) names.push_back({name, code.at(name), 0});
        return elf(code.bytes(), names);
    }
    std::string machine(const std::string &second) const {
        const std::string text = duo(second);
        return write(second + ".json", Bytes(text.begin(), text.end()));
    }
    /// Arguments of a run in which core 0 asks and core 1 serves.
    cli::RunArguments arguments(const std::string &second, const std::string &instead = "") const {
        cli::RunArguments run;
        run.job.machine = machine(second);
        run.job.program = write("asks.elf", elf(asking(), {"again", "ask"}));
        run.job.max_cycles = 1'000'000;
        run.quiet = true;
        if (second == "ppc")
            run.job.firmware = write(
                "serves.elf",
                elf(serving_ppc(), {{"idle", ppc_idle, 20}, {"serve", ppc_serve, 16}}, EM_PPC));
        else
            run.job.firmware = write("serves.elf", elf(serving(instead), {"idle", "serve"}));
        return run;
    }
    struct Output {
        int status = 0;
        std::string out, err;
    };
    static Output run(const cli::RunArguments &arguments) {
        testing::internal::CaptureStdout();
        testing::internal::CaptureStderr();
        Output output;
        try {
            output.status = cli::run(arguments);
        } catch (const UserError &error) {
            output.err = error.what();
            output.status = -1;
        }
        std::fflush(stdout);
        output.out = testing::internal::GetCapturedStdout();
        output.err += testing::internal::GetCapturedStderr();
        return output;
    }

  private:
    ScratchFile folder_;
};

TEST_F(TwoCoreCommand, TracesAreReadForEitherCore) {
    for (const std::string second : {"mips", "ppc"}) {
        SCOPED_TRACE(second);
        cli::RunArguments record = arguments(second);
        record.trace = file("run.trace");
        record.trace_hash = true;
        record.json = "some";
        const Output ran = run(record);
        ASSERT_EQ(ran.status, questions) << ran.err;
        const json document = json::parse(ran.out);
        ASSERT_EQ(document.at("firmware").size(), 2u);
        EXPECT_GT(document.at("firmware")[0].at("instructions"), 5 * questions);

        // Both cores are in the hash: that of a run with neither engine nor horizon is the same.
        cli::RunArguments plain = record;
        plain.trace.clear();
        plain.job.lock_step = true;
        const Output again = run(plain);
        EXPECT_EQ(json::parse(again.out).at("trace_hash"), document.at("trace_hash"));
        EXPECT_EQ(json::parse(again.out).at("firmware"), document.at("firmware"));

        ReportOptions options{.trace = record.trace, .program = {}, .message = {}, .sections = {}};
        const std::string all = Report(options).text();
        EXPECT_SILENT(all, "ended early");
        EXPECT_SAYS(all, document.at("trace_hash").get<std::string>());
        options.sections = {"nodes", "functions"};
        EXPECT_SAYS(Report(options).text(), " ask\n");
        EXPECT_SILENT(Report(options).text(), "serve");
        options.only = {"core=little"};
        const Report report(options);
        EXPECT_SAYS(report.text(), "Of the run only core=little is shown.");
        EXPECT_SAYS(report.text(), "serve");
        EXPECT_SILENT(report.text(), " ask\n");

        const std::string code =
            annotate(
                {.trace = record.trace, .program = {}, .symbol = "serve", .only = {"core=little"}})
                .text;
        // 2 nodes, each of whose questions is served once: 3 cycles an instruction.
        EXPECT_SAYS(code, second == "ppc" ? "addi" : "addiu");
        EXPECT_SAYS(code, "10");
        const std::string main =
            annotate({.trace = record.trace, .program = {}, .symbol = "ask"}).text;
        EXPECT_SAYS(main, "lw");
    }
}

TEST_F(TwoCoreCommand, ConditionsOnCoresAreChecked) {
    cli::RunArguments record = arguments("mips");
    record.trace = file("run.trace");
    record.only = {"core=middle"};
    EXPECT_SAYS(run(record).err, "--only core=middle: the cores are called big, little");
    record.only = {"core=little", "code=serve"};
    EXPECT_EQ(run(record).status, questions);
    struct Counts final : Observer {
        void instruction(const InstructionEvent &event) override {
            ++seen;
            EXPECT_EQ(event.core, 0);
        }
        std::uint64_t seen = 0;
    } counts;
    EXPECT_TRUE(TraceReader(record.trace).read(counts).complete);
    EXPECT_EQ(counts.seen, 2 * questions * 8); // with the two before its label
    EXPECT_THROW(TraceReader(record.trace, {"core=big", "code=serve"}), UserError);
    EXPECT_NO_THROW(TraceReader(record.trace, {"core=big", "code=ask"}));

    cli::RunArguments other = arguments("mips");
    other.job.machine = "t1";
    EXPECT_SAYS(run(other).err, "--firmware: machine t1 has no second processors: leave it out");
    other.job.firmware.clear();
    other.trace = file("t1.trace");
    other.only = {"core=little"};
    EXPECT_SAYS(run(other).err, "the machine's nodes have one core");
}

TEST_F(TwoCoreCommand, PartsOfATraceAreRepeatedExactly) {
    cli::RunArguments record = arguments("ppc");
    record.trace = file("run.trace");
    ASSERT_EQ(run(record).status, questions);
    struct Collects final : Observer {
        void instruction(const InstructionEvent &event) override {
            all.push_back({event.node, event.cycle, event.pc, event.cost.total()});
        }
        std::vector<std::array<std::uint64_t, 4>> all;
    };
    Collects whole, part;
    TraceReader(record.trace, {"core=little"}).read(whole);
    TraceReader(record.trace, {"core=little", "cycles=100:"}).read(part);
    std::erase_if(whole.all, [](const auto &one) { return one[1] < 100; });
    std::ranges::sort(whole.all);
    std::ranges::sort(part.all);
    EXPECT_GT(part.all.size(), 20u);
    EXPECT_EQ(whole.all, part.all);
}

TEST_F(TwoCoreCommand, SnapshotsResumeAndAreOfTheirFirmware) {
    cli::RunArguments plain = arguments("mips");
    plain.trace_hash = true;
    plain.json = "some";
    plain.checkpoint_every = 100;
    plain.checkpoint_directory = file("");
    const Output whole = run(plain);
    ASSERT_EQ(whole.status, questions) << whole.err;
    std::vector<std::string> snapshots;
    for (const auto &entry : std::filesystem::directory_iterator(file("")))
        if (entry.path().extension() == ".snapshot") snapshots.push_back(entry.path().string());
    ASSERT_GT(snapshots.size(), 1u);
    plain.checkpoint_every = 0;
    for (const std::string &snapshot : snapshots) {
        plain.resume = snapshot;
        EXPECT_EQ(json::parse(run(plain).out), json::parse(whole.out)) << snapshot;
    }
    plain.job.firmware = write("other.elf", elf(serving("silent"), {"idle", "serve"}));
    EXPECT_SAYS(run(plain).err, "the snapshot is of a run with other firmware");
}

TEST_F(TwoCoreCommand, EndingsNameTheCore) {
    const Output faulted = run(arguments("mips", "faults"));
    EXPECT_EQ(faulted.status, app::guest_fault);
    EXPECT_SAYS(faulted.err, "node 0's little, cycle ");
    EXPECT_SAYS(faulted.err, "(serve+0x8)");
    EXPECT_SAYS(faulted.err, "store to an unmapped address 0x00000000");

    const Output silent = run(arguments("mips", "silent"));
    EXPECT_EQ(silent.status, app::deadlock) << silent.err;
    EXPECT_SAYS(silent.err, "(ask+0x");
    EXPECT_SAYS(silent.err, "node 1's little, cycle ");
    EXPECT_SAYS(silent.err, "sleeps");

    cli::RunArguments dump = arguments("mips");
    dump.tsip = true;
    EXPECT_SAYS(run(dump).out, "little");
    dump.json = "some";
    const json document = json::parse(run(dump).out);
    ASSERT_EQ(document.at("tsip").at("firmware").size(), 2u);
    EXPECT_EQ(document.at("tsip").at("firmware")[1].at("core"), "little");
    EXPECT_EQ(document.at("tsip").at("firmware")[1].at("state"), "sleeps");
}

/// A machine under gdb.
class UnderGdb {
  public:
    UnderGdb(const cli::RunArguments &run)
        : job_(run.job), hash(job_.nodes()), machine_(job_.config(), job_.image(), options(hash)) {
        session_.image = &job_.image();
        session_.firmware = job_.firmware();
        session_.second_core = "little";
        session_.hash = &hash;
        target_.emplace(machine_, session_, [] { return false; });
    }
    std::string say(const std::string &packet) { return target_->answer(packet); }
    /// Continues past a breakpoint at which a thread stands, as gdb does.
    std::string go_on(unsigned thread, const std::string &address) {
        say("z0," + address + ",4");
        say("vCont;s:" + std::to_string(thread));
        say("Z0," + address + ",4");
        return say("vCont;c");
    }
    RunResult finish() { return machine_.run(); }

  private:
    RunOptions options(Observer &observer) const {
        RunOptions options = job_.options(0);
        options.observer = &observer;
        return options;
    }
    app::Job job_;

  public:
    TraceHash hash;

  private:
    Machine machine_;
    GdbServer::Session session_;
    std::optional<gdb::Target> target_;
};

std::string hex(std::uint32_t value) { return fmt::format("{:x}", value); }

TEST_F(TwoCoreCommand, GdbHasThreadsOfSecondCoresWithTheSameRegisters) {
    const cli::RunArguments run = arguments("mips");
    UnderGdb plain(run), gdb(run);
    plain.finish();
    EXPECT_EQ(gdb.say("qfThreadInfo"), "m1,2,3,4");
    EXPECT_SAYS(gdb.say("qXfer:threads:read::0,1000"),
                "<thread id=\"4\" core=\"1\">node 1's little: runs, cycle 0</thread>");
    // A breakpoint of the firmware, forwards and back.
    const Code serves = serving();
    const std::string add = hex(serves.at("add"));
    gdb.say("Z0," + add + ",4");
    EXPECT_EQ(gdb.say("vCont;c"), "T05thread:3;swbreak:;");
    EXPECT_EQ(gdb.say("Hg3"), "OK");
    EXPECT_EQ(gdb.say("p25"), fmt::format("{:08x}", serves.at("add")));
    const std::string before = gdb.say("p5"); // $5
    EXPECT_EQ(gdb.say("vCont;s:3;c"), "T05thread:3;");
    EXPECT_EQ(gdb.say("p5"), fmt::format("{:08x}", std::stoul(before, nullptr, 16) + 1));
    EXPECT_EQ(gdb.say("bs"), "T05thread:3;");
    EXPECT_EQ(gdb.say("p5"), before);
    EXPECT_EQ(gdb.say("vCont;c"), "T05thread:3;swbreak:;");
    EXPECT_EQ(gdb.go_on(3, add), "T05thread:4;swbreak:;");
    gdb.say("z0," + add + ",4");
    EXPECT_SAYS(gdb.say("vCont;c"), "W05");
    gdb.finish();
    EXPECT_EQ(gdb.hash.value(), plain.hash.value());
}

/// gdb's number of a register in a description.
std::string number_of(const std::string &description, const std::string &name) {
    const std::size_t at = description.find("name=\"" + name + "\"");
    const std::size_t number = description.find("regnum=\"", at) + 8;
    return at == std::string::npos ? "" : hex(std::stoul(description.substr(number)));
}

TEST_F(TwoCoreCommand, GdbHasThreadsOfUnlikeSecondCores) {
    const cli::RunArguments run = arguments("ppc");
    UnderGdb plain(run), gdb(run);
    plain.finish();
    EXPECT_EQ(gdb.say("qfThreadInfo"), "m1,2,3,4");
    const std::string description = gdb.say("qXfer:features:read:target.xml:0,8000");
    EXPECT_SAYS(description, "<architecture>mips</architecture>");
    const std::string r5 = "p" + number_of(description, "little_r5"),
                      pc = "p" + number_of(description, "little_pc");
    gdb.say("Z0," + hex(ppc_serve) + ",4");
    EXPECT_EQ(gdb.say("vCont;c"), "T05thread:3;swbreak:;");
    EXPECT_EQ(gdb.say("Hg3"), "OK");
    // Its own registers, and those that it does not have; its pc is that of the description, too.
    EXPECT_EQ(gdb.say("p25"), fmt::format("{:08x}", ppc_serve));
    EXPECT_EQ(gdb.say(pc), gdb.say("p25"));
    EXPECT_EQ(gdb.say("p5"), "xxxxxxxx");
    EXPECT_EQ(gdb.say("P5=00000001"), "E02");
    gdb.say("z0," + hex(ppc_serve) + ",4");
    EXPECT_EQ(gdb.say("vCont;s:3;c"), "T05thread:3;"); // lwz r5, 4(r3)
    const std::string taken = gdb.say(r5);
    EXPECT_EQ(gdb.say("vCont;s:3;c"), "T05thread:3;"); // addi r5, r5, 1
    EXPECT_EQ(gdb.say(r5), fmt::format("{:08x}", std::stoul(taken, nullptr, 16) + 1));
    EXPECT_EQ(gdb.say("bs"), "T05thread:3;");
    EXPECT_EQ(gdb.say(r5), taken);
    EXPECT_EQ(gdb.say("Hg1"), "OK");
    EXPECT_EQ(gdb.say(r5), "xxxxxxxx");
    EXPECT_EQ(gdb.say("p5").find('x'), std::string::npos);
    EXPECT_SAYS(gdb::from_hex(gdb.say("qRcmd," + gdb::to_hex("help"))), "monitor code N");
    EXPECT_SAYS(gdb::from_hex(gdb.say("qRcmd," + gdb::to_hex("code 3"))), "(serve+0x4): addi");
    EXPECT_EQ(gdb::from_hex(gdb.say("qRcmd," + gdb::to_hex("address serve"))),
              fmt::format("{:#010x}\n", ppc_serve));
    EXPECT_SAYS(gdb.say("vCont;c"), "W05");
    gdb.finish();
    EXPECT_EQ(gdb.hash.value(), plain.hash.value());
}

TEST_F(TwoCoreCommand, GdbStopsFirstCoresWhereBothProgramsHaveCode) {
    const cli::RunArguments run = arguments("ppc");
    UnderGdb plain(run), gdb(run);
    plain.finish();
    const Code asks = asking();
    const std::string again = hex(asks.at("again")); // the firmware has code there, too
    gdb.say("Z0," + again + ",4");
    EXPECT_EQ(gdb.say("vCont;c"), "T05thread:1;swbreak:;");
    for (unsigned i = 1; i < 2 * questions; ++i)
        EXPECT_EQ(gdb.go_on(1 + (i - 1) % 2, again),
                  fmt::format("T05thread:{};swbreak:;", 1 + i % 2))
            << i;
    EXPECT_SAYS(gdb.go_on(2, again), "W05");
    gdb.finish();
    EXPECT_EQ(gdb.hash.value(), plain.hash.value());
}

} // namespace
} // namespace inlet::test
