// What nodes write does not depend on the order in which the host runs them.
#include "net/network.h"
#include "node/node_output.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

namespace inlet::test {
namespace {

std::vector<std::string> texts(const std::vector<ConsoleLine> &lines) {
    std::vector<std::string> all;
    for (const ConsoleLine &line : lines) all.push_back(line.text);
    return all;
}

TEST(NodeOutput, IsThatOfTheMachinesTime) {
    const std::vector<ConsoleLine> lines = {{7, {2, 0}, "third"},
                                            {3, {1, 0}, "first"},
                                            {7, {1, 0}, "second"},
                                            {7, {2, 1}, "fourth"},
                                            {9, {0, 0}, "last"}};
    const auto fault = [](std::uint64_t cycle, std::uint32_t node, std::uint8_t core) {
        return Fault{.kind = FaultKind::illegal, .node = node, .cycle = cycle, .core = core};
    };
    const std::vector<Fault> faults = {fault(5, 3, 0), fault(4, 3, 1), fault(4, 3, 0),
                                       fault(4, 9, 0)};
    const std::vector<RepeatedBranch> branches = {
        {4, 30, 0x100}, {2, 20, 0x100}, {1, 20, 0x100}, {9, 90, 0x80}};
    std::mt19937 random(1);
    for (int round = 0; round < 50; ++round) {
        NodeOutput output;
        auto some_lines = lines;
        auto some_faults = faults;
        auto some_branches = branches;
        std::ranges::shuffle(some_lines, random);
        std::ranges::shuffle(some_faults, random);
        std::ranges::shuffle(some_branches, random);
        for (const ConsoleLine &line : some_lines) output.print(line);
        for (const Fault &one : some_faults) output.note(one);
        for (const RepeatedBranch &branch : some_branches) output.note(branch);
        EXPECT_EQ(texts(output.take_lines(7)), (std::vector<std::string>{"first"}));
        EXPECT_EQ(texts(output.take_lines(8)),
                  (std::vector<std::string>{"second", "third", "fourth"}));
        EXPECT_TRUE(output.has_lines());
        EXPECT_EQ(texts(output.take_lines(net::Network::never)),
                  (std::vector<std::string>{"last"}));
        EXPECT_FALSE(output.has_lines());
        EXPECT_EQ(output.fault(), fault(4, 3, 0));
        const std::vector<RepeatedBranch> repeated = output.repeated();
        ASSERT_EQ(repeated.size(), 2u);
        EXPECT_EQ(repeated[0].node, 9u);
        EXPECT_EQ(repeated[1].node, 1u);
        EXPECT_EQ(repeated[1].cycle, 20u);
    }
}

} // namespace
} // namespace inlet::test
