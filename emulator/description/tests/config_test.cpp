#include "inlet/config.h"
#include "inlet/mesh_config.h"
#include "inlet/sparc_config.h"
#include "inlet/suggest.h"
#include "inlet/t1_config.h"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace inlet {
namespace {

using nlohmann::json;

json preset() { return json::parse(MachineConfig::load("t1").text); }

/// The message that rejects this machine, or "" if it is accepted.
std::string refusal(const std::string &text) {
    try {
        MachineConfig::parse(text, "m.json");
        return "";
    } catch (const UserError &error) {
        return error.what();
    }
}

/// As above for t1 with the value at `pointer` replaced.
std::string refusal(const char *pointer, const json &value) {
    json machine = preset();
    machine[json::json_pointer(pointer)] = value;
    return refusal(machine.dump());
}

std::string load_refusal(const std::string &name) {
    try {
        MachineConfig::load(name);
        return "";
    } catch (const UserError &error) {
        return error.what();
    }
}

#define EXPECT_SAYS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST(Config, T1) {
    const MachineConfig config = MachineConfig::load("t1");
    EXPECT_EQ(config.name, "t1");
    EXPECT_EQ(config.nodes, 16u);
    EXPECT_EQ(config.max_nodes, 2048u);
    EXPECT_EQ(config.memory_bytes, 16u << 20);
    EXPECT_EQ(config.part<T1Config>().dispatch_cycles, 5u);
    EXPECT_EQ(config.part<T1Config>().costs[static_cast<std::size_t>(isa::CostKey::send)], 5u);
    EXPECT_EQ(config.part<T1Config>().costs[static_cast<std::size_t>(isa::CostKey::alu)], 1u);
    EXPECT_EQ(config.part<T1Config>().costs[static_cast<std::size_t>(isa::CostKey::div)], 35u);
    EXPECT_EQ(config.part<MeshConfig>().topology, GridKind::cylinder); // CSD-94-823 3.2
    EXPECT_EQ(config.part<MeshConfig>().columns, 0u);
    EXPECT_EQ(config.part<MeshConfig>().hop_latency, 2u);
    EXPECT_EQ(config.part<MeshConfig>().receive_packets, 4u);
}

TEST(Config, ShapeOfTheNetwork) {
    json machine = preset();
    machine["network"]["topology"] = "mesh";
    machine["network"]["columns"] = {{"value", 8}, {"source", "assumed: a test"}};
    const MachineConfig config = MachineConfig::parse(machine.dump(), "m.json");
    EXPECT_EQ(config.part<MeshConfig>().topology, GridKind::mesh);
    EXPECT_EQ(config.part<MeshConfig>().columns, 8u);
    machine["network"]["columns"]["value"] = 0;
    EXPECT_SAYS(refusal(machine.dump()), "/network/columns/value: is 0, must be at least 1");
    machine["network"]["columns"]["value"] = 32769;
    EXPECT_SAYS(refusal(machine.dump()), "must be at most 32768");
}

TEST(Config, EveryPresetIsValidAndEveryNumberHasASource) {
    const auto presets = MachineConfig::presets();
    EXPECT_NE(std::find(presets.begin(), presets.end(), "t1"), presets.end());
    EXPECT_EQ(std::find(presets.begin(), presets.end(), "schema"), presets.end());
    for (const std::string &name : presets) {
        const MachineConfig config = MachineConfig::load(name);
        EXPECT_EQ(config.name, name);
        EXPECT_NO_THROW(MachineConfig::parse(config.text, name + ".json"))
            << "load() does not check";
        const json flat = json::parse(config.text).flatten();
        for (const auto &[pointer, value] : flat.items()) {
            // Or one of several: /networks/data/parents/value/0.
            EXPECT_TRUE(!value.is_number() || (pointer + "/").find("/value/") != std::string::npos)
                << pointer;
            if (!pointer.ends_with("/source")) continue;
            const auto source = value.get<std::string>();
            const auto starts = [&](const char *with) { return source.starts_with(with); };
            EXPECT_TRUE(starts("assumed: ") || starts("Bhoedjang ") || starts("CSD-94-823 ") ||
                        starts("von Eicken ") || starts("Chang, Czajkowski, von Eicken ") ||
                        starts("Ang, Chiou, Rudolph, Arvind ") || starts("calibrated: ") ||
                        starts("calibrated, with ") || starts("GDB sim/erc32"))
                << pointer;
        }
    }
}

