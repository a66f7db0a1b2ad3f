// A sequential output file.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace inlet {

class OutputFile {
  public:
    /// Throws UserError if the file cannot be opened or is a trace (traces are not overwritten).
    explicit OutputFile(const std::filesystem::path &path);
    void write(std::string_view bytes);
    /// Throws UserError if a write has failed.
    void close();
    std::uint64_t bytes() const { return bytes_; }

  private:
    struct Close {
        void operator()(std::FILE *file) const { std::fclose(file); }
    };
    std::filesystem::path path_;
    std::unique_ptr<std::FILE, Close> file_;
    std::uint64_t bytes_ = 0;
    int error_ = 0; ///< errno of the first write that failed
};

} // namespace inlet
