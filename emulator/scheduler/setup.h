// A machine before its first cycle: what its numbers and its program are for the engines.
#pragma once

#include "cpu/mips/instruction_set.h"
#include "inlet/config.h"
#include "inlet/image.h"
#include "memory/memory.h"

namespace inlet {

/// What the engines must know of the numbers of a machine with a MIPS.
mips::Timing timing(const MachineConfig &config);

/// The program as every node finds it. In a page of text, bytes that belong to no segment are
/// no instruction.
SharedPages shared_pages(const Image &image, std::uint32_t memory_bytes);

/// A machine's text, as loaded: from the first page that has executable bytes up to a wide gap.
/// What is behind that is decoded page by page when it is executed, as code that the program makes.
struct Text {
    std::uint32_t base = 0; ///< address
    std::vector<std::uint8_t> bytes;
    std::vector<std::uint32_t> gaps; ///< numbers of pages in it that have none
};
Text text_of(const SharedPages &pages);

} // namespace inlet