TEST(Config, TheSchemaKnowsEveryCostKey) {
    std::ifstream in(INLET_MACHINES_DIR "/schema-t1.json");
    const json costs = json::parse(in)["properties"]["costs"]["properties"];
    constexpr auto count = static_cast<std::size_t>(isa::CostKey::COUNT);
    EXPECT_EQ(costs.size(), count);
    for (const char *name : isa::cost_key_names) EXPECT_TRUE(costs.contains(name)) << name;
}

TEST(Config, AKindOfMachineHasASchemaOfItsOwn) {
    const MachineConfig cm5 = MachineConfig::load("cm5");
    const auto &sparc = cm5.part<SparcConfig>();
    EXPECT_FALSE(sparc.v8);
    EXPECT_EQ(sparc.costs[static_cast<std::size_t>(isa::sparc::CostKey::atomic)], 30u);
    EXPECT_EQ(cm5.exception_cycles, 4u);
    EXPECT_EQ(cm5.find<T1Config>(), nullptr);
    EXPECT_EQ(MachineConfig::load("t1").find<SparcConfig>(), nullptr);

    const MachineConfig v8 = cm5.with({{"processor.v8", "true"}, {"costs.load", "7"}});
    EXPECT_TRUE(v8.part<SparcConfig>().v8);
    EXPECT_EQ(v8.part<SparcConfig>().costs[static_cast<std::size_t>(isa::sparc::CostKey::load)],
              7u);
    EXPECT_NE(v8.hash(), cm5.hash());

    json machine = json::parse(cm5.text);
    machine["kind"] = "cm6";
    EXPECT_SAYS(
        refusal(machine.dump()),
        "/kind: is \"cm6\", must be one of "
        "[\"cm5\",\"loggp\",\"myrinet\",\"ncube2\",\"ncube2x86\",\"sp2\",\"t1\",\"voyager\"]");
    machine["kind"] = "cm5";
    machine["network"] = json::object(); // T1's
    EXPECT_SAYS(refusal(machine.dump()), "/network: is not a known member");

    std::ifstream in(INLET_MACHINES_DIR "/schema-cm5.json");
    const json costs = json::parse(in)["properties"]["costs"]["properties"];
    EXPECT_EQ(costs.size(), static_cast<std::size_t>(isa::sparc::CostKey::COUNT));
    for (const char *name : isa::sparc::cost_key_names) EXPECT_TRUE(costs.contains(name)) << name;
}

TEST(Config, AFileWorksLikeAPreset) {
    const std::filesystem::path file = INLET_MACHINES_DIR "/t1.json";
    EXPECT_EQ(MachineConfig::load(file.string()).name, "t1");
    EXPECT_EQ(MachineConfig::load(file.string()).file, file);
    EXPECT_EQ(MachineConfig::load(file.string()).text, MachineConfig::load("t1").text);
    EXPECT_EQ(MachineConfig::load("t1").file, "");
}

TEST(Config, ABaseGivesWhatAFileDoesNotSay) {
    const MachineConfig t1 = MachineConfig::load("t1");
    const MachineConfig config = MachineConfig::parse(
        R"({"base": "t1", "name": "far", "exception": null,
            "network": {"hop_latency": {"value": 9, "source": "assumed: a test"}}})",
        "m.json");
    EXPECT_EQ(config.name, "far");
    EXPECT_EQ(config.part<MeshConfig>().hop_latency, 9u);
    EXPECT_EQ(config.part<MeshConfig>().eject_latency, t1.part<MeshConfig>().eject_latency);
    EXPECT_EQ(config.part<T1Config>().costs, t1.part<T1Config>().costs);
    // The text is the whole machine: a run with only this text is the same.
    const json whole = json::parse(config.text);
    EXPECT_FALSE(whole.contains("base"));
    EXPECT_FALSE(whole.contains("exception"));
    EXPECT_TRUE(whole["network"].contains("credit_latency"));
    EXPECT_EQ(MachineConfig::parse(config.text, "m.json").text, config.text);
}

