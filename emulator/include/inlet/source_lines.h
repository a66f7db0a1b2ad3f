// Which line of which source file an instruction comes from: a program's DWARF, where it has any.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace inlet {

struct SourceLine {
    std::string file;  ///< as the compiler was told, its directory in front where that is relative
    unsigned line = 0; ///< from 1
};

/// The lines of one program. Nothing is read before the first question; copies share what was read.
/// Without DWARF, with damaged DWARF, and where the file is no longer the one that was loaded, no
/// address has a line.
class SourceLines {
  public:
    SourceLines();
    /// Of the program in the file `path`, whose bytes have this hash (Image::hash).
    SourceLines(const std::filesystem::path &path, std::uint64_t hash);

    std::optional<SourceLine> find(std::uint32_t address) const;
    /// "file.c:12", the file without its directory; "" where there is no line.
    std::string text(std::uint32_t address) const;

  private:
    struct Table;
    std::shared_ptr<Table> table_;
};

} // namespace inlet
