#include "bench/results.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <string_view>

namespace inlet::bench {

namespace {

/// A cell of a table. Empty: not measured.
std::string number(double value, double unit = 1e6) {
    if (value == 0) return "-";
    return value / unit < 10 ? fmt::format("{:.2f}", value / unit)
                             : fmt::format("{:.0f}", value / unit);
}

std::string ratio(double value, double to) {
    return value == 0 || to == 0 ? "-" : fmt::format("{:.2f}", value / to);
}

/// Target for the cost of a stop at an exact cycle.
constexpr double stop_ns = 20;

/// Machines whose programs are compared with qemu: the prefix of their programs' names, and the
/// target for the programs of tests/bench/foreign as a share of qemu's rate.
struct ForeignTarget {
    const char *prefix, *qemu;
    double mean, least;
};
constexpr std::array foreign_targets = {
    ForeignTarget{"", "qemu-mips", 1.2, 0.8},
    ForeignTarget{"cm5-", "qemu-sparc", 1.2, 0.9},
    ForeignTarget{"ncube2-x86-", "qemu-i386", 1.1, 0.7},
    ForeignTarget{"sp2-", "qemu-ppc", 1.2, 0.8},
};

/// Part number `place` of "group/.../...".
std::string part(const std::string &name, unsigned place) {
    std::size_t begin = 0;
    while (place--) {
        begin = name.find('/', begin);
        if (begin == std::string::npos) return {};
        ++begin;
    }
    return name.substr(begin, name.find('/', begin) - begin);
}

} // namespace

void Results::ReportRuns(const std::vector<Run> &runs) {
    for (const Run &run : runs) {
        const std::string &name = run.run_name.function_name;
        if (run.error_occurred) {
            errors_[name] = run.error_message;
            continue;
        }
        const auto rate = run.counters.find("rate");
        if (rate == run.counters.end()) continue;
        // With one repetition there are no aggregates.
        if (run.aggregate_name == "median" || run.repetitions <= 1) medians_[name] = rate->second;
    }
}

double Results::median(const std::string &name) const {
    const auto found = medians_.find(name);
    return found == medians_.end() ? 0 : found->second;
}

void Results::Finalize() {
    engines();
    foreign();
    machines();
    targets();
    for (const auto &[name, message] : errors_) fmt::print(stderr, "{}: {}\n", name, message);
}

void Results::engines() const {
    std::set<std::string> programs;
    for (const auto &[name, value] : medians_)
        if (part(name, 0) == "engine" || part(name, 0) == "operations")
            programs.insert(part(name, 1));
    if (programs.empty()) return;
    fmt::print("One node, exact cycles: millions of guest instructions per second of CPU time\n\n");
    fmt::print("{:<20}{:>10}{:>14}{:>22}{:>12}{:>12}{:>12}{:>15}{:>12}\n", "program", "inlet",
               "interpreter", "Unicorn, block hook", "qemu", "x Unicorn", "x qemu", "x interpreter",
               "operations");
    for (const std::string &program : programs) {
        const auto rate = [&](const char *who) { return median("engine/" + program + "/" + who); };
        const double ours = rate("inlet"), unicorn = rate("unicorn"), qemu = rate("qemu");
        const double interpreter = rate("interpreter");
        fmt::print("{:<20}{:>10}{:>14}{:>22}{:>12}{:>12}{:>12}{:>15}{:>12}\n", program,
                   number(ours), number(interpreter), number(unicorn), number(qemu),
                   ratio(ours, unicorn), ratio(ours, qemu), ratio(ours, interpreter),
                   number(median("operations/" + program), 1));
    }
    fmt::print("operations: micro-operations of an executed instruction\n\n");
}

Results::Spread Results::foreign_spread(const std::string &prefix) const {
    Spread spread;
    double logarithms = 0;
    unsigned programs = 0;
    for (const auto &[name, value] : medians_) {
        const std::string program = part(name, 1);
        if (part(name, 0) != "foreign" || part(name, 2) != "qemu") continue;
        if (program.substr(0, program.rfind('-') + 1) != prefix) continue;
        const double ours = median("foreign/" + program + "/inlet");
        if (value == 0 || ours == 0) continue;
        const double times = ours / value;
        logarithms += std::log(times);
        spread.least = programs++ ? std::min(spread.least, times) : times;
    }
    if (programs) spread.mean = std::exp(logarithms / programs);
    return spread;
}

void Results::foreign() const {
    std::set<std::string> programs;
    for (const auto &[name, value] : medians_)
        if (part(name, 0) == "foreign") programs.insert(part(name, 1));
    if (programs.empty()) return;
    fmt::print("Programs as others write them: millions of guest instructions per second\n\n"
               "{:<24}{:>10}{:>10}{:>10}\n",
               "program", "inlet", "qemu", "x qemu");
    for (const std::string &program : programs) {
        const double ours = median("foreign/" + program + "/inlet"),
                     qemu = median("foreign/" + program + "/qemu");
        fmt::print("{:<24}{:>10}{:>10}{:>10}\n", program, number(ours), number(qemu),
                   ratio(ours, qemu));
    }
    fmt::print("\n{:<24}{:>16}{:>10}\n", "times the rate of", "geometric mean", "worst");
    for (const ForeignTarget &target : foreign_targets) {
        const Spread spread = foreign_spread(target.prefix);
        fmt::print("{:<24}{:>16}{:>10}\n", target.qemu, number(spread.mean, 1),
                   number(spread.least, 1));
    }
    fmt::print("\n");
}

void Results::machines() const {
    const auto table = [&](const char *group, const char *title, const char *unit, bool share) {
        std::map<unsigned long, double> by_size;
        for (const auto &[name, value] : medians_)
            if (part(name, 0) == group) by_size[std::stoul(part(name, 1))] = value;
        if (by_size.empty()) return;
        fmt::print("{}\n\n{:>8}{:>14}{}\n", title, "nodes", unit, share ? "  of one node's" : "");
        for (const auto &[nodes, value] : by_size) {
            fmt::print("{:>8}{:>14}", nodes, number(value));
            if (share && by_size.contains(1))
                fmt::print("{:>14.0f} %", 100 * value / by_size.at(1));
            fmt::print("\n");
        }
        fmt::print("\n");
    };
    table("nodes", "All nodes compute (matrix): instructions of all nodes together", "Minstr/s",
          true);
    table("storm", "All nodes send to all: messages received", "Mmessages/s", false);
    table("refused", "All nodes repeat refused SENDs: instructions of all nodes together",
          "Minstr/s", false);
    if (const double free = median("observer/none")) {
        fmt::print("An observer of every instruction (matrix, one node)\n\n{:>8}{:>14}{:>14}\n", "",
                   "Minstr/s", "slower by");
        for (const char *who : {"none", "counting", "trace"})
            if (const double value = median(std::string("observer/") + who))
                fmt::print("{:>8}{:>14}{:>14}\n", who, number(value), ratio(free, value));
        fmt::print("\n");
    }
    if (const double on = median("record/on"))
        fmt::print("Recording radix_sort on 16 nodes: {} Minstr/s of wall time, {} without; {:.4f} "
                   "bytes for an instruction\n\n",
                   number(on), number(median("record/off")), median("record/bytes"));
    stops();
    if (const double bytes = median("memory/1024"))
        fmt::print("1024 nodes of the demo: {:.0f} MiB\n", bytes / (1 << 20));
}

void Results::stops() const {
    std::set<std::string> programs;
    for (const auto &[name, value] : medians_)
        if (part(name, 0) == "stop") programs.insert(part(name, 1));
    if (programs.empty()) return;
    fmt::print(
        "A stop at an exact cycle: ns of CPU time that it adds\n\n{:<12}{:>16}{:>18}{:>22}\n",
        "program", "every 97 cycles", "every 1009 cycles", "interpreter, every 97");
    for (const std::string &program : programs) {
        const auto at = [&](const char *what) {
            const double value = median("stop/" + program + what);
            return value == 0 ? std::string("-")
                              : fmt::format("{:.1f}{}", value, value > stop_ns ? " *" : "  ");
        };
        fmt::print("{:<12}{:>16}{:>18}{:>22}\n", program, at("/97/inlet"), at("/1009/inlet"),
                   at("/97/interpreter"));
    }
    fmt::print("* more than {:.0f} ns\n", stop_ns);
    if (const double one = median("host/misprediction"))
        fmt::print("A branch that the host mispredicts takes it {:.1f} ns more\n", one);
    fmt::print("\n");
}

/// Prints the project's targets (docs/benchmarks.md).
void Results::targets() const {
    fmt::print("\n{:<52}{:>10}{:>12}\n", "target", "wanted", "measured");
    const auto line = [](const std::string &what, double wanted, double measured, bool at_most,
                         const char *unit) {
        if (measured == 0)
            fmt::print("{:<52}{:>10}{:>12}\n", what, "", "-");
        else
            fmt::print("{:<52}{:>2}{:>8.2f}{:>12.2f} {:<4} {}\n", what,
                       at_most ? "<=" : ">=", wanted, measured, unit,
                       (at_most ? measured <= wanted : measured >= wanted) ? "met" : "NOT MET");
    };
    const auto times = [&](const std::string &program, const char *who) {
        const double other = median("engine/" + program + "/" + who);
        return other == 0 ? 0 : median("engine/" + program + "/inlet") / other;
    };
    for (const char *program : {"sieve", "recursion", "sort"})
        line(fmt::format("{}: times Unicorn's rate", program), 8, times(program, "unicorn"), false,
             "x");
    for (const char *program :
         {"sieve", "matrix", "recursion", "sort", "strings", "footprint", "float"})
        line(fmt::format("{}: times qemu-mips's rate", program),
             std::string_view(program) == "float" ? 1 : 0.2, times(program, "qemu"), false, "x");
    for (const char *program :
         {"sieve", "matrix", "recursion", "sort", "strings", "footprint", "float"}) {
        const std::string own = std::string("cm5-") + program;
        line(own + ": times qemu-sparc's rate", 1, times(own, "qemu"), false, "x");
        const double ours = median("engine/" + own + "/inlet"),
                     t1 = median(fmt::format("engine/{}/inlet", program));
        line(own + ": times T1's rate", 0.8, t1 == 0 ? 0 : ours / t1, false, "x");
    }
    for (const char *program :
         {"sieve", "matrix", "recursion", "sort", "strings", "footprint", "float"}) {
        const std::string own = std::string("ncube2-x86-") + program;
        if (median("engine/" + own + "/inlet") == 0) continue; // not compiled
        line(own + ": times qemu-i386's rate", std::string_view(program) == "float" ? 0.33 : 1,
             times(own, "qemu"), false, "x");
    }
    for (const char *program : {"sieve", "matrix", "recursion", "sort", "strings", "float"}) {
        const std::string own = std::string("sp2-") + program;
        if (median("engine/" + own + "/inlet") == 0) continue;
        line(own + ": times qemu-ppc's rate", 1, times(own, "qemu"), false, "x");
    }
    for (const ForeignTarget &target : foreign_targets) {
        const Spread spread = foreign_spread(target.prefix);
        line(fmt::format("foreign: times {}'s rate, mean", target.qemu), target.mean, spread.mean,
             false, "x");
        line(fmt::format("foreign: times {}'s rate, worst", target.qemu), target.least,
             spread.least, false, "x");
    }
    for (const char *program : {"sieve", "matrix", "recursion", "sort", "strings", "float"})
        for (const char *stride : {"97", "1009"})
            line(fmt::format("{}: a stop every {} cycles", program, stride), stop_ns,
                 median(fmt::format("stop/{}/{}/inlet", program, stride)), true, "ns");
    const double recorded = median("record/on");
    line("recording: times the wall time of the run", 1.5,
         recorded == 0 ? 0 : median("record/off") / recorded, true, "x");
    line("recording: bytes for an instruction", 0.3, median("record/bytes"), true, "B");
    line("1024 nodes of the demo: memory", 200, median("memory/1024") / (1 << 20), true, "MiB");
    const double one = median("nodes/1");
    line("1024 nodes that compute: of one node's rate", 70,
         one == 0 ? 0 : 100 * median("nodes/1024") / one, false, "%");
}

} // namespace inlet::bench
