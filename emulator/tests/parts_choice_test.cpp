#include "scheduler/parts_choice.h"

#include <cstdint>
#include <gtest/gtest.h>

namespace inlet::test {
namespace {

constexpr std::uint64_t look = PartsChoice::look_every;

/// A run whose messages and instructions take a thread so many ns, looked at whenever it is due.
class ChosenRun {
  public:
    /// `speed`: of parts, compared with one.
    void advance(std::uint64_t ns, double speed, bool computes = false) {
        for (const std::uint64_t end = time_ + ns; time_ < end;) {
            time_ += look;
            const auto work =
                static_cast<std::uint64_t>(static_cast<double>(look) * (in_parts() ? speed : 1));
            computes ? done_.instructions += work : done_.acts += work / 300;
            ASSERT_TRUE(choice_.is_due(time_));
            if (!choice_.look(time_, done_)) continue;
            ++changes_;
            time_ += look / 5;
            choice_.changed(time_);
        }
    }
    bool in_parts() const { return choice_.in_parts(); }
    int changes() const { return changes_; }

  private:
    std::uint64_t time_ = 1'000'000'000;
    PartsChoice choice_{time_};
    PartsChoice::Done done_;
    int changes_ = 0;
};

TEST(PartsChoice, PartsThatPayStay) {
    ChosenRun run;
    run.advance(3 * look, 1.3);
    EXPECT_FALSE(run.in_parts()); // short runs are not divided
    run.advance(2 * look, 1.3);
    EXPECT_TRUE(run.in_parts());
    run.advance(1000 * look, 1.3);
    EXPECT_TRUE(run.in_parts());
    EXPECT_EQ(run.changes(), 1);
}

/// Trials become rare.
TEST(PartsChoice, PartsThatCostAreLeft) {
    ChosenRun run;
    run.advance(8 * look, 0.8);
    EXPECT_FALSE(run.in_parts());
    EXPECT_EQ(run.changes(), 2);
    run.advance(1000 * look, 0.8);
    EXPECT_EQ(run.changes(), 6); // after 4, 32, 256 of them
    EXPECT_FALSE(run.in_parts());
}

/// Threads that share a core: it is left at its first look.
TEST(PartsChoice, StarvedPartsAreLeftAtOnce) {
    ChosenRun run;
    run.advance(6 * look, 0.1);
    EXPECT_FALSE(run.in_parts());
    EXPECT_EQ(run.changes(), 2);
}

TEST(PartsChoice, ProgramsThatComputeAreNotDivided) {
    ChosenRun run;
    run.advance(1000 * look, 2, true);
    EXPECT_EQ(run.changes(), 0);
    run.advance(look, 1.3); // until they send
    EXPECT_TRUE(run.in_parts());
}

/// Another program begins on the host.
TEST(PartsChoice, PartsThatBecomeSlowAreLeft) {
    ChosenRun run;
    run.advance(20 * look, 1.5);
    EXPECT_TRUE(run.in_parts());
    run.advance(look, 0.5);
    EXPECT_FALSE(run.in_parts());
    run.advance(100 * look, 1.5);
    EXPECT_TRUE(run.in_parts());
    EXPECT_EQ(run.changes(), 3);
}

} // namespace
} // namespace inlet::test
