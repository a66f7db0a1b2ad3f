// The command from the user's view: runs the binary and checks its output and exit status.
#include "app/exit_code.h"
#include "cli/command_line.h"
#include "description/tests/elf_builder.h"
#include "inlet/run_summary.h"
#include "net/mesh.h"
#include "tests/effort.h"
#include "tests/network_numbers.h"
#include "tests/observers/guest.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace inlet::test {
namespace {

using nlohmann::json;

struct Output {
    int status = 0;
    std::string out, err;
};

std::string read_file(const std::filesystem::path &path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string quoted(const std::string &word) {
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

#define EXPECT_SAYS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

struct Cli : testing::Test {
    /// Writes a guest program to a file.
    class Program {
      public:
        Program(Code &code, const std::vector<std::string> &functions) {
            ElfBuilder builder;
            const std::vector<std::uint8_t> text = code.bytes();
            builder.parts = {
                {Code::base, static_cast<std::uint32_t>(text.size()), PF_R | PF_X, text}};
            builder.names.clear();
            for (const std::string &name : functions)
                builder.names.push_back({name, code.at(name), 0});
            const std::vector<std::uint8_t> bytes = builder.bytes();
            std::ofstream(file_.path(), std::ios::binary)
                .write(reinterpret_cast<const char *>(bytes.data()),
                       static_cast<std::streamsize>(bytes.size()));
        }
        std::string path() const { return file_.path().string(); }

      private:
        ScratchFile file_;
    };

    static Output inlet(const std::vector<std::string> &words) {
        const ScratchFile out, err;
        std::string command = quoted(INLET_PROGRAM);
        for (const std::string &word : words) command += " " + quoted(word);
        command += " >" + quoted(out.path().string()) + " 2>" + quoted(err.path().string()) +
                   " </dev/null";
        Output output;
        const int status = std::system(command.c_str());
        output.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        output.out = read_file(out.path());
        output.err = read_file(err.path());
        return output;
    }

    /// Wrong usage and bad input: one message that contains `part`, nothing on stdout, status 2.
    static void expect_refused(const std::vector<std::string> &words, const std::string &part) {
        const Output output = inlet(words);
        EXPECT_EQ(output.status, 2) << part;
        EXPECT_EQ(output.out, "") << part;
        EXPECT_TRUE(output.err.starts_with("inlet: ")) << output.err;
        EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1) << output.err;
        EXPECT_SAYS(output.err, part);
    }

    static Program exits(std::uint32_t status) {
        Code code;
        code.label("main").li(7, status).exit(7);
        return Program(code, {"main"});
    }
    /// Prints "ab\ncd" in two writes, from text.
    static Program prints() {
        Code code;
        code.label("main").la(4, "text").op("addiu", {5, 0, 3}).op("syscall", {0x1F001});
        code.la(4, "rest").op("addiu", {5, 0, 2}).op("syscall", {0x1F001}).exit(0);
        code.label("text").words.push_back(0x61620a00);
        code.label("rest").words.push_back(0x63640000);
        return Program(code, {"main"});
    }
    static Program faults() {
        Code code;
        code.label("main").nop().op("lw", {2, 0x14, 0}).nop().exit(0);
        return Program(code, {"main"});
    }
    static Program turns_forever() {
        Code code;
        code.label("main").op("addiu", {2, 2, 1}).to("beq", {0, 0}, "main").nop();
        return Program(code, {"main"});
    }
    /// Every node fills the network with high messages to the next one, whose handler sends two
    /// more until it succeeds: CSD-94-823 3.5 forbids this.
    static Program jams() {
        Code code;
        code.label("main").op("cfc2", {9, isa::ni::niid}).op("addiu", {9, 9, 1});
        code.to("bne", {9, 6}, "next").nop().op("addu", {9, 0, 0});
        code.label("next").op("addu", {16, 9, 0}).la(17, "again");
        code.op("cfc2", {2, isa::ni::nistat}).op("lui", {3, 0x0180}).op("or", {2, 2, 3});
        code.op("ctc2", {2, isa::ni::nistat});
        code.label("turn").op("send0h", {17, 16}).to("beq", {0, 0}, "turn").nop();
        code.label("again").op("send0h", {17, 16}).nop().to("bc2f", {}, "again").nop();
        code.label("more").op("send0h", {17, 16}).nop().to("bc2f", {}, "more").nop().op("hret");
        return Program(code, {"main", "turn", "again", "more"});
    }
    /// Waits for a word in memory that no code writes.
    static Program waits_forever() {
        Code code;
        code.label("main").li(16, 0x40000);
        code.label("loop").op("lw", {2, 0, 16}).nop().to("beq", {2, 0}, "loop").nop().exit(0);
        return Program(code, {"main"});
    }
    /// Every node but 0 makes three round trips to it.
    static Program asks() {
        Code code;
        start(code);
        code.to("beq", {20, 0}, "done").nop().li(18, 3);
        code.label("again").to("jal", {}, "fetch_add").nop();
        code.op("addiu", {18, 18, -1}).to("bne", {18, 0}, "again").nop();
        code.label("done").exit(0);
        code.label("fetch_add").op("addu", {17, 31, 0});
        send_request(code, "f");
        wait_for_flag(code, "f");
        code.op("jr", {17}).nop();
        handlers(code);
        return Program(code, {"main", "fetch_add", "request", "reply"});
    }
    /// Nodes 1 and 2 write their number into node 0, node 2 a little later; node 0 prints it.
    static Program races() {
        constexpr std::uint32_t last = 0x40000, count = 0x40010;
        Code code;
        start(code);
        code.to("beq", {20, 0}, "wait").op("sll", {9, 20, 3});
        code.label("later").op("addiu", {9, 9, -1}).to("bgtz", {9}, "later").nop();
        send_request(code, "r");
        code.to("j", {}, "done").nop();
        code.label("wait").li(16, count).op("addiu", {3, 0, 2});
        code.label("loop").op("lw", {2, 0, 16}).nop().to("bne", {2, 3}, "loop").nop();
        code.li(16, last).op("lw", {21, 0, 16}).la(4, "text").op("sll", {21, 21, 2});
        code.op("addu", {4, 4, 21}).op("addiu", {5, 0, 2}).op("syscall", {0x1F001});
        code.label("done").exit(0);
        code.label("request").li(8, last).op("sw", {4, 0, 8}).li(8, count).op("lw", {5, 0, 8});
        code.nop().op("addiu", {5, 5, 1}).op("sw", {5, 0, 8}).op("hret");
        code.label("text");
        code.words.insert(code.words.end(), {0x300a0000, 0x310a0000, 0x320a0000}); // "0\n" ...
        return Program(code, {"main", "request"});
    }
};

TEST_F(Cli, Help) {
    for (const std::vector<std::string> &words : {std::vector<std::string>{},
                                                  {"--help"},
                                                  {"-h"},
                                                  {"help"},
                                                  {"run", "--help"},
                                                  {"help", "run"},
                                                  {"hunt", "--help"},
                                                  {"sweep", "--help"},
                                                  {"machines", "--help"},
                                                  {"report", "--help"}}) {
        const Output output = inlet(words);
        EXPECT_EQ(output.status, 0);
        EXPECT_EQ(output.err, "");
        EXPECT_SAYS(output.out, "Usage: inlet");
        EXPECT_SAYS(output.out, "Examples:");
    }
    EXPECT_TRUE(inlet({"--version"}).out.starts_with("inlet "));
}

TEST_F(Cli, NodesMayBeRowsTimesColumns) {
    const Program program = asks();
    const auto cycles = [&](const char *nodes) {
        const Output output = inlet({"run", "--nodes", nodes, "--json", program.path()});
        const json document = json::parse(output.out);
        EXPECT_EQ(document["nodes"].size(), 8u);
        return document["cycles"].get<int>();
    };
    EXPECT_LT(cycles("1x8"), cycles("8x1")) << "a ring has shorter ways than a column";
}

TEST_F(Cli, WrongUsage) {
    expect_refused({"rnu"}, "unknown command 'rnu': did you mean 'run'?");
    expect_refused({"xyzzy"}, "unknown command 'xyzzy' (see");
    expect_refused({"run"}, "no program given");
    expect_refused({"run", "--nods", "3", "x"}, "unknown option --nods: did you mean '--nodes'?");
    expect_refused({"run", "--nods=3", "x"}, "unknown option --nods: did you mean '--nodes'?");
    expect_refused({"run", "--nodes"}, "--nodes");
    expect_refused({"run", "--nodes", "0", "x"}, "--nodes: must be at least 1 (got 0)");
    expect_refused({"run", "--parts", "0", "x"}, "--parts: must be at least 1 (got 0)");
    expect_refused({"run", "--parts", "2:3:4", "x"}, "--parts: '2:3:4' is not a whole number");
    expect_refused({"run", "--nodes", "-4", "x"},
                   "--nodes: takes a number or ROWSxCOLUMNS, not '-4'");
    for (const char *wrong : {"3x", "x4", "x", "2x2x2", "3x-1", "3 x 4", "four", "0x10", ""})
        expect_refused({"run", "--nodes", wrong, "x"},
                       "--nodes: takes a number or ROWSxCOLUMNS, not '" + std::string(wrong) + "'");
    expect_refused({"run", "--nodes", "4x0", "x"}, "--nodes: must be at least 1 (got 0)");
    expect_refused({"run", "--nodes", "65536x65536", "x"}, "'4294967296' is too large");
    expect_refused({"run", "--nodes", "4294967297", "x"}, "'4294967297' is too large");
    expect_refused({"run", "--max-cycles", "0", "x"}, "--max-cycles: must be at least 1");
    expect_refused({"run", "--max-cycles", "99999999999999999999", "x"}, "is too large");
    expect_refused({"run", "--jitter", "0", "x"}, "--jitter: must be at least 1");
    expect_refused({"run", "--jitter", "1e3", "x"}, "'1e3' is not a whole number");
    expect_refused({"run", "--lockstep", "x"}, "did you mean '--lock-step'?");
    expect_refused({"hunt"}, "no program given: inlet hunt [OPTIONS] PROGRAM");
    expect_refused({"hunt", "--seeds", "0", "x"}, "--seeds: must be at least 1");
    expect_refused({"hunt", "--seeds", "many", "x"}, "'many' is not a whole number");
    expect_refused({"hunt", "--jitter", "3", "x"}, "unknown option --jitter");
    expect_refused({"hunt", "--ignore", "(", exits(0).path()},
                   "--ignore '(': is not a regular expression");
    expect_refused({"hunt", "/nonexistent/k.elf"}, "/nonexistent/k.elf: no such file");
    expect_refused({"machines", "--jsn"}, "unknown option --jsn: did you mean '--json'?");
    expect_refused({"machines", "t1", "t1"}, "not expected");
    expect_refused({"report"}, "TRACE is required");
    expect_refused({"report", "--mesage", "1:1", "x"}, "did you mean '--message'?");
    expect_refused({"--nonsense"}, "unknown option --nonsense");
}

TEST_F(Cli, BadPrograms) {
    expect_refused({"run", "/nonexistent/k.elf"}, "/nonexistent/k.elf: no such file");
    expect_refused({"run", "/"}, "is a directory");
    expect_refused({"run", INLET_PROGRAM}, "not for MIPS big-endian: compile it with t1-clang");
    expect_refused({"run", "/dev/null"}, "is empty");
    const Program program = exits(0);
    expect_refused({"run", "--nodes", "2049", program.path()}, "machine t1 has at most 2048 nodes");
    expect_refused({"run", "--nodes", "3x1000", program.path()},
                   "--nodes 3000: machine t1 has at most 2048 nodes");
    expect_refused({"run", "--machine", "t2", program.path()},
                   "there is no machine 't2': did you mean 't1'?");
    expect_refused({"run", "--machine", "/nonexistent/m.json", program.path()}, "no such file");
    expect_refused({"run", "--machine", program.path(), program.path()}, "is not valid JSON");
    expect_refused({"run", program.path(), std::string(5000, 'x')}, "arguments need");
}

TEST_F(Cli, BadTraces) {
    const Program program = exits(0);
    expect_refused({"run", "--trace", "/nonexistent/t", program.path()},
                   "/nonexistent/t: the trace cannot be written");
    expect_refused({"run", "--trace", "/dev/full", program.path()}, "cannot be written");
    const std::string before = read_file(program.path());
    expect_refused({"run", "--trace", program.path(), program.path()},
                   "is not a trace; it would be overwritten");
    EXPECT_EQ(read_file(program.path()), before);
    expect_refused({"report", "/nonexistent/t"}, "/nonexistent/t: No such file");
    expect_refused({"report", program.path()}, "is not a trace");
    expect_refused({"report", "/"}, "/: ");
}

/// No command line breaks the network's contract, so this test breaks one by hand.
TEST_F(Cli, ABrokenContractEndsWithAStatusOfItsOwn) {
    testing::internal::CaptureStderr();
    const int status = cli::status_of([] {
        net::Mesh mesh(test::plain_mesh(), 2);
        mesh.advance(10);
        mesh.inject(10, net::Packet{0, 1, 1, 0x10000, net::Priority::low, 1, {}});
        return 0;
    });
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_EQ(status, app::internal_error);
    EXPECT_EQ(status, 70); // docs/network.md, docs/cli.md
    EXPECT_SAYS(said, "inlet: ");
    EXPECT_SAYS(said, "a packet enters the network in its past");
    EXPECT_SAYS(said, "this is a bug in inlet; report it");
    EXPECT_EQ(cli::status_of([] { return 5; }), 5);
}

TEST_F(Cli, ExitStatusIsTheGuests) {
    EXPECT_EQ(inlet({"run", exits(0).path()}).status, 0);
    EXPECT_EQ(inlet({"run", exits(7).path()}).status, 7);
    EXPECT_EQ(inlet({"run", exits(256).path()}).status, 255); // not 0
}

TEST_F(Cli, GuestOutput) {
    const Program program = prints();
    EXPECT_EQ(inlet({"run", "--nodes", "1", program.path()}).out, "ab\ncd\n");
    const Output two = inlet({"run", "--nodes", "2", program.path()});
    EXPECT_EQ(two.out, "[node 0] ab\n[node 1] ab\n[node 0] cd\n[node 1] cd\n");
    EXPECT_EQ(two.err, "");
}

TEST_F(Cli, OutputThatCannotBeWritten) {
    const std::string command =
        quoted(INLET_PROGRAM) + " run " + quoted(prints().path()) + " >/dev/full 2>/dev/null";
    EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 2);
}

/// The text takes some 13000 pages more when it is decoded as a whole.
TEST_F(Cli, AShortRunOfALongProgramTakesFewPages) {
    if (sanitized) GTEST_SKIP() << "a sanitizer has pages of its own";
    Code code;
    code.label("main").li(7, 3).exit(7);
    for (int i = 0; i < 250'000; ++i) code.nop();
    const Program program(code, {"main"});
    const std::string path = program.path();
    const pid_t child = fork();
    if (child == 0) {
        execl(INLET_PROGRAM, INLET_PROGRAM, "run", "--nodes", "1", path.c_str(), nullptr);
        _exit(127);
    }
    int status = 0;
    rusage used{};
    ASSERT_EQ(wait4(child, &status, 0, &used), child);
    EXPECT_EQ(WEXITSTATUS(status), 3);
    EXPECT_LT(used.ru_minflt, 5000);
}

TEST_F(Cli, WhatFollowsTheProgramIsItsOwn) {
    // exit(argc)
    Code code;
    code.label("main").exit(4);
    const Program program(code, {"main"});
    EXPECT_EQ(inlet({"run", "--nodes", "1", program.path()}).status, 1);
    EXPECT_EQ(inlet({"run", "--nodes", "1", program.path(), "--json", "--nodes", "x"}).status, 4);
    EXPECT_EQ(inlet({"run", "--nodes", "1", program.path(), "--help"}).status, 2);
    EXPECT_EQ(inlet({"run", "--nodes", "1", "--", program.path(), "--", "a"}).status, 3);
}

TEST_F(Cli, CheckAmTellsOfHandlers) {
    const Program program = jams(); // its high handler sends a message
    const Output text = inlet({"run", "--nodes", "2", "--check-am", program.path()});
    EXPECT_EQ(text.status, 5);
    EXPECT_SAYS(text.err, "): reply handler again sends (");
    EXPECT_SAYS(text.out,
                "handler  priority    messages  longest cycles  stack bytes\nagain    high");
    const Output output = inlet({"run", "--nodes", "2", "--check-am=50", "--json", program.path()});
    const json check = json::parse(output.out)["check_am"];
    EXPECT_EQ(check["limit"], 50);
    ASSERT_EQ(check["handlers"].size(), 1u);
    EXPECT_EQ(check["handlers"][0]["handler"], "again");
    EXPECT_EQ(check["handlers"][0]["priority"], "high");
    EXPECT_EQ(check["handlers"][0]["stack_bytes"], 0);
    ASSERT_FALSE(check["breaches"].empty());
    const json breach = check["breaches"][0];
    EXPECT_EQ(breach["kind"], "reply_sends");
    EXPECT_EQ(breach["handler"], "again");
    EXPECT_EQ(breach["message"], "reply handler again sends");
    EXPECT_GT(breach["count"], 1);
    // A run that would be good fails the check; a run without handlers does too.
    const Program answers = asks();
    EXPECT_EQ(inlet({"run", "--nodes", "2", answers.path()}).status,
              inlet({"run", "--nodes", "2", "--check-am", answers.path()}).status);
    EXPECT_EQ(inlet({"run", "--nodes", "2", "--check-am=1", answers.path()}).status, 1);
    expect_refused({"run", "--check-am=0", program.path()},
                   "--check-am: must be at least 1 (got 0)");
    expect_refused({"run", "--check-am=x", program.path()},
                   "--check-am: 'x' is not a whole number");
}

TEST_F(Cli, JsonIsOneDocument) {
    const Output output = inlet({"run", "--nodes", "2", "--json", prints().path(), "arg"});
    EXPECT_EQ(output.status, 0);
    EXPECT_EQ(output.err, "");
    const json document = json::parse(output.out);
    EXPECT_EQ(document["outcome"], "exited");
    EXPECT_EQ(document["arguments"], json::array({"arg"}));
    EXPECT_EQ(document["console"].size(), 4u);
    EXPECT_EQ(document["console"][1], json({{"node", 1}, {"line", "ab"}}));
    ASSERT_EQ(document["nodes"].size(), 2u);
    for (const char *key : {"cycles", "instructions", "messages_sent", "messages_received",
                            "cycles_waiting", "status"})
        EXPECT_TRUE(document["nodes"][0].contains(key)) << key;
    EXPECT_EQ(document["totals"]["instructions"].get<int>(),
              2 * document["nodes"][0]["instructions"].get<int>());
    EXPECT_TRUE(document.contains("message_hash"));
}

TEST_F(Cli, Summary) {
    const Output output = inlet({"run", "--nodes", "3", "--summary", asks().path()});
    EXPECT_EQ(output.status, 0);
    EXPECT_SAYS(output.out, "on 3 nodes of t1");
    EXPECT_EQ(std::count(output.out.begin(), output.out.end(), '\n'),
              7); // title, blank, head, 3 nodes, sum
}

TEST_F(Cli, Faults) {
    const ScratchFile trace;
    const Program program = faults();
    const Output output =
        inlet({"run", "--nodes", "1", "--trace", trace.path().string(), program.path()});
    EXPECT_EQ(output.status, 3);
    EXPECT_SAYS(output.err,
                "inlet: node 0, cycle 1, pc 0x00010004 (main+0x4): load from an unmapped address "
                "0x00000014 (4 bytes)\n"
                "  instruction: lw $v0, 20($zero)\n  what to do: look for a null or wild pointer");
    const Output report = inlet({"report", trace.path().string()});
    EXPECT_EQ(report.status, 0);
    EXPECT_SAYS(report.out, "The run ended early: node 0, cycle 1, pc 0x00010004 (main+0x4)");
    EXPECT_SAYS(report.out, "No message was sent");
    const json document = json::parse(inlet({"run", "--nodes", "1", "--json", program.path()}).out);
    EXPECT_EQ(document["outcome"], "fault");
    EXPECT_EQ(document["nodes"][0]["status"], nullptr);
}

TEST_F(Cli, EveryFaultHasItsPlace) {
    const auto refused = [](Code &code, const std::string &part) {
        code.label("main"); // Other output of the test comes before; names are not checked here
        const Program program(code, {"main"});
        const Output output = inlet({"run", "--nodes", "2", program.path()});
        EXPECT_EQ(output.status, 3);
        EXPECT_SAYS(output.err, part);
        EXPECT_SAYS(output.err, "inlet: node 0, cycle ");
        EXPECT_SAYS(output.err, "\n  what to do: ");
    };
    const auto code = [](auto... steps) {
        Code code;
        (steps(code), ...);
        return code;
    };
    Code c = code([](Code &k) { k.li(2, 0x40002).op("sw", {3, 0, 2}).nop(); });
    refused(c, "store to an unaligned address 0x00040002 (4 bytes)");
    c = code([](Code &k) {
        k.la(2, "next").op("addiu", {3, 0, -1}).op("sw", {3, 0, 2}).label("next").nop();
    });
    refused(c, "illegal instruction: 0xffffffff (the program's text has been overwritten here)");
    c = code([](Code &k) { k.li(2, 0x40000).op("jr", {2}).nop(); });
    refused(c, "jump to memory in which nothing was ever stored (the pc is not in the program's");
    c = code([](Code &k) { k.words.push_back(0x70431002); });
    refused(c,
            "illegal instruction: 0x70431002\n  instruction: mul $v0, $v0, $v1 (not in MIPS-II)");
    c = code([](Code &k) { k.li(2, 0x7fffffff).op("addi", {2, 2, 1}).nop(); });
    refused(c, "signed overflow\n  instruction: addi $v0, $v0, 1");
    c = code([](Code &k) { k.op("teq", {0, 0, 7}).nop(); });
    refused(c, "(division by zero)");
    c = code([](Code &k) { k.op("break", {0}).nop(); });
    refused(c, "breakpoint instruction");
    c = code([](Code &k) { k.op("syscall", {5}).nop(); });
    refused(c, "system call that is no host service: code 0x5");
    c = code([](Code &k) { k.li(8, 0x10000).op("addiu", {9, 0, 99}).op("send0", {8, 9}).nop(); });
    refused(c, "SEND to a node that is not there: 99 (there are 2: 0 to 1)\n  instruction: send0 "
               "$t0, $t1");
    c = code([](Code &k) { k.li(8, 0x10000).op("addiu", {9, 0, -1}).op("send0", {8, 9}).nop(); });
    refused(c, "SEND to a node that is not there: -1 (there are 2: 0 to 1)");
    c = code([](Code &k) { k.op("addiu", {8, 0, -8}).op("send0", {8, 0}).nop(); });
    refused(c, "message to a handler that is a null pointer");
    c = code([](Code &k) { k.li(8, 0x10002).op("send0", {8, 0}).nop(); });
    refused(c, "handler address that is not a multiple of four: 0x00010002");
    c = code([](Code &k) { k.op("hret").nop(); });
    refused(c, "HRET outside a handler");
    c = code([](Code &k) { k.op("cfc2", {2, 31}).nop(); });
    refused(c, "register that does not exist: $31");
    c = code([](Code &k) { k.op("addiu", {5, 0, 1}).op("syscall", {0x1F001}).nop(); });
    refused(c, "host service with arguments outside the node's memory");
    c = code([](Code &k) { k.li(2, 0x20).op("jr", {2}).nop(); });
    refused(c, "jump to an unmapped address 0x00000020");
}

TEST_F(Cli, MaxCycles) {
    const ScratchFile trace;
    const Output output = inlet(
        {"run", "--max-cycles", "1000", "--trace", trace.path().string(), turns_forever().path()});
    EXPECT_EQ(output.status, 4);
    EXPECT_SAYS(output.err, "inlet: node 0, cycle 1000, pc 0x0001000");
    EXPECT_SAYS(output.err, "not done when --max-cycles was reached");
    EXPECT_SAYS(inlet({"report", trace.path().string()}).out,
                "The run ended early: node 0, cycle 1000");
}

/// The line of `text` that begins with this prefix.
std::string line_of(const std::string &text, const std::string &begin) {
    const std::size_t at = text.find(begin);
    return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
}

TEST_F(Cli, SnapshotsAreGoneOnFrom) {
    const Program program = turns_forever(), other = exits(0);
    const ScratchFile place;
    const auto directory = place.path().string() + ".snapshots";
    std::filesystem::create_directory(directory);
    const std::vector<std::string> run = {"run", "--nodes", "2", "--max-cycles", "3500"};
    const auto with = [&](std::vector<std::string> more, const std::string &file) {
        more.insert(more.begin(), run.begin(), run.end());
        more.push_back(file);
        return more;
    };
    const Output plain = inlet(with({"--trace-hash"}, program.path()));
    EXPECT_EQ(plain.status, 4);
    const Output saved =
        inlet(with({"--trace-hash", "--checkpoint-every", "1000", "--checkpoint-dir", directory},
                   program.path()));
    EXPECT_EQ(line_of(saved.err, "trace hash"), line_of(plain.err, "trace hash"));
    int files = 0;
    std::string last;
    for (const auto &entry : std::filesystem::directory_iterator(directory)) {
        last = entry.path().string();
        EXPECT_SAYS(saved.err, "snapshot: " + last);
        const Output resumed = inlet(with({"--trace-hash", "--resume", last}, program.path()));
        EXPECT_EQ(resumed.status, plain.status);
        EXPECT_EQ(resumed.err, plain.err);
        ++files;
    }
    EXPECT_EQ(files, 3);
    expect_refused(with({"--resume", last}, other.path()), "another program");
    expect_refused(with({"--resume", program.path()}, program.path()), "not a snapshot");
    expect_refused(with({"--resume", last + "no"}, program.path()), "No such file");
    expect_refused(with({"--resume", last, "--jitter", "3"}, program.path()), "jitter");
    expect_refused({"run", "--nodes", "3", "--resume", last, program.path()}, "2 nodes");
    expect_refused(with({"--checkpoint-dir", directory}, program.path()), "--checkpoint-every");
    const Output quiet = inlet(with(
        {"--quiet", "--checkpoint-every", "1000", "--checkpoint-dir", directory}, program.path()));
    EXPECT_EQ(quiet.err.find("snapshot"), std::string::npos) << quiet.err;
    expect_refused(with({"--trace-hash", "--resume", last}, program.path()), "no trace hash");
    expect_refused(
        with({"--checkpoint-every", "1000", "--checkpoint-dir", last + "/no"}, program.path()),
        "there is no such directory");
    std::filesystem::remove_all(directory);
}

TEST_F(Cli, ProgressIsAskedForWhereThereIsNoTerminal) {
    const Program program = turns_forever();
    const std::vector<std::string> run = {"run", "--nodes", "2", "--max-cycles", "100000"};
    const auto with = [&](const std::string &option) {
        std::vector<std::string> words = run;
        if (!option.empty()) words.push_back(option);
        words.push_back(program.path());
        return inlet(words);
    };
    const Output plain = with(""), shown = with("--progress");
    EXPECT_EQ(plain.err.find("messages"), std::string::npos) << plain.err;
    EXPECT_SAYS(shown.err, " of 100,000 (");
    EXPECT_SAYS(shown.err, "messages");
    EXPECT_EQ(plain.status, shown.status);
    EXPECT_EQ(plain.out, shown.out);
    expect_refused({"run", "--progress", "--quiet", program.path()}, "--quiet");
}

TEST_F(Cli, WhatCannotGoBackExcludesGdb) {
    const Program program = exits(0);
    expect_refused({"run", "--gdb", "0", "--trace", "/tmp/no.trace", program.path()}, "--trace");
    expect_refused({"run", "--gdb", "0", "--warn-hazards", program.path()}, "--warn-hazards");
    expect_refused({"run", "--gdb", "70000", program.path()}, "too large");
}

TEST_F(Cli, Deadlock) {
    const Output output = inlet({"run", "--nodes", "10", waits_forever().path()});
    EXPECT_EQ(output.status, 5);
    EXPECT_SAYS(
        output.err,
        "inlet: deadlock: every node waits, and no message is on its way\n  node 0, since cycle ");
    EXPECT_SAYS(output.err, ", reads 0x00040000\n");
    EXPECT_SAYS(output.err, "  and 2 more\n");
}

TEST_F(Cli, DeadlockAdviceLooksAtTheCase) {
    // No node has sent a message.
    EXPECT_SAYS(inlet({"run", "--nodes", "1", waits_forever().path()}).err,
                "what to do: no message was ever sent, so nothing can end the loop above");
    // A flag that is not volatile: the compiler reads it once.
    Code blind;
    blind.label("main").to("beq", {0, 0}, "main").nop();
    EXPECT_SAYS(
        inlet({"run", "--nodes", "2", Program(blind, {"main"}).path()}).err,
        "what to do: the loop of node 0 in main reads no memory, so no handler can end it. If "
        "it waits for a variable, make that volatile");
    // A handler that waits for a word that another handler would write.
    Code waits;
    start(waits);
    send_request(waits, "a");
    waits.exit(0);
    waits.label("request").li(8, flag).label("loop").op("lw", {5, 0, 8}).nop();
    waits.to("beq", {5, 0}, "loop").nop().op("hret");
    EXPECT_SAYS(inlet({"run", "--nodes", "1", Program(waits, {"main", "request"}).path()}).err,
                "what to do: node 0 waits in a handler, in request");
    // A handler that polls in vain.
    Code polls;
    start(polls);
    send_request(polls, "a");
    polls.exit(0);
    polls.label("request").op("cfc2", {5, isa::ni::nistat}).op("lui", {6, 0x1000}).nop();
    polls.op("and", {5, 5, 6}).to("beq", {5, 0}, "request").nop().op("hret");
    EXPECT_SAYS(inlet({"run", "--nodes", "1", Program(polls, {"main", "request"}).path()}).err,
                "Handlers never wait and never poll");
}

TEST_F(Cli, AnOptionBehindTheProgramGetsAHint) {
    const Program program = exits(0);
    const Output hint = inlet({"run", program.path(), "--nodes", "4"});
    EXPECT_EQ(hint.status, 0);
    EXPECT_SAYS(hint.err, "inlet: --nodes stands behind the program and is given to it; for inlet: "
                          "inlet run --nodes ... " +
                              program.path());
    EXPECT_SAYS(inlet({"hunt", "--seeds", "1", program.path(), "--ignore=x"}).err,
                "inlet: --ignore=x stands behind the program");
    EXPECT_EQ(inlet({"run", "--", program.path(), "--nodes", "4"}).err, "");
    EXPECT_EQ(inlet({"run", program.path(), "--depth", "4", "nodes"}).err, "");
}

TEST_F(Cli, SweepOverRanges) {
    const Program program = asks();
    const json points = json::parse(
        inlet({"sweep", "--json", "--nodes", "2", "--set", "costs.send=1:3,9:20:5", program.path()})
            .out)["points"];
    std::vector<std::string> values;
    for (const json &point : points) values.push_back(point["set"]["costs.send"]);
    EXPECT_EQ(values, (std::vector<std::string>{"1", "2", "3", "9", "14", "19"}));
    expect_refused({"sweep", "--set", "costs.send=3:1", program.path()}, "a range is FIRST:LAST");
    expect_refused({"sweep", "--set", "costs.send=1:3:0", program.path()}, "a range is FIRST:LAST");
    expect_refused({"sweep", "--set", "costs.send=1:1000000000", program.path()}, "values");
}

TEST_F(Cli, SweepTellsWaitingApart) {
    const Program program = asks();
    const json points =
        json::parse(inlet({"sweep", "--json", "--nodes", "4", program.path()}).out)["points"];
    const json &causes = points[0]["causes"];
    EXPECT_GT(causes["wait_message"], 100);
    std::uint64_t all = 0;
    for (const auto &[cause, cycles] : causes.items())
        if (cause != "refused") all += cycles.get<std::uint64_t>();
    std::uint64_t clocks = 0;
    const json run = json::parse(inlet({"run", "--json", "--nodes", "4", program.path()}).out);
    for (const json &node : run["nodes"]) clocks += node["cycles"].get<std::uint64_t>();
    EXPECT_EQ(all, clocks);
}

TEST_F(Cli, ReportAndDiffTellRunsApart) {
    const Program program = asks();
    const ScratchFile one, two;
    EXPECT_EQ(inlet({"run", "--nodes", "4", "--trace", one.path(), program.path(), "7"}).status, 0);
    EXPECT_EQ(inlet({"run", "--nodes", "2x2", "--set", "costs.send=9", "--set", "net.hop=4",
                     "--jitter", "3", "--trace", two.path(), program.path(), "8"})
                  .status,
              0);
    EXPECT_SAYS(inlet({"report", one.path()}).out, program.path() + " 7 on 4 nodes of t1\n");
    EXPECT_SAYS(inlet({"report", two.path()}).out,
                program.path() + " 8 on 4 nodes (2x2) of t1 with costs.send=9, "
                                 "network.hop_latency=4, jitter 3\n");
    const json document = json::parse(inlet({"report", "--json", two.path()}).out);
    EXPECT_EQ(document["run"]["arguments"], json({"8"}));
    EXPECT_EQ(document["run"]["settings"], json({"costs.send=9", "network.hop_latency=4"}));
    const std::string text = inlet({"diff", one.path(), two.path()}).out;
    EXPECT_SAYS(text, "with costs.send=9, network.hop_latency=4");
    const std::string csv =
        inlet({"diff", "--section", "settings", "--csv", one.path(), two.path()}).out;
    EXPECT_SAYS(csv, "arguments,7,8\n");
    EXPECT_SAYS(csv, "machine costs.send,5,9\n");
    EXPECT_SAYS(csv, "jitter,0,3\n");
    EXPECT_SAYS(inlet({"diff", one.path(), one.path()}).out,
                "Nothing: the same program, arguments, machine and settings.");
    // A machine file with another number and the same name.
    const ScratchFile machine, three;
    std::ofstream(machine.path())
        << R"({"base": "t1", "name": "t1", "costs": {"send": {"value": 9, "source": "a test"}}})";
    EXPECT_EQ(inlet({"run", "--nodes", "4", "--machine", machine.path(), "--trace", three.path(),
                     program.path(), "7"})
                  .status,
              0);
    EXPECT_SAYS(inlet({"report", three.path()}).out, "of t1 (a machine file, 0x");
}

TEST_F(Cli, JamOfFewNodes) {
    const Program program = jams();
    const Output output = inlet({"run", "--nodes", "2", "--tsip", program.path()});
    EXPECT_EQ(output.status, 5);
    EXPECT_EQ(output.err, R"(inlet: deadlock: no node can make progress, and no message can move
  node 0, cycle 32768, pc 0x0001004c (more), in a high handler, of message 1:7 from node 1, its SENDH to node 1 (handler again) is refused again and again; it takes no messages
  node 1, cycle 32768, pc 0x00010058 (more+0xc), in a high handler, of message 0:7 from node 0, its SENDH to node 0 (handler again) is refused again and again; it takes no messages
  16 messages are pending: 4 in injection buffers, 4 on links, 8 delivered but not received
  each waits for the next, and the last for the first:
    node 0, in more
    injection buffer of node 0, high: 2 messages, the first from node 0 to 1, handler again, since cycle 151
    link from the west into router 1, high: 2 messages, the first from node 0 to 1, handler again, since cycle 140
    receive buffer of node 1, high: 4 messages, the first from node 0 to 1, handler again, since cycle 94
    node 1, in more+0xc
    injection buffer of node 1, high: 2 messages, the first from node 1 to 0, handler again, since cycle 152
    link from the west into router 0, behind the dateline, high: 2 messages, the first from node 1 to 0, handler again, since cycle 139
    receive buffer of node 0, high: 4 messages, the first from node 1 to 0, handler again, since cycle 93
  what to do: look for a handler that waits to send: a high one must not, a low one only for high (CSD-94-823 A.10, 'Active Messages'); --tsip lists every undelivered message.
)");
    EXPECT_EQ(
        output.out,
        R"(cycle 32768: 2 nodes in 1 x 2; 16 messages are pending: 4 in injection buffers, 4 on links, 8 delivered but not received

 node  state    context       takes         cycle  pc
    0  sends    high handler  none          32768  0x0001004c (more)
    1  sends    high handler  none          32768  0x00010058 (more+0xc)

       from     to         since  handler                   where
high      0      1           151  again                     injection buffer of node 0, for the link from the west into router 1
high      0      1           173  again                     injection buffer of node 0, behind 1
high      1      0           139  again                     link from the west into router 0, behind the dateline, for the receive buffer of node 0
high      1      0           161  again                     link from the west into router 0, behind the dateline, behind 1
high      1      0            93  again                     receive buffer of node 0
high      1      0           115  again                     receive buffer of node 0, behind 1
high      1      0           137  again                     receive buffer of node 0, behind 2
high      1      0           159  again                     receive buffer of node 0, behind 3
high      1      0           152  again                     injection buffer of node 1, for the link from the west into router 0, behind the dateline
high      1      0           174  again                     injection buffer of node 1, behind 1
high      0      1           140  again                     link from the west into router 1, for the receive buffer of node 1
high      0      1           162  again                     link from the west into router 1, behind 1
high      0      1            94  again                     receive buffer of node 1
high      0      1           116  again                     receive buffer of node 1, behind 1
high      0      1           138  again                     receive buffer of node 1, behind 2
high      0      1           160  again                     receive buffer of node 1, behind 3

each waits for the next, and the last for the first:
  node 0, in more
  injection buffer of node 0, high: 2 messages, the first from node 0 to 1, handler again, since cycle 151
  link from the west into router 1, high: 2 messages, the first from node 0 to 1, handler again, since cycle 140
  receive buffer of node 1, high: 4 messages, the first from node 0 to 1, handler again, since cycle 94
  node 1, in more+0xc
  injection buffer of node 1, high: 2 messages, the first from node 1 to 0, handler again, since cycle 152
  link from the west into router 0, behind the dateline, high: 2 messages, the first from node 1 to 0, handler again, since cycle 139
  receive buffer of node 0, high: 4 messages, the first from node 1 to 0, handler again, since cycle 93
)");
    // The document contains the same.
    const json tsip =
        json::parse(inlet({"run", "--nodes", "2", "--json", program.path()}).out)["tsip"];
    EXPECT_EQ(tsip["rows"], 1);
    EXPECT_EQ(tsip["columns"], 2);
    EXPECT_EQ(tsip["nodes"][1], json::parse(R"({
        "node": 1, "state": "sends", "cycle": 32768, "pc": 65624, "place": "more+0xc",
        "context": "high handler", "ee": false, "lpee": true,
        "hpmm": true, "lpmm": true, "om": false, "tm": false, "message": "0:7",
        "refused": {"pc": 65612, "priority": "high", "destination": 0, "handler": "again"}})"))
        << tsip["nodes"][1];
    EXPECT_EQ(tsip["messages"].size(), 16u);
    EXPECT_EQ(tsip["messages"][0], json::parse(R"({
        "buffer": {"place": "injection", "router": 0, "priority": "high"}, "position": 0,
        "since": 151, "source": 0, "destination": 1, "number": 14, "handler": "again",
        "mode": "kernel", "multicast": false,
        "waits_for": {"place": "link", "router": 1, "from": "west", "behind_dateline": false,
                      "priority": "high"}})"))
        << tsip["messages"][0];
    EXPECT_EQ(tsip["circle"].size(), 8u);
    EXPECT_EQ(tsip["circle"][0], json::parse(R"({"node": 0})"));
    EXPECT_EQ(tsip["circle"][2], tsip["messages"][0]["waits_for"]);
}

TEST_F(Cli, JamOfManyNodes) { // short, too, and the document contains everything
    const Program program = jams();
    const Output output = inlet({"run", "--nodes", "1024", "--tsip", program.path()});
    EXPECT_EQ(output.status, 5);
    EXPECT_LE(std::count(output.err.begin(), output.err.end(), '\n'), 22) << output.err;
    EXPECT_SAYS(output.err, "\n  and 1016 more\n");
    EXPECT_SAYS(output.err, " delivered but not received\n");
    EXPECT_SAYS(output.err, "each waits for the next, and the last for the first:\n");
    EXPECT_LE(std::count(output.out.begin(), output.out.end(), '\n'), 110) << output.out;
    EXPECT_SAYS(output.out, "and 992 more (--json has all)\n");
    const json tsip =
        json::parse(inlet({"run", "--nodes", "1024", "--json", program.path()}).out)["tsip"];
    EXPECT_EQ(tsip["nodes"].size(), 1024u);
    EXPECT_GT(tsip["messages"].size(), 4096u); // every receive buffer is full
}

TEST_F(Cli, LooksWhereverTheRunEnds) {
    const Output output =
        inlet({"run", "--nodes", "1", "--max-cycles", "1000", "--tsip", turns_forever().path()});
    EXPECT_EQ(output.status, 4);
    EXPECT_EQ(
        output.out,
        R"(cycle 1000: 1 nodes in 1 x 1; 0 messages are pending: 0 in injection buffers, 0 on links, 0 delivered but not received

 node  state    context       takes         cycle  pc
    0  runs     main          none           1000  0x00010004 (main+0x4)
)");
}

TEST_F(Cli, Report) {
    const ScratchFile trace;
    const Program program = asks();
    const Output run =
        inlet({"run", "--nodes", "4", "--trace", trace.path().string(), program.path()});
    EXPECT_EQ(run.status, 0);
    EXPECT_SAYS(run.err, "trace: " + trace.path().string() + " (");
    const Output text = inlet({"report", trace.path().string()});
    EXPECT_EQ(text.status, 0);
    EXPECT_EQ(text.err, "");
    for (const char *part : {"(request) and its reply", "from the call of fetch_add",
                             "until fetch_add returns", "Nodes\n", "Cycles of all nodes\n"})
        EXPECT_SAYS(text.out, part);
    const json document = json::parse(inlet({"report", "--json", trace.path().string()}).out);
    EXPECT_EQ(document["complete"], true);
    EXPECT_EQ(document["run"]["nodes"].size(), 4u);
    EXPECT_EQ(document["round_trip"]["parts"].size(), 6u);
    EXPECT_SAYS(inlet({"report", "--message", "2:1", trace.path().string()}).out,
                "Message 2:1 from node 2 to node 0");
    EXPECT_EQ(inlet({"report", "--elf", program.path(), trace.path().string()}).out, text.out);
    expect_refused({"report", "--message", "2:9", trace.path().string()}, "no such message");
    expect_refused({"report", "--section", "foo", trace.path().string()},
                   "there is no section 'foo' (there are trip, nodes, ");
    expect_refused({"path", "--message", "2:1", "--slowest", trace.path().string()},
                   "--message and --slowest exclude each other");
    expect_refused({"report", "--message", "two", trace.path().string()}, "write SOURCE:NUMBER");
    expect_refused({"report", "--message", "2:", trace.path().string()}, "write SOURCE:NUMBER");
    expect_refused({"report", "--elf", exits(0).path(), trace.path().string()},
                   "is not the program of this trace");
    expect_refused({"report", "--elf", "/nonexistent/k", trace.path().string()}, "no such file");
}

TEST_F(Cli, ReportOfATruncatedTrace) {
    const ScratchFile trace;
    inlet({"run", "--nodes", "4", "--trace", trace.path().string(), asks().path()});
    std::filesystem::resize_file(trace.path(), std::filesystem::file_size(trace.path()) - 1);
    const Output output = inlet({"report", trace.path().string()});
    EXPECT_EQ(output.status, 0);
    EXPECT_SAYS(output.out, "The trace ended early: the file is truncated");
    EXPECT_SAYS(output.out, "(request) and its reply");
    EXPECT_EQ(json::parse(inlet({"report", "--json", trace.path().string()}).out)["complete"],
              false);
}

TEST_F(Cli, TracesCutBeforeTheirRunSaySo) {
    const ScratchFile trace;
    inlet({"run", "--nodes", "4", "--trace", trace.path().string(), asks().path()});
    const auto report = [&](std::uintmax_t size) {
        std::filesystem::resize_file(trace.path(), size);
        const Output output = inlet({"report", trace.path().string()});
        EXPECT_EQ(output.status, 2);
        EXPECT_EQ(output.out, "");
        EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1) << output.err;
        return output.err;
    };
    const std::uintmax_t whole = std::filesystem::file_size(trace.path());
    for (std::uintmax_t size = whole - 400; size > 600;
         size -= std::min<std::uintmax_t>(size, 97)) {
        std::filesystem::resize_file(trace.path(), size);
        const Output output = inlet({"report", trace.path().string()});
        if (output.status == 0) // a cut between two frames looks like a run that was killed
            EXPECT_SAYS(output.out, "The trace ended early: ");
        else
            EXPECT_SAYS(output.err, " is not whole, and nothing can be shown without it\n");
    }
    EXPECT_SAYS(report(40), "is truncated: the header is not whole, and nothing can be shown");
    EXPECT_SAYS(report(6), "is truncated: the header is not whole, and nothing can be shown");
    EXPECT_SAYS(report(0), "is not a trace, but empty: nothing of one was written");
}

TEST_F(Cli, SelectionOfANodeThatIsNotThere) {
    const Program program = asks();
    const ScratchFile trace;
    const std::string path = trace.path().string();
    expect_refused({"run", "--nodes", "4", "--only", "node=99", "--trace", path, program.path()},
                   "--only: there is no node 99: the run has nodes 0 to 3");
    EXPECT_FALSE(std::filesystem::exists(trace.path()) &&
                 std::filesystem::file_size(trace.path()) != 0);
    inlet({"run", "--nodes", "4", "--trace", path, program.path()});
    for (const char *command : {"report", "annotate"})
        expect_refused({command, "--only", "node=99", path},
                       "--only: there is no node 99: the run in " + path + " has nodes 0 to 3");
}

TEST_F(Cli, RowsThatACsvLeavesOutAreTold) {
    const ScratchFile trace;
    const std::string path = trace.path().string();
    inlet({"run", "--nodes", "4", "--trace", path, asks().path()});
    const Output cut = inlet({"report", "--section", "events", "--csv", "--hot", "2", path});
    EXPECT_EQ(std::count(cut.out.begin(), cut.out.end(), '\n'), 3);
    EXPECT_SAYS(cut.err, "events: the first 2 rows of ");
    EXPECT_SAYS(cut.err, "--hot 0: all");
    const Output all = inlet({"report", "--section", "events", "--csv", "--hot", "0", path});
    EXPECT_GT(std::count(all.out.begin(), all.out.end(), '\n'), 3);
    EXPECT_EQ(all.err, "");
}

TEST_F(Cli, TracesChangeNothing) {
    const ScratchFile trace;
    const Program program = asks();
    json with = json::parse(
        inlet({"run", "--nodes", "5", "--json", "--trace", trace.path().string(), program.path()})
            .out);
    const json without = json::parse(inlet({"run", "--nodes", "5", "--json", program.path()}).out);
    with.erase("trace");
    with.erase("trace_hash");
    EXPECT_EQ(with, without);
}

TEST_F(Cli, EveryWayOfRunningIsTheSame) {
    const Program program = asks();
    for (const char *seed : {"", "5"}) {
        std::vector<std::string> words = {"run", "--nodes", "5", "--json"};
        if (*seed) words.insert(words.end(), {"--jitter", seed});
        std::map<bool, json> first; // by whether it has a hash
        for (const std::vector<std::string> &way : {std::vector<std::string>{"--trace-hash"},
                                                    {"--trace-hash", "--lock-step"},
                                                    {"--trace-hash", "--no-skip"},
                                                    {"--trace-hash", "--no-skip", "--lock-step"},
                                                    {"--threads", "1"},
                                                    {"--threads", "2", "--hand-over", "0:50"},
                                                    {"--threads", "5", "--hand-over", "0:50:20"},
                                                    {"--threads", "1", "--parts", "3:7"},
                                                    {"--threads", "2", "--parts", "2"},
                                                    {"--trace-hash"}}) {
            std::vector<std::string> all = words;
            all.insert(all.end(), way.begin(), way.end());
            all.push_back(program.path());
            json document = json::parse(inlet(all).out);
            EXPECT_EQ(document.contains("jitter"), *seed != 0);
            json &as = first[document.contains("trace_hash")];
            if (as.is_null()) as = document;
            EXPECT_EQ(document, as);
        }
        for (const char *name : {"trace_hash", "trace_hash_version"}) first[true].erase(name);
        EXPECT_EQ(first[true], first[false]);
    }
}

TEST_F(Cli, TraceHash) {
    const ScratchFile trace;
    const Program program = asks();
    const auto hash_with = [&](const std::vector<std::string> &options) {
        std::vector<std::string> words = {"run", "--nodes", "4", "--json"};
        words.insert(words.end(), options.begin(), options.end());
        words.push_back(program.path());
        return json::parse(inlet(words).out).value("trace_hash", "none");
    };
    const std::string hash = hash_with({"--trace-hash"});
    EXPECT_TRUE(hash.starts_with("0x") && hash.size() == 18) << hash;
    EXPECT_EQ(hash_with({}), "none");
    EXPECT_EQ(hash_with({"--trace", trace.path().string()}), "none"); // the run has no observer
    EXPECT_NE(hash_with({"--trace-hash", "--jitter", "1"}), hash);
    const json report = json::parse(inlet({"report", "--json", trace.path().string()}).out);
    EXPECT_EQ(report["trace_hash"], hash);
    EXPECT_FALSE(report["run"].contains("trace_hash"));
    EXPECT_SAYS(inlet({"report", trace.path().string()}).out, "\nTrace hash " + hash + "\n");
    EXPECT_EQ(hash_with({"--trace", trace.path().string(), "--trace-hash"}), hash);
    const json both = json::parse(inlet({"report", "--json", trace.path().string()}).out);
    EXPECT_EQ(both["trace_hash"], hash);
    EXPECT_EQ(both["run"]["trace_hash"], hash);
    EXPECT_EQ(both["run"]["trace_hash_version"], TraceHash::version);
    EXPECT_EQ(both["complete"], true);
    const Output plain = inlet({"run", "--nodes", "4", "--trace-hash", program.path()});
    EXPECT_EQ(plain.out, "");
    EXPECT_EQ(plain.err, "trace hash: " + hash + "\n");
    EXPECT_SAYS(inlet({"run", "--nodes", "4", "--trace-hash", "--summary", program.path()}).out,
                ", trace hash " + hash);
}

TEST_F(Cli, ATraceThatIsNotOfItsRunIsNoticed) {
    const ScratchFile trace;
    {
        Code code;
        code.exit(0);
        TraceWriter writer(trace.path(), TraceHeader(small_machine(), code.image(), 1, {}));
        RunSummary summary;
        summary.trace_hash = 0x1234;
        writer.finish(summary.to_json());
    }
    const Output report = inlet({"report", trace.path().string()});
    EXPECT_EQ(report.status, 0);
    EXPECT_SAYS(report.out, "The trace ended early: the records have the trace hash 0x");
    EXPECT_SAYS(report.out, "the run had 0x0000000000001234");
}

/// The trace is complete, and the run had another hash.
TEST_F(Cli, ATraceHashOfAnotherVersionIsNotCompared) {
    const ScratchFile trace;
    for (const std::uint32_t version : {0u, TraceHash::version + 1}) {
        {
            Code code;
            code.exit(0);
            TraceWriter writer(trace.path(), TraceHeader(small_machine(), code.image(), 1, {}));
            RunSummary summary;
            summary.trace_hash = 0x1234;
            summary.trace_hash_version = version;
            writer.finish(summary.to_json());
        }
        const Output text = inlet({"report", trace.path().string()});
        EXPECT_EQ(text.status, 0);
        EXPECT_SAYS(text.out, "The run had the trace hash 0x0000000000001234. It is of another "
                              "inlet, whose hash is over other events, and cannot be compared");
        EXPECT_SAYS(text.out, " No message was sent and handled in this trace.\n");
        const json report = json::parse(inlet({"report", "--json", trace.path().string()}).out);
        EXPECT_EQ(report["complete"], true);
        EXPECT_EQ(report["run"].value("trace_hash_version", 0u), version);
    }
}

TEST_F(Cli, HuntFindsARace) {
    const Program program = races();
    const std::vector<std::string> hunt = {"hunt", "--nodes", "3"};
    const auto with = [&](std::vector<std::string> words, const std::vector<std::string> &more) {
        words.insert(words.end(), more.begin(), more.end());
        words.push_back(program.path());
        return inlet(words);
    };
    EXPECT_EQ(with({"run"}, {"--nodes", "3"}).out, "[node 0] 2\n");
    const Output text = with(hunt, {});
    EXPECT_EQ(text.status, 1);
    EXPECT_EQ(text.err, "");
    const Output output = with(hunt, {"--json"});
    EXPECT_EQ(output.status, 1);
    const json document = json::parse(output.out);
    EXPECT_EQ(document["verdict"], "differs");
    EXPECT_EQ(document["difference"], json({{"what", "output"},
                                            {"node", 0},
                                            {"line", 1},
                                            {"without_jitter", "2"},
                                            {"with_seed", "1"}}));
    const std::string seed = std::to_string(document["seed"].get<int>());
    EXPECT_EQ(text.out,
              "seed " + seed +
                  " differs: line 1 that node 0 prints\n  without jitter: 2\n  with seed " + seed +
                  ": 1\n  again: inlet run --jitter " + seed + " --nodes 3 " + program.path() +
                  "\n");
    // The printed command repeats the run, and no earlier seed fails.
    const std::string command = document["command"];
    ASSERT_TRUE(command.starts_with("inlet "));
    const ScratchFile out;
    EXPECT_EQ(
        std::system((quoted(INLET_PROGRAM) + command.substr(5) + " >" + quoted(out.path().string()))
                        .c_str()),
        0);
    EXPECT_EQ(read_file(out.path()), "[node 0] 1\n");
    const std::string before = std::to_string(document["seed"].get<int>() - 1);
    ASSERT_NE(before, "0");
    EXPECT_EQ(with(hunt, {"--seeds", before}).status, 0);
    EXPECT_EQ(with(hunt, {"--ignore", "[0-9]"}).status, 0);
    EXPECT_EQ(with(hunt, {"--ignore-output"}).status, 0);
}

/// The lines of a plan.
std::vector<std::string> lines_of(const std::string &text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin);
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

/// Executes a line of a plan.
int execute(const std::string &line) {
    EXPECT_TRUE(line.starts_with("inlet ")) << line;
    return std::system((quoted(INLET_PROGRAM) + line.substr(5) + " >/dev/null").c_str());
}

struct ScratchFolder {
    ScratchFile name; ///< its file is of no use; the folder stands beside it
    std::filesystem::path path = name.path().string() + ".dir";
    ~ScratchFolder() { std::filesystem::remove_all(path); }
};

TEST_F(Cli, JobsOfASweepMayRunElsewhere) {
    const Program program = asks();
    const ScratchFolder folder;
    const auto sweep = [&](const std::vector<std::string> &more) {
        std::vector<std::string> words = {"sweep", "--set", "costs.send=1,5", "--nodes", "2,3"};
        words.insert(words.end(), more.begin(), more.end());
        words.push_back(program.path());
        return inlet(words);
    };
    const auto plan = [&] { return lines_of(sweep({"--plan", folder.path.string()}).out); };
    const auto gather = [&](const std::vector<std::string> &more) {
        std::vector<std::string> words = {"--gather", folder.path.string()};
        words.insert(words.end(), more.begin(), more.end());
        return sweep(words);
    };
    std::vector<std::string> jobs = plan();
    ASSERT_EQ(jobs.size(), 4u);
    EXPECT_EQ(execute(jobs[3]), 0);
    EXPECT_EQ(execute(jobs[1]), 0);
    const Output part = gather({});
    EXPECT_EQ(part.status, 1);
    EXPECT_SAYS(part.out, "not run");
    EXPECT_SAYS(part.err, "2 of 4 results are missing in " + folder.path.string());
    EXPECT_EQ(plan(), (std::vector{jobs[0], jobs[2]})) << "what is missing, again";
    for (const std::string &job : plan()) EXPECT_EQ(execute(job), 0);
    EXPECT_EQ(plan().size(), 0u);
    for (const char *form : {"", "--csv", "--json"}) {
        const std::vector<std::string> words =
            *form ? std::vector<std::string>{form} : std::vector<std::string>{};
        EXPECT_EQ(gather(words).out, sweep(words).out) << form;
        EXPECT_EQ(gather(words).status, 0);
    }
    EXPECT_SAYS(sweep({"--no-causes", "--gather", folder.path.string()}).err,
                "4 of 4 results are missing");
    // The same job again, with the same result and with another one.
    EXPECT_EQ(execute(jobs[0]), 0);
    const std::filesystem::path file = std::filesystem::directory_iterator(folder.path)->path();
    const std::filesystem::path copy = folder.path / "host2" / (file.stem().string() + "-2.json");
    std::filesystem::create_directory(copy.parent_path());
    std::filesystem::copy(file, copy);
    EXPECT_EQ(gather({}).status, 0);
    json document = json::parse(read_file(file));
    document["points"][0]["cycles"] = 1;
    std::ofstream(copy) << document;
    EXPECT_EQ(gather({}).status, 2);
    EXPECT_SAYS(gather({}).err, "are results of the same job, and differ");
    std::filesystem::rename(copy, file);
    int failed = 0;
    for (const std::string &job : jobs) failed += execute(job + " 2>/dev/null") != 0;
    EXPECT_EQ(failed, 1) << "a job does not replace another result of its own";
    std::ofstream(file) << "{";
    EXPECT_SAYS(gather({}).err, "is not a result that --result has written");
}

TEST_F(Cli, JobsOfAHuntMayRunElsewhere) {
    for (const bool right : {true, false}) {
        const Program program = right ? asks() : races();
        const ScratchFolder folder;
        const auto hunt = [&](const std::vector<std::string> &more) {
            std::vector<std::string> words = {"hunt", "--nodes", "3", "--seeds", "25"};
            words.insert(words.end(), more.begin(), more.end());
            words.push_back(program.path());
            return inlet(words);
        };
        const std::vector<std::string> jobs = lines_of(hunt({"--plan", folder.path.string()}).out);
        ASSERT_EQ(jobs.size(), 3u);
        EXPECT_EQ(execute(jobs[2]), 0);
        EXPECT_EQ(execute(jobs[0]), 0);
        const Output part = hunt({"--gather", folder.path.string()});
        EXPECT_EQ(part.status, 1);
        EXPECT_SAYS(part.err, "1 of 3 results are missing");
        if (right) {
            EXPECT_EQ(part.out, "no difference in the seeds whose results are there\n");
        }
        EXPECT_EQ(execute(jobs[1]), 0);
        const Output gathered = hunt({"--gather", folder.path.string(), "--json"});
        const Output direct = hunt({"--json"});
        EXPECT_EQ(gathered.out, direct.out);
        EXPECT_EQ(gathered.status, direct.status);
        EXPECT_EQ(hunt({"--gather", folder.path.string()}).out, hunt({}).out);
        EXPECT_SAYS(hunt({"--gather", folder.path.string(), "--ignore-output"}).err,
                    "3 of 3 results are missing");
    }
    expect_refused({"hunt", "--gather", "/nonexistent", exits(0).path()},
                   "/nonexistent: no such directory of results");
    expect_refused({"hunt", "--gather", "a", "--plan", "b", "x"}, "excludes");
    expect_refused({"hunt", "--plan", "b", "--files", "/tmp", exits(0).path()},
                   "--plan: a result with --files depends on what is in that directory");
    expect_refused({"hunt", "--result", "/dev/null/r.json", exits(0).path()},
                   "--result /dev/null/r.json: cannot be written");
    expect_refused({"hunt", "--seeds", "3:2", "x"}, "a range is FIRST:LAST");
    expect_refused({"hunt", "--seeds", "1:", "x"}, "is not a whole number");
}

TEST_F(Cli, AHuntFindsTheSameWithAnyNumberOfJobs) {
    const Program program = races();
    const auto hunt = [&](const char *jobs) {
        return inlet({"hunt", "--nodes", "3", "--jobs", jobs, "--json", program.path()}).out;
    };
    EXPECT_EQ(hunt("1"), hunt("2"));
    EXPECT_EQ(hunt("1"), hunt("7"));
    EXPECT_EQ(
        json::parse(inlet({"hunt", "--nodes", "3", "--seeds", "1:1", "--json", program.path()})
                        .out)["seeds"],
        1);
}

TEST_F(Cli, HuntPassesWhatIsRight) {
    const Program program = asks();
    const Output output = inlet({"hunt", "--nodes", "5", "--seeds", "20", program.path()});
    EXPECT_EQ(output.status, 0);
    EXPECT_EQ(output.out, "20 seeds: every node exits with the same status and prints the same "
                          "lines as without jitter\n");
    EXPECT_EQ(output.err, "");
    const json document = json::parse(inlet({"hunt", "--json", program.path()}).out);
    EXPECT_EQ(document["verdict"], "same");
    EXPECT_EQ(document["seeds"], 100);
    EXPECT_FALSE(document.contains("command"));
}

TEST_F(Cli, HuntSaysWhatFailsAnyway) {
    Output output = inlet({"hunt", exits(7).path()});
    EXPECT_EQ(output.status, 1);
    EXPECT_SAYS(output.out, "fails without jitter: the exit status is 7\n  again: inlet run /");
    output = inlet({"hunt", waits_forever().path()});
    EXPECT_EQ(output.status, 1);
    EXPECT_SAYS(output.out, "fails without jitter: deadlock: every node waits");
    output = inlet({"hunt", "--max-cycles", "1000", turns_forever().path(), "it's", "a b"});
    EXPECT_EQ(output.status, 1);
    EXPECT_SAYS(output.out, "again: inlet run --max-cycles 1000 /");
    EXPECT_SAYS(output.out, " 'it'\\''s' 'a b'\n");
}

/// A race with two other outcomes: a wait that never ends, and a fault.
TEST_F(Cli, HuntFindsOtherEndings) {
    for (const bool fault : {false, true}) {
        Code code;
        start(code);
        code.to("beq", {20, 0}, "done").op("sll", {9, 20, 3});
        code.label("later").op("addiu", {9, 9, -1}).to("bgtz", {9}, "later").nop();
        send_request(code, "r");
        code.label("done").li(16, 0x40000).op("addiu", {3, 0, 2}).to("bne", {20, 0}, "end").nop();
        code.label("loop").op("lw", {2, 0, 16}).nop().to("bne", {2, 3}, "loop").nop();
        code.label("end").exit(0);
        // Right only if node 1's message comes first.
        code.label("request").li(8, 0x40000).op("lw", {5, 0, 8}).nop().op("addiu", {5, 5, 1});
        if (fault) code.op("tne", {5, 4, 0});
        code.to("bne", {5, 4}, "wrong").nop().op("sw", {5, 0, 8});
        code.label("wrong").op("hret");
        const Program program(code, {"main", "request"});
        const Output output = inlet({"hunt", "--json", "--nodes", "3", program.path()});
        EXPECT_EQ(output.status, 1);
        const json document = json::parse(output.out);
        EXPECT_EQ(document["verdict"], "differs");
        EXPECT_EQ(document["difference"], json({{"what", "outcome"},
                                                {"without_jitter", "exited"},
                                                {"with_seed", fault ? "fault" : "deadlock"}}));
        EXPECT_SAYS(inlet({"hunt", "--nodes", "3", program.path()}).out,
                    fault ? " differs: node 0, cycle " : " differs: deadlock: every node waits");
    }
}

TEST_F(Cli, CtrlCEndsAHunt) {
    const Program program = turns_forever();
    const ScratchFile out;
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        std::freopen(out.path().c_str(), "w", stdout);
        execl(INLET_PROGRAM, "inlet", "hunt", program.path().c_str(), static_cast<char *>(nullptr));
        _exit(99);
    }
    // The process is ready for the signal as soon as it blocks it: bit 1 of SigBlk.
    for (int i = 0; i < 60'000; ++i) {
        const std::string status = read_file("/proc/" + std::to_string(child) + "/status");
        const auto at = status.find("SigBlk:");
        if (at != std::string::npos && (std::stoull(status.substr(at + 7), nullptr, 16) & 2)) break;
        usleep(10'000);
    }
    kill(child, SIGINT);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 130) << status;
    EXPECT_EQ(read_file(out.path()), "interrupted in the run without jitter\n");
}

