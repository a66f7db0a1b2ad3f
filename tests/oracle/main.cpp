// inlet-oracle: the MIPS engine and stepper against Unicorn (docs/oracle.md).
#include "generator.h"
#include "session.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <fmt/format.h>
#include <random>
#include <stdexcept>

namespace {

using namespace inlet::oracle;

const inlet::isa::Encoding &encoding(const std::string &name) {
    for (const Row &row : rows())
        if (row.encoding->name == name) return *row.encoding;
    throw std::invalid_argument("no instruction " + name);
}

Plant plant(const std::string &text) {
    if (text.empty()) return {};
    const std::size_t at = text.find('=');
    if (at == std::string::npos) throw std::invalid_argument("--plant wants ONE=OTHER");
    return {&encoding(text.substr(0, at)), &encoding(text.substr(at + 1))};
}

void list_rows() {
    std::size_t tested = 0;
    for (const Row &row : rows()) {
        tested += row.why_not.empty();
        fmt::print("{:<12} {}{}\n", row.encoding->name,
                   row.why_not.empty() ? "tested" : "not tested: " + row.why_not,
                   row.within ? " within MIPS32's row, which has more operands" : "");
    }
    fmt::print("{} of {} encodings are tested\n", tested, rows().size());
}

/// Shows progress and the remaining time at intervals.
class Progress {
  public:
    explicit Progress(std::uint64_t total) : total_(total) {}
    ~Progress() {
        if (shown_) fmt::print(stderr, "\n");
    }
    Progress(const Progress &) = delete;
    Progress &operator=(const Progress &) = delete;

    void at(std::uint64_t done) {
        const auto now = std::chrono::steady_clock::now();
        if (done == 0 || done > total_ || now - last_ < std::chrono::seconds(2)) return;
        last_ = now;
        shown_ = true;
        const double seconds = std::chrono::duration<double>(now - started_).count();
        const double rest =
            seconds * static_cast<double>(total_ - done) / static_cast<double>(done);
        fmt::print(stderr, "\r[oracle {} of {} million instructions, {:.0f} minutes left] ",
                   done / 1'000'000, total_ / 1'000'000, rest / 60 + 0.5);
        std::fflush(stderr);
    }

  private:
    std::uint64_t total_;
    bool shown_ = false;
    std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now(),
                                          last_ = started_;
};

struct Options {
    std::uint64_t seed = 0;
    std::uint64_t count = 10'000'000;
    std::int64_t only = -1;
    std::uint32_t place = 0;
    bool single = false, program = false, list = false, no_shrink = false, compiled = false,
         progress = false;
    std::string plant;
};

int run(const Options &options) {
    const auto started = std::chrono::steady_clock::now();
    const bool singles = options.single || !options.program;
    const bool programs = options.program || !options.single;
    fmt::print("seed {}\n", options.seed);
    std::fflush(stdout);

    Session session(options.seed, plant(options.plant), options.compiled);
    const auto fails = [&](bool one, std::uint64_t number) {
        const Test test = one ? single(options.seed, number) : program(options.seed, number);
        const auto mismatch = session.check(test);
        if (!mismatch) return false;
        const Test small =
            options.no_shrink ? [&] {
                Test whole = test;
                whole.inputs = {test.inputs[mismatch->input]};
                return whole;
            }()
                              : session.shrink(test, mismatch->input);
        const auto again = session.check(small, false);
        fmt::print("MISMATCH in {} {}, start {} of {}\n{}", one ? "single" : "program", number,
                   mismatch->input + 1, test.inputs.size(), session.describe(small));
        fmt::print("what differs\n{}", again ? again->text : mismatch->text);
        fmt::print("again: inlet-oracle --seed {} --{} --only {} --place {:#x}{}{}\n", options.seed,
                   one ? "single" : "program", number, mismatch->place,
                   options.compiled ? " --compiled" : "",
                   options.plant.empty() ? "" : " --plant " + options.plant);
        return true;
    };

    if (options.place) session.place(options.place);
    if (options.only >= 0) {
        const auto number = static_cast<std::uint64_t>(options.only);
        if ((options.single && fails(true, number)) || (programs && fails(false, number))) return 1;
        fmt::print("agrees\n");
        return 0;
    }
    // A tenth for the single instructions, whose operands are more extreme; the rest for programs.
    const std::uint64_t for_singles = programs ? options.count / 10 : options.count;
    std::uint64_t tests = 0;
    Progress progress(options.count);
    const auto show = [&] {
        if (options.progress) progress.at(session.executed());
    };
    for (std::uint64_t i = 0; singles && session.executed() < for_singles; ++i, ++tests, show())
        if (fails(true, i)) return 1;
    for (std::uint64_t i = 0; programs && session.executed() < options.count; ++i, ++tests, show())
        if (fails(false, i)) return 1;
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    fmt::print("{} instructions agree: {} programs, {} runs, {} of them stopped by an exception; "
               "{:.1f} s, {:.2f} M instructions/s\n",
               session.executed(), tests, session.runs(), session.stopped_early(), seconds,
               static_cast<double>(session.executed()) / seconds / 1e6);
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    Options options;
    options.seed = std::random_device{}();
    CLI::App app{"inlet's MIPS engine and stepper against Unicorn, with random instructions"};
    app.add_option("--seed", options.seed, "everything follows from it (default: a new one)");
    app.add_option("--count", options.count, "instructions to execute")->capture_default_str();
    app.add_flag("--single", options.single, "only single instructions");
    app.add_flag("--program", options.program, "only programs");
    app.add_option("--only", options.only, "this one test, with --single or --program");
    app.add_option("--place", options.place, "address of the first program");
    app.add_flag("--compiled", options.compiled,
                 "the engine compiles every instruction where it arrives");
    app.add_flag("--no-shrink", options.no_shrink, "show a failing test as it is");
    app.add_flag("--progress", options.progress, "say on the way how long it will take");
    app.add_flag("--list", options.list, "the encodings, and which are tested");
    app.add_option("--plant", options.plant,
                   "ONE=OTHER: our CPU executes OTHER for ONE, to see that this is found");
    CLI11_PARSE(app, argc, argv);
    try {
        if (options.compiled && !inlet::engine::Compiled::built())
            throw std::invalid_argument("--compiled: this build has no compiler for its host");
        if (options.list) {
            list_rows();
            return 0;
        }
        return run(options);
    } catch (const std::exception &e) {
        fmt::print(stderr, "inlet-oracle: {}\n", e.what());
        return 2;
    }
}
