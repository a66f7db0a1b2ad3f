#include "measure/ncube2_compiled.h"

#include "app/ending.h"
#include "app/job.h"
#include "app/progress.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <deque>
#include <fmt/format.h>
#include <functional>
#include <future>
#include <inlet/config.h>
#include <inlet/image.h>
#include <inlet/machine.h>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>
#include <thread>

namespace inlet::measure {

using namespace app;

namespace {

namespace fs = std::filesystem;

using Numbers = std::map<std::string, double>;

using Told = std::function<void(const RunProgress &)>;

/// A run of a program on a machine.
struct Measurement {
    fs::path program;
    const char *machine;
    std::uint32_t nodes;
    std::vector<std::string> arguments;
};

/// Runs the program and returns the numbers that it prints, as lines of a name and a number.
Numbers run(const Measurement &what, const std::atomic<bool> &stop, Told progress) {
    const MachineConfig config = machine_with(what.machine, {});
    const Image image = Image::load(what.program, config.memory_bytes, Processor::x86);
    Numbers numbers;
    RunOptions options;
    options.nodes = what.nodes;
    options.stop = &stop;
    options.progress = std::move(progress);
    options.arguments = what.arguments;
    options.arguments.insert(options.arguments.begin(), what.program.filename().string());
    options.console = [&](std::uint32_t, std::string_view line) {
        const std::size_t space = std::min(line.find(' '), line.size());
        double value = 0;
        const char *const end = line.data() + line.size();
        if (space + 1 < line.size()) std::from_chars(line.data() + space + 1, end, value);
        numbers[std::string(line.substr(0, space))] = value;
    };
    const RunResult ended = Machine(config, image, options).run();
    if (ended.outcome != Outcome::exited || ended.status != 0 || numbers.contains("wrong"))
        throw UserError(fmt::format("{} on {}: {}", what.program.string(), what.machine,
                                    numbers.contains("wrong")
                                        ? "wrong results"
                                        : ending(ended, image, features_of(config))));
    if (ended.link_bytes) // the network counts them
        numbers["link.bytes"] = static_cast<double>(ended.link_bytes);
    for (const NodeSummary &node : ended.nodes)
        numbers["messages"] += static_cast<double>(node.messages_sent);
    return numbers;
}

/// Measurements that run side by side, on every core of the host. They begin in order.
class Measurements {
  public:
    Measurements() = default;
    Measurements(const Measurements &) = delete;
    Measurements &operator=(const Measurements &) = delete;
    /// Interrupts those that run.
    ~Measurements() {
        stop_ = true;
        for (std::thread &worker : workers_) worker.join();
    }

    /// Before start(). The future throws UserError if the program fails.
    std::future<Numbers> add(Measurement what) {
        return all_
            .emplace_back([this, what = std::move(what)] { return run(what, stop_, told(what)); })
            .get_future();
    }
    void start() {
        const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
        for (std::size_t i = 0; i < std::min(cores, all_.size()); ++i)
            workers_.emplace_back([this] {
                for (std::size_t next; !stop_ && (next = next_++) < all_.size();) all_[next]();
            });
    }
    /// The numbers of a measurement. Clears the progress line, so that the caller can print.
    Numbers take(std::future<Numbers> &from) {
        from.wait();
        const std::lock_guard lock(printing_);
        progress_.clear();
        return from.get();
    }

  private:
    Told told(const Measurement &what) {
        if (!progress_.shows()) return {};
        return [this, &what](const RunProgress &now) {
            const std::lock_guard lock(printing_);
            if (!progress_.due()) return;
            progress_.show(fmt::format("{} {}on {} nodes: cycle {}, {} messages",
                                       what.program.stem().string(),
                                       what.arguments.empty() ? "" : what.arguments.back() + " ",
                                       what.nodes, now.cycle, now.messages));
        };
    }

    std::deque<std::packaged_task<Numbers()>> all_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<bool> stop_ = false;
    std::mutex printing_;
    Progress progress_; ///< printing_ protects it
    std::vector<std::thread> workers_;
};

/// The numbers of one source on both machines.
struct Both {
    Numbers traps, instructions;
};

/// Timing of the machine's wires.
struct Wires {
    double cycles_per_byte, end_bytes;
};
Wires wires(const char *machine) {
    const auto network = nlohmann::json::parse(machine_with(machine, {}).text).at("network");
    return {network.at("cycles_per_byte").at("value"), network.at("eot_bytes").at("value")};
}

double number(const Numbers &from, const std::string &name) {
    const auto at = from.find(name);
    return at == from.end() ? CompiledRow::none : at->second;
}

class CompiledRows {
  public:
    CompiledRows(const fs::path &folder, std::span<const ncube2::Reproduced> original, bool full,
                 const TakeRow &take)
        : folder_(folder), original_(original), full_(full), take_(take),
          wires_(wires("ncube2-x86")) {
        const auto clock = row_of("4.2.5", "clock");
        if (clock == original.end()) throw UserError("the rows of the paper have no clock");
        cycles_per_us_ = clock->ours; // in MHz
    }

