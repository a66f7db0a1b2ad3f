#include "trace/output_file.h"

#include "inlet/config.h"
#include "inlet/trace_reader.h"

#include <cerrno>
#include <fmt/format.h>
#include <system_error>

namespace inlet {

namespace {

[[noreturn]] void fail(const std::filesystem::path &path, int error) {
    throw UserError(fmt::format("{}: cannot be written: {}", path.string(),
                                std::generic_category().message(error)));
}

} // namespace

OutputFile::OutputFile(const std::filesystem::path &path) : path_(path) {
    std::error_code error; // do not read from a pipe: it would block
    if (std::filesystem::is_regular_file(path, error) && TraceReader::is_trace(path))
        throw UserError(fmt::format("{}: is a trace; it would be lost", path.string()));
    file_.reset(std::fopen(path.c_str(), "wb"));
    if (!file_) fail(path, errno);
}

void OutputFile::write(std::string_view bytes) {
    bytes_ += bytes.size();
    if (error_ == 0 && std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size())
        error_ = errno;
}

void OutputFile::close() {
    if (error_ == 0 && std::fflush(file_.get()) != 0) error_ = errno;
    std::FILE *file = file_.release();
    if (std::fclose(file) != 0 && error_ == 0) error_ = errno;
    if (error_ != 0) fail(path_, error_);
}

} // namespace inlet
