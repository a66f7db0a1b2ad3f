// Engines and stepper agree on a program with a message at every cycle:
//
//     every_cycle [OPTION...] PROGRAM [ARGUMENT...]
//
// Three machines run it side by side: one by the stepper and the lock-step scheduler, one by the
// block engine and one by compiled code with the real scheduler. The first run is undisturbed: they
// stop at regular intervals, down to every single cycle. Then, for each cycle k, copies of them (of
// the process) get a message after k, on one node after the other, and continue: through its
// handler and sometimes to the program's end. All observable state is equal each time: registers,
// the network interfaces', memory, caches, cycles, order of messages; at the end the output, and
// the status is the program's own. k is each of the first --window cycles and --spread others.
#include "app/job.h"
#include "subject.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace inlet::test {
namespace {

constexpr std::uint64_t after = 400;          // cycles: the handler is complete by then
constexpr std::uint64_t to_the_end = 29;      // one run in this many
constexpr std::uint64_t short_run = 300'000;  // cycles: longer ones are not run to their end
constexpr std::uint64_t memory_compared = 16; // undisturbed: at one stop in this many
constexpr std::uint64_t never = ~std::uint64_t{0};

struct Plan {
    std::uint64_t window = 200, spread = 100, strides = 300; ///< cycles, visits, cycles
    std::uint32_t status = 0;                                ///< of the program, undisturbed
};

/// Its three machines, each with its own files.
class Machines {
  public:
    explicit Machines(const app::Job &job)
        : reference_("stepper", true, job.config(), job.image(), options(job, 0)),
          blocks_("block engine", false, job.config(), job.image(), options(job, 1)),
          compiled_("compiled code", false, job.config(), job.image(), options(job, 2)) {}

    Subject &reference() { return reference_; }
    std::array<Subject *, 3> all() { return {&reference_, &blocks_, &compiled_}; }

    /// Advances all to `cycle`, or to the end of the run. False: they differ; prints how.
    bool run_until(std::uint64_t cycle, bool memory, const std::string &when) {
        if (over_) return true;
        for (Subject *each : all()) {
            const bool more = cycle != never && each->run_until(cycle);
            if (each == &reference_) over_ = !more;
            if (more == over_)
                return fmt::print("{}, at cycle {}: the run of the {} is{} over\n", when, cycle,
                                  each->name(), more ? " not" : ""),
                       false;
            if (!more) each->finish();
            const std::string text = each->difference(reference_, memory || over_);
            if (text.empty()) continue;
            fmt::print("{}, {} and stepper at cycle {}: {}\n", when, each->name(), cycle, text);
            return false;
        }
        return true;
    }
    bool over() const { return over_; }

  private:
    static RunOptions options(const app::Job &job, unsigned number) {
        RunOptions options = job.options(0);
        if (number == 1) options.compiled.reset();
        if (number == 2) options.compiled = {.threshold = 2, .shortest = 0, .cuts = 1};
        if (options.io_root.empty()) return options;
        const std::string own = fmt::format("{}.{}", options.io_root, number);
        std::filesystem::remove_all(own);
        std::filesystem::copy(options.io_root, own);
        options.io_root = own;
        return options;
    }

