// fuzz-seeds NAME DIRECTORY: the initial corpus of the fuzzer NAME, from data of the unit tests.
#include "description/tests/elf_builder.h"
#include "fuzz/messages.h"
#include "fuzz/recorded.h"
#include "gdb/packets.h"
#include "inlet/config.h"
#include "inlet/machine.h"
#include "inlet/processor.h"
#include "inlet/trace_writer.h"
#include "tests/assemble.h"
#include "trace/trace_frames.h"

#include <cstdio>
#include <elf.h>
#include <filesystem>
#include <fmt/format.h>
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

void traces(const Path &directory) {
    test::Code code = fuzz::messages();
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

void recorded_runs(const Path &directory) {
    const fuzz::Recorded run;
    write(directory / "parts", run.parts());
}

void snapshots(const Path &directory) {
    const Image image = fuzz::messages().image();
    const MachineConfig config = fuzz::small_machine();
    for (const std::uint64_t cycle : {40, 77, 130}) {
        Machine machine(config, image, fuzz::three_nodes());
        machine.run_until(cycle);
        write(directory / std::to_string(cycle), machine.snapshot().state);
    }
}

/// Packets of gdb: one per line, with their framing.
void sessions(const Path &directory) {
    const char *packets[] = {"qSupported:swbreak+;xmlRegisters=i386",
                             "QStartNoAckMode",
                             "qXfer:features:read:target.xml:0,ffb",
                             "?",
                             "Hg1",
                             "qfThreadInfo",
                             "qsThreadInfo",
                             "qThreadExtraInfo,2",
                             "g",
                             "p25",
                             "P8=00000001",
                             "m10000,40",
                             "M20000,4:00000001",
                             "Z0,10040,4",
                             "Z2,20000,4",
                             "vCont;c",
                             "vCont;s:1;c",
                             "z0,10040,4",
                             "vCont;c:1",
                             "vCont;s:2",
                             "Z0,10040,4",
                             "vCont;c",
                             "bs",
                             "bc",
                             "z0,10040,4",
                             "qRcmd,74736970",
                             "T2",
                             "c",
                             "D"};
    std::string all;
    for (const char *packet : packets) all += gdb::framed(packet) + "+";
    write(directory / "session", {reinterpret_cast<const std::uint8_t *>(all.data()), all.size()});
    for (const char *packet : packets) {
        const std::string one = gdb::framed(packet);
        write(directory / gdb::to_hex(std::string(packet).substr(0, 20)),
              {reinterpret_cast<const std::uint8_t *>(one.data()), one.size()});
    }
}

/// A small program for each processor.
void programs(const Path &directory) {
    for (const ProcessorFacts &facts : processors) {
        test::ElfBuilder program;
        program.header.e_machine = facts.elf_machine;
        program.header.e_ident[EI_DATA] = facts.little ? ELFDATA2LSB : ELFDATA2MSB;
        write(directory / fmt::format("{}.elf", facts.elf_machine), program.bytes());
    }
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 3) {
        std::fputs("usage: fuzz-seeds gdb|image|machine_file|program|recorded|snapshot|trace "
                   "DIRECTORY\n",
                   stderr);
        return 2;
    }
    const std::string name = argv[1];
    const Path directory = argv[2];
    std::filesystem::create_directories(directory);
    if (name == "gdb") sessions(directory);
    if (name == "image") programs(directory);
    if (name == "machine_file")
        for (const std::string &preset : MachineConfig::presets())
            std::ofstream(directory / preset) << MachineConfig::load(preset).text;
    if (name == "program") write(directory / "messages", fuzz::messages().bytes());
    if (name == "recorded") recorded_runs(directory);
    if (name == "snapshot") snapshots(directory);
    if (name == "trace") traces(directory);
    return 0;
}
