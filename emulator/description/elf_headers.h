// Copies of libelf's headers. Where a file has the host's byte order, libelf gives them as they lie
// in the file, which may be at any address.
#pragma once

#include <cstddef>
#include <cstring>
#include <libelf.h>
#include <optional>
#include <vector>

namespace inlet {

/// The header of a section; empty: libelf cannot read it.
inline std::optional<Elf32_Shdr> section_header(Elf_Scn *section) {
    const void *place = elf32_getshdr(section);
    if (place == nullptr) return std::nullopt;
    Elf32_Shdr header;
    std::memcpy(&header, place, sizeof header);
    return header;
}

/// The program headers; empty: libelf cannot read them.
inline std::vector<Elf32_Phdr> program_headers(Elf *elf) {
    const void *place = elf32_getphdr(elf);
    std::size_t count = 0;
    if (place == nullptr || elf_getphdrnum(elf, &count) != 0) return {};
    std::vector<Elf32_Phdr> headers(count);
    std::memcpy(headers.data(), place, count * sizeof(Elf32_Phdr));
    return headers;
}

} // namespace inlet