    void all() {
        const std::uint32_t nodes = full_ ? 128 : 8;
        auto signals = on_both("ncube2_signal", 1024);
        auto multiply = on_both("ncube2_matmul", nodes);
        // Table 4-6: a series with one machine size, and one with one message size. They share a
        // run.
        std::vector<Transpose> transposes = {{"4-15", 8, 32}, {"4-15", 8, 64}};
        if (full_)
            transposes = {{"4-15", 128, 256},  {"4-15", 128, 1024}, {"4-15", 128, 2048},
                          {"4-15", 128, 4096}, {"4-16", 32, 256},   {"4-16", 256, 2048},
                          {"4-16", 512, 4096}, {"4-16", 1024, 8192}};
        std::vector<std::vector<Futures>> runs;
        for (const Transpose &one : transposes) {
            std::vector<Futures> &of_one = runs.emplace_back();
            for (const char *variant : {"", "word", "row", "block"}) {
                std::vector<std::string> arguments = {std::to_string(one.size)};
                if (*variant) arguments.emplace_back(variant);
                of_one.push_back(on_both("ncube2_transpose", one.nodes, arguments));
            }
        }
        measurements_.start();
        add_signals(numbers(signals));
        add_multiply(nodes, numbers(multiply));
        for (std::size_t i = 0; i < transposes.size(); ++i) add_transpose(transposes[i], runs[i]);
    }

  private:
    struct Futures {
        std::future<Numbers> instructions, traps;
    };
    struct Transpose {
        const char *figure;
        std::uint32_t nodes;
        unsigned size;
    };

    /// Runs a program on both machines.
    Futures on_both(const std::string &name, std::uint32_t nodes,
                    const std::vector<std::string> &arguments = {}) {
        return {
            measurements_.add({folder_ / (name + "_xnet.elf"), "ncube2-xnet", nodes, arguments}),
            measurements_.add({folder_ / (name + ".elf"), "ncube2-x86", nodes, arguments})};
    }
    Both numbers(Futures &of) {
        return {.traps = measurements_.take(of.traps),
                .instructions = measurements_.take(of.instructions)};
    }

    std::span<const ncube2::Reproduced>::iterator row_of(const char *where,
                                                         const std::string &what) const {
        return std::ranges::find_if(original_, [&](const ncube2::Reproduced &one) {
            return one.where == where && one.what == what;
        });
    }
    double microseconds(double cycles) const { return cycles / cycles_per_us_; }

    /// Adds a row with the name of the original processor's row. `of` computes our numbers.
    template <typename Of> void like(const char *where, const std::string &what, Of of) {
        const auto row = row_of(where, what);
        if (row == original_.end()) return;
        take_({row->where, row->what, row->unit, row->paper, row->ours, of(signals_.traps),
               of(signals_.instructions)});
    }

    void add_signals(const Both &both) {
        signals_ = both;
        const auto send = [&](const Numbers &n) { return microseconds(number(n, "send")); };
        const auto receive = [&](const Numbers &n) { return microseconds(number(n, "receive")); };
        const auto each = [&](const Numbers &n, const std::string &what) {
            return microseconds(number(n, what + ".all")) / number(n, "times");
        };
        const auto trip = [&](const Numbers &n, unsigned node) {
            return each(n, fmt::format("trip.{}", node));
        };
        like("Table 4-1, 1", "receive overhead", receive);
        like("Table 4-1, 2", "send overhead", send);
        for (unsigned node = 1; node < 1024; node = 2 * node + 1)
            like("Table 4-1, 3", fmt::format("round trip, node 0 to node {}", node),
                 [&](const Numbers &n) { return trip(n, node); });
        like("Table 4-1, 4", "a byte of 256-word messages", [&](const Numbers &n) {
            return each(n, "long") / (4 * number(n, "long.words") + wires_.end_bytes);
        });
        like("4.2.4", "a hop, there and back",
             [&](const Numbers &n) { return (trip(n, 1023) - trip(n, 1)) / 9; });
        like("4.2.4", "overhead of a message",
             [&](const Numbers &n) { return send(n) + receive(n); });
    }

    /// Adds a row of both machines that the original's processor has no program for. `paper`: none
    /// where the paper has it only in a figure.
    template <typename Of>
    void ours(const std::string &where, const std::string &what, const char *unit, const Both &both,
              Of of, double paper = CompiledRow::none) {
        take_({where, what, unit, paper, CompiledRow::none, of(both.traps), of(both.instructions)});
    }

