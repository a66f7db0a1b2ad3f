#include "inlet/image.h"

#include "inlet/config.h"
#include "inlet/processor.h"
#include "inlet/program.h"

#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <string_view>
#include <system_error>

namespace inlet {

namespace {

/// Two instructions precede the label of an AM handler (docs/t1-abi.md).
constexpr std::uint32_t am_entry_bytes = 8;

bool covers(const Segment &segment, std::uint32_t address) {
    return address >= segment.address && address - segment.address < segment.memory_size;
}

/// Reads the word at an address in the segment. False: the segment ends within the word.
bool read(const Segment &segment, Processor processor, std::uint32_t address, std::uint32_t &word) {
    const std::uint32_t offset = address - segment.address;
    if (segment.memory_size - offset < 4) return false;
    word = 0;
    for (std::uint32_t i = offset; i < offset + 4; ++i)
        word = word << 8 | (i < segment.bytes.size() ? segment.bytes[i] : 0u);
    if (facts_of(processor).little) word = __builtin_bswap32(word);
    return true;
}

std::shared_ptr<const std::vector<std::uint8_t>> read_file(const std::filesystem::path &path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status))
        throw UserError(fmt::format("{}: no such file", path.string()));
    if (std::filesystem::is_directory(status))
        throw UserError(fmt::format("{}: is a directory, not a program", path.string()));
    std::ifstream in(path, std::ios::binary);
    if (!in)
        throw UserError(fmt::format("{}: cannot be read: {}", path.string(),
                                    std::generic_category().message(errno)));
    const std::uintmax_t size = std::filesystem::file_size(path, error); // a pipe has none
    std::vector<std::uint8_t> bytes(error ? 0 : static_cast<std::size_t>(size));
    in.read(reinterpret_cast<char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(in.gcount()));
    if (in) bytes.insert(bytes.end(), std::istreambuf_iterator<char>(in), {});
    if (in.bad()) throw UserError(fmt::format("{}: reading failed", path.string()));
    return std::make_shared<const std::vector<std::uint8_t>>(std::move(bytes));
}

} // namespace

Image Image::load(const std::filesystem::path &path, std::uint32_t memory_bytes,
                  std::optional<Processor> processor) {
    return parse_program(read_file(path), path, memory_bytes, processor, "");
}

Image load_program(const std::filesystem::path &path, std::uint32_t memory_bytes,
                   Processor processor, std::string_view machine) {
    return parse_program(read_file(path), path, memory_bytes, std::optional(processor), machine);
}

void Image::add(const Image &other) {
    const auto take = [](auto &to, const auto &from) {
        to.insert(to.end(), from.begin(), from.end());
        std::stable_sort(to.begin(), to.end(),
                         [](const auto &a, const auto &b) { return a.address < b.address; });
    };
    take(symbols, other.symbols);
    take(marks, other.marks);
    take(switches, other.switches);
}

std::string Symbol::readable() const {
    const std::size_t colon = name.rfind(':'); // in no name of a compiler
    return name.substr(0, colon + 1) + readable_without_file();
}

std::string Symbol::readable_without_file() const {
    const std::string own = name.substr(name.rfind(':') + 1);
    if (!own.starts_with("_Z")) return own;
    int status = 0;
    const std::unique_ptr<char, void (*)(void *)> text(
        abi::__cxa_demangle(own.c_str(), nullptr, nullptr, &status), std::free);
    std::string result = text ? text.get() : own;
    // Drop libc++'s version namespace.
    constexpr std::string_view version = "std::__1::", tag = "[abi:";
    for (std::size_t at = 0; (at = result.find(version, at)) != std::string::npos;)
        result.replace(at, version.size(), "std::");
    for (std::size_t at = 0; (at = result.find(tag, at)) != std::string::npos;)
        result.erase(at, result.find(']', at) + 1 - at);
    return result;
}

bool Symbol::is_called(std::string_view text) const {
    return name == text || name.substr(name.rfind(':') + 1) == text || readable() == text ||
           readable_without_file() == text;
}

const Symbol *Image::find(std::uint32_t address) const {
    auto after = std::upper_bound(symbols.begin(), symbols.end(), address,
                                  [](std::uint32_t a, const Symbol &s) { return a < s.address; });
    if (after == symbols.begin()) return nullptr;
    const Symbol &symbol = *std::prev(after);
    if (symbol.size != 0) return address - symbol.address < symbol.size ? &symbol : nullptr;
    // A symbol without a size extends to the next symbol, within its segment. (An image of symbols
    // alone, from a trace, has no segments.)
    for (const Segment &segment : segments)
        if (covers(segment, symbol.address)) return covers(segment, address) ? &symbol : nullptr;
    return segments.empty() ? &symbol : nullptr;
}

std::string Image::place(std::uint32_t address) const {
    if (const Symbol *symbol = find(address)) {
        if (address == symbol->address) return symbol->readable();
        return fmt::format("{}+{:#x}", symbol->readable(), address - symbol->address);
    }
    auto next = std::upper_bound(symbols.begin(), symbols.end(), address,
                                 [](std::uint32_t a, const Symbol &s) { return a < s.address; });
    if (next != symbols.end() && next->address - address <= am_entry_bytes)
        return fmt::format("{}-{:#x}", next->readable(), next->address - address);
    return fmt::format("{:#010x}", address);
}

std::string Image::where(std::uint32_t address) const {
    const std::string number = fmt::format("{:#010x}", address), line = lines.text(address);
    std::string name = place(address);
    if (name == number) name.clear();
    if (name.empty() && line.empty()) return number;
    return fmt::format("{} ({}{}{})", number, name, name.empty() || line.empty() ? "" : ", ", line);
}

std::string Image::variable(std::uint32_t address) const {
    auto after = std::upper_bound(objects.begin(), objects.end(), address,
                                  [](std::uint32_t a, const Symbol &s) { return a < s.address; });
    if (after == objects.begin()) return fmt::format("{:#010x}", address);
    const Symbol &object = *std::prev(after);
    const std::uint32_t offset = address - object.address;
    if (offset >= object.size) return fmt::format("{:#010x}", address);
    if (!offset) return fmt::format("{:#010x} ({})", address, object.readable());
    return fmt::format("{:#010x} ({}+{:#x})", address, object.readable(), offset);
}

std::uint32_t Image::loaded_word(std::uint32_t address) const {
    std::uint32_t word = 0;
    for (const Segment &segment : segments)
        if (covers(segment, address) && read(segment, processor, address, word)) break;
    return word;
}

bool Image::word(std::uint32_t address, std::uint32_t &out) const {
    for (const Segment &segment : segments)
        if (segment.executable && covers(segment, address))
            return read(segment, processor, address, out);
    return false;
}

} // namespace inlet
