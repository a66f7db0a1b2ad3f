#include "ncube2_compiled.h"

#include "ending.h"
#include "job.h"
#include "progress.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <functional>
#include <future>
#include <inlet/config.h>
#include <inlet/image.h>
#include <inlet/machine.h>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>

namespace inlet::cli {

namespace {

namespace fs = std::filesystem;

using Numbers = std::map<std::string, double>;

using Told = std::function<void(const RunProgress &)>;

/// Runs a program and returns the numbers that it prints, as lines of a name and a number.
Numbers run(const fs::path &program, const char *machine, std::uint32_t nodes,
            std::vector<std::string> arguments, Told progress) {
    const MachineConfig config = machine_with(machine, {});
    const Image image = Image::load(program, config.memory_bytes, Processor::x86);
    Numbers numbers;
    RunOptions options;
    options.nodes = nodes;
    options.progress = std::move(progress);
    options.arguments = std::move(arguments);
    options.arguments.insert(options.arguments.begin(), program.filename().string());
    options.console = [&](std::uint32_t, std::string_view line) {
        const std::size_t space = std::min(line.find(' '), line.size());
        double value = 0;
        const char *const end = line.data() + line.size();
        if (space + 1 < line.size()) std::from_chars(line.data() + space + 1, end, value);
        numbers[std::string(line.substr(0, space))] = value;
    };
    const RunResult ended = Machine(config, image, options).run();
    if (ended.outcome != Outcome::exited || ended.status != 0 || numbers.contains("wrong"))
        throw UserError(fmt::format(
            "{} on {}: {}", program.string(), machine,
            numbers.contains("wrong") ? "wrong results" : ending(ended, image, config.processor)));
    return numbers;
}

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

class Rows {
  public:
    Rows(const fs::path &folder, std::span<const ncube2::Reproduced> original, bool full)
        : folder_(folder), original_(original), full_(full), wires_(wires("ncube2-x86")) {
        const auto clock = row_of("4.2.5", "clock");
        if (clock == original.end()) throw UserError("the rows of the paper have no clock");
        cycles_per_us_ = clock->ours; // in MHz
    }

    std::vector<CompiledRow> all() {
        signals();
        multiply();
        transpose();
        return std::move(rows_);
    }

  private:
    /// Runs a program on both machines, at the same time.
    Both run_both(const std::string &name, std::uint32_t nodes,
                  const std::vector<std::string> &arguments = {}) {
        auto traps = std::async(std::launch::async, [&] {
            return run(folder_ / (name + ".elf"), "ncube2-x86", nodes, arguments, {});
        });
        const Told told = [&](const RunProgress &now) {
            if (!progress_.due()) return;
            progress_.show(fmt::format("{} {}on {} nodes: cycle {}, {} messages", name,
                                       arguments.empty() ? "" : arguments.back() + " ", nodes,
                                       now.cycle, now.messages));
        };
        Both both;
        both.instructions = run(folder_ / (name + "_xnet.elf"), "ncube2-xnet", nodes, arguments,
                                progress_.shows() ? told : Told());
        progress_.clear();
        both.traps = traps.get();
        return both;
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
        rows_.push_back({row->where, row->what, row->unit, row->paper, row->ours,
                         of(signals_.traps), of(signals_.instructions)});
    }

    void signals() {
        signals_ = run_both("ncube2_signal", 1024);
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

    /// Adds a row of both machines for a number that the paper only shows in figures.
    template <typename Of>
    void ours(const std::string &where, const std::string &what, const char *unit, const Both &both,
              Of of) {
        rows_.push_back({where, what, unit, CompiledRow::none, CompiledRow::none, of(both.traps),
                         of(both.instructions)});
    }

    void multiply() {
        const std::uint32_t nodes = full_ ? 128 : 8;
        const Both both = run_both("ncube2_matmul", nodes);
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

    /// Table 4-6: a series with one machine size, and one with one message size. They share a run.
    void transpose() {
        if (!full_) return transpose("4-15", 8, {32, 64});
        transpose("4-15", 128, {256, 1024, 2048, 4096});
        transpose("4-16", 32, {256});
        transpose("4-16", 256, {2048});
        transpose("4-16", 512, {4096});
        transpose("4-16", 1024, {8192});
    }
    void transpose(const std::string &figure, std::uint32_t nodes,
                   const std::vector<unsigned> &sizes) {
        std::vector<std::string> arguments;
        for (const unsigned size : sizes) arguments.push_back(std::to_string(size));
        const Both both = run_both("ncube2_transpose", nodes, arguments);
        for (const unsigned size : sizes)
            for (const char *variant : {"word", "row", "block"}) {
                const double part = static_cast<double>(size) / nodes;
                const double payload = sizeof(double) * part *
                                       (*variant == 'w'   ? 1 / part
                                        : *variant == 'r' ? 1
                                                          : part);
                // Bytes sent by each node.
                const double sent = sizeof(double) * part * size * (nodes - 1) / nodes;
                const auto cycles = [&](const Numbers &n) {
                    return number(n, fmt::format("transpose.{}.{}", size, variant));
                };
                const std::string what =
                    fmt::format("transpose, {0} nodes, {1} x {1} by {2}, {3:.0f} bytes", nodes,
                                size, variant, payload);
                ours("Figure " + figure + "a", what, "MB/s a node", both,
                     [&](const Numbers &n) { return sent / microseconds(cycles(n)); });
                // A route has half of the dimensions on average.
                ours("Figure " + figure + "b", what, "% of all wires, payload", both,
                     [&](const Numbers &n) {
                         return 100 * sent / 2 * nodes / (nodes - 1) * wires_.cycles_per_byte /
                                cycles(n);
                     });
            }
    }

    fs::path folder_;
    std::span<const ncube2::Reproduced> original_;
    bool full_;
    Wires wires_;
    double cycles_per_us_ = 0;
    Both signals_;
    Progress progress_;
    std::vector<CompiledRow> rows_;
};

} // namespace

bool has_compiled(const fs::path &folder) {
    std::error_code error;
    return fs::is_regular_file(folder / "ncube2_signal_xnet.elf", error);
}

std::vector<CompiledRow> compiled_rows(const fs::path &folder,
                                       std::span<const ncube2::Reproduced> original, bool full) {
    return Rows(folder, original, full).all();
}

} // namespace inlet::cli