    Subject reference_, blocks_, compiled_;
    bool over_ = false;
};

/// The result of one message.
enum class Visit { alike, differ, handled, ended, not_sent };

Visit visit(Machines &machines, const Visitor &visitor, std::uint64_t cycle, std::uint64_t number,
            bool end, const Plan &plan) {
    Subject &reference = machines.reference();
    const std::uint32_t nodes = reference.nodes();
    const auto target = static_cast<std::uint32_t>(number % nodes);
    const auto priority = (number / nodes + number) & 1 ? net::Priority::high : net::Priority::low;
    Subject::Sending sending;
    if (!reference.sender(target, cycle, priority, sending)) return Visit::not_sent;
    for (Subject *each : machines.all()) each->send(sending, target, visitor, priority);
    const std::uint32_t before = reference.visits(target, visitor);
    const std::string when =
        fmt::format("message from node {} to {} at cycle {}", sending.source, target, cycle);
    for (const std::uint64_t until : {cycle + 1 + cycle % 97, cycle + after, end ? never : 0})
        if (until && !machines.run_until(until, true, when)) return Visit::differ;
    const bool handled = reference.visits(target, visitor) != before;
    if (!machines.over()) return handled ? Visit::handled : Visit::alike;
    const RunResult &result = reference.result();
    if (result.outcome == Outcome::exited && (result.status & 0xFF) == plan.status)
        return Visit::ended;
    fmt::print("{} changes the end: outcome {}, status {}, output:\n{}", when,
               static_cast<int>(result.outcome), result.status, reference.console());
    return Visit::differ;
}

/// As above, in a copy of this process.
Visit visit_in_copy(Machines &machines, const Visitor &visitor, std::uint64_t cycle,
                    std::uint64_t number, bool end, const Plan &plan) {
    std::fflush(stdout);
    const pid_t copy = fork();
    if (copy < 0) throw UserError("this process cannot be copied");
    if (copy == 0) {
        int result = static_cast<int>(Visit::differ);
        try {
            result = static_cast<int>(visit(machines, visitor, cycle, number, end, plan));
        } catch (const std::exception &error) {
            fmt::print("message at cycle {}: {}\n", cycle, error.what());
        }
        std::fflush(stdout);
        _exit(result);
    }
    int status = 0;
    if (waitpid(copy, &status, 0) != copy || !WIFEXITED(status)) {
        fmt::print("message at cycle {}: the process ended by signal {}\n", cycle,
                   WTERMSIG(status));
        return Visit::differ;
    }
    return static_cast<Visit>(WEXITSTATUS(status));
}

/// The cycles at which messages are sent.
std::vector<std::uint64_t> cycles(std::uint64_t total, const Plan &plan) {
    std::vector<std::uint64_t> list;
    const std::uint64_t window = std::min(total, plan.window);
    for (std::uint64_t cycle = 0; cycle < window; ++cycle) list.push_back(cycle);
    // One at a random place in each of equal parts of the rest.
    const std::uint64_t part = std::max<std::uint64_t>(1, (total - window) / plan.spread);
    for (std::uint64_t first = window, n = 0; first + part <= total; first += part, ++n)
        list.push_back(first + n * 7919 % part);
    return list;
}

int check(const app::Job &job, const Plan &plan) {
    const Visitor visitor(job.image());
    Machines alone(job);
    if (!alone.run_until(never, true, "undisturbed")) return 1;
    const RunResult &end = alone.reference().result();
    if (end.outcome != Outcome::exited || (end.status & 0xFF) != plan.status) {
        fmt::print("undisturbed: outcome {}, status {}, not {}; output:\n{}",
                   static_cast<int>(end.outcome), end.status, plan.status,
                   alone.reference().console());
        return 1;
    }
    // From long strides to short ones: the code at short stops is compiled by then.
    for (const std::uint64_t stride : {61, 17, 7, 5, 3, 2, 1}) {
        Machines machines(job);
        const std::string when = fmt::format("stopped every {} cycles", stride);
        for (std::uint64_t n = 1; n * stride <= plan.strides; ++n)
            if (!machines.run_until(n * stride, n % memory_compared == 0, when)) return 1;
    }
    Machines machines(job);
    std::uint64_t number = 0, handled = 0, ends = 0, not_sent = 0;
    for (const std::uint64_t cycle : cycles(end.cycles, plan)) {
        if (!machines.run_until(cycle, number % memory_compared == 0, "before a message")) return 1;
        if (machines.over()) break;
        const bool to_end = end.cycles <= short_run && number % to_the_end == 0;
        const Visit came = visit_in_copy(machines, visitor, cycle, number, to_end, plan);
        if (came == Visit::differ) return 1;
        handled += came == Visit::handled || came == Visit::ended;
        ends += came == Visit::ended;
        not_sent += came == Visit::not_sent;
        ++number;
    }
    fmt::print("{} cycles, {} messages: {} handled at once or by the end, {} runs to the end, {} "
               "not sent\n",
               end.cycles, number, handled, ends, not_sent);
    return handled == 0;
}

} // namespace
} // namespace inlet::test

int main(int count, char **words) {
    inlet::app::JobArguments job;
    inlet::test::Plan plan;
    CLI::App app{"Engines and stepper with a message at every cycle of a program"};
    app.prefix_command();
    app.add_option("--machine", job.machine);
    std::string nodes;
    app.add_option("--nodes", nodes, "N or RxC");
    app.add_option("--io-nodes", job.io_nodes);
    app.add_option("--io", job.io_program);
    app.add_option("--io-root", job.io_root);
    app.add_option("--status", plan.status, "of the program");
    app.add_option("--window", plan.window, "cycles");
    app.add_option("--spread", plan.spread, "messages behind the window");
    app.add_option("--strides", plan.strides, "cycles");
    CLI11_PARSE(app, count, words);
    const std::vector<std::string> rest = app.remaining();
    try {
        if (rest.empty()) throw inlet::UserError("no program is given");
        const std::size_t cross = std::min(nodes.find('x'), nodes.size());
        if (!nodes.empty()) job.nodes = static_cast<std::uint32_t>(std::stoul(nodes));
        if (cross < nodes.size()) {
            job.columns = static_cast<std::uint32_t>(std::stoul(nodes.substr(cross + 1)));
            job.nodes *= job.columns;
        }
        job.program = rest.front();
        job.arguments.assign(rest.begin() + 1, rest.end());
        return inlet::test::check(inlet::app::Job(job), plan);
    } catch (const std::exception &error) {
        fmt::print(stderr, "every_cycle: {}\n", error.what());
        return 2;
    }
}
