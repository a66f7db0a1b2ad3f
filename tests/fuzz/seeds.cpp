// fuzz-seeds NAME DIRECTORY: where the fuzzer NAME begins, made from what the unit tests use.
#include "inlet/config.h"
#include "inlet/machine.h"
#include "inlet/trace_writer.h"
#include "machine/tests/elf_builder.h"
#include "observe/trace_frames.h"
#include "tests/assemble.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>

using namespace inlet;
using Path = std::filesystem::path;

namespace {

void write(const Path &file, std::span<const std::uint8_t> bytes) {
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char *>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
}

/// Everybody sends to node 0, which replies; a critical section, memory, a loop, a wait.
test::Code messages() {
    test::Code code;
    code.op("cfc2", {2, isa::ni::nistat}).op("lui", {3, 0x0180}).op("or", {2, 2, 3});
    code.op("ctc2", {2, isa::ni::nistat}).li(16, 0x20000).op("addiu", {18, 0, 3});
    code.label("again").la(8, "request").op("addu", {9, 0, 0}).op("cfc2", {4, isa::ni::niid});
    code.label("retry").op("send1", {8, 9}).nop().to("bc2f", {}, "retry").nop();
    code.op("addiu", {18, 18, -1}).to("bgtz", {18}, "again").op("mult", {18, 9});
    code.label("wait").op("lw", {2, 0, 16}).nop().to("beq", {2, 0}, "wait").nop().exit(0);
    code.label("request").op("addu", {9, 4, 0}).la(8, "reply").op("send0h", {8, 9}).op("hret");
    code.label("reply").li(8, 0x20000).op("sw", {8, 0, 8}).op("hret");
    return code;
}

void traces(const Path &directory) {
    test::Code code = messages();
    const Image image = code.image();
    const MachineConfig config = MachineConfig::load("t1");
    const Path file = directory / "trace";
    {
        TraceWriter writer(file, TraceHeader(config, image, 3, {}));
        RunOptions options;
        options.nodes = 3;
        options.arguments = {"seed"};
        options.observer = &writer;
        Machine(config, image, options).run();
        writer.finish("{}");
    }
    TraceFrames frames(file);
    frames.next(); // the header
    for (int i = 0; frames.next() == TraceFrames::Next::frame; ++i)
        write(directory / ("frame" + std::to_string(i)), frames.frame());
    std::filesystem::remove(file);
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 3) {
        std::fputs("usage: fuzz-seeds image|machine_file|program|trace DIRECTORY\n", stderr);
        return 2;
    }
    const std::string name = argv[1];
    const Path directory = argv[2];
    std::filesystem::create_directories(directory);
    if (name == "image") write(directory / "small.elf", test::ElfBuilder().bytes());
    if (name == "machine_file")
        for (const std::string &preset : MachineConfig::presets())
            std::ofstream(directory / preset) << MachineConfig::load(preset).text;
    if (name == "program") write(directory / "messages", messages().bytes());
    if (name == "trace") traces(directory);
    return 0;
}
