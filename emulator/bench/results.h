// Collects the medians of a Google Benchmark run and prints them side by side.
#pragma once

#include <benchmark/benchmark.h>
#include <map>
#include <string>

namespace inlet::bench {

/// Median of the counter "rate" by benchmark name ("engine/sieve/inlet").
class Results : public benchmark::BenchmarkReporter {
  public:
    bool ReportContext(const Context &) override { return true; }
    void ReportRuns(const std::vector<Run> &runs) override;
    void Finalize() override;

  private:
    void engines() const;
    void foreign() const;
    void machines() const;
    void stops() const;
    void targets() const;
    double median(const std::string &name) const; ///< 0: not measured
    /// Rates over qemu's, of the programs of one machine: 0 where none was measured.
    struct Spread {
        double mean = 0, least = 0; ///< geometric mean
    };
    Spread foreign_spread(const std::string &prefix) const;
    std::map<std::string, double> medians_;
    std::map<std::string, std::string> errors_;
};

} // namespace inlet::bench