    void add_multiply(std::uint32_t nodes, const Both &both) {
        const double rows = number(both.traps, "rows");
        const double column_bytes = number(both.traps, "column.bytes");
        for (unsigned m = 1; m <= 32; m *= 2) {
            const auto of = [m](const Numbers &n, const char *what) {
                return number(n, fmt::format("matmul.{}.{}", m, what));
            };
            const std::string what = fmt::format("multiply, {} nodes, m = {}, {} flops a message",
                                                 nodes, m, 2 * rows * m);
            ours("Figure 4-13", what, "Mflop/s", both, [&](const Numbers &n) {
                return nodes * 2 * rows * of(n, "columns") * m / microseconds(of(n, "cycles"));
            });
            ours("Figure 4-14", what, "% of computing alone", both,
                 [&](const Numbers &n) { return 100 * of(n, "alone") / of(n, "cycles"); });
            ours("Figure 4-14", what, "% of the wire", both, [&](const Numbers &n) {
                const double fetched = of(n, "columns") * (nodes - 1) / nodes * column_bytes;
                return 100 * fetched * wires_.cycles_per_byte / of(n, "cycles");
            });
        }
    }

    /// `runs`: without the transpose, by word, row, block.
    void add_transpose(const Transpose &one, std::vector<Futures> &runs) {
        struct Variant {
            const char *name;
            unsigned payload;
        };
        const std::uint32_t nodes = one.nodes;
        const unsigned part = one.size / nodes, value = sizeof(double);
        const Variant variants[] = {
            {"word", value}, {"row", value * part}, {"block", value * part * part}};
        const Both without = numbers(runs[0]);
        for (std::size_t i = 0; i < std::size(variants); ++i) {
            const auto &[name, payload] = variants[i];
            Both with = numbers(runs[i + 1]);
            for (auto [run, base] : {std::pair(&with.traps, &without.traps),
                                     {&with.instructions, &without.instructions}})
                for (const char *counted : {"link.bytes", "messages"})
                    (*run)[counted] -= number(*base, counted);
            // A node sends so many bytes of the matrix; a route has half of the dimensions on
            // average, without those to itself.
            const double others = (nodes - 1.0) / nodes, hops = std::log2(nodes) / 2 / others;
            const double sent = double{value} * part * one.size * others;
            const auto cycles = [&](const Numbers &n) {
                return number(n, fmt::format("transpose.{}", name));
            };
            // Of the time of all wires, as long as these bytes take.
            const auto busy = [&](double bytes, const Numbers &n) {
                return 100 * bytes * wires_.cycles_per_byte /
                       (nodes * std::log2(nodes) * cycles(n));
            };
            const std::string what =
                fmt::format("transpose, {0} nodes, {1} x {1} by {2}, {3} bytes", nodes, one.size,
                            name, payload);
            ours(fmt::format("Figure {}a", one.figure), what, "MB/s a node", with,
                 [&](const Numbers &n) { return sent / microseconds(cycles(n)); });
            ours(fmt::format("Figure {}b", one.figure), what, "% of all wires, payload", with,
                 [&](const Numbers &n) { return busy(sent * nodes * hops, n); });
            const auto says = [&](const char *where, const char *of) {
                const auto row = row_of(where, fmt::format("store by {}: {}", name, of));
                return row == original_.end() ? CompiledRow::none : row->paper;
            };
            // The paper says it of rows that are not shorter.
            constexpr unsigned least = 64;
            ours(
                "4.2.6.2", what, "% of all wires, gross", with,
                [&](const Numbers &n) { return busy(number(n, "link.bytes"), n); },
                payload == value || payload >= least ? says("4.2.6.2", "all wires, gross")
                                                     : CompiledRow::none);
            ours(
                "Table 4-6", what, "total size", with,
                [&](const Numbers &n) {
                    return number(n, "link.bytes") / number(n, "messages") / hops;
                },
                payload + says("Table 4-6", "header"));
            ours(
                "Table 4-6", what, "o, us", with,
                [&](const Numbers &n) {
                    return microseconds(cycles(n)) / (number(n, "messages") / nodes);
                },
                says("Table 4-6", "o"));
        }
    }

    fs::path folder_;
    std::span<const ncube2::Reproduced> original_;
    bool full_;
    const TakeRow &take_;
    Wires wires_;
    double cycles_per_us_ = 0;
    Both signals_;
    Measurements measurements_;
};

} // namespace

bool has_compiled(const fs::path &folder) {
    std::error_code error;
    return fs::is_regular_file(folder / "ncube2_signal_xnet.elf", error);
}

void compiled_rows(const fs::path &folder, std::span<const ncube2::Reproduced> original, bool full,
                   const TakeRow &take) {
    CompiledRows(folder, original, full, take).all();
}

} // namespace inlet::measure
