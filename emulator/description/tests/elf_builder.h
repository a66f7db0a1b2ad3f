// Builds small ELF files in memory for tests, valid and invalid ones.
#pragma once

#include <cstdint>
#include <cstring>
#include <elf.h>
#include <string>
#include <vector>

namespace inlet::test {

/// All members may be changed before bytes(). By default, the file has an executable segment at
/// 0x10000 with two instructions, a data segment, and symbols.
struct ElfBuilder {
    struct Part {
        std::uint32_t address = 0, memory_size = 0, flags = PF_R;
        std::vector<std::uint8_t> bytes;
        std::uint32_t type = PT_LOAD;
    };
    struct Name {
        std::string name;
        std::uint32_t address = 0, size = 0;
        unsigned char type = STT_FUNC;
        unsigned char binding = STB_GLOBAL;
    };

    struct Section {
        std::string name;
        std::vector<std::uint8_t> bytes;
    };

    Elf32_Ehdr header{};
    std::vector<Part> parts;
    std::vector<Name> names;
    std::vector<Section> sections; ///< sections that are not loaded, such as DWARF's

    ElfBuilder() {
        std::memcpy(header.e_ident, ELFMAG, SELFMAG);
        header.e_ident[EI_CLASS] = ELFCLASS32;
        header.e_ident[EI_DATA] = ELFDATA2MSB;
        header.e_ident[EI_VERSION] = EV_CURRENT;
        header.e_type = ET_EXEC;
        header.e_machine = EM_MIPS;
        header.e_version = EV_CURRENT;
        header.e_entry = 0x10000;
        header.e_ehsize = sizeof(Elf32_Ehdr);
        header.e_phentsize = sizeof(Elf32_Phdr);
        header.e_shentsize = sizeof(Elf32_Shdr);
        // addiu $sp, $sp, -24; jr $ra; nop
        parts.push_back(
            {0x10000, 16, PF_R | PF_X, {0x27, 0xbd, 0xff, 0xe8, 0x03, 0xe0, 0, 8, 0, 0, 0, 0}});
        parts.push_back({0x20000, 0x100, PF_R | PF_W, {1, 2, 3, 4}});
        names = {{"_start", 0x10000, 8},
                 {"second", 0x10008, 0, STT_NOTYPE},
                 {"counter", 0x20000, 4, STT_OBJECT}};
    }

    /// The file: ELF header, program headers, segments, symbols, strings, other sections,
    /// section headers.
    std::vector<std::uint8_t> bytes() {
        out_.clear();
        out_.resize(sizeof(Elf32_Ehdr));
        header.e_phoff = static_cast<std::uint32_t>(out_.size());
        header.e_phnum = static_cast<std::uint16_t>(parts.size());
        std::uint32_t offset =
            header.e_phoff + header.e_phnum * static_cast<std::uint32_t>(sizeof(Elf32_Phdr));
        for (const Part &part : parts) {
            words({part.type, offset, part.address, part.address,
                   static_cast<std::uint32_t>(part.bytes.size()), part.memory_size, part.flags, 4});
            offset += static_cast<std::uint32_t>(part.bytes.size());
        }
        for (const Part &part : parts)
            out_.insert(out_.end(), part.bytes.begin(), part.bytes.end());
        std::string strings(1, '\0');
        const std::uint32_t symbols_at = at();
        words({0, 0, 0, 0});
        for (const Name &name : names) {
            words({static_cast<std::uint32_t>(strings.size()), name.address, name.size});
            out_.push_back(static_cast<std::uint8_t>(ELF32_ST_INFO(name.binding, name.type)));
            out_.push_back(STV_DEFAULT);
            halves({1});
            strings += name.name + '\0';
        }
        std::vector<std::uint32_t> section_names;
        for (const Section &section : sections) {
            section_names.push_back(static_cast<std::uint32_t>(strings.size()));
            strings += section.name + '\0';
        }
        const std::uint32_t strings_at = at();
        out_.insert(out_.end(), strings.begin(), strings.end());
        const std::uint32_t strings_end = at();
        for (const Section &section : sections)
            out_.insert(out_.end(), section.bytes.begin(), section.bytes.end());
        header.e_shoff = at();
        header.e_shnum = static_cast<std::uint16_t>(3 + sections.size());
        header.e_shstrndx = 2;
        words({0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
        words(
            {0, SHT_SYMTAB, 0, 0, symbols_at, strings_at - symbols_at, 2, 1, 4, sizeof(Elf32_Sym)});
        words({0, SHT_STRTAB, 0, 0, strings_at, strings_end - strings_at, 0, 0, 1, 0});
        std::uint32_t section_at = strings_end;
        for (std::size_t i = 0; i < sections.size(); ++i) {
            const auto size = static_cast<std::uint32_t>(sections[i].bytes.size());
            words({section_names[i], SHT_PROGBITS, 0, 0, section_at, size, 0, 0, 1, 0});
            section_at += size;
        }
        write_header();
        return out_;
    }

  private:
    std::uint32_t at() const { return static_cast<std::uint32_t>(out_.size()); }
    /// In the byte order of e_ident.
    void add(std::uint32_t value, unsigned bytes) {
        const bool little = header.e_ident[EI_DATA] == ELFDATA2LSB;
        for (unsigned i = 0; i < bytes; ++i)
            out_.push_back(static_cast<std::uint8_t>(value >> 8 * (little ? i : bytes - 1 - i)));
    }
    void words(std::initializer_list<std::uint32_t> values) {
        for (std::uint32_t value : values) add(value, sizeof value);
    }
    void halves(std::initializer_list<std::uint16_t> values) {
        for (std::uint16_t value : values) add(value, sizeof value);
    }
    void write_header() {
        std::vector<std::uint8_t> rest;
        std::swap(rest, out_);
        out_.assign(header.e_ident, header.e_ident + EI_NIDENT);
        halves({header.e_type, header.e_machine});
        words({header.e_version, header.e_entry, header.e_phoff, header.e_shoff, header.e_flags});
        halves({header.e_ehsize, header.e_phentsize, header.e_phnum, header.e_shentsize,
                header.e_shnum, header.e_shstrndx});
        out_.insert(out_.end(), rest.begin() + sizeof(Elf32_Ehdr), rest.end());
    }

    std::vector<std::uint8_t> out_;
};

} // namespace inlet::test