TEST(Config, ABaseMayBeAFileBesideThisOne) {
    const auto folder = std::filesystem::path(testing::TempDir()) / "inlet_base_test";
    std::filesystem::create_directories(folder);
    const auto write = [&](const char *name, const std::string &text) {
        std::ofstream(folder / name) << text;
        return (folder / name).string();
    };
    write("near.json", R"({"base": "t1", "name": "near", "nodes": {"value": 2, "source": "a"}})");
    const std::string file = write("nearer.json", R"({"base": "near.json", "name": "nearer"})");
    EXPECT_EQ(MachineConfig::load(file).nodes, 2u);
    EXPECT_EQ(MachineConfig::load(file).name, "nearer");
    EXPECT_SAYS(load_refusal(write("a.json", R"({"base": "a.json"})")), "circle");
    EXPECT_SAYS(load_refusal(write("b.json", R"({"base": "none.json"})")),
                "none.json: no such file");
    EXPECT_SAYS(load_refusal(write("c.json", R"({"base": "t2"})")),
                "c.json: /base: there is no machine 't2': did you mean 't1'?");
    EXPECT_SAYS(load_refusal(write("d.json", R"({"base": 1})")), "d.json: /base: must be the name");
    EXPECT_SAYS(load_refusal(write("e.json", R"({"base": "t1", "nodes": 3})")), "e.json: /nodes");
    std::filesystem::remove_all(folder);
}

TEST(Config, CostsOfWhatAMachineDoesNotHaveMayBeAbsent) {
    EXPECT_FALSE(preset()["costs"].contains("fp_add"));
    json machine = preset();
    machine["costs"]["fp_add"] = {{"value", 4}, {"source", "assumed: a test"}};
    const MachineConfig config = MachineConfig::parse(machine.dump(), "m.json");
    EXPECT_EQ(config.part<T1Config>().costs[static_cast<std::size_t>(isa::CostKey::fp_add)], 4u);
}

json number(const json &value) { return {{"value", value}, {"source", "assumed: a test"}}; }

TEST(Config, LatenciesAreOptional) {
    json machine = preset();
    machine.erase("annulled_slot");
    MachineConfig config = MachineConfig::parse(machine.dump(), "m.json");
    EXPECT_EQ(config.part<T1Config>().multiply_latency, 0u);
    EXPECT_EQ(config.part<T1Config>().divide_latency, 0u);
    EXPECT_EQ(config.part<T1Config>().annulled_slot_cycles, 1u);
    EXPECT_EQ(config.part<T1Config>().count_start, 0u);
    machine["count_start"] = number(0xFFFFFFFF);
    machine["multiply_latency"] = number(12);
    machine["divide_latency"] = number(35);
    machine["annulled_slot"] = number(0);
    config = MachineConfig::parse(machine.dump(), "m.json");
    EXPECT_EQ(config.part<T1Config>().multiply_latency, 12u);
    EXPECT_EQ(config.part<T1Config>().divide_latency, 35u);
    EXPECT_EQ(config.part<T1Config>().annulled_slot_cycles, 0u);
    EXPECT_EQ(config.part<T1Config>().count_start, 0xFFFFFFFF);
    EXPECT_SAYS(refusal("/count_start", number(0x100000000)), "/count_start/value");
    EXPECT_SAYS(refusal("/multiply_latency", number(-1)), "/multiply_latency/value");
}

json some_cache() {
    return {{"size", number(65536)},
            {"line", number(32)},
            {"ways", number(2)},
            {"miss", number(20)},
            {"write", number("through_allocate")}};
}