TEST_F(Cli, AHuntThatDoesNotEndSaysSo) {
    const Program program = turns_forever();
    const ScratchFile out, err;
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        std::freopen(out.path().c_str(), "w", stdout);
        std::freopen(err.path().c_str(), "w", stderr);
        execl(INLET_PROGRAM, "inlet", "hunt", program.path().c_str(), static_cast<char *>(nullptr));
        _exit(99);
    }
    for (int i = 0; i < 60'000 && read_file(err.path()).empty(); ++i) usleep(10'000);
    kill(child, SIGINT);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 130) << status;
    EXPECT_SAYS(read_file(err.path()), "inlet: the run without jitter is still running after ");
    EXPECT_SAYS(read_file(err.path()), "needs --max-cycles\n");
}

TEST_F(Cli, RunWithOtherNumbers) {
    const Program program = asks();
    const auto cycles = [&](const std::vector<std::string> &options) {
        std::vector<std::string> words = {"run", "--nodes", "2", "--json"};
        words.insert(words.end(), options.begin(), options.end());
        words.push_back(program.path());
        return json::parse(inlet(words).out)["cycles"].get<int>();
    };
    // Three round trips to the neighbour, each of two messages over one hop.
    EXPECT_GT(cycles({"--set", "dispatch=50"}), cycles({}) + 3 * 2 * 40);
    EXPECT_GT(cycles({"--set", "dispatch=50", "--set=network.hop_latency=102"}),
              cycles({}) + 3 * 2 * 40 + 3 * 2 * 95);
    expect_refused({"run", "--set", "dispatch", program.path()}, "write dispatch=VALUE");
    expect_refused({"hunt", "--set", "dispach=3", program.path()},
                   "--set dispach=3: a machine has no member 'dispach': did you mean 'dispatch'?");
    expect_refused({"run", "--set", "dispatch=0", program.path()},
                   "--set dispatch=0: t1.json: /dispatch/value: is 0, must be at least 1");
}

