#include "inlet/source_lines.h"

#include "inlet/printable.h"

#include <algorithm>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

namespace inlet {

namespace {

/// The compiler's working directory, to which names are relative.
std::filesystem::path directory_of(Dwarf_Die *unit) {
    Dwarf_Attribute attribute;
    const char *name = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
    return name ? name : "";
}

} // namespace

struct SourceLines::Table {
    struct Row {
        std::uint32_t begin, end; ///< addresses
        std::uint32_t file;       ///< index of `files`
        unsigned line;
    };

    void read();
    void read_unit(Dwarf_Die *unit, std::map<std::string, std::uint32_t> &numbers);

    std::shared_ptr<const std::vector<std::uint8_t>> file;
    std::uint32_t first = 0; ///< address; linkers put lines of dropped code below
    std::once_flag once;
    std::vector<Row> rows; ///< by address
    std::vector<std::string> files;
};

SourceLines::SourceLines() = default;
SourceLines::SourceLines(std::shared_ptr<const std::vector<std::uint8_t>> file, std::uint32_t first)
    : table_(std::make_shared<Table>()) {
    table_->file = std::move(file);
    table_->first = first;
}

void SourceLines::Table::read() {
    if (!file || file->empty()) return;
    std::vector<std::uint8_t> bytes = *file; // libelf needs writable memory
    elf_version(EV_CURRENT);
    const std::unique_ptr<Elf, int (*)(Elf *)> elf(
        elf_memory(reinterpret_cast<char *>(bytes.data()), bytes.size()), elf_end);
    if (!elf) return;
    const std::unique_ptr<Dwarf, int (*)(Dwarf *)> dwarf(
        dwarf_begin_elf(elf.get(), DWARF_C_READ, nullptr), dwarf_end);
    if (!dwarf) return;
    std::map<std::string, std::uint32_t> numbers;
    Dwarf_CU *unit = nullptr;
    Dwarf_Die die;
    while (dwarf_get_units(dwarf.get(), unit, &unit, nullptr, nullptr, &die, nullptr) == 0)
        read_unit(&die, numbers);
    std::sort(rows.begin(), rows.end(), [](const Row &a, const Row &b) {
        return std::tie(a.begin, a.end, a.file, a.line) < std::tie(b.begin, b.end, b.file, b.line);
    });
}

void SourceLines::Table::read_unit(Dwarf_Die *unit, std::map<std::string, std::uint32_t> &numbers) {
    Dwarf_Lines *lines = nullptr;
    std::size_t count = 0;
    if (dwarf_getsrclines(unit, &lines, &count) != 0) return;
    const std::filesystem::path directory = directory_of(unit);
    for (std::size_t i = 0; i + 1 < count; ++i) {
        Dwarf_Line *here = dwarf_onesrcline(lines, i), *next = dwarf_onesrcline(lines, i + 1);
        Dwarf_Addr begin = 0, end = 0;
        bool ends = false;
        int line = 0;
        if (dwarf_lineaddr(here, &begin) != 0 || dwarf_lineaddr(next, &end) != 0 ||
            dwarf_lineendsequence(here, &ends) != 0 || dwarf_lineno(here, &line) != 0)
            continue;
        const char *file = dwarf_linesrc(here, nullptr, nullptr);
        if (ends || begin < first || end <= begin || end > UINT32_MAX || line <= 0 || !file)
            continue;
        const auto [known, is_new] =
            numbers.try_emplace(directory / file, static_cast<std::uint32_t>(files.size()));
        if (is_new) files.push_back(directory / file);
        rows.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end),
                        known->second, static_cast<unsigned>(line)});
    }
}

std::optional<SourceLine> SourceLines::find(std::uint32_t address) const {
    if (!table_) return {};
    std::call_once(table_->once, [this] { table_->read(); });
    const auto &rows = table_->rows;
    const auto after =
        std::upper_bound(rows.begin(), rows.end(), address,
                         [](std::uint32_t a, const Table::Row &row) { return a < row.begin; });
    if (after == rows.begin() || std::prev(after)->end <= address) return {};
    const Table::Row &row = *std::prev(after);
    return SourceLine{table_->files[row.file], row.line};
}

std::string SourceLines::text(std::uint32_t address) const {
    const auto line = find(address);
    if (!line) return "";
    const std::string name = std::filesystem::path(line->file).filename().string();
    return fmt::format("{}:{}", printable(name), line->line);
}

} // namespace inlet