TEST(Config, Caches) {
    json machine = preset();
    EXPECT_FALSE(MachineConfig::parse(machine.dump(), "m.json").has_caches());
    machine["dcache"] = machine["icache"] = some_cache();
    machine["icache"].erase("write");
    machine["write_buffer"] = {{"depth", number(4)}, {"drain", number(6)}};
    CachesConfig caches = MachineConfig::parse(machine.dump(), "m.json").caches;
    const CacheConfig instruction{.size = 65536, .line = 32, .ways = 2, .miss = 20};
    CacheConfig data = instruction;
    data.write = WritePolicy::through_allocate;
    EXPECT_EQ(caches, (CachesConfig{instruction, data, false, WriteBufferConfig{4, 6}}));
    EXPECT_EQ(caches.fetch_line(), 32u);

    machine.erase("icache");
    machine["cache"] = machine["dcache"];
    machine.erase("dcache");
    machine["cache"]["write"] = number("back");
    caches = MachineConfig::parse(machine.dump(), "m.json").caches;
    data.write = WritePolicy::back;
    EXPECT_EQ(caches, (CachesConfig{std::nullopt, data, true, WriteBufferConfig{4, 6}}));
    EXPECT_EQ(caches.fetch_line(), 32u);
}

TEST(Config, CachesThatCannotBe) {
    const auto with = [](const char *member, const char *which, const json &value) {
        json machine = preset();
        machine[member] = some_cache();
        if (std::string(member) == "icache") machine[member].erase("write");
        machine[member][which] = number(value);
        return refusal(machine.dump());
    };
    EXPECT_EQ(with("dcache", "size", 1000),
              "m.json: /dcache/size/value: is 1000, must be a power of two, such as 512");
    EXPECT_SAYS(with("icache", "line", 24), "/icache/line/value: is 24, must be a power of two");
    EXPECT_SAYS(with("icache", "line", 4), "/icache/line/value");
    EXPECT_SAYS(with("cache", "ways", 3), "/cache/ways/value: is 3, must be a power of two");
    EXPECT_SAYS(with("cache", "size", 32), "must be at least line times ways (64)");
    EXPECT_SAYS(with("dcache", "write", "never"), "/dcache/write/value");
    EXPECT_SAYS(with("icache", "write", "back"), "/icache/write: is not a known member");
    json both = preset();
    both["cache"] = both["dcache"] = some_cache();
    EXPECT_SAYS(refusal(both.dump()), "/dcache: must not be there beside /cache");
}

TEST(Config, TheMachinesOfTheTestsAreValid) {
    for (const char *name : {"cached", "unified"})
        EXPECT_TRUE(MachineConfig::load(INLET_TEST_MACHINES "/" + std::string(name) + ".json")
                        .has_caches());
}

TEST(Config, TheProcessorIsMipsIIWhereTheFileDoesNotSay) {
    EXPECT_FALSE(MachineConfig::load("t1").part<T1Config>().processor.mips32);
    EXPECT_FALSE(MachineConfig::load("t1").part<T1Config>().processor.fpu);
    json machine = preset();
    machine["processor"] = {{"fpu", true}};
    EXPECT_FALSE(MachineConfig::parse(machine.dump(), "m.json").part<T1Config>().processor.mips32);
    EXPECT_TRUE(MachineConfig::parse(machine.dump(), "m.json").part<T1Config>().processor.fpu);
    machine["processor"] = {{"mips32", true}};
    EXPECT_TRUE(MachineConfig::parse(machine.dump(), "m.json").part<T1Config>().processor.mips32);
    EXPECT_SAYS(refusal("/processor", {{"fpu", 1}}), "/processor/fpu: is number, must be boolean");
    EXPECT_SAYS(refusal("/processor", {{"fp", true}}), "did you mean 'fpu'?");
}