TEST_F(Cli, SweepRunsEveryCombination) {
    const Program program = asks();
    const Output one = inlet({"sweep", "--set", "network.hop_latency=2,12", "--set", "dispatch=5,8",
                              "--nodes", "2,3", "--jobs", "1", "--json", program.path(), "--set"});
    EXPECT_EQ(one.status, 0);
    EXPECT_SAYS(one.err, "--set stands behind the program");
    const json document = json::parse(one.out);
    EXPECT_EQ(document["arguments"], json::array({"--set"}));
    const json &points = document["points"];
    ASSERT_EQ(points.size(), 8u);
    EXPECT_EQ(points[0]["set"], (json{{"network.hop_latency", "2"}, {"dispatch", "5"}}));
    EXPECT_EQ(points[0]["nodes"], "2");
    EXPECT_EQ(points[1]["nodes"], "3");
    EXPECT_EQ(points[2]["set"]["dispatch"], "8");
    EXPECT_EQ(points[4]["set"]["network.hop_latency"], "12");
    EXPECT_EQ(points[0]["causes"]["dispatch"], 3 * 2 * 5);
    EXPECT_EQ(points[2]["causes"]["dispatch"], 3 * 2 * 8);
    EXPECT_GT(points[4]["cycles"].get<int>(), points[0]["cycles"].get<int>());
    for (const json &point : points) {
        // The named command gives the same result, and the causes are those of 'inlet report'.
        const ScratchFile trace;
        const auto at = [&](std::size_t axis) {
            const char *key = axis == 0 ? "network.hop_latency" : "dispatch";
            return std::string(key) + "=" + point["set"][key].get<std::string>();
        };
        const std::string nodes = point["nodes"];
        EXPECT_EQ(point["command"], "inlet run --set " + at(0) + " --set " + at(1) + " --nodes " +
                                        nodes + " " + program.path() + " --set");
        (void)inlet({"run", "--set", at(0), "--set", at(1), "--nodes", nodes, "--trace",
                     trace.path().string(), program.path(), "--set"});
        const json report = json::parse(inlet({"report", "--json", trace.path().string()}).out);
        EXPECT_EQ(report["run"]["message_hash"], point["message_hash"]);
        int sum = 0;
        for (const auto &[cause, cycles] : point["causes"].items()) {
            if (cause == "idle") {
                EXPECT_EQ(cycles, report["cycles_by_context"]["idle"]);
            } else {
                int reported = 0;
                for (const char *context : {"main", "low", "high"})
                    reported += report["cycles_by_context"][context][cause].get<int>();
                EXPECT_EQ(cycles, reported) << cause;
            }
            if (cause != "refused") sum += cycles.get<int>();
        }
        for (const json &node : report["run"]["nodes"]) sum -= node["cycles"].get<int>();
        EXPECT_EQ(sum, 0);
    }
    // Every column has a different name.
    EXPECT_SAYS(inlet({"sweep", "--set", "dispatch=5", "--csv", program.path()}).out,
                "set.dispatch,outcome,status,cycles,");
    const json printed =
        json::parse(inlet({"sweep", "--nodes", "1", "--json", prints().path()}).out);
    EXPECT_EQ(printed["points"][0]["console"],
              json::parse(R"([{"node": 0, "line": "ab"}, {"node": 0, "line": "cd"}])"));
    // The result is the same for any number of jobs, and for a table.
    const std::vector<std::string> words = {"sweep", "--set", "net.hop=1,2,3,4,5", "--nodes",
                                            "2,4x4,7"};
    for (const char *form : {"--json", "--csv", "--no-causes"}) {
        std::vector<std::string> serial = words, parallel = words;
        serial.insert(serial.end(), {"--jobs", "1", form, program.path()});
        parallel.insert(parallel.end(), {"--jobs", "9", form, program.path()});
        EXPECT_EQ(inlet(serial).out, inlet(parallel).out);
    }
    const Output table = inlet({"sweep", "--nodes", "2,3", "--csv", program.path()});
    EXPECT_TRUE(table.out.starts_with("nodes,outcome,status,cycles,instructions,messages,"))
        << table.out;
    EXPECT_EQ(std::count(table.out.begin(), table.out.end(), '\n'), 3);
}

