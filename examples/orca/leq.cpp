// run: --nodes 4 64
// flags: -O2 -lpanda
// The linear equation solver of Bhoedjang's thesis (001, 8.5.6: LEQ): Jacobi iterations over a
// replicated vector. In each iteration all processes broadcast their parts at once, 128 bytes by
// default, and their largest changes; process 0 compares the vector and the number of iterations
// with those of a sequential computation, bit by bit. The thesis does not print its matrix.
//
// A trace has the iterations. With `unchecked` nothing is compared, for short traces.
//
//   leq [--paper: 1000 | EQUATIONS, default 16 for each process] [--counters] [unchecked]
#include "../applications.h"

#include <algorithm>
#include <am_core.h>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <orca.hpp>
#include <xnet_trace.h>

using vector = std::vector<double>;

/// Iteration k writes one of two vectors: a fast process puts its next part before a slow one has
/// read the last. Each has got (k + 1) / 2 parts of all processes when k is complete.
struct Unknowns {
    std::array<vector, 2> x;
    std::array<unsigned, 2> parts{};
    explicit Unknowns(unsigned count) : x{vector(count), vector(count)} {}
    void put(unsigned k, unsigned first, std::span<const double> part) {
        std::copy(part.begin(), part.end(), x[k % 2].begin() + first);
        ++parts[k % 2];
    }
    orca::guarded<vector> await(unsigned k, unsigned processes) const {
        if (parts[k % 2] < (k + 1) / 2 * processes) return orca::blocked;
        return x[k % 2];
    }
};

struct Vote {
    std::array<double, 2> largest{};
    std::array<unsigned, 2> votes{};
    void vote(unsigned k, unsigned processes, double change) {
        if (votes[k % 2]++ % processes == 0) largest[k % 2] = 0;
        largest[k % 2] = std::max(largest[k % 2], change);
    }
    orca::guarded<double> await(unsigned k, unsigned processes) const {
        if (votes[k % 2] < (k + 1) / 2 * processes) return orca::blocked;
        return largest[k % 2];
    }
};

namespace {

constexpr double small_enough = 1e-9;
unsigned equations;

/// Rows first .. last - 1: coefficients of -1 to 0, and on the diagonal 5/4 of the row's sum.
struct Rows {
    unsigned first, last;
    vector a, b;
    Rows(unsigned from, unsigned to) : first(from), last(to) {
        for (unsigned i = first; i < last; ++i) {
            double sum = 0;
            const std::size_t row = a.size();
            for (unsigned j = 0; j < equations; ++j) {
                const unsigned h = (i * 2654435761u ^ j * 2246822519u) >> 8;
                a.push_back(static_cast<int>(h % 257) / -256.0);
                sum += std::fabs(a.back());
            }
            a[row + i] = 1.25 * sum;
            b.push_back(i % 7 - 3.0);
        }
    }
    /// Their unknowns after `x`; returns the largest change.
    double iterate(const vector &x, vector &part) const {
        double largest = 0;
        part.clear();
        for (unsigned i = first; i < last; ++i) {
            const double *row = &a[static_cast<std::size_t>(i - first) * equations];
            double sum = b[i - first];
            for (unsigned j = 0; j < equations; ++j)
                if (j != i) sum -= row[j] * x[j];
            part.push_back(sum / row[i]);
            largest = std::max(largest, std::fabs(part.back() - x[i]));
        }
        return largest;
    }
};

vector solve(orca::shared<Unknowns> unknowns, orca::shared<Vote> vote, unsigned &k) {
    const unsigned processes = orca::processors(), me = orca::here();
    const Rows rows(equations * me / processes, equations * (me + 1) / processes);
    vector x(equations), part;
    xnet_trace_on();
    for (k = 1;; ++k) {
        const double change = rows.iterate(x, part);
        unknowns.call<&Unknowns::put>(k, rows.first, part);
        vote.call<&Vote::vote>(k, processes, change);
        x = unknowns.call<&Unknowns::await>(k, processes);
        if (vote.call<&Vote::await>(k, processes) < small_enough) break;
    }
    xnet_trace_off();
    return x;
}

void worker(orca::shared<Unknowns> unknowns, orca::shared<Vote> vote) {
    unsigned k = 0;
    solve(unknowns, vote, k);
}

/// Whether the sequential program has the same result.
bool check(const vector &x, unsigned iterations) {
    const Rows all(0, equations);
    vector y(equations), next;
    unsigned k = 1;
    for (; all.iterate(y, next) >= small_enough; ++k) y.swap(next);
    return k == iterations && std::memcmp(next.data(), x.data(), x.size() * sizeof x[0]) == 0;
}

} // namespace

int main(int argc, char **argv) {
    static application_options_t options;
    options = application_options(&argc, argv);
    const auto processes = static_cast<unsigned>(am_procs());
    // Processes are forked with the number of equations known everywhere.
    equations = options.paper ? 1000 : 16 * processes;
    if (argc > 1) equations = application_number("leq", argv[1], "equations", processes, 4096);
    return orca::run([] {
        orca::shared<Unknowns> unknowns(orca::replicated, equations);
        orca::shared<Vote> vote(orca::replicated);
        const unsigned start = am_cycles(), processes = orca::processors();
        for (unsigned p = 1; p < processes; ++p) orca::fork<worker>(p, unknowns, vote);
        unsigned k = 0;
        const vector x = solve(unknowns, vote, k);
        const unsigned long long took = application_cycles(am_cycles() - start);
        const bool right = options.unchecked || check(x, k);
        if (options.json) {
            const application_counter_t counters[] = {
                {"nodes", double(processes)},
                {"equations", double(equations)},
                {"iterations", double(k)},
                {"cycles", double(took)},
                {"part_bytes", double(equations / processes * sizeof(double))}};
            application_json("leq", counters, std::size(counters), right);
        } else
            std::printf("leq: %u equations, %u iterations, %llu cycles%s\n", equations, k, took,
                        !right              ? ", WRONG"
                        : options.unchecked ? ""
                                            : ", as the sequential program");
    });
}
