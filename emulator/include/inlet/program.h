// Programs and the compilers that make them, where several kinds of machines have one processor.
#pragma once

#include "inlet/image.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace inlet {

/// What makes programs of a machine with this processor. `machine`: a kind of machine, or the name
/// in a program's note.
const char *compiler_of(Processor processor, std::string_view machine);

/// Image::load() for a machine of this kind, with its processor: messages name its compiler.
Image load_program(const std::filesystem::path &path, std::uint32_t memory_bytes,
                   Processor processor, std::string_view machine);
/// The same for the bytes of a file.
Image parse_program(std::span<const std::uint8_t> file, const std::filesystem::path &path,
                    std::uint32_t memory_bytes, Processor processor, std::string_view machine);
/// The same for bytes that become Image::file. No processor: the file's.
Image parse_program(std::shared_ptr<const std::vector<std::uint8_t>> file,
                    const std::filesystem::path &path, std::uint32_t memory_bytes,
                    std::optional<Processor> processor, std::string_view machine);

} // namespace inlet
