// A recorded run, and the same file with other parts.
#pragma once

#include "description/tests/elf_builder.h"
#include "fuzz/messages.h"
#include "inlet/image.h"
#include "inlet/run_recorder.h"
#include "trace/trace_format.h"
#include "trace/trace_frames.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>
#include <zstd.h>

namespace inlet::fuzz {

class Recorded {
  public:
    Recorded() {
        test::Code code = messages();
        test::ElfBuilder builder;
        const std::vector<std::uint8_t> text = code.bytes();
        builder.parts = {
            {test::Code::base, static_cast<std::uint32_t>(text.size()), PF_R | PF_X, text}};
        builder.names.clear();
        const MachineConfig config = MachineConfig::load("t1");
        const Image image = Image::parse(builder.bytes(), "fuzz.elf", config.memory_bytes);
        RunOptions options = three_nodes();
        RunRecorder recorder({.file = path_}, config, image, options);
        Machine machine(config, image, options);
        recorder.begin(machine);
        machine.run();
        recorder.finish("{}");
        TraceFrames frames(path_);
        constexpr int header_and_program = 2;
        for (int i = 0; frames.next() == TraceFrames::Next::frame; ++i) {
            auto &to = i < header_and_program ? start_ : parts_;
            const auto frame = frames.frame();
            if (i < header_and_program)
                append(to, frame);
            else
                to.insert(to.end(), frame.begin(), frame.end());
        }
    }
    ~Recorded() {
        std::error_code error;
        std::filesystem::remove(path_, error);
    }
    Recorded(const Recorded &) = delete;
    Recorded &operator=(const Recorded &) = delete;

    /// The parts of the run, unpacked.
    const std::vector<std::uint8_t> &parts() const { return parts_; }
    /// The file with these parts. One at a time.
    const std::filesystem::path &with(std::span<const std::uint8_t> parts) const {
        std::vector<std::uint8_t> bytes(trace::magic.begin(), trace::magic.end());
        for (unsigned i = 0; i < 4; ++i)
            bytes.push_back(static_cast<std::uint8_t>(trace::version >> 8 * i));
        bytes.insert(bytes.end(), start_.begin(), start_.end());
        append(bytes, parts);
        std::ofstream(path_, std::ios::binary)
            .write(reinterpret_cast<const char *>(bytes.data()),
                   static_cast<std::streamsize>(bytes.size()));
        return path_;
    }

  private:
    static void append(std::vector<std::uint8_t> &bytes, std::span<const std::uint8_t> frame) {
        std::vector<std::uint8_t> packed(ZSTD_compressBound(frame.size()));
        packed.resize(ZSTD_compress(packed.data(), packed.size(), frame.data(), frame.size(), 1));
        bytes.insert(bytes.end(), packed.begin(), packed.end());
    }

    std::filesystem::path path_ = std::filesystem::temp_directory_path() /
                                  ("inlet-fuzz-" + std::to_string(getpid()) + ".trace");
    std::vector<std::uint8_t> start_, parts_;
};

} // namespace inlet::fuzz
