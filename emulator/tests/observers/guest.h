// Guest programs with messages, and traces of them.
#pragma once

#include "inlet/machine.h"
#include "inlet/trace_writer.h"
#include "tests/assemble.h"
#include "tests/plain_t1.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

namespace inlet::test {

/// A unique file name in a folder that the destructor removes.
class ScratchFile {
  public:
    ScratchFile() {
        std::string folder = std::filesystem::temp_directory_path() / "inlet-test-XXXXXX";
        if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("no folder for tests");
        folder_ = folder;
    }
    ~ScratchFile() {
        std::error_code error;
        std::filesystem::remove_all(folder_, error);
    }
    ScratchFile(const ScratchFile &) = delete;
    ScratchFile &operator=(const ScratchFile &) = delete;
    std::filesystem::path path() const { return folder_ / "file"; }

  private:
    std::filesystem::path folder_;
};

/// A T1 with small numbers.
inline MachineConfig small_machine() {
    MachineConfig config = plain_t1();
    config.name = "test";
    config.text = "{}";
    config.nodes = 2;
    config.memory_bytes = 1 << 20;
    config.part<T1Config>().costs[static_cast<std::size_t>(isa::CostKey::send)] = 5;
    config.part<MeshConfig>().hop_latency = 2;
    return config;
}

/// A machine whose network refuses SENDs: its buffers hold one packet, and it is slow.
inline MachineConfig refusing_machine() {
    MachineConfig config = small_machine();
    auto &mesh = config.part<MeshConfig>();
    mesh.receive_packets = mesh.router_packets = mesh.injection_packets = 1;
    mesh.cycles_per_word = 20;
    return config;
}

constexpr std::uint32_t counter = 0x40000; ///< address of node 0's counter
constexpr std::uint32_t flag = 0x40010;    ///< address of the flag that main waits for

/// $20 = this node; the event mask is open.
inline void start(Code &code) {
    code.label("main").op("cfc2", {20, isa::ni::niid});
    code.op("cfc2", {2, isa::ni::nistat}).op("lui", {3, 0x0180}).op("or", {2, 2, 3});
    code.op("ctc2", {2, isa::ni::nistat});
}

/// Sends `request` with the node's number to node 0. Retries until it is accepted.
inline void send_request(Code &code, const std::string &name) {
    code.la(8, "request").op("addu", {9, 0, 0}).op("addu", {4, 20, 0});
    code.label("try_" + name).op("send1", {8, 9}).nop().to("bc2f", {}, "try_" + name).nop();
}

/// Waits until the flag is set, and clears it.
inline void wait_for_flag(Code &code, const std::string &name) {
    code.li(16, flag).label("spin_" + name).op("lw", {2, 0, 16}).nop();
    code.to("beq", {2, 0}, "spin_" + name).nop().op("sw", {0, 0, 16});
}

/// The handler of node 0 counts and replies; the handler of the source sets the flag.
inline void handlers(Code &code) {
    code.label("request")
        .li(8, counter)
        .op("lw", {5, 0, 8})
        .nop()
        .op("addiu", {5, 5, 1})
        .op("sw", {5, 0, 8});
    code.op("addu", {9, 4, 0}).la(8, "reply");
    code.label("try_reply").op("send0h", {8, 9}).nop().to("bc2f", {}, "try_reply").nop().op("hret");
    code.label("reply").li(8, flag).op("addiu", {5, 0, 1}).op("sw", {5, 0, 8}).op("hret");
}

/// The image, with the labels named here as functions.
inline Image image_of(Code &code, const std::vector<std::string> &functions) {
    Image image = code.image();
    image.path = "guest.elf";
    for (const std::string &name : functions) image.symbols.push_back({code.at(name), 0, name});
    std::sort(image.symbols.begin(), image.symbols.end(),
              [](const Symbol &a, const Symbol &b) { return a.address < b.address; });
    return image;
}

/// fetch_add() as a function: calls it `times` times on every node but 0.
inline Image called(std::uint32_t times) {
    Code code;
    start(code);
    code.to("beq", {20, 0}, "done").nop().li(18, times);
    code.label("again").to("jal", {}, "fetch_add").nop();
    code.op("addiu", {18, 18, -1}).to("bne", {18, 0}, "again").nop();
    code.label("done").exit(0);
    code.label("fetch_add").op("addu", {17, 31, 0});
    send_request(code, "f");
    code.to("jal", {}, "am_wait").nop().op("jr", {17}).nop();
    code.label("am_wait");
    wait_for_flag(code, "f");
    code.op("jr", {31}).nop();
    handlers(code);
    return image_of(code, {"main", "fetch_add", "am_wait", "request", "reply"});
}

/// Three requests in a row from every node except 0, then their replies.
inline Image three_at_once() {
    Code code;
    start(code);
    code.to("beq", {20, 0}, "done").nop();
    for (const char *name : {"a", "b", "c"}) send_request(code, name);
    for (const char *name : {"a", "b", "c"}) wait_for_flag(code, name);
    code.label("done").exit(0);
    handlers(code);
    return image_of(code, {"main", "request", "reply"});
}

/// Runs a program and writes its trace.
inline RunResult record(const Image &image, std::uint32_t nodes, const std::filesystem::path &trace,
                        const MachineConfig &config = small_machine(),
                        std::uint64_t max_cycles = 1'000'000) {
    TraceWriter writer(trace, TraceHeader(config, image, nodes, {}));
    RunOptions options;
    options.nodes = nodes;
    options.observer = &writer;
    options.arguments = {"guest"};
    options.max_cycles = max_cycles;
    RunResult result = Machine(config, image, options).run();
    writer.finish("{}");
    return result;
}

} // namespace inlet::test
