// Which line of which source file an instruction comes from: a program's DWARF, where it has any.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace inlet {

struct SourceLine {
    std::string file;  ///< as the compiler was told, its directory in front where that is relative
    unsigned line = 0; ///< from 1
};

/// The lines of one program. Nothing is read before the first question; copies share what was read.
/// Without DWARF and with damaged DWARF no address has a line.
class SourceLines {
  public:
    SourceLines();
    /// Of the program in a file of these bytes (Image::file), which has nothing below `first`.
    SourceLines(std::shared_ptr<const std::vector<std::uint8_t>> file, std::uint32_t first);

    std::optional<SourceLine> find(std::uint32_t address) const;
    /// "file.c:12", the file without its directory; "" where there is no line.
    std::string text(std::uint32_t address) const;

  private:
    struct Table;
    std::shared_ptr<Table> table_;
};

} // namespace inlet