TEST(Config, HazardsAreInterlockedWhereTheFileDoesNotSay) {
    const auto with = [](const char *hazards) {
        return MachineConfig::parse(
            R"({"base": "t1", "name": "m", "hazards": ")" + std::string(hazards) + "\"}", "m.json");
    };
    EXPECT_FALSE(MachineConfig::load("t1").part<T1Config>().exposed_hazards);
    EXPECT_FALSE(with("interlocked").part<T1Config>().exposed_hazards);
    EXPECT_TRUE(with("exposed").part<T1Config>().exposed_hazards);
    EXPECT_THROW(with("hidden"), UserError);
}

TEST(Config, UnknownNames) {
    EXPECT_SAYS(load_refusal("tl"), "there is no machine 'tl'");
    EXPECT_SAYS(load_refusal("t11"), "did you mean 't1'?");
    EXPECT_SAYS(load_refusal("schema"), "there is no machine");
    EXPECT_SAYS(load_refusal(""), "there is no machine ''");
    EXPECT_SAYS(load_refusal("/nonexistent/m.json"), "/nonexistent/m.json: no such file");
    EXPECT_SAYS(load_refusal("/"), "is a directory");
    EXPECT_SAYS(load_refusal("/dev/zero"), "too long");
}

TEST(Config, NotJson) {
    EXPECT_SAYS(refusal(""), "m.json: is not valid JSON: parse error");
    EXPECT_SAYS(refusal("{\"name\": }"), "line 1, column 10");
    EXPECT_SAYS(refusal("[]"), "the file: is array, must be object");
    EXPECT_SAYS(refusal("\xff\xfe"), "is not valid JSON");
    EXPECT_SAYS(refusal("1e999"), "is not valid JSON: number overflow");
    EXPECT_SAYS(refusal(std::string(100000, '[')), "is not valid JSON");
    EXPECT_SAYS(refusal(std::string(10000, '[') + std::string(10000, ']')), "must be object");
}

TEST(Config, UnknownMembers) {
    const json number = {{"value", 1}, {"source", "assumed: a test"}};
    EXPECT_EQ(refusal("/network/hop_latencies", number),
              "m.json: /network/hop_latencies: is not a known member: did you mean 'hop_latency'?");
    EXPECT_EQ(refusal("/xyz", 1), "m.json: /xyz: is not a known member");
    EXPECT_SAYS(refusal("/costs/laod", number), "did you mean 'load'?");
    EXPECT_SAYS(refusal("/dispatch/vlaue", 5), "did you mean 'value'?");
    EXPECT_SAYS(refusal("/a~1b", 1), "/a~1b: is not a known member");
}

TEST(Config, MissingMembers) {
    const json flat = preset().flatten();
    for (const auto &[pointer, value] : flat.items()) {
        json machine = preset();
        const json::json_pointer at(pointer);
        machine.at(at.parent_pointer()).erase(at.back());
        EXPECT_SAYS(refusal(machine.dump()), "has no member \"" + at.back() + "\"");
    }
    EXPECT_SAYS(refusal("/network", json::object()), "/network: has no member \"topology\"");
    EXPECT_SAYS(refusal("/network", json::object()), "\nm.json: and 4 more");
}

TEST(Config, WrongTypes) {
    EXPECT_EQ(refusal("/dispatch", 5), "m.json: /dispatch: is number, must be object: write "
                                       "{\"value\": 5, \"source\": \"...\"} (cycles from a "
                                       "message's event to the first instruction of its handler)");
    EXPECT_SAYS(refusal("/dispatch/value", "5"), "/dispatch/value: is string, must be integer");
    EXPECT_SAYS(refusal("/dispatch/value", 5.5), "must be integer (got 5.5)");
    EXPECT_SAYS(refusal("/dispatch/source", 5), "must be string");
    EXPECT_SAYS(refusal("/network/topology", "torus"), "must be one of [\"mesh\",\"cylinder\"]");
    EXPECT_SAYS(refusal("/name", "T 1"), "/name: ");
}