TEST_F(Cli, SweepNamesWhatFails) {
    const Output status = inlet({"sweep", "--nodes", "1,2", exits(7).path()});
    EXPECT_EQ(status.status, 1);
    EXPECT_SAYS(status.err, "inlet: nodes=1: the exit status is 7\n  again: inlet run --nodes 1 ");
    EXPECT_SAYS(status.err, "inlet: 2 of 2 runs failed\n");
    const Program program = asks();
    const Output some =
        inlet({"sweep", "--nodes", "1,3", "--max-cycles", "100", "--csv", program.path()});
    EXPECT_EQ(some.status, 1);
    EXPECT_SAYS(some.out, "\n1,exited,0,");
    EXPECT_SAYS(some.out, "\n3,max_cycles,,100,");
    EXPECT_SAYS(some.err, "inlet: nodes=3: node ");
    EXPECT_SAYS(some.err, "inlet: 1 of 2 runs failed\n");
    const Output all = inlet({"sweep", "--set", "load_use=0,1", "--json", faults().path()});
    EXPECT_EQ(all.status, 1);
    const json points = json::parse(all.out)["points"];
    EXPECT_EQ(points[1]["outcome"], "fault");
    EXPECT_EQ(points[1]["console"], json::array());
    EXPECT_FALSE(points[1].contains("status"));
    EXPECT_SAYS(points[1]["message"].get<std::string>(), "node 0, cycle 1");
}

