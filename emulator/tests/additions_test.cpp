// The toy machine of tests/additions runs: what docs/design.md says of a new kind is enough. There
// its lines are added to the lists of the sources; here the program itself adds it.
#include "description/kinds_of_files.h"
#include "inlet/run_recorder.h"
#include "inlet/trace_hash.h"
#include "kinds/toy.h"
#include "observers/guest.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace inlet {

class Members;
void members_toy(Members &m, MachineConfig &config);

namespace test {
namespace {

using nlohmann::json;

const std::string folder = INLET_ADDITIONS "/machine/emulator/machines/";

class Additions : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        add_kind_of_file({"toy", members_toy, {.counts_waits = true}});
        Platform::add_kind("toy",
                           [](const MachineConfig &config, std::uint32_t nodes,
                              std::uint64_t jitter) -> std::unique_ptr<Platform> {
                               return std::make_unique<ToyPlatform>(config, nodes, jitter);
                           });
    }
    static MachineConfig toy() { return MachineConfig::load(folder + "toy.json"); }
    static std::uint64_t hash_of(const MachineConfig &config, bool lock_step) {
        TraceHash hash(2);
        RunOptions options;
        options.nodes = 2;
        options.arguments = {"toy"};
        options.max_cycles = 1'000'000;
        options.lock_step = lock_step;
        options.observer = &hash;
        EXPECT_EQ(Machine(config, called(20), options).run().outcome, Outcome::exited);
        return hash.value();
    }
};

TEST_F(Additions, TheToyMachineRuns) {
    const std::uint64_t hash = hash_of(toy(), false);
    EXPECT_EQ(hash_of(toy(), true), hash);
    for (const char *number : {"send", "dispatch", "network.hop_latency"}) {
        const MachineConfig other = toy().with({{number, "9"}});
        EXPECT_NE(other.hash(), toy().hash()) << number;
        EXPECT_NE(hash_of(other, false), hash) << number;
    }
    EXPECT_THROW(toy().with({{"send", "0"}}), UserError);
}

/// With INLET_REFRESH=1 the stored one is written.
TEST_F(Additions, TheToyMachinesSchemaIsThatOfItsList) {
    const std::string file = folder + "schema-toy.json";
    const json made = schema_of(*kind_of_file("toy"));
    if (std::getenv("INLET_REFRESH")) std::ofstream(file) << made.dump(2) << "\n";
    std::ifstream in(file);
    EXPECT_EQ(json::parse(in), made);
}

} // namespace
} // namespace test
} // namespace inlet