TEST(Config, OutOfRange) {
    EXPECT_EQ(refusal("/network/hop_latency/value", 0),
              "m.json: /network/hop_latency/value: is 0, must be at least 1 (cycles from one "
              "router's input to the next "
              "one's, for the head of a packet; delivery takes time, so 0 is impossible)");
    for (const char *pointer :
         {"/network/cycles_per_word/value", "/network/eject_latency/value",
          "/network/credit_latency/value", "/network/header_words/value",
          "/network/injection_packets/value", "/network/receive_packets/value",
          "/network/router_packets/value", "/nodes/value", "/max_nodes/value", "/dispatch/value",
          "/send_refused/value", "/costs/alu/value"}) {
        EXPECT_SAYS(refusal(pointer, 0), "is 0, must be at least 1");
        EXPECT_SAYS(refusal(pointer, -1), "is -1, must be at least 1");
        EXPECT_SAYS(refusal(pointer, 0x100000001), "must be at most");
        EXPECT_SAYS(refusal(pointer, 1e30), "must be integer");
        EXPECT_SAYS(refusal(pointer, 0xffffffffffffffffu), "must be at most");
    }
    EXPECT_SAYS(refusal("/max_nodes/value", 65537), "must be at most 65536");
    EXPECT_SAYS(refusal("/memory_bytes/value", 4096), "must be at least 262144");
}

TEST(Config, NumbersThatDoNotFitTogether) {
    EXPECT_EQ(refusal("/max_nodes/value", 4),
              "m.json: /nodes/value: is 16, must be at most max_nodes (4)");
    EXPECT_EQ(refusal("/memory_bytes/value", 1000001),
              "m.json: /memory_bytes/value: is 1000001, must be a multiple of 4096");
}

std::string setting_refusal(const std::string &path, const std::string &value) {
    try {
        (void)MachineConfig::load("t1").with({{path, value}});
    } catch (const UserError &error) {
        return error.what();
    }
    return "(accepted)";
}

TEST(Config, SettingsReplaceMembers) {
    const MachineConfig t1 = MachineConfig::load("t1");
    const MachineConfig other = t1.with({{"network.hop_latency", "7"},
                                         {"net.topology", "mesh"},
                                         {"costs.send", "9"},
                                         {"multiply_latency", "3"},
                                         {"proc.fpu", "true"}});
    EXPECT_EQ(other.part<MeshConfig>().hop_latency, 7u);
    EXPECT_EQ(other.part<MeshConfig>().topology, GridKind::mesh);
    EXPECT_EQ(other.part<T1Config>().costs[static_cast<std::size_t>(isa::CostKey::send)], 9u);
    EXPECT_EQ(other.part<T1Config>().multiply_latency, 3u);
    EXPECT_TRUE(other.part<T1Config>().processor.fpu);
    EXPECT_EQ(other.name, "t1");
    EXPECT_EQ(other.part<T1Config>().dispatch_cycles, t1.part<T1Config>().dispatch_cycles);
    EXPECT_EQ(MachineConfig::parse(other.text, "again.json").part<MeshConfig>().hop_latency, 7u);
    EXPECT_EQ(t1.with({}).text, t1.text);
    // The last one counts.
    EXPECT_EQ(t1.with({{"dispatch", "6"}, {"dispatch", "8"}}).part<T1Config>().dispatch_cycles, 8u);
}

