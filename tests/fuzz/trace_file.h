// A trace file in memory with one frame of records.
#pragma once

#include "inlet/trace_header.h"
#include "trace/trace_format.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>
#include <vector>
#include <zstd.h>

namespace inlet::fuzz {

class TraceFile {
  public:
    explicit TraceFile(std::span<const std::uint8_t> records)
        : file_(memfd_create("trace", MFD_CLOEXEC)) {
        if (file_ < 0) throw std::system_error(errno, std::generic_category(), "memfd_create");
        TraceHeader header;
        header.program = "fuzz.elf";
        header.nodes = 3;
        header.machine_name = "t1";
        header.symbols = {{0x10000, 0, "main"}, {0x10100, 0x40, "handler"}};
        const std::string json = header.to_json();
        std::vector<std::uint8_t> bytes(trace::magic.begin(), trace::magic.end());
        for (unsigned i = 0; i < 4; ++i)
            bytes.push_back(static_cast<std::uint8_t>(trace::records_version >> 8 * i));
        append(bytes, {reinterpret_cast<const std::uint8_t *>(json.data()), json.size()});
        append(bytes, records);
        if (::write(file_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
            throw std::system_error(errno, std::generic_category(), "write");
    }
    ~TraceFile() { ::close(file_); }
    TraceFile(const TraceFile &) = delete;
    TraceFile &operator=(const TraceFile &) = delete;

    std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(file_); }

  private:
    static void append(std::vector<std::uint8_t> &bytes, std::span<const std::uint8_t> frame) {
        std::vector<std::uint8_t> packed(ZSTD_compressBound(frame.size()));
        packed.resize(ZSTD_compress(packed.data(), packed.size(), frame.data(), frame.size(), 1));
        bytes.insert(bytes.end(), packed.begin(), packed.end());
    }

    int file_;
};

} // namespace inlet::fuzz
