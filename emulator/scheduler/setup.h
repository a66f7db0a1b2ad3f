// Preparation of a machine: the program in the form that the engines use.
#pragma once

#include "inlet/image.h"
#include "memory/memory.h"

namespace inlet {

/// The program's pages, which all nodes share. Bytes of a text page outside of all segments are no
/// instruction.
SharedPages shared_pages(const Image &image, std::uint32_t memory_bytes);

/// A program's text as loaded, from the first page with executable bytes up to a wide gap. Code
/// behind the gap is decoded page by page when executed, like code that a program generates.
struct Text {
    std::uint32_t base = 0; ///< address
    std::vector<std::uint8_t> bytes;
    std::vector<std::uint32_t> gaps; ///< numbers of pages in it without executable bytes
};
Text text_of(const SharedPages &pages);

} // namespace inlet
