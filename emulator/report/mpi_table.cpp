#include "report/mpi_table.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <string>
#include <vector>

namespace inlet {

namespace {

using MpiSum = MpiCalls::Sum;

double mpi_percent(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

/// A row: a call at a place, or the rest of the run.
struct MpiRow {
    std::string call{}, site{};
    std::vector<MpiSum> by_node{}; ///< as many as nodes
    MpiSum sum{};
    std::uint64_t idle = 0;

    void add_up() {
        for (const MpiSum &node : by_node) sum += node;
    }
    std::uint64_t cycles() const { return sum.cycles + idle; }
};

bool starts_or_ends(const std::string &call) {
    return call == "MPI_Init" || call == "MPI_Init_thread" || call == "MPI_Finalize";
}

/// "main (jacobi.c:12)", or "main+0x14" where the lines are unknown.
std::string site_text(const Image &names, std::uint32_t site) {
    const std::string line = names.lines.text(site);
    if (line.empty()) return names.place(site);
    const Symbol *function = names.find(site);
    return function == nullptr ? line : fmt::format("{} ({})", function->readable(), line);
}

std::vector<MpiRow> mpi_rows(const MpiCalls &calls, const Image &names, std::uint32_t nodes) {
    // The instructions of a source line make one row.
    std::map<std::pair<std::string, std::string>, MpiRow> rows;
    for (const auto &[key, by_node] : calls.calls()) {
        const std::string site = site_text(names, key.site);
        MpiRow &row = rows[{key.call, site}];
        row.call = key.call;
        row.site = site;
        row.by_node.resize(nodes);
        for (std::size_t n = 0; n < by_node.size(); ++n) row.by_node.at(n) += by_node[n];
    }
    std::map<std::string, std::uint64_t> by_call;
    std::vector<MpiRow> order;
    for (auto &[unused, row] : rows) {
        row.add_up();
        by_call[row.call] += row.sum.cycles;
        order.push_back(std::move(row));
    }
    std::stable_sort(order.begin(), order.end(), [&](const MpiRow &a, const MpiRow &b) {
        const bool last_a = starts_or_ends(a.call), last_b = starts_or_ends(b.call);
        if (last_a != last_b) return last_b;
        if (last_a && a.call != b.call) return a.call != "MPI_Finalize";
        if (a.call != b.call)
            return by_call[a.call] != by_call[b.call] ? by_call[a.call] > by_call[b.call]
                                                      : a.call < b.call;
        return a.sum.cycles > b.sum.cycles;
    });
    return order;
}

/// The rows behind the first `most` as one, in front of MPI_Init and MPI_Finalize.
void cut(std::vector<MpiRow> &rows, std::size_t most, std::uint32_t nodes, Table &table) {
    const auto first_end = std::find_if(rows.begin(), rows.end(),
                                        [](const MpiRow &row) { return starts_or_ends(row.call); });
    const auto shown = static_cast<std::size_t>(first_end - rows.begin());
    if (most == 0 || shown <= most) return;
    MpiRow rest{.call = "(others)", .by_node = std::vector<MpiSum>(nodes)};
    for (std::size_t i = most; i < shown; ++i)
        for (std::size_t n = 0; n < nodes; ++n) rest.by_node[n] += rows[i].by_node[n];
    rest.add_up();
    rest.site = fmt::format("{} places", shown - most);
    table.left_out = shown - most;
    const auto from = rows.begin() + static_cast<std::ptrdiff_t>(most);
    *from = std::move(rest);
    rows.erase(from + 1, first_end);
}

} // namespace

Table mpi_table(const MpiCalls &calls, const Image &names, std::uint32_t nodes, std::size_t most) {
    using Column = Table::Column;
    Table table{.name = "mpi", .title = "Calls of MPI, by call and place: cycles of all nodes"};
    table.columns = {
        {"calls"},     {"cycles"},           {"percent"},          {"each"},  {"waiting"}, {"work"},
        {"handlers"},  {"idle", true},       {"messages"},         {"bytes"}, {"least"},   {"most"},
        {"imbalance"}, Column::text("call"), Column::text("place")};
    if (calls.calls().empty()) {
        table.notes.emplace_back("The program calls no function of MPI.");
        return table;
    }
    std::vector<MpiRow> rows = mpi_rows(calls, names, nodes);
    MpiRow all{.call = "all", .by_node = std::vector<MpiSum>(nodes)};
    MpiRow inside{.by_node = std::vector<MpiSum>(nodes)};
    for (const MpiRow &row : rows)
        for (std::size_t n = 0; n < nodes; ++n) inside.by_node[n] += row.by_node[n];
    inside.add_up();
    cut(rows, most, nodes, table);
    MpiRow program{.call = "(program)", .by_node = std::vector<MpiSum>(nodes)};
    for (std::size_t n = 0; n < calls.outside().size(); ++n) {
        program.by_node.at(n) += calls.outside()[n].program;
        program.idle += calls.outside()[n].idle;
    }
    program.add_up();
    rows.push_back(std::move(program));
    for (const MpiRow &row : rows) {
        for (std::size_t n = 0; n < nodes; ++n) all.by_node[n] += row.by_node[n];
        all.idle += row.idle;
    }
    all.add_up();
    const std::uint64_t cycles = all.cycles();
    rows.push_back(std::move(all));
    const auto each = [](const MpiSum &sum) {
        return sum.calls == 0
                   ? Cell{}
                   : Cell{static_cast<double>(sum.cycles) / static_cast<double>(sum.calls)};
    };
    for (const MpiRow &row : rows) {
        std::uint64_t least = ~std::uint64_t{0}, greatest = 0;
        for (const MpiSum &node : row.by_node) {
            least = std::min(least, node.cycles);
            greatest = std::max(greatest, node.cycles);
        }
        const double mean = static_cast<double>(row.sum.cycles) / nodes;
        table.rows.push_back(
            {row.sum.calls, row.cycles(), mpi_percent(row.cycles(), cycles), each(row.sum),
             row.sum.waiting, row.sum.work(), row.sum.handlers, row.idle, row.sum.messages,
             row.sum.bytes, least, greatest,
             mean == 0 ? 0.0 : 100.0 * (static_cast<double>(greatest) - mean) / mean, row.call,
             row.site});
    }
    table.notes.push_back(fmt::format(
        "waiting, work, handlers and idle add up to cycles. handlers: of messages that came "
        "meanwhile;\nmessages, bytes: that the node sent meanwhile, in handlers too, and their "
        "data, with what MPI adds to the program's;\n"
        "least, most: cycles of one node; imbalance: percent by which the most is "
        "above the mean of all nodes.\nIn MPI: {:.1f} percent of all cycles, {:.1f} percent of "
        "these waiting.",
        mpi_percent(inside.sum.cycles, cycles),
        mpi_percent(inside.sum.waiting, inside.sum.cycles)));
    std::uint64_t unrecorded = 0;
    for (const MpiCalls::Outside &node : calls.outside()) unrecorded += node.unrecorded;
    if (unrecorded != 0)
        table.notes.push_back(fmt::format("{} cycles more are not recorded.", unrecorded));
    return table;
}

} // namespace inlet
