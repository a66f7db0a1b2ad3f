#include "trace/trace_frames.h"

#include "inlet/config.h"
#include "trace/trace_format.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <new>
#include <system_error>
#include <zstd.h>

namespace inlet {

void TraceFrames::FreeContext::operator()(ZSTD_DCtx_s *context) const { ZSTD_freeDCtx(context); }

TraceFrames::TraceFrames(const std::filesystem::path &path)
    : file_(std::fopen(path.c_str(), "rb")), context_(ZSTD_createDCtx()),
      input_(ZSTD_DStreamInSize()) {
    if (!file_)
        throw UserError(
            fmt::format("{}: {}", path.string(), std::generic_category().message(errno)));
    if (!context_) throw std::bad_alloc();
    std::uint8_t preamble[trace::preamble_bytes];
    const std::size_t got = std::fread(preamble, 1, sizeof preamble, file_.get());
    if (std::ferror(file_.get()) != 0)
        throw UserError(fmt::format("{}: cannot be read", path.string()));
    if (got == 0)
        throw UserError(fmt::format("{}: is not a trace, but empty: nothing of one was written",
                                    path.string()));
    if (std::memcmp(preamble, trace::magic.data(), std::min(got, trace::magic.size())) != 0)
        throw UserError(fmt::format(
            "{}: is not a trace: give a file that 'inlet run --trace FILE' wrote", path.string()));
    if (got < sizeof preamble)
        throw UserError(fmt::format(
            "{}: is truncated: the header is not whole, and nothing can be shown without it",
            path.string()));
    for (unsigned i = 0; i < 4; ++i)
        version_ |= std::uint32_t{preamble[trace::magic.size() + i]} << 8 * i;
    if (version_ < trace::oldest_version || version_ > trace::newest_version)
        throw UserError(
            fmt::format("{}: is a trace of format {}, this inlet reads formats {} to {}",
                        path.string(), version_, trace::oldest_version, trace::newest_version));
}

TraceFrames::Next TraceFrames::next() {
    unpacked_ = 0;
    bool started = false;
    ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only);
    for (;;) {
        if (at_ == size_) {
            at_ = 0;
            size_ = std::fread(input_.data(), 1, input_.size(), file_.get());
            if (size_ == 0) return started ? Next::truncated : Next::end;
        }
        started = true;
        if (output_.size() - unpacked_ < ZSTD_DStreamOutSize())
            output_.resize(output_.size() + ZSTD_DStreamOutSize());
        ZSTD_inBuffer in{input_.data(), size_, at_};
        ZSTD_outBuffer room{output_.data(), output_.size(), unpacked_};
        const std::size_t left = ZSTD_decompressStream(context_.get(), &room, &in);
        at_ = in.pos;
        unpacked_ = room.pos;
        if (ZSTD_isError(left) != 0 || unpacked_ > trace::longest_frame) return Next::damaged;
        if (left == 0) return Next::frame;
    }
}

} // namespace inlet
