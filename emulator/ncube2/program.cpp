#include "ncube2/program.h"

#include "cpu/ncube/elf_numbers.h"
#include "inlet/config.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace inlet::ncube2 {

namespace {

class Elf {
  public:
    Elf(const std::string &name, std::span<const std::uint8_t> bytes)
        : name_(name), bytes_(bytes) {}

    [[noreturn]] void fail(const std::string &what) const { throw UserError(name_ + ": " + what); }
    std::uint32_t number(std::size_t at, unsigned size) const {
        if (at + size > bytes_.size()) fail("the ELF file ends too early");
        std::uint32_t value = 0;
        for (unsigned i = 0; i < size; ++i) value |= std::uint32_t{bytes_[at + i]} << 8 * i;
        return value;
    }
    std::uint32_t word(std::size_t at) const { return number(at, 4); }
    std::uint32_t half(std::size_t at) const { return number(at, 2); }
    std::span<const std::uint8_t> part(std::size_t at, std::size_t size) const {
        if (at > bytes_.size() || size > bytes_.size() - at) fail("the ELF file ends too early");
        return bytes_.subspan(at, size);
    }
    std::string text(std::size_t at, std::size_t end) const {
        std::string text;
        while (at < end && at < bytes_.size() && bytes_[at])
            text += static_cast<char>(bytes_[at++]);
        return text;
    }

  private:
    const std::string &name_;
    std::span<const std::uint8_t> bytes_;
};

void check_header(const Elf &elf, std::span<const std::uint8_t> bytes) {
    if (bytes.size() < 52 || std::memcmp(bytes.data(), "\177ELF", 4) != 0)
        elf.fail("this is no ELF file: assemble it with inlet-ncube-as");
    if (bytes[4] != 1 || bytes[5] != 1)
        elf.fail("this is not an ELF file of 32 bits, little-endian, as an nCUBE/2 needs");
    if (const std::uint32_t machine = elf.half(18); machine != ncube::elf_machine)
        elf.fail("this program is for another processor (ELF machine " + std::to_string(machine) +
                 "): an nCUBE/2 runs what inlet-ncube-as makes");
    if (elf.half(16) != 2) elf.fail("this ELF file is no program (its type is not ET_EXEC)");
}

} // namespace

Program Program::from(const std::string &name, std::span<const std::uint8_t> bytes,
                      std::uint32_t memory_bytes) {
    const Elf elf(name, bytes);
    check_header(elf, bytes);
    Program program;
    program.name = name;
    program.entry = elf.word(24);
    const std::size_t segments = elf.word(28), sections = elf.word(32);
    for (std::size_t i = 0; i < elf.half(44); ++i) {
        const std::size_t at = segments + i * 32;
        if (elf.word(at) != 1) continue;
        const std::uint32_t address = elf.word(at + 8), size = elf.word(at + 16);
        if (address > memory_bytes || size > memory_bytes - address)
            elf.fail("the program does not fit into the node's memory of " +
                     std::to_string(memory_bytes) + " bytes");
        const auto part = elf.part(elf.word(at + 4), size);
        for (const Piece &other : program.pieces)
            if (address < other.address + other.bytes.size() && other.address < address + size)
                elf.fail("two segments overlap: is there code of the user in the kernel's memory?");
        program.pieces.push_back({address, {part.begin(), part.end()}});
    }
    if (program.pieces.empty()) elf.fail("the program has no bytes");

    const std::size_t count = elf.half(48);
    const std::size_t names = sections + std::size_t{elf.half(50)} * 40;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t at = sections + i * 40;
        const std::uint32_t offset = elf.word(at + 16), size = elf.word(at + 20);
        if (elf.word(at + 4) == 2) { // symbols
            const std::size_t strings = sections + std::size_t{elf.word(at + 24)} * 40;
            const std::uint32_t text = elf.word(strings + 16), end = text + elf.word(strings + 20);
            for (std::uint32_t s = 16; s + 16 <= size; s += 16) {
                const std::size_t entry = offset + s;
                const std::string label = elf.text(text + elf.word(entry), end);
                const std::uint32_t value = elf.word(entry + 4);
                program.symbols[label] = value; // global ones stand last
                if ((elf.number(entry + 12, 1) & 15) == 2) program.labels.try_emplace(value, label);
            }
        }
        if (elf.text(elf.word(names + 16) + elf.word(at), bytes.size()) == ncube::lines_section) {
            const auto part = elf.part(offset, size);
            std::istringstream text(std::string(part.begin(), part.end()));
            std::uint32_t address = 0;
            Line line;
            while (text >> address >> line.file >> line.number >> line.category) {
                if (line.category == "-") line.category.clear();
                program.lines[address] = line;
            }
        }
    }
    return program;
}

Program Program::read(const std::string &path, std::uint32_t memory_bytes) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw UserError(path + ": the file cannot be read");
    const std::vector<char> all{std::istreambuf_iterator<char>(file), {}};
    const std::vector<std::uint8_t> bytes(all.begin(), all.end());
    return from(path, bytes, memory_bytes);
}

std::optional<std::uint32_t> Program::symbol(const std::string &name) const {
    const auto found = symbols.find(name);
    return found == symbols.end() ? std::nullopt : std::optional(found->second);
}

const Program::Line *Program::line(std::uint32_t address) const {
    const auto found = lines.find(address);
    return found == lines.end() ? nullptr : &found->second;
}

std::string Program::place(std::uint32_t address) const {
    std::ostringstream text;
    auto label = labels.upper_bound(address);
    if (label != labels.begin() && lines.count(address)) {
        --label;
        text << label->second;
        if (address != label->first) text << "+" << address - label->first;
    } else {
        text << "0x" << std::hex << address << std::dec;
    }
    if (const Line *at = line(address))
        text << " (" << std::filesystem::path(at->file).filename().string() << ":" << at->number
             << ")";
    return text.str();
}

} // namespace inlet::ncube2
