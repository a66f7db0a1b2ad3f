// Writes an assembled program as ELF32, with the DWARF 2 that readers of symbols and lines need.
#include "inlet/ncube_elf.h"
#include "tools/ncube-as/assembler.h"

#include <string_view>

namespace inlet::ncube {

namespace {

class Bytes {
  public:
    std::vector<std::uint8_t> all;

    void put(std::uint64_t value, unsigned size) {
        for (unsigned i = 0; i < size; ++i)
            all.push_back(static_cast<std::uint8_t>(value >> 8 * i));
    }
    void half(std::uint64_t value) { put(value, 2); }
    void word(std::uint64_t value) { put(value, 4); }
    void text(std::string_view text) {
        all.insert(all.end(), text.begin(), text.end());
        all.push_back(0);
    }
    void unsigned_leb(std::uint64_t value) {
        do {
            const auto low = static_cast<std::uint8_t>(value & 127);
            value >>= 7;
            all.push_back(static_cast<std::uint8_t>(low | (value ? 128 : 0)));
        } while (value);
    }
    void signed_leb(std::int64_t value) {
        for (;;) {
            const auto low = static_cast<std::uint8_t>(value & 127);
            value >>= 7;
            const bool last = (value == 0 && !(low & 64)) || (value == -1 && (low & 64));
            all.push_back(static_cast<std::uint8_t>(low | (last ? 0 : 128)));
            if (last) return;
        }
    }
    void append(const Bytes &other) { all.insert(all.end(), other.all.begin(), other.all.end()); }
    std::uint32_t size() const { return static_cast<std::uint32_t>(all.size()); }
};

/// .debug_line of DWARF 2: one sequence for each piece of code.
Bytes debug_line(const Assembled &program) {
    constexpr std::uint8_t opcode_base = 10;
    Bytes header;
    header.put(1, 1);           // bytes of the shortest instruction
    header.put(1, 1);           // is_stmt
    header.put(0xFF, 1);        // line_base -1
    header.put(4, 1);           // line_range
    header.put(opcode_base, 1); // and the operands of the standard opcodes
    for (const unsigned operands : {0u, 1u, 1u, 1u, 1u, 0u, 0u, 0u, 1u}) header.put(operands, 1);
    header.put(0, 1); // no folders
    for (const std::string &name : program.sources) {
        header.text(name);
        for (unsigned i = 0; i < 3; ++i) header.unsigned_leb(0);
    }
    header.put(0, 1);

    Bytes rows;
    for (unsigned s = 0; s < section_count; ++s) {
        const Assembled::Piece &piece = program.pieces[s];
        const std::uint32_t end = piece.address + static_cast<std::uint32_t>(piece.bytes.size());
        std::uint32_t address = 0;
        std::int64_t line = 1, file = 1;
        bool open = false;
        for (const Assembled::Line &each : program.lines) {
            if (each.address < piece.address || each.address >= end) continue;
            if (!open) { // DW_LNE_set_address
                rows.put(0, 1);
                rows.unsigned_leb(5);
                rows.put(2, 1);
                rows.word(address = each.address);
                open = true;
            }
            rows.put(2, 1); // DW_LNS_advance_pc
            rows.unsigned_leb(each.address - address);
            address = each.address;
            if (file != each.source + 1) {
                file = each.source + 1;
                rows.put(4, 1);
                rows.unsigned_leb(static_cast<std::uint64_t>(file));
            }
            rows.put(3, 1); // DW_LNS_advance_line
            rows.signed_leb(static_cast<std::int64_t>(each.line) - line);
            line = each.line;
            rows.put(1, 1); // DW_LNS_copy
        }
        if (!open) continue;
        rows.put(2, 1);
        rows.unsigned_leb(end - address);
        rows.put(0, 1); // DW_LNE_end_sequence
        rows.put(1, 1);
        rows.put(1, 1);
    }

    Bytes all;
    all.word(2 + 4 + header.size() + rows.size());
    all.half(2);
    all.word(header.size());
    all.append(header);
    all.append(rows);
    return all;
}

Bytes debug_abbrev() {
    Bytes all;
    for (const unsigned byte : {1u, 0x11u, 0u, // one: a compile unit without children
                                0x10u, 6u,     // DW_AT_stmt_list, data4
                                0x03u, 8u,     // DW_AT_name, string
                                0x13u, 5u,     // DW_AT_language, data2
                                0u, 0u, 0u})
        all.put(byte, 1);
    return all;
}

Bytes debug_info(const Assembled &program) {
    Bytes unit;
    unit.half(2); // version
    unit.word(0); // abbreviations
    unit.put(4, 1);
    unit.unsigned_leb(1);
    unit.word(0);
    unit.text(program.sources.empty() ? "" : program.sources.front());
    unit.half(0x8001); // DW_LANG_Mips_Assembler, which stands for any
    Bytes all;
    all.word(unit.size());
    all.append(unit);
    return all;
}

/// "address file line category" in each line.
Bytes categories(const Assembled &program) {
    Bytes all;
    for (const Assembled::Line &line : program.lines) {
        const std::string text = std::to_string(line.address) + " " + program.sources[line.source] +
                                 " " + std::to_string(line.line) + " " +
                                 (line.category.empty() ? "-" : line.category) + "\n";
        all.all.insert(all.all.end(), text.begin(), text.end());
    }
    return all;
}

struct OutSection {
    std::string name;
    std::uint32_t type = 1, flags = 0, address = 0, link = 0, info = 0, entry = 0;
    Bytes bytes;
};

} // namespace

std::vector<std::uint8_t> elf(const Assembled &program) {
    constexpr std::uint32_t header_bytes = 52, segment_bytes = 32, section_bytes = 40;
    static const char *const names[section_count] = {".kernel", ".text", ".data"};
    static const std::uint32_t flags[section_count] = {7, 6, 3}; // kernel: written, run

    std::vector<OutSection> sections(1);
    sections[0].type = 0;
    for (unsigned s = 0; s < section_count; ++s) {
        OutSection section;
        section.name = names[s];
        section.flags = flags[s];
        section.address = program.pieces[s].address;
        section.bytes.all = program.pieces[s].bytes;
        sections.push_back(std::move(section));
    }
    Bytes symbols, strings;
    strings.put(0, 1);
    for (unsigned i = 0; i < 16; ++i) symbols.put(0, 1);
    std::uint32_t locals = 1;
    for (const bool global : {false, true})
        for (const Assembled::Symbol &symbol : program.symbols) {
            if (symbol.global != global) continue;
            locals += !global;
            symbols.word(strings.size());
            symbols.word(symbol.value);
            symbols.word(0);
            const bool code = !symbol.absolute && symbol.section != Section::data;
            symbols.put((global ? 0x10u : 0u) | (code ? 2u : symbol.absolute ? 0u : 1u), 1);
            symbols.put(0, 1);
            symbols.half(symbol.absolute ? 0xFFF1u : static_cast<unsigned>(symbol.section) + 1);
            strings.text(symbol.name);
        }
    const auto add = [&](const char *name, std::uint32_t type, Bytes bytes) -> OutSection & {
        OutSection section;
        section.name = name;
        section.type = type;
        section.bytes = std::move(bytes);
        sections.push_back(std::move(section));
        return sections.back();
    };
    add(".debug_line", 1, debug_line(program));
    add(".debug_abbrev", 1, debug_abbrev());
    add(".debug_info", 1, debug_info(program));
    add(lines_section, 1, categories(program));
    OutSection &table = add(".symtab", 2, std::move(symbols));
    table.link = static_cast<std::uint32_t>(sections.size());
    table.info = locals;
    table.entry = 16;
    add(".strtab", 3, std::move(strings));
    Bytes section_names;
    std::vector<std::uint32_t> name_at;
    sections.emplace_back();
    sections.back().name = ".shstrtab";
    sections.back().type = 3;
    for (const OutSection &section : sections) {
        name_at.push_back(section_names.size());
        section_names.text(section.name);
    }
    sections.back().bytes = section_names;

    std::uint32_t segments = 0;
    for (const Assembled::Piece &piece : program.pieces) segments += !piece.bytes.empty();
    Bytes body;
    std::vector<std::uint32_t> offsets;
    const std::uint32_t first = header_bytes + segments * segment_bytes;
    for (const OutSection &section : sections) {
        while ((first + body.size()) & 3) body.put(0, 1);
        offsets.push_back(first + body.size());
        body.append(section.bytes);
    }
    while ((first + body.size()) & 3) body.put(0, 1);

    Bytes file;
    for (const unsigned byte : {0x7Fu, 0x45u, 0x4Cu, 0x46u, 1u, 1u, 1u, 0u}) file.put(byte, 1);
    file.put(0, 8);
    file.half(2); // ET_EXEC
    file.half(elf_machine);
    file.word(1);
    file.word(program.entry);
    file.word(header_bytes);
    file.word(first + body.size());
    file.word(0);
    file.half(header_bytes);
    file.half(segment_bytes);
    file.half(segments);
    file.half(section_bytes);
    file.half(sections.size());
    file.half(sections.size() - 1);
    for (unsigned s = 0; s < section_count; ++s) {
        const Assembled::Piece &piece = program.pieces[s];
        if (piece.bytes.empty()) continue;
        const auto size = static_cast<std::uint32_t>(piece.bytes.size());
        file.word(1); // PT_LOAD
        file.word(offsets[s + 1]);
        file.word(piece.address);
        file.word(piece.address);
        file.word(size);
        file.word(size);
        file.word(s == 0 ? 7 : s == 1 ? 5 : 6);
        file.word(1);
    }
    file.append(body);
    for (std::size_t i = 0; i < sections.size(); ++i) {
        const OutSection &section = sections[i];
        file.word(name_at[i]);
        file.word(section.type);
        file.word(section.flags);
        file.word(section.address);
        file.word(i ? offsets[i] : 0);
        file.word(section.bytes.size());
        file.word(section.link);
        file.word(section.info);
        file.word(i ? 1 : 0);
        file.word(section.entry);
    }
    return file.all;
}

} // namespace inlet::ncube