TEST(Config, SettingsThatCannotBe) {
    EXPECT_SAYS(setting_refusal("network.hop_latencies", "1"),
                "no member 'network.hop_latencies': did you mean 'network.hop_latency'?");
    EXPECT_SAYS(setting_refusal("hop_latncy", "1"), "did you mean 'network.hop_latency'?");
    EXPECT_SAYS(setting_refusal("net.hop.value", "1"), "no member 'net.hop.value'");
    EXPECT_SAYS(setting_refusal("xyz", "1"), "'inlet machines NAME' lists");
    EXPECT_SAYS(setting_refusal("", "1"), "no member ''");
    EXPECT_SAYS(setting_refusal("network.c", "1"),
                "'c' may be any of: columns, credit_latency, cycles_per_word");
    EXPECT_SAYS(setting_refusal("hardwired", "1"),
                "more than one value: name one of hardwired.fetch");
    EXPECT_SAYS(setting_refusal("dispatch", ""), "there is no value");
    EXPECT_SAYS(setting_refusal("dispatch", "0"), "/dispatch/value: is 0, must be at least 1");
    EXPECT_SAYS(setting_refusal("dispatch", "1.5"), "(got 1.5)");
    EXPECT_SAYS(setting_refusal("dispatch", "fast"), "is string, must be integer");
    EXPECT_SAYS(setting_refusal("dispatch", "\xff"), "is string, must be integer");
    EXPECT_SAYS(setting_refusal("net.topology", "torus"), "/network/topology");
    EXPECT_SAYS(setting_refusal("memory_bytes", "1000000"), "multiple of 4096");
    EXPECT_SAYS(setting_refusal("hardwired.fetch", "3"), "/hardwired: has no member");
}

TEST(Suggest, Distance) {
    EXPECT_EQ(edit_distance("", ""), 0u);
    EXPECT_EQ(edit_distance("abc", ""), 3u);
    EXPECT_EQ(edit_distance("nodes", "node"), 1u);
    EXPECT_EQ(edit_distance("ndoes", "nodes"), 1u);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

TEST(Suggest, OnlyWhatIsNear) {
    const std::vector<std::string> known = {"run", "report", "machines"};
    EXPECT_EQ(nearest("reprot", known), "report");
    EXPECT_EQ(nearest("machine", known), "machines");
    EXPECT_EQ(nearest("rnu", known), "run");
    EXPECT_EQ(nearest("export", known), "report");
    EXPECT_EQ(nearest("zzz", known), "");
    EXPECT_EQ(nearest("", known), "");
    EXPECT_EQ(nearest(std::string(1000, 'r'), known), "");
}

/// Sums of a block's costs would overflow (docs/engine.md).
TEST(Config, ADescriptionMadeByHandHasNoGreaterNumbersThanAFile) {
    const auto refused = [](MachineConfig config) -> std::string {
        try {
            config.check();
            return "";
        } catch (const UserError &error) {
            return error.what();
        }
    };
    const MachineConfig t1 = MachineConfig::load("t1");
    EXPECT_EQ(refused(t1), "");
    for (std::size_t key = 0; key < t1.part<T1Config>().costs.size(); ++key) {
        MachineConfig config = t1;
        config.part<T1Config>().costs[key] = 1'000'000;
        EXPECT_EQ(refused(config), "");
        config.part<T1Config>().costs[key] = 1'000'001;
        EXPECT_SAYS(refused(config), std::string("machine t1: /costs/") + isa::cost_key_names[key] +
                                         "/value: is 1000001, must be at most 1000000");
    }
    MachineConfig config = t1;
    config.part<T1Config>().load_use_stall = 4'000'000'000;
    EXPECT_SAYS(refused(config), "/load_use/value: is 4000000000, must be at most 1000000");
    config = t1;
    config.part<MeshConfig>().hop_latency = 1'000'001;
    EXPECT_SAYS(refused(config), "/network/hop_latency/value: is 1000001");
    config = t1;
    config.caches.data = {.size = 64, .line = 16, .ways = 1, .miss = 2'000'000};
    EXPECT_SAYS(refused(config), "/dcache/miss/value: is 2000000, must be at most 1000000");
    config.caches.unified = true;
    EXPECT_SAYS(refused(config), "/cache/miss/value");
    config = t1;
    config.part<T1Config>().hardwired = {.fetch = 1, .store = 1, .forward = 1, .stolen = 1'000'001};
    EXPECT_SAYS(refused(config), "/hardwired/stolen/value: is 1000001");
    config = t1;
    config.max_nodes = 65537;
    EXPECT_SAYS(refused(config), "/max_nodes/value: is 65537, must be at most 65536");
}

} // namespace
} // namespace inlet