TEST_F(Cli, AMachinesNameIsNoFile) {
    const auto before = std::filesystem::current_path();
    const auto here = before / "a_file_named_t1";
    std::filesystem::create_directory(here);
    std::filesystem::current_path(here);
    std::ofstream("t1") << "no machine";
    EXPECT_EQ(inlet({"machines", "t1"}).status, 0);
    expect_refused({"machines", "./t1"}, "is not valid JSON");
    std::filesystem::current_path(before);
    std::filesystem::remove_all(here);
}

TEST_F(Cli, SweepsThatCannotBe) {
    const Program program = exits(0);
    const auto refused = [&](std::vector<std::string> options, const std::string &part) {
        options.insert(options.begin(), "sweep");
        options.push_back(program.path());
        expect_refused(options, part);
    };
    refused({}, "nothing to sweep over");
    refused({"--set", "dispatch"}, "write KEY=VALUE,VALUE,...");
    refused({"--set", "dispatch="}, "write KEY=VALUE,VALUE,...");
    refused({"--set", "dispatch=1,,2"}, "--set dispatch=: there is no value");
    refused({"--set", "dispatch=1,0"}, "--set dispatch=0: t1.json: /dispatch/value: is 0");
    refused({"--set", "dispatch=1", "--set", "dispatch=2"}, "is there twice");
    refused({"--set", "net.hops=1"}, "no member 'net.hops'");
    refused({"--set", "costs.dispatch=1"}, "did you mean 'dispatch'?");
    refused({"--set", "nodes=1", "--nodes", "2"}, "--set nodes=... and --nodes say the same");
    refused({"--nodes", "2,0"}, "must be at least 1");
    refused({"--nodes", "2,4000"}, "has at most 2048 nodes");
    refused({"--nodes", "2", "--jobs", "0"}, "must be at least 1");
    refused({"--nodes", "2", "--csv", "--json"}, "excludes");
    refused({"--nodes", "2", "--io-root", "/tmp", "--jobs", "2"}, "leave out --jobs");
    refused({"--nodes", "2", "--mchine", "t1"}, "did you mean '--machine'?");
    expect_refused({"sweep", "--nodes", "2"}, "no program given: inlet sweep");
    expect_refused({"sweep", "--nodes", "2", "/nonexistent"}, "/nonexistent");
}

