#include "inlet/trace_writer.h"

#include "observe/trace_format.h"
#include "observe/trace_words.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <stdexcept>
#include <system_error>
#include <vector>
#include <zstd.h>

namespace inlet {

namespace {

constexpr int compression_level = 1; ///< twice as quick as zstd's default, and 10% longer

std::uint8_t *put(std::uint8_t *at, std::uint64_t value) {
    while (value >= 0x80) {
        *at++ = static_cast<std::uint8_t>(value | 0x80);
        value >>= 7;
    }
    *at++ = static_cast<std::uint8_t>(value);
    return at;
}

std::uint8_t *put_signed(std::uint8_t *at, std::int64_t value) {
    return put(at, trace::zigzag(value));
}

/// a - b for counters: wraps like them.
std::int64_t difference(std::uint64_t a, std::uint64_t b) {
    return static_cast<std::int64_t>(a - b);
}
std::int64_t difference(std::uint32_t a, std::uint32_t b) {
    return static_cast<std::int32_t>(a - b);
}

} // namespace

struct TraceWriter::File {
    File(const std::filesystem::path &path, const TraceHeader &header, std::size_t frame_bytes);
    ~File();
    void instruction(const InstructionEvent &event);
    void event(const MessageEvent &event);
    void finish(const std::string &end);

    struct Node {
        std::uint64_t cycle = 0; ///< expected of the next instruction
        std::uint32_t pc = 0;    ///< expected of the next instruction
    };
    struct Close {
        void operator()(std::FILE *file) const { std::fclose(file); }
    };
    struct FreeContext {
        void operator()(ZSTD_CCtx *context) const { ZSTD_freeCCtx(context); }
    };

    std::uint8_t *room();
    std::uint8_t *select(std::uint8_t *at, std::uint32_t node);
    void write_frame(const void *data, std::size_t size);
    void write_all(const void *data, std::size_t size);
    void flush();

    std::filesystem::path path_;
    std::unique_ptr<std::FILE, Close> file_;
    std::unique_ptr<ZSTD_CCtx, FreeContext> context_;
    std::size_t frame_bytes_;
    std::vector<std::uint8_t> frame_; ///< records not yet packed; its size is the capacity
    std::size_t used_ = 0;            ///< of frame_
    std::vector<std::uint8_t> packed_;
    std::vector<Node> nodes_;
    std::uint32_t node_ = ~0u; ///< whom the last record belongs to
    TraceWords words_;
    std::uint64_t records_ = 0;
    std::uint64_t bytes_ = 0;
    int error_ = 0; ///< errno of the first failed write; nothing is written after it
};

TraceWriter::File::File(const std::filesystem::path &path, const TraceHeader &header,
                        std::size_t frame_bytes)
    : path_(path), file_(std::fopen(path.c_str(), "wb")), context_(ZSTD_createCCtx()),
      frame_bytes_(std::clamp(frame_bytes, trace::longest_record, trace::longest_frame)),
      frame_(frame_bytes_), nodes_(header.nodes) {
    if (!file_)
        throw UserError(fmt::format("{}: the trace cannot be written: {}", path.string(),
                                    std::generic_category().message(errno)));
    if (!context_) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, compression_level);
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
    const std::string json = header.to_json();
    if (json.size() > trace::longest_frame)
        throw UserError(
            fmt::format("{}: the program has too many symbols for a trace", path.string()));
    std::uint8_t preamble[trace::preamble_bytes];
    std::memcpy(preamble, trace::magic.data(), trace::magic.size());
    for (unsigned i = 0; i < 4; ++i)
        preamble[trace::magic.size() + i] = static_cast<std::uint8_t>(trace::version >> 8 * i);
    write_all(preamble, sizeof preamble);
    write_frame(json.data(), json.size());
    if (error_ != 0)
        throw UserError(fmt::format("{}: the trace cannot be written: {}", path.string(),
                                    std::generic_category().message(error_)));
}

TraceWriter::File::~File() {
    if (file_) flush();
}

void TraceWriter::File::write_all(const void *data, std::size_t size) {
    if (error_ != 0) return;
    errno = 0;
    if (std::fwrite(data, 1, size, file_.get()) != size || std::fflush(file_.get()) != 0)
        error_ = errno != 0 ? errno : EIO;
    else
        bytes_ += size;
}

void TraceWriter::File::write_frame(const void *data, std::size_t size) {
    packed_.resize(ZSTD_compressBound(size));
    const std::size_t packed =
        ZSTD_compress2(context_.get(), packed_.data(), packed_.size(), data, size);
    if (ZSTD_isError(packed) != 0)
        error_ = ENOMEM; // with room for the worst case nothing else can fail
    else
        write_all(packed_.data(), packed);
}

