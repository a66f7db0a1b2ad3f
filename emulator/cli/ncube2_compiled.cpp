#include "ncube2_compiled.h"

#include "ending.h"
#include "job.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <inlet/config.h>
#include <inlet/image.h>
#include <inlet/machine.h>
#include <map>
#include <string_view>
#include <system_error>

namespace inlet::cli {

namespace {

namespace fs = std::filesystem;

constexpr double cycles_per_us = 20, cycles_per_byte = 9; // 000 4.2.5, Table 4-1
constexpr double per_measurement = 100;                   ///< of ncube2_signal.c
constexpr double column_bytes = 1024, rows = 128;         ///< of ncube2_matmul.c

using Numbers = std::map<std::string, double>;

/// What a program prints: lines of a name and a number.
Numbers run(const fs::path &program, const char *machine, std::uint32_t nodes,
            std::vector<std::string> arguments = {}) {
    const MachineConfig config = machine_with(machine, {});
    const Image image = Image::load(program, config.memory_bytes, Processor::x86);
    Numbers numbers;
    RunOptions options;
    options.nodes = nodes;
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

/// The same text compiled for both machines.
struct Both {
    Numbers traps, instructions;
};
Both run_both(const fs::path &folder, const std::string &name, std::uint32_t nodes,
              const std::vector<std::string> &arguments = {}) {
    return {run(folder / (name + ".elf"), "ncube2-x86", nodes, arguments),
            run(folder / (name + "_xnet.elf"), "ncube2-xnet", nodes, arguments)};
}

double number(const Numbers &from, const std::string &name) {
    const auto at = from.find(name);
    return at == from.end() ? CompiledRow::none : at->second;
}

class Rows {
  public:
    Rows(const fs::path &folder, std::span<const ncube2::Reproduced> original, bool full)
        : folder_(folder), original_(original), full_(full) {}

    std::vector<CompiledRow> all() {
        signals();
        multiply();
        transpose();
        return std::move(rows_);
    }

  private:
    /// As the row of the original's processor is called, `of` computing ours.
    template <typename Of> void like(const char *where, const std::string &what, Of of) {
        const auto row = std::ranges::find_if(original_, [&](const ncube2::Reproduced &one) {
            return one.where == where && one.what == what;
        });
        if (row == original_.end()) return;
        rows_.push_back({row->where, row->what, row->unit, row->paper, row->ours,
                         of(signals_.traps), of(signals_.instructions)});
    }

    void signals() {
        signals_ = run_both(folder_, "ncube2_signal", 1024);
        const auto send = [](const Numbers &n) { return number(n, "send") / cycles_per_us; };
        const auto receive = [](const Numbers &n) { return number(n, "receive") / cycles_per_us; };
        const auto trip = [](const Numbers &n, unsigned node) {
            return number(n, fmt::format("trip.{}.100", node)) / per_measurement / cycles_per_us;
        };
        like("Table 4-1, 1", "receive overhead", receive);
        like("Table 4-1, 2", "send overhead", send);
        for (unsigned node = 1; node < 1024; node = 2 * node + 1)
            like("Table 4-1, 3", fmt::format("round trip, node 0 to node {}", node),
                 [&](const Numbers &n) { return trip(n, node); });
        like("Table 4-1, 4", "a byte of 256-word messages", [](const Numbers &n) {
            return number(n, "long.100") / per_measurement / cycles_per_us / 1025;
        });
        like("4.2.4", "a hop, there and back",
             [&](const Numbers &n) { return (trip(n, 1023) - trip(n, 1)) / 9; });
        like("4.2.4", "overhead of a message",
             [&](const Numbers &n) { return send(n) + receive(n); });
    }

    /// Rows of both machines, which the paper shows in figures only.
    template <typename Of>
    void ours(const std::string &where, const std::string &what, const char *unit, const Both &both,
              Of of) {
        rows_.push_back({where, what, unit, CompiledRow::none, CompiledRow::none, of(both.traps),
                         of(both.instructions)});
    }

    void multiply() {
        const std::uint32_t nodes = full_ ? 128 : 8;
        const Both both = run_both(folder_, "ncube2_matmul", nodes);
        for (unsigned m = 1; m <= 32; m *= 2) {
            const auto of = [m](const Numbers &n, const char *what) {
                return number(n, fmt::format("matmul.{}.{}", m, what));
            };
            const std::string what = fmt::format("multiply, {} nodes, m = {}, {} flops a message",
                                                 nodes, m, static_cast<unsigned>(2 * rows) * m);
            ours("Figure 4-13", what, "Mflop/s", both, [&](const Numbers &n) {
                return nodes * 2 * rows * of(n, "columns") * m / (of(n, "cycles") / cycles_per_us);
            });
            ours("Figure 4-14", what, "% of computing alone", both,
                 [&](const Numbers &n) { return 100 * of(n, "alone") / of(n, "cycles"); });
            ours("Figure 4-14", what, "% of the wire", both, [&](const Numbers &n) {
                const double fetched = of(n, "columns") * (nodes - 1) / nodes * column_bytes;
                return 100 * fetched * cycles_per_byte / of(n, "cycles");
            });
        }
    }

    void transpose() {
        const std::uint32_t nodes = full_ ? 128 : 8;
        const std::vector<unsigned> sizes =
            full_ ? std::vector<unsigned>{256, 1024} : std::vector<unsigned>{32, 64};
        std::vector<std::string> arguments;
        for (const unsigned size : sizes) arguments.push_back(std::to_string(size));
        const Both both = run_both(folder_, "ncube2_transpose", nodes, arguments);
        for (const unsigned size : sizes)
            for (const char *variant : {"word", "row", "block"}) {
                const double part = static_cast<double>(size) / nodes;
                const double payload = 8 * part *
                                       (*variant == 'w'   ? 1 / part
                                        : *variant == 'r' ? 1
                                                          : part);
                const double sent = 8 * part * size * (nodes - 1) / nodes; // by each
                const auto cycles = [&](const Numbers &n) {
                    return number(n, fmt::format("transpose.{}.{}", size, variant));
                };
                const std::string what =
                    fmt::format("transpose, {0} nodes, {1} x {1} by {2}, {3:.0f} bytes", nodes,
                                size, variant, payload);
                ours("Figure 4-15a", what, "MB/s a node", both,
                     [&](const Numbers &n) { return sent / (cycles(n) / cycles_per_us); });
                // Half of the dimensions on the way, on the average.
                ours("Figure 4-15b", what, "% of all wires, payload", both, [&](const Numbers &n) {
                    return 100 * sent / 2 * nodes / (nodes - 1) * cycles_per_byte / cycles(n);
                });
            }
    }

    fs::path folder_;
    std::span<const ncube2::Reproduced> original_;
    bool full_;
    Both signals_;
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
