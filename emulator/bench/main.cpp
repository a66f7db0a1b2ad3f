// inlet-bench --programs=DIR [Google Benchmark's options]: measures the speed of inlet and of other
// emulators on the same programs. docs/benchmarks.md describes the measurements.
// inlet-bench --programs=DIR --interpreted=NAME: which parts of DIR/NAME.elf are interpreted, and
// why.
#include "bench/child.h"
#include "bench/guest.h"
#include "bench/host.h"
#include "bench/results.h"
#include "inlet/run_recorder.h"
#include "inlet/trace_writer.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace inlet::bench {

namespace {

constexpr std::array kernels = {"sieve",   "matrix", "recursion", "sort",
                                "strings", "float",  "footprint"};

struct Counting final : Observer {
    void instruction(const InstructionEvent &e) override { cycles += e.cost.total(); }
    std::uint64_t cycles = 0;
};

/// A benchmark with one run an iteration. Its result is a rate.
void add(const std::string &name, std::function<double(double &seconds)> once) {
    benchmark::RegisterBenchmark(name.c_str(),
                                 [once = std::move(once)](benchmark::State &state) {
                                     double rate = 0;
                                     for (auto turn : state) {
                                         double seconds = 0;
                                         try {
                                             rate = once(seconds);
                                         } catch (const std::exception &e) {
                                             state.SkipWithError(e.what());
                                         }
                                         state.SetIterationTime(seconds);
                                     }
                                     state.counters["rate"] = rate;
                                 })
        ->UseManualTime()
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
}

double instruction_rate(const Timing &timing, double &seconds) {
    seconds = timing.seconds;
    return static_cast<double>(timing.instructions) / timing.seconds;
}

RunOptions on(std::uint32_t nodes) {
    RunOptions options;
    options.nodes = nodes;
    return options;
}

/// Other emulators do the same work: their rate is our number of instructions over their time.
void add_engines(const Guest &guest) {
    // Computed at the first use.
    const auto expected = std::make_shared<std::optional<Timing>>();
    add("engine/" + guest.name + "/inlet",
        [&guest](double &seconds) { return instruction_rate(run(guest, on(1)), seconds); });
    add("engine/" + guest.name + "/interpreter", [&guest](double &seconds) {
        RunOptions options = on(1);
        options.compiled.reset();
        return instruction_rate(run(guest, std::move(options)), seconds);
    });
    const auto other = [&](const char *who, Timing (*go)(const Guest &)) {
        add("engine/" + guest.name + "/" + who, [&guest, expected, go](double &seconds) {
            if (!*expected) *expected = run(guest, on(1));
            Timing timing = go(guest);
            if (timing.status != (*expected)->status) throw UserError("a wrong result");
            timing.instructions = (*expected)->instructions;
            return instruction_rate(timing, seconds);
        });
    };
    // Deterministic, so it is counted once.
    const auto operations = std::make_shared<double>(0);
    add("operations/" + guest.name, [&guest, operations](double &seconds) {
        if (*operations == 0) *operations = operations_per_instruction(guest);
        seconds = 1e-9; // a benchmark takes some time
        return *operations;
    });
    if (has_unicorn && guest.image.processor == Processor::mips) other("unicorn", run_in_unicorn);
    if (has_qemu(guest.image.processor)) other("qemu", run_in_qemu);
}

/// Programs like those of the common embedded suites, compared with qemu only. Each returns less
/// than 64 if its result is wrong.
void add_foreign(const Guest &guest) {
    constexpr std::uint32_t least_status = 64;
    const auto expected = std::make_shared<std::optional<Timing>>();
    const auto ours = [&guest] {
        const Timing timing = run(guest, on(1));
        if (timing.status < least_status) throw UserError("a wrong result");
        return timing;
    };
    add("foreign/" + guest.name + "/inlet",
        [ours](double &seconds) { return instruction_rate(ours(), seconds); });
    if (!has_qemu(guest.image.processor)) return;
    add("foreign/" + guest.name + "/qemu", [&guest, ours, expected](double &seconds) {
        if (!*expected) *expected = ours();
        Timing timing = run_in_qemu(guest);
        if (timing.status != (*expected)->status) throw UserError("a wrong result");
        timing.instructions = (*expected)->instructions;
        return instruction_rate(timing, seconds);
    });
}

/// The same sum of cycles for any number of nodes.
void add_nodes(const Guest &guest) {
    // Long enough that the first copies of pages do not dominate. One node would finish sooner.
    constexpr std::uint64_t together = 4'000'000'000, each = 400'000'000;
    for (const std::uint32_t nodes : {1, 16, 256, 1024}) {
        const std::uint64_t cycles = std::min(together / nodes, each);
        add(fmt::format("nodes/{}", nodes), [&guest, nodes, cycles](double &seconds) {
            RunOptions options = on(nodes);
            options.max_cycles = cycles;
            return instruction_rate(run(guest, std::move(options)), seconds);
        });
    }
}

void add_storm(const Guest &guest) {
    constexpr std::uint32_t messages = 100'000;
    for (const std::uint32_t nodes : {2, 16, 256})
        add(fmt::format("storm/{}", nodes), [&guest, nodes](double &seconds) {
            RunOptions options = on(nodes);
            options.arguments = {std::to_string(messages / nodes)};
            const Timing timing = run(guest, std::move(options));
            seconds = timing.seconds;
            return static_cast<double>(timing.messages) / seconds;
        });
}

/// One run with one thread of the host and with several, in wall time. The rate is that of
/// instructions.
void add_threads(const Guest &guest, std::uint32_t nodes, const std::string &argument,
                 std::uint64_t max_cycles = ~std::uint64_t{0}) {
    for (const unsigned threads : {1u, 2u, 4u})
        add(fmt::format("threads/{}/{}/{}", guest.name, nodes, threads),
            [&guest, nodes, argument, max_cycles, threads](double &seconds) {
                RunOptions options = on(nodes);
                options.arguments = {argument};
                options.max_cycles = max_cycles;
                options.threads.count = threads;
                options.threads.choose = true; // as inlet run does
                const auto start = std::chrono::steady_clock::now();
                const Timing timing = run(guest, std::move(options));
                seconds =
                    std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
                return static_cast<double>(timing.instructions) / seconds;
            });
}

/// Nodes that repeat refused SENDs.
void add_refused(const Guest &guest) {
    for (const std::uint32_t nodes : {16, 256})
        add(fmt::format("refused/{}", nodes), [&guest, nodes](double &seconds) {
            RunOptions options = on(nodes);
            options.arguments = {std::to_string(1600 / nodes), "5000"};
            return instruction_rate(run(guest, std::move(options)), seconds);
        });
}

void add_observers(const Guest &guest) {
    const auto limited = [](Observer *observer) {
        RunOptions options = on(1);
        options.max_cycles = 5'000'000;
        options.observer = observer;
        return options;
    };
    add("observer/none", [&guest, limited](double &seconds) {
        return instruction_rate(run(guest, limited(nullptr)), seconds);
    });
    add("observer/counting", [&guest, limited](double &seconds) {
        Counting counting;
        return instruction_rate(run(guest, limited(&counting)), seconds);
    });
    add("observer/trace", [&guest, limited](double &seconds) {
        TraceWriter writer("/dev/null", TraceHeader(guest.config, guest.image, 1, {}));
        const double rate = instruction_rate(run(guest, limited(&writer)), seconds);
        writer.finish("{}");
        return rate;
    });
}

/// Recording a run, in wall time, including the file at path `file`.
void add_recording(const Guest &guest, const std::filesystem::path &file) {
    constexpr std::uint32_t nodes = 16;
    const auto once = [&guest, file](bool records, double &seconds) {
        RunOptions options = on(nodes);
        options.arguments = {guest.name};
        const auto start = std::chrono::steady_clock::now();
        std::optional<RunRecorder> recorder;
        if (records)
            recorder.emplace(RecordOptions{.file = file}, guest.config, guest.image, options);
        Machine machine(guest.config, guest.image, options);
        if (records) recorder->begin(machine);
        const RunResult result = machine.run();
        if (records) recorder->finish("{}");
        seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        double instructions = 0;
        for (const NodeSummary &node : result.nodes)
            instructions += static_cast<double>(node.instructions);
        return std::pair(instructions, records ? static_cast<double>(recorder->bytes()) : 0);
    };
    for (const bool records : {false, true})
        add(records ? "record/on" : "record/off", [once, records](double &seconds) {
            const double instructions = once(records, seconds).first;
            return instructions / seconds;
        });
    add("record/bytes", [once](double &seconds) {
        const auto [instructions, bytes] = once(true, seconds);
        return bytes / instructions;
    });
}

/// The cost of a stop: the same run with and without stops.
void add_stops(const Guest &guest, bool interpreter) {
    for (const std::uint64_t stride : {97, 1009})
        for (const bool compiled : {true, false}) {
            if (!compiled && !interpreter) continue;
            add(fmt::format("stop/{}/{}/{}", guest.name, stride,
                            compiled ? "inlet" : "interpreter"),
                [&guest, stride, compiled](double &seconds) {
                    const Stops with = run_in_strides(guest, stride, compiled);
                    const Stops without = run_in_strides(guest, 1 << 20, compiled);
                    seconds = with.seconds + without.seconds;
                    return 1e9 * (with.seconds - without.seconds) / static_cast<double>(with.stops);
                });
        }
}

/// Memory of a complete run of the demo on many nodes. It is deterministic, so it is measured once,
/// and first: a child's peak includes the memory of its parent at the start.
void add_memory(const std::filesystem::path &program) {
    constexpr std::uint32_t nodes = 1024;
    const auto inlet = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "inlet";
    const Child child = run_child({inlet.string(), "run", "--machine", "t1", "--nodes",
                                   std::to_string(nodes), program.string()});
    add(fmt::format("memory/{}", nodes), [child](double &seconds) {
        if (child.status != 0) throw UserError("the demo fails");
        seconds = child.seconds;
        return static_cast<double>(child.peak_bytes);
    });
}

/// Prefixes of programs of machines other than T1, which are measured if they have been compiled.
constexpr std::array others = {"cm5", "ncube2-x86", "sp2"};

const char *other_machine(std::string_view name) {
    for (const char *machine : others)
        if (name.starts_with(machine)) return machine;
    return nullptr;
}

/// The machine of a program: T1, a CM-5 for "cm5-NAME", or the machine file beside the program.
Guest load(const std::filesystem::path &programs, const std::string &name) {
    const auto machine = programs / (name + ".json");
    return Guest(programs / (name + ".elf"),
                 MachineConfig::load(std::filesystem::exists(machine) ? machine.string()
                                     : other_machine(name)            ? other_machine(name)
                                                                      : "t1"));
}

/// All programs of a directory, by name.
std::vector<Guest> load_foreign(const std::filesystem::path &directory) {
    std::vector<std::string> names;
    for (const auto &entry : std::filesystem::directory_iterator(directory))
        if (entry.path().extension() == ".elf") names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    std::vector<Guest> guests;
    guests.reserve(names.size());
    for (const std::string &name : names) guests.push_back(load(directory, name));
    return guests;
}

int measure(const std::filesystem::path &programs, int argc, char **argv) {
    add_memory(programs / "fetch_add.elf");
    const auto guest = [&](const std::string &name) { return load(programs, name); };
    std::vector<Guest> guests;
    guests.reserve((1 + others.size()) * kernels.size());
    for (const char *name : kernels) guests.push_back(guest(name));
    for (const char *machine : others)
        for (const char *name : kernels)
            if (const std::string own = std::string(machine) + "-" + name;
                std::filesystem::exists(programs / (own + ".elf")))
                guests.push_back(guest(own));
    const std::vector<Guest> foreign = load_foreign(programs / "foreign");
    const Guest storm = guest("storm");
    const Guest refused = guest("refused");
    const Guest radix_sort = guest("radix_sort"), em3d = guest("em3d");
    const Guest &matrix = guests[1];

    for (const Guest &g : guests) add_engines(g);
    for (const Guest &g : foreign) add_foreign(g);
    add_nodes(matrix);
    add_storm(storm);
    add_refused(refused);
    add_threads(matrix, 64, "", 20'000'000);
    add_threads(em3d, 64, "32");
    for (const std::uint32_t nodes : {64, 256})
        add_threads(storm, nodes, std::to_string(400'000 / nodes));
    add_observers(matrix);
    for (const Guest &g : guests)
        if (g.name != "footprint" && !other_machine(g.name)) add_stops(g, &g == &matrix);
    add("host/misprediction", misprediction);
    add_recording(radix_sort, programs / "radix_sort.trace");

    // Our options precede the user's, which override them. Runs are interleaved, so that other load
    // of the host affects all alike.
    std::vector<std::string> words = {argv[0], "--benchmark_repetitions=5",
                                      "--benchmark_enable_random_interleaving=true"};
    words.insert(words.end(), argv + 1, argv + argc);
    std::vector<char *> pointers;
    for (std::string &word : words) pointers.push_back(word.data());
    int count = static_cast<int>(pointers.size());
    benchmark::Initialize(&count, pointers.data());
    if (benchmark::ReportUnrecognizedArguments(count, pointers.data())) return 2;
    const bool plain = std::any_of(words.begin(), words.end(), [](std::string_view word) {
        return word.starts_with("--benchmark_format") || word.starts_with("--benchmark_list_tests");
    });
    Results results;
    if (plain)
        benchmark::RunSpecifiedBenchmarks();
    else
        benchmark::RunSpecifiedBenchmarks(&results);
    return 0;
}

} // namespace

} // namespace inlet::bench

int main(int argc, char **argv) {
    std::filesystem::path programs;
    std::string interpreted;
    const auto rest = std::remove_if(argv + 1, argv + argc, [&](std::string_view word) {
        const auto value = [&word](std::string_view option) {
            if (!word.starts_with(option)) return false;
            word.remove_prefix(option.size());
            return true;
        };
        if (value("--programs=")) return programs = word, true;
        if (value("--interpreted=")) return interpreted = word, true;
        return false;
    });
    if (programs.empty()) {
        std::fputs("usage: inlet-bench --programs=DIRECTORY [--interpreted=PROGRAM | "
                   "--benchmark_...]\n",
                   stderr);
        return 2;
    }
    try {
        if (!interpreted.empty()) {
            inlet::bench::print_interpreted(inlet::bench::load(programs, interpreted));
            return 0;
        }
        return inlet::bench::measure(programs, static_cast<int>(rest - argv), argv);
    } catch (const std::exception &e) {
        fmt::print(stderr, "inlet-bench: {}\n", e.what());
        return 1;
    }
}