void TraceWriter::File::flush() {
    if (used_ != 0) write_frame(frame_.data(), used_);
    used_ = 0;
}

/// Where the next record goes; there is room for the longest.
std::uint8_t *TraceWriter::File::room() {
    if (frame_bytes_ - used_ < trace::longest_record) flush();
    return frame_.data() + used_;
}

std::uint8_t *TraceWriter::File::select(std::uint8_t *at, std::uint32_t node) {
    if (node_ == node) return at;
    node_ = node;
    if (node >= nodes_.size()) nodes_.resize(node + 1);
    *at++ = trace::node;
    return put(at, node);
}

void TraceWriter::File::instruction(const InstructionEvent &event) {
    std::uint8_t *at = select(room(), event.node);
    Node &node = nodes_[event.node];
    std::uint8_t &tag = *at++;
    tag = static_cast<std::uint8_t>(event.context);
    if (event.pc != node.pc) {
        tag |= trace::instruction::pc;
        at = put_signed(at, difference(event.pc, node.pc));
    }
    if (event.cycle != node.cycle) {
        tag |= trace::instruction::cycle;
        at = put_signed(at, difference(event.cycle, node.cycle));
    }
    if (event.cost != Cost{.issue = 1}) {
        tag |= trace::instruction::cost;
        std::uint8_t &present = *at++;
        present = 0;
        for (std::size_t i = 0; i < std::size(trace::causes); ++i)
            if (const std::uint32_t cycles = event.cost.*trace::causes[i]; cycles != 0) {
                present |= static_cast<std::uint8_t>(1u << i);
                at = put(at, cycles);
            }
    }
    if (words_.tell(event.pc, event.word)) {
        tag |= trace::instruction::word;
        for (int shift = 24; shift >= 0; shift -= 8)
            *at++ = static_cast<std::uint8_t>(event.word >> shift);
    }
    if (event.waiting) tag |= trace::instruction::waiting;
    node.pc = event.pc + 4;
    node.cycle = event.cycle + event.cost.total();
    used_ = static_cast<std::size_t>(at - frame_.data());
    ++records_;
}

void TraceWriter::File::event(const MessageEvent &event) {
    std::uint8_t *at = select(room(), event.node);
    const Node &node = nodes_[event.node];
    *at++ = static_cast<std::uint8_t>(trace::event + static_cast<std::uint8_t>(event.kind));
    *at++ = static_cast<std::uint8_t>(static_cast<std::uint8_t>(event.context) |
                                      (event.high ? trace::event_high : 0) |
                                      (event.multicast ? trace::event_multicast : 0) |
                                      (event.vector_words != 0 ? trace::event_vector : 0));
    at = put_signed(at, difference(event.cycle, node.cycle));
    at = put_signed(at, difference(event.pc, node.pc));
    for (std::uint32_t value : {event.message.source, event.message.number, event.other,
                                event.handler, event.words, event.value})
        at = put(at, value);
    if (event.vector_words != 0) at = put(at, event.vector_words);
    used_ = static_cast<std::size_t>(at - frame_.data());
    ++records_;
}

void TraceWriter::File::finish(const std::string &end) {
    flush();
    std::vector<std::uint8_t> record(end.size() + trace::longest_record);
    std::uint8_t *at = record.data();
    *at++ = trace::end;
    at = put(at, end.size());
    std::memcpy(at, end.data(), end.size());
    write_frame(record.data(), static_cast<std::size_t>(at - record.data()) + end.size());
    errno = 0;
    if (std::fclose(file_.release()) != 0 && error_ == 0) error_ = errno != 0 ? errno : EIO;
    if (error_ != 0)
        throw UserError(fmt::format("{}: the trace is not complete: {}", path_.string(),
                                    std::generic_category().message(error_)));
}

TraceWriter::TraceWriter(const std::filesystem::path &path, const TraceHeader &header,
                         std::size_t frame_bytes)
    : file_(std::make_unique<File>(path, header, frame_bytes)) {}
TraceWriter::~TraceWriter() = default;

void TraceWriter::instruction(const InstructionEvent &event) { file_->instruction(event); }
void TraceWriter::event(const MessageEvent &event) { file_->event(event); }
void TraceWriter::finish(const std::string &end) { file_->finish(end); }
std::uint64_t TraceWriter::records() const { return file_->records_; }
std::uint64_t TraceWriter::bytes() const { return file_->bytes_; }

} // namespace inlet
