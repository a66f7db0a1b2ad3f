// Maps instructions to source lines by a program's DWARF.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace inlet {

struct SourceLine {
    std::string file;  ///< as given to the compiler; a relative path is prefixed with its directory
    unsigned line = 0; ///< from 1
};

/// The lines of one program. DWARF is read on first use; copies share it. Without DWARF, or with
/// damaged DWARF, no address has a line.
class SourceLines {
  public:
    SourceLines();
    /// `file`: the bytes of the program's file (Image::file). `first`: lowest address of the
    /// program.
    SourceLines(std::shared_ptr<const std::vector<std::uint8_t>> file, std::uint32_t first);

    std::optional<SourceLine> find(std::uint32_t address) const;
    /// "file.c:12", without directory; "" if there is no line.
    std::string text(std::uint32_t address) const;

  private:
    struct Table;
    std::shared_ptr<Table> table_;
};

} // namespace inlet