TEST_F(Cli, Machines) {
    EXPECT_SAYS(inlet({"machines"}).out, "t1  ");
    const Output t1 = inlet({"machines", "t1"});
    EXPECT_EQ(t1.status, 0);
    EXPECT_SAYS(t1.out, "network.hop_latency");
    EXPECT_SAYS(t1.out, "CSD-94-823 3.10");
    EXPECT_SAYS(t1.out, "assumed: ");
    const json machines = json::parse(inlet({"machines", "--json"}).out);
    std::vector<std::string> names;
    for (const json &machine : machines) names.push_back(machine["name"]);
    EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
    for (const char *name : {"cm5", "ncube2", "t1"})
        EXPECT_TRUE(std::count(names.begin(), names.end(), name)) << name;
    EXPECT_SAYS(inlet({"machines", "ncube2"}).out, "von Eicken 4.2.5");
    expect_refused({"machines", "t7"}, "did you mean 't1'?");
    // The output of --json is a machine file.
    const ScratchFile file;
    const std::string own = file.path().string();
    std::ofstream(own) << inlet({"machines", "t1", "--json"}).out;
    EXPECT_EQ(inlet({"run", "--machine", own, exits(5).path()}).status, 5);
}

TEST_F(Cli, CtrlCKeepsTheTrace) {
    const ScratchFile trace;
    const Program program = turns_forever();
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        std::freopen("/dev/null", "w", stderr);
        execl(INLET_PROGRAM, "inlet", "run", "--nodes", "1", "--lock-step", "--trace",
              trace.path().c_str(), program.path().c_str(), static_cast<char *>(nullptr));
        _exit(99);
    }
    // Once the file is longer than at the start, the process is in the middle of the
    // run.
    std::error_code error;
    std::uintmax_t start = 0;
    for (int i = 0; i < 60'000; ++i) {
        const std::uintmax_t size = std::filesystem::file_size(trace.path(), error);
        if (!error && size > 2000 && start != 0 && size > start) break;
        if (!error && size > 2000) start = size;
        usleep(10'000);
    }
    kill(child, SIGINT);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 130) << status;
    const Output report = inlet({"report", trace.path().string()});
    EXPECT_EQ(report.status, 0);
    EXPECT_SAYS(report.out, "The run ended early: interrupted");
}

} // namespace
} // namespace inlet::test
