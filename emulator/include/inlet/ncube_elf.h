// The ELF format of nCUBE/2 programs. It is this project's own: nCUBE's assemblers wrote no ELF.
#pragma once

#include <cstdint>

namespace inlet::ncube {

inline constexpr std::uint16_t elf_machine = 0x6E32; ///< e_machine, "2n"
/// A user's program begins here; the kernel lies below.
inline constexpr std::uint32_t user_text = 0x100000;
/// "address file line category" of each instruction, as text.
inline constexpr const char *lines_section = ".ncube.lines";

} // namespace inlet::ncube
