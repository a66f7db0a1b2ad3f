#include "scheduler/parts_choice.h"

#include <cstdint>
#include <gtest/gtest.h>

namespace inlet::test {
namespace {

constexpr std::uint64_t look = PartsChoice::look_every;

/// A run that is looked at whenever it is due.
class ChosenRun {
  public:
    /// `busy`: threads that work, of parts. `sends`: the share of messages in the time of one.
    /// `helped`: by the pool.
    void advance(std::uint64_t ns, double busy, double sends = 1, double helped = 0) {
        for (const std::uint64_t end = time_ + ns; time_ < end;) {
            time_ += look;
            ASSERT_GE(time_, choice_.next());
            const double each = static_cast<double>(look);
            done_.acts += static_cast<std::uint64_t>(each * sends / 300);
            if (!(choice_.in_parts()
                      ? choice_.look_at_parts(time_, done_, static_cast<std::uint64_t>(each * busy))
                      : choice_.look(time_, done_, static_cast<std::uint64_t>(each * helped))))
                continue;
            ++changes_;
            time_ += look / 5;
            choice_.changed(time_);
        }
    }
    bool in_parts() const { return choice_.in_parts(); }
    int changes() const { return changes_; }

  private:
    std::uint64_t time_ = 1'000'000'000;
    PartsChoice::Messages done_;
    PartsChoice choice_{time_, 0};
    int changes_ = 0;
};

TEST(PartsChoice, PartsThatWorkStay) {
    ChosenRun run;
    run.advance(19 * look, 1.8);
    EXPECT_FALSE(run.in_parts()); // short runs are not divided
    run.advance(2 * look, 1.8);
    EXPECT_TRUE(run.in_parts());
    run.advance(1000 * look, 1.8);
    EXPECT_TRUE(run.in_parts());
    EXPECT_EQ(run.changes(), 1);
}

/// Trials become rare.
TEST(PartsChoice, PartsThatWaitAreLeft) {
    ChosenRun run;
    run.advance(23 * look, 1.2);
    EXPECT_FALSE(run.in_parts());
    EXPECT_EQ(run.changes(), 2);
    run.advance(2000 * look, 1.2);
    EXPECT_EQ(run.changes(), 6); // after 20, 160, 1280 looks
    EXPECT_FALSE(run.in_parts());
}

TEST(PartsChoice, ProgramsThatThePoolComputesAreNotDivided) {
    ChosenRun run;
    run.advance(1000 * look, 2, 0.2, 0.8);
    EXPECT_EQ(run.changes(), 0);
    run.advance(2 * look, 2, 1, 0.1);
    EXPECT_TRUE(run.in_parts());
}

/// The nodes of one part work for themselves: parts cost nothing.
TEST(PartsChoice, PartsThatComputeStay) {
    ChosenRun run;
    run.advance(30 * look, 1.8);
    run.advance(100 * look, 1, 0.1);
    EXPECT_TRUE(run.in_parts());
}

/// Another program begins on the host, for a moment or for longer.
TEST(PartsChoice, PartsThatBecomeSlowAreLeft) {
    ChosenRun run;
    run.advance(40 * look, 1.8);
    EXPECT_TRUE(run.in_parts());
    run.advance(look, 1.1);
    EXPECT_TRUE(run.in_parts());
    run.advance(look, 1.8);
    run.advance(2 * look, 1.1);
    EXPECT_FALSE(run.in_parts());
    run.advance(200 * look, 1.8);
    EXPECT_TRUE(run.in_parts());
    EXPECT_EQ(run.changes(), 3);
}

} // namespace
} // namespace inlet::test
