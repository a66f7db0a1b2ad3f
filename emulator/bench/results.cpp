#include "bench/results.h"

#include <fmt/format.h>
#include <set>

namespace inlet::bench {

namespace {

/// A place in a table: nothing where it was not measured.
std::string number(double value, double unit = 1e6) {
    if (value == 0) return "-";
    return value / unit < 10 ? fmt::format("{:.2f}", value / unit)
                             : fmt::format("{:.0f}", value / unit);
}

std::string ratio(double value, double to) {
    return value == 0 || to == 0 ? "-" : fmt::format("{:.2f}", value / to);
}

/// The part of "group/.../..." that stands at `place`.
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
    machines();
    for (const auto &[name, message] : errors_) fmt::print(stderr, "{}: {}\n", name, message);
}

void Results::engines() const {
    std::set<std::string> programs;
    for (const auto &[name, value] : medians_)
        if (part(name, 0) == "engine") programs.insert(part(name, 1));
    if (programs.empty()) return;
    fmt::print("One node, exact cycles: millions of guest instructions per second of CPU time\n\n");
    fmt::print("{:<12}{:>10}{:>14}{:>22}{:>12}{:>12}{:>12}{:>15}\n", "program", "inlet",
               "interpreter", "Unicorn, block hook", "qemu-mips", "x Unicorn", "x qemu",
               "x interpreter");
    for (const std::string &program : programs) {
        const auto rate = [&](const char *who) { return median("engine/" + program + "/" + who); };
        const double ours = rate("inlet"), unicorn = rate("unicorn"), qemu = rate("qemu");
        const double interpreter = rate("interpreter");
        fmt::print("{:<12}{:>10}{:>14}{:>22}{:>12}{:>12}{:>12}{:>15}\n", program, number(ours),
                   number(interpreter), number(unicorn), number(qemu), ratio(ours, unicorn),
                   ratio(ours, qemu), ratio(ours, interpreter));
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
    if (const double free = median("observer/none")) {
        fmt::print("An observer of every instruction (matrix, one node)\n\n{:>8}{:>14}{:>14}\n", "",
                   "Minstr/s", "slower by");
        for (const char *who : {"none", "counting", "trace"})
            if (const double value = median(std::string("observer/") + who))
                fmt::print("{:>8}{:>14}{:>14}\n", who, number(value), ratio(free, value));
        fmt::print("\n");
    }
    if (const double stop = median("stop/inlet"))
        fmt::print("A stop at an exact cycle: {:.0f} ns, of the interpreter alone {:.0f} ns\n",
                   stop, median("stop/interpreter"));
}

} // namespace inlet::bench
